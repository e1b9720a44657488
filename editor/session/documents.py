"""The open documents: one for each file, whatever name it was opened by, and their saving."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.storage.refusals import Reason, SaveRefused
from editor.storage.saving import save
from editor.storage.textfile import (
    UTF_8,
    DecodeFault,
    TextFile,
    UnreadableFile,
    digest_of,
    fitting_encodings,
    read,
    read_bytes,
)

__all__ = ["DiskChange", "Documents", "UnreadableFile", "is_same_file"]


@dataclass(frozen=True, slots=True)
class DiskChange:
    """The file of a document is not what was loaded or last saved.

    Attributes:
        digest: Of the bytes it holds now; None if there is no file.
    """

    digest: str | None

    @property
    def gone(self) -> bool:
        """Whether there is no file."""
        return self.digest is None


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
    """

    opened = Signal(object)  # Document
    closed = Signal(object)  # Document
    saved = Signal(object)  # Document

    def __init__(self, backup_folder: Path | None = None, parent: QObject | None = None) -> None:
        """Keep backups of files written in place in `backup_folder`, else beside them."""
        super().__init__(parent)
        self._backup_folder = backup_folder
        self._documents: list[Document] = []
        self._unborn: set[Document] = set()
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
        return self._add(Document(read(absolute), kind, absolute, self))

    def new(
        self, kind: FileKind = FileKind.PROMPT, path: Path | None = None, text: str = ""
    ) -> Document:
        """Return a document that is not on disk.

        Args:
            kind: What it will be.
            path: Where it is to be saved, or None for no place yet.
            text: What it begins with, as unsaved work.
        """
        file = TextFile("", False, UTF_8, digest_of(b""))
        document = Document(file, kind, path and Path(os.path.abspath(path)), self)
        document.replace_text(text)
        self._unborn.add(document)
        return self._add(document)

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
        overwrite: bool = False,
        create: bool = False,
        force: bool = False,
        allow_in_place: bool = False,
    ) -> None:
        """Write `document`, to `path` from now on if given; a clean file is not written.

        Args:
            document: What to save.
            path: Another place; its own by default.
            overwrite: The user's word that what the disk holds now may be lost.
            create: Make a file that was deleted, or a link's missing target, again.
            force: Write to a write-protected file.
            allow_in_place: Write in place, after a backup, where a new file is impossible.

        Raises:
            SaveRefused: nothing was written and why; the document stays unsaved.
            EncodeFault: a character cannot be written.
        """
        target = document.path if path is None else Path(os.path.abspath(path))
        if target is None:
            raise SaveRefused(Reason.NO_FOLDER, "Untitled", "has no place yet: save it somewhere.")
        stays = is_same_file(document.path, target)
        chosen = overwrite or create or force or allow_in_place
        clean = not document.is_modified() and os.path.lexists(target)
        if stays and not chosen and clean and path is None:
            return
        other = self.find(target)
        if other not in (None, document):
            detail = "is open itself: close it first, or save under another name."
            raise SaveRefused(Reason.EXISTS, target, detail)
        if stays and (path is None or document.path == target):
            self.require_place(target)
        base = document.digest if stays and document not in self._unborn else None
        if document in self._unborn and document.path == target:
            _make_folder(target)
        done = save(
            target,
            document.data(),
            _digest_on_disk(target) if overwrite else base,
            create=create,
            force=force,
            allow_in_place=allow_in_place,
            backup_folder=self._backup_folder,
        )
        if not stays:
            document.read_only_reason = None
        self._unborn.discard(document)
        document.path = target
        document.mark_saved(done.digest)
        self.saved.emit(document)

    def compare_with_disk(self, document: Document) -> DiskChange | None:
        """Return how the file differs from what was loaded or last saved, or None."""
        if document.path is None or document in self._unborn:
            return None
        try:
            found = digest_of(read_bytes(document.path))
        except UnreadableFile:
            return None if os.path.lexists(document.path) else DiskChange(None)
        return None if found == document.digest else DiskChange(found)

    def reload(self, document: Document) -> None:
        """Take over what the disk holds, as one edit that can be undone.

        Raises:
            UnreadableFile: there is nothing to take over.
        """
        if document.path is not None:
            document.reload(_read_as(document.path, document.encoding))

    def fitting_encodings(self, document: Document) -> tuple[str, ...]:
        """Return the encodings in which the file of `document` can be edited."""
        if document.path is None:
            return ()
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
        detail = f"was not saved: its folder cannot be made ({error.strerror})."
        raise SaveRefused(Reason.NO_FOLDER, target, detail) from error


def _read_as(path: Path, encoding: str) -> TextFile:
    """Read a file in the encoding it had, if it still fits; as any other file if not."""
    try:
        return read(path, encoding)
    except DecodeFault:
        return read(path)


def _digest_on_disk(path: Path) -> str | None:
    try:
        return digest_of(read_bytes(path))
    except UnreadableFile:
        return None
