"""Paints a row of the list of problems: icon, message, fix, kind, place; the fix is a link."""

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from editor.session.problems import Problem
from editor.ui.panels.problems_model import PROBLEM, code_words, place_of

ROW = 24
_GAP = 12
_ICON = 16
_MORE = " ▾"
_LEAST_MESSAGE = 160
"""A message has at least so much room; what stands beside it comes only then."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the parts of a row are; empty where there is no room for one."""

    icon: QRect
    message: QRect
    link: QRect
    kind: QRect
    place: QRect


class ProblemDelegate(QStyledItemDelegate):
    """Draws problems and tells of clicks on a fix.

    Signals:
        fix_clicked: The row whose one fix was clicked.
        fixes_clicked: The row whose several fixes are to be offered.
    """

    fix_clicked = Signal(QModelIndex)
    fixes_clicked = Signal(QModelIndex)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """All rows are of one height and no wider than the list."""
        return QSize(0, max(ROW, option.fontMetrics.height() + 8))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one row."""
        problem: Problem = index.data(PROBLEM)
        self.initStyleOption(option, index)
        icon = option.icon
        parts = _laid_out(option.rect, option.fontMetrics, problem)
        role = QPalette.ColorRole
        palette = option.palette
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        text = palette.color(role.HighlightedText if is_selected else role.Text)
        muted = text if is_selected else palette.color(role.PlaceholderText)
        # A link's colour is too faint on a selection; there the underline says it all.
        link = text if is_selected else palette.color(role.Link)
        font, underlined = QFont(option.font), QFont(option.font)
        underlined.setUnderline(is_selected)
        painter.save()
        if is_selected:
            painter.fillRect(option.rect, palette.brush(role.Highlight))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, palette.brush(role.AlternateBase))
        icon.paint(painter, parts.icon)
        for rect, words, color in (
            (parts.message, problem.message, text),
            (parts.link, _link_text(problem), link),
            (parts.kind, code_words(problem.code), muted),
            (parts.place, place_of(problem), muted),
        ):
            if rect.width() > 0:
                mode = (
                    Qt.TextElideMode.ElideLeft
                    if rect is parts.place
                    else Qt.TextElideMode.ElideRight
                )
                painter.setFont(underlined if rect is parts.link else font)
                painter.setPen(color)
                painter.drawText(
                    rect,
                    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                    option.fontMetrics.elidedText(words, mode, rect.width()),
                )
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Tell of a click on a fix."""
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        if event.button() != Qt.MouseButton.LeftButton or not self.is_on_link(
            option, index, event.position().toPoint()
        ):
            return False
        problem: Problem = index.data(PROBLEM)
        row = model.index(index.row(), 0)
        if len(problem.fixes) == 1:
            self.fix_clicked.emit(row)
        else:
            self.fixes_clicked.emit(row)
        return True

    def is_on_link(
        self,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        at: QPoint,
    ) -> bool:
        """Whether a point of the list lies on the fix of a row."""
        return self.link_rect(option, index).contains(at)

    def link_rect(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QRect:
        """Return where the fix of a row is; empty if it has none."""
        return _laid_out(option.rect, option.fontMetrics, index.data(PROBLEM)).link


def _link_text(problem: Problem) -> str:
    if not problem.fixes:
        return ""
    return problem.fixes[0].title + (_MORE if len(problem.fixes) > 1 else "")


def _laid_out(rect: QRect, metrics: QFontMetrics, problem: Problem) -> _Layout:
    """Share the width of a row: place and kind at the right, the fix behind the message."""
    inside = rect.adjusted(_GAP, 0, -_GAP, 0)
    icon = QRect(inside.left(), rect.center().y() - _ICON // 2 + 1, _ICON, _ICON)
    left = icon.right() + 8
    right = inside.right()
    nothing = QRect()
    place_width = min(metrics.horizontalAdvance(place_of(problem)), inside.width() // 3)
    place = QRect(right - place_width, rect.top(), place_width + 1, rect.height())
    right = place.left() - _GAP
    link, kind = nothing, nothing
    message_width = metrics.horizontalAdvance(problem.message) + 4
    link_width = metrics.horizontalAdvance(_link_text(problem))
    kind_width = metrics.horizontalAdvance(code_words(problem.code)) + 1
    if link_width and right - left - _GAP - link_width >= _LEAST_MESSAGE:
        kind_fits = right - left - 2 * _GAP - link_width - kind_width >= message_width
        if kind_fits:
            kind = QRect(right - kind_width, rect.top(), kind_width, rect.height())
            right = kind.left() - _GAP
        start = min(left + message_width + _GAP, right - link_width)
        link = QRect(start, rect.top(), link_width + 1, rect.height())
        right = start - _GAP
    elif right - left - _GAP - kind_width >= max(_LEAST_MESSAGE, min(message_width, 400)):
        kind = QRect(right - kind_width, rect.top(), kind_width, rect.height())
        right = kind.left() - _GAP
    message = QRect(left, rect.top(), max(0, right - left), rect.height())
    return _Layout(icon, message, link, kind, place)
