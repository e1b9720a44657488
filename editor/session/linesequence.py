"""A long sequence that is cut and joined anywhere at a cost that hardly grows with it.

It holds what is known of each line of a document: its line end, how it was rendered. Each item
has a height, so that a place in one text can be found from a place in another.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

T = TypeVar("T")

_FULL = 256
_SMALL = 32
_FEW = 8


def _one(_item: object) -> int:
    return 1


class LineSequence(Generic[T]):
    """Items in chunks; `height` gives the height of an item and must not change.

    Places are found by bisection. The sums that takes are made when they are first asked for:
    those over all chunks after each change, those within a chunk after a change of the chunk.
    """

    def __init__(self, items: Iterable[T] = (), height: Callable[[T], int] = _one) -> None:
        self._height = height
        self._chunks = _cut(list(items))
        self._heights = [self._sum(chunk) for chunk in self._chunks]
        self._length = sum(map(len, self._chunks))
        self._ends: list[int] | None = None  # the number of items up to the end of each chunk
        self._bottoms: list[int] | None = None  # and their height
        self._inner: list[list[int] | None] = [None] * len(self._chunks)

    def __len__(self) -> int:
        """Return the number of items."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """Yield all items in order."""
        for chunk in self._chunks:
            yield from chunk

    def __getitem__(self, index: int) -> T:
        """Return item `index` (from 0).

        Raises:
            IndexError: there is no such item.
        """
        if not 0 <= index < self._length:
            raise IndexError(index)
        chunk, offset = self._locate(index)
        return self._chunks[chunk][offset]

    def since(self, first: int) -> Iterator[T]:
        """Yield the items from number `first` on."""
        chunk, offset = self._locate(first)
        yield from self._chunks[chunk][offset:]
        for each in self._chunks[chunk + 1 :]:
            yield from each

    def part(self, first: int, count: int) -> list[T]:
        """Return `count` items from `first` on; fewer where the sequence ends."""
        chunk, offset = self._locate(first)
        found: list[T] = []
        while count > len(found) and chunk < len(self._chunks):
            found += self._chunks[chunk][offset : offset + count - len(found)]
            chunk, offset = chunk + 1, 0
        return found

    def splice(self, first: int, removed: int, items: Sequence[T]) -> None:
        """Put `items` in the place of `removed` items from `first` on."""
        low, start = self._locate(first)
        high, end = self._locate(first + removed)
        if low == high and len(items) == removed <= _FEW and self._is_as_high(low, start, items):
            self._chunks[low][start:end] = items
            return  # all sums stay as they are
        self._length += len(items) - removed
        self._ends = self._bottoms = None
        chunk = self._chunks[low]
        if start + removed < len(chunk) and len(chunk) + len(items) <= 2 * _FULL:
            stop = start + removed
            self._heights[low] += self._sum(items) - self._sum(chunk[start:stop])
            chunk[start:stop] = items
            self._inner[low] = None
            return
        self._join_chunks(low, start, high, end, items)

    def _is_as_high(self, chunk: int, start: int, items: Sequence[T]) -> bool:
        """Whether each of `items` is as high as the one in whose place it comes."""
        height, old = self._height, self._chunks[chunk][start : start + len(items)]
        return height is _one or [*map(height, old)] == [*map(height, items)]

    def _join_chunks(self, low: int, start: int, high: int, end: int, items: Sequence[T]) -> None:
        """Put `items` between a place in one chunk and a place in the same or a later one."""
        head, tail = self._chunks[low][:start], self._chunks[high][end:]
        merged = [*head, *items, *tail]
        if len(merged) < _SMALL and high + 1 < len(self._chunks):
            high += 1
            merged += self._chunks[high]
        chunks = _cut(merged)
        self._chunks[low : high + 1] = chunks
        self._heights[low : high + 1] = [self._sum(chunk) for chunk in chunks]
        self._inner[low : high + 1] = [None] * len(chunks)

    def total_height(self) -> int:
        """Return the height of all items together."""
        return sum(self._heights)

    def height_before(self, index: int) -> int:
        """Return the height of all items before item `index`."""
        chunk, offset = self._locate(index)
        above = self._chunk_bottoms()[chunk - 1] if chunk else 0
        return above + (self._item_bottoms(chunk)[offset - 1] if offset else 0)

    def at_height(self, height: int) -> tuple[int, int]:
        """Return the item that covers `height` (from 0) and how far into the item it is.

        Raises:
            IndexError: the sequence is not that high.
        """
        bottoms = self._chunk_bottoms()
        chunk = bisect_right(bottoms, height)
        if height < 0 or chunk == len(bottoms):
            raise IndexError(height)
        inside = height - (bottoms[chunk - 1] if chunk else 0)
        inner = self._item_bottoms(chunk)
        offset = bisect_right(inner, inside)
        first = self._chunk_ends()[chunk] - len(self._chunks[chunk])
        return first + offset, inside - (inner[offset - 1] if offset else 0)

    def _locate(self, index: int) -> tuple[int, int]:
        """Return the chunk and the offset in it; the end of the last chunk for the length."""
        ends = self._chunk_ends()
        chunk = min(bisect_right(ends, index), len(ends) - 1)
        size = len(self._chunks[chunk])
        return chunk, min(index - ends[chunk] + size, size)

    def _chunk_ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(map(len, self._chunks)))
        return self._ends

    def _chunk_bottoms(self) -> list[int]:
        if self._bottoms is None:
            self._bottoms = list(accumulate(self._heights))
        return self._bottoms

    def _item_bottoms(self, chunk: int) -> list[int]:
        found = self._inner[chunk]
        if found is None:
            found = self._inner[chunk] = list(accumulate(map(self._height, self._chunks[chunk])))
        return found

    def _sum(self, items: Sequence[T]) -> int:
        return len(items) if self._height is _one else sum(map(self._height, items))


def _cut(items: list[T]) -> list[list[T]]:
    """Cut into chunks; at least one."""
    if len(items) <= 2 * _FULL:
        return [items]
    return [items[start : start + _FULL] for start in range(0, len(items), _FULL)]
