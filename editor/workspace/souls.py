"""The soul that a file holds, its own text or the content of a Nostr event, and its samples.

Rules: docs/formats.md, Soul.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from editor.core.diagnostics import Diagnostic, Fix
from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.json_strings import changes
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.formats.base import Message
from editor.formats.event import SUFFIX, Event, read_event
from editor.formats.samples import Samples, parse_samples
from editor.storage.textfile import TextFile


@dataclass(frozen=True)
class SoulSource:
    """A soul and the file it stands in.

    Attributes:
        text: The soul's text.
        event: The event whose content it is, or None if it is the file's own text.
    """

    text: str
    event: Event | None = None

    @property
    def file_text(self) -> str:
        """The text of the file."""
        return self.text if self.event is None else self.event.source

    def place(self, offset: int) -> int:
        """Return where the character number `offset` of the soul stands in the file's text."""
        return offset if self.event is None else self.event.place(offset)

    def span(self, span: Span) -> Span:
        """Return a stretch of the soul as one of the file's text."""
        return Span(self.place(span.start), self.place(span.end))

    def changed(self, text: str) -> str:
        """Return the text of the file when the soul has become `text`.

        Raises:
            EditRefused: no JSON string reads as this text.
        """
        return text if self.event is None else self.event.around(text)

    def in_file(self, found: Diagnostic) -> Diagnostic:
        """Return a diagnostic of the soul with the places, and edits, of the file."""
        if self.event is None:
            return found
        fixes = tuple(Fix(fix.title, tuple(self._edits(fix))) for fix in found.fixes)
        return replace(found, span=self.span(found.span), fixes=fixes)

    def message(self, message: Message) -> Message:
        """Return a message of the soul whose pieces point at the file."""
        if self.event is None:
            return message
        pieces = (replace(piece, source=self.span(piece.source)) for piece in message.pieces)
        return replace(message, pieces=tuple(pieces))

    def _edits(self, fix: Fix) -> Iterator[Edit]:
        try:
            fixed = self.changed(apply_edits(self.text, fix.edits))
        except EditRefused:
            return
        yield from changes(self.file_text, fixed)


def holds_event(path: Path) -> bool:
    """Whether the file at `path`, if it is a soul, is one inside an event."""
    return path.suffix.casefold() == SUFFIX


def soul_source(path: Path, text: str) -> SoulSource:
    """Return the soul that the file at `path` holds when its text is `text`.

    Raises:
        NotASoul: it is a JSON file and no event of a soul.
    """
    if not holds_event(path):
        return SoulSource(text)
    event = read_event(text)
    return SoulSource(event.content, event)


def may_be_event(path: Path, kind: FileKind) -> bool:
    """Whether a file of this kind is a soul only as the content of an event."""
    return kind is FileKind.SOUL and holds_event(path)


def soul_of(file: TextFile) -> TextFile:
    """Return the soul in an event, to be edited, with the event around it.

    Raises:
        NotASoul: the file is no event of a soul.
    """
    event = read_event(file.text)
    return replace(file, text=event.content, enclosure=event)


class SampleMemory:
    """Reads a sample file again only when its text has changed: it may be long."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._known: tuple[tuple[str, str, str], Samples] | None = None

    def samples(self, text: str, suffix: str, name: str) -> Samples:
        """Return what `parse_samples` does."""
        asked = (text, suffix, name)
        known = self._known
        if known is None or known[0] != asked:
            known = self._known = (asked, parse_samples(text, suffix, name))
        return known[1]
