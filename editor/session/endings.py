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
        """Listen from now on: a first signal does not end the program by itself any more."""
        super().__init__(parent)
        # Python hears a signal only between two of its own steps, and Qt waits without any: the
        # number goes through a socket, which wakes Qt.
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._theirs.setblocking(False)
        signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        self._before = {number: signal.signal(number, _pass_once) for number in numbers}
        kind = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._ours.fileno(), kind, parent=self)
        self._notifier.activated.connect(self._hear)

    def stop(self) -> None:
        """Let signals do what they did before."""
        self._notifier.setEnabled(False)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._ours.close()
        self._theirs.close()

    def _hear(self) -> None:
        try:
            heard = self._ours.recv(64)
        except OSError:
            return
        if heard:
            self.asked.emit(heard[-1])


def _pass_once(number: int, _frame: FrameType | None) -> None:
    """Leave the first one to Qt; should that never hear of it, the next ends the program."""
    signal.signal(number, signal.SIG_DFL)
