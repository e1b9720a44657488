"""A document whose file is read again: its line ends, whether it may be edited, what is unsaved."""

from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.saver import Refusal, SaveOffer, Saver
from editor.session.workbench import Workbench
from editor.storage.textfile import DecodeFault, TextFile, decode, decode_for_reading

LATIN = "café für zwei\nnaïve\n".encode("cp1252")


def file_of(text: str) -> TextFile:
    return decode(text.encode())


def opened(text: str) -> Document:
    return Document(file_of(text))


def press_enter(document: Document, line: int) -> None:
    """Break a line at its end, as a view does."""
    cursor = QTextCursor(document.qdocument.findBlockByNumber(line))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    cursor.insertBlock()


# --- line ends ------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["", "tail"])
@pytest.mark.parametrize(("old", "new"), [("\n", "\r\n"), ("\r\n", "\n"), ("\n", "\r")])
def test_another_line_end_outside_is_the_usual_one_from_then_on(
    qapp: QApplication, old: str, new: str, last: str
) -> None:
    document = opened(f"a{old}b{old}{last}")
    document.reload(file_of(f"a{new}b{new}{last}"))
    assert document.usual_line_end == new
    assert not document.has_mixed_line_ends()
    press_enter(document, 0)
    press_enter(document, document.line_count() - 1)
    assert document.text() == f"a{new}{new}b{new}{last}{new}"
    assert document.data() == f"a{new}{new}b{new}{last}{new}".encode()
    assert not document.has_mixed_line_ends()
    for _ in range(2):
        document.undo()
    assert document.text() == f"a{new}b{new}{last}"
    assert not document.is_modified()
    document.undo()
    assert document.text() == f"a{old}b{old}{last}"
    assert document.usual_line_end == old
    assert not document.has_mixed_line_ends()
    document.redo()
    assert document.text() == f"a{new}b{new}{last}"
    assert document.usual_line_end == new


def test_mixed_line_ends_are_told_of_the_lines_that_have_one(qapp: QApplication) -> None:
    assert opened("a\r\nb\nc").has_mixed_line_ends()
    assert not opened("a").has_mixed_line_ends()
    document = opened("a\nb\n")
    document.reload(file_of("a\r\nb\n"))
    assert document.has_mixed_line_ends()
    document.reload(file_of("a\nb\n"))
    assert not document.has_mixed_line_ends()


def test_edits_after_a_reload_bring_their_own_line_ends(qapp: QApplication) -> None:
    document = opened("a\nb\n")
    document.reload(file_of("a\r\nb\r\n"))
    document.apply([Edit(Span(0, 0), "x\r\ny\n")])
    assert document.text() == "x\r\ny\na\r\nb\r\n"


# --- read-only ------------------------------------------------------------------------------------


def test_a_file_that_becomes_no_text_tells_that_it_is_read_only(qapp: QApplication) -> None:
    document = opened("tea\n")
    told: list[str | None] = []

    def hear() -> None:
        told.append(document.read_only_reason)

    document.read_only_changed.connect(hear)
    document.reload(decode_for_reading(LATIN))
    document.reload(decode_for_reading(LATIN))
    assert len(told) == 1
    assert told[0] is not None
    assert "0xE9" in told[0]
    document.reload(file_of("tea\n"))
    assert told[1:] == [None]


def test_nothing_leads_back_to_a_text_that_was_only_a_look(qapp: QApplication) -> None:
    document = Document(decode_for_reading(LATIN))
    assert "\ufffd" in document.text()
    document.reload(decode(LATIN, "cp1252"))
    assert document.text() == "café für zwei\nnaïve\n"
    assert not document.qdocument.isUndoAvailable()
    assert not document.is_modified()
    document.apply([Edit(Span(0, 0), "Ein ")])
    assert document.data() == b"Ein " + LATIN
    document.undo()
    assert not document.is_modified()
    assert document.data() == LATIN


def test_a_reopened_file_is_read_again_in_its_encoding(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "old.md"
    path.write_bytes(LATIN)
    documents = Documents()
    document = documents.open(path)
    assert "cp1252" in documents.fitting_encodings(document)
    assert "utf-8" not in documents.fitting_encodings(document)
    with pytest.raises(DecodeFault):
        documents.reopen(document, "utf-8")
    documents.reopen(document, "cp1252")
    assert (document.encoding, document.read_only_reason) == ("cp1252", None)
    path.write_bytes(LATIN + b"\x80\n")
    documents.reload(document)
    assert document.text().endswith("\u20ac\n")
    path.write_bytes(b"\x81\n")  # nothing in this encoding, nor UTF-8
    documents.reload(document)
    assert document.fault is not None


# --- what cannot be written -----------------------------------------------------------------------


def refusal_of(document: Document, documents: Documents) -> Refusal:
    heard: list[Refusal] = []
    saver = Saver(documents)
    saver.refused.connect(heard.append)
    assert not saver.save(document)
    assert len(heard) == 1
    return heard[0]


def test_a_character_without_bytes_names_file_and_place_and_offers_utf_8(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "old.md"
    path.write_bytes(LATIN)
    documents = Documents()
    document = documents.open(path)
    documents.reopen(document, "cp1252")
    document.apply([Edit(Span(len("café für zwei\nna"), len("café für zwei\nna")), "☃")])
    refusal = refusal_of(document, documents)
    assert "old.md" in refusal.message
    assert "Line 2, column 3" in refusal.message
    assert refusal.offers == (SaveOffer.AS_UTF_8,)
    assert path.read_bytes() == LATIN
    assert Saver(documents).save(document, choices=frozenset(refusal.offers))
    assert path.read_bytes() == "café für zwei\nna☃ïve\n".encode()
    assert document.encoding == "utf-8"


def test_half_a_pair_has_no_bytes_anywhere_so_nothing_is_offered(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "half.md"
    path.write_bytes(b"one\ntwo\n")
    documents = Documents()
    document = documents.open(path)
    document.apply([Edit(Span(5, 5), "\ud800")])
    refusal = refusal_of(document, documents)
    assert "half.md" in refusal.message
    assert "Line 2, column 2" in refusal.message
    assert refusal.offers == ()


# --- deleted outside ------------------------------------------------------------------------------


def test_a_deleted_file_is_unsaved_work_until_it_returns(house: Path, bench: Workbench) -> None:
    document = bench.open(house / "q.md")
    before = (house / "q.md").read_bytes()
    heard: list[str] = []

    def gone(_document: Document) -> None:
        heard.append("outside")

    def settled(_document: Document) -> None:
        heard.append("settled")

    bench.changed_outside.connect(gone)
    bench.settled_outside.connect(settled)
    (house / "q.md").unlink()
    bench.look_at_disk_now()
    bench.look_at_disk_now()
    assert document.is_modified()
    assert heard == ["outside"]
    (house / "q.md").write_bytes(before)
    bench.look_at_disk_now()
    assert not document.is_modified()
    assert heard == ["outside", "settled"]


def test_undoing_does_not_make_a_deleted_file_saved(house: Path, bench: Workbench) -> None:
    document = bench.open(house / "q.md")
    before = (house / "q.md").read_bytes()
    document.apply([Edit(Span(0, 0), "x")])
    (house / "q.md").unlink()
    bench.look_at_disk_now()
    document.undo()
    assert document.is_modified()
    document.apply([Edit(Span(0, 0), "y")])
    (house / "q.md").write_bytes(before)
    bench.look_at_disk_now()
    assert document.is_modified()  # its text is not what the file holds
    document.undo()
    assert document.data() == before


def test_a_deleted_file_that_returns_otherwise_is_read_again(house: Path, bench: Workbench) -> None:
    document = bench.open(house / "q.md")
    (house / "q.md").unlink()
    bench.look_at_disk_now()
    (house / "q.md").write_bytes(b"theirs\n")
    bench.look_at_disk_now()
    assert (document.text(), document.is_modified()) == ("theirs\n", False)


def test_a_deleted_file_with_own_text_is_not_read_over(house: Path, bench: Workbench) -> None:
    document = bench.open(house / "q.md")
    document.apply([Edit(Span(0, 0), "mine ")])
    text = document.text()
    (house / "q.md").unlink()
    bench.look_at_disk_now()
    (house / "q.md").write_bytes(b"theirs\n")
    bench.look_at_disk_now()
    assert (document.text(), document.is_modified()) == (text, True)


def test_an_outside_change_that_is_reverted_is_settled(house: Path, bench: Workbench) -> None:
    document = bench.open(house / "q.md")
    before = (house / "q.md").read_bytes()
    document.apply([Edit(Span(0, 0), "mine ")])
    settled: list[Document] = []
    bench.settled_outside.connect(settled.append)
    (house / "q.md").write_bytes(b"theirs\n")
    bench.look_at_disk_now()
    assert settled == []
    (house / "q.md").write_bytes(before)
    bench.look_at_disk_now()
    assert settled == [document]
    assert document.is_modified()
