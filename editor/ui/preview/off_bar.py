"""The bar that says which layers the preview goes without, so that nobody takes it for all."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget


class OffBar(QFrame):
    """There only while a layer is switched off."""

    all_wanted = Signal()
    """Every layer shall count again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("offBar")
        self.setProperty("role", "notice-warning")
        self._said = QLabel(self)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setWordWrap(True)
        button = QPushButton(self.tr("Show all layers"), self)
        button.setObjectName("allLayers")
        button.setAutoDefault(False)
        button.clicked.connect(self.all_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self._said, 1)
        row.addWidget(button)
        self.hide()

    def show_layers(self, names: Iterable[str]) -> None:
        """Say that the layers called so do not count; without any say nothing."""
        listed = ", ".join(names)
        self._said.setText(self.tr("Shown without: {0}. This is not what is sent.").format(listed))
        self.setVisible(bool(listed))
