"""A workspace of 2,000 slots in two layers: opening it, filtering it, a key in a template."""

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor.app import open_window
from editor.ui.window.main_window import MainWindow

SLOTS = 2_000
_KEYS = 100
_LINES = 40
_TEMPLATE = "enabled: {0}\n# What the keeper asks.\ntemplate: |\n{1}model: small\n"


def report_slots() -> None:
    """Print how long the window is busy, and the time of a key beside that in a lone slot."""
    with TemporaryDirectory() as folder:
        for name in ("DATA", "CONFIG", "STATE"):
            os.environ[f"PROMPT_EDITOR_{name}_DIR"] = str(Path(folder, name.lower()))
        many, lone = Path(folder, "many"), Path(folder, "lone")
        _write(many, SLOTS)
        _write(lone, 1)
        print(f"{SLOTS} slots in two layers ({_KEYS} keys)")
        alone = _Bench(lone)
        keys = alone.keys("source")
        alone.close()
        bench = _Bench(many)
        print(f"  a lone slot opened in {alone.opened * 1e3:.0f} ms")
        print(
            f"  opened in {bench.opened * 1e3:.0f} ms, all badges after {bench.described:.1f} s, "
            f"longest turn meanwhile {bench.longest * 1e3:.0f} ms"
        )
        for name in ("filterOverridden", "filterBroken"):
            times = [bench.trigger(name) for _ in range(6)]
            print(f"  {name:<18} {median(times) * 1e3:6.1f} ms   slowest {max(times) * 1e3:.1f} ms")
        print(
            f"  key, lone slot     {median(keys) * 1e3:6.2f} ms   slowest {max(keys) * 1e3:.2f} ms"
        )
        for where in ("source", "form"):
            found = bench.keys(where)
            ratio = median(found) / median(keys)
            print(
                f"  key in the {where:<7} {median(found) * 1e3:6.2f} ms   "
                f"slowest {max(found) * 1e3:.2f} ms   {ratio:5.2f} x a lone slot's"
            )
        bench.close()


def _write(root: Path, count: int) -> None:
    lines = "".join(f"  Line {n} asks {{{{name_{n % 7}}}}} of the keeper.\n" for n in range(_LINES))
    for layer in ("default", "app"):
        (root / layer).mkdir(parents=True)
    (root / "prompt-workspace.yaml").write_text("slots: {default: default, app: app}\n")
    for number in range(count):
        name = f"slot_{number:04}.yaml"
        broken = "[" if number % 100 == 99 else "true"
        (root / "default" / name).write_text(_TEMPLATE.format("true", lines))
        (root / "app" / name).write_text(_TEMPLATE.format(broken, lines))


class _Bench:
    """A window on a workspace, with its first slot in front."""

    def __init__(self, root: Path) -> None:
        started = perf_counter()
        self.window: MainWindow = open_window(root)
        self.window.resize(1440, 900)
        self.window.show()
        QApplication.processEvents()
        self.opened = perf_counter() - started
        self.longest = 0.0
        while not self._is_described():
            self.longest = max(self.longest, _timed(QApplication.processEvents))
        self.described = perf_counter() - started
        self.window.open(root / "app" / "slot_0000.yaml")
        QTest.qWait(300)

    def _is_described(self) -> bool:
        """Whether all slots were found, and what comes out of each."""
        project = self.window.workbench.project
        if project is None or not project.inventory.is_complete:
            return False
        return len(project.slots.states.known()) == len(project.slots.nodes())

    def trigger(self, name: str) -> float:
        """Turn a filter on or off and paint."""
        action = self.window.findChild(QAction, name)
        assert action is not None

        def turn() -> None:
            action.trigger()
            QApplication.processEvents()

        return _timed(turn)

    def keys(self, where: str) -> list[float]:
        """Type into the middle of the template, in the source or in the form."""
        name = "sourceEditor" if where == "source" else "slot:template"
        editor = self.window.findChild(QPlainTextEdit, name)
        assert editor is not None
        cursor = QTextCursor(editor.document().findBlockByNumber(_LINES // 2))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        editor.setTextCursor(cursor)
        editor.setFocus()

        def key() -> None:
            QTest.keyClick(editor, Qt.Key.Key_X)
            editor.repaint()

        times = [_timed(key) for _ in range(_KEYS)]
        QTest.qWait(300)
        return times

    def close(self) -> None:
        """Let the window go."""
        self.window.hide()
        self.window.deleteLater()
        QApplication.processEvents()


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
