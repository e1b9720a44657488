"""Saving on real file systems: full, read-only, another one behind a link, access lists.

Mounting needs the super-user; where it is not allowed these tests are skipped, and the faults of
`test_saving_faults.py` stand for them.
"""

import os
import stat
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editor.storage.saving import Reason, SaveRefused, save
from tests.storage.faulty import leftovers

OLD = b"old text\n" * 100
BIG = b"a larger text\n" * 8_000
Mounter = Callable[..., Path]


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Mounter]:
    """Mount something at a new place below the test's folder; it is unmounted afterwards."""
    places: list[Path] = []

    def mount(*arguments: str, at: Path | None = None) -> Path:
        place = at or tmp_path / f"mount{len(places)}"
        if at is None:
            place.mkdir()
        run(["mount", *arguments, str(place)])
        places.append(place)
        return place

    yield mount
    for place in reversed(places):
        subprocess.run(["umount", str(place)], check=True)


def run(command: list[str]) -> None:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only the super-user of Linux may mount")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {result.stderr.strip()}")


def tiny(mounted: Mounter, *options: str) -> Path:
    return mounted("-t", "tmpfs", "-o", ",".join(["size=64k", *options]), "none")


def refused(path: Path, data: bytes, base: bytes | None = OLD, **options: object) -> SaveRefused:
    with pytest.raises(SaveRefused) as caught:
        save(path, data, base, **options)  # type: ignore[arg-type]  # of each test, by name
    return caught.value


def fill(place: Path) -> None:
    """Take the last block."""
    with (place / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            return


@pytest.mark.parametrize("linked", [False, True], ids=["replaced", "in place"])
@pytest.mark.parametrize("filled", [False, True], ids=["too small", "full"])
def test_case_40_a_full_disk_keeps_the_old_text_and_saving_elsewhere_works(
    mounted: Mounter, tmp_path: Path, linked: bool, filled: bool
) -> None:
    disk = tiny(mounted)
    path = disk / "p.md"
    path.write_bytes(OLD)
    if linked:
        os.link(path, disk / "other.md")
    if filled:
        fill(disk)
    error = refused(path, BIG, backup_folder=tmp_path / "backups")
    assert error.reason is Reason.NO_SPACE
    assert "disk is full" in str(error)
    assert path.read_bytes() == OLD
    assert leftovers(disk, tmp_path / "backups") == []
    save(tmp_path / "elsewhere.md", BIG, None)
    assert (tmp_path / "elsewhere.md").read_bytes() == BIG
    (disk / "filler").unlink(missing_ok=True)
    save(path, OLD + b"!", OLD, backup_folder=tmp_path / "backups")
    assert path.read_bytes() == OLD + b"!"


def test_case_40_a_new_file_on_a_full_disk_is_not_begun(mounted: Mounter) -> None:
    disk = tiny(mounted)
    fill(disk)
    assert refused(disk / "new.md", BIG, None).reason is Reason.NO_SPACE
    assert os.listdir(disk) == ["filler"]


def test_case_40_without_room_for_a_backup_nothing_is_written_in_place(
    mounted: Mounter, tmp_path: Path
) -> None:
    disk = tiny(mounted)
    fill(disk)
    path = tmp_path / "p.md"
    path.write_bytes(OLD)
    os.link(path, tmp_path / "other.md")
    assert refused(path, BIG, backup_folder=disk).reason is Reason.NO_BACKUP
    assert path.read_bytes() == OLD
    assert os.listdir(disk) == ["filler"]


def test_case_40_a_disk_without_room_for_a_name_is_a_full_disk(mounted: Mounter) -> None:
    disk = tiny(mounted, "nr_inodes=2")
    (disk / "p.md").write_bytes(OLD)
    assert refused(disk / "p.md", BIG[:10]).reason is Reason.NO_SPACE
    assert (disk / "p.md").read_bytes() == OLD


def test_case_39_a_link_to_another_file_system_stays_one(mounted: Mounter, tmp_path: Path) -> None:
    disk = tiny(mounted)
    (disk / "p.md").write_bytes(OLD)
    link = tmp_path / "link.md"
    link.symlink_to(disk / "p.md")
    save(link, b"new", OLD)
    assert link.is_symlink()
    assert (disk / "p.md").read_bytes() == b"new"
    assert os.listdir(disk) == ["p.md"]
    assert leftovers(tmp_path) == []


def test_case_71_a_file_system_that_is_read_only_takes_nothing_however_asked(
    mounted: Mounter, tmp_path: Path
) -> None:
    disk = tiny(mounted)
    path = disk / "p.md"
    path.write_bytes(OLD)
    run(["mount", "-o", "remount,ro", str(disk)])
    assert refused(path, b"new").reason is Reason.READ_ONLY
    error = refused(path, b"new", force=True)
    assert error.reason is Reason.FOLDER_READ_ONLY
    aside = {"force": True, "allow_in_place": True, "backup_folder": tmp_path / "backups"}
    assert "Read-only file system" in str(refused(path, b"new", **aside))
    assert "read-only" in str(refused(disk / "new.md", b"new", None))
    assert path.read_bytes() == OLD


def test_case_71_a_file_that_is_mounted_itself_is_written_in_place_when_asked(
    mounted: Mounter, tmp_path: Path
) -> None:
    """As containers do it: the folder is writable, but this one file can't be replaced."""
    real, path = tmp_path / "real.md", tmp_path / "p.md"
    real.write_bytes(OLD)
    path.touch()
    mounted("--bind", str(real), at=path)
    error = refused(path, BIG)
    assert error.in_place_possible
    assert real.read_bytes() == OLD
    assert leftovers(tmp_path) == []
    assert save(path, BIG, OLD, allow_in_place=True).in_place
    assert real.read_bytes() == BIG
    assert leftovers(tmp_path) == []


def access_list(user: int, may: int) -> bytes:
    """An access list as Linux keeps it: one more user, and a mask that lets everything through."""
    entries = [(1, 6, -1), (2, may, user), (4, 4, -1), (16, 6, -1), (32, 0, -1)]
    packed = (struct.pack("<HHi", kind, bits, which) for kind, bits, which in entries)
    return struct.pack("<I", 2) + b"".join(packed)


@pytest.mark.skipif(sys.platform != "linux", reason="extended attributes are Linux's")
def test_case_64_attributes_and_access_lists_are_kept_by_a_real_file_system(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(OLD)
    wanted = {"user.k": b"v", "system.posix_acl_access": access_list(12345, 6)}
    try:
        for name, value in wanted.items():
            os.setxattr(path, name, value)
    except OSError as error:
        pytest.skip(f"this file system has no attributes: {error}")
    mode, inode = stat.S_IMODE(path.stat().st_mode), path.stat().st_ino
    save(path, BIG, OLD)
    assert path.stat().st_ino != inode
    assert {name: os.getxattr(path, name) for name in wanted} == wanted
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(sys.platform != "linux", reason="access lists are Linux's")
def test_case_64_an_access_list_of_the_folder_does_not_open_a_file_further(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(OLD)
    path.chmod(0o660)
    try:
        os.setxattr(tmp_path, "system.posix_acl_default", access_list(12345, 6))
    except OSError as error:
        pytest.skip(f"this file system has no access lists: {error}")
    save(path, BIG, OLD)
    assert "system.posix_acl_access" not in os.listxattr(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
