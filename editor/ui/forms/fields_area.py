"""The room that the fields of the form scroll in."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

_LEAST = 64


class FieldsArea(QScrollArea):
    """A scroll area that is as high as it is told to be, and less where room is short."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._wanted = _LEAST
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def want(self, height: int) -> None:
        """Be `height` pixels high where there is room."""
        if height != self._wanted:
            self._wanted = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for the height that is wanted."""
        return QSize(super().sizeHint().width(), self._wanted)

    def minimumSizeHint(self) -> QSize:
        """Need a field or two."""
        return QSize(0, min(self._wanted, _LEAST))
