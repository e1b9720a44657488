"""Hearing that the system asks the program to end, while there is still time to keep its texts."""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class Endings(QObject):
    """Turns the signals that end a program into one of Qt, told in the thread of the window."""

    asked = Signal(int)
    """The number of the signal."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Listen from now on; signals do not end the program by themselves any more."""
        super().__init__(parent)
        # Python hears a signal only between two of its own steps, and Qt waits without any: the
        # number goes through a socket, which wakes Qt.
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._theirs.setblocking(False)
        signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        for name in _NAMES:
            if hasattr(signal, name):  # Windows has not all of them
                signal.signal(getattr(signal, name), _go_on)
        self._notifier = QSocketNotifier(
            self._ours.fileno(), QSocketNotifier.Type.Read, parent=self
        )
        self._notifier.activated.connect(self._hear)

    def _hear(self) -> None:
        try:
            heard = self._ours.recv(64)
        except OSError:
            return
        if heard:
            self.asked.emit(heard[-1])


def _go_on(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: what there is to do is done when Qt hears of it."""
