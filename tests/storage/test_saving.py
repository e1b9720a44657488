"""Saving on a real disk: links, modes, outside changes, and what is refused."""

import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

import editor
from editor.storage.disk import IN_PLACE_FLAGS, NO_FOLLOW, READ_FLAGS, Disk
from editor.storage.saving import Reason, Saved, SaveRefused, is_temporary, remove_stale, save
from editor.storage.temporary import backups_of
from editor.storage.textfile import digest_of

OLD = b"---\ntitle: x\n---\nHi $name\r\n"
NEW = b"---\ntitle: y\n---\nHi $name\r\n"


def refused(call: Callable[[], Saved]) -> SaveRefused:
    with pytest.raises(SaveRefused) as caught:
        call()
    assert str(caught.value).isprintable()
    return caught.value


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An empty folder."""
    place = tmp_path / "place"
    place.mkdir()
    return place


@pytest.fixture
def path(place: Path) -> Path:
    path = place / "p.md"
    path.write_bytes(OLD)
    return path


def test_a_file_is_saved_whole_and_nothing_is_left(path: Path) -> None:
    saved = save(path, NEW, OLD)
    assert path.read_bytes() == NEW
    assert saved == Saved(digest_of(NEW), Path(os.path.realpath(path)), 0o644, True, False)
    assert names(path.parent) == ["p.md"]
    assert save(path, b"third", saved.digest).written


def test_case_54_a_clean_file_is_not_touched(path: Path) -> None:
    os.utime(path, ns=(1_000_000_000, 1_000_000_001))
    before = path.stat()
    saved = save(path, OLD, OLD)
    after = path.stat()
    assert not saved.written
    assert saved.digest == digest_of(OLD)
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )


def test_case_54_the_same_edit_made_outside_is_no_conflict(path: Path) -> None:
    path.write_bytes(NEW)
    assert not save(path, NEW, OLD).written


@pytest.mark.parametrize("theirs", [b"THEIRS" + OLD[6:], b"", OLD + b"\n", OLD[:-1]])
def test_case_9_a_change_with_equal_stamps_is_not_overwritten(path: Path, theirs: bytes) -> None:
    before = path.stat()
    path.write_bytes(theirs)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    error = refused(lambda: save(path, NEW, OLD))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert "p.md" in str(error)
    assert path.read_bytes() == theirs
    assert names(path.parent) == ["p.md"]


def test_case_9_a_change_while_saving_is_seen_at_the_last_moment(path: Path) -> None:
    class TheyWriteMeanwhile(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            path.write_bytes(b"THEIRS")

    error = refused(lambda: save(path, NEW, OLD, disk=TheyWriteMeanwhile()))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert path.read_bytes() == b"THEIRS"
    assert names(path.parent) == ["p.md"]


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_case_9_something_else_in_its_place_is_not_replaced(path: Path, kind: str) -> None:
    other = path.parent / "other.md"
    other.write_bytes(OLD)

    class TheyReplaceMeanwhile(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            path.unlink()
            path.symlink_to("other.md") if kind == "link" else path.mkdir()

    error = refused(lambda: save(path, NEW, OLD, disk=TheyReplaceMeanwhile()))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert other.read_bytes() == OLD
    assert names(path.parent) == ["other.md", "p.md"]


def test_case_52_a_deleted_file_comes_back_only_when_asked(path: Path) -> None:
    path.unlink()
    assert refused(lambda: save(path, NEW, OLD)).reason is Reason.DELETED
    assert not path.exists()
    save(path, NEW, OLD, create=True)
    assert path.read_bytes() == NEW


def test_case_52_a_file_deleted_while_saving_stays_deleted(path: Path) -> None:
    class TheyDelete(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            path.unlink()

    assert refused(lambda: save(path, NEW, OLD, disk=TheyDelete())).reason is Reason.DELETED
    assert names(path.parent) == []


def test_case_39_a_chain_of_relative_links_stays_one(place: Path) -> None:
    (place / "real").mkdir()
    (place / "links").mkdir()
    real = place / "real" / "p.md"
    real.write_bytes(OLD)
    (place / "links" / "b").symlink_to("../real/p.md")
    (place / "a").symlink_to("links/b")
    (place / "folder").symlink_to("links")
    for number, name in enumerate(["a", "folder/b", "links/b"]):
        content = b"%d" % number
        saved = save(place / name, content, real.read_bytes())
        assert saved.path_written == Path(os.path.realpath(real))
        assert real.read_bytes() == content
    assert os.readlink(place / "a") == "links/b"
    assert os.readlink(place / "links" / "b") == "../real/p.md"
    assert os.readlink(place / "folder") == "links"
    assert names(place / "links") == ["b"]
    assert names(place / "real") == ["p.md"]


def test_case_39_the_temporary_file_is_beside_the_real_file(place: Path) -> None:
    (place / "real").mkdir()
    (place / "real" / "p.md").write_bytes(OLD)
    link = place / "a"
    link.symlink_to("real/p.md")
    seen: list[tuple[str, str]] = []

    class Watching(Disk):
        def replace(self, source: str, target: str) -> None:
            seen.append((os.path.dirname(source), os.path.basename(source)))
            super().replace(source, target)

    save(link, NEW, OLD, disk=Watching())
    [(folder, name)] = seen
    assert folder == os.path.realpath(place / "real")
    assert is_temporary(name)


def test_case_39_a_dangling_link_asks(place: Path) -> None:
    (place / "real").mkdir()
    link = place / "a"
    link.symlink_to("real/p.md")
    for base in (None, OLD):
        error = refused(lambda base=base: save(link, NEW, base))  # type: ignore[misc]  # mypy infers no default
        assert error.reason is Reason.DANGLING_LINK
    assert names(place / "real") == []
    save(link, NEW, None, create=True)
    assert link.is_symlink()
    assert (place / "real" / "p.md").read_bytes() == NEW


def test_case_39_a_link_into_a_missing_folder_is_refused(place: Path) -> None:
    (place / "a").symlink_to("nowhere/p.md")
    error = refused(lambda: save(place / "a", NEW, None, create=True))
    assert error.reason is Reason.NO_FOLDER


@pytest.mark.parametrize("links", [["a"], ["b", "a"], ["b", "c", "a"]])
def test_case_39_a_loop_is_refused(place: Path, links: list[str]) -> None:
    for name, to in zip(["a", *links], links, strict=False):
        (place / name).symlink_to(to)
    assert refused(lambda: save(place / "a", NEW, OLD)).reason is Reason.LINK_LOOP
    assert refused(lambda: save(place / "a" / "p", NEW, OLD)).reason is Reason.LINK_LOOP
    assert names(place) == sorted({"a", *links})


@pytest.mark.parametrize("mode", [0o755, 0o600, 0o664, 0o640, 0o604, 0o666])
def test_case_64_the_mode_is_kept_exactly(path: Path, mode: int) -> None:
    path.chmod(mode)
    mask = os.umask(0o077)
    try:
        assert save(path, NEW, OLD).mode == mode
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640])
def test_case_64_the_temporary_file_is_never_more_open(path: Path, mode: int) -> None:
    path.chmod(mode)
    group = 12345 if os.geteuid() == 0 else path.stat().st_gid
    os.chown(path, -1, group)
    seen: list[int] = []

    class Watching(Disk):
        """Looks at the temporary file after every call that could change it."""

        def look(self, fd: int) -> None:
            found = os.fstat(fd)
            seen.append(stat.S_IMODE(found.st_mode))
            assert stat.S_IMODE(found.st_mode) & ~mode == 0
            assert found.st_gid == group or not found.st_mode & 0o070

        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            fd = super().open(path, flags, mode)
            if is_temporary(os.path.basename(path)):
                self.look(fd)
            return fd

        def chown(self, fd: int, owner: int, group: int) -> None:
            super().chown(fd, owner, group)
            self.look(fd)

        def chmod(self, fd: int, mode: int) -> None:
            super().chmod(fd, mode)
            self.look(fd)

        def write(self, fd: int, data: memoryview) -> int:
            count = super().write(fd, data)
            self.look(fd)
            return count

    mask = os.umask(0)
    try:
        save(path, NEW, OLD, disk=Watching())
    finally:
        os.umask(mask)
    assert seen[-1] == mode
    assert path.stat().st_gid == group


def test_case_64_set_user_id_does_not_pass_to_new_text(path: Path) -> None:
    path.chmod(0o4755)
    assert save(path, NEW, OLD).mode == 0o755


def test_case_64_group_is_kept_in_a_setgid_folder(place: Path) -> None:
    folder = place / "shared"
    folder.mkdir()
    if os.geteuid() == 0:
        os.chown(folder, -1, 12345)
    folder.chmod(0o2775)
    path = folder / "p.md"
    path.write_bytes(OLD)
    os.chown(path, -1, os.getegid())
    path.chmod(0o664)
    save(path, NEW, OLD)
    assert path.stat().st_gid == os.getegid()
    assert stat.S_IMODE(path.stat().st_mode) == 0o664
    created = save(folder / "new.md", NEW, None)
    assert created.path_written.stat().st_gid == folder.stat().st_gid


def test_case_64_hard_links_stay_joined(path: Path, place: Path) -> None:
    other = place / "b.md"
    os.link(path, other)
    state = place / "state"
    for data in (b"short", b"longer than it was" * 1000, b""):
        saved = save(path, data, path.read_bytes(), backup_folder=state / "backups")
        assert saved.in_place
        assert other.read_bytes() == data
        assert other.samefile(path)
    assert names(state / "backups") == []
    assert names(place) == ["b.md", "p.md", "state"]


def test_case_64_a_backup_lies_there_while_writing_in_place(path: Path, place: Path) -> None:
    os.link(path, place / "b.md")
    state = place / "state"
    seen: list[tuple[bytes, int]] = []

    class Watching(Disk):
        def seek(self, fd: int, offset: int) -> None:
            [backup] = state.iterdir()
            seen.append((backup.read_bytes(), stat.S_IMODE(backup.stat().st_mode)))
            super().seek(fd, offset)

    save(path, NEW, OLD, backup_folder=state, disk=Watching())
    assert set(seen) == {(OLD, 0o600)}


def test_case_64_a_hard_link_changed_outside_is_not_overwritten(path: Path, place: Path) -> None:
    other = place / "b.md"
    os.link(path, other)

    class TheyWrite(Disk):
        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            if flags & os.O_RDWR:
                other.write_bytes(b"THEIRS")
            return super().open(path, flags, mode)

    error = refused(lambda: save(path, NEW, OLD, disk=TheyWrite()))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert other.read_bytes() == b"THEIRS"
    assert names(place) == ["b.md", "p.md"]


def test_case_64_a_foreign_owner_who_cannot_be_kept_is_written_in_place(path: Path) -> None:
    inode = path.stat().st_ino

    class Foreign(Disk):
        def fstat(self, fd: int) -> os.stat_result:
            found = list(os.fstat(fd))
            found[stat.ST_UID] += 1
            return os.stat_result(found)

        def chown(self, fd: int, owner: int, group: int) -> None:
            raise PermissionError(1, "Operation not permitted")

    saved = save(path, NEW, OLD, disk=Foreign())
    assert saved.in_place
    assert path.read_bytes() == NEW
    assert path.stat().st_ino == inode
    assert names(path.parent) == ["p.md"]


class Attributes(Disk):
    """Extended attributes as a file system keeps them, here in memory, by inode."""

    def __init__(self, path: Path, values: dict[str, bytes]) -> None:
        self.kept = {path.stat().st_ino: values}

    def _of(self, path: str | int) -> dict[str, bytes]:
        return self.kept.setdefault(os.stat(path).st_ino, {})

    def attributes(self, path: str | int) -> list[str]:
        return list(self._of(path))

    def attribute(self, path: str | int, name: str) -> bytes:
        return self._of(path)[name]

    def set_attribute(self, path: str | int, name: str, value: bytes) -> None:
        if name == "user.refused":
            raise OSError(95, "Operation not supported")
        self._of(path)[name] = value


def test_case_64_extended_attributes_are_copied_where_possible(path: Path) -> None:
    disk = Attributes(
        path,
        {
            "user.refused": b"1",
            "user.k": b"v",
            "system.posix_acl_access": b"acl",
            "security.capability": b"power",
        },
    )
    assert not save(path, NEW, OLD, disk=disk).in_place
    assert disk._of(str(path)) == {"user.k": b"v", "system.posix_acl_access": b"acl"}


def test_case_63_a_read_only_file_is_refused_until_forced(path: Path) -> None:
    path.chmod(0o444)
    error = refused(lambda: save(path, NEW, OLD))
    assert error.reason is Reason.READ_ONLY
    assert path.read_bytes() == OLD
    assert save(path, NEW, OLD, force=True).mode == 0o444
    assert path.read_bytes() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


def test_case_63_a_read_only_file_that_is_clean_is_no_fault(path: Path) -> None:
    path.chmod(0o444)
    assert not save(path, OLD, OLD).written


class NoTemporaries(Disk):
    """A folder in which new files fail with one error."""

    def __init__(self, number: int) -> None:
        self.number = number

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        if is_temporary(os.path.basename(path)) and path.endswith(".tmp"):
            raise OSError(self.number, os.strerror(self.number), path)
        return super().open(path, flags, mode)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (13, Reason.FOLDER_READ_ONLY),
        (30, Reason.FOLDER_READ_ONLY),
        (22, Reason.NO_TEMPORARY_FILE),
        (95, Reason.NO_TEMPORARY_FILE),
    ],
)
def test_case_71_no_temporary_file_is_told_and_in_place_is_a_choice(
    path: Path, place: Path, number: int, reason: Reason
) -> None:
    inode = path.stat().st_ino
    error = refused(lambda: save(path, NEW, OLD, disk=NoTemporaries(number)))
    assert error.reason is reason
    assert error.in_place_possible
    assert path.read_bytes() == OLD
    saved = save(path, NEW, OLD, allow_in_place=True, disk=NoTemporaries(number))
    assert saved.in_place
    assert (path.read_bytes(), path.stat().st_ino) == (NEW, inode)
    assert names(place) == ["p.md"]


def test_case_71_in_place_needs_a_backup(path: Path) -> None:
    class NothingNew(NoTemporaries):
        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            if flags & os.O_EXCL:
                raise PermissionError(13, "Permission denied", path)
            return super().open(path, flags, mode)

    disk = NothingNew(13)
    error = refused(lambda: save(path, NEW, OLD, allow_in_place=True, disk=disk))
    assert error.reason is Reason.NO_BACKUP
    assert path.read_bytes() == OLD


def test_case_71_a_new_file_where_no_temporary_file_can_be(place: Path) -> None:
    path = place / "new.md"
    disk = NoTemporaries(95)
    assert refused(lambda: save(path, NEW, None, disk=disk)).in_place_possible
    assert save(path, NEW, None, allow_in_place=True, disk=disk).in_place
    assert path.read_bytes() == NEW


def sharing_violation() -> OSError:
    error = PermissionError(13, "The process cannot access the file")
    error.winerror = 32  # type: ignore[attr-defined]  # Windows only
    return error


class Held(Disk):
    """A Windows target that another program holds open for some attempts."""

    def __init__(self, attempts: int) -> None:
        self.left = attempts
        self.paused = 0.0

    def replace(self, source: str, target: str) -> None:
        if self.left:
            self.left -= 1
            raise sharing_violation()
        super().replace(source, target)

    def pause(self, seconds: float) -> None:
        self.paused += seconds


def test_case_70_a_target_held_for_a_moment_is_saved(path: Path) -> None:
    disk = Held(3)
    save(path, NEW, OLD, disk=disk)
    assert path.read_bytes() == NEW
    assert 0.2 < disk.paused < 0.5


def test_case_70_a_target_held_for_long_is_refused_after_two_seconds(path: Path) -> None:
    disk = Held(1000)
    assert refused(lambda: save(path, NEW, OLD, disk=disk)).reason is Reason.HELD
    assert 1.5 < disk.paused < 2.5
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["p.md"]


def test_case_70_what_the_holder_wrote_meanwhile_is_not_overwritten(path: Path) -> None:
    class TheyWriteAndClose(Held):
        def pause(self, seconds: float) -> None:
            super().pause(seconds)
            path.write_bytes(b"THEIRS")

    error = refused(lambda: save(path, NEW, OLD, disk=TheyWriteAndClose(3)))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert path.read_bytes() == b"THEIRS"
    assert names(path.parent) == ["p.md"]


@pytest.mark.parametrize(("attempts", "saved"), [(3, True), (1000, False)])
@pytest.mark.parametrize("flags", [READ_FLAGS | NO_FOLLOW, IN_PLACE_FLAGS], ids=["read", "write"])
def test_case_70_a_target_that_cannot_even_be_opened_is_waited_for(
    path: Path, attempts: int, saved: bool, flags: int
) -> None:
    os.link(path, path.with_name("other.md"))  # so that it is written in place

    class Closed(Held):
        def open(self, path: str, wanted: int, mode: int = 0o600) -> int:
            if wanted == flags and self.left:
                self.left -= 1
                raise sharing_violation()
            return super().open(path, wanted, mode)

    disk = Closed(attempts)
    if saved:
        save(path, NEW, OLD, disk=disk)
    else:
        assert refused(lambda: save(path, NEW, OLD, disk=disk)).reason is Reason.HELD
        assert 1.5 < disk.paused < 2.5
    assert path.read_bytes() == (NEW if saved else OLD)


def test_case_70_temporary_names_differ_and_are_known(path: Path) -> None:
    seen: set[str] = set()

    class Watching(Disk):
        def replace(self, source: str, target: str) -> None:
            seen.add(os.path.basename(source))
            super().replace(source, target)

    for number in range(5):
        save(path, b"%d" % number, path.read_bytes(), disk=Watching())
    assert len(seen) == 5
    assert all(is_temporary(name) and name.startswith(".") for name in seen)


@pytest.mark.parametrize(
    "name", ["p.md", ".p.md", "p.md.tmp", ".hidden.tmp", "a.prompt-editor.tmp", ".gitignore"]
)
def test_case_70_an_authors_file_is_never_taken_for_a_temporary_one(name: str) -> None:
    assert not is_temporary(name)


@pytest.mark.parametrize("name", ["\U0001f600" * 60 + ".md", "a" * 252 + ".md", "a\nb.md", "-"])
def test_case_70_any_name_a_file_can_have_is_saved(place: Path, name: str) -> None:
    path = place / name
    save(path, OLD, None)
    save(path, NEW, OLD)
    assert path.read_bytes() == NEW
    assert names(place) == [name]


def test_case_70_forgotten_temporary_files_are_removed_but_not_backups(place: Path) -> None:
    token = "0123456789abcdef"
    stale = place / f".p.md.{token}.prompt-editor.tmp"
    young = place / f".q.md.{token}.prompt-editor.tmp"
    backup = place / f".p.md.{token}.prompt-editor.backup"
    for file in (stale, young, backup, place / "p.md.tmp"):
        file.write_bytes(b"x")
        os.utime(file, (100, 100))
    os.utime(young, (200, 200))
    remove_stale(place, before=150)
    assert names(place) == sorted([young.name, backup.name, "p.md.tmp"])
    remove_stale(place / "gone", before=150)


def test_case_70_the_temporary_file_of_a_save_that_is_going_on_is_left_alone(path: Path) -> None:
    class TheyLookMeanwhile(Disk):
        def sync(self, fd: int) -> None:
            remove_stale(path.parent, before=float("inf"))
            super().sync(fd)

    save(path, NEW, OLD, disk=TheyLookMeanwhile())
    assert path.read_bytes() == NEW


def test_case_64_the_backup_of_a_save_that_is_going_on_is_not_told(
    path: Path, tmp_path: Path
) -> None:
    os.link(path, path.with_name("other.md"))
    backups = str(tmp_path / "backups")
    told: list[list[str]] = []

    class TheyLookMeanwhile(Disk):
        def truncate(self, fd: int, length: int) -> None:
            told.append(os.listdir(backups))
            told.append(backups_of(os.fspath(path), backups))
            super().truncate(fd, length)

    save(path, NEW, OLD, disk=TheyLookMeanwhile(), backup_folder=backups)
    assert [len(each) for each in told] == [1, 0]


def test_case_70_a_lock_that_needs_a_file_open_for_writing_is_asked_for_so(place: Path) -> None:
    class Nfs(Disk):
        readonly: bool

        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            self.readonly = not flags & (os.O_RDWR | os.O_WRONLY)
            if not self.readonly and os.path.exists(path) and not os.stat(path).st_mode & 0o200:
                raise PermissionError(13, "Permission denied")
            return super().open(path, flags, mode)

        def lock(self, fd: int) -> None:
            if self.readonly:
                raise OSError(errno.EBADF, "Bad file descriptor")
            super().lock(fd)

    plain = place / ".p.md.0123456789abcdef.prompt-editor.tmp"
    protected = place / ".q.md.0123456789abcdef.prompt-editor.tmp"
    for file in (plain, protected):
        file.write_bytes(b"x")
    protected.chmod(0o400)
    with plain.open() as held:
        Disk().lock(held.fileno())
        remove_stale(place, float("inf"), Nfs())
        assert names(place) == [plain.name, protected.name]
    remove_stale(place, float("inf"), Nfs())
    assert names(place) == [protected.name]  # nobody can tell
    remove_stale(place, float("inf"))
    assert names(place) == []


def test_case_70_without_locks_the_age_of_a_temporary_file_decides(place: Path) -> None:
    class NoLocks(Disk):
        def lock(self, fd: int) -> None:
            raise OSError(37, "No locks available")

    stale = place / ".p.md.0123456789abcdef.prompt-editor.tmp"
    for before, left in ((100, [stale.name]), (101, [])):
        stale.write_bytes(b"x")
        os.utime(stale, (100, 100))
        remove_stale(place, before, NoLocks())
        assert names(place) == left
    save(place / "p.md", NEW, None, disk=NoLocks())
    assert names(place) == ["p.md"]


def test_case_70_what_only_looks_like_a_temporary_file_is_left_alone(place: Path) -> None:
    """A folder, a pipe and a link of such a name; nothing waits for a writer."""
    token = "0123456789abcdef"
    (place / f".a.{token}.prompt-editor.tmp").mkdir()
    os.mkfifo(place / f".b.{token}.prompt-editor.tmp")
    (place / "real").write_bytes(b"x")
    (place / f".c.{token}.prompt-editor.tmp").symlink_to("real")
    before = names(place)
    remove_stale(place, before=float("inf"))
    assert names(place) == before


def test_a_new_file_has_the_mode_that_the_user_gives_new_files(place: Path) -> None:
    for mask, mode in ((0o022, 0o644), (0o077, 0o600), (0o002, 0o664)):
        path = place / f"{mask}.md"
        before = os.umask(mask)
        try:
            assert save(path, NEW, None).mode == mode
        finally:
            os.umask(before)
        found = path.stat()
        assert (path.read_bytes(), stat.S_IMODE(found.st_mode), found.st_nlink) == (NEW, mode, 1)


@pytest.mark.parametrize("theirs", [b"theirs", NEW, b""])
def test_a_new_file_never_takes_the_place_of_another(place: Path, theirs: bytes) -> None:
    path = place / "new.md"

    class TheyMakeIt(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            path.write_bytes(theirs)

    assert refused(lambda: save(path, NEW, None, disk=TheyMakeIt())).reason is Reason.EXISTS
    assert refused(lambda: save(path, NEW, None)).reason is Reason.EXISTS
    assert path.read_bytes() == theirs
    assert names(place) == ["new.md"]


def test_a_new_file_on_a_file_system_without_hard_links(place: Path) -> None:
    class NoLinks(Disk):
        def link(self, source: str, target: str) -> None:
            raise OSError(95, "Operation not supported")

    class TheyMakeIt(NoLinks):
        def link(self, source: str, target: str) -> None:
            Path(target).write_bytes(b"theirs")
            super().link(source, target)

    save(place / "a.md", NEW, None, disk=NoLinks())
    assert (place / "a.md").read_bytes() == NEW
    error = refused(lambda: save(place / "b.md", NEW, None, disk=TheyMakeIt()))
    assert error.reason is Reason.EXISTS
    assert (place / "b.md").read_bytes() == b"theirs"
    assert names(place) == ["a.md", "b.md"]


def test_what_is_no_file_is_refused(place: Path) -> None:
    os.mkfifo(place / "pipe")
    (place / "file").write_bytes(OLD)
    for name, reason in {
        ".": Reason.NOT_A_FILE,
        "pipe": Reason.NOT_A_FILE,
        "a\0b": Reason.NOT_A_FILE,
        "gone/p.md": Reason.NO_FOLDER,
        "file/p.md": Reason.NO_FOLDER,
    }.items():
        for base in (None, OLD):
            path = f"{place}/{name}"
            error = refused(
                lambda path=path, base=base: save(path, NEW, base)  # type: ignore[misc]  # as above
            )
            assert error.reason is reason
    assert refused(lambda: save("/dev/null", NEW, OLD)).reason is Reason.NOT_A_FILE


def test_a_relative_path_is_of_the_working_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    assert save("p.md", NEW, OLD).path_written == Path(os.path.realpath(path))
    assert path.read_bytes() == NEW


def test_an_absolute_path_is_saved_though_the_working_folder_is_gone(
    path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = place / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    save(path, NEW, OLD)
    assert path.read_bytes() == NEW
    assert refused(lambda: save("p.md", NEW, OLD)).reason is Reason.NO_FOLDER


def test_case_64_permissions_that_cannot_be_asked_for_are_kept_by_writing_in_place(
    path: Path,
) -> None:
    class Sick(Disk):
        def attributes(self, path: str | int) -> list[str]:
            raise OSError(5, "Input/output error")

    inode = path.stat().st_ino
    assert save(path, NEW, OLD, disk=Sick()).in_place
    assert (path.read_bytes(), path.stat().st_ino) == (NEW, inode)
    assert names(path.parent) == ["p.md"]


def test_case_71_another_user_s_file_in_a_sticky_folder_offers_in_place(path: Path) -> None:
    class Sticky(Disk):
        def replace(self, source: str, target: str) -> None:
            raise OSError(1, "Operation not permitted")

    error = refused(lambda: save(path, NEW, OLD, disk=Sticky()))
    assert error.in_place_possible
    assert "does not let it be replaced" in str(error)
    assert names(path.parent) == ["p.md"]


@pytest.mark.parametrize("name", [b"caf\xe9.md", b"\xff" * 200, b"a\nb\x1b[31m.md", b"x" * 255])
def test_odd_names_are_saved_and_told_in_one_line(place: Path, name: bytes) -> None:
    path = os.path.join(os.fsencode(place), name)
    try:
        with open(path, "wb") as file:
            file.write(OLD)
    except OSError as error:
        pytest.skip(f"this file system does not take such names: {error}")
    text = os.fsdecode(path)
    save(text, NEW, OLD)
    with open(path, "rb") as file:
        assert file.read() == NEW
    assert os.listdir(os.fsencode(place)) == [name]
    assert refused(lambda: save(text, OLD, b"other")).reason is Reason.CHANGED_ON_DISK


def test_case_71_a_path_too_long_for_a_temporary_file_offers_in_place(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file itself just fits; the longer name of a temporary file beside it does not."""
    longest = os.pathconf(place, "PC_PATH_MAX") - 1 if hasattr(os, "pathconf") else 0
    if not longest:
        pytest.skip("this system does not say how long a path may be")
    monkeypatch.chdir(place)
    left = longest - len(os.fsencode(os.path.realpath(place))) - len("/p.md")
    while left > 1:
        name = "d" * min(left - 1, 200 if left > 260 else left - 1)
        os.mkdir(name)
        os.chdir(name)
        left -= len(name) + 1
    Path("p.md").write_bytes(OLD)
    path = os.path.join(os.getcwd(), "p.md")
    os.chdir(place)
    assert refused(lambda: save(path, NEW, OLD)).in_place_possible
    assert save(path, NEW, OLD, allow_in_place=True, backup_folder=place / "state").in_place
    assert Path(path).read_bytes() == NEW


@pytest.mark.parametrize("force", [False, True])
def test_a_pipe_that_took_the_place_of_the_file_is_not_waited_for(path: Path, force: bool) -> None:
    class TheyMakeAPipe(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            path.unlink(missing_ok=True)
            os.mkfifo(path)

    error = refused(lambda: save(path, NEW, OLD, force=force, disk=TheyMakeAPipe()))
    assert error.reason is Reason.CHANGED_ON_DISK
    assert refused(lambda: save(path, NEW, OLD, force=force)).reason is Reason.NOT_A_FILE
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_renamed_while_saving_is_left_as_it_was(path: Path, place: Path) -> None:
    moved = place.with_name("moved")

    class TheyRename(Disk):
        def sync(self, fd: int) -> None:
            super().sync(fd)
            place.rename(moved)

    error = refused(lambda: save(path, NEW, OLD, disk=TheyRename()))
    assert error.reason is Reason.DELETED
    assert (moved / "p.md").read_bytes() == OLD
    remove_stale(moved, before=float("inf"))
    assert names(moved) == ["p.md"]
    assert not place.exists()


def test_case_70_two_programs_that_save_at_once_leave_one_text_whole(path: Path) -> None:
    def content(who: int, number: int) -> bytes:
        return b"%d of %d\n" % (number, who) * 3000

    failures: list[BaseException] = []

    def save_often(who: int) -> None:
        try:
            for number in range(20):
                with suppress(SaveRefused):  # the other one was quicker
                    save(path, content(who, number), path.read_bytes())
                found = path.read_bytes()
                assert found in whole, found[:20]
        except BaseException as error:  # noqa: BLE001 - a thread tells nobody
            failures.append(error)

    whole = {content(who, number) for who in range(2) for number in range(20)}
    threads = [Thread(target=save_often, args=(who,)) for who in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert names(path.parent) == ["p.md"]


ORDINARY_USER = """
import os, sys
from editor.storage.saving import save, SaveRefused
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
path, state = sys.argv[1:]
with open(path, "rb") as file:
    old = file.read()
try:
    save(path, b"new", old)
except SaveRefused as refused:
    print(refused.reason.name, refused.in_place_possible)
print(save(path, b"new", old, allow_in_place=True, backup_folder=state).in_place)
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can reach, which the folders of pytest are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_case_71_a_read_only_folder_as_an_ordinary_user(shared: Path) -> None:
    """The real thing, without the super-user's rights, in a process of its own."""
    folder, state = shared / "folder", shared / "state"
    path = folder / "p.md"
    folder.mkdir()
    state.mkdir()
    path.write_bytes(OLD)
    for entry in (path, state):
        if os.geteuid() == 0:
            os.chown(entry, 65534, 65534)
    folder.chmod(0o555)
    result = subprocess.run(
        [sys.executable, "-c", ORDINARY_USER, str(path), str(state)],
        cwd=Path(editor.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    folder.chmod(0o755)
    assert result.stdout.split() == ["FOLDER_READ_ONLY", "True", "True"], result.stderr
    assert path.read_bytes() == b"new"
    assert names(state) == []
