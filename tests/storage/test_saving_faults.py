"""A fault at every single step of every kind of save.

Each scenario is run once to learn its system calls. Then it is run again for each call and each
error, with that call failing, and once for each call with the program killed there. No list of
steps is kept by hand: a step that is added to saving is a step that fails here.
"""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from editor.storage.disk import Disk
from editor.storage.saving import Reason, Saved, SaveRefused, remove_stale, save
from tests.storage.faulty import ERRORS, Faulty, Killed, changes, leftovers

OLD = b"old text\n" * 20
NEW = b"the new text\n" * 30


class NoTemporary(Faulty):
    """As on a share that takes no temporary files."""

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        if path.endswith(".prompt-editor.tmp"):
            raise OSError(errno.EINVAL, "Invalid argument")
        return super().open(path, flags, mode)


class NoLinks(Faulty):
    """As on a file system without hard links."""

    def link(self, source: str, target: str) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")


class Foreign(Faulty):
    """As for a file of another user."""

    def chown(self, fd: int, owner: int, group: int) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    def fstat(self, fd: int) -> os.stat_result:
        found = list(super().fstat(fd))
        found[4] += 1  # its owner
        return os.stat_result(found)


class Attributed(Faulty):
    """A file system on which the file has an attribute and an access list."""

    def attributes(self, path: str | int) -> list[str]:
        return ["user.note", "system.posix_acl_access"]

    def attribute(self, path: str | int, name: str) -> bytes:
        return b"value"

    def set_attribute(self, path: str | int, name: str, value: bytes) -> None:
        pass


def plain(folder: Path) -> None:
    """Nothing but the file."""


def hard_link(folder: Path) -> None:
    os.link(folder / "p.md", folder / "other.md")


def linked(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "p.md").rename(folder / "real" / "file.md")
    (folder / "link.md").symlink_to("real/file.md")
    (folder / "p.md").symlink_to("link.md")


def dangling(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "p.md").symlink_to("real/file.md")


def deleted(folder: Path) -> None:
    (folder / "p.md").unlink()


def protected(folder: Path) -> None:
    (folder / "p.md").chmod(0o444)


@dataclass(frozen=True)
class Scenario:
    """A kind of save: what is there before (None: nothing), and what is asked."""

    name: str
    old: bytes | None
    new: bytes
    arrange: Callable[[Path], None] = plain
    backups: bool = False
    disk: type[Faulty] = Faulty
    options: tuple[str, ...] = ()
    in_place: bool = False

    def prepare(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        if self.old is not None:
            (folder / "p.md").write_bytes(self.old)
        self.arrange(folder)

    def state(self, folder: Path) -> Path:
        return folder.with_name(folder.name + "-state")

    def run(self, folder: Path, disk: Disk, old: bytes | None, *more: str) -> Saved:
        return save(
            folder / "p.md",
            self.new,
            old,
            backup_folder=self.state(folder) if self.backups else None,
            disk=disk,
            **dict.fromkeys((*self.options, *more), True),
        )

    def content(self, folder: Path) -> bytes | None:
        with suppress(FileNotFoundError):
            return (folder / "p.md").read_bytes()
        return None

    def before(self) -> bytes | None:
        """What the file holds before."""
        return None if self.arrange in (deleted, dangling) else self.old

    def left(self, folder: Path) -> list[str]:
        """Temporary and backup files that are there."""
        return leftovers(folder, folder / "real", self.state(folder))


ASIDE = ("allow_in_place",)
SCENARIOS = [
    Scenario("replaced", OLD, NEW),
    Scenario("emptied", OLD, b""),
    Scenario("new", None, NEW),
    Scenario("new without hard links", None, NEW, disk=NoLinks),
    Scenario("through links", OLD, NEW, linked),
    Scenario("dangling link", None, NEW, dangling, options=("create",)),
    Scenario("deleted", OLD, NEW, deleted, options=("create",)),
    Scenario("write-protected", OLD, NEW, protected, options=("force",)),
    Scenario("attributes", OLD, NEW, disk=Attributed),
    Scenario("hard link grows", OLD, NEW, hard_link, in_place=True),
    Scenario("hard link shrinks", NEW, OLD, hard_link, backups=True, in_place=True),
    Scenario("foreign owner", OLD, NEW, disk=Foreign, in_place=True),
    Scenario("in place", OLD, NEW, backups=True, disk=NoTemporary, options=ASIDE, in_place=True),
    Scenario("new in place", None, NEW, disk=NoTemporary, options=ASIDE, in_place=True),
    Scenario("clean", OLD, OLD),
    Scenario("once more", OLD, OLD, options=("rewrite",)),
]


def calls_of(scenario: Scenario, folder: Path) -> list[str]:
    scenario.prepare(folder)
    disk = scenario.disk()
    saved = scenario.run(folder, disk, scenario.old)
    assert scenario.content(folder) == scenario.new
    assert saved.in_place == scenario.in_place
    assert scenario.left(folder) == []
    return disk.calls


def outcome(scenario: Scenario, folder: Path, disk: Disk) -> SaveRefused | None:
    try:
        scenario.run(folder, disk, scenario.old)
    except SaveRefused as refused:
        return refused
    return None


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_case_40_after_any_fault_the_file_is_whole_and_nothing_is_left(
    scenario: Scenario, tmp_path: Path
) -> None:
    calls = calls_of(scenario, tmp_path / "learn")
    assert len(calls) > 5
    for at, call in enumerate(calls):
        for number in ERRORS:
            folder = tmp_path / f"{at}-{number}"
            scenario.prepare(folder)
            where = f"{scenario.name}: {call} (call {at}) fails with {errno.errorcode[number]}"
            refused = outcome(scenario, folder, scenario.disk(at, number))
            found = scenario.content(folder)
            if refused is None or refused.reason is Reason.NOT_CONFIRMED:
                assert found == scenario.new, where
            else:
                assert found == scenario.before(), where
            if refused is not None:
                said = str(refused)
                assert said.isprintable(), where
                assert said.startswith("p.md was "), where  # as the user calls it
                assert said.count(". ") >= 1, where  # what happened, and what may be done
                assert refused.advice, where
            if call != "unlink":  # what can't be removed stays
                assert scenario.left(folder) == [], where
            if scenario.arrange is hard_link:
                assert (folder / "other.md").samefile(folder / "p.md"), where
            if scenario.arrange in (linked, dangling):
                assert (folder / "p.md").is_symlink(), where
            saved_again(scenario, folder, found, where)


def saved_again(scenario: Scenario, folder: Path, found: bytes | None, where: str) -> None:
    """What was refused can be saved as soon as the disk is well, and surely reaches it then."""
    disk = scenario.disk()
    if found is None:
        scenario.run(folder, disk, scenario.old)
    else:
        scenario.run(folder, disk, found, "rewrite")
        assert {"write", "sync"} <= set(disk.calls) or not scenario.new, where
    assert scenario.content(folder) == scenario.new, where


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_case_40_after_a_kill_the_old_text_or_the_new_is_whole_somewhere(
    scenario: Scenario, tmp_path: Path
) -> None:
    calls = calls_of(scenario, tmp_path / "learn")
    for at, call in enumerate(calls):
        folder = tmp_path / str(at)
        scenario.prepare(folder)
        with pytest.raises(Killed):
            scenario.run(folder, scenario.disk(at, None), scenario.old)
        where = f"{scenario.name}: killed at {call} (call {at})"
        found = scenario.content(folder)
        if found not in (scenario.before(), scenario.new):
            if scenario.old is None:  # a name was reserved, or a new file begun
                assert scenario.new.startswith(found or b""), where
                assert scenario.in_place or found == b"", where
            else:
                assert scenario.in_place, where
                places = (folder, scenario.state(folder))
                kept = [each.read_bytes() for one in places for each in one.glob(".*.backup")]
                assert kept == [scenario.old], where
        for place in (folder, folder / "real"):
            remove_stale(place, before=float("inf"))
        assert not any(name.endswith(".tmp") for name in scenario.left(folder)), where


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("links", [1, 2])
def test_case_40_a_full_disk_is_named_and_saving_elsewhere_works(
    tmp_path: Path, links: int, number: int
) -> None:
    arrange = hard_link if links > 1 else plain
    scenario = Scenario("full", OLD, NEW, arrange, backups=True, in_place=links > 1)
    calls = calls_of(scenario, tmp_path / "learn")
    at = calls.index("write") if links == 1 else len(calls) - 1 - calls[::-1].index("write")
    scenario.prepare(tmp_path / "full")
    said = {errno.ENOSPC: "disk is full", errno.EDQUOT: "share of the disk is used up"}[number]
    with pytest.raises(SaveRefused, match=said) as caught:
        scenario.run(tmp_path / "full", Faulty(at, number), OLD)
    assert caught.value.reason is Reason.NO_SPACE
    assert scenario.content(tmp_path / "full") == OLD
    save(tmp_path / "elsewhere.md", NEW, None)
    assert (tmp_path / "elsewhere.md").read_bytes() == NEW


def test_case_40_a_restore_that_fails_leaves_and_names_the_backup(tmp_path: Path) -> None:
    class Dying(Faulty):
        """Fails at every write into the file itself from the first on."""

        broken: bool = False

        def seek(self, fd: int, offset: int) -> None:
            self.broken = True
            super().seek(fd, offset)

        def write(self, fd: int, data: memoryview) -> int:
            if self.broken:
                raise OSError(errno.EIO, "Input/output error")
            return super().write(fd, data)

    scenario = Scenario("dying", OLD, NEW, hard_link)
    scenario.prepare(tmp_path / "dying")
    with pytest.raises(SaveRefused) as caught:
        scenario.run(tmp_path / "dying", Dying(), OLD)
    [backup] = (tmp_path / "dying").glob(".*.backup")
    assert caught.value.reason is Reason.PARTLY_WRITTEN
    assert backup.name in str(caught.value)
    assert backup.read_bytes() == OLD


def test_an_interrupt_while_writing_in_place_puts_the_old_text_back(tmp_path: Path) -> None:
    class Interrupted(Faulty):
        interrupted: bool = False

        def truncate(self, fd: int, length: int) -> None:
            if not self.interrupted:
                self.interrupted = True
                raise KeyboardInterrupt
            super().truncate(fd, length)

    scenario = Scenario("interrupted", OLD, NEW, hard_link)
    scenario.prepare(tmp_path / "work")
    with pytest.raises(KeyboardInterrupt):
        scenario.run(tmp_path / "work", Interrupted(), OLD)
    assert scenario.content(tmp_path / "work") == OLD
    assert scenario.left(tmp_path / "work") == []


def test_new_text_is_on_the_disk_before_it_takes_the_name(tmp_path: Path) -> None:
    assert changes(calls_of(Scenario("replaced", OLD, NEW), tmp_path / "a")) == [
        *("write", "sync", "replace", "sync_folder"),
    ]
    assert changes(calls_of(Scenario("new", None, NEW), tmp_path / "b")) == [
        *("write", "sync", "link", "unlink", "sync_folder"),
    ]


def test_the_backup_is_on_the_disk_before_a_byte_is_overwritten(tmp_path: Path) -> None:
    assert changes(
        calls_of(Scenario("grows", OLD, NEW, hard_link, in_place=True), tmp_path / "a")
    ) == [
        *("write", "sync", "sync_folder"),  # the backup
        *("write", "sync"),  # what is longer
        *("write", "truncate", "sync"),
        "unlink",
    ]


def test_short_writes_and_short_reads_are_no_fault(tmp_path: Path) -> None:
    class Short(Disk):
        def write(self, fd: int, data: memoryview) -> int:
            return super().write(fd, data[:7])

        def read(self, fd: int, count: int) -> bytes:
            return super().read(fd, min(count, 5))

    path = tmp_path / "p.md"
    save(path, OLD, None, disk=Short())
    save(path, NEW, OLD, disk=Short())
    assert path.read_bytes() == NEW


def test_a_folder_that_cannot_be_synced_is_no_fault(tmp_path: Path) -> None:
    class NoFolderSync(Disk):
        def sync_folder(self, folder: str) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    save(tmp_path / "p.md", NEW, None, disk=NoFolderSync())
    assert (tmp_path / "p.md").read_bytes() == NEW
