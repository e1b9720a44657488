"""Small labels that layers are shown with: a chip in the layer's colour, and a value."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from editor.core.layers import PieceKind
from editor.ui.widgets.elided_label import ElidedLabel

KNOWN_CHIPS = frozenset(
    (
        *("context", "identity", "variables", "template", PieceKind.UNRESOLVED),
        *("values", "override", "tool", "content"),
        *("runtime", "app"),
    )
)
"""Layers that have colours of their own in the themes."""


def restyle(widget: QWidget, **properties: object) -> None:
    """Give a widget properties that the style sheet looks at, and have it look again.

    A font that is set outright would be lost when the theme changes.
    """
    changed = {key: each for key, each in properties.items() if widget.property(key) != each}
    for key, each in changed.items():
        widget.setProperty(key, each)
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class LayerChip(QLabel):
    """The name of a layer on its tint."""

    def __init__(self, layer: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("chip", True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.show_layer(layer)

    def show_layer(self, layer: str, text: str = "") -> None:
        """Show `text`, or the layer's name, in the colours of `layer`."""
        self.setText(text or layer)
        restyle(self, role=f"layer-{layer if layer in KNOWN_CHIPS else 'escape'}")


class ValueText(ElidedLabel):
    """A value on one line in fixed width; a value that lost is struck through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("mono", True)

    def show_value(self, text: str, *, lost: bool, wins: bool) -> None:
        """Show `text`."""
        self.setText(text)
        restyle(self, struck=lost, strong=wins)
