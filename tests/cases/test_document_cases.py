"""Cases from the field that concern the open document and its live rendering."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.layers import Definition, Layer, Scope
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.storage.textfile import EncodeFault, decode


def view_of(document: Document, qtbot: QtBot) -> QPlainTextEdit:
    document.qdocument.setDocumentLayout(QPlainTextDocumentLayout(document.qdocument))
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setDocument(document.qdocument)
    return view


def typed_at_end(data: bytes, letters: str, qtbot: QtBot) -> bytes:
    document = Document(decode(data))
    view = view_of(document, qtbot)
    view.moveCursor(QTextCursor.MoveOperation.End)
    for letter in letters:
        view.insertPlainText(letter)
    return document.data()


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_case_3_each_line_keeps_its_ending_and_new_lines_follow(
    qapp: QApplication, qtbot: QtBot, ending: str
) -> None:
    data = ending.join(["---", "title: x", "---", "Hi $name", ""]).encode()
    assert typed_at_end(data, "a\nb", qtbot) == data + f"a{ending}b".encode()


@pytest.mark.parametrize(
    "text",
    [
        "Prix\u00a0: $n\u00a0\u20ac\n",
        "a\u2028b\u2029c\x85d\u202fe",
        "\u00a0",
        "z\u200bw\ufeff\u00ad",
    ],
)
def test_case_5_no_character_is_turned_into_another(
    qapp: QApplication, qtbot: QtBot, text: str
) -> None:
    assert typed_at_end(text.encode(), "x", qtbot) == (text + "x").encode()


def test_case_5_paste_keeps_the_characters_too(qapp: QApplication) -> None:
    document = Document(decode(b"[]"))
    cursor = QTextCursor(document.qdocument)
    cursor.setPosition(1)
    document.insert(cursor, "1\u00a0\u20ac\u2029\r\n\ufeff2")
    assert document.text() == "[1\u00a0\u20ac\u2029\n\ufeff2]"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf---\nname: demo\n---\nBody\n",
        b'\xef\xbb\xbf{\n  "a": 1\n}\nBody\n',
        b'\xef\xbb\xbf{"identity": {}}',
        b"---\nname: demo\n---\nBody\n",
    ],
)
def test_case_11_the_mark_of_the_file_is_kept_and_is_not_text(
    qapp: QApplication, qtbot: QtBot, data: bytes
) -> None:
    document = Document(decode(data))
    assert document.bom == data.startswith(b"\xef\xbb\xbf")
    assert not document.text().startswith("\ufeff")
    assert typed_at_end(data, "x", qtbot) == data + b"x"
    if b"Body" in data:
        assert LivePreview(document, Scope()).text() == "Body"


@pytest.mark.parametrize(
    "text", ["---\na: 1\n---\n\n\nLine one  \nline two\n\n\n", "Hi $name", "\n \n", "a\t \n\n"]
)
def test_case_12_nothing_is_tidied(qapp: QApplication, text: str) -> None:
    document = Document(decode(text.encode()))
    place = text.find("1") if "1" in text else 0
    document.apply([Edit(Span(place, place + 1), "2")])
    assert document.text() == text[:place] + "2" + text[place + 1 :]


def test_case_15_the_caret_stays_while_a_field_writes_elsewhere(
    qapp: QApplication, qtbot: QtBot
) -> None:
    document = Document(decode(b"title: abcdef\nbody"))
    view = view_of(document, qtbot)
    cursor = view.textCursor()
    cursor.setPosition(16)
    view.setTextCursor(cursor)
    document.apply([Edit(Span(10, 10), "X")], "title")
    document.apply([Edit(Span(7, 14), "abcXYdef")], "title")
    assert document.text() == "title: abcXYdef\nbody"
    assert view.textCursor().block().text() == "body"
    assert view.textCursor().positionInBlock() == 2
    document.undo()
    assert document.text() == "title: abcdef\nbody"


def test_case_42_the_preview_has_every_line_of_a_value(qapp: QApplication) -> None:
    definition = Definition("list", "- one\n- two", "context")
    document = Document(decode(b"Items:\n$list\nEnd"))
    live = LivePreview(document, Scope((Layer("context", {"list": definition}),)))
    assert live.text() == "Items:\n- one\n- two\nEnd"
    assert live.source_line(3) == (2, 0)


def test_case_58_half_a_pair_stays_in_the_document_and_is_refused_by_name(
    qapp: QApplication,
) -> None:
    document = Document(decode(b"one\ntwo\n"))
    document.apply([Edit(Span(8, 8), "keep \ud83d")])
    with pytest.raises(EncodeFault) as caught:
        document.data()
    assert (caught.value.line, caught.value.column) == (3, 6)
    assert document.text() == "one\ntwo\nkeep \ud83d"
    document.undo()
    assert document.data() == b"one\ntwo\n"


def test_case_62_letters_arrive_while_the_preview_follows(qapp: QApplication, qtbot: QtBot) -> None:
    document = Document(decode(b""))
    live = LivePreview(document, Scope())
    view = view_of(document, qtbot)
    view.show()
    for letter in "Every letter of $this arrives.":
        qtbot.keyClicks(view, letter)
        assert live.text() == document.text().strip()
    assert document.text() == "Every letter of $this arrives."


def test_case_67_a_very_long_line_stays_exact(qapp: QApplication, qtbot: QtBot) -> None:
    text = "w " * 250_000 + "$name\n"
    definition = Definition("name", "K", "context")
    document = Document(decode(text.encode()))
    live = LivePreview(document, Scope((Layer("context", {"name": definition}),)))
    document.apply([Edit(Span(10, 10), "x")])
    assert live.text() == (text[:10] + "x" + text[10:]).strip().replace("$name", "K")
    assert dict(live.names()) == {"name": 1}


def test_case_68_a_composition_is_no_text_until_it_is_committed(
    qapp: QApplication, qtbot: QtBot
) -> None:
    document = Document(decode("は$a\n".encode()))
    live = LivePreview(document, Scope())
    view = view_of(document, qtbot)
    QCoreApplication.sendEvent(view, QInputMethodEvent("にほ", []))
    assert document.text() == "は$a\n"
    assert document.data() == "は$a\n".encode()
    assert not document.is_modified()
    committed = QInputMethodEvent("ご", [])
    committed.setCommitString("日本")
    QCoreApplication.sendEvent(view, committed)
    assert document.text() == "日本は$a\n"
    assert live.text() == "日本は$a"
