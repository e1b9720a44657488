"""Work in the pool: results in order and in the window's thread, stopped and failed work."""

from collections.abc import Iterator
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThreadPool
from pytestqt.qtbot import QtBot

from editor.session.jobs import Job


class Heard(QObject):
    """What a job told, and in which thread."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.results: list[object] = []
        self.ends = 0
        self.errors: list[Exception] = []
        self.in_main = True
        job.results.connect(self.take)
        job.finished.connect(self.end)
        job.failed.connect(self.fail)

    def take(self, results: tuple[object, ...]) -> None:
        self.in_main = self.in_main and current_thread() is main_thread()
        self.results += results

    def end(self) -> None:
        self.ends += 1

    def fail(self, error: Exception) -> None:
        self.errors.append(error)


@pytest.fixture
def job(qtbot: QtBot) -> Iterator[Job]:
    made = Job()
    yield made
    made.shutdown()
    made.deleteLater()


def gated(gate: Event, first: object, then: object) -> Iterator[object]:
    """A work that gives one result and, when the gate opens, another."""
    yield first
    assert gate.wait(5)
    yield then


def test_results_come_in_order_in_the_thread_of_the_window(job: Job, qtbot: QtBot) -> None:
    heard = Heard(job)
    threads: list[bool] = []

    def work() -> Iterator[object]:
        threads.append(current_thread() is main_thread())
        yield from range(300)

    job.start(work)
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert (heard.results, heard.errors, job.is_busy) == (list(range(300)), [], False)
    assert (threads, heard.in_main) == ([False], True)


def test_a_later_work_stops_an_earlier_one_whose_results_are_dropped(
    job: Job, qtbot: QtBot
) -> None:
    heard = Heard(job)
    gate = Event()
    job.start(lambda: gated(gate, "one", "never"))
    qtbot.waitUntil(lambda: heard.results == ["one"])
    job.start(lambda: iter(["two"]))
    job.start(lambda: iter(["three"]))
    assert job.is_busy
    gate.set()
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert heard.results == ["one", "three"]


def test_the_work_is_made_when_its_turn_comes(job: Job, qtbot: QtBot) -> None:
    heard, gate = Heard(job), Event()
    made: list[str] = []

    def make() -> Iterator[object]:
        made.append("second")
        return iter(())

    job.start(lambda: gated(gate, 1, 2))
    job.start(make)
    assert made == []
    gate.set()
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert made == ["second"]


def test_a_failure_is_told_with_what_came_before_it(job: Job, qtbot: QtBot) -> None:
    heard = Heard(job)

    def work() -> Iterator[object]:
        yield 1
        raise ValueError("broken")

    job.start(work)
    qtbot.waitUntil(lambda: bool(heard.errors))
    assert (heard.results, heard.ends, str(heard.errors[0])) == ([1], 0, "broken")
    job.start(lambda: iter([2]))
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert heard.results == [1, 2]


def test_a_cancelled_work_tells_nothing_and_another_can_follow(job: Job, qtbot: QtBot) -> None:
    heard, gate = Heard(job), Event()
    job.start(lambda: gated(gate, "one", "never"))
    qtbot.waitUntil(lambda: heard.results == ["one"])
    job.cancel()
    assert not job.is_busy
    gate.set()
    job.start(lambda: iter(["two"]))
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert heard.results == ["one", "two"]


def test_a_listener_may_start_another_work(job: Job, qtbot: QtBot) -> None:
    heard = Heard(job)

    class Restart(QObject):
        def again(self, results: tuple[object, ...]) -> None:
            if results == ("first",):
                job.start(lambda: iter(["second"]))

    restart = Restart()
    job.results.connect(restart.again)
    job.start(lambda: iter(["first"]))
    qtbot.waitUntil(lambda: heard.ends == 1)
    assert heard.results == ["first", "second"]


def test_a_work_ends_when_its_job_goes(qtbot: QtBot) -> None:
    job, begun, steps = Job(), Event(), 0

    def endless() -> Iterator[object]:
        nonlocal steps
        while steps < 10_000_000:
            steps += 1
            begun.set()
            yield steps

    job.start(endless)
    assert begun.wait(5)
    job.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert QThreadPool.globalInstance().waitForDone(5000)
    assert steps < 10_000_000
