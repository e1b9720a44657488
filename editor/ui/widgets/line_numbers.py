"""The margin with line numbers at the left of a plain text editor."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.ui.theme import Theme

_PADDING = 12


class LineNumbers(QWidget):
    """Draws the numbers of the visible lines; the editor tells it when to move."""

    def __init__(self, editor: "NumberedEdit", theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self._theme = theme
        self.setAccessibleName(self.tr("Line numbers"))

    def width_needed(self) -> int:
        """Return the width in pixels for the numbers of the whole document."""
        digits = max(3, len(str(self._editor.blockCount())))
        return self._editor.fontMetrics().horizontalAdvance("9") * digits + 2 * _PADDING

    def sizeHint(self) -> QSize:
        """The width that the numbers need."""
        return QSize(self.width_needed(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines in sight."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("gutter"))
        painter.setFont(self._editor.font())
        current = self._editor.textCursor().blockNumber()
        height = self._editor.fontMetrics().height()
        for number, top in self._editor.visible_lines(event.rect().bottom()):
            role = "line-number.current" if number == current else "line-number"
            painter.setPen(self._theme.color(role))
            box = QRect(0, top, self.width() - _PADDING, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(number + 1))


class NumberedEdit(QPlainTextEdit):
    """A plain text editor with a margin; the base of the source editor."""

    def visible_lines(self, bottom: int) -> list[tuple[int, int]]:
        """Return number and top (pixels) of each line that begins above `bottom`."""
        lines = []
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= bottom:
            height = self.blockBoundingRect(block).height()
            if block.isVisible() and top + height >= 0:
                lines.append((block.blockNumber(), round(top)))
            top += height
            block = block.next()
        return lines
