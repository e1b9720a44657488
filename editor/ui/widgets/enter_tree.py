"""A tree view whose Enter key is heard, whatever the platform's style makes of it."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTreeView


class EnterTree(QTreeView):
    """Tells of Enter on the current row.

    Signals:
        entered_by_key: The current index.
    """

    entered_by_key = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Enter; the view does what other keys ask."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.entered_by_key.emit(index)
        else:
            super().keyPressEvent(event)
