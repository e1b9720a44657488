"""The head of something that folds away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget


class FoldButton(QToolButton):
    """Opens and closes what stands below it; its arrow tells which it is."""

    turned = Signal(bool)
    """Whether it is open now."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("flat", True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.is_open = True
        self.clicked.connect(self._clicked)
        self._show()

    def turn(self, is_open: bool) -> None:
        """Open or close it."""
        if is_open != self.is_open:
            self.is_open = is_open
            self._show()
            self.turned.emit(is_open)

    def show_open(self, is_open: bool) -> None:
        """Show whether it is open, silently."""
        if is_open != self.is_open:
            self.is_open = is_open
            self._show()

    def _clicked(self) -> None:
        self.turn(not self.is_open)

    def _show(self) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if self.is_open else Qt.ArrowType.RightArrow)
        self.setAccessibleDescription(self.tr("open") if self.is_open else self.tr("closed"))
