"""Two columns of a difference beside each other: in line with each other, scrolled together."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from editor.ui.theme import Theme
from editor.ui.widgets.difference_rows import Row, RowKind
from editor.ui.widgets.difference_text import DifferenceText

MOST_WRAPPED = 2_000
"""With more rows that differ lines are not wrapped: bringing them in line would take long."""


class DifferenceSides(QWidget):
    """The old text at the left, the new one at the right."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left = DifferenceText(theme, f"{name}Old", self.tr("Before"), self)
        self.right = DifferenceText(theme, f"{name}New", self.tr("Now"), self)
        self._rows: tuple[tuple[Row, ...], tuple[Row, ...]] = ((), ())
        self._highest = 0
        self._following = False
        # With scroll bars that come and go the columns would not be equally wide.
        for text in (self.left, self.right):
            text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(self.left, 1)
        layout.addWidget(self.right, 1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._align)
        for text, slot in ((self.left, self._left_scrolled), (self.right, self._right_scrolled)):
            text.verticalScrollBar().valueChanged.connect(slot)
            text.horizontalScrollBar().valueChanged.connect(slot)

    def show_rows(self, left: Sequence[Row], right: Sequence[Row], highest: int) -> None:
        """Show as many rows in each column; `highest` is the highest line number."""
        self._rows = (tuple(left), tuple(right))
        self._highest = highest
        self._align()

    def text(self) -> DifferenceText:
        """The column that has the caret."""
        return self.left if self.left.hasFocus() else self.right

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bring the columns in line again once they have their new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._later.start()

    def _align(self) -> None:
        """Wrap long lines and fill up the side that needs fewer lines for a row."""
        self._later.stop()
        wraps = sum(_differs(row) for row in self._rows[0]) <= MOST_WRAPPED
        modes = QPlainTextEdit.LineWrapMode
        for text in (self.left, self.right):
            text.setLineWrapMode(modes.WidgetWidth if wraps else modes.NoWrap)
        self._set(*self._rows)
        if wraps and self.isVisible():
            self._set(*self._filled_up())

    def _set(self, left: Sequence[Row], right: Sequence[Row]) -> None:
        self.left.show_rows(left, new=False, highest=self._highest)
        self.right.show_rows(right, old=False, highest=self._highest)

    def _filled_up(self) -> tuple[list[Row], list[Row]]:
        left: list[Row] = []
        right: list[Row] = []
        for number, (old, new) in enumerate(zip(*self._rows, strict=True)):
            left.append(old)
            right.append(new)
            if _differs(old):
                more = self.left.height_of(number) - self.right.height_of(number)
                filler = Row(RowKind.FILLER, change=old.change)
                left += [filler] * -more
                right += [filler] * more
        return left, right

    def _left_scrolled(self) -> None:
        self._scroll_along(self.left, self.right)

    def _right_scrolled(self) -> None:
        self._scroll_along(self.right, self.left)

    def _scroll_along(self, leader: DifferenceText, other: DifferenceText) -> None:
        """Scroll `other` as `leader` is; what it cannot follow does not hold the leader back."""
        if not self._following:
            self._following = True
            other.verticalScrollBar().setValue(leader.verticalScrollBar().value())
            other.horizontalScrollBar().setValue(leader.horizontalScrollBar().value())
            self._following = False


def _differs(row: Row) -> bool:
    return row.kind not in (RowKind.EQUAL, RowKind.FOLD)
