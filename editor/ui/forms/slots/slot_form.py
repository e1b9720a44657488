"""The form of a slot file above its text: layers, switch, template, other keys.

It shows values and tells what the user wants; the text document holds the truth.
"""

from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.core.hidden import on_one_line
from editor.session.form_values import FormState
from editor.session.slot_form_values import LayerTab, SlotForm, SlotKey
from editor.ui.forms.fold_button import FoldButton
from editor.ui.forms.picked_input import ColorDialog
from editor.ui.forms.slots.key_row import KeyRow
from editor.ui.forms.slots.layer_tabs import LayerTabs
from editor.ui.widgets.composition_wait import CompositionWait
from editor.ui.widgets.panel_title import TITLE_HEIGHT
from editor.ui.widgets.text_formats import TextFormats

_MOST = 16777215
_LEAST = 140
_WANTED = 380


class SlotFormView(QWidget):
    """Shows one slot file."""

    intended = Signal(object)  # Intent | SetHere
    left = Signal()
    """The focus left a field."""
    file_chosen = Signal(object)  # Path
    """The user wants to see the file of another layer."""
    wished = Signal(object)  # LayerWish
    """The user wants something done with a layer."""

    def __init__(self, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("slotForm")
        self._formats = formats
        self._picker = ColorDialog()
        self._offered = True
        self._form: SlotForm | None = None
        self._held: SlotForm | None = None
        self._waiting = CompositionWait(self)
        self._waiting.ended.connect(self._show_held)
        self._rows: dict[str, KeyRow] = {}
        self._stops: tuple[QWidget, ...] = ()
        self._layers = LayerTabs(self)
        self._layers.chosen.connect(self.file_chosen)
        self._layers.wished.connect(self.wished)
        self._title = self._title_row()
        self._notice = self._notice_row()
        self._fault = QLabel(self)
        self._fault.setObjectName("slotFault")
        self._fault.setProperty("role", "error")
        self._fault.setWordWrap(True)
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        self._fault.setContentsMargins(12, 6, 12, 6)
        self._content = QWidget(self)
        self._keys = QVBoxLayout(self._content)
        self._keys.setContentsMargins(12, 8, 8, 8)
        self._keys.setSpacing(6)
        self._more = QLabel(self._content)
        self._more.setProperty("role", "note")
        self._more.setWordWrap(True)
        self._keys.addWidget(self._more)
        self._keys.addStretch(1)
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(self._content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._title, self._notice, self._fault):
            column.addWidget(widget)
        column.addWidget(self._scroll, 1)
        self._fold()

    @property
    def is_folded(self) -> bool:
        """Whether only the title row is to be seen."""
        return not self._fold_button.is_open

    def offer(self, offered: bool) -> None:
        """Say whether the file in front is a slot; without one nothing is to be seen."""
        self._offered = offered
        self.setVisible(offered)

    def setVisible(self, visible: bool) -> None:
        """Show the form, if there is one."""
        super().setVisible(visible and self._offered)

    def show_form(self, form: SlotForm) -> None:
        """Show `form`; while a composition is open it waits for its end."""
        if self._waiting.is_needed():
            self._held = form
            return
        if self._form is None or (form.name, form.layer) != (self._form.name, self._form.layer):
            self._scroll.verticalScrollBar().setValue(0)
        self._form = form
        self._layers.show_form(form)
        self._show_notice(form)
        is_faulty = form.state is FormState.FAULT
        message = self.tr("Line {0}: {1}").format(form.fault_line, form.fault) if is_faulty else ""
        self._fault.setText(message or form.read_only or form.unread)
        self._show_rows((form.enabled, form.template, *form.others), form)
        more = self.tr("%n more keys are not shown; edit them in the text.", "", form.more)
        self._more.setText(more)
        self._more.setVisible(form.more > 0)
        self._content.setEnabled(not is_faulty and not form.read_only)
        self._fold()

    def say(self, message: str) -> None:
        """Say why a wish could not be fulfilled, until the next form is shown."""
        self._fault.setText(message)
        self._fault.setVisible(bool(message))

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        for row in list(self._rows.values()):
            row.flush()

    def focus_key(self, key: str) -> None:
        """Go to the field of `key`."""
        row = self._rows.get(key)
        for each in row.inputs() if row is not None else ():
            each.focus_target().setFocus(Qt.FocusReason.OtherFocusReason)
            self._scroll.ensureWidgetVisible(each)

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        for row in self._rows.values():
            row.rehighlight()

    def sizeHint(self) -> QSize:
        """Ask for room for a template."""
        return QSize(super().sizeHint().width(), _WANTED)

    def minimumSizeHint(self) -> QSize:
        """Need the switch and some lines."""
        return QSize(0, TITLE_HEIGHT if self.is_folded else _LEAST)

    def _show_rows(self, keys: tuple[SlotKey, ...], form: SlotForm) -> None:
        """Show a row for each key; one that stays keeps its caret and the focus."""
        wanted = {each.key: each for each in keys}
        for gone in self._rows.keys() - wanted.keys():
            row = self._rows.pop(gone)
            row.drop()
            self._keys.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, (key, shown) in enumerate(wanted.items()):
            row = self._rows.get(key) or self._made(key)
            if self._keys.indexOf(row) != place:
                self._keys.insertWidget(place, row)
            row.show_key(shown, form.syntax)
        self._order_tabs([self._rows[key] for key in wanted])

    def _made(self, key: str) -> KeyRow:
        titles = {"enabled": self.tr("Enabled"), "template": self.tr("Template")}
        title = titles.get(key) or on_one_line(key)
        row = KeyRow(key, title, self._formats, self._picker, self._content)
        row.intended.connect(self.intended)
        row.left.connect(self.left)
        self._rows[key] = row
        return row

    def _order_tabs(self, rows: list[KeyRow]) -> None:
        stops = (self._fold_button, *(stop for row in rows for stop in row.tab_stops()))
        if stops != self._stops:
            self._stops = stops
            for before, behind in pairwise(stops):
                QWidget.setTabOrder(before, behind)

    def _show_notice(self, form: SlotForm) -> None:
        words = {
            "app": self.tr("The app layer cannot be read, so programs cannot load this slot."),
            "default": self.tr("The default layer cannot be read, so programs cannot load it."),
        }
        self._notice_text.setText(words.get(form.broken_layer, ""))

    def _broken_tab(self) -> LayerTab | None:
        form = self._form
        tabs = () if form is None else form.layers
        return next((each for each in tabs if form and each.name == form.broken_layer), None)

    def _go(self) -> None:
        tab = self._broken_tab()
        if tab is not None and tab.path is not None:
            self.file_chosen.emit(tab.path)

    def _show_held(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self.show_form(held)

    def _fold(self) -> None:
        is_open = not self.is_folded
        form = self._form
        self._notice.setVisible(is_open and form is not None and bool(form.broken_layer))
        self._fault.setVisible(is_open and bool(self._fault.text()))
        is_read = form is None or form.has_fields or form.state is not FormState.FAULT
        self._scroll.setVisible(is_open and is_read)
        low = self._column.sizeHint().height()
        self.setMaximumHeight(_MOST if is_open and is_read else low)
        self.updateGeometry()

    def _title_row(self) -> QWidget:
        row = QFrame(self)
        row.setProperty("role", "panel-title")
        row.setFixedHeight(TITLE_HEIGHT)
        self._fold_button = FoldButton("slotFold", row)
        self._fold_button.setText(self.tr("Slot").upper())
        self._fold_button.setToolTip(self.tr("Show or hide the keys above the text"))
        self._fold_button.turned.connect(self._fold)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(4, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._fold_button)
        layout.addWidget(self._layers, 1)
        return row

    def _notice_row(self) -> QWidget:
        row = QFrame(self)
        row.setObjectName("slotNotice")
        row.setProperty("role", "notice-error")
        self._notice_text = QLabel(row)
        self._notice_text.setTextFormat(Qt.TextFormat.PlainText)
        self._notice_text.setWordWrap(True)
        self._go_to = QToolButton(row)
        self._go_to.setObjectName("slotGoTo")
        self._go_to.setText(self.tr("Go to it"))
        self._go_to.setProperty("flat", True)
        self._go_to.clicked.connect(self._go)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(8)
        layout.addWidget(self._notice_text, 1)
        layout.addWidget(self._go_to)
        return row
