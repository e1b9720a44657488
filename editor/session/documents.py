"""The open documents: one for each file, whatever name it was opened by, and their saving."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.formats.event import SUFFIX, read_event
from editor.session.document import Document
from editor.session.ondisk import (
    DiskChange,
    change_on_disk,
    digest_on_disk,
    event_on_disk,
    open_as,
    read_as,
)
from editor.storage.disk import Disk, reason_of
from editor.storage.refusals import Reason, SaveRefused
from editor.storage.saving import save
from editor.storage.snapshots import Unsaved
from editor.storage.temporary import backups_of, remove_quietly
from editor.storage.textfile import (
    UTF_8,
    TextFile,
    UnreadableFile,
    digest_of,
    encode,
    fitting_encodings,
    read,
    read_bytes,
)
from editor.workspace.souls import holds_event

__all__ = ["DiskChange", "Documents", "UnreadableFile", "is_same_file"]

NEVER_SAVED = digest_of(b"")
"""The digest of a document that was made from no file."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a text is made from, the file with this digest, and how it is written."""

    digest: str
    encoding: str
    bom: bool


class WriteGuard(Protocol):
    """Knows which places are written to only after the user said so."""

    def require(self, path: Path) -> None:
        """Let a file be written.

        Raises:
            SaveRefused: the user has to confirm it first.
        """
        ...

    def confirm(self, path: Path) -> None:
        """Take the user's word for the places that writing the file at `path` needs."""
        ...


class Documents(QObject):
    """All open documents.

    Signals:
        opened, closed, saved: The `Document` concerned.
        rebased: A `Document` whose text counts as made from another file content by now, or will
            be written in another encoding.
    """

    opened = Signal(object)  # Document
    closed = Signal(object)  # Document
    saved = Signal(object)  # Document
    rebased = Signal(object)  # Document

    def __init__(self, backup_folder: Path | None = None, parent: QObject | None = None) -> None:
        """Keep backups of files written in place in `backup_folder`, else beside them."""
        super().__init__(parent)
        self._backup_folder = backup_folder
        self._documents: list[Document] = []
        self._unborn: set[Document] = set()
        self._unconfirmed: set[Path] = set()
        self._guard: WriteGuard | None = None

    def guard_writing(self, guard: WriteGuard) -> None:
        """Ask `guard` before each write to a place that the user did not choose in a dialog."""
        self._guard = guard

    def require_place(self, path: Path) -> None:
        """Let the file at `path` be written, renamed or removed.

        Raises:
            SaveRefused: it lies outside the workspace, and the user has to confirm that first.
        """
        if self._guard is not None:
            self._guard.require(path)

    def confirm_place(self, path: Path) -> None:
        """Take the user's word that the file at `path` may be written."""
        if self._guard is not None:
            self._guard.confirm(path)

    def all(self) -> tuple[Document, ...]:
        """Return the open documents in the order they were opened."""
        return tuple(self._documents)

    def find(self, path: Path) -> Document | None:
        """Return the document of the file at `path`, opened by this name or another."""
        return next((each for each in self._documents if is_same_file(each.path, path)), None)

    def open(self, path: Path, kind: FileKind = FileKind.PROMPT) -> Document:
        """Return the document of the file at `path`, opening it if need be.

        Raises:
            UnreadableFile: it cannot be opened; the message is one line for the user.
        """
        found = self.find(path)
        if found is not None:
            return found
        absolute = Path(os.path.abspath(path))
        return self._add(Document(*open_as(absolute, kind), absolute, self))

    def new(
        self, kind: FileKind = FileKind.PROMPT, path: Path | None = None, text: str = ""
    ) -> Document:
        """Return a document that is not on disk.

        Args:
            kind: What it will be.
            path: Where it is to be saved, or None for no place yet.
            text: What it begins with, as unsaved work.
        """
        file = TextFile("", False, UTF_8, NEVER_SAVED)
        document = Document(file, kind, path and Path(os.path.abspath(path)), self)
        document.replace_text(text)
        self._unborn.add(document)
        return self._add(document)

    def base_of(self, document: Document) -> str | None:
        """Return the digest of the file that `document` was made from; None if there was none."""
        return None if document in self._unborn else document.digest

    def bring_back(self, unsaved: Unsaved, kind: FileKind) -> Document:
        """Return a document of a text that was never saved, or whose file is gone or unreadable.

        It is unsaved work, and its file is not made without a question.
        """
        if unsaved.path is None or unsaved.base is None:
            return self.new(kind, unsaved.path, unsaved.text)
        around = None if unsaved.around is None else read_event(unsaved.around)
        file = TextFile("", unsaved.bom, unsaved.encoding, unsaved.base, enclosure=around)
        document = Document(file, kind, unsaved.path, self)
        document.replace_text(unsaved.text)
        document.mark_unsaved()
        return self._add(document)

    def origin_of(self, document: Document) -> Origin:
        """Return what the text of `document` is made from, and how it is written."""
        return Origin(document.digest, document.encoding, document.bom)

    def set_origin(self, document: Document, origin: Origin) -> None:
        """Let the text of `document` count as made from another file content."""
        document.digest = origin.digest
        document.use_encoding(origin.encoding, origin.bom)
        self.rebased.emit(document)

    def rebase(self, document: Document, digest: str) -> None:
        """Let the text count as unsaved work over the file content with this digest.

        What another program changed around it stays.
        """
        document.digest = digest
        if document.enclosure is not None and document.path is not None:
            document.enclosure = event_on_disk(document.path, digest) or document.enclosure
        document.mark_unsaved()
        self.rebased.emit(document)

    def use_encoding(self, document: Document, encoding: str) -> None:
        """Save `document` in another encoding from now on."""
        document.use_encoding(encoding)
        self.rebased.emit(document)

    def take_up(self, document: Document, unsaved: Unsaved) -> Origin:
        """Put unsaved text into `document` as one edit; what is in it now comes back by undo.

        If the disk does not hold what the text was made from, saving asks first. Returns what the
        text was made from until now.
        """
        before = self.origin_of(document)
        base = NEVER_SAVED if unsaved.base is None else unsaved.base
        self.set_origin(document, Origin(base, unsaved.encoding, unsaved.bom))
        document.end_merge()
        document.replace_text(unsaved.text)
        if not document.is_modified():
            document.mark_unsaved()  # the text is the same, but its bytes are not
        return before

    def close(self, document: Document) -> None:
        """Forget `document`; what is not saved is gone."""
        self._documents.remove(document)
        self._unborn.discard(document)
        self.closed.emit(document)
        document.deleteLater()

    def text_of(self, path: Path) -> str:
        """Return the text of a file: the unsaved one if it is open.

        Raises:
            UnreadableFile: it is not open and cannot be read.
        """
        found = self.find(path)
        return found.text() if found is not None else read(path).text

    def save(
        self,
        document: Document,
        path: Path | None = None,
        *,
        over: str | None = None,
        create: bool = False,
        force: bool = False,
        allow_in_place: bool = False,
    ) -> None:
        """Write `document`, to `path` from now on if given; a clean file is not written.

        Args:
            document: What to save.
            path: Another place; its own by default.
            over: The digest of what the disk holds and may be lost: the user said so.
            create: Make a file that was deleted, or a link's missing target, again.
            force: Write to a write-protected file.
            allow_in_place: Write in place, after a backup, where a new file is impossible.

        Raises:
            SaveRefused: why the text is not safely on disk; the document stays unsaved.
            EncodeFault: a character cannot be written.
        """
        target = document.path if path is None else Path(os.path.abspath(path))
        if target is None:
            raise SaveRefused(
                Reason.NO_FOLDER, "Untitled", "has no place yet.", "Save it somewhere."
            )
        stays = is_same_file(document.path, target)
        chosen = over is not None or create or force or allow_in_place
        clean = not document.is_modified() and os.path.lexists(target)
        if stays and not chosen and clean and path is None:
            return
        other = self.find(target)
        if other not in (None, document):
            detail, advice = "was not saved to: it is open itself.", "Choose another name."
            raise SaveRefused(Reason.EXISTS, target, detail, advice)
        if not stays and document.enclosure is not None and not holds_event(target):
            detail = f"was not saved to: the name of a Nostr event ends with {SUFFIX}."
            raise SaveRefused(Reason.NOT_A_FILE, target, detail, "Or import it as a .md file.")
        if stays and (path is None or document.path == target):
            self.require_place(target)
        base = document.digest if stays and document not in self._unborn else None
        if document in self._unborn and document.path == target:
            _make_folder(target)
        data = document.data()
        try:
            done = save(
                target,
                data,
                base if over is None else over,
                create=create,
                force=force,
                allow_in_place=allow_in_place,
                rewrite=target in self._unconfirmed,
                backup_folder=self._backup_folder,
            )
        except SaveRefused as refused:
            if refused.reason in (Reason.NOT_CONFIRMED, Reason.PARTLY_WRITTEN):
                certain = refused.reason is Reason.NOT_CONFIRMED
                digest = digest_of(data) if certain else digest_on_disk(target)
                self._written_unsurely(document, target, digest if stays else None)
            raise
        self._unconfirmed.discard(target)
        if not stays:
            document.read_only_reason = None
        self._unborn.discard(document)
        document.path = target
        document.mark_saved(done.digest)
        self.saved.emit(document)

    def write(self, path: Path, text: str, over: str | None) -> None:
        """Write a text that is no document's to a place that the user chose.

        Args:
            path: The place.
            text: The whole text.
            over: The digest of what may be lost there; None if nothing may be there.

        Raises:
            SaveRefused: why it is not there.
            EncodeFault: a character cannot be written.
        """
        if self.find(path) is not None:
            detail, advice = "was not written: it is open itself.", "Choose another name."
            raise SaveRefused(Reason.EXISTS, path, detail, advice)
        save(path, encode(text), over, backup_folder=self._backup_folder)

    def _written_unsurely(self, document: Document, target: Path, digest: str | None) -> None:
        """Take what a save that went wrong late left on disk as ours, and the text as unsaved."""
        self._unconfirmed.add(target)
        if digest is not None:
            self._unborn.discard(document)
            self.rebase(document, digest)

    def backups(self, document: Document) -> tuple[Path, ...]:
        """Return backups of a save in place that was cut short, if they differ from the file."""
        if document.path is None or self._backup_folder is None:
            return ()
        target = os.path.realpath(document.path)
        found = [Path(each) for each in backups_of(target, os.fspath(self._backup_folder))]
        return tuple(each for each in found if digest_on_disk(each) != document.digest)

    def remove_backup(self, backup: Path) -> None:
        """Remove a backup that the user needs no longer; it may fail."""
        remove_quietly(Disk(), os.fspath(backup))

    def compare_with_disk(self, document: Document) -> DiskChange | None:
        """Return how the file differs from what was loaded or last saved, or None."""
        if document.path is None or self.is_unborn(document):
            return None
        is_event = document.enclosure is not None
        return change_on_disk(document.path, document.digest, document.encoding, is_event)

    def is_unborn(self, document: Document) -> bool:
        """Whether a document has never been on disk, so that there is nothing to compare."""
        return document.path is None or document in self._unborn

    def reload(self, document: Document) -> None:
        """Take over what the disk holds, as one edit that can be undone.

        Raises:
            UnreadableFile: there is nothing to take over.
        """
        if document.path is not None:
            is_event = document.enclosure is not None
            document.reload(read_as(document.path, document.encoding, is_event))

    def fitting_encodings(self, document: Document) -> tuple[str, ...]:
        """Return the encodings in which the file of `document` can be edited."""
        if document.path is None or document.enclosure is not None:
            return ()  # an event is UTF-8, or none
        try:
            return fitting_encodings(read_bytes(document.path))
        except UnreadableFile:
            return ()

    def reopen(self, document: Document, encoding: str) -> None:
        """Read the file of `document` again, in the encoding that the user chose.

        Raises:
            UnreadableFile: there is nothing to read.
            DecodeFault: it is no text in this encoding.
        """
        if document.path is not None:
            document.reload(read(document.path, encoding))

    def _add(self, document: Document) -> Document:
        self._documents.append(document)
        self.opened.emit(document)
        return document


def is_same_file(one: Path | None, other: Path) -> bool:
    """Whether two names lead to one file; of a file that is gone, whether they would."""
    if one is None:
        return False
    if one == other:
        return True
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def _make_folder(target: Path) -> None:
    """Make the folder of a file that is saved for the first time, where it was meant to be."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"was not saved: its folder can't be made ({reason_of(error)})."
        raise SaveRefused(Reason.NO_FOLDER, target, detail, "Save it elsewhere.") from error
