"""The pointer over cards: resting on a placeholder, and leaving it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView
from shiboken6 import isValid

from editor.ui.widgets.placeholder_mouse import REST


class CardHover(QObject):
    """Watches one view.

    Signals:
        rested: A point of the viewport, when the pointer has rested on a placeholder there.
        moved_off: The pointer, a key or scrolling made what was said void.
    """

    rested = Signal(object)  # QPoint
    moved_off = Signal()

    def __init__(
        self, view: QAbstractItemView, placeholder_at: Callable[[QPoint], object | None]
    ) -> None:
        """Watch `view`; `placeholder_at` gives what stands at a point, None for nothing."""
        super().__init__(view)
        self._view = view
        self._placeholder_at = placeholder_at
        self._found: object | None = None
        self._point = QPoint()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST)
        self._timer.timeout.connect(self._rest)
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self.void)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what the view gets; nothing is taken away."""
        if not isValid(self._view):
            return False  # the window is going
        kind = event.type()
        if isinstance(event, QMouseEvent):
            is_free = kind == QEvent.Type.MouseMove and event.buttons() == Qt.MouseButton.NoButton
            self._move(event.position().toPoint()) if is_free else self.void()
        elif kind in (
            QEvent.Type.Leave,
            QEvent.Type.FocusOut,
            QEvent.Type.Hide,
            QEvent.Type.KeyPress,
        ):
            self.void()
        return False

    def void(self) -> None:
        """Nothing is pointed at any more."""
        self._timer.stop()
        if self._found is not None:
            self._found = None
            self.moved_off.emit()

    def _move(self, point: QPoint) -> None:
        found = self._placeholder_at(point)
        if found == self._found:
            return
        self.void()
        self._found, self._point = found, point
        if found is not None:
            self._timer.start()

    def _rest(self) -> None:
        if self._found is not None:
            self.rested.emit(self._point)
