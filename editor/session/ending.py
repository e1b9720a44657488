"""Ends the program in order when the system or the terminal asks for it.

Python runs a signal's handler only when it runs at all, and an event loop can wait for hours. So
the signal also writes a byte that wakes the loop.
"""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
EXIT_CODE = 128
"""What a shell adds to the number of the signal that ended a program."""


class Ending(QObject):
    """Hears of the signals that ask the program to end.

    A second one while the first still waits for the event loop ends the program at once, as if
    nobody had listened: it hangs.

    Signals:
        asked: The exit code that says why.
    """

    asked = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._theirs.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._is_asked = False
        self._before = {each: signal.getsignal(each) for each in SIGNALS}
        self._wakeup_before = -1

    def install(self) -> None:
        """Listen from now on; what the caller of the program chose to ignore stays ignored."""
        self._wakeup_before = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        for each, before in self._before.items():
            if before not in (signal.SIG_IGN, None):  # nohup ignores
                signal.signal(each, self._note)

    def uninstall(self) -> None:
        """Leave the signals to whom they belonged."""
        for each, before in self._before.items():
            if before is not None:  # else it was not Python's, and we left it alone
                signal.signal(each, before)
        signal.set_wakeup_fd(self._wakeup_before)
        self._notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self._is_asked:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self._is_asked = True

    def _woken(self) -> None:
        try:
            numbers = self._ours.recv(4096)
        except BlockingIOError:
            return
        self.asked.emit(EXIT_CODE + numbers[-1])
