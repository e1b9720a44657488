"""Temporary and backup files: their names, their making and the removal of forgotten ones."""

import contextlib
import errno
import hashlib
import os
import re
import secrets
import stat

from editor.storage.disk import IN_PLACE_FLAGS, NEW_FLAGS, NO_FOLLOW, READ_FLAGS, Disk
from editor.storage.refusals import IN_PLACE_ADVICE, Reason, SaveRefused, refusal

TEMPORARY = "tmp"
BACKUP = "backup"
_NAME = re.compile(r"\..+\.[0-9a-f]{16}\.prompt-editor\.(tmp|backup)", re.DOTALL)
_LONGEST_PART = 40  # characters, so that the whole name stays below 255 bytes
_ATTEMPTS = 8


def is_temporary(name: str) -> bool:
    """Whether a file name (without folder) is one that saving makes.

    Trees, searches and watchers ignore these.
    """
    return _NAME.fullmatch(name) is not None


def remove_stale(folder: str | os.PathLike[str], before: float, disk: Disk | None = None) -> None:
    """Remove the temporary files that a killed program left in `folder`.

    `before` is a time stamp (seconds, as `st_mtime`), usually the start of this program: younger
    files belong to a save that is going on, and so do those that a program holds. Backups are
    kept, they may be the only good copy. Raises nothing.
    """
    system = disk or Disk()
    with contextlib.suppress(OSError):
        for name in system.names(os.fspath(folder)):
            found = _NAME.fullmatch(name)
            if found is None or found.group(1) != TEMPORARY:
                continue
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                entry = system.lstat(path)
                if not stat.S_ISREG(entry.st_mode) or entry.st_mtime >= before:
                    continue
                if _is_abandoned(system, path):
                    system.unlink(path)


def backups_of(target: str, folder: str, disk: Disk | None = None) -> list[str]:
    """The backups in `folder` that killed programs left of the file at `target` (no link).

    That of a save which is going on in another program is none of them.
    """
    system = disk or Disk()
    try:
        names = system.names(folder)
    except OSError:  # there never was one
        return []
    stem = _stem(target)
    found = (name for name in sorted(names) if name.startswith(stem) and is_temporary(name))
    paths = [os.path.join(folder, name) for name in found if name.endswith(f".{BACKUP}")]
    return [path for path in paths if _is_left(system, path)]


def make_temporary(disk: Disk, target: str, mode: int) -> tuple[str, int]:
    """Make an empty file beside `target`, open for writing; gives its path and descriptor.

    `mode` are the permissions it is made with. Raises `SaveRefused`.
    """
    try:
        return make_unique(disk, os.path.dirname(target), target, TEMPORARY, mode)
    except OSError as error:
        raise _no_temporary(target, error) from error


def make_unique(disk: Disk, folder: str, target: str, suffix: str, mode: int) -> tuple[str, int]:
    """Make a new, empty file in `folder` named after `target`. Raises `OSError`."""
    for attempt in range(_ATTEMPTS):
        name = f"{_stem(target)}{secrets.token_hex(4)}.prompt-editor.{suffix}"
        path = os.path.join(folder, name)
        try:
            fd = disk.open(path, NEW_FLAGS, mode)
        except FileExistsError:
            if attempt == _ATTEMPTS - 1:
                raise
            continue
        with contextlib.suppress(OSError):  # a file system without locks; then its age must do
            disk.lock(fd)
        return path, fd
    raise AssertionError("the loop returns or raises")


def _stem(target: str) -> str:
    """How the names begin that are made for `target`: its own, and a mark of where it lies."""
    mark = hashlib.sha256(os.fsencode(target)).hexdigest()[:8]
    return f".{os.path.basename(target)[:_LONGEST_PART]}.{mark}"


def _is_abandoned(disk: Disk, path: str) -> bool:
    """Whether no program that writes the file is alive. Raises `OSError` if it isn't our own."""
    try:
        fd = disk.open(path, IN_PLACE_FLAGS)
    except PermissionError:  # of a write-protected file
        fd = disk.open(path, READ_FLAGS | NO_FOLLOW)
    try:
        disk.lock(fd)
    except BlockingIOError:
        return False
    except OSError as error:
        # A file system without locks; its age was asked. NFS locks only what is open for writing.
        return error.errno != errno.EBADF
    finally:
        disk.close(fd)
    return True


def _is_left(disk: Disk, path: str) -> bool:
    """Whether nobody writes a backup any more; one that cannot be asked is told of, to be sure."""
    try:
        return _is_abandoned(disk, path)
    except OSError:
        return True


def remove_quietly(disk: Disk, path: str) -> None:
    """Remove a file if that is possible."""
    with contextlib.suppress(OSError):
        disk.unlink(path)


def _no_temporary(target: str, error: OSError) -> SaveRefused:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        detail, advice = "was not saved: its folder is gone.", "Save it elsewhere."
        return SaveRefused(Reason.NO_FOLDER, target, detail, advice)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        detail = "was not saved: its folder is read-only, so it can't be replaced safely."
        return SaveRefused(Reason.FOLDER_READ_ONLY, target, detail, IN_PLACE_ADVICE)
    found = refusal(target, error, "making a temporary file")
    if found.reason is Reason.OS_ERROR:
        detail = (
            "was not saved: its folder takes no temporary files, so it can't be replaced safely."
        )
        return SaveRefused(Reason.NO_TEMPORARY_FILE, target, detail, IN_PLACE_ADVICE)
    return found
