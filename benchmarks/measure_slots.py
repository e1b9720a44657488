"""A workspace of 2,000 slots in two layers, in the whole window, off-screen."""

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest import mock

from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.app import open_window

SLOTS = 2_000
_KEYS = 50
_DEFAULT = "enabled: true\ntemplate: |\n" + "  One line that {{speaker}} will read.\n" * 20
_APP = ("enabled: false\n", "enabled: true\ntemplate: |\n  Ours, {{speaker}}.\n", "model: small\n")
_BROKEN = "enabled: [\n"


def report_slots() -> None:
    """Print the times of opening, of both filters, and of keys, and the longest turns."""
    with TemporaryDirectory() as folder:
        places = {f"PROMPT_EDITOR_{kind}_DIR": folder for kind in ("DATA", "CONFIG", "STATE")}
        with mock.patch.dict(os.environ, places):
            root = Path(folder) / "slots"
            _write(root)
            _report(root)


def _write(root: Path) -> None:
    for layer in ("default", "app"):
        (root / layer).mkdir(parents=True)
    (root / "prompt-workspace.yaml").write_text("slots: {default: default, app: app}\n")
    for number in range(SLOTS):
        own = _BROKEN if number % 50 == 0 else _APP[number % len(_APP)]
        (root / "default" / f"s{number:04}.yaml").write_text(_DEFAULT)
        (root / "app" / f"s{number:04}.yaml").write_text(own)


def _report(root: Path) -> None:
    window = open_window(root)
    project = window.workbench.project
    assert project is not None
    slots = project.slots
    print(f"{SLOTS:,} slots in two layers, in the window ({_KEYS} keys)")
    listed, longest = _wait(lambda: len(slots.all()) == SLOTS)
    print(f"  listed in {listed * 1e3:6.0f} ms   longest turn {longest * 1e3:6.1f} ms")
    known, longest = _wait(lambda: len(slots.states.known()) == SLOTS)
    print(f"  all badges {known * 1e3:6.0f} ms   longest turn {longest * 1e3:6.1f} ms")
    for name in ("filterOverridden", "filterBroken", "filterOverridden", "filterBroken"):
        action = window.findChild(QAction, name)
        assert isinstance(action, QAction)
        print(f"  {name:>16} {_timed(action.trigger) * 1e3:6.1f} ms")
    opened = _timed(lambda: window.open(root / "app" / "s0001.yaml"))
    source = window.views.editor.source
    source.moveCursor(source.textCursor().MoveOperation.End)
    keys = [_timed(lambda: QTest.keyClicks(source, "x")) for _ in range(_KEYS)]
    print(f"  a slot opened in {opened * 1e3:.0f} ms, a key {median(keys) * 1e3:.1f} ms")
    window.close()
    _timed(window.deleteLater)


def _wait(is_done: Callable[[], bool]) -> tuple[float, float]:
    """Wait for something; return how long it took and the longest turn of the event loop."""
    started, longest = perf_counter(), 0.0
    while not is_done():
        longest = max(longest, _timed(QApplication.processEvents))
    return perf_counter() - started, longest


def _timed(act: Callable[[], object]) -> float:
    started = perf_counter()
    act()
    QApplication.processEvents()
    return perf_counter() - started
