"""Signals of the system that end the program, heard in the thread of the window."""

import os
import signal
import sys

import pytest
from pytestqt.qtbot import QtBot

from editor.session.endings import Endings

HEARD = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.mark.skipif(sys.platform == "win32", reason="a program there cannot send them to itself")
@pytest.mark.parametrize("number", HEARD)
def test_a_signal_that_ends_programs_is_told_first(qtbot: QtBot, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    endings = Endings()
    with qtbot.waitSignal(endings.asked, timeout=5000) as heard:
        os.kill(os.getpid(), number)
    assert heard.args == [number]
    assert signal.getsignal(number) is signal.SIG_DFL  # the next one is not put off
    endings.stop()
    assert signal.getsignal(number) is before
    endings.deleteLater()
