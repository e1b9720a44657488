"""Garbage in circles goes in the window's thread, and in no other."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from editor.session.collector import REST, Collector
from tests.session.clocks import Clock


class _Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def collector(qapp: QObject, clock: Clock) -> Iterator[Collector]:
    others = [each._timer for each in qapp.findChildren(Collector)]
    found = Collector(qapp, clock)
    for timer in (*others, found._timer):
        timer.stop()  # looks are taken by hand
    gc.collect()
    found._survivors = len(gc.get_objects(2))  # whatever earlier tests left is not waiting
    yield found
    found.deleteLater()
    for timer in others:
        timer.start()


def _press_key(widget: QWidget) -> None:
    QTest.keyClick(widget, Qt.Key.Key_A)


def _compose(widget: QWidget) -> None:
    QCoreApplication.sendEvent(widget, QInputMethodEvent("ほ", []))


def _move_mouse(widget: QWidget) -> None:
    QTest.mouseMove(widget.windowHandle(), QPoint(3, 3))


def _turn_wheel(widget: QWidget) -> None:
    at, none = QPointF(3, 3), QPoint()
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, at, none, QPoint(0, 120), buttons, keys, phase, False)
    QCoreApplication.sendEvent(widget.windowHandle(), event)


def _uses(qtbot: QtBot) -> list[tuple[QWidget, Callable[[QWidget], None]]]:
    """A widget with the focus, once for each thing that the user can do in it."""
    widget = QLineEdit()
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    return [(widget, use) for use in (_press_key, _compose, _move_mouse, _turn_wheel)]


def _make_much() -> None:
    kept = [[] for _ in range(50_000)]
    assert len(kept) == 50_000


def test_a_worker_that_allocates_much_collects_nothing(collector: Collector) -> None:
    died: list[str] = []
    circle = _Circle()
    weakref.finalize(circle, lambda: died.append(threading.current_thread().name))
    del circle
    worker = threading.Thread(target=_make_much, name="worker")
    worker.start()
    worker.join()
    assert died == []
    kept = [[] for _ in range(1_000)]  # more than the threshold of the youngest
    collector.look()
    assert len(kept) == 1_000
    assert died == [threading.main_thread().name]


@pytest.fixture
def old_garbage() -> Iterator["weakref.ref[_Circle]"]:
    """A circle that outlived the younger generations and is garbage now, when all is due."""
    gc.collect()
    circle = _Circle()
    gc.collect(0)
    gc.collect(1)
    found = weakref.ref(circle)
    del circle
    thresholds = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    for _ in range(4):
        gc.collect(1)
    yield found
    gc.set_threshold(*thresholds)


def _look(collector: Collector) -> None:
    """Look when there is something young, too."""
    for _ in range(2):
        kept = [[] for _ in range(10)]
        collector.look()
        assert len(kept) == 10


def test_old_garbage_goes_while_the_user_rests(
    collector: Collector, clock: Clock, old_garbage: "weakref.ref[_Circle]", qtbot: QtBot
) -> None:
    for widget, use in _uses(qtbot):
        use(widget)
        clock.now += REST / 2
        _look(collector)
        assert old_garbage() is not None
    clock.now += REST
    _look(collector)
    assert old_garbage() is None


def test_old_garbage_waits_for_no_rest_when_there_is_too_much(
    collector: Collector,
    old_garbage: "weakref.ref[_Circle]",
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widget, use = _uses(qtbot)[0]
    use(widget)
    monkeypatch.setattr("editor.session.collector.MOST_PENDING", 1_000)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 4 * 200_000)
    kept = [[] for _ in range(150_000)]  # more than the bound, but not a quarter of the old
    gc.collect(1)
    _look(collector)
    assert old_garbage() is not None
    kept += [[] for _ in range(150_000)]
    gc.collect(1)
    for _ in range(2):
        gc.collect(0)  # so that the middle generation is due
    _look(collector)
    assert old_garbage() is None
    assert len(kept) == 300_000


def test_what_is_spared_is_not_looked_through_again(
    collector: Collector, old_garbage: "weakref.ref[_Circle]"
) -> None:
    collector.spare()
    try:
        _look(collector)
        assert old_garbage() is not None
    finally:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # as it was: see `pytest_collection_finish`
    assert old_garbage() is None
