"""What an empty panel says: one sentence and, where there is one, the first step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyNote(QWidget):
    """A sentence with an optional button under it."""

    clicked = Signal()

    def __init__(self, parent: QWidget, *, step: str = "", step_name: str = "") -> None:
        """Build a note that says nothing yet.

        Args:
            parent: The widget it stands in.
            step: The text of the button; there is none if it is empty.
            step_name: The object name of the button.
        """
        super().__init__(parent)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._button: QPushButton | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(self._text)
        if step:
            self._button = QPushButton(step, self)
            self._button.setObjectName(step_name)
            self._button.setAccessibleName(step)
            self._button.setAutoDefault(False)
            self._button.clicked.connect(self._click)
            layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)

    def show_text(self, text: str, *, role: str = "muted", with_step: bool = False) -> None:
        """Say `text` in the colour of `role`, with or without the button."""
        self._text.setText(text)
        self._text.setProperty("role", role)
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        if self._button is not None:
            self._button.setVisible(with_step)

    def _click(self) -> None:
        self.clicked.emit()
