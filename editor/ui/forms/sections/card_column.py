"""The cards of a soul one below the other, with a line where a dragged one would go.

Cards are placed by hand: a layout would ask hundreds of them again at every key.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from time import perf_counter

from PySide6.QtCore import QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from editor.session.section_values import MoveCard
from editor.ui.forms.sections.card_signals import CardSignals
from editor.ui.forms.sections.section_card import SectionCard

_MARGIN = 80
"""Cards so far above and below what is in sight are made ready."""
_TURN = 0.012
"""Seconds in which cards are made ready before the window may paint and take keys."""
_LINE = 2


class CardColumn(QWidget):
    """Places cards and drags them."""

    near_rim = Signal(object)
    """A drag is at this `QPoint` of the column: what is there should be in sight."""

    def __init__(
        self, make: Callable[[int, QWidget], SectionCard], signals: CardSignals, parent: QWidget
    ) -> None:
        """Begin without cards.

        Args:
            make: Makes the card of a key.
            signals: What cards tell.
            parent: The widget it stands in.
        """
        super().__init__(parent)
        self._signals = signals
        signals.height_changed.connect(self._card_changed)
        signals.dragged.connect(self.drag)
        signals.dropped.connect(self.drop)
        signals.drag_ended.connect(self.end_drag)
        self._make = make
        self._cards: dict[int, SectionCard] = {}
        self._order: list[SectionCard] = []
        self._heights: list[int] = []
        self._bottoms: list[int] = []
        self._is_placed = False
        self._sight = QRect()
        self._drag: tuple[SectionCard, int] | None = None
        self._line = QFrame(self)
        self._line.setProperty("role", "drop-line")
        self._line.setFixedHeight(_LINE)
        self._line.hide()
        self._placing = QTimer(self)
        self._placing.setSingleShot(True)
        self._placing.setInterval(0)
        self._placing.timeout.connect(self.place)
        self._building = QTimer(self)
        self._building.setSingleShot(True)
        self._building.setInterval(0)
        self._building.timeout.connect(self._build_in_sight)
        self._changed: set[int] = set()

    @property
    def cards(self) -> tuple[SectionCard, ...]:
        """The cards in order."""
        return tuple(self._order)

    def card(self, key: int) -> SectionCard | None:
        """Return the card of a key, or None."""
        return self._cards.get(key)

    def arrange(self, keys: Sequence[int], *, ready: bool, opened: Callable[[int], bool]) -> None:
        """Show the cards of these keys in order; a card that stays keeps its controls and focus.

        Args:
            keys: The keys.
            ready: Whether all cards are made ready at once, not only those in sight.
            opened: Whether a new card of this key is open.
        """
        for key in self._cards.keys() - set(keys):
            _drop(self._cards.pop(key))
        for key in keys:
            if key not in self._cards:
                card = self._cards[key] = self._make(key, self)
                card.open(opened(key))
                card.show()
        self._order = [self._cards[key] for key in keys]
        for index, card in enumerate(self._order):
            card.take_index(index)
        if ready:
            for card in self._order:
                card.build()
        self._heights = [card.needed_height(self.width()) for card in self._order]
        self._changed.clear()
        self._is_placed = False
        self.place()

    def show_sight(self, sight: QRect) -> None:
        """Say which part of the column is in sight; the cards there are made ready."""
        self._sight = sight
        self._build_in_sight()

    def place(self) -> None:
        """Put every card where it belongs; those that changed are measured again."""
        self._placing.stop()
        changed, self._changed = self._changed & self._cards.keys(), set()
        before = list(self._heights)
        for key in changed:
            card = self._cards[key]
            self._heights[card.index] = card.needed_height(self.width())
        if self._heights == before and self._is_placed:
            for key in changed:
                self._cards[key].fill()
        else:
            self._place_all()
        self._build_in_sight()

    def _place_all(self) -> None:
        self._is_placed = True
        self._bottoms = list(accumulate(self._heights))
        width, top = self.width(), 0
        for card, height, bottom in zip(self._order, self._heights, self._bottoms, strict=True):
            card.place(QRect(0, top, width, height))
            top = bottom
        if self.height() != max(top, 1):
            self.setFixedHeight(max(top, 1))

    def measure_again(self) -> None:
        """Measure all cards: the width or the fonts are other ones."""
        self._changed |= self._cards.keys()
        self._is_placed = False
        self.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.measure_again()

    def drag(self, key: int, at: QPoint) -> None:
        """Show where the card would go, with the pointer at `at` of the screen."""
        card = self._cards.get(key)
        if card is None:
            return
        place = self.mapFromGlobal(at)
        slot = self._slot_at(place.y())
        self._drag = (card, slot)
        top = self._bottoms[slot - 1] if slot else 0
        self._line.setGeometry(0, max(0, top - 1), self.width(), _LINE)
        self._line.raise_()
        self._line.show()
        self.near_rim.emit(place)

    def drop(self, key: int, at: QPoint) -> None:
        """Let the card go."""
        self.drag(key, at)
        if self._drag is None:
            return
        card, slot = self._drag
        self.end_drag()
        to = slot - 1 if slot > card.index else slot
        if to != card.index:
            self._signals.intended.emit(MoveCard(key, to))

    def end_drag(self) -> None:
        """Show no place to drop any more."""
        self._drag = None
        self._line.hide()

    def _slot_at(self, y: int) -> int:
        """Return before which card a drop at `y` goes."""
        index = bisect_right(self._bottoms, max(0, y))
        if index >= len(self._order):
            return len(self._order)
        top = self._bottoms[index - 1] if index else 0
        return index + (y - top > self._heights[index] / 2)

    def _build_in_sight(self) -> None:
        """Make the cards in sight ready, a few at a time: until then they show their line."""
        self._building.stop()
        if not self._sight.isValid():
            return
        low, high = self._sight.top() - _MARGIN, self._sight.bottom() + _MARGIN
        first = bisect_right(self._bottoms, max(0, low))
        started, made = perf_counter(), False
        for number in range(first, len(self._order)):
            if (self._bottoms[number - 1] if number else 0) > high:
                break
            card = self._order[number]
            if card.content is not None:
                continue
            if made and perf_counter() - started > _TURN:
                self._building.start()
                break
            card.build()
            self._changed.add(card.key)
            made = True
        if made:
            self._placing.start()

    def _card_changed(self, key: int) -> None:
        if key in self._cards:
            self._changed.add(key)
            self._placing.start()


def _drop(card: SectionCard) -> None:
    """Let a card go; the focus that leaves it with it is no wish of the user's."""
    focus = card.window().focusWidget()
    if focus is not None and card.isAncestorOf(focus):
        focus.blockSignals(True)
        focus.clearFocus()
    card.hide()
    card.setParent(None)
    card.deleteLater()
