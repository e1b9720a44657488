"""Odd characters in the window: copied, cut, pasted, dropped and typed as they are."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit

from editor.session.document import Document
from editor.session.search import Query, all_hits
from editor.storage.textfile import decode
from editor.ui.theme import Theme
from editor.ui.widgets.source_editor import SourceEditor
from tests.ui.form_windowing import FormWindow, form_opener
from tests.ui.windowing import Control, Opened, write

__all__ = ["form_opener"]

Opener = Callable[..., Opened]
ODD = "a\xa0b\u2028c\x00d\u2029e\ufdd0\ufffe\ufffc\ufffd\ufeff\x1b\x85\U0001f600e\u0301"
STARTS = ["\ufeff", "\ufffe", "\ufeff\ufeff", "\U0001f600", "\x00", "\u2029"]


def copied() -> str:
    return QApplication.clipboard().text()


@pytest.fixture
def show(theme: Theme, qapp: QApplication) -> Iterator[Callable[[str], SourceEditor]]:
    """Show a text in one view after the other has gone from it."""
    view = SourceEditor(theme)
    view.resize(400, 300)
    view.show()

    def shown(text: str) -> SourceEditor:
        view.show_document(Document(decode(text.encode())))
        return view

    yield shown
    view.show_document(None)
    view.deleteLater()


@pytest.mark.parametrize("start", STARTS)
def test_cases_5_73_a_copy_of_the_source_holds_every_character(
    show: Callable[[str], SourceEditor], start: str
) -> None:
    source = show("\n" + start + ODD)
    document = source.shown
    assert document is not None
    source.go_to(1, source.document().characterCount() - 2)
    assert source.createMimeDataFromSelection().text() == start + ODD  # what a drag takes along
    QTest.keyClick(source, Qt.Key.Key_C, Control)
    assert copied() == start + ODD
    QTest.keyClick(source, Qt.Key.Key_X, Control)
    assert document.text() == "\n"
    QTest.keyClick(source, Qt.Key.Key_V, Control)
    assert document.data() == ("\n" + start + ODD).encode()


def test_cases_5_73_a_copy_of_the_preview_holds_every_character(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    for start in STARTS:
        # The preview breaks its lines where Qt does: there a copy has line feeds.
        body = start + ODD.replace("\u2029", "").replace("\ufdd0", "")
        opened.front.replace_text(">" + body)
        cursor = QTextCursor(opened.preview.document())
        cursor.setPosition(1)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        opened.preview.setTextCursor(cursor)
        QTest.keyClick(opened.preview, Qt.Key.Key_C, Control)
        assert copied() == body.replace("\u2029", "\n")


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
    show: Callable[[str], SourceEditor],
    text: str,
    start: int,
    end: int,
    line: int,
    column: int,
    expected: str,
) -> None:
    source = show(text)
    document = source.shown
    assert document is not None
    source.go_to(start, end - start)
    target = QTextCursor(source.document().findBlockByNumber(line))
    target.movePosition(QTextCursor.MoveOperation.Right, n=column)
    drop = Drop(source, source.cursorRect(target).center())
    source.dropEvent(drop)  # type: ignore[arg-type]
    assert drop.accepted
    assert document.data() == expected.encode()
    document.undo()
    assert document.data() == text.encode()
    assert not document.is_modified()


def test_a_true_replacement_character_typed_behind_a_stand_in_is_itself(
    show: Callable[[str], SourceEditor],
) -> None:
    source = show("a\u2029")
    document = source.shown
    assert document is not None
    source.moveCursor(QTextCursor.MoveOperation.End)
    key = QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "\ufffd")
    QApplication.sendEvent(source, key)
    method = QInputMethodEvent("", [])
    method.setCommitString("x\ufffd")
    QApplication.sendEvent(source, method)
    assert document.text() == "a\u2029\ufffdx\ufffd"
    source.selectAll()
    QApplication.sendEvent(source, key)
    assert document.text() == "\ufffd"


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


def test_pasting_nothing_takes_nothing_away(show: Callable[[str], SourceEditor]) -> None:
    source = show("some text")
    source.selectAll()
    QApplication.clipboard().setText("")
    QTest.keyClick(source, Qt.Key.Key_V, Control)
    assert source.shown is not None
    assert source.shown.text() == "some text"
    assert not source.shown.is_modified()


def test_case_5_find_tells_kinds_of_blanks_and_stand_ins_apart(qapp: QApplication) -> None:
    text = "a\xa0a a\u2029\ufffd\ufeffb b"
    document = Document(decode(("x" + text).encode()))
    found = {
        "a a": [(3, 6)],
        "a\xa0a": [(1, 4)],
        "\ufffd": [(7, 8)],
        "\ufeffB": [(8, 10)],
        "\xa0": [(2, 3)],
    }
    for sought, hits in found.items():
        assert all_hits(document, Query(sought)) == hits, sought


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
        for each in opened.window.findChildren(QFrame)
        if each.property("role") == "chip" and each.isVisible()
    )
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    opened.press(Qt.Key.Key_Return)
    assert opened.front.text() == journal


@pytest.mark.slow
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
