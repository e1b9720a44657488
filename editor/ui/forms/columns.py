"""Places the rows of a form: short ones beside each other where there is room."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

COLUMN = 250
"""Pixels that a column needs."""

MOST_COLUMNS = 3


class Columns(QWidget):
    """Widgets in one to three columns; wide ones have a line of their own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._placed: tuple[tuple[QWidget, bool], ...] = ()
        self._count = 0

    @property
    def count(self) -> int:
        """How many columns there are now."""
        return self._count

    def place(self, widgets: Sequence[tuple[QWidget, bool]]) -> None:
        """Show `widgets` in order; the second of each pair says whether it is wide."""
        if tuple(widgets) != self._placed:
            self._placed = tuple(widgets)
            self._arrange(self._fitting())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many columns as fit."""
        super().resizeEvent(event)
        if self._fitting() != self._count:
            self._arrange(self._fitting())

    def _fitting(self) -> int:
        return max(1, min(MOST_COLUMNS, self.width() // COLUMN))

    def _arrange(self, count: int) -> None:
        while self._grid.count():
            self._grid.takeAt(0)
        for column in range(MOST_COLUMNS):
            self._grid.setColumnStretch(column, 1 if column < count else 0)
        row = column = 0
        for widget, wide in self._placed:
            if wide and column:
                row, column = row + 1, 0
            span = count if wide else 1
            self._grid.addWidget(widget, row, column, 1, span, Qt.AlignmentFlag.AlignTop)
            widget.show()
            column += span
            if column >= count:
                row, column = row + 1, 0
        self._count = count
