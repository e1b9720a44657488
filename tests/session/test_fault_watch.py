"""Every exception that nobody took care of is heard of: once, and as often as it is bearable."""

import gc
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from editor.session.fault_watch import FIRST_PAUSE, MOST_FAULTS, FaultNews, FaultWatch
from editor.session.faults import Origin


class Bench(QObject):
    """A watch at work, and what it told; faults are made by a signal, as a button would."""

    pressed = Signal(object)  # Callable

    def __init__(self) -> None:
        super().__init__()
        self.told: list[FaultNews] = []
        self.kept = 0
        self.while_keeping: Callable[[], object] = int
        self.while_telling: Callable[[], object] = int
        self.watch = FaultWatch(self.keep, "It runs.", self)
        self.watch.news.connect(self.hear)
        self.pressed.connect(self.run)

    def keep(self) -> bool:
        self.kept += 1
        self.while_keeping()
        return True

    def hear(self, news: FaultNews) -> None:
        self.told.append(news)
        self.while_telling()

    def run(self, deed: Callable[[], object]) -> None:
        deed()

    @property
    def counts(self) -> list[int]:
        return [news.count for news in self.told]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench()
    made.watch.install()
    yield made
    made.watch.uninstall()
    made.deleteLater()


def fail() -> None:
    raise ValueError("of the user")


def test_a_fault_in_a_slot_is_told_after_texts_are_kept(bench: Bench, qtbot: QtBot) -> None:
    bench.pressed.emit(fail)
    assert bench.told == []  # not in the midst of whatever was going on
    qtbot.waitUntil(lambda: bench.counts == [1])
    assert bench.kept == 1
    assert bench.told[0].is_new
    assert bench.told[0].is_kept
    assert "ValueError in the window, once" in bench.told[0].details
    assert "of the user" not in bench.told[0].details


@pytest.mark.parametrize("kind", [MemoryError, RecursionError, KeyboardInterrupt])
def test_every_kind_of_exception_is_told(
    bench: Bench, qtbot: QtBot, kind: type[BaseException]
) -> None:
    def deed() -> None:
        raise kind

    bench.pressed.emit(deed)
    qtbot.waitUntil(lambda: bench.counts == [1])
    assert kind.__name__ in bench.told[0].details


def test_python_keeps_no_value_on_the_way_to_a_fault(bench: Bench, qtbot: QtBot) -> None:
    bench.pressed.emit(fail)
    assert sys.last_value is None
    assert sys.last_traceback is None
    qtbot.waitUntil(lambda: bench.counts == [1])


def test_a_fault_in_a_thread_and_in_a_destructor_are_told(bench: Bench, qtbot: QtBot) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bench.counts == [1])
    assert "beside the window" in bench.told[0].details

    class Fragile:
        def __del__(self) -> None:
            fail()

    Fragile()
    gc.collect()
    qtbot.waitUntil(lambda: bench.counts == [1, 2])
    assert "while cleaning up" in bench.told[1].details


def test_the_same_fault_counts_up_and_is_told_less_and_less_often(
    bench: Bench, qtbot: QtBot
) -> None:
    pause = bench.watch._pause
    for _ in range(1000):
        bench.pressed.emit(fail)
    qtbot.waitUntil(lambda: bench.counts == [1000])
    assert bench.kept == 1
    for number in range(1, 4):
        bench.pressed.emit(fail)
        qtbot.waitUntil(pause.isActive)
        assert bench.counts[-1] == 1000 + number - 1
        pause.timeout.emit()  # as if it were over
        pause.stop()
        assert bench.counts[-1] == 1000 + number
        assert pause.interval() == FIRST_PAUSE * 2 ** (number - 1)
    assert bench.kept == 1
    assert [news.is_new for news in bench.told] == [True, False, False, False]


def test_many_different_faults_are_told_in_bounds(bench: Bench, qtbot: QtBot) -> None:
    kinds = [type(f"Kind{number}", (Exception,), {}) for number in range(MOST_FAULTS + 5)]
    for kind in kinds:
        bench.watch.note(kind(), Origin.WINDOW)
    qtbot.waitUntil(lambda: bench.counts == [len(kinds)])
    assert "Others: 5 times" in bench.told[0].details
    assert f"Kind{MOST_FAULTS}" not in bench.told[0].details


def test_a_fault_while_a_fault_is_told_is_only_written(
    bench: Bench, qtbot: QtBot, capfd: pytest.CaptureFixture[str]
) -> None:
    def telling() -> None:
        raise LookupError

    bench.while_telling = telling
    bench.pressed.emit(fail)
    qtbot.waitUntil(lambda: bench.counts == [1])
    assert "LookupError" in capfd.readouterr().err
    bench.while_telling = int
    bench.pressed.emit(telling)
    qtbot.waitUntil(lambda: bench.counts == [1, 2])  # it still hears


def test_a_text_that_cannot_be_kept_is_told(
    bench: Bench, qtbot: QtBot, capfd: pytest.CaptureFixture[str]
) -> None:
    def keeping() -> None:
        raise OSError(28, "of the user")

    bench.while_keeping = keeping
    bench.pressed.emit(fail)
    qtbot.waitUntil(lambda: bench.counts == [1])
    assert not bench.told[0].is_kept
    written = capfd.readouterr().err
    assert "OSError" in written
    assert "of the user" not in written


def test_hooks_are_given_back(qtbot: QtBot) -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    made = Bench()
    made.watch.install()
    assert sys.excepthook not in before
    made.watch.uninstall()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
