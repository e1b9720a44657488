"""Work beside the window: a plain generator in a thread, its results in the window's thread.

The worker gets plain values and no Qt object; the window's thread looks for results while there
is work. What a stopped work still gives is dropped.
"""

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event

from PySide6.QtCore import QDeadlineTimer, QObject, QThreadPool, QTimer, Signal

POLL = 15
"""Milliseconds between two looks for results."""
LONGEST_WAIT = 2_000
"""Milliseconds that `shutdown` waits at most."""


class _Run:
    """One work in the pool."""

    def __init__(self, work: Iterator[object], is_gone: Event) -> None:
        self._work = work
        self._results: SimpleQueue[object] = SimpleQueue()
        self._stop = Event()
        self._is_gone = is_gone
        self.ended = Event()
        self.error: Exception | None = None

    def execute(self) -> None:
        """Do the work; called in the pool."""
        try:
            while not self._stop.is_set() and not self._is_gone.is_set():
                self._results.put(next(self._work))
        except StopIteration:
            pass
        except Exception as error:  # noqa: BLE001 - in the pool nobody else could hear of it
            self.error = error
        finally:
            self.ended.set()

    def stop(self) -> None:
        self._stop.set()

    @property
    def is_stopped(self) -> bool:
        return self._stop.is_set()

    def taken(self) -> tuple[object, ...]:
        """Return the results so far and forget them."""
        found = []
        try:
            while True:
                found.append(self._results.get_nowait())
        except Empty:
            return tuple(found)


class Job(QObject):
    """Does one work at a time; starting another one stops it.

    Signals:
        results: A tuple of what the work gave since the last time.
        finished: The work is done and all results are told.
        failed: The exception that ended the work.
    """

    results = Signal(object)  # tuple
    finished = Signal()
    failed = Signal(object)  # Exception

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run: _Run | None = None
        self._is_gone = Event()
        self.destroyed.connect(self._is_gone.set)
        self._next: Callable[[], Iterator[object]] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether results may still come."""
        return self._next is not None or (self._run is not None and not self._run.is_stopped)

    def start(self, make: Callable[[], Iterator[object]]) -> None:
        """Do another work as soon as the present one has stopped.

        Args:
            make: Called in the window's thread when it is time; gives the work, which runs in
                another thread and must hold no Qt object.
        """
        self._next = make
        if self._run is not None:
            self._run.stop()
        self._begin_next()

    def cancel(self) -> None:
        """Stop; results that are not told yet are dropped."""
        self._next = None
        if self._run is not None:
            self._run.stop()
        self._timer.stop()

    def shutdown(self) -> None:
        """Stop and wait for the thread, for `LONGEST_WAIT` at most."""
        self.cancel()
        deadline = QDeadlineTimer(LONGEST_WAIT)
        if self._run is not None:
            self._run.ended.wait(deadline.remainingTime() / 1000)

    def _begin_next(self) -> None:
        self._timer.start()
        if self._next is None or (self._run is not None and not self._run.ended.is_set()):
            return
        make, self._next = self._next, None
        self._run = _Run(make(), self._is_gone)
        QThreadPool.globalInstance().start(self._run.execute)

    def _look(self) -> None:
        run = self._run
        if run is None or run.is_stopped:
            self._begin_next()
            return
        has_ended = run.ended.is_set()  # asked first: what comes before the end is taken below
        found = run.taken()
        if found:
            self.results.emit(found)
        if not has_ended or run is not self._run or run.is_stopped:
            return
        self._run = None
        self._timer.stop()
        if run.error is not None:
            self.failed.emit(run.error)
        else:
            self.finished.emit()
