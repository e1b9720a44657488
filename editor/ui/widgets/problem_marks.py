"""Marks of problems in the source: wavy underlines over what is in sight.

Placeholders without a value are left out: the highlighter marks them at every key.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from editor.core.diagnostics import Severity
from editor.session import qtext
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.problems import Problem
from editor.ui.theme import Theme
from editor.ui.widgets.source_editor import SourceEditor

_MARKED_BY_HIGHLIGHTER = ("unresolved-variable", "runtime-variable", "template-in-template")
_ROLES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "muted"}
_WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline
_DOTS = QTextCharFormat.UnderlineStyle.DotLine


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch of one line, from 0, in code points; it reaches no further than the line."""

    line: int
    start: int
    length: int
    severity: Severity


class ProblemMarks(QObject):
    """The marks of the document that a source editor shows.

    A line that is changed loses its marks until it has been checked again; what is drawn moves
    with the text until then.

    Signals:
        changed: Others are in sight or look different: ask for `selections` again.
    """

    changed = Signal()

    def __init__(self, source: SourceEditor, theme: Theme) -> None:
        super().__init__(source)
        self._source = source
        self._theme = theme
        self._document: Document | None = None
        self._marks: list[_Mark] = []
        source.sight_changed.connect(self._draw_again)
        theme.changed.connect(self._draw_again)

    def show_problems(self, document: Document | None, problems: Iterable[Problem]) -> None:
        """Mark `problems` of `document`, which was just checked, and no others."""
        is_other = document is not self._document
        if is_other:
            if self._document is not None:
                self._document.lines_changed.disconnect(self._lines_changed)
            self._document = document
            if document is not None:
                document.lines_changed.connect(self._lines_changed)
        marks = [_mark(each) for each in problems if _is_marked(each)]
        marks.sort(key=_line_of)
        if is_other or marks != self._marks:
            self._marks = marks
            self.changed.emit()

    def selections(self) -> list[QTextEdit.ExtraSelection]:
        """Return what to draw over the lines in sight."""
        source = self._source
        lines = source.visible_lines(source.viewport().height())
        if not lines or self._document is None or source.shown is not self._document:
            return []
        found = self._between(lines[0][0], lines[-1][0] + 1)
        drawn = (self._drawn(mark) for mark in found)
        return [each for each in drawn if each is not None]

    def _draw_again(self) -> None:
        if self._marks:
            self.changed.emit()

    def _between(self, first: int, end: int) -> list[_Mark]:
        return self._marks[
            bisect_left(self._marks, first, key=_line_of) : bisect_left(
                self._marks, end, key=_line_of
            )
        ]

    def _drawn(self, mark: _Mark) -> QTextEdit.ExtraSelection | None:
        block = self._source.document().findBlockByNumber(mark.line)
        span = _in_block(mark, block)
        if span is None:
            return None
        char_format = QTextCharFormat()
        char_format.setUnderlineStyle(_DOTS if mark.severity is Severity.INFO else _WAVE)
        char_format.setUnderlineColor(self._theme.color(_ROLES[mark.severity]))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + span[0])
        cursor.setPosition(block.position() + span[1], QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format = char_format
        return selection

    def _lines_changed(self, change: LinesChanged) -> None:
        """Drop the marks of changed lines and move those below."""
        first = bisect_left(self._marks, change.first, key=_line_of)
        behind = bisect_left(self._marks, change.old_end, key=_line_of)
        moved = self._marks[behind:]
        if change.delta:
            moved = [replace(mark, line=mark.line + change.delta) for mark in moved]
        self._marks[first:] = moved


def _is_marked(problem: Problem) -> bool:
    about_file = problem.span.end == 0
    return not about_file and problem.code not in _MARKED_BY_HIGHLIGHTER


def _mark(problem: Problem) -> _Mark:
    place = problem.position
    return _Mark(place.line - 1, place.column - 1, len(problem.span), problem.severity)


def _line_of(mark: _Mark) -> int:
    return mark.line


def _in_block(mark: _Mark, block: QTextBlock) -> tuple[int, int] | None:
    """Return where a mark is in a line, in Qt's count; at least one character, or None."""
    text = block.text()
    if not text:
        return None
    start = min(mark.start, len(text) - 1)
    end = max(start + 1, min(mark.start + mark.length, len(text)))
    return qtext.to_utf16(text, start), qtext.to_utf16(text, end)
