"""Rendering again what uses changed names: what is in sight at once, the rest in slices."""

from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer

from editor.session.linechanges import LinesChanged
from editor.session.livebody import LiveBody
from editor.session.liveline import Line

_SLICE = 8
"""Milliseconds of rendering before the event loop has its turn."""
_CHUNK = 128


@dataclass(frozen=True, slots=True)
class Rerendered:
    """`lines` lines of the source from number `first_line` (from 0) on have new pieces."""

    first_line: int
    lines: int


class Sweep:
    """Goes through a body and renders the lines that are older than the names they use.

    Attributes:
        visible: The lines that come first.
        news: What was rendered and not yet told.
    """

    def __init__(self, body: LiveBody) -> None:
        self._body = body
        self._changed: dict[str, int] = {}
        self._reached = 0
        self.visible = range(0)
        self.news: list[Rerendered] = []

    @property
    def is_needed(self) -> bool:
        """Whether lines may be out of date."""
        return bool(self._changed)

    def forget(self) -> None:
        """Take everything as up to date: it was all rendered anew."""
        self._changed.clear()
        self.news.clear()

    def begin(self, names: frozenset[str]) -> None:
        """Note that `names` changed with the body's present generation."""
        self._changed.update(dict.fromkeys(names, self._body.generation))
        self.begin_again()

    def begin_again(self) -> None:
        """Look at all lines once more."""
        self._reached = 0

    def shift(self, change: LinesChanged) -> None:
        """Follow a change of the lines."""
        moved = change.moved(self._reached)
        self._reached = change.first if moved is None else moved

    def render_visible(self) -> None:
        """Render what is in sight."""
        first = min(self.visible.start, len(self._body.lines))
        self._render_outdated(first, len(self.visible))

    def go_on(self, to_the_end: bool) -> bool:
        """Render for a moment, or `to_the_end`; tell whether all is up to date."""
        clock = QElapsedTimer()
        clock.start()
        while self._reached < len(self._body.lines):
            if not to_the_end and clock.hasExpired(_SLICE):
                return False
            first, self._reached = self._reached, self._reached + _CHUNK
            self._render_outdated(first, _CHUNK)
        self._changed.clear()
        return True

    def taken_news(self) -> list[Rerendered]:
        """Return the news, neighbours as one, and forget them."""
        found: list[Rerendered] = []
        for each in sorted(self.news, key=lambda each: each.first_line):
            start, end = each.first_line, each.first_line + each.lines
            if found and start <= found[-1].first_line + found[-1].lines:
                last = found.pop()
                start, end = last.first_line, max(end, last.first_line + last.lines)
            found.append(Rerendered(start, end - start))
        self.news = []
        return found

    def _is_outdated(self, line: Line) -> bool:
        if line is None or not line.names:
            return False
        return any(self._changed.get(name, 0) > line.generation for name in line.names)

    def _render_outdated(self, first: int, count: int) -> None:
        """Render the lines among `count` from `first` on that use a changed name."""
        begun: int | None = None
        for number, line in enumerate([*self._body.lines.part(first, count), None], first):
            if self._is_outdated(line):
                begun = number if begun is None else begun
            elif begun is not None:
                self._body.render_again(range(begun, number))
                self.news.append(Rerendered(begun, number - begun))
                begun = None
