"""Python's cyclic garbage, collected in the window's thread only.

Python collects in whatever thread happens to allocate. A worker that met widgets in a cycle would
take them apart there, and could wait for a lock of Qt's that the window's thread holds while that
waits for Python: neither would ever go on.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks."""


class Collector(QObject):
    """Takes the place of automatic collection from now on."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect what Python itself would by its own thresholds; usually the youngest only."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
