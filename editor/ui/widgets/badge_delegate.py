"""Rows of a tree with short labels at their right end, muted beside the name."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

_PIXELS = 11
_GAP = 8
_RIM = 6
_MOST = 0.6
"""How much of a row's width badges take at most."""


class BadgeDelegate(QStyledItemDelegate):
    """Paints rows as ever, then the badges that their data of `role`, a tuple of texts, names."""

    def __init__(self, role: int, parent: QObject) -> None:
        super().__init__(parent)
        self._role = role

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Cut the name where the badges begin."""
        super().initStyleOption(option, index)
        badges = index.data(self._role)
        if badges and option.widget is not None:
            width = self._width(option, badges) + _GAP
            style = option.widget.style()
            element = QStyle.SubElement.SE_ItemViewItemText
            room = style.subElementRect(element, option, option.widget)
            left = max(0, option.rect.right() - width - room.left())
            metrics = QFontMetrics(option.font)
            option.text = metrics.elidedText(option.text, Qt.TextElideMode.ElideRight, left)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the row and its badges."""
        super().paint(painter, option, index)
        badges = index.data(self._role)
        if not badges:
            return
        painter.save()
        painter.setFont(_font(option))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = (
            QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.PlaceholderText
        )
        painter.setPen(option.palette.color(role))
        width = self._width(option, badges)
        box = QRect(option.rect)
        box.setLeft(box.right() - width)
        box.setRight(box.right() - _RIM)
        shown = painter.fontMetrics().elidedText(
            _joined(badges), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()

    def _width(self, option: QStyleOptionViewItem, badges: tuple[str, ...]) -> int:
        wanted = QFontMetrics(_font(option)).horizontalAdvance(_joined(badges)) + _RIM
        return min(wanted, round(option.rect.width() * _MOST))


def _joined(badges: tuple[str, ...]) -> str:
    return " · ".join(badges)


def _font(option: QStyleOptionViewItem) -> QFont:
    font = QFont(option.font)
    font.setPixelSize(_PIXELS)
    return font
