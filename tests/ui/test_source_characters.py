"""The caret and whole characters: it never stands inside one, and no half is ever left."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.storage.textfile import decode
from editor.ui.theme import Theme
from editor.ui.widgets.source_editor import SourceEditor
from tests.ui.windowing import Control, Opened, Shift, write

Opener = Callable[..., Opened]
NONE = Qt.KeyboardModifier.NoModifier
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"  # three people, one picture
FLAG = "\U0001f1e9\U0001f1ea"
TEXT = f"a\U0001f600b {FAMILY}{FLAG} \U0001d518\U0001d52b\u0301 e\u0301 \U0010ffff\U00020000\n"
LONG = (TEXT.strip() * 4 + "\n") * 2


def stands_between(view: QPlainTextEdit) -> bool:
    """Whether neither end of the cursor is inside a surrogate pair."""
    document, cursor = view.document(), view.textCursor()
    return not any(
        at > 0
        and 0xDC00 <= ord(document.characterAt(at)) < 0xE000
        and 0xD800 <= ord(document.characterAt(at - 1)) < 0xDC00
        for at in (cursor.position(), cursor.anchor())
    )


@pytest.fixture
def source(qapp: QApplication, theme: Theme) -> Iterator[SourceEditor]:
    document = Document(decode(LONG.encode()))
    view = SourceEditor(theme)
    view.resize(260, 200)
    view.show_document(document)
    view.show()
    yield view
    view.show_document(None)
    view.deleteLater()


@pytest.mark.parametrize("wraps", [True, False])
def test_no_click_puts_the_caret_inside_a_character(source: SourceEditor, wraps: bool) -> None:
    mode = QPlainTextEdit.LineWrapMode
    source.setLineWrapMode(mode.WidgetWidth if wraps else mode.NoWrap)
    places = set()
    for y in (8, 30):
        for x in range(source.viewport().width()):
            QTest.mouseClick(source.viewport(), Qt.MouseButton.LeftButton, NONE, QPoint(x, y))
            assert stands_between(source), (x, y)
            places.add(source.textCursor().position())
            QTest.mouseClick(
                source.viewport(), Qt.MouseButton.LeftButton, Shift, QPoint(200 - x, y)
            )
            assert stands_between(source), (x, y)
        for x in range(0, source.viewport().width(), 7):
            QTest.mouseDClick(source.viewport(), Qt.MouseButton.LeftButton, NONE, QPoint(x, y))
            assert stands_between(source), (x, y)
    assert len(places) > 20


@pytest.mark.parametrize("modifiers", [NONE, Shift, Control, Control | Shift])
@pytest.mark.parametrize(
    "key",
    [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home,
     Qt.Key.Key_End, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp],
)  # fmt: skip
def test_no_key_puts_the_caret_inside_a_character(
    source: SourceEditor, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    cursor = source.textCursor()
    for start in range(40):
        if 0xDC00 <= ord(source.document().characterAt(start)) < 0xE000:
            continue
        cursor.setPosition(start)
        source.setTextCursor(cursor)
        QTest.keyClick(source, key, modifiers)
        assert stands_between(source), start


@pytest.mark.parametrize("modifiers", [NONE, Control])
@pytest.mark.parametrize("key", [Qt.Key.Key_Backspace, Qt.Key.Key_Delete])
def test_deleting_never_leaves_half_a_character(
    source: SourceEditor, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    document = source.shown
    assert document is not None
    back = key == Qt.Key.Key_Backspace
    source.moveCursor(QTextCursor.MoveOperation.End if back else QTextCursor.MoveOperation.Start)
    left = document.text()
    while left:
        QTest.keyClick(source, key, modifiers)
        text = document.text()
        assert len(text) < len(left)
        assert LONG.startswith(text) if back else LONG.endswith(text)
        assert document.data() == text.encode()
        assert stands_between(source)
        left = text
    while document.qdocument.isUndoAvailable():
        document.undo()
        assert document.data() == document.text().encode()
        assert stands_between(source)
    assert document.text() == LONG


def test_edits_and_undo_beside_a_character_leave_the_caret_between(source: SourceEditor) -> None:
    """Characters that share a half with what they replace: no edit is made of halves."""
    document = source.shown
    assert document is not None
    for new in ("\U0001f601", "\U0001f900", "\U0010fc00x", ""):
        for at in range(20):
            source.go_to(document.position_of(at + 1))
            document.apply([Edit(Span(at, at + 1), new)])
            assert stands_between(source)
            document.undo()
            assert stands_between(source)
            document.redo()
            assert stands_between(source)
            document.undo()
    assert document.text() == LONG


def test_jumps_to_problems_hits_lines_and_placeholders_land_between_characters(
    opener: Opener, tree: Path
) -> None:
    write(
        tree,
        {"astral.md": "\U0001f600\U0001f600 $who \U0001f600$nobody\U0001f600 $who\U00020000\n"},
    )
    opened = opener(tree / "astral.md")
    opened.settle()
    problems = opened.window.feeds.problems
    opened.until(problems.has_problems)
    opened.focus(opened.source)
    text = opened.front.text()
    for step in (problems.next_problem, problems.next_problem, problems.previous_problem):
        step()
        assert stands_between(opened.source)
        start = opened.source.textCursor().selectionStart()
        assert text[opened.front.offset_of(start)] == "$"
    for find in ("\U0001f600", "\U00020000", "$nobody"):
        opened.window.views.editor.find_bar.open(find, False)
        for _ in range(text.count(find) + 1):
            opened.window.views.editor.find_next()
            assert stands_between(opened.source)
            assert opened.source.textCursor().selectedText() == find
    for column in range(1, len(text) + 2):
        opened.window.views.editor.source.go_to_line(1, column)
        assert stands_between(opened.source)
        line, found = opened.window.views.editor.source.place()
        assert (line, found) == (1, min(column, len(text)))
