"""A disk that fails, or on which the program is killed, at one chosen system call."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from editor.storage.disk import Disk
from editor.storage.saving import is_temporary

ERRORS = (
    *(errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.ENOENT),
    *(errno.EINTR, errno.EPERM, errno.EBUSY),
)
"""What each call is made to fail with."""


class Killed(BaseException):
    """The program ends here: no later call reaches the disk."""


@dataclass
class Faulty(Disk):
    """A disk whose call number `at` (from 0) fails with `error`; None kills the program there.

    A call that fails has done what such a call may have done: half of a write, or a close.
    """

    at: int = -1
    error: int | None = None
    calls: list[str] = field(default_factory=list)
    dead: bool = False
    _held: set[int] = field(default_factory=set)

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in vars(Disk) or name.startswith("_"):
            return found

        def call(*arguments: Any, **named: Any) -> Any:
            number = len(self.calls)
            self.calls.append(name)
            if self.dead:
                raise Killed
            if number == self.at:
                return self._fail(name, found, arguments)
            result = found(*arguments, **named)
            if name == "open":
                self._held.add(result)
            elif name == "close":
                self._held.discard(arguments[0])
            return result

        return call

    def _fail(self, name: str, found: Callable[..., Any], arguments: Any) -> bool:
        if name == "may_write" and self.error is not None:  # its way to fail is to say no
            return False
        if name == "write":
            found(arguments[0], arguments[1][: len(arguments[1]) // 2])
        if name == "close":
            found(*arguments)
            self._held.discard(arguments[0])
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        self._die()
        raise Killed

    def _die(self) -> None:
        """Close what is open, as the system does for a program that has ended."""
        self.dead = True
        for fd in self._held:
            with suppress(OSError):
                os.close(fd)


def changes(calls: list[str]) -> list[str]:
    """The calls that change what the disk holds, or make sure of it."""
    kept = {"write", "sync", "replace", "link", "unlink", "sync_folder", "truncate"}
    return [call for call in calls if call in kept]


def leftovers(*folders: Path) -> list[str]:
    """The names of temporary and backup files in `folders`."""
    found = [name for each in folders if each.exists() for name in os.listdir(each)]
    return [name for name in found if is_temporary(name)]
