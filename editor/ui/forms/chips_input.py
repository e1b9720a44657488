"""A list of plain values: each is a small field of its own, with one for the next at the end."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from editor.session import qtext
from editor.session.form_values import AddItem, EditItem, FormField, Item, MoveItem, RemoveItem
from editor.ui.forms.field_input import FieldInput, described
from editor.ui.widgets.composition import composes
from editor.ui.widgets.flow_layout import FlowLayout
from editor.ui.widgets.value_editors import LineEditor

_AROUND = 20
_NARROWEST = 40
_WIDEST = 240
_ENTRY_WIDTH = 80
_BUTTON_WIDTH = 20


class ChipEditor(LineEditor):
    """A value, as wide as its text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(True, parent)
        self._most = _WIDEST
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Ask for the width of the text, within bounds."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + _AROUND
        return QSize(max(_NARROWEST, min(width, self._most)), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Need little."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def bound(self, most: int) -> None:
        """Be no wider than `most` pixels."""
        most = min(most, _WIDEST)
        if most != self._most:
            self._most = most
            self.updateGeometry()


class _Chip(QWidget):
    """A value and the button that takes it out."""

    edited = Signal(int, object)  # int, str
    removed = Signal(int)

    def __init__(self, index: int, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.index = index
        self.editor = ChipEditor(self)
        self.editor.setObjectName(f"field:{name}.{index}")
        self.editor.textEdited.connect(self._edit)
        self.button = QToolButton(self)
        self.button.setObjectName(f"removeItem:{name}.{index}")
        self.button.setText("×")
        self.button.setProperty("flat", True)
        self.button.setFixedWidth(_BUTTON_WIDTH)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setToolTip(self.tr("Take this value out"))
        self.button.clicked.connect(self._remove)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.editor)
        row.addWidget(self.button)

    def show_item(self, item: Item, title: str, editable: bool) -> None:
        number = self.index + 1
        self.editor.setAccessibleName(self.tr("{0}, value {1}").format(title, number))
        self.button.setAccessibleName(self.tr("Take out value {1} of {0}").format(title, number))
        if self.editor.text() != item.text:
            self.editor.replace(item.text, min(self.editor.caret, len(item.text)))
        holds = self.editor.text() == item.text
        self.editor.setReadOnly(not editable or not holds)
        self.editor.setToolTip(self.tr("Alt+Left and Alt+Right move the value"))
        self.button.setEnabled(editable)

    def _edit(self, text: str) -> None:
        self.edited.emit(self.index, text)

    def _remove(self) -> None:
        self.removed.emit(self.index)


class ChipsInput(FieldInput):
    """The values of a list."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.setObjectName(self.object_name)
        self.setAccessibleName(field.title)
        self._chips: list[_Chip] = []
        self._holder = QWidget(self)
        self._flow = FlowLayout(self._holder, 4)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self._entry = LineEditor(True, self._holder)
        self._entry.setObjectName(f"entry:{field.name}")
        self._entry.setAccessibleName(self.tr("New value of {0}").format(field.title))
        self._entry.setPlaceholderText(self.tr("add…"))
        self._entry.setFixedWidth(_ENTRY_WIDTH)
        self._entry.returnPressed.connect(self.flush)
        self._flow.addWidget(self._entry)
        self.row_layout.addWidget(self._holder, 1)
        self.watch(self._entry)

    def show_field(self, field: FormField) -> None:
        """Show the values."""
        super().show_field(field)
        editable = field.lock is None
        for _ in range(len(field.items) - len(self._chips)):
            self._add_chip()
        while len(self._chips) > len(field.items):
            self._drop_chip()
        for chip, item in zip(self._chips, field.items, strict=True):
            chip.show_item(item, field.title, editable)
        self._entry.setVisible(editable)
        self._entry.setAccessibleDescription(described(field))

    def flush(self) -> None:
        """Add what was typed into the last field, each line as a value."""
        text = self._entry.text()
        if text and not self._entry.isReadOnly():
            self._entry.clear()
            for line in filter(None, text.replace("\r", "\n").split("\n")):
                self.want(AddItem(self.field.path, line))

    def keep_entry(self, text: str) -> None:
        """Show again what could not be added."""
        if not self._entry.text():
            self._entry.replace(text, qtext.utf16_length(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let no value be wider than the list."""
        super().resizeEvent(event)
        for chip in self._chips:
            chip.editor.bound(self.width() - _BUTTON_WIDTH)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return all values with their buttons, then the field for a new one."""
        chips = (part for chip in self._chips for part in (chip.editor, chip.button))
        return (*chips, self._entry)

    def focus_target(self) -> QWidget:
        """Return the field for a new value."""
        return self._entry

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move a value with Alt and an arrow; take an empty one out with Backspace."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            chip = next((each for each in self._chips if each.editor is watched), None)
            if chip is not None and not chip.editor.isReadOnly() and self._key(chip, event):
                return True
        return super().eventFilter(watched, event)

    def _key(self, chip: _Chip, event: QKeyEvent) -> bool:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        steps = {Qt.Key.Key_Left.value: -1, Qt.Key.Key_Right.value: 1}
        if alt and event.key() in steps:
            to = chip.index + steps[event.key()]
            if 0 <= to < len(self._chips):
                self.want(MoveItem(self.field.path, chip.index, to))
                self._chips[to].editor.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        gone = (Qt.Key.Key_Backspace.value, Qt.Key.Key_Delete.value)
        if event.key() in gone and not chip.editor.text() and not composes(chip.editor):
            self._remove(chip.index)
            return True
        return False

    def _add_chip(self) -> None:
        chip = _Chip(len(self._chips), self.field.name, self._holder)
        chip.edited.connect(self._edit)
        chip.removed.connect(self._remove)
        chip.editor.bound(self.width() - _BUTTON_WIDTH)
        self.watch(chip.editor)
        self._chips.append(chip)
        self._flow.removeWidget(self._entry)
        self._flow.addWidget(chip)
        self._flow.addWidget(self._entry)
        chip.show()

    def _drop_chip(self) -> None:
        chip = self._chips.pop()
        if chip.isAncestorOf(self.window().focusWidget() or self):
            self._entry.setFocus(Qt.FocusReason.OtherFocusReason)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.setParent(None)
        chip.deleteLater()

    def _edit(self, index: int, text: str) -> None:
        self.want(EditItem(self.field.path, index, text))

    def _remove(self, index: int) -> None:
        self.want(RemoveItem(self.field.path, index))
