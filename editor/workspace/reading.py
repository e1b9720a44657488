"""The text of a file on disk, for everything that needs no more than its text."""

from dataclasses import dataclass
from pathlib import Path

from editor.core.spans import Position
from editor.storage.disk import shown
from editor.storage.textfile import DecodeFault, UnreadableFile, read


@dataclass(frozen=True, slots=True)
class SourceFault:
    """A file that should define names and cannot be read; it defines nothing, or not all.

    Attributes:
        path: The file.
        message: One sentence that says why.
        offset: The place in its text (code points), or None if there is no text.
        position: The same as line and column, where it is known.
    """

    path: Path
    message: str
    offset: int | None = None
    position: Position | None = None


def read_text(path: Path) -> str:
    """Return the text of `path` with its own line ends, without the byte order mark.

    Raises:
        UnreadableFile: there is no file that can be read, or it is not UTF-8; the message is
            one line that names the file.
    """
    found = read(path)
    if found.fault is not None:
        raise no_text(path, found.fault)
    return found.text


def no_text(path: Path, fault: DecodeFault) -> UnreadableFile:
    """Return why a file that is not UTF-8 gives no text, with what may be done about it."""
    reason = f"{fault.fact}: save the file as UTF-8."
    return UnreadableFile(path, f"{shown(path)}: {reason}", reason, fault)
