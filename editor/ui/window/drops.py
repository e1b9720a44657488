"""Files and folders dropped on the window are opened, wherever they fall."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class FileDrops(QObject):
    """Watches widgets for files; other drops, such as text, go on to the widget."""

    dropped = Signal(object)
    """The `Path` of a file or folder."""

    def __init__(self, window: QWidget, *others: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        for widget in (window, *others):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what brings local files."""
        if event.type() in _DRAGS and isinstance(event, QDragMoveEvent):
            if _paths(event):
                event.acceptProposedAction()
                return True
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            paths = _paths(event)
            if paths:
                event.acceptProposedAction()
                for path in paths:
                    self.dropped.emit(path)
                return True
        return super().eventFilter(watched, event)


def _paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
