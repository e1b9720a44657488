"""A soul's text: the personality above the marker line, the template part below it.

Rules: docs/formats.md, Soul.
"""

import re
from dataclasses import dataclass

from editor.core.spans import LINE_END, Span

MARKER = "---template---"
_MARKER_LINE = re.compile(rf"(?:\A|(?<=[\r\n])){MARKER}[ \t]*(?=[\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class SoulSplit:
    """The parts of a soul, as spans of its text.

    Attributes:
        personality: What stands above the marker, or all of the text, without its trailing
            line ends.
        marker: The marker line without its line end, or None if there is none.
        template: From the line below the marker to the end; empty at the end without a marker.
    """

    personality: Span
    marker: Span | None
    template: Span


def marker_lines(text: str) -> tuple[Span, ...]:
    """Return the lines that are exactly the marker, trailing blanks allowed, without line ends."""
    if MARKER not in text:
        return ()
    return tuple(Span(*match.span()) for match in _MARKER_LINE.finditer(text))


def split_soul(text: str) -> SoulSplit:
    """Split `text` at its first marker line."""
    found = _MARKER_LINE.search(text) if MARKER in text else None
    if found is None:
        end = len(text)
        return SoulSplit(_without_line_ends(text, end), None, Span(end, end))
    line_end = LINE_END.match(text, found.end())
    below = line_end.end() if line_end else found.end()
    personality = _without_line_ends(text, found.start())
    return SoulSplit(personality, Span(*found.span()), Span(below, len(text)))


def _without_line_ends(text: str, end: int) -> Span:
    return Span(0, len(text[:end].rstrip("\r\n")))
