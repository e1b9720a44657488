"""Cells of a table that show a layer's name as a chip in the layer's colours."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from editor.ui.theme import Theme

_PIXELS = 11
_PAD = 6
_INSET = 4
_ROUND = 3.0


class ChipDelegate(QStyledItemDelegate):
    """Paints the text of a cell on the tint that its data of `role` names."""

    def __init__(self, theme: Theme, role: int, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the cell's background as ever, and the chip in it."""
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        layer = index.data(self._role)
        if not text or not layer:
            return
        painter.save()
        font = QFont(option.font)
        font.setPixelSize(_PIXELS)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        room = QRectF(option.rect).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        shown = metrics.elidedText(
            text, Qt.TextElideMode.ElideRight, max(0, int(room.width()) - 2 * _PAD)
        )
        room.setWidth(min(room.width(), metrics.horizontalAdvance(shown) + 2 * _PAD))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(f"{layer}.tint"))
        painter.drawRoundedRect(room, _ROUND, _ROUND)
        painter.setPen(self._theme.color(f"{layer}.text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter.value, shown)
        painter.restore()
