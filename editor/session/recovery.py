"""What a program that died left behind: offered, recovered as unsaved text, or discarded.

Nothing here writes a user's file, and no snapshot goes before the user decided on it
(docs/reliability.md, Recovery).
"""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.formats.event import NotASoul, read_event
from editor.session.document import Document
from editor.session.documents import Origin, is_same_file
from editor.session.journal import Journal
from editor.session.ondisk import change_on_disk, read_as
from editor.session.workbench import Workbench
from editor.storage.disk import shown
from editor.storage.recovery import Damaged, RecoveryStore, Snapshot, Unsaved
from editor.storage.textfile import DecodeFault, EncodeFault, TextFile, UnreadableFile, digest_of


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


@dataclass(frozen=True, slots=True)
class Texts:
    """The text of an offer beside that of its file.

    Attributes:
        on_disk: What the file holds; empty if there is none.
        kept: The text of the offer.
        why: Why the file can be compared with no text, in a sentence; else empty.
    """

    on_disk: str
    kept: str
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
        self._offers: dict[int, Offer] = {}
        self._last = 0
        self.journal = journal
        journal.released.connect(self._offer_again)
        workbench.documents.saved.connect(self._saved)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What the user has not decided on, oldest first."""
        return tuple(self._offers.values())

    def look(self) -> None:
        """Find what dead programs left; what is on disk anyhow goes without a word."""
        self._add(self._store.claim())

    def refresh(self, number: int | None = None) -> None:
        """Compare one offer, or each, with the disk again; what it holds is no longer offered."""
        before = dict(self._offers)
        for each in tuple(self._found) if number is None else (number,):
            self._compare(each)
        if self._offers != before:
            self.changed.emit()

    def recover(self, number: int) -> Document | None:
        """Put the text of an offer into a document, unsaved; None if it cannot be read.

        A file that is open gets it as one edit; undo brings back what was there.
        """
        found = self._found.get(number)
        if not isinstance(found, Snapshot):
            return None
        document, before = self._document_for(found.unsaved)
        self._forget(number)
        self._workbench.outside.count_as_own(document)
        self.journal.adopt(document, found, before)
        self.changed.emit()
        self._workbench.outside.look_at(document)
        return document

    def texts(self, number: int) -> Texts | None:
        """Return what the disk holds and the text of an offer; None if it cannot be read."""
        found = self._found.get(number)
        return _texts(found.unsaved) if isinstance(found, Snapshot) else None

    def discard(self, number: int) -> None:
        """Remove the snapshot of an offer: the user does not want it."""
        found = self._found.get(number)
        if found is not None:
            self.journal.discard(found.file)
            self._forget(number)
            self.changed.emit()

    def _add(self, found: Iterable[Snapshot | Damaged]) -> None:
        before = dict(self._offers)
        for each in found:
            self._last += 1
            self._found[self._last] = each
            self._compare(self._last)
        if self._offers != before:
            self.changed.emit()

    def _compare(self, number: int) -> None:
        """Compare one offer with the disk."""
        found = self._found.get(number)
        if isinstance(found, Damaged):
            why = found.why
            self._offers[number] = Offer(
                number, "", shown(found.file), None, OnDisk.DAMAGED, why=why
            )
        elif found is not None:
            seen = _look_at(found.unsaved)
            if seen is None:
                self.journal.discard(found.file)
                self._forget(number)
            else:
                self._offers[number] = _offer(number, found.unsaved, *seen)

    def _forget(self, number: int) -> None:
        self._found.pop(number, None)
        self._offers.pop(number, None)

    def _saved(self, document: Document) -> None:
        """Compare the offers of a file again that was saved."""
        for number, found in tuple(self._found.items()):
            path = found.unsaved.path if isinstance(found, Snapshot) else None
            if path is not None and is_same_file(document.path, path):
                self.refresh(number)

    def _offer_again(self, snapshot: Snapshot) -> None:
        self._add((snapshot,))

    def _document_for(self, unsaved: Unsaved) -> tuple[Document, Origin | None]:
        """Return a document that holds the text: that of its file if it can be read.

        And what it was made from, if undo brings back another text.
        """
        documents = self._workbench.documents
        try:
            kind = FileKind(unsaved.kind)
        except ValueError:  # of a newer version
            kind = FileKind.PROMPT
        if unsaved.path is None:
            return documents.bring_back(unsaved, kind), None
        try:
            document = self._workbench.open(unsaved.path)
        except UnreadableFile:
            return documents.bring_back(unsaved, kind), None
        same_part = (document.enclosure is None) is (unsaved.around is None)
        if not same_part or not self._reads_as(document, unsaved.encoding):
            return documents.new(kind, None, unsaved.text), None  # it is edited nowhere else
        self.journal.keep_now(document)
        return document, documents.take_up(document, unsaved)

    def _reads_as(self, document: Document, encoding: str) -> bool:
        """Read a file in the encoding that its text had; tell whether it can be edited then."""
        if document.encoding != encoding and not document.is_modified():
            with contextlib.suppress(UnreadableFile, DecodeFault, LookupError):
                self._workbench.documents.reopen(document, encoding)
        return document.fault is None


def _offer(number: int, unsaved: Unsaved, on_disk: OnDisk, written: float | None) -> Offer:
    name, folder = shown(unsaved.title), ""
    if unsaved.path is not None:
        name, folder = shown(unsaved.path.name), shown(unsaved.path.parent)
    return Offer(number, name, folder, unsaved.when, on_disk, written)


def _look_at(unsaved: Unsaved) -> tuple[OnDisk, float | None] | None:
    """What the disk holds in the place of a text, and since when; None if nothing can be lost.

    That is so where the file holds these very bytes, or if an empty text was never saved.
    """
    if unsaved.base is None and not unsaved.text:
        return None
    if unsaved.path is None:
        return OnDisk.NEVER_SAVED, None
    change = change_on_disk(unsaved.path, unsaved.base or "", unsaved.encoding)
    if change is None or change.digest is not None:
        if (unsaved.base if change is None else change.digest) == _digest(unsaved):
            return None
        return (OnDisk.AS_IT_WAS if change is None else OnDisk.CHANGED), _written(unsaved.path)
    if not change.gone:
        return OnDisk.UNREADABLE, None
    return (OnDisk.NEVER_SAVED if unsaved.base is None else OnDisk.GONE), None


def _digest(unsaved: Unsaved) -> str | None:
    """The digest of the file if the text were saved, or None if it cannot be."""
    try:
        around = None if unsaved.around is None else read_event(unsaved.around)
        file = TextFile("", unsaved.bom, unsaved.encoding, "", enclosure=around)
        return digest_of(file.encode(unsaved.text))
    except (EncodeFault, LookupError, NotASoul):
        return None


def _written(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _texts(unsaved: Unsaved) -> Texts:
    if unsaved.path is None or not os.path.lexists(unsaved.path):
        return Texts("", unsaved.text)
    try:
        found = read_as(unsaved.path, unsaved.encoding, unsaved.around is not None)
    except (UnreadableFile, LookupError) as error:
        return Texts("", unsaved.text, str(error))
    why = "" if found.fault is None else f"{found.fault.fact}."
    return Texts(found.text, unsaved.text, why)
