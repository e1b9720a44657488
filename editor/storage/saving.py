"""Saving a file so that nothing is lost: neither ours, nor what another program wrote meanwhile.

The one file writer of the program (docs/formats.md, Files): the disk is compared with what was
loaded, by content, right before writing and again right before the rename.
"""

import os
import stat
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from editor.storage.atomic import create_file, exists, replace_file
from editor.storage.disk import Disk, shown
from editor.storage.in_place import create_in_place, write_in_place
from editor.storage.refusals import Reason, SaveRefused
from editor.storage.target import Target, changed, deleted, digest_now, patiently, resolve
from editor.storage.temporary import is_temporary, remove_stale
from editor.storage.textfile import digest_of

__all__ = ["Reason", "SaveRefused", "Saved", "is_temporary", "remove_stale", "save"]


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that holds what was to be saved.

    `digest` is the base for the next save. `path_written` is the file behind all links.
    `written` is False when the disk held these bytes already and was not touched.
    """

    digest: str
    path_written: Path
    mode: int
    written: bool = True
    in_place: bool = False


@dataclass(frozen=True, slots=True)
class _Rules:
    """What the caller allows."""

    create: bool
    allow_in_place: bool
    force: bool
    rewrite: bool
    backup_folder: str | None
    private: bool


def save(
    path: str | os.PathLike[str],
    data: bytes,
    base: bytes | str | None,
    *,
    create: bool = False,
    allow_in_place: bool = False,
    force: bool = False,
    rewrite: bool = False,
    backup_folder: str | os.PathLike[str] | None = None,
    private: bool = False,
    disk: Disk | None = None,
) -> Saved:
    """Make `data` the content of the file at `path`; links stay links.

    `base` is what the file held when it was loaded, as bytes or as their `digest_of`; None for a
    new file, which must not exist. `create` makes the file again where it was deleted, or where a
    link leads to nothing. `force` writes to a write-protected file. `allow_in_place` is the user's
    answer to a refusal with `in_place_possible`. `rewrite` writes what the disk holds already once
    more, after a save that it did not confirm: a second flush alone would prove nothing. Backups
    of files written in place lie in `backup_folder` while it lasts, else beside them. `private`
    makes a new file readable by its owner only.

    Raises `SaveRefused`, after which the file holds its old content, but for the two reasons that
    say otherwise.
    """
    system = disk or Disk()
    folder = None if backup_folder is None else os.fspath(backup_folder)
    rules = _Rules(create, allow_in_place, force, rewrite, folder, private)
    digest = digest_of(base) if isinstance(base, bytes) else base
    target = resolve(system, path)
    try:
        if target.found is None:
            return _create(system, target, data, digest, rules)
        if digest is None:
            raise exists(target.path)
        return _replace(system, target, target.found, data, digest, rules)
    except SaveRefused as refused:
        raise refused.of(path) from refused.__cause__


def _create(disk: Disk, target: Target, data: bytes, digest: str | None, rules: _Rules) -> Saved:
    if target.through_link and not rules.create:
        detail = f"was not saved: it is a link to {shown(target.path)}, which does not exist."
        raise SaveRefused(
            Reason.DANGLING_LINK, target.path, detail, "Create that file, or save elsewhere."
        )
    if digest is not None and not rules.create:
        raise deleted(target.path)
    in_place = False
    try:
        mode = create_file(disk, target.path, data, 0o600 if rules.private else 0o666)
    except SaveRefused as refused:
        if not (rules.allow_in_place and refused.in_place_possible):
            raise
        mode = create_in_place(disk, target.path, data)
        in_place = True
    return Saved(digest_of(data), Path(target.path), mode, True, in_place)


def _replace(
    disk: Disk,
    target: Target,
    found: os.stat_result,
    data: bytes,
    base_digest: str,
    rules: _Rules,
) -> Saved:
    new_digest = digest_of(data)
    current = patiently(disk, partial(digest_now, disk, target.path))
    if current == new_digest and not rules.rewrite:
        mode = stat.S_IMODE(found.st_mode)
        return Saved(new_digest, Path(target.path), mode, written=False)
    if current not in (base_digest, new_digest):
        raise changed(target.path)
    # The mode bits are asked as well, because the super-user may write everywhere.
    if not rules.force and not (found.st_mode & stat.S_IWUSR and disk.may_write(target.path)):
        detail = "was not saved: it is write-protected."
        advice = "Save it anyway, or elsewhere."
        raise SaveRefused(Reason.READ_ONLY, target.path, detail, advice)
    in_place = found.st_nlink > 1
    if not in_place:
        try:
            mode = replace_file(disk, target.path, found, data, current)
        except SaveRefused as refused:
            chosen = rules.allow_in_place and refused.in_place_possible
            if not chosen and refused.reason is not Reason.NOT_KEPT:
                raise
            in_place = True
    if in_place:
        mode = write_in_place(disk, target.path, found, data, current, rules.backup_folder)
    return Saved(new_digest, Path(target.path), mode, True, in_place)
