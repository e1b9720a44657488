"""The rows of the layers of one name, in order; a row lives as long as its layer is shown."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.session.layerview import LayerRow
from editor.ui.panels.layer_rows import MOST_BUTTONS, LayerRowView


class LayerList(QWidget):
    """Shows rows below each other."""

    wished = Signal(object)  # LayerWish
    step_wanted = Signal(int)
    """The focus shall go from the row that has it to the next one (1) or the one before (-1)."""

    def __init__(self, parent: QWidget, key: str = "", buttons: int = MOST_BUTTONS) -> None:
        """Build the list of the name `key`, or of the only name there is; see `LayerRowView`."""
        super().__init__(parent)
        self._key = key
        self._buttons = buttons
        self._views: dict[str, LayerRowView] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)

    def show_rows(self, rows: Sequence[LayerRow]) -> None:
        """Show `rows`, highest first."""
        self._arrange([row.layer for row in rows])
        for row in rows:
            self._views[row.layer].show_row(row, is_lowest=row is rows[-1])

    def _arrange(self, layers: list[str]) -> None:
        """Have a row for each layer, in order; rows of layers that stay are kept."""
        if layers == list(self._views):
            return
        for layer in self._views.keys() - set(layers):
            remove_widget(self._layout, self._views[layer])
        self._views = {layer: self._views.get(layer) or self._made(layer) for layer in layers}
        for place, view in enumerate(self._views.values()):
            self._layout.removeWidget(view)
            self._layout.insertWidget(place, view)
            view.show()

    def _made(self, layer: str) -> LayerRowView:
        view = LayerRowView(layer, self, self._key, self._buttons)
        view.wished.connect(self.wished)
        view.step_wanted.connect(self.step_wanted)
        return view


def remove_widget(layout: QVBoxLayout, widget: QWidget) -> None:
    """Take a widget out of a layout for good."""
    layout.removeWidget(widget)
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
