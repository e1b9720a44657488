"""The headings of a Markdown text, as an author sees them: not those inside fences.

Lines of equal signs or hyphens under a paragraph make it a heading too (CommonMark, Setext
headings).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from editor.core.tokens import LineState, Mode, TokenRole, line_tokens

_TELLING = "#`~=-"
"""What a line begins with that can be a heading or change the state; others are passed over."""
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_INDENT = re.compile(r"(?: {4}| {0,3}\t)")
_ITEM = re.compile(r"[ \t]*(?:>|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))")
_OURS, _MIDDLE, _THEIRS = "<" * 7, "=" * 7, ">" * 7
"""An unfinished merge: its middle line is no underline."""
_ITEM_STARTS = ">-*+0123456789"
_NO_PARAGRAPH = re.compile(r"[ \t]*(?:#{1,6}(?:[ \t]|$)|\|)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a text.

    Attributes:
        level: From 1 to 6.
        title: Its text without marks; may be empty.
        line: The number of its first line, counted as the lines were given.
    """

    level: int
    title: str
    line: int


class _Paragraph:
    """The lines of the paragraph that an underline would make a heading."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._in_item = False
        self._in_conflict = False

    def end(self) -> None:
        self.lines = []
        self._in_item = False

    def is_underlined_by(self, line: str) -> bool:
        if not self.lines or (self._in_conflict and line.rstrip() == _MIDDLE):
            return False
        return _UNDERLINE.match(line) is not None

    def follow(self, line: str, start: str) -> None:
        """Take another line in; one of a list or quotation goes on until a blank one.

        Args:
            line: The line.
            start: Its first character that is no blank; empty for a blank line.
        """
        if not start or (start in "#|" and _NO_PARAGRAPH.match(line)):
            self.end()
        elif start in "<>=" and line.startswith((_OURS, _MIDDLE, _THEIRS)):
            self.end()
            is_rim = not line.startswith(_MIDDLE)
            self._in_conflict = line.startswith(_OURS) if is_rim else self._in_conflict
        elif start in _ITEM_STARTS and _ITEM.match(line):
            self.lines, self._in_item = [], True
        elif not self._in_item and (self.lines or not _INDENT.match(line)):
            self.lines.append(line)


def headings(lines: Iterable[str], first: int = 0) -> tuple[Heading, ...]:
    """Return the headings of Markdown text, in order.

    Args:
        lines: The lines of the text without their line ends.
        first: The number of the first line.
    """
    found: list[Heading] = []
    state = LineState()
    paragraph = _Paragraph()
    for number, line in enumerate(lines, first):
        start = line.lstrip(" \t")[:1]
        in_fence = state.mode is Mode.FENCE
        if start in ("=", "-") and not in_fence and paragraph.is_underlined_by(line):
            title = " ".join(part.strip() for part in paragraph.lines)
            level = 1 if start == "=" else 2
            found.append(Heading(level, title, number - len(paragraph.lines)))
            paragraph.end()
            continue
        if start and start in _TELLING:
            tokens, state = line_tokens(line, state)
            if not in_fence and tokens and tokens[0].role is TokenRole.HEADING:
                found.append(_atx(line, number))
        if in_fence or state.mode is Mode.FENCE:
            paragraph.end()
        else:
            paragraph.follow(line, start)
    return tuple(found)


def current_heading(found: tuple[Heading, ...], line: int) -> Heading | None:
    """Return the heading under which a line stands, or None above the first one."""
    place = bisect_right(found, line, key=_line_of)
    return found[place - 1] if place else None


def _line_of(heading: Heading) -> int:
    return heading.line


def _atx(line: str, number: int) -> Heading:
    text = line.strip(" \t")
    level = len(text) - len(text.lstrip("#"))
    title = text[level:].strip(" \t")
    open_title = title.rstrip("#")
    if not open_title or open_title[-1] in " \t":  # closing marks stand apart from the words
        title = open_title
    return Heading(level, title.strip(" \t"), number)
