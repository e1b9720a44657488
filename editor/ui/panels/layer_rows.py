"""One layer in the layers panel: what it says of the name, and what can be done about it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.session.layerview import LayerRow, RowState
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import LayerChip, ValueText, restyle

_WINNER_MARK = "✓"
_MOST_TIP = 2_000
_GAP = 8
_WORDS_LEAST = 48


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
        restyle(self._words, role="name" if wins else "muted", strong=wins)
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
        self._arrange()
        said = (f"{row.layer}: {row.words}", row.shown if is_set else "", place)
        self.setAccessibleName(", ".join(filter(None, said)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the words where both do not fit side by side."""
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Need no more width than the widest part: parts may stand below each other."""
        parts = (self._chip, self._open, self._override)
        widest = max(each.minimumSizeHint().width() for each in parts)
        return QSize(widest, super().minimumSizeHint().height())

    def _arrange(self) -> None:
        buttons = [each for each in (self._open, self._override) if not each.isHidden()]
        needed = sum(each.sizeHint().width() for each in (self._chip, *buttons))
        side_by_side = needed + _GAP + _WORDS_LEAST <= self.width()
        direction = QBoxLayout.Direction
        self._top.setDirection(direction.LeftToRight if side_by_side else direction.TopToBottom)

    def _place_parts(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(_GAP)
        said.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        said.addWidget(self._words, 1)
        asked = QHBoxLayout()
        asked.setSpacing(0)
        asked.addWidget(self._open)
        asked.addWidget(self._override)
        asked.addStretch(0)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(0)
        self._top.addLayout(said, 1)
        self._top.addLayout(asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(self._top)
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
