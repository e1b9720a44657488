"""Where each character of a YAML string stands in its source.

A value loses indentation, quotes and escapes on the way from the file to what is sent; the pieces
of a rendering must point at the file all the same (docs/formats.md, One idea).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from editor.core.layers import Piece, PieceKind
from editor.core.spans import Span
from editor.core.yaml_blocks import folded_units
from editor.core.yaml_layout import BREAK, Lines
from editor.core.yaml_nodes import YamlNode
from editor.core.yaml_scalars import scalar_units

_SPELLED = re.compile("[\\\\'\n\r\x85\u2028\u2029]")
"""What a plain or quoted scalar may spell otherwise than it reads."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a value and its source; of equal length if it is spelled as it reads.

    Attributes:
        start, end: The stretch in the value.
        source: Its place in the text.
        literal: Whether the source is the text itself, a line end aside; False for an escape.
    """

    start: int
    end: int
    source: Span
    literal: bool = True

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the source of a part of this run; all of it where parts cannot be told."""
        first, last = self.source.start, self.source.end
        if last - first != self.end - self.start:
            return first, last
        shift = first - self.start
        return max(start, self.start) + shift, min(end, self.end) + shift


@dataclass(frozen=True)
class ScalarSource:
    """The way from a string's value to its source.

    Attributes:
        runs: They cover the value in order.
        whole: The scalar's span.
    """

    runs: tuple[Run, ...]
    whole: Span
    _starts: tuple[int, ...] = field(init=False, repr=False)
    _sources: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", tuple(run.start for run in self.runs))
        object.__setattr__(self, "_sources", tuple(run.source.start for run in self.runs))

    def place(self, offset: int) -> int:
        """Return where the character at `offset` of the value begins in the source."""
        return self.span(Span(offset, offset)).start

    def value_at(self, place: int) -> int:
        """Return the offset in the value that a place of the source stands for, clamped."""
        if not self.runs:
            return 0
        run = self.runs[max(0, bisect_right(self._sources, place) - 1)]
        if len(run.source) != run.end - run.start:
            return run.start if place < run.source.end else run.end
        return max(run.start, min(run.start + place - run.source.start, run.end))

    def span(self, part: Span) -> Span:
        """Return the source of a part of the value, from its first to its last character."""
        if not self.runs:
            return self.whole
        if len(part):
            return Span(*self._place(part.start, part.end))
        run = self.runs[self._number(part.start)]
        start = run.place(part.start, run.end)[0] if part.start < run.end else run.source.end
        return Span(start, start)

    def pieces(self, pieces: Iterable[Piece], base: int = 0) -> tuple[Piece, ...]:
        """Return the pieces of a rendered value with their sources in the text, `base` added.

        Literal text is cut where its source is not in one stretch; what an escape stands for is a
        piece of its own.
        """
        found: list[Piece] = []
        for piece in pieces:
            if piece.kind is PieceKind.LITERAL:
                found += self._literal(piece, base)
            else:
                start, end = self._place(piece.source.start, piece.source.end)
                source = Span(start + base, end + base)
                found.append(
                    Piece(piece.kind, piece.text, source, piece.output, piece.name, piece.lookup)
                )
        return tuple(found)

    def _literal(self, piece: Piece, base: int) -> Iterator[Piece]:
        start, end = piece.source.start, piece.source.end
        for at, to, literal, first, last in self._stretches(start, end):
            kind = PieceKind.LITERAL if literal else PieceKind.ESCAPE
            output = piece.output.start - start
            yield Piece(
                kind,
                piece.text[at - start : to - start],
                Span(first + base, last + base),
                Span(at + output, to + output),
            )

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int, bool, int, int]]:
        """Yield the parts of a stretch of the value whose source is in one stretch too.

        Each as its start, its end, whether it is spelled as it reads, and its source.
        """
        at, literal, first, last = start, False, 0, 0
        for number in range(self._number(start), len(self.runs)):
            run = self.runs[number]
            if run.start >= end:
                break
            here = max(start, run.start)
            begin, stop = run.place(start, end)
            if here > at and not (run.literal and literal and begin == last):
                yield at, here, literal, first, last
                at = here
            if here == at:
                literal, first = run.literal, begin
            last = stop
        if end > at:
            yield at, end, literal, first, last

    def _place(self, start: int, end: int) -> tuple[int, int]:
        first, last = self.runs[self._number(start)], self.runs[self._number(end - 1)]
        return first.place(start, end)[0], last.place(start, end)[1]

    def _number(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)


def scalar_source(lines: Lines, node: YamlNode) -> ScalarSource:
    """Return where the characters of the string `node` stand in the text of `lines`.

    A value whose spelling is not understood is one run: the whole scalar.
    """
    value = str(node.value)
    whole = Run(0, len(value), node.span)
    if node.alias:
        return ScalarSource((whole,) if value else (), node.span)
    runs = _joined(_units(lines, node))
    if runs and runs[-1].end == len(value) + 1:  # a final break that chomping drops
        last = runs.pop()
        if last.start < len(value):
            source = Span(*last.place(last.start, len(value)))
            runs.append(Run(last.start, len(value), source))
    if (runs[-1].end if runs else 0) != len(value):
        runs = [whole] if value else []
    return ScalarSource(tuple(runs), node.span)


_Unit = tuple[str, int, int, bool]
"""Value, start, end, and whether the source is the text itself."""


def _units(lines: Lines, node: YamlNode) -> Iterator[_Unit]:
    if node.block is not None and node.style == "literal":
        return _literal_units(lines, node)
    if node.block is not None:
        return _folded(lines, node)
    return _inline_units(lines.text, node)


def _literal_units(lines: Lines, node: YamlNode) -> Iterator[_Unit]:
    block, text = node.block, lines.text
    assert block is not None
    at, indent = block.content.start, block.indent or 0
    while at < block.content.end:
        stop = lines.end(at)
        first = min(at + indent, stop)
        if first < stop:
            yield text[first:stop], first, stop, True
        after = lines.after(at)
        if after > stop:
            yield _break(text[stop:after]), stop, after, True
        at = after


def _break(ending: str) -> str:
    return ending if ending in ("\u2028", "\u2029") else "\n"


def _folded(lines: Lines, node: YamlNode) -> Iterator[_Unit]:
    block, value = node.block, str(node.value)
    assert block is not None
    at, done = block.content.start, 0
    for part, start, at in folded_units(lines, block):
        yield from _fold(lines.text, part, start, at)
        done += len(part)
    yield from _fold(lines.text, value[done:], at, block.content.end, first=True)


def _fold(text: str, value: str, start: int, end: int, first: bool = False) -> Iterator[_Unit]:
    """Give the characters that a fold stands for to its line ends, the last or first ones."""
    if text[start:end] == value:
        yield value, start, end, True
        return
    breaks = [match.span() for match in BREAK.finditer(text, start, end)]
    if not breaks or len(value) > len(breaks):
        yield value, start, end, False
        return
    dropped = 0 if first else len(breaks) - len(value)
    for character, (begin, stop) in zip(value, breaks[dropped:], strict=False):
        yield character, begin, stop, True


def _inline_units(text: str, node: YamlNode) -> Iterator[_Unit]:
    at, end = node.span.start, node.span.end
    mark = 0 if node.style == "plain" else 1
    if not _SPELLED.search(text, at + mark, end - mark):
        yield text[at + mark : end - mark], at + mark, end - mark, True
        return
    at += mark
    for value, part in scalar_units(node.span.of(text), node.style):
        yield from _fold(text, value, at, at + len(part))
        at += len(part)


def _joined(units: Iterable[_Unit]) -> list[Run]:
    """Make runs of units; neighbours that are spelled as they read become one."""
    runs: list[Run] = []
    done = 0
    begin = start = stop = 0
    for value, first, last, literal in units:
        if not value:
            continue
        plain = literal and len(value) == last - first
        if not (plain and first == stop and done > begin):
            if done > begin:
                runs.append(Run(begin, done, Span(start, stop)))
            begin, start = done, first
        done += len(value)
        stop = last
        if not plain:
            runs.append(Run(begin, done, Span(start, stop), literal))
            begin = done
    if done > begin:
        runs.append(Run(begin, done, Span(start, stop)))
    return runs
