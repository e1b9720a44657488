"""A fault at every single step of every kind of save.

Each scenario is run once to learn its system calls. Then it is run again for each call and each
error, with that call failing, and once for each call with the program killed there. No list of
steps is kept by hand: a step that is added to saving is a step that fails here.
"""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from editor.storage.disk import Disk
from editor.storage.saving import Reason, Saved, SaveRefused, is_temporary, remove_stale, save

OLD = b"old text\n" * 20
NEW = b"the new text\n" * 30
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.ENOENT)


class Killed(BaseException):
    """The program ends here: no later call reaches the disk."""


@dataclass
class Faulty(Disk):
    """A disk whose call number `at` (from 0) fails with `error`; None kills the program there."""

    at: int = -1
    error: int | None = None
    calls: list[str] = field(default_factory=list)
    dead: bool = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in vars(Disk) or name.startswith("_"):
            return found

        def call(*arguments: Any, **named: Any) -> Any:
            number = len(self.calls)
            self.calls.append(name)
            if self.dead or (number == self.at and self.error is None):
                self.dead = True
                raise Killed
            if number == self.at and name == "may_write":  # its way to fail is to say no
                return False
            if number == self.at:
                self.stop_half_way(name, found, arguments)
                assert self.error is not None
                raise OSError(self.error, os.strerror(self.error))
            return found(*arguments, **named)

        return call

    def stop_half_way(self, name: str, found: Callable[..., Any], arguments: Any) -> None:
        """What a failing call has already done: half a write; a descriptor is closed."""
        if name == "write":
            found(arguments[0], arguments[1][: len(arguments[1]) // 2])
        if name == "close":
            found(*arguments)


class NoTemporary(Faulty):
    """As on a share that takes no temporary files."""

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        if path.endswith(".prompt-editor.tmp"):
            raise OSError(errno.EINVAL, "Invalid argument")
        return super().open(path, flags, mode)


@dataclass(frozen=True)
class Scenario:
    """A kind of save: what is there before (None: nothing), and what is asked."""

    name: str
    old: bytes | None
    new: bytes
    links: int = 1
    backups: bool = False
    disk: type[Faulty] = Faulty
    options: tuple[str, ...] = ()

    def prepare(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        if self.old is not None:
            (folder / "p.md").write_bytes(self.old)
            for number in range(1, self.links):
                os.link(folder / "p.md", folder / f"link{number}.md")

    def run(self, folder: Path, disk: Disk) -> Saved:
        state = folder.with_name(folder.name + "-state")
        return save(
            folder / "p.md",
            self.new,
            self.old,
            backup_folder=state if self.backups else None,
            disk=disk,
            **dict.fromkeys(self.options, True),
        )

    def content(self, folder: Path) -> bytes | None:
        with suppress(FileNotFoundError):
            return (folder / "p.md").read_bytes()
        return None


SCENARIOS = [
    Scenario("replaced", OLD, NEW),
    Scenario("emptied", OLD, b""),
    Scenario("new", None, NEW),
    Scenario("hard link grows", OLD, NEW, links=2),
    Scenario("hard link shrinks", NEW, OLD, links=2, backups=True),
    Scenario("in place", OLD, NEW, disk=NoTemporary, options=("allow_in_place",)),
    Scenario("new in place", None, NEW, disk=NoTemporary, options=("allow_in_place",)),
    Scenario("clean", OLD, OLD),
]


def calls_of(scenario: Scenario, folder: Path) -> list[str]:
    scenario.prepare(folder)
    disk = scenario.disk()
    scenario.run(folder, disk)
    assert scenario.content(folder) == scenario.new
    return disk.calls


def outcome(scenario: Scenario, folder: Path, disk: Disk) -> SaveRefused | None:
    try:
        scenario.run(folder, disk)
    except SaveRefused as refused:
        return refused
    return None


def leftovers(folder: Path) -> list[str]:
    state = folder.with_name(folder.name + "-state")
    found = os.listdir(folder) + (os.listdir(state) if state.exists() else [])
    return [name for name in found if is_temporary(name)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_case_40_after_any_fault_the_file_is_whole_and_nothing_is_left(
    scenario: Scenario, tmp_path: Path
) -> None:
    calls = calls_of(scenario, tmp_path / "learn")
    assert {"read", "close"} <= set(calls) or scenario.old is None
    for at, call in enumerate(calls):
        for number in ERRORS:
            folder = tmp_path / f"{at}-{number}"
            scenario.prepare(folder)
            where = f"{scenario.name}: {call} (call {at}) fails with {errno.errorcode[number]}"
            refused = outcome(scenario, folder, scenario.disk(at, number))
            expected: bytes | None = scenario.new
            if refused is not None:
                assert str(refused).isprintable(), where
                assert "p.md" in str(refused), where
                if refused.reason is not Reason.NOT_CONFIRMED:
                    expected = scenario.old
            assert scenario.content(folder) == expected, where
            if call != "unlink":  # what can't be removed stays
                assert leftovers(folder) == [], where
            if scenario.links > 1:
                assert (folder / "link1.md").samefile(folder / "p.md"), where


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_case_40_after_a_kill_the_old_text_or_the_new_is_whole_somewhere(
    scenario: Scenario, tmp_path: Path
) -> None:
    calls = calls_of(scenario, tmp_path / "learn")
    in_place = scenario.links > 1 or scenario.disk is NoTemporary
    for at, call in enumerate(calls):
        folder = tmp_path / str(at)
        scenario.prepare(folder)
        with pytest.raises(Killed):
            scenario.run(folder, scenario.disk(at, None))
        where = f"{scenario.name}: killed at {call} (call {at})"
        found = scenario.content(folder)
        if in_place and scenario.old is not None:
            state = folder.with_name(folder.name + "-state")
            kept = [*folder.glob(".*.backup"), *state.glob(".*.backup")]
            copies = [found, *(file.read_bytes() for file in kept)]
            assert scenario.old in copies or found == scenario.new, where
        elif not in_place:
            assert found in (scenario.old, scenario.new), where
        remove_stale(folder, before=float("inf"))
        assert not any(name.endswith(".tmp") for name in leftovers(folder)), where


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("links", [1, 2])
def test_case_40_a_full_disk_is_named_and_saving_elsewhere_works(
    tmp_path: Path, links: int, number: int
) -> None:
    scenario = Scenario("full", OLD, NEW, links=links, backups=True)
    calls = calls_of(scenario, tmp_path / "learn")
    at = calls.index("write") if links == 1 else len(calls) - 1 - calls[::-1].index("write")
    scenario.prepare(tmp_path / "full")
    with pytest.raises(SaveRefused, match="disk is full") as caught:
        scenario.run(tmp_path / "full", Faulty(at, number))
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

    scenario = Scenario("dying", OLD, NEW, links=2)
    scenario.prepare(tmp_path / "dying")
    with pytest.raises(SaveRefused) as caught:
        scenario.run(tmp_path / "dying", Dying())
    [backup] = (tmp_path / "dying").glob(".*.backup")
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

    scenario = Scenario("interrupted", OLD, NEW, links=2)
    scenario.prepare(tmp_path / "work")
    with pytest.raises(KeyboardInterrupt):
        scenario.run(tmp_path / "work", Interrupted())
    assert scenario.content(tmp_path / "work") == OLD
    assert leftovers(tmp_path / "work") == []


def changes(calls: list[str]) -> list[str]:
    """The calls that change what the disk holds, or make sure of it."""
    kept = {"write", "sync", "replace", "link", "unlink", "sync_folder", "truncate"}
    return [call for call in calls if call in kept]


def test_new_text_is_on_the_disk_before_it_takes_the_name(tmp_path: Path) -> None:
    assert changes(calls_of(Scenario("replaced", OLD, NEW), tmp_path / "a")) == [
        *("write", "sync", "replace", "sync_folder"),
    ]
    assert changes(calls_of(Scenario("new", None, NEW), tmp_path / "b")) == [
        *("write", "sync", "link", "unlink", "sync_folder"),
    ]


def test_the_backup_is_on_the_disk_before_a_byte_is_overwritten(tmp_path: Path) -> None:
    assert changes(calls_of(Scenario("grows", OLD, NEW, links=2), tmp_path / "a")) == [
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
