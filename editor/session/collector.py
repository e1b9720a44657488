"""Python's cyclic garbage, collected in the window's thread only, the oldest while the user rests.

Python collects in whatever thread happens to allocate. A worker that met widgets in a cycle would
take them apart there, and could wait for a lock of Qt's that the window's thread holds while that
waits for Python: neither would ever go on.

The youngest objects are collected in no time, but all of them take a tenth of a second, in which no
key is heard.
"""

import gc
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication

INTERVAL = 500
"""Milliseconds between two looks."""
REST = 3.0
"""Seconds without a key, a composed character or the mouse after which the user rests."""
MOST_PENDING = 100_000
"""How many objects wait at most for a rest, if they are also more than Python lets wait."""
_USE = frozenset(
    (
        QEvent.Type.KeyPress,
        QEvent.Type.InputMethod,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
    )
)


class Collector(QObject):
    """Takes the place of automatic collection from now on."""

    def __init__(self, parent: QObject, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._used_at = clock() - REST
        self._survivors = 0
        self._is_too_much = False
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        if isinstance(parent, QGuiApplication):
            parent.focusWindowChanged.connect(self._watch)
            parent.focusObjectChanged.connect(self._watch)

    def spare(self) -> None:
        """Never look again through what there is now: it stays as long as the program."""
        gc.freeze()
        self._survivors = 0

    def look(self) -> None:
        """Collect what Python itself would by its own thresholds; the oldest only in a rest."""
        due = tuple(map(int.__gt__, gc.get_count(), gc.get_threshold()))
        if due[2] and (self._is_too_much or self._clock() - self._used_at >= REST):
            gc.collect(2)
            self._survivors = len(gc.get_objects(2))
            self._is_too_much = False
        elif due[1]:
            gc.collect(1)
            self._is_too_much = due[2] and self._has_too_much()
        elif due[0]:
            gc.collect(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note when the user does something."""
        kind = event.type()
        if kind in _USE:
            self._used_at = self._clock()
        elif kind == QEvent.Type.FocusOut:
            watched.removeEventFilter(self)
        return False

    def _watch(self, focused: QObject | None) -> None:
        """Hear keys of what has the focus, and the mouse of its window: of nothing else."""
        if focused is not None:
            focused.installEventFilter(self)

    def _has_too_much(self) -> bool:
        """Whether more wait than Python lets wait, a quarter of the old, and more than we do."""
        waiting = len(gc.get_objects(2)) - self._survivors
        old = gc.get_freeze_count() + self._survivors
        return waiting > max(MOST_PENDING, old // 4)
