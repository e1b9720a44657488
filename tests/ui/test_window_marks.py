"""What is marked in the source of the whole window: problems and hits, of this text alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from pytestqt.qtbot import QtBot

from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]
CONFLICT = "one\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline


def waves(opened: Opened) -> list[str]:
    """The texts under a wave."""
    return [
        each.cursor.selectedText()
        for each in opened.source.extraSelections()
        if each.format.underlineStyle() == WAVE
    ]


def test_problems_are_marked_without_the_find_bar_and_again_in_another_tab(
    opener: Opener, tree: Path, qtbot: QtBot
) -> None:
    write(tree, {"one.md": CONFLICT, "two.md": CONFLICT})
    opened = opener(tree / "one.md")
    qtbot.waitUntil(lambda: waves(opened) != [])
    expected = waves(opened)
    assert expected[0].startswith("<<<<<<<")
    opened.window.open(tree / "two.md")
    qtbot.waitUntil(lambda: waves(opened) == expected)
    opened.press(Qt.Key.Key_Tab, Control)
    qtbot.waitUntil(lambda: waves(opened) == expected)


def test_marks_go_with_the_text_they_were_in(opener: Opener, tree: Path, qtbot: QtBot) -> None:
    write(tree, {"one.md": CONFLICT})
    opened = opener(tree / "plain.md", tree / "one.md")
    qtbot.waitUntil(lambda: waves(opened) != [])
    opened.press(Qt.Key.Key_W, Control)
    assert opened.front.path == tree / "plain.md"
    document = opened.source.document()
    assert all(each.cursor.document() is document for each in opened.source.extraSelections())
    assert waves(opened) == []
    opened.press(Qt.Key.Key_W, Control)
    assert waves(opened) == []


def test_hits_of_an_old_text_are_not_drawn(
    opener: Opener, tree: Path, qtbot: QtBot, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tree, {"long.md": "".join(f"line {number}\n" for number in range(400))})
    opened = opener(tree / "long.md")
    opened.press(Qt.Key.Key_F, Control)
    opened.type("line 39")
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_End, Control)
    opened.press(Qt.Key.Key_A, Control)
    opened.press(Qt.Key.Key_Delete)
    opened.type("x")
    hits = [each for each in opened.source.extraSelections() if each.cursor.hasSelection()]
    assert hits == []
    assert "out of range" not in capfd.readouterr().err
