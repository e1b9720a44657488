"""The editors a row can hold: one protocol over text, zone, switch, list and choice.

Each shows a `Row` and tells through its signals what the user wants.
"""

from PySide6.QtCore import QDate, QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QToolButton,
    QWidget,
)

from editor.session.timezones import timezone_names
from editor.ui.panels.row import Row
from editor.ui.widgets.chips_field import ChipsField
from editor.ui.widgets.day_button import DayButton
from editor.ui.widgets.quiet_combo import QuietCombo
from editor.ui.widgets.tick_box import TickBox
from editor.ui.widgets.value_field import ValueField

_DAY = "yyyyMMdd"


class RowEditor(QWidget):
    """What edits the value of a row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)

    @property
    def target(self) -> QWidget:
        """The widget that carries the object name."""
        raise NotImplementedError

    @property
    def text(self) -> str | None:
        """What is shown; None for not set."""
        return None

    def show_row(self, row: Row) -> None:
        """Show the value of `row`."""
        raise NotImplementedError

    def keep_text(self, text: str) -> None:
        """Show a text that is not the value; for editors in which a text can be refused."""

    def controls(self) -> tuple[QWidget, ...]:
        """Return what Tab visits, in order."""
        return (self.target,)

    def flush(self) -> None:
        """Tell at once what is typed and not told yet; most editors tell each key."""

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget | None:
        """Put the editor behind `previous` in the order of Tab and return its last control."""
        for widget in self.controls():
            if previous is not None:
                QWidget.setTabOrder(previous, widget)
            previous = widget
        return previous


class TextEditor(RowEditor):
    """A text; with a button that opens a calendar if the row is a day."""

    edited = Signal(object)  # str
    unset_requested = Signal()

    def __init__(self, name: str, row: Row, own_file: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = ValueField(
            name,
            self,
            label=row.key,
            forward_undo=own_file,
            can_unset=not own_file,
            long=row.editor == "long",
        )
        self.field.edited.connect(self.edited)
        self.field.unset_requested.connect(self.unset_requested)
        self._layout.addWidget(self.field, 1)
        self.setFocusProxy(self.field)
        self._button: DayButton | None = None
        if row.editor == "day":
            self._button = DayButton(self)
            self._button.day_picked.connect(self._pick)
            self._layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def target(self) -> QWidget:
        """See `RowEditor`."""
        return self.field.editor

    @property
    def text(self) -> str | None:
        """See `RowEditor`."""
        return self.field.value

    def show_row(self, row: Row) -> None:
        self.field.set_editable(row.editable)
        self.field.offer_reset(row.can_reset)
        self.field.show_value(row.value, row.hint)
        self.field.show_description(row.tooltip)
        if self._button is not None:
            self._button.show_day(QDate.fromString(row.value or "", _DAY))

    def keep_text(self, text: str) -> None:
        self.field.show_value(text)

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget | None:
        last = self.field.follow_in_tab_order(previous)
        if self._button is None:
            return last
        QWidget.setTabOrder(last, self._button)
        return self._button

    def _pick(self, day: QDate) -> None:
        self.edited.emit(day.toString(_DAY))


class ZoneEditor(TextEditor):
    """A time zone: names are offered that hold what is typed; the button offers all."""

    def __init__(self, name: str, row: Row, own_file: bool, parent: QWidget) -> None:
        super().__init__(name, row, own_file, parent)
        self._completer: QCompleter | None = None
        self._all = QToolButton(self)
        self._all.setText("▾")
        self._all.setProperty("flat", True)
        self._all.setToolTip(self.tr("Choose from all time zones"))
        self._all.setAccessibleName(self.tr("Choose from all time zones"))
        self._all.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._all.clicked.connect(self._offer_all)
        self._layout.addWidget(self._all, 0, Qt.AlignmentFlag.AlignTop)
        self.field.edited.connect(self._offer)

    def show_row(self, row: Row) -> None:
        super().show_row(row)
        self._all.setEnabled(row.editable)

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget | None:
        last = super().follow_in_tab_order(previous)
        if last is not None:
            QWidget.setTabOrder(last, self._all)
        return self._all

    def _offer(self, text: str) -> None:
        self._names().setCompletionPrefix(text)
        if text:
            self._complete()

    def _offer_all(self) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._names().setCompletionPrefix("")
        self._complete()

    def _complete(self) -> None:
        completer = self._names()
        if completer.completionCount() > 0 and isinstance(self.target, QLineEdit):
            completer.setWidget(self.target)
            completer.complete()

    def _names(self) -> QCompleter:
        """The names, read from the system when they are first offered."""
        if self._completer is None:
            self._completer = QCompleter(self)
            self._completer.setModel(QStringListModel(timezone_names(), self._completer))
            self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self._completer.setMaxVisibleItems(12)
            popup = QListView()
            popup.setObjectName("timezoneNames")
            popup.setAccessibleName(self.tr("Time zones"))
            self._completer.setPopup(popup)
            self._completer.activated.connect(self._take)
        return self._completer

    def _take(self, name: str) -> None:
        self.field.show_value(name)
        self.edited.emit(name)


class SwitchEditor(RowEditor):
    """True or false."""

    edited = Signal(object)  # str

    def __init__(self, name: str, row: Row, parent: QWidget) -> None:
        super().__init__(parent)
        self._box = TickBox(self)
        self._box.setObjectName(name)
        self._box.setAccessibleName(row.key)
        self._box.clicked.connect(self._switch)
        self._layout.addWidget(self._box)
        self._layout.addStretch(1)
        self.setFocusProxy(self._box)

    @property
    def target(self) -> QWidget:
        """See `RowEditor`."""
        return self._box

    @property
    def text(self) -> str | None:
        return "true" if self._box.isChecked() else "false"

    def show_row(self, row: Row) -> None:
        self._box.setChecked(row.value == "true")
        self._box.setText(row.value or "")
        self._box.setEnabled(row.editable)
        self._box.setAccessibleDescription(row.tooltip)

    def _switch(self, on: bool) -> None:
        self.edited.emit("true" if on else "false")


class ListEditor(RowEditor):
    """A list of texts."""

    item_added = Signal(object)  # str
    item_changed = Signal(int, object)  # int, str
    item_removed = Signal(int)

    def __init__(self, name: str, row: Row, own_file: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._chips = ChipsField(name, self, label=row.key, forward_undo=own_file)
        self._chips.item_added.connect(self.item_added)
        self._chips.item_changed.connect(self.item_changed)
        self._chips.item_removed.connect(self.item_removed)
        self._layout.addWidget(self._chips, 1)
        self.setFocusProxy(self._chips)

    @property
    def target(self) -> QWidget:
        """See `RowEditor`."""
        return self._chips.editor

    def show_row(self, row: Row) -> None:
        self._chips.set_editable(row.editable)
        self._chips.show_items(row.items)
        self._chips.show_description(row.tooltip)

    def flush(self) -> None:
        self._chips.flush()

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget | None:
        return self._chips.follow_in_tab_order(previous)


class ChoiceEditor(RowEditor):
    """A choice that fills the fields of a group; with own values none is chosen."""

    chosen = Signal(object)  # str

    def __init__(self, name: str, row: Row, parent: QWidget) -> None:
        super().__init__(parent)
        self._combo = QuietCombo(self)
        self._combo.setObjectName(name)
        self._combo.setAccessibleName(row.key)
        self._combo.addItem(row.own_choice, "")
        for value, label in row.choices:
            self._combo.addItem(label, value)
        self._combo.activated.connect(self._choose)
        self._layout.addWidget(self._combo)
        self._layout.addStretch(1)
        self._value = ""
        self.setFocusProxy(self._combo)

    @property
    def target(self) -> QWidget:
        """See `RowEditor`."""
        return self._combo

    def show_row(self, row: Row) -> None:
        self._value = row.value or ""
        self._combo.setCurrentIndex(max(0, self._combo.findData(self._value)))
        self._combo.setEnabled(row.editable)

    def _choose(self, index: int) -> None:
        value = str(self._combo.itemData(index))
        if value and value != self._value:
            self.chosen.emit(value)
        else:
            self._combo.setCurrentIndex(max(0, self._combo.findData(self._value)))


def editor_for(name: str, row: Row, own_file: bool, parent: QWidget) -> RowEditor | None:
    """Return the editor that `row` asks for, or None if it has none."""
    match row.editor:
        case "text" | "long" | "day" | "code":
            return TextEditor(name, row, own_file, parent)
        case "zone":
            return ZoneEditor(name, row, own_file, parent)
        case "switch":
            return SwitchEditor(name, row, parent)
        case "list":
            return ListEditor(name, row, own_file, parent)
        case "choice":
            return ChoiceEditor(name, row, parent)
        case _:
            return None
