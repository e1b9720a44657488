"""One sentence in the place of a rendering."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class ReasonLabel(QLabel):
    """Says why nothing is shown, or what appears here."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setMargin(32)
