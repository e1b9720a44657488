"""Which elements of two sequences belong together, in bounded time.

Common ends first, then elements that occur once in both (patience), then the shortest edit
between them (Myers). Each has a budget; what would cost more counts as different altogether.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

MOST_STEPS = 1_500_000
"""Steps beyond those that grow with the sequences; a step costs well under a microsecond."""
MOST_EDITS = 400
"""Edits that the exact search looks for in one stretch: it costs their square."""


@dataclass(slots=True)
class Work:
    """What comparing has cost so far, and what it may cost.

    Attributes:
        steps: Comparisons of two elements, and elements looked at.
        limit: Where exact searching ends.
    """

    steps: int = 0
    limit: int = MOST_STEPS

    @property
    def is_done(self) -> bool:
        """Whether nothing more may be searched for."""
        return self.steps >= self.limit


@dataclass(frozen=True, slots=True)
class Run:
    """`length` elements that are equal from `old` and from `new` on."""

    old: int
    new: int
    length: int


def matching_runs(
    old: Sequence[Hashable], new: Sequence[Hashable], work: Work | None = None
) -> tuple[Run, ...]:
    """Return the runs of equal elements that stay, in order; never more than the budget's work.

    Args:
        old, new: The sequences.
        work: Counts the steps and limits them; one of its own by default, whose limit grows
            with the sequences.
    """
    if work is None:
        work = Work(limit=MOST_STEPS + 8 * (len(old) + len(new)))
    found: list[Run] = []
    todo = [(0, len(old), 0, len(new))]
    while todo:
        a, b, c, d = todo.pop()
        head, tail = _common_ends(old, new, a, b, c, d, work)
        found += [Run(a, c, head), Run(b - tail, d - tail, tail)]
        a, b, c, d = a + head, b - tail, c + head, d - tail
        if a == b or c == d or work.is_done:
            continue
        anchors = _anchors(old, new, a, b, c, d, work)
        if not anchors:
            found += _shortest_edit(old, new, a, b, c, d, work)
            continue
        for x, y in (*anchors, (b, d)):
            todo.append((a, x, c, y))
            if x < b:
                found.append(Run(x, y, 1))
            a, c = x + 1, y + 1
    return _joined(found)


def _common_ends(
    old: Sequence[Hashable], new: Sequence[Hashable], a: int, b: int, c: int, d: int, work: Work
) -> tuple[int, int]:
    limit = min(b - a, d - c)
    head = 0
    while head < limit and old[a + head] == new[c + head]:
        head += 1
    limit -= head
    tail = 0
    while tail < limit and old[b - 1 - tail] == new[d - 1 - tail]:
        tail += 1
    work.steps += head + tail + 1
    return head, tail


def _anchors(
    old: Sequence[Hashable], new: Sequence[Hashable], a: int, b: int, c: int, d: int, work: Work
) -> list[tuple[int, int]]:
    """Places of elements that occur once on both sides: the longest series in order."""
    work.steps += 2 * (b - a + d - c)
    once = {element for element, count in Counter(old[a:b]).items() if count == 1}
    counts = Counter(new[c:d])
    place = {new[j]: j for j in range(c, d) if new[j] in once and counts[new[j]] == 1}
    pairs = [(i, place[old[i]]) for i in range(a, b) if old[i] in place]
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        at = bisect_left(ends, j)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [j]
        last[at : at + 1] = [index]
    series: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        series.append(pairs[index])
        index = before[index]
    return series[::-1]


def _shortest_edit(
    old: Sequence[Hashable], new: Sequence[Hashable], a: int, b: int, c: int, d: int, work: Work
) -> list[Run]:
    """Myers' greedy search for the fewest removals and additions; no runs beyond the budget."""
    rows, columns = b - a, d - c
    # furthest[k] is how far in `old` the path with `k` more removals than additions came.
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(rows + columns, MOST_EDITS) + 1):
        trace.append(dict(furthest))
        work.steps += 2 * edits + 2
        if work.is_done:
            return []
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
            x = furthest[k + 1] if down else furthest[k - 1] + 1
            y = x - k
            start = x
            while x < rows and y < columns and old[a + x] == new[c + y]:
                x += 1
                y += 1
            work.steps += x - start
            furthest[k] = x
            if x >= rows and y >= columns:
                return _walked_back(trace, rows, columns, a, c)
    return []


def _walked_back(trace: list[dict[int, int]], rows: int, columns: int, a: int, c: int) -> list[Run]:
    runs: list[Run] = []
    x, y = rows, columns
    for edits in range(len(trace) - 1, -1, -1):
        furthest = trace[edits]
        k = x - y
        down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
        before = k + 1 if down else k - 1
        from_x = furthest[before] if edits else 0
        from_y = from_x - before if edits else 0
        start_x = from_x + (0 if down else 1) if edits else 0
        if x > start_x:
            runs.append(Run(a + start_x, c + start_x - k, x - start_x))
        x, y = from_x, from_y
    return runs


def _joined(found: list[Run]) -> tuple[Run, ...]:
    """The runs in order, neighbours made one, empty ones left out."""
    runs: list[Run] = []
    for run in sorted((run for run in found if run.length), key=_place):
        if runs and runs[-1].old + runs[-1].length == run.old:
            last = runs[-1]
            if last.new + last.length == run.new:
                runs[-1] = Run(last.old, last.new, last.length + run.length)
                continue
        runs.append(run)
    return tuple(runs)


def _place(run: Run) -> int:
    return run.old
