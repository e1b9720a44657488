"""New, open, save and close, as the user asks for them, with notices for what goes wrong."""

import os
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor.core.hidden import on_one_line
from editor.session.document import Document
from editor.session.documents import UnreadableFile, is_same_file
from editor.session.ondisk import digest_on_disk
from editor.session.saver import Refusal, SaveOffer, Saver, offers_for
from editor.session.workbench import Workbench
from editor.ui.dialogs import Questions, UnsavedChoice
from editor.ui.widgets.notice_bar import Notice, NoticeAction, NoticeLevel
from editor.ui.widgets.notice_board import Told


@dataclass(frozen=True, slots=True)
class Answer:
    """One choice after a refused save or an outside change, ready to be made."""

    flow: "FileFlow"
    refusal: Refusal
    offer: SaveOffer

    def run(self) -> None:
        """Do what the user chose."""
        self.flow.flush()
        self.flow.answer(self.refusal, self.offer)


@dataclass(frozen=True, slots=True)
class Reopening:
    """A file read again in one encoding, ready to be done."""

    flow: "FileFlow"
    document: Document
    encoding: str

    def run(self) -> None:
        """Do what the user chose."""
        self.flow.flush()
        self.flow.reopen(self.document, self.encoding)


class FileFlow(QObject):
    """Works on the workbench and asks the user where that is needed."""

    wants_front = Signal(object)
    """A `Document` that shall come to the front."""
    opened = Signal(object)
    """A `Document` that was opened and is in front."""
    closing = Signal(object)
    """A `Document` that is about to be forgotten."""
    told = Signal(object)
    """A `Told`: news for the notices of a document."""
    compare_wanted = Signal()
    """The file in front shall be compared with what the disk holds."""

    def __init__(
        self, workbench: Workbench, saver: Saver, questions: Questions, window: QWidget
    ) -> None:
        super().__init__(window)
        self._workbench = workbench
        self._saver = saver
        self._questions = questions
        self._window = window
        self._has_pending: Callable[[Document], bool] = _nothing_pending
        self._flush: Callable[[], None] = _nothing_to_flush
        self.given_up: frozenset[Document] = frozenset()
        saver.refused.connect(self._refused)
        saver.saved.connect(self._saved)
        workbench.changed_outside.connect(self._changed_outside)
        workbench.reloaded.connect(self._reloaded)
        workbench.settled_outside.connect(self._settled_outside)
        workbench.documents.opened.connect(self._follow)

    def new(self) -> None:
        """Start an empty prompt."""
        self.wants_front.emit(self._workbench.new())

    def ask_file(self) -> None:
        """Ask for a file and open it."""
        path = self._questions.file_to_open(self._window, self._folder())
        if path is not None:
            self.open(path)

    def ask_folder(self) -> None:
        """Ask for a folder and open it."""
        path = self._questions.folder_to_open(self._window, self._folder())
        if path is not None:
            self.open(path)

    def open(self, path: Path) -> None:
        """Open a file or a folder; what cannot be opened is said in the window."""
        if os.path.isdir(path):
            self._workbench.open_folder(path)
            return
        try:
            document = self._workbench.open(path)
        except UnreadableFile as error:
            notice = Notice("open", str(error), NoticeLevel.ERROR)
            self.told.emit(Told(self._workbench.front, notice))
            return
        self.told.emit(Told(self._workbench.front, settled=("open",)))
        self.wants_front.emit(document)
        self._tell_read_only(document)
        self.opened.emit(document)

    def create_identity(self) -> None:
        """Start the identity file of the workspace; it is written when it is saved."""
        project = self._workbench.acting_project
        if project is not None:
            self.wants_front.emit(self._workbench.new_identity(project))

    def save(self, document: Document) -> bool:
        """Save `document`, asking for a place if it has none."""
        done = self.save_as(document) if document.path is None else self._saver.save(document)
        self._say_pending(document)
        return done

    def save_as(self, document: Document) -> bool:
        """Ask for a place and save `document` there from now on."""
        suggested = document.path or self._folder() / self.tr("untitled.md")
        path = self._questions.file_to_save(self._window, suggested)
        if path is None:
            return False
        # The dialog confirmed to replace another file; the document's own is guarded as ever.
        same = document.path is not None and is_same_file(path, document.path)
        seen = None if same else digest_on_disk(path)
        return self._save(document, path, {SaveOffer.OVERWRITE} if seen else frozenset(), seen)

    def save_all(self) -> bool:
        """Save every file with unsaved work; say whether all are on disk."""
        return self._save_each(self.unsaved())

    def unsaved(self) -> list[Document]:
        """Return the documents with unsaved work, also those without a tab."""
        return [each for each in self._workbench.documents.all() if self._is_unsaved(each)]

    def ask_for_pending(self, has_pending: Callable[[Document], bool]) -> None:
        """Also ask about what was typed into fields of a document and is not valid yet."""
        self._has_pending = has_pending

    def flush_by(self, flush: Callable[[], None]) -> None:
        """Let `flush` put into the texts what was typed or composed and is not there yet."""
        self._flush = flush

    def flush(self) -> None:
        """Have in the texts all that was typed: something is to be done to them."""
        self._flush()

    def _is_unsaved(self, document: Document) -> bool:
        return document.is_modified() or self._has_pending(document)

    def close(self, document: Document) -> bool:
        """Close a document, asking first if it has unsaved work; say whether it is closed."""
        if not self._may_go(frozenset({document})):
            return False
        self.closing.emit(document)
        self._workbench.close(document)
        return True

    def may_close_all(self) -> bool:
        """Ask about all unsaved work; say whether the window may close."""
        return self._may_go(None)

    def answer(self, refusal: Refusal, offer: SaveOffer) -> None:
        """Do what the user chose after a refusal or an outside change."""
        document, outside = refusal.document, self._workbench.outside
        if offer is SaveOffer.COMPARE:
            self.wants_front.emit(document)
            self.compare_wanted.emit()
        elif offer is SaveOffer.SAVE_AS:
            self.save_as(document)
        elif offer is SaveOffer.FOLLOW:
            self._follow_to(document, refusal.moved_to)
        elif offer is SaveOffer.TAKE_THEIRS:
            if self._saver.take_theirs(document):
                self._saved(document)
                outside.look_at(document)
        elif offer is SaveOffer.KEEP_MINE:
            if refusal.change is not None:
                outside.keep_mine(document, refusal.change)
            if refusal.outside:  # it was to be saved
                self._save(document, refusal.path, refusal.choices, refusal.seen)
        else:
            self._save(document, refusal.path, refusal.choices | {offer}, refusal.seen)

    def reopen(self, document: Document, encoding: str) -> None:
        """Read a file again in an encoding that the user chose."""
        self._saver.reopen(document, encoding)
        self._workbench.outside.look_at(document)

    def _follow_to(self, document: Document, path: Path | None) -> None:
        """Take the new name of a file that was renamed as the place of its text.

        The offer may be old: the name may be open by now, or be another file's.
        """
        outside = self._workbench.outside
        other = self._workbench.documents.find(path) if path is not None else None
        if path is not None and other is None and outside.moved_to(document) == path:
            document.path = path
            self._workbench.moved(document)
        elif path is not None and other not in (None, document):
            text = self.tr("{0} is open here. The text of {1} is still kept in its own tab.")
            notice = Notice("open", text.format(on_one_line(path.name), _name(document)))
            self.wants_front.emit(other)
            self.told.emit(Told(other, notice))
        outside.look_at(document)
        self._changed_outside(document)

    def _save(
        self,
        document: Document,
        path: Path | None,
        choices: Set[SaveOffer],
        seen: str | None = None,
    ) -> bool:
        done = self._saver.save(document, path, frozenset(choices), seen)
        if done and path is not None:
            self._workbench.moved(document)
        return done

    def _say_pending(self, document: Document) -> None:
        """Say that something in a field of a saved document is not in its text."""
        if self._has_pending(document):
            text = self.tr("Something typed into a field is not valid yet. Mend it first.")
            self.told.emit(Told(document, Notice("pending", text)))

    def _save_each(self, documents: list[Document]) -> bool:
        """Save all, also behind one that is refused; say whether all are on disk."""
        done = [self.save(document) for document in documents]
        pending = [document for document in documents if self._has_pending(document)]
        for document in pending:
            text = self.tr("Something typed into a field is not valid yet. Mend or clear it first.")
            self.wants_front.emit(document)
            self.told.emit(Told(document, Notice("pending", text)))
        return all(done) and not pending

    def _may_go(self, documents: Set[Document] | None) -> bool:
        """Ask about the unsaved ones of some documents, or of all; say whether they may go.

        While the user answers texts may change or become unsaved: these are asked about again.
        """
        asked: dict[Document, int] = {}
        while True:
            unsaved = self.unsaved()
            asked = {each: changes for each, changes in asked.items() if each in unsaved}
            open_ones = [
                each
                for each in unsaved
                if (documents is None or each in documents) and asked.get(each) != each.changes
            ]
            if not open_ones:
                self.given_up = frozenset(asked)
                return True
            asked |= {each: each.changes for each in open_ones}
            names = [_name(each) or self.tr("Untitled") for each in open_ones]
            choice = self._questions.unsaved(self._window, names)
            saves = choice is UnsavedChoice.SAVE
            if choice is UnsavedChoice.CANCEL or (saves and not self._save_each(open_ones)):
                return False
            if saves:  # what is unsaved again by now was not given up
                asked = {each: count for each, count in asked.items() if each not in open_ones}

    def _folder(self) -> Path:
        front = self._workbench.front
        if front is not None and front.path is not None:
            return front.path.parent
        project = self._workbench.project
        return project.root if project is not None else Path.home()

    def _refused(self, refusal: Refusal) -> None:
        document = refusal.document
        if refusal.outside:
            self._workbench.outside.count_as_own(document)  # it was to be saved
            self._workbench.outside.look_at(document)
            if not document.is_modified():  # the disk holds it by now
                self._saved(document)
                return
            refusal = self._with_change(refusal)
        # What is said of an outside change is over when that change is.
        key = "outside" if refusal.outside else "save"
        actions = self._actions(refusal)
        if document.fault is not None:
            actions += self._encodings(document)
        fault = refusal.change.fault if refusal.change is not None else ""
        message = " ".join(filter(None, (refusal.message, fault)))
        self.wants_front.emit(document)
        self.told.emit(Told(document, Notice(key, message, NoticeLevel.ERROR, actions)))

    def _with_change(self, refusal: Refusal) -> Refusal:
        """Offer what fits the file as it is now, and remember what that was."""
        change = self._workbench.outside.change_of(refusal.document)
        if change is None:
            return refusal
        moved = self._workbench.outside.moved_to(refusal.document) if change.gone else None
        offers = offers_for(change, moved is not None)
        return replace(refusal, offers=offers, change=change, moved_to=moved)

    def _saved(self, document: Document) -> None:
        self.told.emit(Told(document, settled=("save", "outside", "reloaded")))

    def _settled_outside(self, document: Document) -> None:
        self.told.emit(Told(document, settled=("outside",)))

    def _follow(self, document: Document) -> None:
        document.read_only_changed.connect(self._read_only_changed)

    def _read_only_changed(self) -> None:
        document = self.sender()
        if isinstance(document, Document):
            self._tell_read_only(document)

    def _changed_outside(self, document: Document) -> None:
        refusal = self._with_change(Refusal(document, "", ()))
        change, name = refusal.change, _name(document)
        if change is None:
            return
        if change.gone:
            text = self.tr("{0} is no longer on disk. Its text is kept here.").format(name)
            if refusal.moved_to is not None:
                it_is = self.tr("It seems to be {0} now.").format(refusal.moved_to.name)
                text = f"{text} {it_is}"
        elif change.is_text:
            text = self.tr("Another program changed {0}. Your unsaved text is kept.").format(name)
        elif change.digest is not None:
            text = self.tr("Another program changed {0}. {1} Your text is kept here.")
            text = text.format(name, change.fault)
        else:
            text = self.tr("{0} cannot be read any more. {1} Its text is kept here.")
            text = text.format(name, change.fault)
        notice = Notice("outside", text, NoticeLevel.WARNING, self._actions(refusal))
        self.told.emit(Told(document, notice, settled=("reloaded",)))

    def _reloaded(self, document: Document) -> None:
        name = _name(document)
        text = self.tr("{0} was changed by another program and read again.").format(name)
        if document.qdocument.isUndoAvailable():
            text = f"{text} {self.tr('Undo takes it back.')}"
        notice = Notice("reloaded", text, NoticeLevel.INFO)
        self.told.emit(Told(document, notice, settled=("outside",)))

    def _tell_read_only(self, document: Document) -> None:
        reason = document.read_only_reason
        if reason is None:
            self.told.emit(Told(document, settled=("read-only",)))
        else:
            offers = () if document.fault is not None else (SaveOffer.SAVE_AS,)
            encodings = self._encodings(document) if document.fault is not None else ()
            actions = encodings + self._actions(Refusal(document, reason, offers))
            notice = Notice("read-only", reason, NoticeLevel.WARNING, actions)
            self.told.emit(Told(document, notice))

    def _encodings(self, document: Document) -> tuple[NoticeAction, ...]:
        """Offer to read a file that is not UTF-8 in each encoding that fits it."""
        return tuple(
            NoticeAction(self.tr("Reopen as {0}").format(name), Reopening(self, document, name).run)
            for name in self._saver.encodings_for(document)
        )

    def _actions(self, refusal: Refusal) -> tuple[NoticeAction, ...]:
        texts = {
            SaveOffer.COMPARE: self.tr("Compare"),
            SaveOffer.KEEP_MINE: self.tr("Keep mine"),
            SaveOffer.SAVE_AS: self.tr("Save as…"),
            SaveOffer.FOLLOW: self.tr("Follow it"),
            SaveOffer.TAKE_THEIRS: self.tr("Take theirs"),
            SaveOffer.OVERWRITE: self.tr("Overwrite with mine"),
            SaveOffer.CREATE: self.tr("Create it again"),
            SaveOffer.FORCE: self.tr("Save anyway"),
            SaveOffer.AS_UTF_8: self.tr("Save in UTF-8"),
            SaveOffer.IN_PLACE: self.tr("Save in place, with a backup"),
            SaveOffer.OUTSIDE: self.tr("Write there"),
        }
        actions = tuple(
            NoticeAction(texts[offer], Answer(self, refusal, offer).run) for offer in refusal.offers
        )
        change = refusal.change
        is_no_text = change is not None and change.digest is not None and not change.is_text
        return actions + (self._encodings(refusal.document) if is_no_text else ())


def _name(document: Document) -> str:
    return on_one_line(document.path.name) if document.path is not None else ""


def _nothing_to_flush() -> None:
    """Nothing is typed that is not in a text."""


def _nothing_pending(_document: Document) -> bool:
    return False
