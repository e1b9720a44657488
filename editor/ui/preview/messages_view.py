"""The Messages view: a card for each chat message, laid out and painted only while in sight.

It keeps its place when messages change and never takes the focus by itself.
"""

from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from editor.core.layers import Piece
from editor.session import qtext
from editor.session.livesoul import LiveSoul
from editor.ui.preview.card_hover import CardHover
from editor.ui.preview.card_list import MARGIN, STEP, CardList
from editor.ui.preview.card_style import CardStyle, Face, card_style
from editor.ui.preview.card_words import card_words
from editor.ui.preview.message_card import MOST_CHARACTERS, CardState, MessageCard
from editor.ui.preview.messages_model import MessagesModel
from editor.ui.theme import INTERFACE_PIXELS, Theme
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.view_options import ViewOptions

_MOST_KEPT = 200
"""Laid out cards that are kept."""


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """A place in the messages.

    Attributes:
        row: The message.
        piece: The piece of its text there, or None beside the text.
        offset: How far into the text of `piece` the place is.
        box: The place in the viewport.
    """

    row: int
    piece: Piece | None
    offset: int
    box: QRect


class MessagesView(CardList):
    """Shows the messages of one soul at a time.

    Signals:
        chosen: A `MessagePlace` that the user wants to see in the source.
        define_requested: A `MessagePlace` on a placeholder that was clicked with Ctrl.
        rested: A `MessagePlace` on a placeholder that the pointer has rested on.
        moved_off: What was said of that place is void.
    """

    chosen = Signal(object)
    define_requested = Signal(object)
    rested = Signal(object)
    moved_off = Signal()

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messagesView")
        self.setAccessibleName(self.tr("Messages"))
        self._theme = theme
        self._cards: dict[int, MessageCard] = {}
        self._marked: range = range(0)
        self._pressed: QPoint | None = None
        self._before: dict[int, MessageCard] = {}
        self._style = card_style(theme, formats, self.font(), INTERFACE_PIXELS)
        self._messages = MessagesModel(self)
        hover = CardHover(self, self._placeholder_at)
        hover.rested.connect(self._rest)
        hover.moved_off.connect(self.moved_off)
        self.show_rows(self._messages)
        theme.changed.connect(self.lay_out_again)

    @property
    def messages(self) -> MessagesModel:
        """The rows."""
        return self._messages

    def show_live(self, live: LiveSoul | None) -> None:
        """Show the messages of `live`, or nothing."""
        self._messages.show_live(live)

    def show_tints(self, on: bool) -> None:
        """Tint values, or only mark what is unresolved."""
        self._use(replace(self._style, tints=on))

    def show_options(self, options: ViewOptions) -> None:
        """Show texts in the size and with the wrapping that the user chose."""
        body = Face(self._theme.editor_font(options.zoom))
        wrap, tab = options.word_wrap, options.tab_width
        self._use(replace(self._style, body=body, wrap=wrap, tab=tab))

    def mark(self, rows: range) -> None:
        """Mark the messages of the section that the caret of the source is in."""
        if rows != self._marked:
            self._marked = rows
            self.viewport().update()
        name = self._messages.message(rows.start).name if rows else ""
        told = self.tr("The caret is in {0}.").format(name) if rows else ""
        if told != self.accessibleDescription():
            self.setAccessibleDescription(told)

    def reveal(self, row: int, offset: int | None = None) -> None:
        """Bring a message into view with the least scrolling, or the line of an offset in it."""
        if not 0 <= row < len(self.heights):
            return
        self.lay_out_row(row)
        top, height = self.heights.top(row), self.heights.height(row)
        if offset is not None and self.exceeds(row):
            box = self._card(row).box_of(offset)
            top, height = top + box.top() - MARGIN, box.height() + 2 * MARGIN
        self.scroll_to(top, height)

    def place_at(self, point: QPoint) -> MessagePlace | None:
        """Return what stands at a point of the viewport."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        row = index.row()
        shift = self.top_of(row)
        found = self._card(row).piece_at(point.x(), point.y() - shift)
        if found is None:
            return MessagePlace(row, None, 0, self.visualRect(index))
        piece, inside = found
        box = self._card(row).box_of(piece.output.start)
        place = QRect(point.x(), round(box.top() + shift), 1, round(box.height()))
        return MessagePlace(row, piece, inside, place)

    def exceeds(self, row: int) -> bool:
        """Whether a message is higher than the view."""
        if not 0 <= row < len(self.heights):
            return False
        self.lay_out_row(row)
        return self.heights.height(row) > self.viewport().height()

    def copy_current(self) -> bool:
        """Copy the text of the current message; say whether there is one."""
        row = self.currentIndex().row()
        if row < 0:
            return False
        text = self._messages.message(row).text
        QGuiApplication.clipboard().setMimeData(qtext.copied(text))
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards in sight."""
        self.settle()
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("window"))
        if not len(self.heights):
            return
        current, focused = self.currentIndex().row(), self.hasFocus()
        sight = QRectF(event.rect())
        for row in self.rows_in_sight():
            top = self.top_of(row)
            if top > sight.bottom() or top + self.heights.height(row) < sight.top():
                continue
            state = CardState(row == current, focused, row in self._marked)
            self._card(row).paint(painter, top, state, sight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, go to the source, and scroll within a message that is higher than the view."""
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.chosen.emit(MessagePlace(row, None, 0, self.visualRect(self.currentIndex())))
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._scrolls(event.key(), row):
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note where a click begins."""
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lead to the source, or with Ctrl to the definition."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        point = event.position().toPoint()
        is_left = event.button() is Qt.MouseButton.LeftButton
        place = self.place_at(point) if pressed is not None and is_left else None
        if place is None or pressed is None or self.indexAt(pressed).row() != place.row:
            return
        on_name = place.piece is not None and place.piece.name is not None
        if event.modifiers() == Qt.KeyboardModifier.ControlModifier and on_name:
            self.define_requested.emit(place)
        elif event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.chosen.emit(place)

    def _placeholder_at(self, point: QPoint) -> Piece | None:
        place = self.place_at(point)
        piece = place.piece if place is not None else None
        return piece if piece is not None and piece.name is not None else None

    def _rest(self, point: QPoint) -> None:
        self.rested.emit(self.place_at(point))

    def _scrolls(self, key: int, row: int) -> bool:
        """Scroll within the current message, if it goes on in that direction."""
        if row < 0:
            return False
        box = self.visualRect(self.currentIndex())
        bar, height = self.verticalScrollBar(), self.viewport().height()
        below, above = box.bottom() - height, -box.top()
        if key == Qt.Key.Key_Down and below > 0 and box.top() < height:
            bar.setValue(bar.value() + min(STEP, below + MARGIN))
            return True
        if key == Qt.Key.Key_Up and above > 0 and box.bottom() > 0:
            bar.setValue(bar.value() - min(STEP, above + MARGIN))
            return True
        return False

    def guess(self, row: int) -> float:
        """About how high a message is, told by its length alone."""
        metrics = self._style.body.metrics
        columns = max(8.0, (self.viewport().width() - 40) / metrics.averageCharWidth())
        message = self._messages.message(row)
        lines = 1 + min(message.characters, MOST_CHARACTERS) // columns
        return lines * metrics.height() * 1.25 + 48

    def card_height(self, row: int) -> float:
        """Return how high the card of a message is."""
        return self._card(row).height

    def cards_moved(self, first: int, removed: int, added: int) -> None:
        """Drop the cards of messages that were replaced, and renumber those behind them."""
        end, by = first + removed, added - removed
        if removed == added == 1:  # nearly every key
            card = self._cards.pop(first, None)
            self._before = {} if card is None else {first: card}
            return
        kept = {row: card for row, card in self._cards.items() if not first <= row < end}
        self._cards = {row + by * (row >= end): card for row, card in kept.items()}

    def cards_dropped(self) -> None:
        """Drop all cards."""
        self._cards.clear()
        self._before.clear()

    def _card(self, row: int) -> MessageCard:
        if row not in self._cards:
            if len(self._cards) > _MOST_KEPT:
                self._cards.clear()
            message = self._messages.message(row)
            words = card_words(message, min(message.characters, MOST_CHARACTERS))
            width = self.viewport().width()
            before = self._before.pop(row, None)
            self._cards[row] = MessageCard(message, words, self._style, width, before)
        return self._cards[row]

    def _use(self, style: CardStyle) -> None:
        if style != self._style:
            self._style = style
            self.lay_out_again()
