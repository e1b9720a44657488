"""Small labels that layers are shown with: a chip in the layer's colour, and a value."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from editor.core.layers import PieceKind
from editor.ui.widgets.elided_label import ElidedLabel

KNOWN_CHIPS = frozenset(("context", "identity", "variables", "template", PieceKind.UNRESOLVED))
"""Layers that have colours of their own in the themes."""


class LayerChip(QLabel):
    """The name of a layer on its tint."""

    def __init__(self, layer: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("chip", True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.show_layer(layer)

    def show_layer(self, layer: str, text: str = "") -> None:
        """Show `text`, or the layer's name, in the colours of `layer`."""
        role = f"layer-{layer if layer in KNOWN_CHIPS else 'escape'}"
        self.setText(text or layer)
        if self.property("role") != role:
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)


class ValueText(ElidedLabel):
    """A value on one line in fixed width; a value that lost is struck through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("mono", True)

    def show_value(self, text: str, *, lost: bool, wins: bool) -> None:
        """Show `text`."""
        self.setText(text)
        font = QFont(self.font())
        font.setStrikeOut(lost)
        font.setBold(wins)
        self.setFont(font)
