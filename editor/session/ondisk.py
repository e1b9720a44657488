"""What the disk holds of an open file now, compared by content: plain values, for any thread."""

import os
from dataclasses import dataclass
from pathlib import Path

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


def change_on_disk(path: Path, digest: str, encoding: str) -> DiskChange | None:
    """Return how a file differs from the bytes with this digest, or None if it does not.

    A file that is too large for a window cannot be taken over. Never waits for a pipe or device.
    """
    try:
        data = read_bytes(path)
    except UnreadableFile as error:
        missing = isinstance(error.__cause__, FileNotFoundError | NotADirectoryError)
        return DiskChange(None, "" if missing else error.reason)
    found = digest_of(data)
    return None if found == digest else DiskChange(found, _fault(data, encoding))


def digest_on_disk(path: Path) -> str | None:
    """Return the digest of what a file holds, or None if there is nothing that can be read."""
    try:
        return digest_of(read_bytes(path))
    except UnreadableFile:
        return None


def read_as(path: Path, encoding: str) -> TextFile:
    """Read a file in the encoding it had, if it still fits; as any other file if not."""
    try:
        return read(path, encoding)
    except DecodeFault:
        return read(path)


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


def _fault(data: bytes, encoding: str) -> str:
    """Why bytes are too many to be shown, or no text in this encoding, nor in UTF-8."""
    if len(data) > MOST_SHOWN:
        return too_large(MOST_SHOWN)
    for name in dict.fromkeys((encoding, UTF_8)):
        try:
            decode(data, name)
        except DecodeFault as error:
            fault = f"{error.fact}."
        else:
            return ""
    return fault
