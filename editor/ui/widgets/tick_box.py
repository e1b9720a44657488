"""A check box whose frame and tick stand out in every theme."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

_BOX = 13.0
_TICK = ((3.0, 6.5), (5.5, 9.0), (10.0, 4.0))


class TickBox(QCheckBox):
    """Fusion draws the frame as a darker window colour, which a dark window swallows."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text as the style does, and the box in the colours of text."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style = self.style()
        room = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        option.rect = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        painter = QPainter(self)
        style.drawControl(QStyle.ControlElement.CE_CheckBoxLabel, option, painter, self)
        palette = self.palette()
        frame = QPalette.ColorRole.Accent if self.hasFocus() else QPalette.ColorRole.PlaceholderText
        top_left = QPointF(room.left() + 0.5, room.center().y() - _BOX / 2 + 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color(frame), 1))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(QRectF(top_left.x(), top_left.y(), _BOX, _BOX), 2, 2)
        if self.isChecked():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 1.5))
            painter.drawPolyline([top_left + QPointF(*point) for point in _TICK])
