"""What the last program left unsaved: one row for each text, with what may be done about it.

It stands above the editor, never takes the focus, and is in nobody's way: all else works.
"""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.session.recovery import Offer, OnDisk, Texts
from editor.ui.theme import Theme
from editor.ui.widgets.difference_view import DifferenceView
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.flow_layout import FlowLayout
from editor.ui.widgets.plain_tip import plain_tip

_GAP = 8
_SIDE_BY_SIDE = 640
"""From this width on, in pixels, the buttons of a row stand beside its text."""
_HIGHEST = 210
"""Pixels for all rows; more are scrolled."""
_DIFFERENCE = 220
"""Pixels for a comparison."""


def _button(parent: QWidget, text: str, name: str) -> QPushButton:
    button = QPushButton(text, parent)
    button.setObjectName(name)
    button.setAccessibleName(text)
    button.setAutoDefault(False)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class _Row(QFrame):
    """One text and its buttons."""

    recovered = Signal(int)
    compared = Signal(int)
    discarded = Signal(int)
    reshaped = Signal()
    """Its height may be another."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"recovery:{number}")
        self._number = number
        self._name = ElidedLabel(self)
        self._name.setProperty("strong", True)
        self._folder = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._folder.setProperty("role", "muted")
        self._folder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._said = QLabel(self)
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons = QWidget(self)
        flow = FlowLayout(self._buttons, _GAP)
        self._recover = _button(self._buttons, self.tr("Recover"), f"recoverFile:{number}")
        self.compare = _button(self._buttons, self.tr("Compare"), f"compareFile:{number}")
        self.compare.setCheckable(True)
        self._discard = _button(self._buttons, self.tr("Discard"), f"discardFile:{number}")
        # A hasty second click on "Discard" hits "Keep it", which takes its place.
        self._keep = _button(self._buttons, self.tr("Keep it"), f"keepFile:{number}")
        self._keep.setMinimumWidth(self._discard.sizeHint().width())
        self._for_good = _button(
            self._buttons, self.tr("Discard for good"), f"discardForGood:{number}"
        )
        for button in (self._recover, self.compare, self._discard, self._keep, self._for_good):
            flow.addWidget(button)
        self._ask(False)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self._name)
        head.addWidget(self._folder, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(head)
        words.addWidget(self._said)
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(12, 6, 8, 6)
        self._layout.setSpacing(_GAP)
        self._layout.addLayout(words, 1)
        self._layout.addWidget(self._buttons)
        self._recover.clicked.connect(self._wants_recovery)
        self.compare.clicked.connect(self._wants_comparison)
        self._discard.clicked.connect(self._asks)
        self._keep.clicked.connect(self._keeps)
        self._for_good.clicked.connect(self._wants_discard)

    def show_offer(self, offer: Offer) -> None:
        """Show what is known of the text."""
        is_damaged = offer.on_disk is OnDisk.DAMAGED
        unnamed = self.tr("A damaged copy") if is_damaged else self.tr("Untitled")
        name = offer.name or unnamed
        said = self._sentence(offer)
        self._name.setText(name)
        self._name.setToolTip(plain_tip(name))
        self._folder.setText(offer.folder)
        self._folder.setToolTip(plain_tip(offer.folder))
        self._said.setText(said)
        self.setAccessibleName(f"{name}. {said}")
        for button in (self._recover, self.compare):
            button.setVisible(not is_damaged)

    def arrange(self, width: int) -> None:
        """Put the buttons beside the text, or below it where there is little room."""
        direction = QBoxLayout.Direction
        beside = width >= _SIDE_BY_SIDE
        self._layout.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def _sentence(self, offer: Offer) -> str:
        if offer.on_disk is OnDisk.DAMAGED:
            return self.tr("It cannot be read: {0}. It stays until you discard it.").format(
                offer.why
            )
        disk = {
            OnDisk.AS_IT_WAS: self.tr("The file on disk is as it was ({0})."),
            OnDisk.CHANGED: self.tr("The file on disk was changed since ({0})."),
            OnDisk.GONE: self.tr("The file no longer exists."),
            OnDisk.NEVER_SAVED: self.tr("It was never saved."),
            OnDisk.UNREADABLE: self.tr("The file on disk cannot be read now."),
        }[offer.on_disk].format(self._time(offer.disk_at))
        kept = self.tr("Unsaved text of {0}.").format(self._time(offer.kept_at))
        return f"{kept} {disk}"

    def _time(self, seconds: float | None) -> str:
        if seconds is None:
            return ""
        moment = QDateTime.fromMSecsSinceEpoch(round(seconds * 1000))
        return QLocale().toString(moment, QLocale.FormatType.ShortFormat)

    def _ask(self, asks: bool) -> None:
        self._discard.setVisible(not asks)
        self._keep.setVisible(asks)
        self._for_good.setVisible(asks)
        self.reshaped.emit()

    def _asks(self) -> None:
        self._ask(True)

    def _keeps(self) -> None:
        self._ask(False)

    def _wants_recovery(self) -> None:
        self.recovered.emit(self._number)

    def _wants_comparison(self) -> None:
        self.compared.emit(self._number)

    def _wants_discard(self) -> None:
        self.discarded.emit(self._number)


class RecoveryPanel(QFrame):
    """The rows, and the comparison of one of them with the disk."""

    recover_requested = Signal(int)
    """The number of the offer that shall become unsaved text."""
    compare_requested = Signal(int)
    """The number of the offer to be compared with the disk."""
    discard_requested = Signal(int)
    """The number of the offer that nobody wants."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recoveryPanel")
        self.setAccessibleName(self.tr("Unsaved text of an earlier session"))
        self.setProperty("role", "recovery")
        self._theme = theme
        self._difference: DifferenceView | None = None
        self._rows: dict[int, _Row] = {}
        self._compared: int | None = None
        self._title = QLabel(self)
        self._title.setWordWrap(True)
        self._title.setProperty("strong", True)
        later = _button(self, self.tr("Later"), "recoverLater")
        later.setToolTip(self.tr("Hide this; everything is offered again at the next start"))
        later.clicked.connect(self.hide)
        self._list = QWidget(self)
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(self._list)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 2)
        head.setSpacing(_GAP)
        head.addWidget(self._title, 1)
        head.addWidget(later, 0, Qt.AlignmentFlag.AlignTop)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.setSpacing(0)
        self._whole.addLayout(head)
        self._whole.addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Show these offers; the panel comes and goes with them."""
        numbers = {offer.number for offer in offers}
        is_more = not numbers <= self._rows.keys()
        for number in self._rows.keys() - numbers:
            row = self._rows.pop(number)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for offer in offers:
            if offer.number not in self._rows:
                self._rows[offer.number] = self._new_row(offer.number)
            self._rows[offer.number].show_offer(offer)
        if self._compared not in numbers:
            self.hide_comparison()
        one = self.tr("An earlier session left unsaved text of one file.")
        many = self.tr("An earlier session left unsaved text of {0} files.").format(len(offers))
        self._title.setText(one if len(offers) == 1 else many)
        self._arrange()
        if not offers:
            self.hide()
        elif is_more:
            self.show()

    def show_comparison(self, number: int, texts: Texts) -> None:
        """Show how the text of an offer differs from the disk, or why that cannot be shown."""
        self._compared = number
        for each, row in self._rows.items():
            row.compare.setChecked(each == number)
        if self._difference is None:  # seldom wanted, and many widgets
            self._difference = DifferenceView(self._theme, "recoveryDifference", self)
            self._difference.setFixedHeight(_DIFFERENCE)
            self._whole.addWidget(self._difference)
        if texts.why:
            self._difference.show_note(texts.why)
        else:
            self._difference.show_texts(texts.on_disk, texts.kept)
        self._difference.show()

    def hide_comparison(self) -> None:
        """Show no comparison."""
        self._compared = None
        for row in self._rows.values():
            row.compare.setChecked(False)
        if self._difference is not None:
            self._difference.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the rows follow the width."""
        super().resizeEvent(event)
        self._arrange()

    def _new_row(self, number: int) -> _Row:
        row = _Row(number, self._list)
        row.recovered.connect(self.recover_requested)
        row.compared.connect(self._compare)
        row.discarded.connect(self.discard_requested)
        row.reshaped.connect(self._arrange)
        self._column.addWidget(row)
        return row

    def _compare(self, number: int) -> None:
        if number == self._compared:
            self.hide_comparison()
        else:
            self.compare_requested.emit(number)

    def _arrange(self) -> None:
        for row in self._rows.values():
            row.arrange(self.width())
        room = self.width() - self._scroll.verticalScrollBar().sizeHint().width()
        needed = self._column.totalHeightForWidth(room)
        if needed < 0:
            needed = self._column.totalSizeHint().height()
        self._scroll.setFixedHeight(min(needed, _HIGHEST))
