"""What a program that died left behind: offered, recovered as unsaved text, or discarded.

Nothing here writes a user's file, and no snapshot goes before the user decided on it
(docs/reliability.md, Recovery).
"""

import contextlib
import os
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.journal import Journal
from editor.session.workbench import Workbench
from editor.storage.disk import shown
from editor.storage.recovery import Damaged, RecoveryStore, Snapshot, Unsaved
from editor.storage.snapshots import is_on_disk
from editor.storage.textfile import DecodeFault, UnreadableFile, decode, digest_of, read_bytes


class OnDisk(StrEnum):
    """What the disk holds in the place of a recovered text."""

    AS_IT_WAS = "as it was"
    CHANGED = "changed"
    GONE = "gone"
    NEVER_SAVED = "never saved"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    """It is the snapshot itself that cannot be read."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A snapshot that the user has not decided on.

    Attributes:
        number: Names the offer as long as the window lives; from 1.
        name: Of the file; of a text without a place its first words, perhaps nothing.
        folder: Of the file, or nothing; of a damaged snapshot where it lies.
        kept_at: When the text was like this, in seconds since 1970; None if that is not known.
        on_disk: What the disk holds in its place.
        disk_at: When the file on disk was written, or None.
        why: Why a damaged snapshot cannot be read, in half a sentence.
    """

    number: int
    name: str
    folder: str
    kept_at: float | None
    on_disk: OnDisk
    disk_at: float | None = None
    why: str = ""


class Recovery(QObject):
    """The offers of one window."""

    changed = Signal()
    """There are other offers, or they say something else."""

    def __init__(
        self,
        workbench: Workbench,
        journal: Journal,
        store: RecoveryStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._store = store
        self._found: dict[int, Snapshot | Damaged] = {}
        self._offers: tuple[Offer, ...] = ()
        self._last = 0
        self.journal = journal
        journal.released.connect(self._offer_again)
        workbench.documents.saved.connect(self._saved)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What the user has not decided on, oldest first."""
        return self._offers

    def look(self) -> None:
        """Find what dead programs left; what is on disk anyhow goes without a word."""
        for found in self._store.claim():
            self._add(found)
        self.refresh()

    def refresh(self) -> None:
        """Compare with the disk again; what it holds anyhow is no longer offered."""
        for number, found in list(self._found.items()):
            if isinstance(found, Snapshot) and is_on_disk(found.unsaved):
                del self._found[number]
                self.journal.discard(found.file)
        offers = tuple(_offer(number, found) for number, found in self._found.items())
        if offers != self._offers:
            self._offers = offers
            self.changed.emit()

    def recover(self, number: int) -> Document | None:
        """Put the text of an offer into a document, unsaved; None if it cannot be read.

        A file that is open gets it as one edit; undo brings back what was there.
        """
        found = self._found.get(number)
        if not isinstance(found, Snapshot):
            return None
        document = self._document_for(found.unsaved)
        del self._found[number]
        self.journal.adopt(document, found)
        self.refresh()
        self._workbench.look_at_disk_now()
        return document

    def texts(self, number: int) -> tuple[str, str]:
        """Return what the disk holds, nothing if it cannot be read, and the text of an offer."""
        found = self._found.get(number)
        if not isinstance(found, Snapshot):
            return "", ""
        return _text_on_disk(found.unsaved), found.unsaved.text

    def discard(self, number: int) -> None:
        """Remove the snapshot of an offer: the user does not want it."""
        found = self._found.pop(number, None)
        if found is not None:
            self.journal.discard(found.file)
            self.refresh()

    def _add(self, found: Snapshot | Damaged) -> None:
        self._last += 1
        self._found[self._last] = found

    def _saved(self, _document: Document) -> None:
        if self._found:
            self.refresh()

    def _offer_again(self, snapshot: Snapshot) -> None:
        self._add(snapshot)
        self.refresh()

    def _document_for(self, unsaved: Unsaved) -> Document:
        """Return a document that holds the text: that of its file if it can be read."""
        documents = self._workbench.documents
        try:
            kind = FileKind(unsaved.kind)
        except ValueError:  # of a newer version
            kind = FileKind.PROMPT
        if unsaved.path is None:
            return documents.bring_back(unsaved, kind)
        try:
            document = self._workbench.open(unsaved.path)
        except UnreadableFile:
            return documents.bring_back(unsaved, kind)
        if not self._reads_as(document, unsaved.encoding):
            return documents.new(kind, None, unsaved.text)  # it cannot be edited in its place
        self.journal.keep_now(document)
        documents.take_up(document, unsaved)
        return document

    def _reads_as(self, document: Document, encoding: str) -> bool:
        """Read a file in the encoding that its text had; tell whether it can be edited then."""
        if document.encoding != encoding and not document.is_modified():
            with contextlib.suppress(UnreadableFile, DecodeFault, LookupError):
                self._workbench.documents.reopen(document, encoding)
        return document.fault is None


def _offer(number: int, found: Snapshot | Damaged) -> Offer:
    if isinstance(found, Damaged):
        return Offer(number, "", shown(found.file), None, OnDisk.DAMAGED, why=found.why)
    unsaved = found.unsaved
    name, folder = shown(unsaved.title), ""
    if unsaved.path is not None:
        name, folder = shown(unsaved.path.name), shown(unsaved.path.parent)
    return Offer(number, name, folder, unsaved.when, *_look_at(unsaved))


def _look_at(unsaved: Unsaved) -> tuple[OnDisk, float | None]:
    """What the disk holds in the place of a text, and since when."""
    if unsaved.path is None:
        return OnDisk.NEVER_SAVED, None
    try:
        digest = digest_of(read_bytes(unsaved.path))
        written = os.stat(unsaved.path).st_mtime
    except (OSError, ValueError):
        if os.path.lexists(unsaved.path):
            return OnDisk.UNREADABLE, None
        return (OnDisk.NEVER_SAVED if unsaved.base is None else OnDisk.GONE), None
    return (OnDisk.AS_IT_WAS if digest == unsaved.base else OnDisk.CHANGED), written


def _text_on_disk(unsaved: Unsaved) -> str:
    if unsaved.path is None:
        return ""
    try:
        return decode(read_bytes(unsaved.path), unsaved.encoding).text
    except (UnreadableFile, ValueError, LookupError):
        return ""
