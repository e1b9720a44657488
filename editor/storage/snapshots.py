"""Snapshots of unsaved text: what one holds, and its form on the disk.

A snapshot is one line of JSON, in ASCII, and then the text in UTF-8 as it is in the window. Half
a surrogate pair, which UTF-8 does not have, is kept as Python's `surrogatepass` writes it. The
line holds the digest of the text, and of what stands around it if it is a part of its file, so a
snapshot that is not whole is recognised. A part has a version of its own: programs that do not
know of parts would take it for the whole.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from editor.storage.disk import Disk, reason_of
from editor.storage.textfile import LARGEST, UnreadableFile, digest_of, read_bytes

VERSION = 1
_VERSION_OF_PART = 2
_LARGEST = 4 * LARGEST  # UTF-8 needs more room than some encodings, and text may have grown
_END = b"\n"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Text that is not on disk, with what is needed to bring it back.

    Attributes:
        text: The whole text with its own line ends.
        path: Where it is to be saved; None if it has no place yet.
        kind: What the file is, by its name in the program.
        encoding: The encoding it is saved in.
        bom: Whether the file begins with a byte order mark.
        base: The digest of the file that the text was made from; None if it was never on disk.
        title: What the document is called in the window.
        when: When the text was like this, in seconds since 1970.
        around: If the text is a part of its file, the text of the whole file as it was opened.
    """

    text: str
    path: Path | None
    kind: str
    encoding: str
    bom: bool
    base: str | None
    title: str
    when: float
    around: str | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that could be read; `digest` is that of its file."""

    file: Path
    unsaved: Unsaved
    digest: str


@dataclass(frozen=True, slots=True)
class Damaged:
    """A snapshot that could not be read; `why` is half a sentence for the user."""

    file: Path
    why: str


def pack(unsaved: Unsaved) -> bytes:
    """Return the bytes of a snapshot."""
    text = unsaved.text.encode("utf-8", "surrogatepass")
    part = unsaved.around is not None
    header = {
        "prompt-editor-snapshot": _VERSION_OF_PART if part else VERSION,
        "path": None if unsaved.path is None else str(unsaved.path),
        "kind": unsaved.kind,
        "encoding": unsaved.encoding,
        "bom": unsaved.bom,
        "base": unsaved.base,
        "title": unsaved.title,
        "when": unsaved.when,
        "digest": _digest(text, unsaved.around),
        **({"around": unsaved.around} if part else {}),
    }
    return json.dumps(header).encode("ascii") + _END + text


def unpack(data: bytes) -> Unsaved:
    """Return what a snapshot holds.

    Raises:
        ValueError: it is not whole, or none that this program knows; the message says which.
    """
    head, end, text = data.partition(_END)
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        raise ValueError("its first line is damaged") from None
    version = header.get("prompt-editor-snapshot") if isinstance(header, dict) else None
    if isinstance(version, int) and version > _VERSION_OF_PART:
        raise ValueError("a newer version of the program wrote it")
    if version not in (VERSION, _VERSION_OF_PART) or not end or not _is_sound(header):
        raise ValueError("its first line is damaged")
    around = header["around"] if version == _VERSION_OF_PART else None
    if _digest(text, around) != header["digest"]:
        raise ValueError("its text is not whole")
    return Unsaved(
        text.decode("utf-8", "surrogatepass"),
        None if header["path"] is None else Path(header["path"]),
        header["kind"],
        header["encoding"],
        header["bom"],
        header["base"],
        header["title"],
        float(header["when"]),
        around,
    )


def read_snapshot(file: Path, disk: Disk | None = None) -> Snapshot | Damaged:
    """Read one snapshot; what cannot be read is said and left where it is. Raises nothing."""
    try:
        data = read_bytes(file, limit=_LARGEST, disk=disk)
        return Snapshot(file, unpack(data), digest_of(data))
    except UnreadableFile as error:
        cause = error.__cause__
        return Damaged(file, reason_of(cause) if isinstance(cause, OSError) else error.reason)
    except ValueError as error:
        return Damaged(file, str(error))


def _digest(text: bytes, around: str | None) -> str:
    return digest_of(text if around is None else text + around.encode("utf-8", "surrogatepass"))


def _is_sound(header: dict[str, Any]) -> bool:
    """Whether every value of the first line is of its kind."""
    kinds: dict[str, tuple[type, ...]] = {
        "path": (str, type(None)),
        "kind": (str,),
        "encoding": (str,),
        "bom": (bool,),
        "base": (str, type(None)),
        "title": (str,),
        "when": (int, float),
        "digest": (str,),
    }
    if header["prompt-editor-snapshot"] == _VERSION_OF_PART:
        kinds["around"] = (str,)
    typed = all(key in header and isinstance(header[key], kind) for key, kind in kinds.items())
    return typed and (header["path"] is None or os.path.isabs(header["path"]))
