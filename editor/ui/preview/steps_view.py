"""The Steps view: a rendering layer by layer, each as a difference to the one before."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.session.steps import Step
from editor.ui.theme import Theme
from editor.ui.widgets.difference_view import DifferenceView
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import LayerChip, restyle
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.tick_box import TickBox


@dataclass(frozen=True, slots=True)
class LayerSwitch:
    """A layer that shall count, or not."""

    layer: str
    on: bool


class _StepRow(QFrame):
    """One step: whether its layer counts, what it does, how much it changes."""

    chosen = Signal(object)  # str
    switched = Signal(object)  # LayerSwitch
    step_wanted = Signal(int)

    def __init__(self, layer: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"step:{layer}")
        self.setProperty("role", "layer-row")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._layer = layer
        self.box = TickBox(self)
        self.box.setObjectName(f"stepOn:{layer}")
        self.box.setAccessibleName(self.tr("The layer {0} counts").format(layer))
        self.box.setToolTip(self.tr("Untick to see the preview without this layer"))
        self.box.clicked.connect(self._switch)
        policy = self.box.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.box.setSizePolicy(policy)
        self.box.setVisible(bool(layer))
        chip = LayerChip(layer, self)
        chip.show_layer(layer, "" if layer else self.tr("typed"))
        self._words = ElidedLabel(self)
        self._changes = QLabel(self)
        self._changes.setProperty("role", "note")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 8, 3)
        row.setSpacing(8)
        row.addWidget(self.box)
        row.addWidget(chip)
        row.addWidget(self._words, 1)
        row.addWidget(self._changes)

    def show_step(self, step: Step, *, is_chosen: bool) -> None:
        """Show what the layer does."""
        self.box.setChecked(step.is_on)
        self._words.setText(step.words)
        self._words.setToolTip(plain_tip(step.words))
        restyle(self._words, role="name" if step.is_on else "muted")
        count = len(step.hunks)
        many = self.tr("{0} changes").format(count)
        self._changes.setText(self.tr("1 change") if count == 1 else many if count else "")
        restyle(self, wins=is_chosen)
        self.setAccessibleName(", ".join(filter(None, (step.layer, step.words, many))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from step to step; the blank switches the layer."""
        keys = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in keys:
            self.step_wanted.emit(keys[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Space and self._layer:
            self.switched.emit(LayerSwitch(self._layer, not self.box.isChecked()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self._layer)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the step."""
        super().mousePressEvent(event)
        self.chosen.emit(self._layer)

    def _switch(self) -> None:
        self.switched.emit(LayerSwitch(self._layer, self.box.isChecked()))


class StepsView(QWidget):
    """Shows the steps, the lowest layer first, and the difference that the chosen one makes."""

    switched = Signal(object)  # LayerSwitch

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepsView")
        self._steps: tuple[Step, ...] = ()
        self._rows: dict[str, _StepRow] = {}
        self._chosen: str | None = None
        self._list = QVBoxLayout()
        self._list.setContentsMargins(8, 6, 8, 4)
        self._list.setSpacing(2)
        self.difference = DifferenceView(theme, "stepDifference", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._list)
        column.addWidget(self.difference, 1)

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show `steps`; the one that was chosen stays so, at first the highest that changes."""
        self._steps = tuple(steps)
        self._arrange([step.layer for step in steps])
        if self._chosen not in self._rows:
            changing = [step.layer for step in steps if step.hunks]
            last = steps[-1].layer if steps else None
            self._chosen = changing[-1] if changing else last
        self._show()

    def show_reason(self, sentence: str) -> None:
        """Show a sentence in the place of steps."""
        self._steps = ()
        self._arrange([])
        self.difference.show_note(sentence)

    def take_focus(self) -> None:
        """Give the focus to the chosen step."""
        row = self._rows.get(self._chosen or "")
        (row or self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _arrange(self, layers: list[str]) -> None:
        """Have a row for each layer; rows that stay are kept."""
        if layers == list(self._rows):
            return
        for layer in self._rows.keys() - set(layers):
            row = self._rows[layer]
            self._list.removeWidget(row)
            row.hide()
            row.setParent(None)
            row.deleteLater()
        self._rows = {layer: self._rows.get(layer) or self._made(layer) for layer in layers}
        for place, row in enumerate(self._rows.values()):
            self._list.removeWidget(row)
            self._list.insertWidget(place, row)
            row.show()

    def _made(self, layer: str) -> _StepRow:
        row = _StepRow(layer, self)
        row.chosen.connect(self._choose)
        row.switched.connect(self.switched)
        row.step_wanted.connect(self._go)
        return row

    def _choose(self, layer: str) -> None:
        self._chosen = layer
        self._show()

    def _go(self, by: int) -> None:
        layers = list(self._rows)
        at = layers.index(self._chosen) + by if self._chosen in layers else 0
        if 0 <= at < len(layers):
            self._choose(layers[at])
            self._rows[layers[at]].setFocus(Qt.FocusReason.TabFocusReason)

    def _show(self) -> None:
        for step in self._steps:
            is_chosen = step.layer == self._chosen
            self._rows[step.layer].show_step(step, is_chosen=is_chosen)
            if is_chosen and step.hunks:
                self.difference.show_texts(step.old, step.new, step.hunks)
            elif is_chosen:
                self.difference.show_note(self.tr("This step changes nothing."))
