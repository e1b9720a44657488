"""Find, replace and undo in the file in front, by keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QLabel, QLineEdit, QWidget

from tests.ui.windowing import Control, Opened, Shift, write

Opener = Callable[..., Opened]
TEXT = "😀 $a one\nA two $a\n\n😀😀$a$A end\n"


@pytest.fixture
def opened(opener: Opener, tree: Path) -> Opened:
    write(tree, {"find.md": TEXT})
    return opener(tree / "find.md")


def look_for(opened: Opened, text: str) -> None:
    opened.press(Qt.Key.Key_F, Control)
    field = opened.find(QLineEdit, "findField")
    assert QApplication.focusWidget() is field
    field.selectAll()
    opened.type(text)


def selection(opened: Opened) -> tuple[int, int, str]:
    """The line, the column in code points, and the text of what is selected in the source."""
    cursor = opened.source.textCursor()
    block = opened.source.document().findBlock(cursor.selectionStart())
    units = block.text().encode("utf-16-le")[: 2 * (cursor.selectionStart() - block.position())]
    return block.blockNumber(), len(units.decode("utf-16-le")), cursor.selectedText()


def replace_with(opened: Opened, text: str) -> None:
    field = opened.find(QLineEdit, "replaceField")
    opened.focus(field)
    field.selectAll()
    opened.type(text)


def counted(opened: Opened) -> list[str]:
    return [label.text() for label in opened.find(QFrame, "findBar").findChildren(QLabel)]


def marked(opened: Opened) -> list[str]:
    """The texts marked as hits."""
    return [
        each.cursor.selectedText()
        for each in opened.source.extraSelections()
        if each.cursor.hasSelection()
    ]


def test_enter_and_f3_go_on_and_round_with_shift_back(opened: Opened) -> None:
    look_for(opened, "$a")
    assert "4 matches" in counted(opened)
    hits = [(0, 2, "$a"), (1, 6, "$a"), (3, 2, "$a"), (3, 4, "$A")]
    for hit in (*hits, hits[0]):
        opened.press(Qt.Key.Key_Return)
        assert selection(opened) == hit
    assert "1 of 4" in counted(opened)
    opened.press(Qt.Key.Key_Return, Shift)
    assert selection(opened) == hits[3]
    opened.press(Qt.Key.Key_F3)
    assert selection(opened) == hits[0]
    opened.press(Qt.Key.Key_F3, Shift)
    assert selection(opened) == hits[3]
    assert opened.source.toPlainText() == TEXT


def test_all_hits_are_marked_also_behind_an_emoji(opened: Opened) -> None:
    look_for(opened, "$a")
    assert marked(opened) == ["$a", "$a", "$a", "$A"]
    opened.press(Qt.Key.Key_Escape)
    assert marked(opened) == []


def test_escape_closes_and_f3_goes_on_from_the_text(opened: Opened) -> None:
    look_for(opened, "two")
    opened.press(Qt.Key.Key_Escape)
    assert not opened.find(QFrame, "findBar").isVisible()
    assert QApplication.focusWidget() is opened.source
    opened.press(Qt.Key.Key_F3)
    assert selection(opened) == (1, 2, "two")
    assert marked(opened) == []
    assert not opened.find(QFrame, "findBar").isVisible()


def test_f3_without_anything_to_look_for_asks(opened: Opened) -> None:
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_F3)
    assert opened.find(QFrame, "findBar").isVisible()


def test_what_is_selected_is_looked_for(opened: Opened) -> None:
    opened.source.setFocus()
    cursor = opened.source.textCursor()
    cursor.setPosition(3)
    cursor.setPosition(5, cursor.MoveMode.KeepAnchor)
    opened.source.setTextCursor(cursor)
    opened.press(Qt.Key.Key_F, Control)
    assert opened.find(QLineEdit, "findField").text() == "$a"


def test_case_matters_when_asked(opened: Opened) -> None:
    look_for(opened, "A")
    assert "5 matches" in counted(opened)
    opened.find(QFrame, "findBar").findChild(QCheckBox).setChecked(True)
    assert "2 matches" in counted(opened)
    opened.press(Qt.Key.Key_Return)
    assert selection(opened) == (1, 0, "A")


def test_nothing_found_says_so(opened: Opened) -> None:
    look_for(opened, ".")
    assert "No matches" in counted(opened)
    opened.press(Qt.Key.Key_Return)
    assert opened.source.textCursor().selectedText() == ""


def test_case_72_one_is_replaced_literally_and_the_next_selected(opened: Opened) -> None:
    look_for(opened, "$a")
    opened.press(Qt.Key.Key_Return)
    replace_with(opened, "\\1$")
    opened.click("replaceOne")
    assert opened.source.toPlainText() == TEXT.replace("$a", "\\1$", 1)
    assert selection(opened) == (1, 6, "$a")
    opened.click("replaceOne")
    assert opened.source.toPlainText() == TEXT.replace("$a", "\\1$", 2)
    assert opened.rendered == opened.source.toPlainText().strip().replace("$$", "$")


def test_case_72_all_are_replaced_as_one_step(opened: Opened) -> None:
    look_for(opened, "$a")
    replace_with(opened, "\\1$")
    opened.click("replaceAll")
    wanted = TEXT.replace("$a", "\\1$").replace("$A", "\\1$")
    assert opened.source.toPlainText() == wanted
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == TEXT
    assert not opened.source.document().isModified()
    opened.press(Qt.Key.Key_Y, Control)
    assert opened.source.toPlainText() == wanted


def test_line_ends_stay_when_text_is_replaced(opener: Opener, tree: Path) -> None:
    write(tree, {"crlf.md": b"a x\r\nb x\rc x\n"})
    opened = opener(tree / "crlf.md")
    look_for(opened, "x")
    replace_with(opened, "yy")
    opened.click("replaceAll")
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "crlf.md").read_bytes() == b"a yy\r\nb yy\rc yy\n"


def test_hits_follow_what_is_typed_and_the_tab_in_front(opened: Opened, tree: Path) -> None:
    look_for(opened, "two")
    opened.caret_to_end()
    opened.type("two", into=opened.source)
    opened.until(lambda: marked(opened) == ["two", "two"])
    opened.window.open(tree / "plain.md")
    assert marked(opened) == []
    opened.press(Qt.Key.Key_Tab, Control)
    assert marked(opened) == ["two", "two"]


def test_undo_right_after_opening_does_nothing(opened: Opened) -> None:
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == TEXT
    assert not opened.action("edit.undo").isEnabled()


def test_undo_and_redo_of_commands_follow_the_text(opened: Opened) -> None:
    opened.type("ab", into=opened.source)
    undo, redo = opened.action("edit.undo"), opened.action("edit.redo")
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)
    undo.trigger()
    assert opened.source.toPlainText() == TEXT
    assert (undo.isEnabled(), redo.isEnabled()) == (False, True)
    redo.trigger()
    assert opened.source.toPlainText() == f"ab{TEXT}"
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)


def test_escape_in_the_source_closes_the_bar_too(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.action("edit.find").trigger()
    bar = opened.find(QWidget, "findBar")
    assert bar.isVisible()
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert not opened.front.is_modified()
