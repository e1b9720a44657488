"""A list of texts as chips, with a line in which the next one is typed.

The field shows what it is given and tells what the user wants; it holds no data of its own.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor.ui.widgets.composition import composes
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.flow_layout import FlowLayout
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.value_editors import LineEditor

_GAP = 4
_MOST_CHIP = 220


class _Chip(QFrame):
    """One text of the list: it takes the focus, Delete takes it away, F2 or Enter edits it."""

    remove_requested = Signal(int)
    edit_requested = Signal(int)
    step_requested = Signal(int, int)

    def __init__(self, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = index
        self.setProperty("role", "chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._label = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._button = QToolButton(self)
        self._button.setText("×")
        self._button.setProperty("flat", True)
        self._button.setProperty("chip", True)
        self._button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._button.clicked.connect(self._remove)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(7, 0, 1, 0)
        layout.setSpacing(2)
        layout.addWidget(self._label)
        layout.addWidget(self._button)
        self.setMaximumWidth(_MOST_CHIP)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._label.text()

    def show_text(self, text: str, editable: bool) -> None:
        """Show `text`, with a button that takes it away if it can be changed."""
        self._label.setText(text)
        self._label.setToolTip(plain_tip(text))
        self._button.setVisible(editable)
        self._button.setToolTip(self.tr("Remove {0}").format(text))
        self._button.setAccessibleName(self.tr("Remove {0}").format(text))
        self.setAccessibleName(text or self.tr("empty"))
        if not text:
            self._label.setText(self.tr("empty"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Carry out what a key means here."""
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_requested.emit(self._index)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_requested.emit(self._index, -1 if key == Qt.Key.Key_Left else 1)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, _event: QEvent) -> None:
        """Edit the text."""
        self.edit_requested.emit(self._index)

    def _remove(self) -> None:
        self.remove_requested.emit(self._index)


class _NextLine(LineEditor):
    """The line for another text; what stands in it when the focus goes is not lost."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the user went on."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class ChipsField(QWidget):
    """Edits a list of texts.

    The line in which the user types carries the object name and the accessible name. Enter, or
    leaving the line, adds its text; Backspace in the empty line goes to the last chip.
    """

    item_added = Signal(object)  # str
    item_changed = Signal(int, object)  # int, str
    item_removed = Signal(int)

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        label: str = "",
        forward_undo: bool = False,
    ) -> None:
        """Build an empty field.

        Args:
            name: The object name of the line, such as ``identity:aliases``.
            parent: The widget it stands in.
            label: What the list is, for screen readers; `name` if empty.
            forward_undo: Whether undo and redo belong to the window (a file's field).
        """
        super().__init__(parent)
        self._items: tuple[str, ...] = ()
        self._chips: list[_Chip] = []
        self._editing: int | None = None
        self._shown = ""
        self._editable = True
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row, _GAP)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._row.setSizePolicy(policy)
        self._line = _NextLine(forward_undo, self)
        self._line.setObjectName(name)
        self._line.setAccessibleName(label or name)
        self._line.setPlaceholderText(self.tr("Type one more, then Enter"))
        self._line.returnPressed.connect(self.flush)
        self._line.left.connect(self.flush)
        self._line.installEventFilter(self)
        self.setFocusProxy(self._line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.addWidget(self._row)
        layout.addWidget(self._line)
        self._row.hide()

    @property
    def editor(self) -> LineEditor:
        """The line in which the user types."""
        return self._line

    def show_items(self, items: tuple[str, ...]) -> None:
        """Show the list; the line and its caret stay as they are."""
        if items == self._items:
            return
        focused = self._focused_chip()
        self._items = items
        if self._editing is not None and self._editing >= len(items):
            self._editing = None
        while len(self._chips) > len(items):
            chip = self._chips.pop()
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        while len(self._chips) < len(items):
            self._chips.append(self._made(len(self._chips)))
        self._show_chips()
        if focused is not None:
            self._focus(min(focused, len(items) - 1))

    def set_editable(self, editable: bool) -> None:
        """Let the user edit, or only read."""
        self._editable = editable
        self._line.setVisible(editable)
        self._show_chips()

    def show_description(self, text: str) -> None:
        """Describe the list to screen readers."""
        self._line.setAccessibleDescription(text)

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget:
        """Put the field behind `previous` in the order of Tab and return its last control."""
        for widget in (*self._chips, self._line):
            if previous is not None:
                QWidget.setTabOrder(previous, widget)
            previous = widget
        return self._line

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Backspace in the empty line goes to the last chip; Escape gives up what is typed."""
        if watched is self._line and isinstance(event, QKeyEvent):
            pressed = event.type() is QEvent.Type.KeyPress
            if pressed and event.key() == Qt.Key.Key_Escape and self._line.text():
                self._editing = None
                self._line.clear()
                return True
            is_back = event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Left)
            if pressed and is_back and not self._line.text() and self._chips:
                self._focus(len(self._chips) - 1)
                return True
        return super().eventFilter(watched, event)

    def _made(self, index: int) -> _Chip:
        chip = _Chip(index, self._row)
        chip.remove_requested.connect(self._remove)
        chip.edit_requested.connect(self._edit)
        chip.step_requested.connect(self._step)
        self._flow.addWidget(chip)
        return chip

    def _show_chips(self) -> None:
        for chip, text in zip(self._chips, self._items, strict=True):
            chip.show_text(text, self._editable)
            chip.show()
        self._row.setVisible(bool(self._chips))
        self._flow.invalidate()
        self.updateGeometry()

    def _focused_chip(self) -> int | None:
        focus = self.window().focusWidget()
        return next((n for n, chip in enumerate(self._chips) if chip is focus), None)

    def _focus(self, index: int) -> None:
        target: QWidget = self._chips[index] if 0 <= index < len(self._chips) else self._line
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def flush(self) -> None:
        """Tell at once what is typed and not told yet."""
        text, index = self._line.text(), self._editing
        if composes(self._line) or not text:
            return
        self._editing = None
        self._line.clear()
        if index is None:
            self.item_added.emit(text)
        elif text != self._shown:
            self.item_changed.emit(index, text)

    def _remove(self, index: int) -> None:
        if self._editable:
            self.item_removed.emit(index)

    def _edit(self, index: int) -> None:
        if self._editable:
            self.flush()
            self._editing = index
            self._line.replace(self._items[index], 0)
            self._shown = self._line.text()  # it cannot hold every text
            self._line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._line.selectAll()

    def _step(self, index: int, by: int) -> None:
        self._focus(max(0, index + by))
