"""A set of line numbers kept as ranges, which follows the lines when the text changes."""

from bisect import bisect_left, bisect_right

from editor.session.linechanges import LinesChanged


class LineRanges:
    """Disjoint ranges in order; lines that wait for something, few ranges of many lines."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []

    def __bool__(self) -> bool:
        """Whether there is any line."""
        return bool(self._starts)

    def __contains__(self, line: int) -> bool:
        """Whether `line` is among them."""
        at = bisect_right(self._starts, line)
        return at > 0 and line < self._stops[at - 1]

    def first_within(self, lines: range) -> int | None:
        """Return the first line that lies in `lines` too, or None."""
        at = bisect_right(self._stops, lines.start)
        if at == len(self._starts) or self._starts[at] >= lines.stop or not lines:
            return None
        return max(lines.start, self._starts[at])

    def within(self, lines: range) -> list[range]:
        """Return the parts that lie in `lines`."""
        low = bisect_right(self._stops, lines.start)
        high = bisect_left(self._starts, lines.stop)
        pairs = zip(self._starts[low:high], self._stops[low:high], strict=True)
        return [range(max(start, lines.start), min(stop, lines.stop)) for start, stop in pairs]

    def add(self, lines: range) -> None:
        """Add all of `lines`."""
        if lines:
            low = bisect_left(self._stops, lines.start)
            high = bisect_right(self._starts, lines.stop)
            start = min([lines.start, *self._starts[low:high][:1]])
            stop = max([lines.stop, *self._stops[low:high][-1:]])
            self._put(low, high, [range(start, stop)])

    def remove(self, lines: range) -> None:
        """Take all of `lines` out."""
        low = bisect_right(self._stops, lines.start)
        high = bisect_left(self._starts, lines.stop)
        if lines and low < high:
            left = range(self._starts[low], lines.start)
            right = range(lines.stop, self._stops[high - 1])
            self._put(low, high, [part for part in (left, right) if part])

    def follow(self, change: LinesChanged) -> None:
        """Let the lines behind a change move with it, and forget the lines it replaced."""
        if self._stops and change.first < self._stops[-1]:
            end = self._stops[-1]
            behind = self.within(range(change.old_end, end))
            self.remove(range(change.first, end))
            for each in behind:
                self.add(range(each.start + change.delta, each.stop + change.delta))

    def _put(self, low: int, high: int, ranges: list[range]) -> None:
        self._starts[low:high] = [each.start for each in ranges]
        self._stops[low:high] = [each.stop for each in ranges]
