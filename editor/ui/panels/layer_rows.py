"""One layer in the layers panel: what it says of the name, and what can be done about it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor.session.layerview import LayerRow, RowState
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import LayerChip, ValueText

_WINNER_MARK = "✓"
_MOST_TIP = 2_000


class LayerRowView(QFrame):
    """The widgets of one layer; they live as long as the layer is shown."""

    open_requested = Signal(object)  # LayerRow
    override_requested = Signal()

    def __init__(self, layer: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"layer:{layer}")
        self._row: LayerRow | None = None
        self._chip = LayerChip(layer, self)
        self._words = ElidedLabel(self)
        self._value = ValueText(self)
        self._place = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._place.setProperty("role", "note")
        self._open = self._button(self.tr("Open"), f"openLayer:{layer}")
        self._open.setToolTip(self.tr("Show where this value is written"))
        self._open.setAccessibleName(self.tr("Open where {0} sets it").format(layer))
        self._open.clicked.connect(self._ask_open)
        self._override = self._button(self.tr("Override here"), f"overrideLayer:{layer}")
        self._override.clicked.connect(self._ask_override)
        self._place_parts()

    def show_row(self, row: LayerRow) -> None:
        """Show what the layer says."""
        self._row = row
        wins, is_set = row.state is RowState.WINS, row.state is not RowState.UNSET
        self._words.setText(f"{_WINNER_MARK} {row.words}" if wins else row.words)
        font = self._words.font()
        font.setBold(wins)
        self._words.setFont(font)
        role = "name" if wins else "muted"
        if self._words.property("role") != role:
            self._words.setProperty("role", role)
            self._words.style().unpolish(self._words)
            self._words.style().polish(self._words)
        self._words.setToolTip(row.words)
        self._value.show_value(row.shown, lost=row.state is RowState.HIDDEN, wins=wins)
        self._value.setToolTip((row.value or "")[:_MOST_TIP])
        self._value.setVisible(is_set)
        place = " · ".join(filter(None, (row.place, row.note)))
        self._place.setText(place)
        self._place.setToolTip(place)
        self._place.setVisible(bool(place))
        self._open.setVisible(row.origin is not None)
        self._override.setVisible(row.overridable)
        self._override.setText(self.tr("Edit here") if is_set else self.tr("Override here"))
        self._override.setAccessibleName(f"{self._override.text()}: {row.layer}")
        said = (f"{row.layer}: {row.words}", row.shown if is_set else "", place)
        self.setAccessibleName(", ".join(filter(None, said)))

    def _place_parts(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        top.addWidget(self._words, 1)
        top.addWidget(self._open)
        top.addWidget(self._override)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(top)
        layout.addWidget(self._value)
        layout.addWidget(self._place)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("flat", True)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _ask_open(self) -> None:
        if self._row is not None:
            self.open_requested.emit(self._row)

    def _ask_override(self) -> None:
        self.override_requested.emit()
