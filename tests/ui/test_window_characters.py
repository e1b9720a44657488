"""Odd characters in the window: copied, cut, pasted, dropped and typed as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor.session import qtext
from editor.ui.widgets.source_editor import SourceEditor
from tests.ui.form_windowing import FormWindow, form_opener
from tests.ui.windowing import Control, Opened, write

__all__ = ["form_opener"]

Opener = Callable[..., Opened]
ODD = "a\xa0b\u2028c\x00d\u2029e\ufdd0\ufffe\ufffc\ufffd\ufeff\x1b\x85\U0001f600e\u0301"
STARTS = ["\ufeff", "\ufffe", "\ufeff\ufeff", "\U0001f600", "\x00", "\u2029"]


def copied() -> str:
    return QApplication.clipboard().text()


@pytest.mark.parametrize("start", STARTS)
def test_cases_5_73_a_copy_of_the_source_holds_every_character(
    opener: Opener, tree: Path, start: str
) -> None:
    text = "\n" + start + ODD
    write(tree, {"odd.md": text})
    opened = opener(tree / "odd.md")
    opened.place_caret(1)
    opened.source.moveCursor(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_C, Control)
    assert copied() == start + ODD
    opened.press(Qt.Key.Key_X, Control)
    assert opened.front.text() == "\n"
    opened.press(Qt.Key.Key_V, Control)
    assert opened.front.data() == text.encode()


@pytest.mark.parametrize("start", STARTS)
def test_cases_5_73_a_copy_of_the_preview_holds_every_character(
    opener: Opener, tree: Path, start: str
) -> None:
    # The preview breaks its lines where Qt does: there a copy has line feeds.
    body = start + ODD.replace("\u2029", "").replace("\ufdd0", "")
    write(tree, {"odd.md": ">" + body})
    opened = opener(tree / "odd.md")
    cursor = QTextCursor(opened.preview.document())
    cursor.setPosition(1)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    opened.preview.setTextCursor(cursor)
    opened.focus(opened.preview)
    opened.press(Qt.Key.Key_C, Control)
    assert copied() == body.replace("\u2029", "\n")


@pytest.mark.parametrize("start", STARTS)
def test_a_drag_takes_every_character_with_it(opener: Opener, tree: Path, start: str) -> None:
    write(tree, {"odd.md": start + ODD})
    opened = opener(tree / "odd.md")
    opened.source.selectAll()
    opened.focus(opened.source)
    dragged = opened.source.createMimeDataFromSelection()
    assert dragged.formats() == ["text/plain"]
    assert dragged.text() == qtext.selected_text(opened.source.textCursor())


class Drop:
    """What a drag within the view ends with: Qt lets no test say where a drop comes from."""

    def __init__(self, view: QPlainTextEdit, point: QPoint) -> None:
        self._view = view
        self._point = point
        self.accepted = False

    def source(self) -> object:
        return self._view.viewport()

    def dropAction(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeData(self) -> QMimeData:
        return self._view.createMimeDataFromSelection()

    def position(self) -> QPointF:
        return QPointF(self._point)

    def acceptProposedAction(self) -> None:
        self.accepted = True


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "column", "expected"),
    [
        ("one\r\ntwo\nsix\rten", 1, 5, 3, 1, "owo\nsix\rtne\r\nten"),
        ("one\r\ntwo\nsix\rten", 9, 13, 0, 1, "oix\r\ntne\r\ntwo\nsen"),
        ("a\rb\nc\n", 2, 3, 2, 1, "a\r\r\ncb\n"),
        ("a\rb\n\nc", 4, 5, 1, 0, "a\r\r\nb\nc"),
    ],
)
def test_case_3_text_that_is_dragged_leaves_other_line_ends_alone(
    opener: Opener,
    tree: Path,
    text: str,
    start: int,
    end: int,
    line: int,
    column: int,
    expected: str,
) -> None:
    write(tree, {"mixed.md": text})
    opened = opener(tree / "mixed.md")
    source = opened.source
    assert isinstance(source, SourceEditor)
    cursor = source.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    source.setTextCursor(cursor)
    target = QTextCursor(source.document().findBlockByNumber(line))
    target.movePosition(QTextCursor.MoveOperation.Right, n=column)
    drop = Drop(source, source.cursorRect(target).center())
    source.dropEvent(drop)  # type: ignore[arg-type]
    assert drop.accepted
    assert opened.front.data() == expected.encode()
    opened.focus(source)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.front.data() == text.encode()
    assert not opened.front.is_modified()


def test_a_true_replacement_character_typed_behind_a_stand_in_is_itself(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"odd.md": "a\u2029"})
    opened = opener(tree / "odd.md")
    opened.caret_to_end()
    opened.focus(opened.source)
    key = QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "\ufffd")
    QApplication.sendEvent(opened.source, key)
    method = QInputMethodEvent("", [])
    method.setCommitString("x\ufffd")
    QApplication.sendEvent(opened.source, method)
    assert opened.front.text() == "a\u2029\ufffdx\ufffd"
    opened.source.selectAll()
    QApplication.sendEvent(opened.source, key)
    assert opened.front.text() == "\ufffd"


def test_an_empty_line_between_two_kinds_of_line_ends_stays_a_line(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"mixed.md": "20%\r30%\nlast $who\n"})
    opened = opener(tree / "mixed.md")
    opened.place_caret(1)
    opened.focus(opened.source)
    for _ in "30%":
        opened.press(Qt.Key.Key_Delete)
    assert opened.front.text() == "20%\r\r\nlast $who\n"
    assert opened.rendered == "20%\n\nlast $who"
    document = opened.front
    for offset in range(len(document.text())):
        inside = document.text()[offset - 1 : offset + 1] == "\r\n"
        assert document.offset_of(document.position_of(offset)) == offset - inside
    opened.type("30%")
    assert opened.front.text() == "20%\r30%\nlast $who\n"


def test_pasting_nothing_takes_nothing_away(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.source.selectAll()
    opened.focus(opened.source)
    QApplication.clipboard().setText("")
    opened.press(Qt.Key.Key_V, Control)
    assert opened.front.text() == "Plain text for $who.\n"
    assert not opened.front.is_modified()


@pytest.mark.parametrize("start", ["\ufeff", "\ufffe"])
def test_a_value_that_begins_with_a_mark_is_shown_and_edited_whole(
    form_opener: Callable[..., FormWindow], start: str
) -> None:
    window = form_opener(f'{{\n  "title": "{start}x",\n  "description": "{start}y\\nz"\n}}\n')
    assert window.shown("title") == start + "x"
    window.type("title", "!", at=2)
    window.type("description", "!", at=2)
    assert window.text == (f'{{\n  "title": "{start}x!",\n  "description": "{start}y!\\nz"\n}}\n')


def test_case_58_a_list_item_that_a_field_cannot_hold_is_left_alone(
    opener: Opener, tree: Path
) -> None:
    journal = '{"identity": {"name": "Ada", "aliases": ["x\\ud83d", "two"]}}\n'
    write(tree, {"config/journal.json": journal})
    opened = opener(tree / "config/journal.json")
    opened.action("view.identity").trigger()
    chip = next(
        each
        for each in opened.window.findChildren(QPlainTextEdit.__mro__[-3])
        if each.property("role") == "chip" and each.isVisible()
    )
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    opened.press(Qt.Key.Key_Return)
    assert opened.front.text() == journal


def test_case_67_a_line_of_500_kilobytes_is_typed_in_saved_and_undone_exactly(
    opener: Opener, tree: Path
) -> None:
    data = ("w " * 249_000 + "\xa0\u2028\U0001f600$who").encode()
    write(tree, {"long.md": data})
    opened = opener(tree / "long.md")
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "long.md").read_bytes() == data
    opened.source.moveCursor(QTextCursor.MoveOperation.End)
    opened.press(Qt.Key.Key_Left)
    opened.type("x")
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "long.md").read_bytes() == data[:-1] + b"x" + data[-1:]
    opened.press(Qt.Key.Key_Z, Control)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "long.md").read_bytes() == data
