"""Open documents: one for each file, saved with care."""

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.session.documents import Documents
from editor.storage.disk import Disk
from editor.storage.refusals import Reason, SaveRefused
from editor.storage.textfile import EncodeFault, UnreadableFile, digest_of


@pytest.fixture
def documents(qapp: QApplication) -> Documents:
    return Documents()


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "p.md"
    path.write_bytes(b"Hi $name\r\n")
    return path


def typed(text: str) -> list[Edit]:
    return [Edit(Span(0, 0), text)]


def test_case_53_a_file_under_two_names_is_one_document(documents: Documents, prompt: Path) -> None:
    folder = prompt.parent / "alias"
    folder.symlink_to(prompt.parent)
    hard = prompt.parent / "hard.md"
    os.link(prompt, hard)
    relative = Path(os.path.relpath(prompt))
    document = documents.open(prompt)
    for name in (folder / "p.md", hard, relative, prompt.parent / "alias" / ".." / "p.md"):
        if name.exists():
            assert documents.open(name) is document
    assert documents.all() == (document,)


def test_a_file_too_large_for_a_window_is_not_opened_but_text_may_grow(
    documents: Documents, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = prompt.with_name("large.md")
    large.touch()
    os.truncate(large, 10 * 1024 * 1024 + 1)
    with pytest.raises(UnreadableFile, match="10 MB"):
        documents.open(large)
    document = documents.open(prompt)
    monkeypatch.setattr("editor.session.ondisk.MOST_SHOWN", 20)
    document.apply(typed("x" * 20))
    documents.save(document)
    assert documents.compare_with_disk(document) is None
    prompt.write_bytes(b"y" * 21)
    change = documents.compare_with_disk(document)
    assert change is not None
    assert not change.is_text
    prompt.write_bytes(b"y" * 20)
    change = documents.compare_with_disk(document)
    assert change is not None
    assert change.is_text


def test_unsaved_text_counts(documents: Documents, prompt: Path) -> None:
    assert documents.text_of(prompt) == "Hi $name\r\n"
    documents.open(prompt).apply(typed("x"))
    assert documents.text_of(prompt) == "xHi $name\r\n"


def test_signals_tell_the_document(documents: Documents, prompt: Path) -> None:
    told: list[object] = []
    for signal in (documents.opened, documents.saved, documents.closed):
        signal.connect(told.append)
    document = documents.open(prompt)
    document.apply(typed("x"))
    documents.save(document)
    documents.close(document)
    assert told == [document] * 3
    assert documents.all() == ()


def test_case_54_a_clean_document_is_not_written(documents: Documents, prompt: Path) -> None:
    document = documents.open(prompt)
    os.utime(prompt, ns=(1, 1))
    before = prompt.stat()
    document.apply(typed("x"))
    document.undo()
    documents.save(document)
    assert (prompt.stat().st_mtime_ns, prompt.stat().st_ino) == (1, before.st_ino)


def test_saving_writes_the_exact_bytes_and_clears_the_mark(
    documents: Documents, prompt: Path
) -> None:
    document = documents.open(prompt)
    marks: list[bool] = []
    document.modified_changed.connect(marks.append)
    document.apply(typed("\u00a0\u2029"))
    documents.save(document)
    assert prompt.read_bytes() == "\u00a0\u2029Hi $name\r\n".encode()
    assert not document.is_modified()
    assert marks == [True, False]
    document.undo()
    assert document.is_modified()
    documents.save(document)
    assert prompt.read_bytes() == b"Hi $name\r\n"


@pytest.mark.parametrize("same_path", [True, False])
def test_case_9_what_another_program_wrote_is_not_overwritten(
    documents: Documents, prompt: Path, same_path: bool
) -> None:
    document = documents.open(prompt)
    stamp = prompt.stat()
    document.apply(typed("x"))
    prompt.write_bytes(b"THEIRS!!\r\n")
    os.utime(prompt, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    change = documents.compare_with_disk(document)
    assert change is not None
    assert not change.gone
    with pytest.raises(SaveRefused) as caught:
        documents.save(document, prompt if same_path else None)
    assert caught.value.reason is Reason.CHANGED_ON_DISK
    assert prompt.read_bytes() == b"THEIRS!!\r\n"
    assert document.is_modified()
    documents.save(document, over=change.digest)
    assert prompt.read_bytes() == b"xHi $name\r\n"
    assert documents.compare_with_disk(document) is None


def test_case_52_a_deleted_file_is_not_brought_back_unasked(
    documents: Documents, prompt: Path
) -> None:
    document = documents.open(prompt)
    document.apply(typed("x"))
    prompt.unlink()
    change = documents.compare_with_disk(document)
    assert change is not None
    assert change.gone
    assert documents.open(prompt) is document
    with pytest.raises(SaveRefused) as caught:
        documents.save(document)
    assert caught.value.reason is Reason.DELETED
    documents.save(document, create=True)
    assert prompt.read_bytes() == b"xHi $name\r\n"


def test_case_14_a_reload_can_be_undone(documents: Documents, prompt: Path) -> None:
    document = documents.open(prompt)
    prompt.write_bytes(b"\xef\xbb\xbfHo $name\n")
    documents.reload(document)
    assert (document.text(), document.bom, document.is_modified()) == ("Ho $name\n", True, False)
    assert documents.compare_with_disk(document) is None
    document.undo()
    assert document.text() == "Hi $name\r\n"
    assert document.is_modified()
    documents.save(document)
    assert prompt.read_bytes() == b"\xef\xbb\xbfHi $name\r\n"


def test_saving_elsewhere_moves_the_document(documents: Documents, prompt: Path) -> None:
    document = documents.open(prompt)
    moved: list[bool] = []
    document.path_changed.connect(lambda: moved.append(True))
    other = prompt.parent / "q.md"
    documents.save(document, other)
    assert other.read_bytes() == prompt.read_bytes()
    assert (document.path, documents.find(other), documents.find(prompt)) == (
        other,
        document,
        None,
    )
    assert moved == [True]


def test_saving_over_a_file_that_exists_or_is_open_is_refused(
    documents: Documents, prompt: Path
) -> None:
    document = documents.new()
    document.apply(typed("new"))
    with pytest.raises(SaveRefused) as caught:
        documents.save(document, prompt)
    assert caught.value.reason is Reason.EXISTS
    documents.open(prompt)
    with pytest.raises(SaveRefused):
        documents.save(document, prompt, over=digest_of(b"Hi $name\r\n"))
    with pytest.raises(SaveRefused):
        documents.save(document)
    assert prompt.read_bytes() == b"Hi $name\r\n"


def test_a_new_file_at_a_known_place_is_unsaved_work_until_saved(
    documents: Documents, tmp_path: Path
) -> None:
    path = tmp_path / "journal.json"
    document = documents.new(FileKind.IDENTITY, path, "{}\n")
    assert documents.open(path) is document
    assert (document.kind, document.is_modified()) == (FileKind.IDENTITY, True)
    assert documents.compare_with_disk(document) is None
    documents.save(document)
    assert path.read_bytes() == b"{}\n"
    assert not document.is_modified()


def test_a_new_file_does_not_overwrite_one_that_came_meanwhile(
    documents: Documents, tmp_path: Path
) -> None:
    path = tmp_path / "journal.json"
    document = documents.new(FileKind.IDENTITY, path, "{}\n")
    path.write_bytes(b"THEIRS")
    with pytest.raises(SaveRefused) as caught:
        documents.save(document)
    assert caught.value.reason is Reason.EXISTS
    assert path.read_bytes() == b"THEIRS"


def test_case_58_half_a_pair_is_refused_before_the_disk_is_touched(
    documents: Documents, prompt: Path
) -> None:
    document = documents.open(prompt)
    document.apply(typed("keep \ud83d"))
    assert document.text() == "keep \ud83dHi $name\r\n"
    with pytest.raises(EncodeFault) as caught:
        documents.save(document)
    assert caught.value.offset == 5
    assert prompt.read_bytes() == b"Hi $name\r\n"
    assert document.is_modified()


def test_a_file_that_cannot_be_read_opens_nothing(documents: Documents, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        documents.open(tmp_path / "none.md")
    assert documents.all() == ()


def fail_folder_sync(monkeypatch: pytest.MonkeyPatch, broken: list[bool]) -> None:
    """While `broken` says so, no folder can be confirmed to be on the disk."""
    whole = Disk.sync_folder

    def sync_folder(self: Disk, folder: str) -> None:
        if broken[-1]:
            raise OSError(errno.EIO, "Input/output error")
        whole(self, folder)

    monkeypatch.setattr(Disk, "sync_folder", sync_folder)


@pytest.mark.parametrize("unborn", [False, True], ids=["old", "new"])
def test_case_40_a_save_that_was_not_confirmed_is_unsaved_and_is_written_again(
    documents: Documents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unborn: bool
) -> None:
    path = tmp_path / "p.md"
    if unborn:
        document = documents.new(path=path, text="Hi\n")
    else:
        path.write_bytes(b"Old\n")
        document = documents.open(path)
        document.replace_text("Hi\n")
    broken = [True]
    fail_folder_sync(monkeypatch, broken)
    for _ in range(2):
        with pytest.raises(SaveRefused) as caught:
            documents.save(document)
        assert caught.value.reason is Reason.NOT_CONFIRMED
        assert path.read_bytes() == b"Hi\n"
        assert document.is_modified()
        assert documents.compare_with_disk(document) is None  # it is our own
    inode = path.stat().st_ino
    broken.append(False)
    documents.save(document)
    assert path.stat().st_ino != inode  # written anew, not just believed
    assert not document.is_modified()
    inode = path.stat().st_ino
    documents.save(document)
    assert path.stat().st_ino == inode


def test_case_40_what_is_undone_after_an_unconfirmed_save_is_unsaved(
    documents: Documents, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = documents.open(prompt)
    document.apply(typed("x"))
    broken = [True]
    fail_folder_sync(monkeypatch, broken)
    with pytest.raises(SaveRefused):
        documents.save(document)
    document.undo()
    assert document.is_modified()  # the disk holds the other text
    broken.append(False)
    documents.save(document)
    assert prompt.read_bytes() == b"Hi $name\r\n"
    assert not document.is_modified()


def test_case_64_a_file_written_only_in_part_can_be_saved_again(
    documents: Documents, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.link(prompt, prompt.with_name("hard.md"))
    document = documents.open(prompt)
    document.apply(typed("much longer than before " * 9))
    with monkeypatch.context() as patch:

        def truncate(self: Disk, fd: int, length: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        patch.setattr(Disk, "truncate", truncate)
        with pytest.raises(SaveRefused) as caught:
            documents.save(document)
    assert caught.value.reason is Reason.PARTLY_WRITTEN
    [backup] = prompt.parent.glob(".*.backup")
    assert backup.read_bytes() == b"Hi $name\r\n"
    assert str(backup) in str(caught.value)
    assert document.is_modified()
    assert documents.compare_with_disk(document) is None  # nobody else wrote that
    documents.save(document)
    assert prompt.read_bytes() == document.data()
    assert prompt.with_name("hard.md").samefile(prompt)
