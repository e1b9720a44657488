"""Outside changes without a window: what is taken over, what is told, what is kept."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.ondisk import MOST_SHOWN, DiskChange, change_on_disk
from editor.session.workbench import Workbench
from editor.storage.textfile import LARGEST
from tests.session.benches import prepend

Q = "$Name $nothing\n"


def equal_stamp(path: Path, data: bytes) -> None:
    """Write as many bytes and set the time back, as a case of the field has it."""
    before = path.stat()
    assert len(data) == before.st_size
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.fixture
def document(bench: Workbench, house: Path) -> Document:
    return bench.open(house / "q.md")


def test_case_9_content_alone_decides(bench: Workbench, house: Path, document: Document) -> None:
    os.utime(house / "q.md", ns=(1, 1))
    (house / "q.md").write_text(Q)
    bench.look_at_disk_now()
    assert not document.qdocument.isUndoAvailable()
    equal_stamp(house / "q.md", b"x" * len(Q))
    bench.look_at_disk_now()
    assert (document.text(), document.is_modified()) == ("x" * len(Q), False)


def test_the_same_change_made_twice_is_no_conflict(
    bench: Workbench, house: Path, document: Document
) -> None:
    prepend(document, "Both ")
    (house / "q.md").write_text("Both " + Q)
    bench.look_at_disk_now()
    assert bench.outside.change_of(document) is None
    assert not document.is_modified()
    document.undo()
    assert document.is_modified()


def test_own_text_that_is_undone_leaves_nothing_to_ask(
    bench: Workbench, house: Path, document: Document, qtbot: QtBot
) -> None:
    prepend(document, "Mine ")
    (house / "q.md").write_text("theirs\n")
    bench.look_at_disk_now()
    assert bench.outside.change_of(document) is not None
    with qtbot.waitSignal(bench.reloaded):
        document.undo()
    assert document.text() == "theirs\n"
    assert bench.outside.change_of(document) is None


def test_what_was_kept_is_asked_about_again_when_the_disk_changes_again(
    bench: Workbench, house: Path, document: Document
) -> None:
    prepend(document, "Mine ")
    (house / "q.md").write_text("theirs\n")
    bench.look_at_disk_now()
    shown = bench.outside.change_of(document)
    assert shown is not None
    (house / "q.md").write_text("newer\n")  # before the answer
    bench.outside.keep_mine(document, shown)
    newer = bench.outside.change_of(document)
    assert newer is not None
    assert newer != shown
    bench.outside.keep_mine(document, newer)
    assert bench.outside.change_of(document) is None
    assert document.is_modified()
    bench.documents.save(document)
    assert (house / "q.md").read_text() == "Mine " + Q


def test_a_new_file_with_the_number_of_the_old_one_is_another_file(
    bench: Workbench, house: Path, document: Document
) -> None:
    (house / "q.md").replace(house / "r.md")
    assert bench.outside.moved_to(document) == house / "r.md"
    equal_stamp(house / "r.md", b"x" * len(Q))
    assert bench.outside.moved_to(document) is None


def test_a_file_read_by_a_look_and_saved_before_its_end_is_looked_at_again(
    bench: Workbench, house: Path, document: Document, qtbot: QtBot
) -> None:
    told: list[object] = []
    bench.changed_outside.connect(told.append)
    with qtbot.waitSignal(bench.outside.looked):
        bench.look_at_disk()
        document.apply([Edit(Span(0, 0), "Mine ")])
        bench.documents.save(document)
    with qtbot.waitSignal(bench.outside.looked):
        bench.look_at_disk()
    assert told == []
    assert document.text() == "Mine " + Q


def become_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def become_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def become_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def become_huge(path: Path) -> None:
    os.truncate(path, LARGEST + 1)


def become_large(path: Path) -> None:
    os.truncate(path, MOST_SHOWN + 1)


@pytest.mark.parametrize(
    "become", [become_folder, become_pipe, become_loop, become_huge, become_large]
)
def test_what_cannot_be_read_any_more_is_kept_until_it_returns(
    bench: Workbench, house: Path, document: Document, become: Callable[[Path], None]
) -> None:
    told: list[object] = []
    bench.changed_outside.connect(told.append)
    become(house / "q.md")
    bench.look_at_disk_now()
    bench.look_at_disk_now()
    assert told == [document]
    change = bench.outside.change_of(document)
    assert change is not None
    assert (change.gone, change.is_text, bool(change.fault)) == (False, False, True)
    assert (document.text(), document.is_modified()) == (Q, True)
    path = house / "q.md"
    path.rmdir() if path.is_dir() else path.unlink()
    path.write_text(Q)
    bench.look_at_disk_now()
    assert not document.is_modified()
    assert bench.outside.change_of(document) is None


def test_many_large_files_are_followed_one_by_one(
    bench: Workbench, house: Path, qtbot: QtBot
) -> None:
    paths = [house / f"big{count}.md" for count in range(4)]
    for path in paths:
        path.write_text("a line of a large file\n" * 2_000)
    documents = [bench.open(path) for path in paths]
    bench.bring_to_front(documents[2])
    reloaded: list[Document] = []
    bench.reloaded.connect(reloaded.append)
    turns: list[int] = []
    turn = QTimer()
    turn.setInterval(0)
    turn.timeout.connect(lambda: turns.append(len(reloaded)))
    for path in paths:
        path.write_text("another\n")
    with qtbot.waitSignal(bench.outside.looked):
        turn.start()
        bench.look_at_disk()
    turn.stop()
    assert reloaded == [documents[2], documents[0], documents[1], documents[3]]
    assert {1, 2, 3} <= set(turns)  # other events had their turn between any two


def test_a_fault_with_one_file_ends_neither_the_look_nor_the_next(
    bench: Workbench, house: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = bench.open(house / "p.md"), bench.open(house / "q.md")

    def compare(path: Path, digest: str, encoding: str, is_event: bool) -> DiskChange | None:
        if path == first.path:
            raise LookupError("a fault of the program")
        return change_on_disk(path, digest, encoding, is_event)

    monkeypatch.setattr("editor.session.outside.change_on_disk", compare)
    for text in ("theirs\n", "theirs again\n"):
        (house / "q.md").write_text(text)
        with qtbot.capture_exceptions() as faults, qtbot.waitSignal(bench.outside.looked):
            bench.look_at_disk()
        assert [kind for kind, _, _ in faults] == [LookupError]
        assert second.text() == text


def test_a_fault_in_following_one_file_keeps_no_other_from_its_turn(
    bench: Workbench, house: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("p.md", "q.md", "r.md")
    (house / "r.md").write_text("$name\n")
    first, second, third = (bench.open(house / name) for name in names)
    reload = bench.documents.reload

    def fail(document: Document) -> None:
        if document in (first, second):
            raise LookupError("a fault of the program")
        reload(document)

    monkeypatch.setattr(bench.documents, "reload", fail)
    for text in ("theirs\n", "theirs again\n"):
        for name in names:
            (house / name).write_text(text)
        with qtbot.capture_exceptions() as faults, qtbot.waitSignal(bench.outside.looked):
            bench.look_at_disk()
        assert [kind for kind, _, _ in faults] == [LookupError, LookupError]
        assert third.text() == text


def test_a_closed_document_is_settled(bench: Workbench, house: Path, document: Document) -> None:
    settled: list[object] = []
    bench.settled_outside.connect(settled.append)
    prepend(document, "Mine ")
    (house / "q.md").write_text("theirs\n")
    bench.look_at_disk_now()
    bench.documents.close(document)
    assert settled == [document]
