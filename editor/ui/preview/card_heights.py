"""Where the cards of a long list stand, though only those in sight have ever been laid out."""

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate


class CardHeights:
    """Heights of rows, exact for those that were laid out and guessed for the others."""

    def __init__(self, guess: Callable[[int], float]) -> None:
        """Begin without rows; `guess` tells about how high a row is."""
        self._guess = guess
        self._heights: list[float] = []
        self._exact: list[bool] = []
        self._bottoms: list[float] | None = None

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._heights)

    def insert(self, first: int, count: int) -> None:
        """Have `count` new rows before row `first`."""
        self._heights[first:first] = [self._guess(first + each) for each in range(count)]
        self._exact[first:first] = [False] * count
        self._bottoms = None

    def remove(self, first: int, count: int) -> None:
        """Take `count` rows out from row `first` on."""
        del self._heights[first : first + count]
        del self._exact[first : first + count]
        self._bottoms = None

    def begin_again(self, count: int) -> None:
        """Have `count` rows, none of which was laid out."""
        self._heights, self._exact = [], []
        self.insert(0, count)

    def forget(self, row: int) -> None:
        """Lay a row out again when it comes in sight; until then it is as high as it was."""
        self._exact[row] = False

    def is_exact(self, row: int) -> bool:
        """Whether a row was laid out."""
        return self._exact[row]

    def settle(self, row: int, height: float) -> float:
        """Take the exact height of a row; return by how much it is higher than it was."""
        more = height - self._heights[row]
        self._exact[row] = True
        if more:
            self._heights[row] = height
            self._bottoms = None
        return more

    def height(self, row: int) -> float:
        """Return the height of a row."""
        return self._heights[row]

    def top(self, row: int) -> float:
        """Return where a row begins; for the number of rows, where the last one ends."""
        return self._all_bottoms()[row - 1] if row else 0.0

    def total(self) -> float:
        """Return the height of all rows."""
        return self.top(len(self))

    def row_at(self, y: float) -> int:
        """Return the row at a height; the first or last one outside of all. There must be one."""
        return min(max(0, bisect_right(self._all_bottoms(), y)), len(self) - 1)

    def _all_bottoms(self) -> list[float]:
        if self._bottoms is None:
            self._bottoms = list(accumulate(self._heights))
        return self._bottoms
