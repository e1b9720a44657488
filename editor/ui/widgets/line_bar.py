"""Go to line: a small bar that asks for a line, or a line and a column."""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

_PLACE = re.compile(r"\s*([0-9]{1,9})\s*(?:[:,]\s*([0-9]{1,9})\s*)?")


class LineBar(QFrame):
    """Hidden until it is asked for; Enter goes, Escape closes."""

    chosen = Signal(int, int)
    """A line and a column, both from 1."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lineBar")
        self.setProperty("role", "find-bar")
        self._field = QLineEdit(self)
        self._field.setObjectName("lineField")
        self._field.setPlaceholderText(self.tr("Line, or line:column"))
        self._field.setAccessibleName(self.tr("Go to line"))
        self._field.setMaximumWidth(200)
        self._hint = QLabel(self)
        self._hint.setProperty("role", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self._field)
        layout.addWidget(self._hint, 1)
        self.hide()

    def open(self, lines: int) -> None:
        """Ask; the file has so many lines."""
        self._hint.setText(self.tr("of {0}").format(lines))
        self.show()
        self._field.selectAll()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes there, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go()
        else:
            super().keyPressEvent(event)

    def _go(self) -> None:
        match = _PLACE.fullmatch(self._field.text())
        if match is None:
            self._hint.setText(self.tr("Write a number, such as 12 or 12:5."))
            return
        self._close()
        self.chosen.emit(max(1, int(match[1])), max(1, int(match[2] or 1)))

    def _close(self) -> None:
        self.hide()
        self.closed.emit()
