"""Places in a text: spans, lines and columns.

All offsets count code points of a decoded text with its own line ends. Lines and columns
start at 1 and lines end with ``\\r\\n``, ``\\n`` or a lone ``\\r`` (docs/formats.md, Files).
"""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field

LINE_END = re.compile(r"\r\n|\n|\r")


def usual_line_end(text: str) -> str:
    """The line end that most lines of `text` have; the first seen of equals; `\\n` for none."""
    counts = Counter(LINE_END.findall(text))
    return counts.most_common(1)[0][0] if counts else "\n"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The half-open range ``start <= offset < end`` of a text, in code points."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def shifted(self, by: int) -> "Span":
        """Return the same range `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def contains(self, offset: int) -> bool:
        """Whether `offset` lies inside, the end excluded."""
        return self.start <= offset < self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two ranges share at least one code point."""
        return self.start < other.end and other.start < self.end

    def of(self, text: str) -> str:
        """Return the part of `text` that this span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Position:
    """A place for people: line and column, both starting at 1, columns in code points."""

    line: int
    column: int


@dataclass(frozen=True)
class LineIndex:
    """Line starts of a text, to turn offsets into positions and back.

    Building costs one pass over the text; each question costs a binary search.
    """

    text: str
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0, *(match.end() for match in LINE_END.finditer(self.text))]
        object.__setattr__(self, "starts", tuple(starts))

    def __len__(self) -> int:
        """Return the number of lines; a text that ends with a line end has a last, empty one."""
        return len(self.starts)

    def position(self, offset: int) -> Position:
        """Return line and column of `offset` (clamped to the text)."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def offset(self, line: int, column: int = 1) -> int:
        """Return the offset of a position; a line or column beyond the text is clamped."""
        line = max(1, min(line, len(self.starts)))
        return min(self.line_span(line).end, self.starts[line - 1] + max(1, column) - 1)

    def line_span(self, line: int) -> Span:
        """Return the span of `line` without its line end."""
        start = self.starts[line - 1]
        if line == len(self.starts):
            return Span(start, len(self.text))
        end = self.starts[line]
        ending = 2 if self.text.startswith("\r\n", end - 2) and end - 2 >= start else 1
        return Span(start, end - ending)


@dataclass(frozen=True)
class FoldedText:
    """A text whose line ends are all ``\\n``, with the way back to the original offsets.

    Rendered text folds the line ends of files (docs/formats.md, Line ends).
    """

    original: str
    text: str = field(init=False)
    _crlf: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", LINE_END.sub("\n", self.original))
        folds = []
        for count, match in enumerate(re.finditer("\r\n", self.original)):
            folds.append(match.end() - 1 - count)
        object.__setattr__(self, "_crlf", tuple(folds))

    def to_original(self, offset: int) -> int:
        """Return the offset in the original text of an offset in the folded one.

        An offset just behind a folded line end maps behind the whole original line end.
        """
        return offset + bisect_right(self._crlf, offset)

    def span_to_original(self, span: Span) -> Span:
        """Return the span of the original text that a folded span stands for."""
        return Span(self.to_original(span.start), self.to_original(span.end))
