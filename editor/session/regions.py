"""What edits of a text do to its lines: whole lines before and after, and the parts that change.

A line end of two characters may be cut or made by an edit, so edits are first seen as a
replacement of whole lines; only then are the parts found that a document has to replace.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from editor.core.edits import Edit, apply_edits, minimal, ordered
from editor.core.spans import LINE_END, Span


@dataclass(slots=True)
class Region:
    """Whole lines that edits touch.

    Attributes:
        first: The number of the first line, from 0.
        start: The offset of that line in the text.
        old: The lines with their line ends.
        edits: What happens to them; spans count from `start`.
    """

    first: int
    start: int
    old: str
    edits: list[Edit] = field(default_factory=list)
    reaches: int = 0

    @property
    def new(self) -> str:
        """What the edits make of the lines."""
        return apply_edits(self.old, self.edits)

    def add(self, edit: Edit) -> None:
        """Add an edit of the text."""
        self.edits.append(edit.shifted(-self.start))
        self.reaches = max(self.reaches, edit.span.end)


def regions(lines: Iterable[tuple[str, str]], edits: Iterable[Edit]) -> list[Region]:
    """Return the disjoint regions that `edits` touch, in order.

    Args:
        lines: The lines of the text with their line ends; only the last one ends with "". No
            more of them are asked for than needed.
        edits: Edits of the text, in any order.

    Raises:
        ValueError: two edits overlap, or one lies outside the text.
    """
    queue = deque(ordered(edits))
    found: list[Region] = []
    region: Region | None = None
    parts: list[str] = []  # joined once: a region may be as long as the text
    start, before = 0, ""
    for number, (content, ending) in enumerate(lines):
        line = content + ending
        end = start + len(line)
        begins = bool(queue) and (queue[0].span.start < end or not ending)
        if region is not None and (
            region.reaches >= start or (begins and queue[0].span.start == start)
        ):
            parts.append(line)
        else:
            _close(region, parts)
            region = None
        while queue and (queue[0].span.start < end or not ending):
            edit = queue.popleft()
            if region is None:
                # Behind a carriage return an edit may change the line end of the line before.
                joined = before if edit.span.start == start else ""
                region = Region(number - bool(joined), start - len(joined), "")
                parts = [joined, line]
                found.append(region)
            region.add(edit)
        if not queue and (region is None or region.reaches < end):
            break
        start, before = end, line
    _close(region, parts)
    if queue or any(region.reaches > region.start + len(region.old) for region in found):
        raise ValueError("edit outside the text")
    return found


def regions_from(
    lines: Callable[[int], Iterable[tuple[str, str]]], edits: Iterable[Edit], first: int
) -> list[Region]:
    """Return the regions that `edits` touch, told by the lines from number `first` on.

    Args:
        lines: Returns the lines from a number on, as `regions` takes them.
        edits: Edits whose spans count from the start of line `first`.
        first: The number, from 0.

    Raises:
        ValueError: see `regions`.
    """
    if not first:
        return regions(lines(0), edits)
    # One line more: an edit at the start may change the line end of the line before.
    before = next(iter(lines(first - 1)))
    by = len(before[0]) + len(before[1])
    found = regions(lines(first - 1), [each.shifted(by) for each in edits])
    for region in found:
        region.first += first - 1
    return found


def _close(region: Region | None, parts: list[str]) -> None:
    if region is not None:
        region.old = "".join(parts)


def folded_edits(region: Region) -> tuple[Edit, ...]:
    """Return minimal edits of the region's text in which every line end is a line feed.

    What lies between two edits is kept, so that carets and selections there stay.
    """
    old, new = region.old, region.new
    kept = _kept_stretches(region)
    old_flat, new_flat = _Folder(old), _Folder(new)
    found: list[Edit] = []
    old_start, new_start = 0, 0
    for old_at, new_at, length in [*kept, (len(old), len(new), 0)]:
        old_span = Span(old_start, old_flat.offset(old_at))
        new_span = Span(new_start, new_flat.offset(new_at))
        change = minimal(old_flat.text, Edit(old_span, new_span.of(new_flat.text)))
        if change is not None:
            found.append(change)
        old_start = old_flat.offset(old_at + length)
        new_start = new_flat.offset(new_at + length)
    return tuple(found)


def _kept_stretches(region: Region) -> Sequence[tuple[int, int, int]]:
    """Return (old offset, new offset, length) of what no edit touches, without rim line ends."""
    found = []
    done, moved = 0, 0
    for edit in [*region.edits, Edit(Span(len(region.old), len(region.old)), "")]:
        stretch = region.old[done : edit.span.start]
        core = stretch.strip("\r\n")
        if core:
            at = done + len(stretch) - len(stretch.lstrip("\r\n"))
            found.append((at, at + moved, len(core)))
        done = edit.span.end
        moved += len(edit.text) - len(edit.span)
    return found


class _Folder:
    """A text with line feeds only; offsets are asked for in rising order."""

    def __init__(self, original: str) -> None:
        self.text = LINE_END.sub("\n", original)
        self._original = original
        self._asked, self._answer = 0, 0

    def offset(self, original: int) -> int:
        """Return the folded offset of an offset that does not cut a line end in two."""
        part = self._original[self._asked : original]
        self._answer += len(part) - part.count("\r\n")
        self._asked = original
        return self._answer
