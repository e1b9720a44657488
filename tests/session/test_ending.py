"""The program hears at once of a signal that asks it to end, also while nothing happens."""

import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from editor.session.ending import SIGNALS, Ending


@pytest.fixture
def ending(qtbot: QtBot) -> Iterator[Ending]:
    made = Ending()
    made.install()
    yield made
    made.uninstall()
    made.deleteLater()


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_asks_to_end(ending: Ending, qtbot: QtBot, number: signal.Signals) -> None:
    with qtbot.waitSignal(ending.asked, timeout=2000) as heard:
        signal.raise_signal(number)
    assert heard.args == [128 + number]


def test_a_second_signal_ends_a_program_that_hangs(
    ending: Ending, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    signal.raise_signal(signal.SIGTERM)
    with monkeypatch.context() as patch:
        patch.setattr("editor.session.ending.signal.raise_signal", killed.append)
        ending._note(signal.SIGTERM, None)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert killed == [signal.SIGTERM]


def test_a_signal_that_the_caller_ignores_stays_ignored(qtbot: QtBot) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does
    try:
        made = Ending()
        made.install()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        made.uninstall()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_signals_are_given_back(qtbot: QtBot) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    made = Ending()
    made.install()
    assert [signal.getsignal(number) for number in SIGNALS] != before
    made.uninstall()
    assert [signal.getsignal(number) for number in SIGNALS] == before
