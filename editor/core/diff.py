"""What differs between two texts: lines, and inside changed lines the words.

Lines end at line feeds, as in rendered text; every other character belongs to its line. Time
is bounded: beyond a budget of steps, stretches that differ are told as a whole.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from editor.core.matching import MOST_STEPS, Run, Work, matching_runs
from editor.core.spans import Span

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_ALIKE = 0.4
"""The share of equal words from which on two lines are one changed line."""
_MOST_PAIRS = 900
"""Lines of one hunk, old times new, that are compared with each other to find such pairs."""
_LONGEST = 10_000
"""Longer lines are compared as a whole."""


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a hunk: a line removed, added, or changed if it has both.

    Attributes:
        old: Its number in the old text, from 0, or None.
        new: Its number in the new text, from 0, or None.
        removed: In a changed line, the spans of the old line that are gone.
        added: In a changed line, the spans of the new line that came.
    """

    old: int | None
    new: int | None
    removed: tuple[Span, ...] = ()
    added: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Hunk:
    """Neighbouring lines that differ; lines between two hunks are equal.

    Attributes:
        old: The numbers of the lines it takes from the old text.
        new: The numbers of the lines it puts in their place.
        removed: Those lines of the old text.
        added: Those lines of the new text.
        changes: The rows to show, each line in one.
    """

    old: Span
    new: Span
    removed: tuple[str, ...]
    added: tuple[str, ...]
    changes: tuple[Change, ...]


def lines_of(text: str) -> list[str]:
    """Return the lines that differences count: the text between line feeds."""
    return text.split("\n")


def differences(old: str, new: str, work: Work | None = None) -> tuple[Hunk, ...]:
    """Compare two texts line by line.

    Args:
        old, new: The texts.
        work: Counts the steps; its limit is where lines are told apart only as a whole.

    Returns:
        The hunks in order; none for equal texts.
    """
    if old == new:
        return ()
    before, after = lines_of(old), lines_of(new)
    if work is None:
        work = Work(limit=MOST_STEPS + 8 * (len(before) + len(after)))
    runs = matching_runs(before, after, work)
    return tuple(_hunk(before, after, a, b, work) for a, b in gaps(runs, len(before), len(after)))


def gaps(runs: Sequence[Run], old: int, new: int) -> Iterator[tuple[Span, Span]]:
    """Yield what lies between runs in two sequences of `old` and `new` elements."""
    a = c = 0
    for run in (*runs, Run(old, new, 0)):
        if run.old > a or run.new > c:
            yield Span(a, run.old), Span(c, run.new)
        a, c = run.old + run.length, run.new + run.length


def _hunk(before: list[str], after: list[str], old: Span, new: Span, work: Work) -> Hunk:
    removed, added = before[old.start : old.end], after[new.start : new.end]
    changes: list[Change] = []
    i = j = 0
    for x, y in (*_pairs(removed, added, work), (len(removed), len(added))):
        changes += [Change(old.start + n, None) for n in range(i, x)]
        changes += [Change(None, new.start + n) for n in range(j, y)]
        if x < len(removed):
            gone, came = _word_spans(removed[x], added[y], work)
            changes.append(Change(old.start + x, new.start + y, gone, came))
        i, j = x + 1, y + 1
    return Hunk(old, new, tuple(removed), tuple(added), tuple(changes))


def _pairs(removed: list[str], added: list[str], work: Work) -> list[tuple[int, int]]:
    """Lines that became one another, in order: those that are most alike together."""
    if not removed or not added or len(removed) * len(added) > _MOST_PAIRS:
        return []
    olds = [_counted(line) for line in removed]
    news = [_counted(line) for line in added]
    # best[i][j]: the most likeness that the lines from i and from j on can have.
    best = [[0.0] * (len(added) + 1) for _ in range(len(removed) + 1)]
    likeness = [[0.0] * len(added) for _ in removed]
    for i in range(len(removed) - 1, -1, -1):
        for j in range(len(added) - 1, -1, -1):
            work.steps += min(len(olds[i]), len(news[j])) + 1
            like = 0.0 if work.is_done else _likeness(olds[i], news[j])
            likeness[i][j] = like
            pair = like + best[i + 1][j + 1] if like >= _ALIKE else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], pair)
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(removed) and j < len(added):
        if likeness[i][j] >= _ALIKE and best[i][j] == likeness[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _counted(line: str) -> Counter[str]:
    return Counter(word for word in _WORD.findall(line[:_LONGEST]) if not word.isspace())


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share of words, from 0 to 1, that both lines have; blanks do not count."""
    total = one.total() + other.total()
    if len(other) < len(one):
        one, other = other, one
    shared = sum(min(count, other[word]) for word, count in one.items())
    return 2 * shared / total if total else 0.0


def _word_spans(old: str, new: str, work: Work) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The words that differ, as spans of each line; neighbours are one span."""
    if max(len(old), len(new)) > _LONGEST:
        return (Span(0, len(old)),), (Span(0, len(new)),)
    before, after = _WORD.findall(old), _WORD.findall(new)
    runs = _meant(matching_runs(before, after, work), before)
    starts, ends = _starts(before), _starts(after)
    gone: list[Span] = []
    came: list[Span] = []
    for a, b in gaps(runs, len(before), len(after)):
        if len(a):
            gone.append(Span(starts[a.start], starts[a.end]))
        if len(b):
            came.append(Span(ends[b.start], ends[b.end]))
    return tuple(gone), tuple(came)


def _meant(runs: Sequence[Run], words: list[str]) -> list[Run]:
    """The runs without those of mere blanks between two words that differ."""
    kept = []
    for index, run in enumerate(runs):
        inside = 0 < index < len(runs) - 1
        blank = all(word.isspace() for word in words[run.old : run.old + run.length])
        if not (inside and blank):
            kept.append(run)
    return kept


def _starts(words: list[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts
