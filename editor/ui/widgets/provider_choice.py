"""The choice of the provider that souls are shown for; a name of one's own can be typed."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from editor.ui.widgets.context_choice import FEWEST, LEAST, MOST
from editor.ui.widgets.quiet_combo import QuietCombo


class ProviderChoice(QuietCombo):
    """Offers no provider and the known ones."""

    chosen = Signal(object)
    """The name (str) of the provider the user wants, or None."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("providerChoice")
        self.setAccessibleName(self.tr("Provider"))
        self.setToolTip(self.tr("The provider whose overrides the messages are shown with"))
        self.setEditable(True)
        self.setInsertPolicy(QuietCombo.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QuietCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(FEWEST)
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(MOST)
        self._names: tuple[str, ...] = ()
        self._current: str | None = None
        self.activated.connect(self._choose)
        field = self.lineEdit()
        if field is not None:
            field.setAccessibleName(self.accessibleName())
            field.editingFinished.connect(self._take)
        self.show_providers((), None)

    def show_providers(self, names: Sequence[str], current: str | None) -> None:
        """Offer the providers `names`; `current` is in force, offered too if it is no such."""
        extra = () if current is None or current in names else (current,)
        wanted = (*names, *extra)
        field = self.lineEdit()
        if field is not None and field.isModified():
            return  # somebody is typing
        with QSignalBlocker(self):
            if wanted != self._names or not self.count():
                self._names = wanted
                self.clear()
                self.addItem(self.tr("default"), None)
                for name in wanted:
                    self.addItem(name, name)
            self._current = current
            self.setCurrentIndex(0 if current is None else self._names.index(current) + 1)

    def _choose(self, index: int) -> None:
        self._tell(self.itemData(index))

    def _take(self) -> None:
        """Take what was typed; nothing, and the words for none, mean no provider."""
        field = self.lineEdit()
        if field is None or not field.isModified():
            return
        field.setModified(False)
        text = self.currentText().strip()
        self._tell(None if text in ("", self.itemText(0)) else text)

    def _tell(self, name: str | None) -> None:
        if name != self._current:
            self._current = name
            self.chosen.emit(name)
