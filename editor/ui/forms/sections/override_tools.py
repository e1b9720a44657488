"""The commands for the text of one provider."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget


def flat_button(text: str, parent: QWidget) -> QToolButton:
    """Return a button without a frame."""
    button = QToolButton(parent)
    button.setText(text)
    button.setProperty("flat", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class OverrideTools(QWidget):
    """Rename and remove."""

    rename_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rename = flat_button(self.tr("Rename"), self)
        self._rename.setToolTip(self.tr("Let this text be that of another provider"))
        self._rename.clicked.connect(self.rename_wanted)
        self._remove = flat_button(self.tr("Remove"), self)
        self._remove.setToolTip(self.tr("Take away the text of this provider"))
        self._remove.setAccessibleName(self.tr("Remove"))
        self._remove.clicked.connect(self.remove_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._rename)
        row.addWidget(self._remove)

    def rename(self, prefix: str) -> None:
        """Take the names of another card."""
        self._rename.setObjectName(f"{prefix}:renameOverride")
        self._remove.setObjectName(f"{prefix}:removeOverride")

    def shorten(self, is_short: bool) -> None:
        """Leave the tabs their room in a narrow card."""
        self._remove.setText("×" if is_short else self.tr("Remove"))

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (self._rename, self._remove)
