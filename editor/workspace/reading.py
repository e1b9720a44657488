"""The text of a file on disk, for everything that needs no more than its text."""

from dataclasses import dataclass, replace
from pathlib import Path

from editor.core.kinds import FileKind
from editor.core.spans import Position
from editor.formats.event import SUFFIX, NotASoul, read_event
from editor.storage.disk import shown
from editor.storage.textfile import DecodeFault, TextFile, UnreadableFile, read


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


def read_text(path: Path, kind: FileKind | None = None) -> str:
    """Return the text of `path` with its own line ends, without the byte order mark.

    Args:
        path: The file.
        kind: What it is, if that matters: of a soul in a Nostr event it is the content alone.

    Raises:
        UnreadableFile: there is no file that can be read, it is not UTF-8, or it should hold a
            soul and does not; the message is one line that names the file.
    """
    return read_file(path, kind).text


def read_file(path: Path, kind: FileKind | None = None) -> TextFile:
    """Return what `path` holds, to be changed and written; see `read_text`."""
    found = read(path)
    if found.fault is not None:
        raise no_text(path, found.fault)
    if not may_be_event(path, kind):
        return found
    try:
        return soul_of(found)
    except NotASoul as fault:
        raise _no_soul(path, fault) from fault


def soul_text(path: Path, text: str) -> str:
    """Return the soul in the text of a file that `may_be_event`.

    Raises:
        UnreadableFile: it holds none; the message is one line that names the file.
    """
    try:
        return read_event(text).content
    except NotASoul as fault:
        raise _no_soul(path, fault) from fault


def may_be_event(path: Path | None, kind: FileKind | None) -> bool:
    """Whether a file of this kind and name is a soul only as the content of a Nostr event."""
    return kind is FileKind.SOUL and path is not None and path.suffix == SUFFIX


def soul_of(file: TextFile) -> TextFile:
    """Return the soul in a Nostr event, with the event around it.

    Raises:
        NotASoul: the file is no such event.
    """
    event = read_event(file.text)
    return replace(file, text=event.content, enclosure=event)


def no_text(path: Path, fault: DecodeFault) -> UnreadableFile:
    """Return why a file that is not UTF-8 gives no text, with what may be done about it."""
    reason = f"{fault.fact}: save the file as UTF-8."
    return UnreadableFile(path, f"{shown(path)}: {reason}", reason, fault)


def _no_soul(path: Path, fault: NotASoul) -> UnreadableFile:
    return UnreadableFile(path, f"{shown(path)}: {fault}", str(fault))
