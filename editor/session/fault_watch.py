"""Hears of every exception that nobody took care of, so that none goes unseen or ends the program.

Python tells of them in hooks: in any thread, in the midst of a paint or of a change of a text, a
thousand times a second if a timer fails. So a hook only notes what happened; the window hears of it
when the event loop comes round, and of more of the same less and less often.
"""

import contextlib
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from editor.session.faults import Fault, Origin, fault_of, report

FIRST_PAUSE, LONGEST_PAUSE = 500, 60_000
"""Milliseconds between two tellings of faults that go on: each pause is twice the last."""
MOST_FAULTS = 20
"""How many different faults are told one by one."""


@dataclass(frozen=True, slots=True)
class FaultNews:
    """What the user is told.

    Attributes:
        count: How many faults there were so far.
        is_new: Whether one of them is told for the first time.
        is_kept: Whether unsaved text was put into safety since.
        details: What can be handed on: no text of the user, no secret, no path.
    """

    count: int
    is_new: bool
    is_kept: bool
    details: str


class FaultWatch(QObject):
    """Collects the faults of the program while its hooks are installed.

    Signals:
        news: A `FaultNews`.
    """

    news = Signal(object)  # FaultNews
    _noted = Signal()

    def __init__(
        self, keep: Callable[[], bool], running: str, parent: QObject | None = None
    ) -> None:
        """Collect nothing yet.

        Args:
            keep: Puts all unsaved text into safety and tells whether it did; it may raise.
            running: The line of the details that says what runs.
            parent: The owner.
        """
        super().__init__(parent)
        self._keep = keep
        self._running = running
        # A hook can come in the midst of another one, when garbage is collected: no lock here.
        self._waiting: SimpleQueue[Fault] = SimpleQueue()
        self._counts: dict[Fault, int] = {}
        self._others = 0
        self._is_kept = True
        self._is_telling = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._next_pause = FIRST_PAUSE
        self._pause.timeout.connect(self._tell_more)
        self._noted.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._is_woken = False
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)

    def install(self) -> None:
        """Hear of exceptions in slots, threads and destructors from now on."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._in_window
        threading.excepthook = self._in_thread
        sys.unraisablehook = self._while_cleaning_up

    def uninstall(self) -> None:
        """Leave exceptions to who had them before: the window goes."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before

    def note(
        self, error: BaseException, origin: Origin, traceback: TracebackType | None = None
    ) -> None:
        """Note an exception that nobody took care of; never raises, in any thread."""
        try:
            fault = fault_of(error, origin, traceback)
            if self._is_telling and threading.current_thread() is threading.main_thread():
                _write(report({fault: 1}, 0, self._running))  # telling it would fail again
                return
            self._waiting.put(fault)
            if not self._is_woken:
                self._is_woken = True
                self._noted.emit()
        except BaseException:  # noqa: BLE001 - who calls is a hook, and nobody is behind it
            _write("A fault could not be told.\n")

    def _in_window(
        self, _kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        # Python keeps the last one for a debugger, and with it every value on the way to it.
        sys.last_type = sys.last_value = sys.last_traceback = None
        self.note(error, Origin.WINDOW, traceback)

    def _in_thread(self, told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None:
            self.note(told.exc_value, Origin.THREAD, told.exc_traceback)

    def _while_cleaning_up(self, told: "sys.UnraisableHookArgs") -> None:
        if told.exc_value is not None:
            self.note(told.exc_value, Origin.CLEANUP, told.exc_traceback)

    def _hear(self) -> None:
        """Take over what the hooks noted; tell it at once if something is new."""
        self._is_woken = False  # before looking: what is noted meanwhile is heard of again
        fresh: list[Fault] = []
        with contextlib.suppress(Empty):
            while True:
                fault = self._waiting.get_nowait()
                if fault in self._counts:
                    self._counts[fault] += 1
                elif len(self._counts) < MOST_FAULTS:
                    self._counts[fault] = 1
                    fresh.append(fault)
                else:
                    self._others += 1
        if fresh:
            self._is_telling = True
            try:
                self._is_kept = self._put_into_safety()
            finally:
                self._is_telling = False
            _write(report(dict.fromkeys(fresh, 1), 0, self._running))
            self._tell(is_new=True)
        elif not self._pause.isActive():
            self._pause.start(self._next_pause)
            self._next_pause = min(2 * self._next_pause, LONGEST_PAUSE)

    def _put_into_safety(self) -> bool:
        try:
            return self._keep()
        except Exception as error:  # noqa: BLE001 - what fails here is told, not raised
            self.note(error, Origin.WINDOW)
            return False

    def _tell_more(self) -> None:
        self._tell(is_new=False)

    def _tell(self, is_new: bool) -> None:
        count = sum(self._counts.values()) + self._others
        details = report(self._counts, self._others, self._running)
        self._is_telling = True
        try:
            self.news.emit(FaultNews(count, is_new, self._is_kept, details))
        finally:
            self._is_telling = False


def _write(text: str) -> None:
    """Say it on stderr, if there is one."""
    with contextlib.suppress(Exception):
        sys.stderr.write(text)
