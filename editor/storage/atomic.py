"""Replacing a file in one step: at every moment it is the old one or the new one, whole.

The new text goes to a temporary file beside the target, never more open than the target, reaches
the disk, and takes the target's name (docs/formats.md, Files).
"""

import contextlib
import errno
import os
import stat
from functools import partial

from editor.storage.disk import NEW_FLAGS, Disk, reason_of, sync_entries, write_all
from editor.storage.refusals import IN_PLACE_ADVICE, Reason, SaveRefused, held, is_held, refusal
from editor.storage.target import patiently, require_content
from editor.storage.temporary import make_temporary, remove_quietly

_ACL = "system.posix_acl_access"
_NO_ATTRIBUTES = (errno.ENOTSUP, errno.ENOSYS)
_ACCESS_DENIED = 5  # on Windows also what replacing a file gives that is held open

_NOT_REPLACEABLE = (errno.EACCES, errno.EPERM, errno.EXDEV, errno.EROFS, errno.EBUSY)


def replace_file(
    disk: Disk, target: str, found: os.stat_result, data: bytes, base_digest: str
) -> int:
    """Give `target` the content `data`, keeping owner, mode and attributes; returns the mode.

    The target is compared with `base_digest` as the last thing before it is replaced. Raises
    `SaveRefused`; `Reason.NOT_KEPT` when owner or permissions can't be kept this way.
    """
    mode = stat.S_IMODE(found.st_mode) & 0o1777  # as when writing: no set-user-ID or set-group-ID
    temporary, fd = make_temporary(disk, target, mode & 0o600)
    try:
        _fill(disk, fd, target, data, found, mode)
        patiently(disk, partial(_move, disk, temporary, target, base_digest))
    except BaseException:
        remove_quietly(disk, temporary)
        raise
    confirm_folder(disk, target)
    return mode


def create_file(disk: Disk, target: str, data: bytes, mode: int = 0o666) -> int:
    """Make `target`, which must not exist, in one step; returns its mode.

    It gets `mode` as far as the user's mask allows. Raises `SaveRefused`; `Reason.EXISTS` when
    something is there by now.
    """
    temporary, fd = make_temporary(disk, target, mode)
    try:
        made = _fill(disk, fd, target, data, None, None)
        try:
            disk.link(temporary, target)
        except FileExistsError as error:
            raise exists(target) from error
        except OSError:
            _take_name(disk, temporary, target)  # a file system without hard links
    except BaseException:
        remove_quietly(disk, temporary)
        raise
    remove_quietly(disk, temporary)
    confirm_folder(disk, target)
    return made


def exists(target: str) -> SaveRefused:
    """The refusal to overwrite a file that a new one was to be."""
    detail = "was not saved: a file of that name exists."
    return SaveRefused(Reason.EXISTS, target, detail, "Choose another name or open that file.")


def confirm_folder(disk: Disk, target: str) -> None:
    """Have the folder's new entry on the disk. Raises `SaveRefused` with `NOT_CONFIRMED`."""
    try:
        sync_entries(disk, os.path.dirname(target))
    except OSError as error:
        raise not_confirmed(target, error) from error


def not_confirmed(target: str, error: OSError) -> SaveRefused:
    """The warning that a written file may not survive a power cut."""
    detail = f"was written, but the disk did not confirm it ({reason_of(error)})."
    advice = "Save it again, or a copy elsewhere."
    return SaveRefused(Reason.NOT_CONFIRMED, target, detail, advice)


def _fill(
    disk: Disk,
    fd: int,
    target: str,
    data: bytes,
    found: os.stat_result | None,
    mode: int | None,
) -> int:
    """Write `data` to the open file, make sure of it and close it; returns its mode."""
    try:
        try:
            if found is not None and mode is not None:
                _keep(disk, fd, target, found, mode)
            write_all(disk, fd, data)
            disk.sync(fd)
            written = stat.S_IMODE(disk.fstat(fd).st_mode)
        finally:
            disk.close(fd)
    except OSError as error:
        raise refusal(target, error, "writing its new text") from error
    return written


def _keep(disk: Disk, fd: int, target: str, found: os.stat_result, mode: int) -> None:
    """Give the temporary file owner, attributes and mode of the target, in this order.

    Until the owner is right the file is open to its owner only, so nobody reads it too early.
    """
    try:
        own = disk.fstat(fd)
        if (own.st_uid, own.st_gid) != (found.st_uid, found.st_gid):
            disk.chown(fd, found.st_uid, found.st_gid)
        _keep_attributes(disk, fd, target)
        disk.chmod(fd, mode)
    except OSError as error:
        detail = "was not saved: its owner and permissions can't be kept."
        advice = "Save it elsewhere."
        raise SaveRefused(Reason.NOT_KEPT, target, detail, advice) from error


def _keep_attributes(disk: Disk, fd: int, target: str) -> None:
    """Copy extended attributes where possible; an access list must be kept or `OSError`."""
    names: list[str] = []
    try:
        names = disk.attributes(target)
    except OSError as error:
        if error.errno not in _NO_ATTRIBUTES:  # there may be an access list among them
            raise
    for name in names:
        if name == _ACL:
            disk.set_attribute(fd, name, disk.attribute(target, name))
        elif name.startswith("user.") or name == "security.selinux":
            with contextlib.suppress(OSError):
                disk.set_attribute(fd, name, disk.attribute(target, name))
    if _ACL not in names:
        try:  # one given by the folder would open the file further
            disk.remove_attribute(fd, _ACL)
        except OSError as error:
            if error.errno not in (*_NO_ATTRIBUTES, errno.ENODATA):
                raise


def _move(disk: Disk, temporary: str, target: str, base_digest: str | None) -> None:
    """Rename onto `target` if it still holds what `base_digest` names (None: whatever it is)."""
    if base_digest is not None:
        require_content(disk, target, base_digest)
    try:
        disk.replace(temporary, target)
    except OSError as error:
        raise _not_moved(target, error) from error


def _not_moved(target: str, error: OSError) -> SaveRefused:
    if is_held(error) or getattr(error, "winerror", None) == _ACCESS_DENIED:
        return held(target)
    if error.errno in _NOT_REPLACEABLE:
        detail = f"was not saved: its folder does not let it be replaced ({reason_of(error)})."
        return SaveRefused(Reason.NO_TEMPORARY_FILE, target, detail, IN_PLACE_ADVICE)
    return refusal(target, error, "replacing it")


def _take_name(disk: Disk, temporary: str, target: str) -> None:
    """Rename onto a name that is reserved first, so that no other file is overwritten."""
    try:
        fd = disk.open(target, NEW_FLAGS, 0o600)
    except FileExistsError as error:
        raise exists(target) from error
    except OSError as error:
        raise refusal(target, error, "making it") from error
    try:
        with contextlib.suppress(OSError):  # nothing was written that could be lost
            disk.close(fd)
        patiently(disk, partial(_move, disk, temporary, target, None))
    except BaseException:
        remove_quietly(disk, target)
        raise
