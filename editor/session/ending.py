"""Ends the program in order when the system or the terminal asks for it.

Python runs a signal's handler only when it runs at all, and an event loop can wait for hours. So
the signal also writes a byte that wakes the loop.
"""

import signal
import socket
from collections.abc import Callable
from time import monotonic
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
EXIT_CODE = 128
"""What a shell adds to the number of the signal that ended a program."""
PATIENCE = 12.0
"""Seconds after which a program that was asked to end and has not is taken to hang.

Longer than the journal waits for the disk. Desktops send several signals at once.
"""


class Ending(QObject):
    """Hears of the signals that ask the program to end.

    One that comes `PATIENCE` after another that still waits, or whose work is still going on, ends
    the program at once, as if nobody had listened: it hangs.

    Signals:
        asked: The exit code that says why.
    """

    asked = Signal(int)

    def __init__(
        self, parent: QObject | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._theirs.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._asked_at: float | None = None
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
        now = self._clock()
        if self._asked_at is None:
            self._asked_at = now
        elif now - self._asked_at >= PATIENCE:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def _woken(self) -> None:
        try:
            numbers = self._ours.recv(4096)
        except BlockingIOError:
            return
        self.asked.emit(EXIT_CODE + numbers[-1])
        self._asked_at = None  # answered: nothing hangs
