"""The runtime layer of a slot, to be tried: rows of key, type and value."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.session.runtime_editing import RuntimeRow, RuntimeTyped, ValueType
from editor.ui.panels.layer_list import remove_widget
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.quiet_combo import QuietCombo
from editor.ui.widgets.value_field import ValueField

_KEY_WIDTH = 84
_ONE_LINE = 420
"""From this width on, in pixels, a value stands beside its key."""
_TRUTHS = ("true", "false")


class _Row(QWidget):
    """One value."""

    typed = Signal(object)  # RuntimeTyped
    retyped = Signal(object)  # RuntimeTyped
    removed = Signal(object)  # str

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = RuntimeRow(key, ValueType.TEXT, "")
        name = ElidedLabel(self)
        name.setText(key)
        name.setToolTip(plain_tip(key))
        name.setProperty("mono", True)
        name.setMinimumWidth(_KEY_WIDTH)
        self._kind = QuietCombo(self)
        self._kind.setObjectName(f"runtime:{key}:type")
        self._kind.setAccessibleName(self.tr("Type of {0}").format(key))
        for kind, title in (
            (ValueType.TEXT, self.tr("text")),
            (ValueType.NUMBER, self.tr("number")),
            (ValueType.BOOLEAN, self.tr("true or false")),
            (ValueType.YAML, self.tr("YAML")),
        ):
            self._kind.addItem(title, kind)
        self._kind.activated.connect(self._retype)
        self.field = ValueField(f"runtime:{key}", self, label=key, can_unset=False)
        self.field.edited.connect(self._edited)
        self.truth = QuietCombo(self)
        self.truth.setObjectName(f"runtime:{key}:truth")
        self.truth.setAccessibleName(key)
        self.truth.addItems(_TRUTHS)
        self.truth.textActivated.connect(self._edited)
        remove = QToolButton(self)
        remove.setObjectName(f"runtime:{key}:remove")
        remove.setText("×")
        remove.setProperty("flat", True)
        remove.setToolTip(self.tr("Take this value away"))
        remove.setAccessibleName(self.tr("Remove {0}").format(key))
        remove.clicked.connect(self._remove)
        self._fault = QLabel(self)
        self._fault.setProperty("role", "error")
        self._fault.setWordWrap(True)
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        top = Qt.AlignmentFlag.AlignTop
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(name, 1)
        head.addWidget(self._kind)
        value = QHBoxLayout()
        value.setSpacing(4)
        value.addWidget(self.field, 1, top)
        value.addWidget(self.truth, 1, top)
        value.addWidget(remove, 0, top)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(4)
        self._line.addLayout(head)
        self._line.setAlignment(head, top)
        self._line.addLayout(value, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(self._line)
        column.addWidget(self._fault)

    def show_row(self, row: RuntimeRow) -> None:
        """Show a value; the caret stays if the text is the same."""
        self._row = row
        self._kind.setCurrentIndex(self._kind.findData(row.kind))
        is_truth = row.kind is ValueType.BOOLEAN
        self.field.setVisible(not is_truth)
        self.truth.setVisible(is_truth)
        if is_truth:
            self.truth.setCurrentText(row.source)
        else:
            self.field.show_value(row.source)
        self._fault.setText(row.fault)
        self._fault.setVisible(bool(row.fault))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the value below its key where both do not fit side by side."""
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        is_wide = self.width() >= _ONE_LINE
        self._line.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)

    def edit(self) -> None:
        """Give the focus to the value."""
        target = self.truth if self._row.kind is ValueType.BOOLEAN else self.field
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _edited(self, text: str) -> None:
        self.typed.emit(RuntimeTyped(self._row.key, self._row.kind, text))

    def _retype(self) -> None:
        kind = ValueType(self._kind.currentData())
        if kind is not self._row.kind:
            self.retyped.emit(RuntimeTyped(self._row.key, kind, self._row.source))

    def _remove(self) -> None:
        self.removed.emit(self._row.key)


class RuntimeEditor(QWidget):
    """Shows the rows of one slot and tells what is typed."""

    typed = Signal(object)  # RuntimeTyped
    retyped = Signal(object)
    """A `RuntimeTyped` of which the type is new."""
    removed = Signal(object)  # str
    added = Signal(object)
    """The key (str) that shall get a value."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("runtimeLayer")
        self._rows: dict[str, _Row] = {}
        title = QLabel(self.tr("RUNTIME LAYER"), self)
        title.setProperty("role", "title")
        self._note = QLabel(self)
        self._note.setProperty("role", "note")
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._key = QLineEdit(self)
        self._key.setObjectName("runtimeKey")
        self._key.setPlaceholderText(self.tr("Another key"))
        self._key.setAccessibleName(self.tr("Key to add to the runtime layer"))
        self._known = QStringListModel(self)
        self._key.setCompleter(QCompleter(self._known, self))
        self._key.returnPressed.connect(self._add)
        self._key.textEdited.connect(self._fault_is_old)
        add = QToolButton(self)
        add.setObjectName("addRuntime")
        add.setText(self.tr("Add"))
        add.setAccessibleName(self.tr("Add this key to the runtime layer"))
        add.clicked.connect(self._add)
        self._fault = QLabel(self)
        self._fault.setProperty("role", "error")
        self._fault.setWordWrap(True)
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        self._fault.hide()
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self._key, 1)
        line.addWidget(add)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 4, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(title)
        self._layout.addWidget(self._note)
        self._layout.addLayout(line)
        self._layout.addWidget(self._fault)

    def show_rows(self, rows: Sequence[RuntimeRow], known: Sequence[str], note: str) -> None:
        """Show the rows of a slot.

        Args:
            rows: The values.
            known: Keys that can be completed.
            note: Where the values are kept.
        """
        self._note.setText(note)
        self._known.setStringList(list(known))
        wanted = [row.key for row in rows]
        if wanted != list(self._rows):
            for key in self._rows.keys() - set(wanted):
                remove_widget(self._layout, self._rows[key])
            self._rows = {key: self._rows.get(key) or self._made(key) for key in wanted}
            for place, view in enumerate(self._rows.values()):
                self._layout.removeWidget(view)
                self._layout.insertWidget(2 + place, view)
                view.show()
        for row in rows:
            self._rows[row.key].show_row(row)

    def show_row(self, row: RuntimeRow) -> None:
        """Show one row as it was taken."""
        if row.key in self._rows:
            self._rows[row.key].show_row(row)

    def show_fault(self, fault: str) -> None:
        """Say why a key is not added; nothing if it is."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        if not fault:
            self._key.clear()

    def edit(self, key: str) -> None:
        """Give the focus to the value of `key`; without one to the first, or to a new name."""
        row = self._rows.get(key) or (None if key else next(iter(self._rows.values()), None))
        if row is not None:
            row.edit()
        else:
            self._key.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _made(self, key: str) -> _Row:
        row = _Row(key, self)
        row.typed.connect(self.typed)
        row.retyped.connect(self.retyped)
        row.removed.connect(self.removed)
        return row

    def _fault_is_old(self) -> None:
        self._fault.hide()

    def _add(self) -> None:
        self.added.emit(self._key.text().strip())
