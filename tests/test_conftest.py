"""The nets under every test hold: dialogs, leaks and folders, tried on a suite of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = """
from pathlib import Path

import pytest
from PySide6.QtCore import QRunnable, QThreadPool, QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

kept = []


def test_good_circle_of_widget_and_python(qtbot):
    widget = QWidget()
    widget.me = [widget]
    widget.timer = QTimer(widget)
    widget.timer.start(10)


def test_good_answered_dialog(qtbot, monkeypatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    assert QMessageBox.question(None, "", "") == QMessageBox.StandardButton.Yes


def test_good_private_home(tmp_path):
    assert Path.home() == tmp_path / "home"
    assert not list(Path.home().iterdir())


@pytest.mark.parametrize(
    "wait",
    [
        lambda: QMessageBox.question(None, "", ""),
        lambda: QMessageBox().exec(),
        lambda: QFileDialog.getOpenFileName(),
        lambda: type("Mine", (QDialog,), {})().exec(),
    ],
)
def test_bad_dialog(qtbot, wait):
    wait()


def test_leak_window(qtbot):
    kept.append(QWidget())


def test_bad_leak_is_told_once(qtbot):
    kept.append(QWidget())
    raise AssertionError


def test_good_after_a_leak_that_failed(qtbot):
    pass


def test_leak_timer(qapp):
    timer = QTimer()
    timer.start(1000)
    kept.append(timer)


def test_good_after_a_leak_that_was_told(qtbot):
    pass


def test_leak_through_a_lambda(qtbot):
    widget = QWidget()
    widget.timer = QTimer(widget)
    widget.timer.timeout.connect(lambda: widget.hide())
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("suite")
    shutil.copy(Path(__file__).parent / "conftest.py", folder)
    (folder / "test_suite.py").write_text(SUITE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nqt_api = pyside6\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in done.stdout.splitlines() if "test_suite.py::" in line]


@pytest.mark.parametrize(
    ("kind", "outcome", "count"),
    [("good", "PASSED", 5), ("bad", "FAILED", 5), ("bad", "ERROR", 0), ("leak", "ERROR", 3)],
)
def test_a_suite_is_judged(outcomes: list[str], kind: str, outcome: str, count: int) -> None:
    assert (
        sum(line.startswith(f"{outcome} test_suite.py::test_{kind}_") for line in outcomes) == count
    )
