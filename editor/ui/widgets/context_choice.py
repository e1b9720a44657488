"""The choice among the saved contexts; it stands wherever the values are looked at."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.core.hidden import on_one_line
from editor.ui.widgets.quiet_combo import QuietCombo

FEWEST = 14
"""Characters of a name that are shown where there is room."""
LEAST = 76
MOST = 200


class ContextChoice(QuietCombo):
    """Offers the saved contexts and none."""

    chosen = Signal(object)
    """The name (str) of the context the user wants; empty for none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] | None = None
        self.setAccessibleName(self.tr("Saved context"))
        self.setToolTip(self.tr("The saved context that sets the values"))
        self.setSizeAdjustPolicy(QuietCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(FEWEST)
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(MOST)
        self.activated.connect(self._choose)

    def show_contexts(self, names: tuple[str, ...], current: str) -> None:
        """Offer the saved contexts; `current` is chosen, or none of them."""
        if names != self._names:
            self._names = names
            self.clear()
            self.addItem(self.tr("No context"), "")
            for name in names:
                self.addItem(on_one_line(name), name)
        self.setCurrentIndex(max(0, self.findData(current)))

    def _choose(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))
