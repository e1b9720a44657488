"""A long sequence that is cut and joined anywhere at a cost that hardly grows with it.

It holds what is known of each line of a document: its line end, how it was rendered. Each item
has a height, so that a place in one text can be found from a place in another.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

_FULL = 256
_SMALL = 32


def _one(_item: object) -> int:
    return 1


class LineSequence(Generic[T]):
    """Items in chunks; `height` gives the height of an item and must not change."""

    def __init__(self, items: Iterable[T] = (), height: Callable[[T], int] = _one) -> None:
        self._height = height
        self._chunks = _cut(list(items))
        self._heights = [self._sum(chunk) for chunk in self._chunks]
        self._length = sum(map(len, self._chunks))

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
        self._length += len(items) - removed
        chunk = self._chunks[low]
        if start + removed < len(chunk) and len(chunk) + len(items) <= 2 * _FULL:
            stop = start + removed
            self._heights[low] += self._sum(items) - self._sum(chunk[start:stop])
            chunk[start:stop] = items
            return
        self._join_chunks(low, start, *self._locate(first + removed), items)

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

    def total_height(self) -> int:
        """Return the height of all items together."""
        return sum(self._heights)

    def height_before(self, index: int) -> int:
        """Return the height of all items before item `index`."""
        chunk, offset = self._locate(index)
        return sum(self._heights[:chunk]) + self._sum(self._chunks[chunk][:offset])

    def at_height(self, height: int) -> tuple[int, int]:
        """Return the item that covers `height` (from 0) and how far into the item it is.

        Raises:
            IndexError: the sequence is not that high.
        """
        index = 0
        for chunk, whole in zip(self._chunks, self._heights, strict=True):
            if height < whole:
                for offset, item in enumerate(chunk):
                    own = self._height(item)
                    if height < own:
                        return index + offset, height
                    height -= own
            height -= whole
            index += len(chunk)
        raise IndexError(height)

    def _locate(self, index: int) -> tuple[int, int]:
        """Return the chunk and the offset in it; the end of the last chunk for the length."""
        last = len(self._chunks) - 1
        for number, chunk in enumerate(self._chunks):
            if index < len(chunk) or number == last:
                return number, min(index, len(chunk))
            index -= len(chunk)
        raise AssertionError("a sequence has at least one chunk")

    def _sum(self, items: Sequence[T]) -> int:
        return len(items) if self._height is _one else sum(map(self._height, items))


def _cut(items: list[T]) -> list[list[T]]:
    """Cut into chunks; at least one."""
    if len(items) <= 2 * _FULL:
        return [items]
    return [items[start : start + _FULL] for start in range(0, len(items), _FULL)]
