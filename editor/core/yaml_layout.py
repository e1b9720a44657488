"""Where things stand in YAML text: lines, gaps, comments, properties and block scalars.

YAML 1.1, as PyYAML reads it, also ends lines at U+0085, U+2028 and U+2029; this module is the
only one that knows. Offsets count code points.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from editor.core.spans import Span

BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
BREAKS = "\n\r\x85\u2028\u2029"
_GAP = re.compile("(?:[ \t\n\r\x85\u2028\u2029]+|#[^\n\r\x85\u2028\u2029]*)*")
_SPACE = re.compile("[ \t]*")
_PROPERTY = re.compile("!<[^>]*>|&[0-9A-Za-z_-]*|![^ \t\n\r\x85\u2028\u2029,\\[\\]{}]*")
_HEADER = re.compile("([|>])([0-9]?)([+-]?)([0-9]?)")


@dataclass(frozen=True)
class Lines:
    """Line starts of a YAML text; a text that ends with a break has a last, empty line."""

    text: str

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins."""
        return (0, *(match.end() for match in BREAK.finditer(self.text)))

    def start(self, offset: int) -> int:
        """Return the start of the line that holds `offset`."""
        return self.starts[bisect_right(self.starts, offset) - 1]

    def column(self, offset: int) -> int:
        """Return the column of `offset`, starting at 0, as YAML counts indentation."""
        return offset - self.start(offset)

    def after(self, offset: int) -> int:
        """Return the start of the next line, or the length of the text on the last one."""
        number = bisect_right(self.starts, offset)
        return self.starts[number] if number < len(self.starts) else len(self.text)

    def end(self, offset: int) -> int:
        """Return the end of the line that holds `offset`, before its break."""
        return self.after(offset) - len(self.ending(offset))

    def ending(self, offset: int) -> str:
        """Return the break of the line that holds `offset`; empty on the last line."""
        after = self.after(offset)
        if after == len(self.text) and self.starts[-1] <= offset:
            return ""
        return "\r\n" if self.text.startswith("\r\n", after - 2) else self.text[after - 1]

    def new_line(self, offset: int) -> str:
        """Return the break that a line added beside the one at `offset` takes.

        A last line without a break takes that of the line above; a text of one line takes
        ``\\n``. The breaks that only YAML 1.1 knows are never written.
        """
        start = self.start(offset)
        for place in (offset, start - 1):
            found = self.ending(place) if place >= 0 else ""
            if found in ("\n", "\r", "\r\n"):
                return found
        match = re.search("\r\n|\n|\r", self.text)
        return match[0] if match else "\n"

    def opens(self, offset: int) -> bool:
        """Whether only indentation stands before `offset` on its line."""
        return not self.text[self.start(offset) : offset].strip(" ")


def significant(text: str, offset: int) -> int:
    """Return the first offset that is no blank, no line break and no comment."""
    match = _GAP.match(text, offset)
    return match.end() if match else offset


def blanks(text: str, offset: int) -> int:
    """Return the first offset at or behind `offset` that is no space or tab."""
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def after_properties(text: str, start: int, count: int) -> int:
    """Return the offset just behind `count` anchors and tags that begin at `start`."""
    for _ in range(count):
        match = _PROPERTY.match(text, significant(text, start))
        if match is None:
            break
        start = match.end()
    return start


@dataclass(frozen=True, slots=True)
class BlockScalar:
    """The parts of a literal or folded scalar in its text.

    Attributes:
        header: The indicator characters, such as ``|2-``, without blanks and comment.
        content: The content lines, from the start of the first to the end of the last kept
            one with its break; empty, at the start of the next line, if there are none.
        indent: Spaces before the content, or None if nothing says so.
        indicated: Whether the header says the indentation.
        chomping: ``-``, ``+`` or the empty string.
        parent: The indentation that an indicator is counted from.
    """

    header: Span
    content: Span
    indent: int | None
    indicated: bool
    chomping: str
    parent: int


def block_scalar(lines: Lines, start: int, end: int, parent: int) -> BlockScalar:
    """Read the block scalar whose header stands at `start`.

    Args:
        lines: The text.
        start: Offset of ``|`` or ``>``.
        end: Where the parser ended it, blank lines behind it included.
        parent: Column of the block collection around it, or -1.
    """
    text = lines.text
    match = _HEADER.match(text, start)
    if match is None:
        raise ValueError("not a block scalar")
    parent = max(parent, 0)
    digit = match[2] or match[4]
    indent = parent + int(digit) if digit else _first_indent(lines, lines.after(start), end)
    chomping = match[3]
    content_start = min(lines.after(start), max(end, match.end()))
    content_end = max(end, content_start)
    if chomping != "+":
        content_end = _without_blank_lines(lines, content_start, content_end, indent)
    header = Span(*match.span())
    content = Span(content_start, content_end)
    return BlockScalar(header, content, indent, bool(digit), chomping, parent)


def _first_indent(lines: Lines, start: int, end: int) -> int | None:
    """The indentation of the first line with text; of blank lines only, the deepest."""
    deepest: int | None = None
    while start < end:
        stop = lines.end(start)
        first = start
        while first < stop and lines.text[first] == " ":
            first += 1
        if first < stop:
            return first - start
        deepest = max(deepest or 0, first - start) or None
        start = lines.after(start)
    return deepest


def _without_blank_lines(lines: Lines, start: int, end: int, indent: int | None) -> int:
    """The end of the content without the blank lines that chomping drops."""
    while end > start:
        line = lines.start(end - 1)
        text = lines.text[line : lines.end(line)]
        if text.strip(" ") or (indent is not None and len(text) > indent):
            break
        end = line
    return end
