"""Snapshots of unsaved text: their form, whose they are, and what no fault may do to them."""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.storage.disk import Disk
from editor.storage.recovery import (
    Damaged,
    RecoveryFault,
    RecoveryStore,
    Snapshot,
    Unsaved,
    stored,
)
from editor.storage.snapshots import pack, unpack

BASE = "0" * 64


def unsaved(text: str = "typed\r\n", path: Path | None = Path("/prompts/p.md")) -> Unsaved:
    return Unsaved(text, path, "prompt", "utf-8", False, BASE, "p.md", 1000.5)


def texts(found: tuple[Snapshot | Damaged, ...]) -> list[str]:
    return [each.unsaved.text for each in found if isinstance(each, Snapshot)]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where snapshots lie; it is not there yet."""
    return tmp_path / "state" / "recovery"


@given(
    st.text(st.characters(codec=None)),
    st.none() | st.text(st.characters(exclude_characters="\0")),
    st.booleans(),
    st.none() | st.text(),
    st.floats(0, 1e11),
    st.none() | st.text(st.characters(codec=None)),
)
def test_what_is_packed_is_unpacked(
    text: str, name: str | None, bom: bool, base: str | None, when: float, around: str | None
) -> None:
    path = None if name is None else Path("/" + name)
    given_ = Unsaved(text, path, "prompt", "cp1252", bom, base, "a\ntitle", when, around)
    assert unpack(pack(given_)) == given_


def test_a_snapshot_can_be_read_by_hand(root: Path) -> None:
    file = RecoveryStore(root).write(unsaved("caf\u00e9\r\n$name\n"))
    head, text = file.read_bytes().split(b"\n", 1)
    assert text == b"caf\xc3\xa9\r\n$name\n"
    assert json.loads(head)["path"] == "/prompts/p.md"


def test_a_snapshot_and_its_folders_are_its_owner_s_alone(root: Path) -> None:
    before = os.umask(0)
    try:
        store = RecoveryStore(root)
        file = store.write(unsaved())
        store.write(unsaved("more"), file)
    finally:
        os.umask(before)
    assert [mode(file), mode(file.parent), mode(root)] == [0o600, 0o700, 0o700]
    assert sorted(os.listdir(file.parent)) == sorted(["lock", file.name])


def test_nothing_is_written_before_there_is_something_to_keep(root: Path) -> None:
    store = RecoveryStore(root)
    assert store.claim() == ()
    store.release()
    assert not root.exists()


def test_a_newer_snapshot_takes_the_place_of_the_older(root: Path) -> None:
    store = RecoveryStore(root)
    file = store.write(unsaved("one"))
    other = store.write(unsaved("another document"))
    assert store.write(unsaved("two"), file) == file != other
    assert sorted(texts(stored(root))) == ["another document", "two"]


def test_a_removed_snapshot_is_gone_and_the_folder_goes_at_the_end(root: Path) -> None:
    store = RecoveryStore(root)
    store.remove(store.write(unsaved()))
    assert stored(root) == ()
    store.release()
    assert os.listdir(root) == []


def test_case_66_a_start_leaves_a_program_that_runs_its_snapshots(root: Path) -> None:
    running = RecoveryStore(root)
    running.write(unsaved())
    assert RecoveryStore(root).claim() == ()
    assert texts(stored(root)) == ["typed\r\n"]


def test_case_66_two_starts_never_get_the_same_snapshot(root: Path) -> None:
    dead = RecoveryStore(root)
    dead.write(unsaved("one"))
    dead.write(replace(unsaved("two"), when=999.0))
    del dead
    first, second = RecoveryStore(root), RecoveryStore(root)
    assert (texts(first.claim()), second.claim()) == (["two", "one"], ())


KILLED = """
import os, signal, sys
from editor.storage.recovery import RecoveryStore, Unsaved
store = RecoveryStore(sys.argv[1])
store.write(Unsaved("of a killed program", None, "prompt", "utf-8", False, None, "", 0.0))
print("written", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system knows no SIGKILL")
def test_case_66_a_killed_program_leaves_its_snapshot_to_the_next_start(root: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"written\n"
        while_it_runs = RecoveryStore(root).claim()
        child.kill()
        child.wait()
    assert (while_it_runs, texts(RecoveryStore(root).claim())) == ((), ["of a killed program"])


def test_case_66_what_nobody_decided_on_stays_for_the_start_after(root: Path) -> None:
    RecoveryStore(root).write(unsaved("first crash"))
    second = RecoveryStore(root)
    assert texts(second.claim()) == ["first crash"]
    second.write(replace(unsaved("second crash"), when=2000.0))
    del second
    third = RecoveryStore(root)
    assert texts(third.claim()) == ["first crash", "second crash"]
    third.release()
    assert texts(RecoveryStore(root).claim()) == ["first crash", "second crash"]


def test_a_claimed_snapshot_can_be_written_on_and_removed(root: Path) -> None:
    RecoveryStore(root).write(unsaved("before"))
    store = RecoveryStore(root)
    (found,) = store.claim()
    assert store.write(unsaved("after"), found.file) == found.file
    assert texts(stored(root)) == ["after"]
    store.remove(found.file)
    store.release()
    assert os.listdir(root) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-1], "its text is not whole"),
        (lambda data: data + b"x", "its text is not whole"),
        (lambda data: b"", "its first line is damaged"),
        (lambda data: b"\0" * len(data), "its first line is damaged"),
        (lambda data: b"[" * 100_000, "its first line is damaged"),
        (lambda data: b"[1]\ntext", "its first line is damaged"),
        (lambda data: data.split(b"\n")[0], "its first line is damaged"),
        (lambda data: data.replace(b'"bom": false', b'"bom": 7'), "its first line is damaged"),
        (lambda data: data.replace(b'"/prompts', b'"prompts'), "its first line is damaged"),
        (
            lambda data: data.replace(b'snapshot": 1', b'snapshot": 3'),
            "a newer version of the program wrote it",
        ),
    ],
)
def test_a_damaged_snapshot_is_told_and_kept(root: Path, change: object, why: str) -> None:
    assert callable(change)
    file = RecoveryStore(root).write(unsaved())
    damaged = change(file.read_bytes())
    file.write_bytes(damaged)
    store = RecoveryStore(root)
    assert store.claim() == (Damaged(file, why),)
    store.release()
    assert file.read_bytes() == damaged


@given(st.binary())
def test_no_bytes_are_mistaken_for_a_snapshot_or_raise_otherwise(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"damaged|whole|newer"):
        unpack(data)


def test_the_temporary_files_of_a_killed_program_go(root: Path) -> None:
    class Killed(BaseException):
        """The program ends here."""

    class Killing(Disk):
        def replace(self, source: str, target: str) -> None:
            raise Killed

        def unlink(self, path: str) -> None:
            raise Killed

    dead = RecoveryStore(root)
    file = dead.write(unsaved("old"))
    killing = RecoveryStore(root, disk=Killing())
    del dead
    killing.claim()
    with pytest.raises(Killed):
        killing.write(unsaved("new"), file)
    assert len(os.listdir(file.parent)) == 3
    del killing
    assert texts(RecoveryStore(root).claim()) == ["old"]
    assert sorted(os.listdir(file.parent)) == sorted(["lock", file.name])


class Failing(Disk):
    """A disk on which one call fails as often as it is made, while `on` is set."""

    def __init__(self, call: str, error: int) -> None:
        self._call = call
        self._error = error
        self.on = True

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name.startswith("_") or name == "on" or name != self._call or not self.on:
            return found

        def fail(*_arguments: object, **_named: object) -> None:
            raise OSError(self._error, os.strerror(self._error))

        return fail


STEPS = ("make_folders", "make_folder", "open", "lock", "write", "sync", "close")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.ENOLCK])
def test_case_40_what_cannot_be_written_is_told_and_leaves_nothing(
    root: Path, step: str, error: int
) -> None:
    disk = Failing(step, error)
    store = RecoveryStore(root, disk=disk)
    with pytest.raises(RecoveryFault) as caught:
        store.write(unsaved())
    assert str(caught.value).startswith("was not saved: ")
    disk.on = False
    assert stored(root) == ()
    store.write(unsaved("at last"))
    assert texts(stored(root)) == ["at last"]


@pytest.mark.parametrize("step", ["open", "read", "write", "sync", "replace"])
def test_case_40_what_was_kept_stays_when_the_next_cannot_be(root: Path, step: str) -> None:
    disk = Failing(step, errno.ENOSPC)
    disk.on = False
    store = RecoveryStore(root, disk=disk)
    file = store.write(unsaved("before"))
    disk.on = True
    with pytest.raises(RecoveryFault):
        store.write(unsaved("after"), file)
    disk.on = False
    assert texts(stored(root)) == ["before"]
    assert sorted(os.listdir(file.parent)) == sorted(["lock", file.name])


def test_an_emptied_state_folder_is_made_again(root: Path) -> None:
    store = RecoveryStore(root)
    file = store.write(unsaved("one"))
    for each in (file, file.parent / "lock"):
        each.unlink()
    file.parent.rmdir()
    root.rmdir()
    again = store.write(unsaved("two"), file)
    assert (again.exists(), texts(stored(root))) == (True, ["two"])


def test_a_snapshot_that_somebody_else_changed_is_not_overwritten(root: Path) -> None:
    store = RecoveryStore(root)
    file = store.write(unsaved("ours"))
    file.write_bytes(pack(unsaved("theirs")))
    assert store.write(unsaved("ours again"), file) != file
    assert sorted(texts(stored(root))) == ["ours again", "theirs"]


def test_what_is_no_folder_of_ours_is_left_alone(root: Path) -> None:
    root.mkdir(parents=True)
    (root / "notes").mkdir()
    (root / ("a" * 16)).write_bytes(b"a file of that name")
    (root / ("b" * 16)).symlink_to(root / "nowhere")
    assert RecoveryStore(root).claim() == ()
    assert sorted(os.listdir(root)) == ["a" * 16, "b" * 16, "notes"]
    assert os.listdir(root / "notes") == []
