"""The handle by which a card is dragged, or moved with the arrow keys."""

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QWidget

_WIDTH = 16
_DOT = 1.25
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class DragHandle(QWidget):
    """Tells of a drag and of steps; it moves nothing itself."""

    dragged = Signal(object)
    """The pointer is at this `QPoint` of the screen with the card."""
    dropped = Signal(object)
    """The card was let go at this `QPoint` of the screen."""
    cancelled = Signal()
    stepped = Signal(int)
    """The card shall go one place up (-1) or down (1)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pressed: QPoint | None = None
        self._is_dragging = False
        self.setFixedWidth(_WIDTH)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(self.tr("Drag to move the section (Alt+Up, Alt+Down)"))

    def sizeHint(self) -> QSize:
        """Ask for room for the dots."""
        return QSize(_WIDTH, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint six dots, and that the keys come here."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        roles = QPalette.ColorRole
        role = roles.Accent if self.hasFocus() else roles.PlaceholderText
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(role))
        x, y = self.width() / 2, self.height() / 2
        for column in (-2.5, 2.5):
            for row in (-5, 0, 5):
                painter.drawEllipse(QPointF(x + column, y + row), _DOT, _DOT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the card."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.globalPosition().toPoint()
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the card once the pointer has gone a little way."""
        if self._pressed is None:
            return
        at = event.globalPosition().toPoint()
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._is_dragging:
            self._is_dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._is_dragging:
            self.dragged.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the card go."""
        if event.button() is Qt.MouseButton.LeftButton:
            was_dragging = self._is_dragging
            self._let_go()
            if was_dragging:
                self.dropped.emit(event.globalPosition().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the card with the arrows; Escape ends a drag without a move."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape and self._is_dragging:
            self._let_go()
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def _let_go(self) -> None:
        self._pressed = None
        self._is_dragging = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)
