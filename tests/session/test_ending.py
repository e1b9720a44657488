"""The program hears at once of a signal that asks it to end, also while nothing happens."""

import os
import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from editor.session.ending import PATIENCE, SIGNALS, Ending
from tests.session.clocks import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The signals by which the program would have ended itself; this one goes on."""
    numbers: list[int] = []

    def end(number: int) -> None:
        assert signal.getsignal(number) is signal.SIG_DFL
        numbers.append(number)

    monkeypatch.setattr("editor.session.ending.signal.raise_signal", end)
    return numbers


@pytest.fixture
def ending(qtbot: QtBot, clock: Clock) -> Iterator[Ending]:
    made = Ending(clock=clock)
    made.install()
    yield made
    made.uninstall()
    made.deleteLater()


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_asks_to_end(ending: Ending, qtbot: QtBot, number: signal.Signals) -> None:
    with qtbot.waitSignal(ending.asked, timeout=2000) as heard:
        signal.raise_signal(number)
    assert heard.args == [128 + number]


@pytest.mark.parametrize("second", SIGNALS, ids=lambda number: number.name)
def test_two_signals_at_once_ask_as_one_does(
    ending: Ending, qtbot: QtBot, killed: list[int], second: signal.Signals
) -> None:
    with qtbot.waitSignal(ending.asked, timeout=2000):
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), second)
    assert killed == []


def test_a_signal_while_texts_are_kept_does_not_end_that(
    ending: Ending, qtbot: QtBot, clock: Clock, killed: list[int]
) -> None:
    kept: list[int] = []

    def keep(code: int) -> None:
        clock.now += PATIENCE / 2
        os.kill(os.getpid(), signal.SIGHUP)
        kept.append(code)

    ending.asked.connect(keep)
    with qtbot.waitSignal(ending.asked, timeout=2000):
        os.kill(os.getpid(), signal.SIGTERM)
    assert kept == [128 + signal.SIGTERM]
    assert killed == []


def test_a_later_signal_ends_a_program_that_hangs(
    ending: Ending, clock: Clock, killed: list[int]
) -> None:
    os.kill(os.getpid(), signal.SIGTERM)
    clock.now += PATIENCE - 1
    os.kill(os.getpid(), signal.SIGHUP)
    assert killed == []
    clock.now += 1
    os.kill(os.getpid(), signal.SIGINT)
    assert killed == [signal.SIGINT]


def test_a_program_that_answered_does_not_hang(
    ending: Ending, qtbot: QtBot, clock: Clock, killed: list[int]
) -> None:
    for _ in range(2):
        with qtbot.waitSignal(ending.asked, timeout=2000):
            os.kill(os.getpid(), signal.SIGTERM)
        clock.now += PATIENCE
    assert killed == []


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
