"""Writing into a file that must not be replaced, with a backup until it is done.

For files with several names (hard links), for a foreign owner, and where the user chose it because
the folder allows nothing else (docs/formats.md, Files).
"""

import contextlib
import os
import stat
from dataclasses import dataclass
from functools import partial

from editor.storage.atomic import confirm_folder, exists, not_confirmed
from editor.storage.disk import (
    IN_PLACE_FLAGS,
    NEW_FLAGS,
    Disk,
    read_all,
    reason_of,
    shown,
    sync_entries,
    write_all,
)
from editor.storage.refusals import Reason, SaveRefused, held, is_held, refusal
from editor.storage.target import changed, deleted, patiently
from editor.storage.temporary import BACKUP, make_unique, remove_quietly
from editor.storage.textfile import digest_of


def write_in_place(
    disk: Disk,
    target: str,
    found: os.stat_result,
    data: bytes,
    base_digest: str,
    backup_folder: str | None,
) -> int:
    """Overwrite the bytes of `target`; returns its mode.

    The backup lies in `backup_folder`, or beside the target, and goes when the new bytes are on
    the disk or the old ones are back. Raises `SaveRefused`.
    """
    fd = patiently(disk, partial(_open, disk, target))
    try:
        old = _old_content(disk, fd, target, base_digest)
        backup = _back_up(disk, target, old, backup_folder)
        try:
            _overwrite_or_restore(disk, fd, target, old, data, backup)
        finally:
            backup.let_go(disk)
    except BaseException:
        with contextlib.suppress(OSError):  # the first fault is the one to tell
            disk.close(fd)
        raise
    remove_quietly(disk, backup.path)
    try:
        disk.close(fd)
    except OSError as error:
        raise not_confirmed(target, error) from error
    return stat.S_IMODE(found.st_mode)


def create_in_place(disk: Disk, target: str, data: bytes) -> int:
    """Make `target`, which must not exist, where no temporary file can be; returns its mode."""
    try:
        fd = disk.open(target, NEW_FLAGS, 0o666)
    except FileExistsError as error:
        raise exists(target) from error
    except OSError as error:
        raise refusal(target, error, "making it") from error
    try:
        try:
            write_all(disk, fd, data)
            disk.sync(fd)
            mode = stat.S_IMODE(disk.fstat(fd).st_mode)
        finally:
            disk.close(fd)
    except BaseException as error:
        remove_quietly(disk, target)
        if isinstance(error, OSError):
            raise refusal(target, error, "writing it") from error
        raise
    confirm_folder(disk, target)
    return mode


def _open(disk: Disk, target: str) -> int:
    try:
        return disk.open(target, IN_PLACE_FLAGS)
    except FileNotFoundError as error:
        raise deleted(target) from error
    except PermissionError as error:
        if is_held(error):
            raise held(target) from error
        detail, advice = "was not saved: it may not be written.", "Save it elsewhere."
        raise SaveRefused(Reason.READ_ONLY, target, detail, advice) from error
    except OSError as error:
        raise refusal(target, error, "opening it for writing") from error


def _old_content(disk: Disk, fd: int, target: str, base_digest: str) -> bytes:
    try:
        old = read_all(disk, fd)
    except OSError as error:
        raise refusal(target, error, "comparing it with the disk") from error
    if digest_of(old) != base_digest:
        raise changed(target)
    return old


@dataclass(slots=True)
class _Backup:
    """A backup, locked: no other window takes it for one of a save that was cut short."""

    path: str
    fd: int
    is_held: bool = True

    def let_go(self, disk: Disk) -> None:
        """Unlock it; its bytes have been on the disk since it was made."""
        if self.is_held:
            self.is_held = False
            with contextlib.suppress(OSError):
                disk.close(self.fd)

    def remove(self, disk: Disk) -> None:
        """Remove it, if that is possible."""
        self.let_go(disk)  # Windows removes nothing that is open
        remove_quietly(disk, self.path)


def _back_up(disk: Disk, target: str, old: bytes, folder: str | None) -> _Backup:
    """Keep the old bytes in a file that only its owner may read."""
    backup: _Backup | None = None
    try:
        if folder is not None:
            disk.make_folders(folder)
        place = os.path.dirname(target) if folder is None else folder
        backup = _Backup(*make_unique(disk, place, target, BACKUP, 0o600))
        write_all(disk, backup.fd, old)
        disk.sync(backup.fd)
        sync_entries(disk, place)
    except BaseException as error:
        if backup is not None:
            backup.remove(disk)
        if isinstance(error, OSError):
            detail = f"was not saved: no backup of it could be made ({reason_of(error)})."
            raise SaveRefused(Reason.NO_BACKUP, target, detail, "Save it elsewhere.") from error
        raise
    return backup


def _overwrite_or_restore(
    disk: Disk, fd: int, target: str, old: bytes, data: bytes, backup: _Backup
) -> None:
    try:
        _overwrite(disk, fd, len(old), data)
    except BaseException as error:
        try:
            _restore(disk, fd, old)
        except OSError as second:
            detail = (
                f"was written only in part ({reason_of(second)}). "
                f"What it held before is in {shown(backup.path)}."
            )
            advice = "Save it again, or elsewhere."
            raise SaveRefused(Reason.PARTLY_WRITTEN, target, detail, advice) from second
        backup.remove(disk)
        if isinstance(error, OSError):
            raise refusal(target, error, "writing its new text") from error
        raise


def _overwrite(disk: Disk, fd: int, old_length: int, data: bytes) -> None:
    """What goes beyond the old end is written first: a full disk shows before a byte is lost."""
    view = memoryview(data)
    if len(data) > old_length:
        disk.seek(fd, old_length)
        write_all(disk, fd, view[old_length:])
        disk.sync(fd)
    disk.seek(fd, 0)
    write_all(disk, fd, view[:old_length])
    disk.truncate(fd, len(data))
    disk.sync(fd)


def _restore(disk: Disk, fd: int, old: bytes) -> None:
    disk.seek(fd, 0)
    write_all(disk, fd, old)
    disk.truncate(fd, len(old))
    disk.sync(fd)
