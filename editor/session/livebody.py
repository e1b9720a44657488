"""The body of a document and its rendering, kept equal line by line.

A change costs what it touches: no placeholder spans a line end, and the body is stripped before
it is rendered, so a line's rendering depends on nothing but the line, the scope, and whether it
is the first or last line that is not blank.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from editor.core.layers import Scope
from editor.core.rendering import MOST_RENDERED
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.linesequence import LineSequence
from editor.session.liveline import Answers, Line, LiveLine, height, render_line
from editor.session.previewtext import PreviewText
from editor.session.qtext import all_lines


@dataclass(slots=True)
class Work:
    """What was done since the pipeline was made; for tests of how it grows.

    Attributes:
        lines_resolved: Lines that were looked at for placeholders.
        characters_copied: Characters read from changed lines and put into the preview.
        heads_parsed: How often a head was read.
    """

    lines_resolved: int = 0
    characters_copied: int = 0
    heads_parsed: int = 0


class LiveBody:
    """Which lines are sent, what they render to, and which names they use.

    `size` counts the characters of the lines that have placeholders, values included; a change
    that would make them more than `MOST_RENDERED` raises `RenderingTooLarge`, and the body has to
    be cleared. `names_before` holds the counts of names as they were before they were touched,
    for whoever wants to know what changed and empties it.
    """

    def __init__(self, document: Document, preview: PreviewText) -> None:
        self._document = document
        self._preview = preview
        self._hidden = LiveLine()
        self.scope = Scope()
        self._answers = Answers(self.scope)
        self.generation = 0
        self.lines: LineSequence[Line] = LineSequence([self._hidden], height)
        self.start = 1
        self._first: int | None = None
        self._last: int | None = None
        self.names: Counter[str] = Counter()
        self.names_before: dict[str, int] = {}
        self.unresolved = 0
        self.size = 0
        self.work = Work()

    def text(self) -> str:
        """Return the rendered text as far as it is up to date, character for character."""
        rows = iter(self._preview.lines(0, self.lines.total_height()))
        parts: list[str] = []
        for line in self.lines:
            if line is None:
                parts.append(next(rows))
            elif line.height:
                parts.append(line.text)
                for _ in range(line.height):
                    next(rows)
        return "\n".join(parts)

    def clear(self) -> None:
        """Send nothing, whatever was sent so far and however far that came."""
        for name, count in self.names.items():
            self.names_before.setdefault(name, count)
        self.names.clear()
        self.unresolved = self.size = 0
        self.lines.splice(0, len(self.lines), [self._hidden] * self._document.line_count())
        self._preview.clear()
        self.start = len(self.lines)
        self._first = self._last = None

    def update(self, change: LinesChanged, start: int) -> list[range]:
        """Follow a change of the document, whose body now begins at line `start`.

        Returns:
            The lines that were rendered again, the changed ones first.
        """
        joined = _reaching(self._moved_start(change), start)
        first, last = self._first, self._last
        self._find_rims(change, start, joined)
        self.start = start
        changed = range(change.first, change.new_end)
        touched = [joined, *self._moved_rim(change, first, self._first)]
        touched += self._moved_rim(change, last, self._last)
        self._render(changed, change.removed)
        others = [part for each in touched for part in _without(each, changed)]
        others = _united(others)
        for each in others:
            self._render(each, len(each))
        return [changed, *others]

    def render_again(self, lines: range) -> None:
        """Render unchanged lines with the scope as it is now."""
        self._render(lines, len(lines))

    def _moved_start(self, change: LinesChanged) -> int:
        """Return where the old body begins in the new text."""
        if self.start <= change.first:
            return self.start
        return max(change.first, self.start + change.delta)

    def _find_rims(self, change: LinesChanged, start: int, joined: range) -> None:
        """Find the first and last line of the body that are not blank.

        Only lines are looked at that changed, joined the body or lay between the old ones.
        """
        candidates = [range(change.first, change.new_end), joined]
        if self._first is not None and self._last is not None:
            before = range(self._first, min(self._last + 1, change.first))
            behind = range(max(self._first, change.old_end), self._last + 1)
            moved = range(behind.start + change.delta, behind.stop + change.delta)
            candidates += [before, moved if behind else range(0)]
        known = {change.moved(rim) for rim in (self._first, self._last) if rim is not None}
        parts = _united(range(max(each.start, start), each.stop) for each in candidates)

        def is_filled(line: int) -> bool:
            return line in known or bool(self._document.line(line).strip())

        rising = (line for each in parts for line in each)
        falling = (line for each in reversed(parts) for line in reversed(each))
        self._first = next(filter(is_filled, rising), None)
        self._last = next(filter(is_filled, falling), None)

    @staticmethod
    def _moved_rim(change: LinesChanged, old: int | None, new: int | None) -> list[range]:
        """Return the lines between where a rim was and where it is, both included."""
        if new is None:
            return []
        anchor = None if old is None else change.moved(old)
        if anchor == new:
            return []
        if anchor is None:
            anchor = min(max(new, change.first), change.new_end - 1)
        return [range(min(anchor, new), max(anchor, new) + 1)]

    def _render(self, lines: range, removed: int) -> None:
        """Render `lines` of the document in the place of `removed` lines as they were."""
        if self._answers.scope is not self.scope:
            self._answers = Answers(self.scope)
        rendered: list[Line] = []
        output: list[str] = []
        old = self.lines.part(lines.start, removed)
        room = MOST_RENDERED - self.size + sum(map(_size, old))
        for number, text in zip(lines, self._texts(lines), strict=True):
            line: Line = self._hidden
            if self._is_sent(number):
                line = render_line(
                    text,
                    self._answers,
                    self.generation,
                    is_first=number == self._first,
                    is_last=number == self._last,
                    room=room,
                )
                room -= _size(line)
                self.work.lines_resolved += 1
                self.work.characters_copied += len(text)
                if line is None:
                    output.append(text)
                elif line.height == 1:
                    output.append(line.text)
                else:
                    output += [row.of(line.text) for row in line.rows]
            rendered.append(line)
        self._put(lines.start, old, rendered, output)

    def _texts(self, lines: range) -> Iterable[str]:
        if len(lines) == self._document.line_count():
            return all_lines(self._document.qdocument)  # quicker than line by line
        return map(self._document.line, lines)

    def _is_sent(self, line: int) -> bool:
        first, last = self._first, self._last
        return first is not None and last is not None and first <= line <= last

    def _put(
        self, first: int, old: Sequence[Line], lines: Sequence[Line], output: Sequence[str]
    ) -> None:
        """Replace lines; whoever listens to the preview finds them replaced already."""
        row = self.lines.height_before(first)
        self.lines.splice(first, len(old), lines)
        self._count(old, -1)
        self._count(lines, 1)
        self.work.characters_copied += self._preview.replace(row, sum(map(height, old)), output)

    def _count(self, lines: Iterable[Line], by: int) -> None:
        counts: Counter[str] = Counter()
        for line in lines:
            if line is not None and line.names:
                counts.update(line.names)
                self.unresolved += by * line.unresolved
                self.size += by * len(line.text)
        for name, count in counts.items():
            self.names_before.setdefault(name, self.names[name])
            self.names[name] += by * count
            if not self.names[name]:
                del self.names[name]


def _size(line: Line) -> int:
    return len(line.text) if line is not None and line.names else 0


def _reaching(one: int, other: int) -> range:
    return range(min(one, other), max(one, other))


def _without(lines: range, hole: range) -> list[range]:
    """Return the parts of `lines` outside `hole`."""
    parts = [
        range(lines.start, min(lines.stop, hole.start)),
        range(max(lines.start, hole.stop), lines.stop),
    ]
    return [part for part in parts if part]


def _united(parts: Iterable[range]) -> list[range]:
    """Return disjoint ranges in order that cover the same lines."""
    found: list[range] = []
    for part in sorted((part for part in parts if part), key=lambda part: part.start):
        if found and part.start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(found[-1].stop, part.stop))
        else:
            found.append(part)
    return found
