"""What the disk holds of an open file now, compared by content: plain values, for any thread."""

import os
from dataclasses import dataclass
from pathlib import Path

from editor.core.kinds import FileKind
from editor.formats.event import Event, NotASoul, read_event
from editor.storage.disk import shown
from editor.storage.textfile import (
    UTF_8,
    DecodeFault,
    TextFile,
    UnreadableFile,
    decode,
    digest_of,
    read,
    read_bytes,
    too_large,
)
from editor.workspace.souls import may_be_event, soul_of

MOST_SHOWN = 10 * 1024 * 1024
"""Files above this many bytes are too large for a window (docs/decisions.md)."""

FileNumber = tuple[int, int]
"""The numbers of a device and of a file on it; a renamed file keeps them."""


@dataclass(frozen=True, slots=True)
class DiskChange:
    """The file of a document is not what was loaded or last saved.

    Attributes:
        digest: Of the bytes it holds now; None if there is no file, or none that can be read.
        fault: Why what is there cannot be taken over as text, in a sentence; else empty.
    """

    digest: str | None
    fault: str = ""

    @property
    def gone(self) -> bool:
        """Whether there is no file."""
        return self.digest is None and not self.fault

    @property
    def is_text(self) -> bool:
        """Whether there is a text that can be taken over."""
        return self.digest is not None and not self.fault


def change_on_disk(
    path: Path, digest: str, encoding: str, is_event: bool = False
) -> DiskChange | None:
    """Return how a file differs from the bytes with this digest, or None if it does not.

    A file that is too large for a window cannot be taken over, nor can one that is no soul event
    any more (`is_event`). Never waits for a pipe or device.
    """
    try:
        data = read_bytes(path)
    except UnreadableFile as error:
        missing = isinstance(error.__cause__, FileNotFoundError | NotADirectoryError)
        return DiskChange(None, "" if missing else error.reason)
    found = digest_of(data)
    return None if found == digest else DiskChange(found, _fault(data, encoding, is_event))


def digest_on_disk(path: Path) -> str | None:
    """Return the digest of what a file holds, or None if there is nothing that can be read."""
    try:
        return digest_of(read_bytes(path))
    except UnreadableFile:
        return None


def open_as(path: Path, kind: FileKind) -> tuple[TextFile, FileKind]:
    """Read a file to be edited as one of `kind`, with the kind that it is then.

    What should be a soul in a Nostr event and is none is edited as any text.

    Raises:
        UnreadableFile: it cannot be opened.
    """
    found = read(path, limit=MOST_SHOWN)
    if not may_be_event(path, kind):
        return found, kind
    try:
        return soul_of(found), kind
    except NotASoul:
        return found, FileKind.TEXT


def read_as(path: Path, encoding: str, is_event: bool = False) -> TextFile:
    """Read a file in the encoding it had, if it still fits; as any other file if not.

    Raises:
        UnreadableFile: it cannot be read, or is no soul event though it was one (`is_event`).
    """
    try:
        found = read(path, encoding)
    except DecodeFault:
        found = read(path)
    try:
        return soul_of(found) if is_event else found
    except NotASoul as fault:
        raise UnreadableFile(path, f"{shown(path)}: {fault}", str(fault)) from fault


def event_on_disk(path: Path, digest: str) -> Event | None:
    """Return the soul event that a file with this digest holds; None if it holds anything else."""
    try:
        data = read_bytes(path)
        return read_event(decode(data).text) if digest_of(data) == digest else None
    except (UnreadableFile, DecodeFault, NotASoul):
        return None


def number_of(path: Path) -> FileNumber | None:
    """Return which file a name leads to, as the file system numbers it; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino)


def moved_to(path: Path, number: FileNumber) -> Path | None:
    """Return the name in the same folder that the file with this number has now, or None."""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in entries if entry.inode() == number[1]]
    except OSError:
        return None
    found = (path.parent / name for name in names)
    return next((each for each in found if number_of(each) == number), None)


def _fault(data: bytes, encoding: str, is_event: bool) -> str:
    """Why bytes cannot be taken over: too many, no text in this encoding, nor UTF-8, no event."""
    if len(data) > MOST_SHOWN:
        return too_large(MOST_SHOWN)
    for name in dict.fromkeys((encoding, UTF_8)):
        try:
            found = decode(data, name)
            if is_event:
                soul_of(found)
            return ""
        except DecodeFault as error:
            fault = f"{error.fact}."
        except NotASoul as error:
            return str(error)
    return fault
