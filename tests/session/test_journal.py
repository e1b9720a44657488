"""The journal: when snapshots are taken, when they go, and what a failing disk does to them."""

import errno
import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.session import journal as timing
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.journal import Journal
from editor.storage.disk import Disk
from editor.storage.recovery import Damaged, RecoveryStore, Snapshot, stored
from tests.leftovers import lose

NOW = datetime(2026, 1, 23, 14, 30, tzinfo=UTC)


class Bench:
    """A journal of some documents, over a disk that a test can break."""

    def __init__(self, root: Path, disk: Disk | None = None) -> None:
        self.root = root / "recovery"
        self.store = RecoveryStore(self.root, disk=disk)
        self.documents = Documents()
        self.journal = Journal(self.documents, self.store, lambda: NOW, self.documents)
        self.faults: list[str] = []
        self.mended = 0
        self.journal.failed.connect(self.faults.append)
        self.journal.mended.connect(self._mended)

    def _mended(self) -> None:
        self.mended += 1

    def open(self, path: Path, text: str | bytes) -> Document:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.documents.open(path)

    def kept(self) -> list[Snapshot]:
        """What is on the disk when everything that was asked for is done."""
        assert self.journal._writer.wait(5)
        found = stored(self.root)
        assert not any(isinstance(each, Damaged) for each in found)
        return [each for each in found if isinstance(each, Snapshot)]

    def texts(self) -> list[str]:
        return sorted(each.unsaved.text for each in self.kept())

    def crash(self) -> None:
        """Let go of the folder as a killed program does."""
        self.kept()
        lose(self.store)


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def bench(disk: Disk | None = None) -> Bench:
        made.append(Bench(tmp_path / "state", disk))
        return made[-1]

    yield bench
    for each in made:
        each.journal._writer.wait(5)
        each.documents.deleteLater()


@pytest.fixture
def bench(make: Callable[..., Bench]) -> Bench:
    return make()


def type_into(document: Document, text: str, at: int = 0) -> None:
    document.apply([Edit(Span(at, at), text)], "typing")


def intervals(bench: Bench, document: Document) -> tuple[int, int]:
    """The intervals of the two timers: of a pause, and of typing that goes on."""
    entry = bench.journal._entries[document]
    return entry._pause.interval(), entry._longest.interval()


def test_a_snapshot_is_due_within_the_second_and_every_five(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    assert not bench.journal._entries[document].is_waiting
    type_into(document, "x")
    assert bench.journal._entries[document].is_waiting
    pause, longest = intervals(bench, document)
    assert pause + timing.POLL < 1_000
    assert longest + timing.POLL + 250 < 5_000  # what writing takes is within the promise, too


def test_a_large_text_is_kept_every_thirty_seconds(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "line\n" * 200_001)
    type_into(document, "x")
    pause, longest = intervals(bench, document)
    assert (pause < 1_000, longest) == (True, 30_000)


def test_each_key_puts_the_pause_off_but_not_the_longest_time(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    entry = bench.journal._entries[document]
    type_into(document, "x")
    first = entry._pause.id(), entry._longest.id()
    type_into(document, "y")
    assert entry._pause.id() != first[0]
    assert entry._longest.id() == first[1]


def test_a_pause_leaves_the_text_on_the_disk(
    bench: Bench, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "PAUSE", 1)
    path = tmp_path / "p.md"
    document = bench.open(path, b"\xef\xbb\xbfone\r\ntwo\r")
    type_into(document, "caf\u00e9 \ud800\u2028")
    qtbot.waitUntil(lambda: bool(stored(bench.root)))
    (kept,) = bench.kept()
    unsaved = kept.unsaved
    assert unsaved.text == "caf\u00e9 \ud800\u2028one\r\ntwo\r"
    assert (unsaved.path, unsaved.title, unsaved.bom) == (path, "p.md", True)
    assert (unsaved.kind, unsaved.encoding, unsaved.base) == ("prompt", "utf-8", document.digest)
    assert unsaved.when == NOW.timestamp()


def test_the_longest_time_keeps_a_text_while_it_is_typed(
    bench: Bench, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "PAUSE", 1_000_000)
    monkeypatch.setattr(timing, "LONGEST", 1)
    type_into(bench.open(tmp_path / "p.md", "old\n"), "x")
    qtbot.waitUntil(lambda: bool(stored(bench.root)))
    assert bench.texts() == ["xold\n"]


def test_nothing_is_written_for_what_is_not_typed_into(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    type_into(document, "x")
    document.undo()
    assert bench.journal.flush()
    bench.journal.end()
    assert not bench.root.exists()


def test_a_mere_look_at_a_file_is_not_kept(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", b"caf\xe9")
    document.mark_unsaved()
    assert bench.journal.flush()
    assert bench.texts() == []


def test_every_document_is_kept_with_a_tab_or_without(bench: Bench, tmp_path: Path) -> None:
    type_into(bench.open(tmp_path / "one.md", "1"), "one ")
    type_into(bench.open(tmp_path / "two.md", "2"), "two ")
    bench.documents.new(FileKind.PROMPT, None, "\n  You are kind.\nBe it.\n")
    bench.documents.new(FileKind.IDENTITY, tmp_path / "config" / "journal.json", "{}\n")
    assert bench.journal.flush()
    found = {each.unsaved.title: each.unsaved for each in bench.kept()}
    assert sorted(found) == ["You are kind.", "journal.json", "one.md", "two.md"]
    assert (found["You are kind."].path, found["You are kind."].base) == (None, None)
    assert (found["journal.json"].kind, found["journal.json"].base) == ("identity", None)


def test_case_52_a_text_whose_file_was_deleted_is_kept(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "the only copy\n")
    (tmp_path / "p.md").unlink()
    document.mark_unsaved()
    assert bench.journal.flush()
    assert bench.texts() == ["the only copy\n"]
    assert not (tmp_path / "p.md").exists()


def test_a_newer_text_takes_the_place_of_the_older(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    for text in ("one ", "two ", "three "):
        type_into(document, text)
        bench.journal.flush()
    assert bench.texts() == ["three two one old\n"]


def test_saving_removes_the_snapshot(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    type_into(document, "x")
    bench.journal.flush()
    bench.documents.save(document)
    assert bench.texts() == []


def test_undoing_to_the_saved_text_removes_the_snapshot(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    type_into(document, "x")
    bench.journal.flush()
    document.undo()
    assert bench.texts() == []


def test_giving_a_document_up_removes_its_snapshot_alone(bench: Bench, tmp_path: Path) -> None:
    given_up, other = bench.open(tmp_path / "p.md", "1"), bench.open(tmp_path / "q.md", "2")
    type_into(given_up, "x")
    type_into(other, "y")
    bench.journal.flush()
    bench.documents.close(given_up)
    assert bench.texts() == ["y2"]


def test_case_69_a_document_closed_at_once_leaves_nothing_to_do(
    bench: Bench, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "PAUSE", 1)
    for number in range(50):
        document = bench.open(tmp_path / f"{number}.md", "text\n")
        type_into(document, "x")
        if number % 2:
            bench.journal.keep_now(document)
        bench.documents.close(document)
    qtbot.wait(0)
    assert bench.texts() == []
    assert not bench.journal._entries


def test_the_end_removes_what_the_user_gave_up_and_frees_the_folder(
    bench: Bench, tmp_path: Path
) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    type_into(document, "x")
    bench.journal.flush()
    bench.journal.end([document])
    bench.journal.end()
    assert os.listdir(bench.root) == []


def test_a_text_moved_to_another_place_is_kept_for_that_place(bench: Bench, tmp_path: Path) -> None:
    document = bench.open(tmp_path / "p.md", "old\n")
    type_into(document, "x")
    bench.journal.flush()
    document.path = tmp_path / "q.md"
    assert bench.journal.flush()
    assert [each.unsaved.path for each in bench.kept()] == [tmp_path / "q.md"]


class Slow(Disk):
    """A disk whose next sync waits until a test lets it go on."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.gate = threading.Event()
        self.written: list[str] = []

    def sync(self, fd: int) -> None:
        self.entered.set()
        assert self.gate.wait(5)
        super().sync(fd)

    def replace(self, source: str, target: str) -> None:
        self.written.append(Path(source).read_bytes().split(b"\n")[1].decode())
        super().replace(source, target)

    def link(self, source: str, target: str) -> None:
        self.written.append(Path(source).read_bytes().split(b"\n")[1].decode())
        super().link(source, target)


def test_a_slow_disk_delays_no_key_and_writes_only_the_newest(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    disk = Slow()
    bench = make(disk)
    document = bench.open(tmp_path / "p.md", "")
    type_into(document, "1")
    bench.journal.keep_now(document)
    assert disk.entered.wait(5)
    for key in "23456":  # all of this happens while the disk does not answer
        type_into(document, key)
        bench.journal.keep_now(document)
    assert disk.written == []
    disk.gate.set()
    assert bench.texts() == ["654321"]
    assert disk.written == ["1", "654321"]


def test_a_text_saved_while_its_snapshot_is_written_has_none_afterwards(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    disk = Slow()
    bench = make(disk)
    document = bench.open(tmp_path / "p.md", "old")
    type_into(document, "x")
    bench.journal.keep_now(document)
    assert disk.entered.wait(5)
    bench.documents.save(document)
    disk.gate.set()
    assert bench.texts() == []


def test_a_disk_that_hangs_is_waited_for_as_long_as_told(
    make: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Slow()
    bench = make(disk)
    waits: list[float] = []
    wait = bench.journal._writer.wait

    def wait_a_moment(seconds: float) -> bool:
        waits.append(seconds)
        return wait(0.01)

    monkeypatch.setattr(bench.journal._writer, "wait", wait_a_moment)
    type_into(bench.open(tmp_path / "p.md", "old"), "x")
    assert not bench.journal.flush(0.5)
    assert waits == [0.5]
    assert disk.entered.wait(5)
    bench.journal.end()
    assert list(RecoveryStore(bench.root).claim()) == []  # it still writes there
    disk.gate.set()
    assert wait(5)
    bench.journal.end()
    assert waits == [0.5, timing.LONGEST_WAIT]


class Full(Disk):
    """A disk that is full while `on` is set."""

    def __init__(self) -> None:
        self.on = True

    def write(self, fd: int, data: memoryview) -> int:
        if self.on:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(fd, data)


def test_case_40_a_full_disk_is_told_once_and_tried_again(
    make: Callable[..., Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    disk = Full()
    bench = make(disk)
    one, two = bench.open(tmp_path / "1.md", "1"), bench.open(tmp_path / "2.md", "2")
    bench.journal._retry.setInterval(1)
    for text in "abc":
        type_into(one, text)
        type_into(two, text)
        assert not bench.journal.flush()
    assert bench.faults == ["was not saved: the disk is full."]
    assert (one.text(), two.text(), bench.mended) == ("cba1", "cba2", 0)
    disk.on = False
    qtbot.waitUntil(lambda: bool(bench.mended))
    assert (bench.mended, bench.texts()) == (1, ["cba1", "cba2"])
    disk.on = True
    type_into(one, "d")
    assert not bench.journal.flush()
    assert len(bench.faults) == 2
    bench.documents.close(one)
    assert bench.mended == 2


def test_a_folder_that_cannot_be_made_is_told(make: Callable[..., Bench], tmp_path: Path) -> None:
    bench = make()
    bench.root.parent.write_bytes(b"a file where the folder was to be")
    type_into(bench.open(tmp_path / "p.md", "old"), "x")
    assert not bench.journal.flush()
    (fault,) = bench.faults
    assert fault.startswith("was not saved: ")


def recovered(make: Callable[..., Bench], tmp_path: Path) -> tuple[Bench, Document, Snapshot]:
    """A second program that put the snapshot of a dead one into the document of its file."""
    dead = make()
    type_into(dead.open(tmp_path / "p.md", "old\n"), "typed ")
    dead.journal.flush()
    dead.crash()
    second = make()
    (found,) = second.store.claim()
    assert isinstance(found, Snapshot)
    document = second.documents.open(tmp_path / "p.md")
    second.documents.take_up(document, found.unsaved)
    second.journal.adopt(document, found)
    return second, document, found


def test_case_66_a_recovered_text_is_written_on_in_the_same_place(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    bench, document, found = recovered(make, tmp_path)
    type_into(document, "more ")
    assert bench.journal.flush()
    (kept,) = bench.kept()
    assert (kept.file, kept.unsaved.text) == (found.file, "more typed old\n")


def test_case_66_saving_a_recovered_text_removes_its_snapshot(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    bench, document, _ = recovered(make, tmp_path)
    assert document.is_modified()
    bench.documents.save(document)
    assert bench.texts() == []
    bench.journal.end()
    assert os.listdir(bench.root) == []


def test_case_66_closing_a_recovered_text_without_saving_removes_its_snapshot(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    bench, document, _ = recovered(make, tmp_path)
    bench.documents.close(document)
    assert bench.texts() == []


def test_case_66_undoing_a_recovery_gives_the_snapshot_back(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    bench, document, found = recovered(make, tmp_path)
    released: list[object] = []
    bench.journal.released.connect(released.append)
    type_into(document, "more ")
    bench.journal.flush()
    document.undo()
    assert released == []
    document.undo()
    assert (released, document.text(), document.is_modified()) == ([found], "old\n", False)
    assert bench.texts() == ["typed old\n"]
    type_into(document, "something else ")
    bench.journal.flush()
    assert bench.texts() == ["something else old\n", "typed old\n"]
    bench.documents.save(document)
    assert bench.texts() == ["typed old\n"]


def test_case_66_recovering_into_unsaved_text_keeps_both(
    make: Callable[..., Bench], tmp_path: Path
) -> None:
    dead = make()
    type_into(dead.open(tmp_path / "p.md", "old\n"), "dead ")
    dead.journal.flush()
    dead.crash()
    bench = make()
    (found,) = bench.store.claim()
    assert isinstance(found, Snapshot)
    document = bench.documents.open(tmp_path / "p.md")
    type_into(document, "mine ")
    bench.journal.keep_now(document)
    bench.documents.take_up(document, found.unsaved)
    bench.journal.adopt(document, found)
    assert bench.journal.flush()
    assert bench.texts() == ["dead old\n", "mine old\n"]
    document.undo()
    assert (document.text(), document.is_modified()) == ("mine old\n", True)
    assert bench.journal.flush()
    assert bench.texts() == ["dead old\n", "mine old\n"]
    bench.documents.save(document)
    assert bench.texts() == ["dead old\n"]
