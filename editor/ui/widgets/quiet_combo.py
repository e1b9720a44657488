"""A choice that the wheel passes over: only a click or a key changes it."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox

_ARROW_FROM_RIGHT = 11
_ARROW_HALF = 3.5


class QuietCombo(QComboBox):
    """A combo box that leaves the wheel to the panel it stands in."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change nothing; whoever scrolls here takes the event."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrow, which a style sheet without pictures leaves out."""
        super().paintEvent(event)
        x, y = self.width() - _ARROW_FROM_RIGHT, self.height() / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.25))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(
            [
                QPointF(x - _ARROW_HALF, y - 1.5),
                QPointF(x, y + 2),
                QPointF(x + _ARROW_HALF, y - 1.5),
            ]
        )
