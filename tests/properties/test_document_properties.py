"""What must hold for a document whatever it holds and whatever is done to it."""

import re
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit

from editor.core.edits import Edit, apply_edits
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.qtext import (
    blocks,
    from_utf16,
    line_text,
    line_texts,
    lines_as_qt,
    lines_from,
    selected_text,
    to_utf16,
    utf16_length,
)
from editor.storage.textfile import decode

PARTS = st.sampled_from(
    [
        *["\n", "\r\n", "\r", "\x00", "\xa0", "\x85", "\u2028", "\u2029", "\ufdd0", "\ufdd1"],
        *["\ufeff", "\ufffe", "\uffff", "\ufffd", "\U0001f600", "\U0010ffff", "a", "b", " ", "é"],
    ]
)
TEXTS = st.one_of(st.lists(PARTS, max_size=30).map("".join), st.text(max_size=20))
TYPED = st.lists(st.sampled_from(["x", "\U0001f600", "\n", " ", "\xa0", "yz"]), max_size=4)
HALVES = st.lists(st.sampled_from(["\ud800", "\udc00", "\u2029", "a", "\n"]), max_size=6)


def opened(data: bytes) -> Document:
    return Document(decode(data))


def model_lines(text: str) -> list[tuple[str, str]]:
    """The lines of a text with their ends, by a pattern of the tests' own."""
    found = re.findall(r"([^\r\n]*)(\r\n|\r|\n|\Z)", text)
    if len(found) > 1 and found[-2][1] == "":
        found.pop()
    return found


@dataclass
class Model:
    """A text with line ends, edited as people do: the expected result of every step."""

    lines: list[tuple[str, str]]
    usual: str

    def text(self) -> str:
        return "".join(line + end for line, end in self.lines)

    def replace(self, start: tuple[int, int], end: tuple[int, int], typed: str) -> None:
        """Replace from (line, column) to (line, column) by text with line feeds."""
        (first, column), (last, stop) = start, end
        ending = self.lines[last][1]
        whole = self.lines[first][0][:column] + typed + self.lines[last][0][stop:]
        new = whole.split("\n")
        ends = [ending or self.usual] * (len(new) - 1) + [ending]
        self.lines[first : last + 1] = list(zip(new, ends, strict=True))


class Mirror:
    """The lines of a document as `lines_changed` tells them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = [document.line(i) for i in range(document.line_count())]
        document.lines_changed.connect(self.on_lines_changed)

    def on_lines_changed(self, change: LinesChanged) -> None:
        assert change.removed >= 1
        assert change.added >= 1
        self.lines[change.first : change.first + change.removed] = [
            self.document.line(i) for i in range(change.first, change.first + change.added)
        ]

    def check(self) -> None:
        document = self.document
        assert self.lines == [document.line(i) for i in range(document.line_count())]


@given(data=TEXTS.map(str.encode), bom=st.booleans())
def test_opened_and_saved_gives_the_same_bytes(qapp: QApplication, data: bytes, bom: bool) -> None:
    data = b"\xef\xbb\xbf" + data if bom else data
    document = opened(data)
    assert document.data() == data
    document.undo()
    assert document.data() == data
    assert not document.is_modified()
    document.replace_text("other")
    document.undo()
    assert document.data() == data
    assert not document.is_modified()
    expected = model_lines(decode(data).text)
    assert [document.line(i) for i in range(document.line_count())] == [one for one, _ in expected]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(TEXTS)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, [Edit(Span(*span), draw(st.one_of(TEXTS, HALVES.map("".join)))) for span in spans]


@given(case=edited(), line=st.integers(0, 10))
def test_edits_counted_from_a_line_are_those_counted_from_the_start(
    qapp: QApplication, case: tuple[str, list[Edit]], line: int
) -> None:
    text, edits = case
    document = opened(text.encode())
    text = document.text()
    edits = [edit for edit in edits if edit.span.end <= len(text)]
    starts = [0]
    for content, end in model_lines(text):
        starts.append(starts[-1] + len(content) + len(end))
    line = min(line, len(starts) - 2)
    assert (
        document.lines_text(2, line) == text[starts[line] : starts[min(line + 2, len(starts) - 1)]]
    )
    behind = [each for each in edits if each.span.start >= starts[line]]
    document.apply([each.shifted(-starts[line]) for each in behind], first=line)
    assert document.text() == apply_edits(text, behind)
    document.undo()
    assert document.text() == text


@given(case=edited())
def test_edits_give_what_they_give_to_the_text_and_undo_takes_them_back(
    qapp: QApplication, case: tuple[str, list[Edit]]
) -> None:
    text, edits = case
    document = opened(text.encode())
    text = document.text()
    edits = [edit for edit in edits if edit.span.end <= len(text)]
    mirror = Mirror(document)
    document.apply(edits)
    expected = apply_edits(text, edits)
    assert document.text() == expected
    mirror.check()
    assert document.qdocument.availableUndoSteps() == 0 or expected != text
    assert document.is_modified() == (expected != text)
    document.undo()
    mirror.check()
    assert document.text() == text
    assert not document.is_modified()
    document.redo()
    assert document.text() == expected
    mirror.check()


@given(old=TEXTS, new=TEXTS)
def test_a_replaced_text_is_exact_and_one_step(qapp: QApplication, old: str, new: str) -> None:
    document = opened(old.encode())
    old = document.text()
    document.replace_text(new)
    assert document.text() == new
    document.undo()
    assert (document.text(), document.is_modified()) == (old, False)


@given(data=st.data(), text=TEXTS)
def test_editing_in_a_view_follows_the_model_and_undoes_exactly(
    qapp: QApplication, data: st.DataObject, text: str
) -> None:
    document = opened(text.encode())
    text = document.text()
    view = QPlainTextEdit()
    document.qdocument.setDocumentLayout(QPlainTextDocumentLayout(document.qdocument))
    view.setDocument(document.qdocument)
    mirror = Mirror(document)
    model = Model(model_lines(text), document.usual_line_end)
    history = [document.text()]
    for _ in range(data.draw(st.integers(1, 6))):
        step = data.draw(
            st.sampled_from(["type", "type", "delete", "back", "paste", "undo", "redo"])
        )
        if step in ("undo", "redo"):
            getattr(document, step)()
            model = Model(model_lines(document.text()), document.usual_line_end)
            assert document.text() in history
        else:
            places = sorted(data.draw(st.tuples(place(model.lines), place(model.lines))))
            if step == "back":
                line, column = places[1]
                one = (line, column - 1) if column else (line - 1, len(model.lines[line - 1][0]))
                places = [one if line or column else places[1], places[1]]
            typed = "".join(data.draw(TYPED)) if step not in ("delete", "back") else ""
            model.replace(places[0], places[1], typed)
            cursor = selection(document, *places)
            if step == "paste":
                document.insert(cursor, typed.replace("\n", "\r\n"))
            elif step == "back":
                cursor.setPosition(cursor.selectionEnd())
                cursor.deletePreviousChar()
            else:
                view.setTextCursor(cursor)
                view.insertPlainText(typed)
            assert document.text() == model.text()
            history.append(document.text())
        mirror.check()
        mark = b"\xef\xbb\xbf" if document.bom else b""
        assert document.data() == mark + document.text().encode()
    while document.qdocument.isUndoAvailable():
        document.undo()
        mirror.check()
    assert document.text() == text
    assert not document.is_modified()
    while document.qdocument.isRedoAvailable():
        document.redo()
    assert document.text() in history


def place(lines: list[tuple[str, str]]) -> st.SearchStrategy[tuple[int, int]]:
    return st.integers(0, len(lines) - 1).flatmap(
        lambda i: st.tuples(st.just(i), st.integers(0, len(lines[i][0])))
    )


def selection(document: Document, start: tuple[int, int], end: tuple[int, int]) -> QTextCursor:
    cursor = QTextCursor(document.qdocument)
    positions = []
    for line, column in (start, end):
        block = document.qdocument.findBlockByNumber(line)
        positions.append(block.position() + to_utf16(document.line(line), column))
    cursor.setPosition(positions[0])
    cursor.setPosition(positions[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor


@given(text=TEXTS, data=st.data())
def test_offsets_and_positions_agree_both_ways(
    qapp: QApplication, text: str, data: st.DataObject
) -> None:
    document = opened(text.encode())
    text = document.text()
    offset = data.draw(st.integers(0, len(text)))
    position = document.position_of(offset)
    back = document.offset_of(position)
    inside_line_end = text[max(0, offset - 1) : offset + 1] == "\r\n"
    assert back == offset - (1 if inside_line_end else 0)
    cursor = QTextCursor(document.qdocument)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    assert selected_text(cursor) == re.sub("\r\n|\r", "\n", text[:back])


@given(line=st.text(max_size=12), data=st.data())
def test_columns_convert_both_ways(line: str, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, len(line)))
    units = to_utf16(line, column)
    assert units == len(line[:column].encode("utf-16-le", "surrogatepass")) // 2
    assert from_utf16(line, units) == column
    inside = data.draw(st.integers(0, utf16_length(line)))
    found = from_utf16(line, inside)
    assert to_utf16(line, found) <= inside
    assert found == len(line) or to_utf16(line, found + 1) > inside


@given(text=TEXTS)
def test_lines_as_qt_are_the_blocks_that_qt_makes(qapp: QApplication, text: str) -> None:
    view = QPlainTextEdit()
    view.insertPlainText("|" + text)  # alone, a first byte order mark would be dropped
    found = [view.document().findBlockByNumber(i).text() for i in range(view.blockCount())]
    assert found == lines_as_qt("|" + text)


@given(
    parts=st.lists(PARTS, min_size=20, max_size=60).map("".join),
    halves=HALVES,
    first=st.integers(0, 40),
    count=st.integers(0, 60),
)
def test_lines_read_at_once_are_those_read_one_by_one(
    qapp: QApplication, parts: str, halves: list[str], first: int, count: int
) -> None:
    document = opened(parts.encode("utf-8", "surrogatepass"))
    cursor = QTextCursor(document.qdocument)
    document.insert(cursor, "\n".join(halves))
    qdocument = document.qdocument
    expected = [line_text(block) for block in blocks(qdocument)]
    assert line_texts(qdocument, first, count) == expected[first : first + count]
    assert list(lines_from(qdocument, first)) == expected[first:]
    assert "".join(document.lines_text(1, n) for n in range(document.line_count())) == (
        document.lines_text(document.line_count())
    )
