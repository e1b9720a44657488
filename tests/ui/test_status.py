"""The status bar: one line on the file in front, the caret at the right."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from editor.ui.status import Status, StatusBar


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    made = StatusBar()
    qtbot.addWidget(made)
    return made


def texts(bar: StatusBar) -> tuple[str, str]:
    summary = bar.findChild(QLabel, "statusSummary")
    place = bar.findChild(QLabel, "statusPlace")
    assert summary is not None
    assert place is not None
    return summary.text(), place.text()


def test_everything_stands_in_one_line(bar: StatusBar) -> None:
    bar.show_status(Status(1, 2, "generator", 214, 310, "UTF-8", "LF", "saved", 14, 9))
    assert bar.objectName() == "statusBar"
    assert texts(bar) == (
        "1 unresolved · 2 at run time · generator · 214 words, ~310 tokens · UTF-8 · LF · saved",
        "Ln 14, Col 9",
    )


@pytest.mark.parametrize(
    ("words", "tokens", "expected"),
    [
        (None, None, ""),
        (0, 0, "0 words, ~0 tokens"),
        (1, 1, "1 word, ~1 token"),
        (2, 3, "2 words, ~3 tokens"),
        (21, 31, "21 words, ~31 tokens"),
    ],
)
def test_counts_have_their_plural(
    bar: StatusBar, words: int | None, tokens: int | None, expected: str
) -> None:
    bar.show_status(Status(words=words, tokens=tokens))
    assert texts(bar) == (expected, "")


def test_parts_that_are_zero_or_empty_are_left_out(bar: StatusBar) -> None:
    bar.show_status(Status(runtime=3, encoding="UTF-8", message="Reading the folder…"))
    assert texts(bar) == ("Reading the folder… · 3 at run time · UTF-8", "")


def test_without_a_file_nothing_is_shown(bar: StatusBar) -> None:
    assert texts(bar) == ("", "")
    bar.show_status(Status(kind="agent", line=1, column=1))
    bar.show_status(None)
    assert texts(bar) == ("", "")


def test_a_long_line_does_not_widen_the_window(bar: StatusBar) -> None:
    bar.show_status(Status(message="x" * 2000, line=1, column=1))
    assert bar.minimumSizeHint().width() < 200
