"""The pointer over a text with placeholders: resting, clicking, and clicking with Ctrl.

It watches a plain text view and tells positions; what stands there it asks of whoever made it.
The view's own selecting and typing stay as they are.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from shiboken6 import isValid

REST = 400
"""Milliseconds for which the pointer must rest on a character."""
_MODIFIER_KEYS = frozenset(
    (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
)


def character_at(view: QPlainTextEdit, point: QPoint) -> int | None:
    """Return the position of the character that is painted at a point of the viewport."""
    cursor = view.cursorForPosition(point)
    block = cursor.block()
    box = view.blockBoundingGeometry(block).translated(view.contentOffset())
    local = QPointF(point) - box.topLeft()
    layout = block.layout()
    # At the end of a wrapped line the nearest position belongs to the next one.
    nearest = layout.lineForTextPosition(cursor.positionInBlock()).lineNumber()
    for number in (nearest, nearest - 1):
        if not 0 <= number < layout.lineCount():
            continue
        line = layout.lineAt(number)
        if not line.y() <= local.y() < line.y() + line.height():
            continue
        text = line.naturalTextRect()
        if not text.left() <= local.x() < text.right():
            return None
        column = line.xToCursor(local.x(), line.CursorPosition.CursorOnCharacter)
        return block.position() + column if column < block.length() - 1 else None
    return None


class PlaceholderMouse(QObject):
    """Watches one view.

    Signals:
        rested: A position, when the pointer has rested on its character.
        moved_off: The pointer, a key or scrolling made what was said of a position void.
        clicked: A position: a click with nothing held and nothing selected.
        define_requested: A position: a click with Ctrl on a placeholder.
    """

    rested = Signal(int)
    moved_off = Signal()
    clicked = Signal(int)
    define_requested = Signal(int)

    def __init__(self, view: QPlainTextEdit, is_placeholder: Callable[[int], bool]) -> None:
        """Watch `view`; `is_placeholder` tells whether a placeholder stands at a position."""
        super().__init__(view)
        self._view = view
        self._is_placeholder = is_placeholder
        self._pressed: QPoint | None = None
        self._defining: int | None = None
        self._at: int | None = None
        self._on_placeholder = False
        self._has_rested = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST)
        self._timer.timeout.connect(self._rest)
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._void)
        view.horizontalScrollBar().valueChanged.connect(self._void)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what the view gets; only a click with Ctrl on a placeholder is taken away."""
        if not isValid(self._view):
            return False  # the window is going
        kind = event.type()
        if isinstance(event, QMouseEvent):
            return self._mouse(kind, event)
        if isinstance(event, QKeyEvent):
            self._key(kind, event)
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._void()
            self._show_shape(False)
        return False

    def _mouse(self, kind: QEvent.Type, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        if kind == QEvent.Type.MouseMove:
            self._move(point, event)
            return self._defining is not None
        if kind == QEvent.Type.MouseButtonPress:
            self._void()
            return self._press(point, event)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(point, event)
        self._void()
        return False

    def _move(self, point: QPoint, event: QMouseEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        free = event.buttons() == Qt.MouseButton.NoButton
        at = character_at(self._view, point) if free else None
        if at == self._at:
            self._show_shape(control and self._on_placeholder)
            return
        self._at = at
        self._on_placeholder = at is not None and self._is_placeholder(at)
        self._show_shape(control and self._on_placeholder)
        if at is None or not self._on_placeholder:
            self._void()
        elif self._has_rested:
            self.rested.emit(at)  # what is said follows the pointer from now on
        else:
            self._timer.start()

    def _press(self, point: QPoint, event: QMouseEvent) -> bool:
        self._pressed = self._defining = None
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        at = character_at(self._view, point)
        on_placeholder = at is not None and self._is_placeholder(at)
        if event.modifiers() == Qt.KeyboardModifier.ControlModifier and on_placeholder:
            self._defining = at
            return True
        if event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._pressed = point
        return False

    def _release(self, point: QPoint, event: QMouseEvent) -> bool:
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        pressed, self._pressed = self._pressed, None
        defining, self._defining = self._defining, None
        at = character_at(self._view, point)
        if defining is not None:
            self._show_shape(False)
            if at is not None and self._is_placeholder(at):
                self.define_requested.emit(defining)
            return True
        if pressed is not None and at is not None and self._is_click(pressed, point):
            self.clicked.emit(at)
        return False

    def _is_click(self, pressed: QPoint, released: QPoint) -> bool:
        moved = (released - pressed).manhattanLength()
        still = moved < QApplication.startDragDistance()
        return still and not self._view.textCursor().hasSelection()

    def _key(self, kind: QEvent.Type, event: QKeyEvent) -> None:
        if kind == QEvent.Type.KeyPress and event.key() not in _MODIFIER_KEYS:
            self._void()
        if event.key() == Qt.Key.Key_Control:
            point = self._view.viewport().mapFromGlobal(QCursor.pos())
            inside = self._view.viewport().rect().contains(point)
            at = character_at(self._view, point) if inside else None
            held = kind == QEvent.Type.KeyPress
            self._show_shape(held and at is not None and self._is_placeholder(at))

    def _rest(self) -> None:
        if self._at is not None:
            self._has_rested = True
            self.rested.emit(self._at)

    def _void(self) -> None:
        self._timer.stop()
        self._at = None
        self._on_placeholder = False
        self._has_rested = False
        self.moved_off.emit()

    def _show_shape(self, leads_on: bool) -> None:
        """Show the hand over what Ctrl and a click lead on from, else the text beam."""
        shape = Qt.CursorShape.PointingHandCursor if leads_on else Qt.CursorShape.IBeamCursor
        viewport = self._view.viewport()
        if viewport.cursor().shape() != shape:
            viewport.setCursor(shape)
