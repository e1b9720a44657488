"""Tells of a file whose last save in place was cut short: what it held before lies in a backup."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.session.document import Document
from editor.session.documents import Documents
from editor.ui.widgets.notice_bar import Notice, NoticeAction, NoticeLevel
from editor.ui.widgets.notice_board import Told

_KEY = "backup"


@dataclass(frozen=True, slots=True)
class _Opening:
    """A backup, ready to be opened beside its file."""

    notices: "BackupNotices"
    backup: Path

    def run(self) -> None:
        self.notices.open_requested.emit(self.backup)


@dataclass(frozen=True, slots=True)
class _Removal:
    """A backup that the user needs no longer, ready to be removed."""

    notices: "BackupNotices"
    document: Document
    backup: Path

    def ask(self) -> None:
        self.notices.ask_to_remove(self.document, self.backup)

    def run(self) -> None:
        self.notices.remove(self.document, self.backup)

    def leave(self) -> None:
        self.notices.tell(self.document, self.backup)


class BackupNotices(QObject):
    """Looks for backups when a file is opened; none is ever removed unasked."""

    told = Signal(object)
    """A `Told`: news for the notices of a document."""
    open_requested = Signal(object)
    """A `Path` to be opened."""

    def __init__(self, documents: Documents, parent: QObject) -> None:
        super().__init__(parent)
        self._documents = documents
        documents.opened.connect(self._look)

    def remove(self, document: Document, backup: Path) -> None:
        """Remove a backup for good, and tell of the next one if there is one."""
        self._documents.remove_backup(backup)
        self.told.emit(Told(document, settled=(_KEY,)))
        self._look(document)

    def ask_to_remove(self, document: Document, backup: Path) -> None:
        """Ask once more: it may be the only whole copy."""
        removal = _Removal(self, document, backup)
        text = self.tr("Remove {0} for good? It may be the only whole copy of {1}.")
        actions = (
            NoticeAction(self.tr("Keep the backup"), removal.leave),
            NoticeAction(self.tr("Remove for good"), removal.run),
        )
        self._show(document, text.format(backup, _name(document)), actions)

    def tell(self, document: Document, backup: Path) -> None:
        """Tell of a backup, and offer what can be done with it."""
        text = self.tr("A save of {0} was cut short. What the file held before is in {1}.")
        actions = (
            NoticeAction(self.tr("Open the backup"), _Opening(self, backup).run),
            NoticeAction(self.tr("Remove the backup"), _Removal(self, document, backup).ask),
        )
        self._show(document, text.format(_name(document), backup), actions)

    def _look(self, document: Document) -> None:
        for backup in self._documents.backups(document)[:1]:
            self.tell(document, backup)

    def _show(self, document: Document, text: str, actions: tuple[NoticeAction, ...]) -> None:
        self.told.emit(Told(document, Notice(_KEY, text, NoticeLevel.WARNING, actions)))


def _name(document: Document) -> str:
    return document.path.name if document.path else ""
