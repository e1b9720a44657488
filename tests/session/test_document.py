"""Documents: undo steps, line ends, what views and forms rely on."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.qtext import selected_text
from editor.storage.textfile import decode, decode_for_reading


def opened(text: str) -> Document:
    return Document(decode(text.encode()))


def view_of(document: Document, qtbot: QtBot) -> QPlainTextEdit:
    document.qdocument.setDocumentLayout(QPlainTextDocumentLayout(document.qdocument))
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setDocument(document.qdocument)
    return view


def change(document: Document, start: int, end: int, text: str, key: str | None = None) -> None:
    document.apply([Edit(Span(start, end), text)], key)


class Heard:
    """The line changes that a document told."""

    def __init__(self, document: Document) -> None:
        self.changes: list[LinesChanged] = []
        self.settled = 0
        document.lines_changed.connect(self.changes.append)
        document.settled.connect(self.on_settled)

    def on_settled(self) -> None:
        self.settled += 1


def test_edits_with_one_key_are_one_step(qapp: QApplication) -> None:
    document = opened("title: a\nbody")
    for count, letter in enumerate("xyz"):
        change(document, 8 + count, 8 + count, letter, "title")
    change(document, 0, 0, "# ", "other")
    assert document.qdocument.availableUndoSteps() >= 2
    document.undo()
    assert document.text() == "title: axyz\nbody"
    document.undo()
    assert document.text() == "title: a\nbody"
    assert not document.is_modified()
    assert not document.qdocument.isUndoAvailable()


@pytest.mark.parametrize("between", ["typed", "end_merge", "undo and redo", "saved", "no key"])
def test_a_key_joins_only_its_own_last_step(qapp: QApplication, qtbot: QtBot, between: str) -> None:
    document = opened("title: a\nbody")
    view = view_of(document, qtbot)
    change(document, 8, 8, "x", "title")
    text = "title: ax\nbody"
    if between == "typed":
        view.setTextCursor(QTextCursor(document.qdocument.lastBlock()))
        view.insertPlainText("T")
        text = "title: ax\nTbody"
    elif between == "end_merge":
        document.end_merge()
    elif between == "undo and redo":
        document.undo()
        document.redo()
    elif between == "saved":
        document.mark_saved("digest")
    else:
        change(document, 0, 0, "")
        change(document, 14, 14, "")
        change(document, 9, 9, "", None)
        document.apply([])
        change(document, 0, 1, "T", None)
        text = "Title: ax\nbody"
    change(document, 9, 9, "y", "title")
    document.undo()
    assert document.text() == text


def test_an_edit_that_changes_nothing_is_no_step(qapp: QApplication) -> None:
    document = opened("a\r\nb\r\n")
    heard = Heard(document)
    document.apply([Edit(Span(0, 3), "a\r\n"), Edit(Span(3, 3), ""), Edit(Span(4, 6), "\r\n")])
    document.replace_text("a\r\nb\r\n")
    assert not document.qdocument.isUndoAvailable()
    assert not document.is_modified()
    assert (heard.changes, heard.settled) == ([], 0)


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 99), "")],
        [Edit(Span(5, 5), "")],
        [Edit(Span(0, 2), "x"), Edit(Span(1, 3), "y")],
    ],
)
def test_bad_edits_are_refused_and_change_nothing(qapp: QApplication, edits: list[Edit]) -> None:
    document = opened("a\nbc")
    with pytest.raises(ValueError, match="edit"):
        document.apply(edits)
    assert document.text() == "a\nbc"
    assert not document.qdocument.isUndoAvailable()


def test_carets_stay_where_they_are(qapp: QApplication, qtbot: QtBot) -> None:
    document = opened("title: abc\nbody $name\nlast\n")
    carets = []
    for position in (3, 15, 24):
        carets.append(QTextCursor(document.qdocument))
        carets[-1].setPosition(position)
    document.apply([Edit(Span(7, 10), "a longer title"), Edit(Span(16, 21), "$other")])
    assert document.text() == "title: a longer title\nbody $other\nlast\n"
    places = [(caret.blockNumber(), caret.positionInBlock()) for caret in carets]
    assert places == [(0, 3), (1, 4), (2, 2)]


def test_a_reload_keeps_carets_in_lines_that_stay(qapp: QApplication) -> None:
    document = opened("one\ntwo\nthree\nfour\n")
    caret = QTextCursor(document.qdocument)
    caret.setPosition(10)
    document.reload(decode(b"zero\r\none\r\nTWO\r\nthree\r\nfive\r\n"))
    assert (caret.block().text(), caret.positionInBlock()) == ("three", 2)
    assert document.data() == b"zero\r\none\r\nTWO\r\nthree\r\nfive\r\n"
    assert not document.is_modified()
    document.undo()
    assert document.data() == b"one\ntwo\nthree\nfour\n"
    assert document.is_modified()
    assert (caret.block().text(), caret.positionInBlock()) == ("three", 2)


def test_case_14_typing_a_field_a_reload_and_undo_to_the_start(
    qapp: QApplication, qtbot: QtBot
) -> None:
    document = opened("title: t\nbody")
    document.undo()
    assert document.text() == "title: t\nbody"
    view = view_of(document, qtbot)
    for letter in "abc":
        view.insertPlainText(letter)
    change(document, 0, 0, "x: 1\n", "x")
    document.reload(decode(b"theirs\ntitle: t\nbody"))
    seen = [document.text()]
    while document.qdocument.isUndoAvailable():
        document.undo()
        seen.append(document.text())
    assert seen[0] == "theirs\ntitle: t\nbody"
    assert seen[1:3] == ["x: 1\nabctitle: t\nbody", "abctitle: t\nbody"]
    assert seen[-1] == "title: t\nbody"


def test_typing_is_still_one_step_for_adjacent_letters(qapp: QApplication, qtbot: QtBot) -> None:
    document = opened("a\r\nb\nc")  # mixed, so that line ends are looked after
    view = view_of(document, qtbot)
    for letter in "xyz":
        view.insertPlainText(letter)
    document.undo()
    assert document.text() == "a\r\nb\nc"


def test_undo_to_what_was_saved_clears_the_mark(qapp: QApplication) -> None:
    document = opened("a")
    marks: list[bool] = []
    document.modified_changed.connect(marks.append)
    change(document, 1, 1, "b")
    document.mark_saved("digest")
    change(document, 2, 2, "c")
    document.undo()
    assert not document.is_modified()
    document.undo()
    assert document.is_modified()
    document.redo()
    assert not document.is_modified()
    assert marks == [True, False, True, False, True, False]


@pytest.mark.parametrize(
    ("text", "keys", "expected"),
    [
        ("a\r\nb\nc\r\n", [(1, 0, "\b")], "ab\nc\r\n"),
        ("a\r\nb\nc\r\n", [(2, 0, "\b")], "a\r\nbc\r\n"),
        ("\r\nb\nc\r\n", [(1, 0, "\b")], "b\nc\r\n"),
        ("a\r\nb\nc\r\n", [(1, 1, "\n")], "a\r\nb\n\nc\r\n"),
        ("a\r\nb\nc\r\n", [(1, 0, "1\n2\n")], "a\r\n1\n2\nb\nc\r\n"),
        ("a\r\nb\rc\r\n", [(1, 1, "\n"), (1, 1, "\n"), (2, 0, "\b")], "a\r\nb\r\rc\r\n"),
        ("a\r\nb", [(1, 1, "\n")], "a\r\nb\r\n"),
    ],
)
def test_case_3_a_new_line_takes_the_end_of_its_line_and_a_joined_one_that_of_the_last(
    qapp: QApplication, text: str, keys: list[tuple[int, int, str]], expected: str
) -> None:
    document = opened(text)
    steps = document.qdocument
    for line, column, key in keys:
        cursor = QTextCursor(steps.findBlockByNumber(line))
        cursor.movePosition(QTextCursor.MoveOperation.Right, n=column)
        if key == "\b":
            cursor.deletePreviousChar()
        else:
            cursor.insertText(key)
    assert document.text() == expected
    while steps.isUndoAvailable():
        document.undo()
    assert document.text() == text
    assert not document.is_modified()
    while steps.isRedoAvailable():
        document.redo()
    assert document.text() == expected


def test_a_correction_of_line_ends_is_no_step_of_its_own(qapp: QApplication) -> None:
    document = opened("a\r\nb\nc\r\n")
    heard = Heard(document)
    cursor = QTextCursor(document.qdocument.findBlockByNumber(1))
    cursor.deletePreviousChar()
    assert document.text() == "ab\nc\r\n"
    assert heard.settled == 1
    document.undo()
    assert document.text() == "a\r\nb\nc\r\n"
    assert not document.qdocument.isUndoAvailable()


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(Span(4, 4), "x"), LinesChanged(1, 1, 1)),
        (Edit(Span(3, 4), ""), LinesChanged(0, 2, 1)),
        (Edit(Span(4, 4), "x\ny\n"), LinesChanged(1, 1, 3)),
        (Edit(Span(0, 11), ""), LinesChanged(0, 3, 1)),
    ],
)
def test_line_changes_name_the_lines_that_changed(
    qapp: QApplication, edit: Edit, expected: LinesChanged
) -> None:
    document = opened("one\ntwo\nsix")
    heard = Heard(document)
    document.apply([edit])
    document.undo()
    back = LinesChanged(expected.first, expected.added, expected.removed)
    assert heard.changes == [expected, back]
    assert heard.settled == 2


def test_a_view_that_is_shown_later_changes_nothing(qapp: QApplication, qtbot: QtBot) -> None:
    document = opened("a\r\nb\nc")
    heard = Heard(document)
    view = view_of(document, qtbot)
    view.document().markContentsDirty(0, 3)
    assert (heard.changes, document.is_modified()) == ([], False)
    assert document.text() == "a\r\nb\nc"


def test_half_pairs_that_a_view_makes_are_told_exactly(qapp: QApplication) -> None:
    document = opened("\U0001f600")
    cursor = QTextCursor(document.qdocument)
    cursor.setPosition(1)
    cursor.insertText("x")
    assert document.text() == "\ud83dx\ude00"
    assert document.line(0) == "\ud83dx\ude00"


def test_a_file_that_is_not_text_is_shown_and_cannot_be_saved(qapp: QApplication) -> None:
    document = Document(decode_for_reading(b"caf\xe9"))
    assert document.text() == "caf\ufffd"
    assert document.read_only_reason is not None
    with pytest.raises(ValueError, match="Not saved"):
        document.data()


def test_path_and_kind_tell_when_they_change(qapp: QApplication, tmp_path: object) -> None:
    document = opened("a")
    told: list[str] = []

    def on_path() -> None:
        told.append("path")

    def on_kind() -> None:
        told.append("kind")

    document.path_changed.connect(on_path)
    document.kind_changed.connect(on_kind)
    document.kind = FileKind.TEMPLATE
    document.kind = FileKind.TEMPLATE
    document.path = None
    assert told == ["kind"]


def test_only_what_is_asked_for_is_read(qapp: QApplication) -> None:
    document = opened("a\r\nb\nc")
    assert document.lines_text(2) == "a\r\nb\n"
    assert document.lines_text(99) == "a\r\nb\nc"
    assert document.character_count() == 5
    with pytest.raises(IndexError):
        document.line(3)


def test_a_copy_holds_the_characters_as_they_are(qapp: QApplication) -> None:
    document = opened("a\u00a0\u2028\u2029\r\nb\ufdd0\U0001f600c")
    cursor = QTextCursor(document.qdocument)
    cursor.setPosition(1)
    cursor.setPosition(9, QTextCursor.MoveMode.KeepAnchor)
    assert selected_text(cursor) == "\u00a0\u2028\u2029\nb\ufdd0\U0001f600"
