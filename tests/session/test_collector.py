"""Garbage in circles goes in the window's thread, and in no other."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from editor.session.collector import Collector


class _Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp: QObject) -> Iterator[Collector]:
    found = Collector(qapp)
    yield found
    found.deleteLater()


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


def test_nothing_is_collected_before_there_is_much(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", collected.append)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    for count, generation in (
        ((700, 10, 10), None),
        ((701, 10, 10), 0),
        ((0, 11, 0), 1),
        ((701, 11, 11), 2),
    ):
        monkeypatch.setattr(gc, "get_count", lambda count=count: count)
        collector.look()
        assert collected == ([] if generation is None else [generation])
        collected.clear()
