"""What an empty panel says: one sentence and, where there is one, the first step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyNote(QWidget):
    """A sentence with an optional button under it."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._button = QPushButton(self)
        self._button.setAutoDefault(False)
        self._button.clicked.connect(self._click)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(self._text)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        self.show_text("")

    @property
    def button(self) -> QPushButton:
        """The button of the first step."""
        return self._button

    def show_text(self, text: str, step: str = "", role: str = "muted") -> None:
        """Say `text`; offer `step` on a button if it is not empty; `role` colours the text."""
        self._text.setText(text)
        self._text.setProperty("role", role)
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        self._button.setText(step)
        self._button.setAccessibleName(step)
        self._button.setVisible(bool(step))

    def _click(self) -> None:
        self.clicked.emit()
