"""A slot in the layers panel: the verdict, each layer's file, each key with its stack."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.session.layerview import LayerView, shortened
from editor.session.slot_layers import SlotView
from editor.ui.panels.layer_list import LayerList, remove_widget
from editor.ui.panels.runtime_editor import RuntimeEditor
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import restyle
from editor.ui.widgets.plain_tip import plain_tip

_UNSET = "–"


class _KeyStack(QWidget):
    """One key: its effective value, then its layers."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"slotKey:{key}")
        self._name = QLabel(f"{key}:", self)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setProperty("mono", True)
        self._name.setProperty("strong", True)
        self._value = ElidedLabel(self)
        self._value.setProperty("mono", True)
        self.rows = LayerList(self, key)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self._name)
        head.addWidget(self._value, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.rows)

    def show_view(self, view: LayerView) -> None:
        """Show what the layers say of the key."""
        value = view.value
        self._value.setText(_UNSET if value is None else shortened(value) or self.tr("(empty)"))
        self._value.setToolTip(plain_tip(view.verdict))
        self._value.setAccessibleName(view.verdict)
        self.rows.show_rows(view.rows)


class SlotStack(QWidget):
    """Shows one `SlotView`."""

    wished = Signal(object)  # LayerWish
    step_wanted = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("slotStack")
        self._keys: dict[str, _KeyStack] = {}
        self._name = self._label()
        self._name.setObjectName("slotLayersName")
        self._name.setProperty("mono", True)
        self._name.setProperty("strong", True)
        self._verdict = self._label()
        self._verdict.setObjectName("slotLayersVerdict")
        self._verdict.setProperty("strong", True)
        self._files = LayerList(self, buttons=1)
        self._join(self._files)
        self.runtime = RuntimeEditor(self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        for widget in (self._name, self._verdict, self._files, self.runtime):
            self._layout.addWidget(widget)

    def show_view(self, view: SlotView) -> None:
        """Show the slot; widgets of layers and keys that stay are kept."""
        self._name.setText(view.name)
        self._verdict.setText(f"✓ {view.verdict}" if view.has_template else view.verdict)
        role = "error" if view.is_broken else "name" if view.has_template else "muted"
        restyle(self._verdict, role=role)
        self._files.show_rows(view.files)
        wanted = [each.name for each in view.keys]
        if wanted != list(self._keys):
            for key in self._keys.keys() - set(wanted):
                remove_widget(self._layout, self._keys[key])
            self._keys = {key: self._keys.get(key) or self._made(key) for key in wanted}
            for place, stack in enumerate(self._keys.values()):
                self._layout.removeWidget(stack)
                self._layout.insertWidget(3 + place, stack)
                stack.show()
        for each in view.keys:
            self._keys[each.name].show_view(each)

    def _made(self, key: str) -> _KeyStack:
        stack = _KeyStack(key, self)
        self._join(stack.rows)
        return stack

    def _join(self, rows: LayerList) -> None:
        rows.wished.connect(self.wished)
        rows.step_wanted.connect(self.step_wanted)

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label
