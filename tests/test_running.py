"""The program as a process of its own: its faults do not end it, and signals end it in order."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from editor.storage.recovery import Snapshot, stored

ROOT = Path(__file__).resolve().parent.parent

# The program with a fault in a slot and with unsaved text, then a signal from itself.
DRIVER = """
import os, sys
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMessageBox
from editor import app
from editor.cli import main

class Driver(QObject):
    def __init__(self, window):
        super().__init__(window)
        self.window = window
        QTimer.singleShot(0, self.act)

    def act(self):
        source = self.window.views.editor.source
        source.insertPlainText("unsaved ")
        QTimer.singleShot(0, self.fail)
        if "modal" in os.environ["DEED"]:
            QTimer.singleShot(0, self.window.close)
        self.waiting = QTimer(self)
        self.waiting.timeout.connect(self.look)
        self.waiting.start(5)

    def fail(self):
        raise ValueError("hunter2")

    def look(self):
        notice = self.window.views.editor.notices.notice
        asked = self.window.findChild(QMessageBox) is not None
        if notice is not None and asked == ("modal" in os.environ["DEED"]):
            self.waiting.stop()
            print(notice.text, flush=True)
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))

def opened(*places, **named):
    window = first(*places, **named)
    Driver(window)
    return window

first, app.open_window = app.open_window, opened
sys.exit(main([sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("number", "deed"),
    [
        (signal.SIGTERM, "in the window"),
        pytest.param(signal.SIGINT, "in a modal question", marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, "in a modal question", marks=pytest.mark.slow),
    ],
    ids=["SIGTERM", "SIGINT", "SIGHUP"],
)
def test_a_signal_ends_the_program_in_order(
    tmp_path: Path, number: signal.Signals, deed: str
) -> None:
    prompt = tmp_path / "a.md"
    prompt.write_bytes(b"as it was\n")
    child = subprocess.run(
        [sys.executable, "-c", DRIVER, str(prompt)],
        cwd=ROOT,
        env={**os.environ, "SIGNAL": str(int(number)), "DEED": deed},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert child.returncode == 128 + number, child.stderr
    assert child.stdout.startswith("Something in the program failed. Your text is safe;")
    assert "ValueError in the window, once\n  __main__:" in child.stderr
    assert "hunter2" not in child.stderr
    assert prompt.read_bytes() == b"as it was\n"
    state = tmp_path / "home" / "state"
    kept = [each.unsaved.text for each in stored(state / "recovery") if isinstance(each, Snapshot)]
    assert kept == ["unsaved as it was\n"]
    log = state / "crashes.log"
    assert (log.read_bytes(), log.stat().st_mode & 0o777) == (b"", 0o600)
    left = (tmp_path / "home" / "config").rglob("*")
    assert any(str(prompt) in each.read_text() for each in left if each.is_file())
