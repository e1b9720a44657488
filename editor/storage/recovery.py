"""Where unsaved text survives the end of the program: one folder for each program that runs.

A program holds a lock on its folder as long as it lives; the system takes the lock away when it
dies, however it dies. Who starts and gets the lock of such a folder alone answers for the
snapshots in it, and nobody else is offered them (docs/reliability.md, Recovery).
"""

import contextlib
import os
import re
import secrets
import weakref
from pathlib import Path

from editor.storage.disk import LOCK_FLAGS, Disk, reason_of
from editor.storage.saving import Reason, SaveRefused, remove_stale, save
from editor.storage.snapshots import Damaged, Snapshot, Unsaved, pack, read_snapshot
from editor.storage.temporary import remove_quietly
from editor.storage.textfile import digest_of

__all__ = ["Damaged", "RecoveryFault", "RecoveryStore", "Snapshot", "Unsaved", "stored"]

LOCK = "lock"
SUFFIX = ".snapshot"
_FOLDER = re.compile("[0-9a-f]{16}")
_FILE = re.compile(rf"[0-9a-f]{{16}}{re.escape(SUFFIX)}")
_ATTEMPTS = 8
_NOT_OURS = (Reason.CHANGED_ON_DISK, Reason.DELETED, Reason.EXISTS, Reason.NOT_A_FILE)


class RecoveryFault(Exception):
    """Unsaved text could not be kept; `str()` is half a sentence for the user that says why."""


class _Folder:
    """The folder of one program, locked by this one as long as the object lives."""

    def __init__(self, disk: Disk, path: Path, fd: int) -> None:
        self._disk = disk
        self.path = path
        self._close = weakref.finalize(self, _close, disk, fd)

    def release(self) -> None:
        """Give the folder free; it goes if no snapshot is left in it."""
        lock = str(self.path / LOCK)
        is_empty = False
        with contextlib.suppress(OSError):
            is_empty = self._disk.names(str(self.path)) == [LOCK]
        if is_empty:  # first the names, then the lock: who gets it later finds its file gone
            remove_quietly(self._disk, lock)
        self._close()
        if is_empty:
            remove_quietly(self._disk, lock)  # on Windows not before it is closed
            with contextlib.suppress(OSError):
                self._disk.remove_folder(str(self.path))


class RecoveryStore:
    """The snapshots of this program, and those of dead ones that it answers for."""

    def __init__(self, root: str | os.PathLike[str], *, disk: Disk | None = None) -> None:
        """Use the folders in `root`, which need not exist; nothing is written until it must."""
        self._root = Path(os.path.abspath(root))
        self._disk = disk or Disk()
        self._own: _Folder | None = None
        self._claimed: list[_Folder] = []
        self._bases: dict[Path, str] = {}

    def write(self, unsaved: Unsaved, file: Path | None = None) -> Path:
        """Keep unsaved text in `file`, or in a new one; return where it is now.

        Raises:
            RecoveryFault: it could not be kept; what was kept before is still there.
        """
        data = pack(unsaved)
        if file is not None and file in self._bases:
            try:
                return self._put(file, data, self._bases[file])
            except SaveRefused as refused:
                if refused.reason not in (*_NOT_OURS, Reason.NO_FOLDER):
                    raise RecoveryFault(refused.detail) from refused
        return self._put_new(data)

    def remove(self, file: Path) -> None:
        """Remove a snapshot, if that is possible: its text is saved, or was given up."""
        self._bases.pop(file, None)
        remove_quietly(self._disk, str(file))

    def claim(self) -> tuple[Snapshot | Damaged, ...]:
        """Answer for the snapshots of dead programs from now on; return them, oldest first.

        Raises nothing: a folder that cannot be looked at is left to a later start.
        """
        found: list[Snapshot | Damaged] = []
        for name in _folder_names(self._disk, self._root):
            try:
                folder = self._lock(self._root / name)
            except OSError:
                continue  # its program runs, or a later start shall try
            remove_stale(folder.path, float("inf"), self._disk)  # nobody is writing them
            own = [read_snapshot(file, self._disk) for file in _files(self._disk, folder.path)]
            if not own:
                folder.release()
                continue
            self._claimed.append(folder)
            found.extend(own)
        self._bases.update({each.file: each.digest for each in found if isinstance(each, Snapshot)})
        return tuple(sorted(found, key=_when))

    def release(self) -> None:
        """Give all folders free; snapshots that are left are offered at the next start."""
        for folder in (*self._claimed, *([self._own] if self._own is not None else [])):
            folder.release()
        self._claimed.clear()
        self._own = None

    def _put_new(self, data: bytes) -> Path:
        for attempt in (1, 2):
            file = self._own_folder() / f"{secrets.token_hex(8)}{SUFFIX}"
            try:
                return self._put(file, data, None)
            except SaveRefused as refused:
                if refused.reason is not Reason.NO_FOLDER or attempt == 2:
                    raise RecoveryFault(refused.detail) from refused
                self._own = None  # somebody emptied the user's folders: begin again
        raise AssertionError("the loop returns or raises")

    def _put(self, file: Path, data: bytes, base: str | None) -> Path:
        try:
            saved = save(file, data, base, private=True, disk=self._disk)
        except SaveRefused as refused:
            if refused.reason is not Reason.NOT_CONFIRMED:
                raise
            self._bases[file] = digest_of(data)  # it may not survive a power cut, a crash it does
        else:
            self._bases[file] = saved.digest
        return file

    def _own_folder(self) -> Path:
        if self._own is None:
            self._own = self._new_folder()
        return self._own.path

    def _new_folder(self) -> _Folder:
        try:
            self._disk.make_folders(str(self._root))
            for _ in range(_ATTEMPTS):
                path = self._root / secrets.token_hex(8)
                self._disk.make_folder(str(path))
                try:
                    return self._lock(path)
                except (BlockingIOError, FileNotFoundError):
                    continue  # a start took it for one of a dead program, and will remove it
                except OSError:
                    remove_quietly(self._disk, str(path / LOCK))
                    with contextlib.suppress(OSError):
                        self._disk.remove_folder(str(path))
                    raise
        except OSError as error:
            raise RecoveryFault(f"was not saved: {reason_of(error)}.") from error
        raise RecoveryFault("was not saved: its folder can't be locked.")

    def _lock(self, path: Path) -> _Folder:
        """Lock a folder. Raises `OSError`; `BlockingIOError` if another program has it."""
        lock = str(path / LOCK)
        fd = self._disk.open(lock, LOCK_FLAGS, 0o600)
        try:
            self._disk.lock(fd)
            here, there = self._disk.fstat(fd), self._disk.lstat(lock)
            if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):
                raise FileNotFoundError(lock)  # who had it before us removed it
        except BaseException:
            _close(self._disk, fd)
            raise
        return _Folder(self._disk, path, fd)


def stored(
    root: str | os.PathLike[str], disk: Disk | None = None
) -> tuple[Snapshot | Damaged, ...]:
    """Return all snapshots below `root`, whoever answers for them, oldest first.

    For looking only: some of them may belong to a program that runs. Raises nothing.
    """
    system = disk or Disk()
    folders = [Path(root) / name for name in _folder_names(system, Path(root))]
    files = [file for folder in folders for file in _files(system, folder)]
    return tuple(sorted((read_snapshot(file, system) for file in files), key=_when))


def _folder_names(disk: Disk, root: Path) -> list[str]:
    with contextlib.suppress(OSError):
        return sorted(name for name in disk.names(str(root)) if _FOLDER.fullmatch(name))
    return []


def _files(disk: Disk, folder: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return [folder / name for name in disk.names(str(folder)) if _FILE.fullmatch(name)]
    return []


def _when(found: Snapshot | Damaged) -> tuple[float, str]:
    when = found.unsaved.when if isinstance(found, Snapshot) else float("inf")  # damaged ones last
    return (when, found.file.name)


def _close(disk: Disk, fd: int) -> None:
    with contextlib.suppress(OSError):
        disk.close(fd)
