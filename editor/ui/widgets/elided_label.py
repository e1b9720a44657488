"""One line of text that ends in an ellipsis where its room ends; it never widens its window."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_FEWEST_CHARACTERS = 3


class ElidedLabel(QLabel):
    """A label whose `text()` is always the whole text, however little of it is painted."""

    def __init__(
        self,
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Ask for a few characters' width only."""
        hint = super().minimumSizeHint()
        narrow = self.fontMetrics().averageCharWidth() * _FEWEST_CHARACTERS
        return QSize(min(hint.width(), narrow), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        room = self.contentsRect()
        painter = QPainter(self)
        self.style().drawItemText(
            painter,
            room,
            self.alignment(),
            self.palette(),
            self.isEnabled(),
            self.fontMetrics().elidedText(self.text(), self._mode, room.width()),
            self.foregroundRole(),
        )
