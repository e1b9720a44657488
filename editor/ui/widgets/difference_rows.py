"""The rows of a difference: what each line of the view shows, unified or side by side.

Long runs of equal lines are one fold row until they are opened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from editor.core.diff import Change, Hunk, lines_of
from editor.core.spans import Span

AROUND = 3
"""Equal lines that stay in sight before and behind a change."""
SHORTEST_FOLD = 4
"""Fewer equal lines are not worth a fold."""


class RowKind(Enum):
    """What a row is; the value is its sign in the margin."""

    EQUAL = " "
    REMOVED = "−"
    ADDED = "+"
    FOLD = "…"
    FILLER = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the view.

    Attributes:
        kind: What it is.
        text: The line, character for character; of fold and filler rows nothing.
        old: Its number in the old text, from 1, or None.
        new: Its number in the new text, from 1, or None.
        spans: The words that differ, in a changed line.
        change: Which hunk it belongs to, from 0; of a fold, which hunk follows.
        hidden: Of a fold, how many equal lines it stands for.
    """

    kind: RowKind
    text: str = ""
    old: int | None = None
    new: int | None = None
    spans: tuple[Span, ...] = ()
    change: int | None = None
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class _Equal:
    """Lines of both texts that are equal: where they begin and how many."""

    old: int
    new: int
    count: int


class Comparison:
    """Two texts, their hunks, and the folds that are open."""

    def __init__(self, old: str, new: str, hunks: Sequence[Hunk]) -> None:
        self.hunks = tuple(hunks)
        self._old = lines_of(old)
        self._new = lines_of(new)
        self._opened: set[int] = set()

    @property
    def opened(self) -> frozenset[int]:
        """The folds that are open, by the hunk they lie before."""
        return frozenset(self._opened)

    @property
    def highest(self) -> int:
        """The highest line number of both texts."""
        return max(len(self._old), len(self._new))

    def open_folds(self, folds: frozenset[int]) -> None:
        """Show the lines of these folds too."""
        self._opened |= folds

    def unified(self) -> tuple[Row, ...]:
        """Return the rows of one column: of a hunk all removed lines, then all added ones."""
        rows: list[Row] = []
        for index, part in enumerate(self._parts()):
            if isinstance(part, _Equal):
                rows += self._equal_rows(part, index // 2)
            else:
                changes = part.changes
                rows += [
                    self._old_row(each, index // 2) for each in changes if each.old is not None
                ]
                rows += [
                    self._new_row(each, index // 2) for each in changes if each.new is not None
                ]
        return tuple(rows)

    def side_by_side(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """Return the rows of two columns, as many in each."""
        left: list[Row] = []
        right: list[Row] = []
        for index, part in enumerate(self._parts()):
            number = index // 2
            if isinstance(part, _Equal):
                rows = self._equal_rows(part, number)
                left += rows
                right += rows
                continue
            for old, new in _beside(part.changes):
                left.append(self._old_row(old, number) if old else _filler(number))
                right.append(self._new_row(new, number) if new else _filler(number))
        return tuple(left), tuple(right)

    def _parts(self) -> Iterator[_Equal | Hunk]:
        """Equal lines and hunks in turn, beginning and ending with equal lines (maybe none)."""
        old = new = 0
        for hunk in self.hunks:
            yield _Equal(old, new, hunk.old.start - old)
            yield hunk
            old, new = hunk.old.end, hunk.new.end
        yield _Equal(old, new, len(self._old) - old)

    def _equal_rows(self, part: _Equal, number: int) -> list[Row]:
        """The rows of equal lines before hunk `number`, those far from any change folded."""
        head = AROUND if number > 0 else 0
        tail = AROUND if number < len(self.hunks) else 0
        hidden = part.count - head - tail
        if hidden < SHORTEST_FOLD or number in self._opened:
            return [self._equal_row(part, n) for n in range(part.count)]
        return [
            *(self._equal_row(part, n) for n in range(head)),
            Row(RowKind.FOLD, change=number, hidden=hidden),
            *(self._equal_row(part, n) for n in range(head + hidden, part.count)),
        ]

    def _equal_row(self, part: _Equal, n: int) -> Row:
        at = part.new + n
        return Row(RowKind.EQUAL, self._new[at], part.old + n + 1, at + 1)

    def _old_row(self, change: Change, number: int) -> Row:
        at = change.old or 0
        spans = change.removed if change.new is not None else ()
        return Row(RowKind.REMOVED, self._old[at], at + 1, None, spans, number)

    def _new_row(self, change: Change, number: int) -> Row:
        at = change.new or 0
        spans = change.added if change.old is not None else ()
        return Row(RowKind.ADDED, self._new[at], None, at + 1, spans, number)


def _filler(number: int) -> Row:
    return Row(RowKind.FILLER, change=number)


def _beside(changes: Sequence[Change]) -> Iterator[tuple[Change | None, Change | None]]:
    """Pair the changes of a hunk: a changed line beside itself, others with what is left."""
    olds: list[Change] = []
    news: list[Change] = []
    for change in changes:
        if change.old is not None and change.new is not None:
            yield from _zipped(olds, news)
            olds, news = [], []
            yield change, change
        elif change.old is not None:
            olds.append(change)
        else:
            news.append(change)
    yield from _zipped(olds, news)


def _zipped(
    olds: Sequence[Change], news: Sequence[Change]
) -> Iterator[tuple[Change | None, Change | None]]:
    for n in range(max(len(olds), len(news))):
        yield olds[n] if n < len(olds) else None, news[n] if n < len(news) else None
