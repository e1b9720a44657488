"""The file a save is about: found through its links, and compared by content."""

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from editor.storage.disk import NO_FOLLOW, READ_FLAGS, Disk, read_digest
from editor.storage.refusals import Reason, SaveRefused, refusal

_MOST_LINKS = 40  # as many as Linux follows
_HELD_ATTEMPTS = 20
_HELD_PAUSE = 0.1  # seconds; two seconds in all

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a save goes: the end of a chain of links; `found` is None if nothing is there."""

    path: str
    found: os.stat_result | None
    through_link: bool


def resolve(disk: Disk, path: str | os.PathLike[str]) -> Target:
    """Follow the links of `path`, whose last may lead to nothing.

    Raises `SaveRefused` for a loop, for a folder that is not there and for what is no file.
    """
    asked = os.fspath(path)
    try:
        return _follow(disk, asked)
    except (FileNotFoundError, NotADirectoryError) as error:
        detail = "was not saved: its folder does not exist."
        raise SaveRefused(Reason.NO_FOLDER, asked, detail, "Save it elsewhere.") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _loop(asked) from error
        raise refusal(asked, error, "looking for it") from error
    except ValueError as error:  # a NUL in it
        detail = "was not saved: that is not a file name."
        raise SaveRefused(Reason.NOT_A_FILE, asked, detail, "Choose another name.") from error


def digest_now(disk: Disk, path: str) -> str:
    """The digest of what a target holds now. Raises `SaveRefused` when they can't be compared."""
    try:
        fd = disk.open(path, READ_FLAGS | NO_FOLLOW)
        try:
            if not stat.S_ISREG(disk.fstat(fd).st_mode):
                raise changed(path)
            return read_digest(disk, fd)
        finally:
            disk.close(fd)
    except FileNotFoundError as error:
        raise deleted(path) from error
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link stands where the file was
            raise changed(path) from error
        raise refusal(path, error, "comparing it with the disk") from error


def patiently(disk: Disk, step: Callable[[], Result]) -> Result:
    """Do `step`, again and again for about two seconds while another program holds the file."""
    for _ in range(_HELD_ATTEMPTS):
        try:
            return step()
        except SaveRefused as refused:
            if refused.reason is not Reason.HELD:
                raise
            disk.pause(_HELD_PAUSE)
    return step()


def require_content(disk: Disk, path: str, digest: str) -> None:
    """Raise `SaveRefused` unless the file still holds the content named by `digest`."""
    if digest_now(disk, path) != digest:
        raise changed(path)


def changed(path: str) -> SaveRefused:
    """The refusal to overwrite what another program wrote."""
    detail = "was not saved: another program has changed it."
    return SaveRefused(Reason.CHANGED_ON_DISK, path, detail, "Compare the two, then choose one.")


def deleted(path: str) -> SaveRefused:
    """The refusal to bring back what another program removed."""
    detail = "was not saved: it has been deleted or renamed."
    return SaveRefused(Reason.DELETED, path, detail, "Create it again, or save elsewhere.")


def _follow(disk: Disk, asked: str) -> Target:
    # The working folder is asked for only if it matters: it may have been deleted.
    current = asked if os.path.isabs(asked) else os.path.join(os.getcwd(), asked)
    for followed in range(_MOST_LINKS + 1):
        found = _look(disk, current)
        if found is None or not stat.S_ISLNK(found.st_mode):
            folder, name = os.path.split(current)
            if not name or (found is not None and not stat.S_ISREG(found.st_mode)):
                detail = "was not saved: what is there now is not a file."
                raise SaveRefused(Reason.NOT_A_FILE, asked, detail, "Save it elsewhere.")
            return Target(os.path.join(disk.realpath(folder), name), found, followed > 0)
        current = os.path.join(os.path.dirname(current), disk.readlink(current))
    raise _loop(asked)


def _look(disk: Disk, path: str) -> os.stat_result | None:
    """What is at `path`; None if its folder is there and it is not."""
    try:
        return disk.lstat(path)
    except FileNotFoundError:
        disk.stat(os.path.dirname(path))
        return None


def _loop(asked: str) -> SaveRefused:
    detail = "was not saved: its links lead in a circle."
    return SaveRefused(Reason.LINK_LOOP, asked, detail, "Save it under another name.")
