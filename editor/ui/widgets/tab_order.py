"""The order in which Tab goes through widgets that come and go."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget


class TabOrder(QObject):
    """Lets Tab follow an order, when the event loop comes back after a change of it."""

    def __init__(self, stops: Callable[[], tuple[QWidget, ...]], parent: QObject) -> None:
        """Ask `stops` for the widgets in order, the first of which stays where it is."""
        super().__init__(parent)
        self._stops = stops
        self._known: tuple[QWidget, ...] = ()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._arrange)

    def arrange_soon(self) -> None:
        """Ask for the order again: widgets came, went or changed places."""
        self._soon.start()

    def _arrange(self) -> None:
        order = self._stops()
        if order != self._known:
            self._known = order
            for before, behind in pairwise(order):
                QWidget.setTabOrder(before, behind)
