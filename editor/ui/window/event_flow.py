"""Nostr events as the user meets them: what is said when one is opened, edited and saved.

And the ways between the two forms of a soul: a `.md` file and an event.
"""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.event_view import event_view, exported, why_no_event
from editor.session.ondisk import digest_on_disk
from editor.session.saver import Saver
from editor.session.workbench import Workbench
from editor.ui.dialogs import Questions
from editor.ui.widgets.notice_bar import Notice, NoticeLevel
from editor.ui.widgets.notice_board import Told
from editor.ui.window.file_flow import FileFlow

_KEY = "event"


class EventFlow(QObject):
    """Says what saving an event takes away, and exports and imports souls."""

    told = Signal(object)
    """A `Told`: news for the notices of a document."""

    def __init__(
        self,
        workbench: Workbench,
        saver: Saver,
        files: FileFlow,
        questions: Questions,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._workbench = workbench
        self._saver = saver
        self._files = files
        self._questions = questions
        self._window = window
        self._signatures: dict[Document, tuple[str, ...]] = {}
        files.opened.connect(self._shown)
        workbench.documents.opened.connect(self._opened)
        workbench.documents.saved.connect(self._saved)
        workbench.documents.closed.connect(self._closed)

    def can_export(self) -> bool:
        """Whether a soul that is in no event is in front."""
        front = self._workbench.front
        return front is not None and front.kind is FileKind.SOUL and front.enclosure is None

    def can_import(self) -> bool:
        """Whether a soul that is in an event is in front."""
        front = self._workbench.front
        return front is not None and front.enclosure is not None

    def export(self) -> None:
        """Ask for a place and write the soul in front there as an unsigned event."""
        self._files.flush()
        front = self._workbench.front
        if front is None:
            return
        text = exported(front, self._workbench.clock().timestamp())
        path = self._written(front, text, ".json")
        if path is not None:
            said = self.tr("The soul is in {0} as an unsigned event. A signer adds the rest.")
            notice = Notice(_KEY, said.format(on_one_line(path.name)), NoticeLevel.INFO)
            self.told.emit(Told(front, notice))

    def import_soul(self) -> None:
        """Ask for a place, write the soul of the event in front there, and open it."""
        self._files.flush()
        front = self._workbench.front
        if front is None:
            return
        path = self._written(front, front.text(), ".md")
        if path is not None:
            self._files.open(path)

    def _written(self, document: Document, text: str, suffix: str) -> Path | None:
        """Write `text` where the user wants it; what goes wrong is said in the window."""
        own = document.path or Path.home() / self.tr("untitled")
        path = self._questions.file_to_save(self._window, own.with_suffix(suffix))
        if path is None:
            return None
        # The dialog confirmed to replace what is there; of another name it knew nothing.
        seen = digest_on_disk(path) if path.suffix == suffix else None
        if path.suffix != suffix:
            path = path.with_name(path.name + suffix)
        fault = self._saver.write(path, text, seen)
        if fault is not None:
            self.told.emit(Told(document, Notice("write", fault, NoticeLevel.ERROR)))
            return None
        self.told.emit(Told(document, settled=("write",)))
        return path

    def _opened(self, document: Document) -> None:
        document.modified_changed.connect(self._modified)
        document.enclosure_changed.connect(self._enclosed)
        self._note(document)

    def _shown(self, document: Document) -> None:
        reason = why_no_event(document)
        if reason is not None:
            said = self.tr("{0} It is opened as text.").format(reason)
            self.told.emit(Told(document, Notice(_KEY, said, NoticeLevel.INFO)))

    def _modified(self) -> None:
        document = self.sender()
        if isinstance(document, Document) and document.enclosure is not None:
            view = event_view(document)
            if view is not None and view.leaving:
                self._note(document)
                said = self.tr("Saving will remove {0}: the content is no longer what was signed.")
                said = said.format(self._listed(view.leaving))
                self.told.emit(Told(document, Notice(_KEY, said, NoticeLevel.WARNING)))
            else:
                self.told.emit(Told(document, settled=(_KEY,)))

    def _enclosed(self) -> None:
        document = self.sender()
        if isinstance(document, Document) and not document.is_modified():
            self._note(document)  # it was read again; what a save takes is told by `_saved`

    def _saved(self, document: Document) -> None:
        before = self._signatures.get(document, ())
        self._note(document)
        removed = [each for each in before if each not in self._signatures.get(document, ())]
        if removed:
            said = self.tr("Removed {0}: sign the event again before you publish it.")
            notice = Notice(_KEY, said.format(self._listed(removed)), NoticeLevel.INFO)
            self.told.emit(Told(document, notice))

    def _closed(self, document: Document) -> None:
        self._signatures.pop(document, None)

    def _note(self, document: Document) -> None:
        """Remember what of the signature the file of a document holds."""
        view = event_view(document)
        if view is not None:
            self._signatures[document] = view.signature

    def _listed(self, names: list[str] | tuple[str, ...]) -> str:
        return self.tr(" and ").join(names)
