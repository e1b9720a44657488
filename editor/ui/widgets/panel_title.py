"""The title row of a panel: its name in small capitals, its commands at the right."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

TITLE_HEIGHT = 32


class PanelTitle(QFrame):
    """A row that every panel begins with."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel-title")
        self.setFixedHeight(TITLE_HEIGHT)
        self._text = text.upper()
        self._label = QLabel(self._text, self)
        self._label.setProperty("role", "title")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(12, 0, 8, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._label)
        self._layout.addStretch(1)

    def show_count(self, count: int) -> None:
        """Show a number behind the name; none for zero."""
        self._label.setText(f"{self._text} {count}" if count else self._text)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Put a control at the right end; `stretch` says how much of spare room it takes."""
        self._layout.addWidget(widget, stretch)
