"""The section list of a soul: its cards above the source.

It shows values and tells what the user wants; the text document holds the truth.
"""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from editor.session.section_values import (
    AddCard,
    CardBody,
    CardHead,
    CardList,
    CardProblem,
    CardSize,
    KnownSection,
    ListState,
    WriteTemplatePart,
)
from editor.ui.forms.sections.card_column import CardColumn
from editor.ui.forms.sections.card_signals import CardSignals
from editor.ui.forms.sections.empty_row import EmptyRow
from editor.ui.forms.sections.fault_row import FaultRow
from editor.ui.forms.sections.section_card import SectionCard
from editor.ui.forms.sections.section_title import SectionTitle
from editor.ui.icons import Icons
from editor.ui.widgets.composition_wait import CompositionWait
from editor.ui.widgets.tab_order import TabOrder
from editor.ui.widgets.text_formats import TextFormats

FEW = 20
"""Up to so many cards are open and ready from the start."""
_MOST = 16777215
_LEAST = 96
_NARROW = 240
"""Less wide the list is only before it is laid out."""
_RIM = 24
_NO_PROBLEMS: Mapping[str, CardProblem] = {}


class SectionList(QWidget):
    """Shows the sections of one soul as cards."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    """The focus left a field."""
    body_wanted = Signal(int)
    """The card of this key needs its fields, before the signal returns."""
    text_wanted = Signal(int)
    """Show the section of this key in the text."""
    known_wanted = Signal()
    """The user wants to add a section: `offer` the known ones."""
    fix_wanted = Signal(int)
    """Mend the problem of this number."""
    line_wanted = Signal(int)
    """Show this line of the text, from 1."""
    current_changed = Signal()
    """Another card is the one that commands mean."""
    room_wanted = Signal()
    """Cards are to be seen again, not only a row or two."""
    arranged = Signal()
    """A composition has ended for which a new list had to wait."""

    def __init__(self, icons: Icons, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sectionList")
        self._offered = False
        self._is_low = True
        self._icons = icons
        self._formats = formats
        self._cards = CardList(ListState.NO_MARKER)
        self._current: int | None = None
        self._behind: int | None = None
        self._opened: frozenset[int] | None = None
        self._given: frozenset[str] = frozenset()
        self._providers: tuple[str, ...] = ()
        self._waiting = CompositionWait(self)
        self._waiting.ended.connect(self.arranged)
        self._title = SectionTitle(self)
        self._title.folded.connect(self._fold_parts)
        self._title.all_wanted.connect(self._open_all)
        self._title.menu_wanted.connect(self.known_wanted)
        self._title.chosen.connect(self._add)
        self._fault = FaultRow(self)
        self._fault.fix_wanted.connect(self.fix_wanted)
        self._fault.line_wanted.connect(self.line_wanted)
        self._none = EmptyRow(self)
        self._none.write_wanted.connect(self._write_wanted)
        self._order = TabOrder(self._tab_stops, self)
        self._signals = self._card_signals()
        self._column = CardColumn(self._made, self._signals, self)
        self._column.near_rim.connect(self._scroll_at_rim)
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(self._column)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.verticalScrollBar().valueChanged.connect(self._show_sight)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        for widget in (self._title, self._fault, self._none):
            self._layout.addWidget(widget)
        self._layout.addWidget(self._scroll, 1)
        self.show_list(self._cards)
        self.hide()

    @property
    def is_folded(self) -> bool:
        """Whether only the title row is to be seen."""
        return not self._title.fold_button.is_open

    @property
    def current(self) -> int | None:
        """The key of the card that commands mean, or None."""
        return self._current

    @property
    def cards(self) -> tuple[SectionCard, ...]:
        """The cards in order."""
        return self._column.cards

    def set_folded(self, folded: bool) -> None:
        """Fold the cards away, or out again."""
        self._title.fold_button.turn(not folded)

    def offer(self, offered: bool) -> None:
        """Say whether the file in front has sections; without them nothing is to be seen."""
        self._offered = offered
        self.setVisible(offered)

    def setVisible(self, visible: bool) -> None:
        """Show the list, if there is one."""
        super().setVisible(visible and self._offered)

    def must_wait(self) -> bool:
        """Whether something is being composed in a card: nothing may be shown until it ends.

        `arranged` tells when that is.
        """
        return self._waiting.is_needed()

    def show_list(self, cards: CardList) -> None:
        """Show these cards; heads of new ones follow."""
        before, self._cards = self._cards, cards
        if before == cards and self._column.cards:
            return
        ready = len(cards.keys) <= FEW
        self._title.show_list(cards)
        fresh = not self._column.cards
        if cards.keys != before.keys or fresh:

            def opened(key: int) -> bool:
                return key in self._opened if fresh and self._opened is not None else ready

            self._column.arrange(cards.keys, ready=ready, opened=opened)
            self._order.arrange_soon()
        editable = cards.state is ListState.READY and not cards.read_only
        for card in self._column.cards:
            card.set_editable(editable)
        if self._current is not None and self._column.card(self._current) is None:
            self._set_current(None)
        self._fault.show_list(cards)
        self._none.show_list(cards)
        self._fold_parts()

    def open_keys(self) -> frozenset[int]:
        """Return the keys of the cards that are open."""
        return frozenset(card.key for card in self._column.cards if card.is_open)

    def clear(self, opened: frozenset[int] | None = None) -> None:
        """Let all cards go: another soul is shown, of which these cards were open before."""
        self._set_current(None)
        self._opened = opened
        self._cards = CardList(ListState.NO_MARKER)
        self._column.arrange((), ready=True, opened=bool)
        self._scroll.verticalScrollBar().setValue(0)

    def show_head(self, key: int, head: CardHead, size: CardSize | None) -> None:
        """Show what stands in the line of a card; without `size` what it gives is not known yet."""
        card = self._column.card(key)
        if card is not None:
            card.show_head(head, size)

    def is_open(self, key: int) -> bool:
        """Whether a card shows its fields."""
        card = self._column.card(key)
        return card is not None and card.shows_fields

    def show_body(self, key: int, body: CardBody) -> None:
        """Show the fields of a card."""
        card = self._column.card(key)
        if card is not None:
            card.show_body(body)

    def show_problems(self, problems: Mapping[int, Mapping[str, CardProblem]]) -> None:
        """Show what checks have found: by card and by the name of the field."""
        for card in self._column.cards:
            card.show_problems(problems.get(card.key, _NO_PROBLEMS))

    def offer_fix(self, problem: CardProblem | None) -> None:
        """Offer to mend what keeps the sections from being read, or nothing."""
        self._fault.offer(problem)
        self._fold_parts()  # a button leaves the sentence less room

    def show_given(self, names: frozenset[str], providers: tuple[str, ...]) -> None:
        """Say which placeholders have a value, and which providers sections name."""
        if (names, providers) != (self._given, self._providers):
            self._given, self._providers = names, providers
            for card in self._column.cards:
                card.show_given(names, providers)

    def offer_known(self, known: tuple[KnownSection, ...]) -> None:
        """Offer sections to add."""
        self._title.offer(known)

    def say(self, key: int | None, message: str) -> None:
        """Say why a wish could not be fulfilled, in its card or above all; "" takes it back."""
        card = self._column.card(key) if key is not None else None
        if card is not None:
            card.say(message)
        elif message:
            self._fault.say(message)
            self._cards = replace(self._cards, fault=message)  # until the list is shown again
            self._fault.setVisible(not self.is_folded)

    def mark(self, key: int | None) -> None:
        """Mark the card that commands mean: the caret of the source is in its section."""
        self._set_current(key)

    def reveal(self, key: int) -> None:
        """Bring a card in sight."""
        card = self._column.card(key)
        if card is not None:
            self._column.place()
            height = min(card.height(), self._scroll.viewport().height())
            middle = card.y() + height // 2
            self._scroll.ensureVisible(0, middle, 0, height // 2)

    def go_to(self, key: int, *, to_name: bool) -> None:
        """Bring a card in sight and give it the keys: its line, or the section's name."""
        self.reveal(key)
        card = self._column.card(key)
        if card is not None:
            card.build()
            if to_name:
                card.focus_name()
            else:
                card.focus_first()
            self._column.place()
            self.reveal(key)

    def holds_focus(self) -> bool:
        """Whether the keys go to a card."""
        focus = self.window().focusWidget()
        return focus is not None and self._column.isAncestorOf(focus)

    def open_add_menu(self) -> None:
        """Offer sections to add behind the current card."""
        self.set_folded(False)
        self._behind = self._current
        self._title.open_menu()

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        for card in self._column.cards:
            card.rehighlight()

    def minimumSizeHint(self) -> QSize:
        """Need a card or two."""
        return QSize(0, self._low_height() if self._is_low else _LEAST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make ready what came in sight."""
        super().resizeEvent(event)
        self._show_sight()
        if self._is_low and event.size().width() != event.oldSize().width():
            self._fold_parts()

    def follow_focus(self, now: QWidget | None) -> None:
        """Mark the card with the keys."""
        if now is None or not self._column.isAncestorOf(now):
            return
        widget: QWidget | None = now
        while widget is not None and not isinstance(widget, SectionCard):
            widget = widget.parentWidget()
        if widget is not None:
            self._set_current(widget.key)

    def _card_signals(self) -> CardSignals:
        signals = CardSignals(self)
        signals.intended.connect(self.intended)
        signals.left.connect(self.left)
        signals.fix_wanted.connect(self.fix_wanted)
        signals.body_wanted.connect(self.body_wanted)
        signals.text_wanted.connect(self.text_wanted)
        signals.add_wanted.connect(self._add_below)
        signals.built.connect(self._order.arrange_soon)
        return signals

    def _made(self, key: int, parent: QWidget) -> SectionCard:
        card = SectionCard(key, self._signals, self._icons, self._formats, parent)
        card.show_given(self._given, self._providers)
        return card

    def _add(self, name: str) -> None:
        behind = self._behind if self._behind is not None else self._current
        self._behind = None
        self.intended.emit(AddCard(name, behind))

    def _add_below(self, key: int) -> None:
        self._behind = key
        card = self._column.card(key)
        content = card.content if card is not None else None
        self._title.open_menu(content.header if content is not None else None)

    def _open_all(self, is_open: bool) -> None:
        for card in self._column.cards:
            card.open(is_open)
        self._column.place()

    def _set_current(self, key: int | None) -> None:
        if key == self._current:
            return
        for each, is_current in ((self._current, False), (key, True)):
            card = self._column.card(each) if each is not None else None
            if card is not None:
                card.mark(is_current)
        self._current = key
        self.current_changed.emit()

    def _tab_stops(self) -> tuple[QWidget, ...]:
        stops = (stop for card in self._column.cards for stop in card.tab_stops())
        return (self._title.add_button, *stops)

    def _show_sight(self) -> None:
        view = self._scroll.viewport().rect()
        top = self._scroll.verticalScrollBar().value()
        self._column.show_sight(QRect(0, top, view.width(), view.height()))

    def _scroll_at_rim(self, place: QPoint) -> None:
        self._scroll.ensureVisible(0, place.y(), 0, _RIM)

    def _fold_parts(self) -> None:
        is_open = not self.is_folded
        has_cards = bool(self._cards.keys)
        is_empty = not has_cards and self._cards.state is not ListState.FAULT
        self._fault.setVisible(is_open and self._fault.has_something)
        self._none.setVisible(is_open and is_empty)
        self._scroll.setVisible(is_open and has_cards)
        is_low = not is_open or not has_cards
        self.setMaximumHeight(self._low_height() if is_low else _MOST)
        self.updateGeometry()
        was_low, self._is_low = self._is_low, is_low
        if was_low and not is_low:
            self.room_wanted.emit()

    def _low_height(self) -> int:
        """Return how high the rows are when there are no cards to be seen."""
        if self._layout.hasHeightForWidth():
            return self._layout.totalHeightForWidth(max(self.width(), _NARROW))
        return self._layout.totalSizeHint().height()

    def changeEvent(self, event: QEvent) -> None:
        """Measure the cards again when fonts or styles change."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._column.measure_again()

    def _write_wanted(self) -> None:
        self.intended.emit(WriteTemplatePart())
