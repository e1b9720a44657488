"""Why a file was not saved, as a value the window can decide on and a line a person can read."""

import errno
import os
from enum import Enum

from editor.storage.disk import reason_of, shown

_HELD = (32, 33)  # Windows: sharing violation, lock violation
_NO_ROOM = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the disk takes no file that large",
}
IN_PLACE_ADVICE = "Save it in place with a backup, or elsewhere."


class Reason(Enum):
    """What stood in the way of a save."""

    CHANGED_ON_DISK = "changed on disk"
    DELETED = "deleted"
    EXISTS = "exists"
    READ_ONLY = "read-only"
    FOLDER_READ_ONLY = "folder read-only"
    NO_TEMPORARY_FILE = "no temporary file"
    NOT_KEPT = "owner or permissions not kept"
    NO_BACKUP = "no backup"
    NO_SPACE = "no space"
    DANGLING_LINK = "dangling link"
    LINK_LOOP = "link loop"
    NOT_A_FILE = "not a file"
    NO_FOLDER = "no folder"
    HELD = "held by another program"
    NOT_CONFIRMED = "not confirmed"
    PARTLY_WRITTEN = "partly written"
    OUTSIDE = "outside the workspace"
    OS_ERROR = "system error"


class SaveRefused(Exception):
    """A save that did not happen; the file on disk is whole, and the old one.

    There are two exceptions. `Reason.NOT_CONFIRMED`: the new text is in the file, but the disk did
    not confirm that it will survive a power cut. `Reason.PARTLY_WRITTEN`: a file was written in
    place and could not be restored; a backup, which is named, holds what it was. `str()` is one
    line that names the file.

    Attributes:
        reason: What stood in the way.
        path: The file.
        detail: What happened, without the file's name.
        advice: What may be done in the window; who has other means says something else.
    """

    def __init__(
        self, reason: Reason, path: str | os.PathLike[str], detail: str, advice: str = ""
    ) -> None:
        self.reason = reason
        self.path = os.fspath(path)
        self.detail = detail
        self.advice = advice
        name = shown(os.path.basename(self.path) or self.path)
        super().__init__(f"{name} {detail} {advice}".rstrip())

    def of(self, path: str | os.PathLike[str]) -> "SaveRefused":
        """The same, told of `path`: of the link that the user knows, not of the file behind it."""
        return SaveRefused(self.reason, path, self.detail, self.advice)

    @property
    def in_place_possible(self) -> bool:
        """Whether saving again with `allow_in_place` is worth offering."""
        return self.reason in (Reason.FOLDER_READ_ONLY, Reason.NO_TEMPORARY_FILE)


def refusal(path: str, error: OSError, doing: str) -> SaveRefused:
    """The refusal for a system error met while `doing` (a phrase: "writing its new text")."""
    if error.errno in _NO_ROOM:
        detail = f"was not saved: {_NO_ROOM[error.errno]}."
        return SaveRefused(Reason.NO_SPACE, path, detail, "Free some space or save it elsewhere.")
    if is_held(error):
        return held(path)
    detail = f"was not saved: {doing} failed ({reason_of(error)})."
    return SaveRefused(Reason.OS_ERROR, path, detail, "Try again, or save it elsewhere.")


def held(path: str) -> SaveRefused:
    """The refusal to save a file that another program on Windows keeps open."""
    detail = "was not saved: another program holds it open."
    return SaveRefused(Reason.HELD, path, detail, "Close it there and save again.")


def is_held(error: OSError) -> bool:
    """Whether another program on Windows keeps the file from being opened or replaced."""
    return getattr(error, "winerror", None) in _HELD
