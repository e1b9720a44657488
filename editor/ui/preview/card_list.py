"""A list of cards of any height, laid out only while in sight; it keeps its place by itself."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QWidget

from editor.ui.preview.card_heights import CardHeights

MARGIN = 8
"""Pixels between cards, and beside them."""
STEP = 60
"""Pixels that an arrow key scrolls within a card that is higher than the view."""
_ROUNDS = 8
_Index = QModelIndex | QPersistentModelIndex


class CardList(QAbstractItemView):
    """Places the rows of a model below each other; what a card is, is for others to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heights = CardHeights(self.guess)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def show_rows(self, model: QAbstractItemModel) -> None:
        """Show the rows of `model`, once for ever."""
        model.rowsRemoved.connect(self._removed)
        self.setModel(model)

    def guess(self, row: int) -> float:
        """Return about how high a row is, at hardly any cost."""
        raise NotImplementedError

    def card_height(self, row: int) -> float:
        """Return exactly how high the card of a row is, laying it out."""
        raise NotImplementedError

    def cards_moved(self, first: int, removed: int, added: int) -> None:
        """Drop the cards of rows that were replaced, and renumber those behind them."""
        raise NotImplementedError

    def cards_dropped(self) -> None:
        """Drop all cards."""
        raise NotImplementedError

    def lay_out_again(self) -> None:
        """Lay all cards out again: their width or their look is another one."""
        held = self._held()
        self._begin_again()
        self._hold(held)

    def reveal_row(self, row: int) -> None:
        """Bring a card into view with the least scrolling."""
        if 0 <= row < len(self.heights):
            self.lay_out_row(row)
            self.scroll_to(self.heights.top(row), self.heights.height(row))

    def scroll_to(self, top: float, height: float) -> None:
        """Bring a stretch of the list into view with the least scrolling."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        if top < bar.value() or height + MARGIN > room:
            bar.setValue(round(top))
        elif top + height + MARGIN > bar.value() + room:
            bar.setValue(round(top + height + MARGIN) - room)

    def top_of(self, row: int) -> float:
        """Return where a card begins in the viewport."""
        return MARGIN + self.heights.top(row) - self.verticalOffset()

    def lay_out_row(self, row: int) -> float:
        """Lay a row out if need be; return by how much it is higher than it was thought to be."""
        if self.heights.is_exact(row):
            return 0.0
        return self.heights.settle(row, self.card_height(row) + MARGIN)

    def settle(self, *, keep_end: bool = False) -> None:
        """Lay out what is in sight; what was in sight before stays where it is.

        Args:
            keep_end: Whether the end stays in sight if it is.
        """
        bar = self.verticalScrollBar()
        at_end = keep_end and bar.value() == bar.maximum() > 0
        for _ in range(_ROUNDS):
            rows = self.rows_in_sight()
            new = [row for row in rows if not self.heights.is_exact(row)]
            if not new:
                return
            known = next((row for row in rows if self.heights.is_exact(row)), rows.start)
            more = {row: self.lay_out_row(row) for row in new}
            above = round(sum(by for row, by in more.items() if row < known))
            blocked = bar.blockSignals(True)
            self.updateGeometries()
            bar.setValue(bar.maximum() if at_end else bar.value() + above)
            bar.blockSignals(blocked)

    def rows_in_sight(self) -> range:
        """Return the rows of which something is in sight."""
        if not len(self.heights):
            return range(0)
        top = self.verticalOffset() - MARGIN
        first = self.heights.row_at(top)
        return range(first, self.heights.row_at(top + self.viewport().height()) + 1)

    def visualRect(self, index: _Index) -> QRect:
        """Return where a card is painted in the viewport."""
        row = index.row()
        if not index.isValid() or row >= len(self.heights):
            return QRect()
        height = round(self.heights.height(row)) - MARGIN
        return QRect(0, round(self.top_of(row)), self.viewport().width(), height)

    def scrollTo(
        self,
        index: _Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a card into view with the least scrolling."""
        if index.isValid():
            self.reveal_row(index.row())

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the row at a point of the viewport."""
        y = point.y() + self.verticalOffset() - MARGIN
        if not len(self.heights) or not 0 <= y < self.heights.total():
            return QModelIndex()
        return self.model().index(self.heights.row_at(y), 0)

    def horizontalOffset(self) -> int:
        """Return zero: nothing is wider than the view."""
        return 0

    def verticalOffset(self) -> int:
        """Return how far the list is scrolled, in pixels."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: _Index) -> bool:
        """Hide nothing."""
        return False

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the row that a key leads to."""
        count, row = len(self.heights), self.currentIndex().row()
        moves = QAbstractItemView.CursorAction
        if not count:
            return QModelIndex()
        page = {moves.MovePageUp: -1, moves.MovePageDown: 1}.get(action)
        if page is not None:
            y = self.heights.top(max(row, 0)) + page * self.viewport().height()
            row = self.heights.row_at(y)
        elif action in (moves.MoveHome, moves.MoveEnd):
            row = 0 if action == moves.MoveHome else count - 1
        elif action in (moves.MoveUp, moves.MovePrevious, moves.MoveLeft):
            row -= 1
        else:
            row += 1
        return self.model().index(min(max(row, 0), count - 1), 0)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select nothing by a rectangle: cards are chosen one by one."""

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Return where selected cards are painted."""
        region = QRegion()
        for index in selection.indexes():
            region += QRegion(self.visualRect(index))
        return region

    def reset(self) -> None:
        """Begin anew: other rows altogether."""
        super().reset()
        self._begin_again()
        self.verticalScrollBar().setValue(0)

    def rowsInserted(self, parent: _Index, start: int, end: int) -> None:
        """Make room for new rows; what is in sight stays where it is."""
        held, count = self._held(), end - start + 1
        self.heights.insert(start, count)
        self.cards_moved(start, 0, count)
        super().rowsInserted(parent, start, end)
        self._hold(held, start, count)

    def dataChanged(self, first: _Index, last: _Index, roles: object = None, /) -> None:
        """Lay changed rows out again; what is in sight stays where it is."""
        row, count = first.row(), last.row() - first.row() + 1
        held = self._held()
        self.cards_moved(row, count, count)
        if count == 1 and self.heights.is_exact(row):
            height = self.card_height(row) + MARGIN
            if height == self.heights.height(row):  # nearly every key
                super().dataChanged(first, last, [])
                return
        before = self._shape()
        for row in range(first.row(), last.row() + 1):
            self.heights.forget(row)
        self._hold(held, quietly=True)
        if self._shape() != before:
            self.viewport().update()
        super().dataChanged(first, last, [])  # paints the changed rows again

    def updateGeometries(self) -> None:
        """Tell the scroll bar how much there is."""
        height, bar = self.viewport().height(), self.verticalScrollBar()
        bar.setRange(0, max(0, round(self.heights.total()) + MARGIN - height))
        bar.setPageStep(height)
        bar.setSingleStep(STEP // 3)
        super().updateGeometries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for another width; the card at the top stays there."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out_again()
        else:
            self._hold(self._held())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Lay out what comes in sight."""
        self.settle(keep_end=True)
        self.viewport().update()

    def _held(self) -> tuple[int, float]:
        """The card at the top, and how far it is scrolled off."""
        if not len(self.heights):
            return 0, 0.0
        row = self.heights.row_at(self.verticalOffset())
        return row, self.verticalOffset() - self.heights.top(row)

    def _shape(self) -> tuple[float, int]:
        """What changes when cards are painted elsewhere."""
        return self.heights.total(), self.verticalOffset()

    def _hold(
        self, held: tuple[int, float], first: int = 0, added: int = 0, *, quietly: bool = False
    ) -> None:
        """Bring what was at the top there again, though `added` rows came at row `first`."""
        row, inside = held
        if added and first <= row and (row or inside):
            row = max(first, row + added)
        self.updateGeometries()
        if row < len(self.heights):
            self.lay_out_row(row)
            self.updateGeometries()
            self.verticalScrollBar().setValue(round(self.heights.top(row) + inside))
        self.settle()
        if not quietly:
            self.viewport().update()

    def _removed(self, _parent: QModelIndex, start: int, end: int) -> None:
        held, count = self._held(), end - start + 1
        self.heights.remove(start, count)
        self.cards_moved(start, count, 0)
        self._hold(held, start, -count)

    def _begin_again(self) -> None:
        self.cards_dropped()
        self.heights.begin_again(self.model().rowCount())
        self.updateGeometries()
        self.viewport().update()
