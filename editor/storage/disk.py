"""Every system call of this floor, in one object that tests replace to inject faults."""

import errno
import hashlib
import os
import sys
import time

from editor.core.hidden import on_one_line

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # opening a FIFO must not wait for its writer
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
NEW_FLAGS = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
IN_PLACE_FLAGS = (
    os.O_RDWR
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
LOCK_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF)
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

CHUNK = 1 << 20


class Disk:
    """Thin calls into the operating system; each may raise `OSError`, none has logic of its own.

    What a platform does not have (owners, extended attributes, folders that can be synced) does
    nothing there, so that callers need not ask which platform they run on.
    """

    def lstat(self, path: str) -> os.stat_result:
        return os.lstat(path)

    def stat(self, path: str) -> os.stat_result:
        return os.stat(path)

    def fstat(self, fd: int) -> os.stat_result:
        return os.fstat(fd)

    def readlink(self, path: str) -> str:
        return os.readlink(path)

    def realpath(self, path: str) -> str:
        return os.path.realpath(path)

    def may_write(self, path: str) -> bool:
        return os.access(path, os.W_OK)

    def names(self, folder: str) -> list[str]:
        return os.listdir(folder)

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        return os.open(path, flags, mode)

    def read(self, fd: int, count: int) -> bytes:
        return os.read(fd, count)

    def write(self, fd: int, data: memoryview) -> int:
        return os.write(fd, data)

    def seek(self, fd: int, offset: int) -> None:
        os.lseek(fd, offset, os.SEEK_SET)

    def truncate(self, fd: int, length: int) -> None:
        os.ftruncate(fd, length)

    def sync(self, fd: int) -> None:
        os.fsync(fd)

    def close(self, fd: int) -> None:
        os.close(fd)

    def replace(self, source: str, target: str) -> None:
        os.replace(source, target)

    def link(self, source: str, target: str) -> None:
        os.link(source, target)

    def unlink(self, path: str) -> None:
        os.unlink(path)

    def make_folders(self, path: str) -> None:
        os.makedirs(path, mode=0o700, exist_ok=True)

    def make_folder(self, path: str) -> None:
        os.mkdir(path, 0o700)

    def remove_folder(self, path: str) -> None:
        os.rmdir(path)

    def lock(self, fd: int) -> None:
        """Lock a file until it is closed; `BlockingIOError` if another program has the lock."""
        if sys.platform == "win32":
            try:
                msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            except PermissionError as error:
                raise BlockingIOError(error.errno, error.strerror) from error
        else:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def chmod(self, fd: int, mode: int) -> None:
        if sys.platform != "win32":
            os.fchmod(fd, mode)

    def chown(self, fd: int, owner: int, group: int) -> None:
        if sys.platform != "win32":
            os.fchown(fd, owner, group)

    def sync_folder(self, folder: str) -> None:
        if sys.platform != "win32":
            fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)

    def attributes(self, path: str | int) -> list[str]:
        return os.listxattr(path) if sys.platform == "linux" else []

    def attribute(self, path: str | int, name: str) -> bytes:
        return os.getxattr(path, name) if sys.platform == "linux" else b""

    def set_attribute(self, path: str | int, name: str, value: bytes) -> None:
        if sys.platform == "linux":
            os.setxattr(path, name, value)

    def remove_attribute(self, path: str | int, name: str) -> None:
        if sys.platform == "linux":
            os.removexattr(path, name)


def read_digest(disk: Disk, fd: int) -> str:
    """The SHA-256 of an open file's bytes, however large, in hexadecimal."""
    digest = hashlib.sha256()
    while part := disk.read(fd, CHUNK):
        digest.update(part)
    return digest.hexdigest()


def read_all(disk: Disk, fd: int, limit: int | None = None) -> bytes:
    """All bytes of an open file from its current place; at most `limit` bytes if given."""
    parts: list[bytes] = []
    left = limit
    while left is None or left > 0:
        part = disk.read(fd, CHUNK if left is None else min(CHUNK, left))
        if not part:
            break
        parts.append(part)
        if left is not None:
            left -= len(part)
    return b"".join(parts)


def write_all(disk: Disk, fd: int, data: bytes | memoryview) -> None:
    """Write every byte; a short write goes on where it stopped."""
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(fd, rest) :]


def sync_entries(disk: Disk, folder: str) -> None:
    """Have the names in a folder on the disk, where the file system can do that."""
    try:
        disk.sync_folder(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def shown(path: str | os.PathLike[str]) -> str:
    """A path for a one-line message: control characters and odd bytes as escapes."""
    try:
        text = os.fsencode(path).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # half a surrogate pair, which no file name has
        text = str(path)
    return on_one_line(text)


def reason_of(error: OSError) -> str:
    """What the operating system says, without the path that Python adds."""
    return error.strerror or str(error) or type(error).__name__
