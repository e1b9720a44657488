"""From the bytes of a file to its text and back, without losing or adding one.

Text keeps its own line ends. A byte order mark is not part of the text; it is remembered and
written again. Bytes that are not in the file's encoding are never replaced in what is saved:
such a file can be looked at, not edited (docs/formats.md, Files).
"""

import codecs
import hashlib
import os
import stat
from dataclasses import dataclass, field, replace
from typing import Protocol

from editor.core.edits import EditRefused
from editor.core.spans import LINE_END, LineIndex, Position
from editor.storage.disk import READ_FLAGS, Disk, read_all, reason_of, shown

UTF_8 = "utf-8"
LARGEST = 100 * 1024 * 1024
"""Files above this many bytes are not read."""

_OFFERED = (
    *("utf-8", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "cp1250", "cp1251", "cp1253"),
    *("cp1254", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"),
)


class TextFault(ValueError):
    """A place where bytes and text do not fit together; `str()` is one line for the user.

    `line` and `column` (in characters) start at 1; `offset` counts from 0.
    """

    def __init__(self, encoding: str, offset: int, place: Position, message: str) -> None:
        self.encoding = encoding
        self.offset = offset
        self.line = place.line
        self.column = place.column
        super().__init__(message)


class DecodeFault(TextFault):
    """Bytes that are not text in the encoding tried; `offset` counts bytes of the file.

    `fact` is what is wrong, without what may be done about it in a window, and without a full
    stop. `character` is the place in the text, a byte order mark not counted.
    """

    def __init__(
        self,
        encoding: str,
        offset: int,
        place: Position,
        fact: str,
        advice: str = "",
        character: int = 0,
    ) -> None:
        super().__init__(encoding, offset, place, f"{fact}: {advice}." if advice else f"{fact}.")
        self.fact = fact
        self.character = character


class EncodeFault(TextFault):
    """Text that the encoding can't hold, as half a surrogate pair; `offset` counts characters."""


class UnreadableFile(OSError):
    """A file that can't be opened; `str()` is one line that says which, why and what to do.

    `reason` says the same where the file is named already. `fault` is the place of bytes that are
    no text, if that is why.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        message: str,
        reason: str | None = None,
        fault: DecodeFault | None = None,
    ) -> None:
        self.path = os.fspath(path)
        self.message = message
        self.reason = message if reason is None else reason
        self.fault = fault
        super().__init__(message)

    def __str__(self) -> str:
        return self.message


class Enclosure(Protocol):
    """What stands in a file around the text that is edited."""

    @property
    def opened(self) -> str:
        """The text of the whole file as it was opened."""
        ...

    def around(self, text: str) -> str:
        """Return the text of the whole file with `text` in its place.

        Raises:
            EditRefused: it cannot stand there.
        """
        ...

    def saved(self, text: str) -> "Enclosure":
        """Return what stands around the text once `text` is saved."""
        ...


@dataclass(frozen=True, slots=True)
class TextFile:
    """What a file holds, as text.

    `text` has the file's own line ends and no byte order mark. `digest` is that of the bytes
    (`digest_of`). With a `fault` the text is only for looking at: it is not what the file holds.
    `read_only_reason` is a sentence for the user, or None when the file may be edited. With an
    `enclosure` the text is only the part of the file that is edited.
    """

    text: str
    bom: bool
    encoding: str
    digest: str
    read_only_reason: str | None = None
    fault: DecodeFault | None = field(default=None, compare=False)
    enclosure: Enclosure | None = None

    def encode(self, text: str) -> bytes:
        """The bytes to save when the text has become `text`.

        Raises `EncodeFault` when it can't be written, and always for a file with a `fault`.
        """
        if self.fault is not None:
            raise EncodeFault(self.encoding, 0, Position(1, 1), f"Not saved: {self.fault}")
        try:
            whole = text if self.enclosure is None else self.enclosure.around(text)
        except EditRefused as refused:
            raise EncodeFault(self.encoding, 0, Position(1, 1), f"Not saved: {refused}.") from None
        return encode(whole, self.bom, self.encoding)


def digest_of(data: bytes) -> str:
    """The name of a content: SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def decode(data: bytes, encoding: str = UTF_8) -> TextFile:
    """The text in `data`.

    Raises `DecodeFault` at the first byte that is not `encoding`, or when encoding the text again
    would not give the same bytes (some old encodings have two spellings of one character), and
    `LookupError` for an encoding that does not exist.
    """
    encoding = codecs.lookup(encoding).name
    mark = _mark(encoding)
    bom = bool(mark) and data.startswith(mark)
    body = data[len(mark) :] if bom else data
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        raise _decode_fault(data, body, encoding, error.start) from None
    if encoding != UTF_8:
        _require_round_trip(text, body, encoding)
    return TextFile(text, bom, encoding, digest_of(data))


def decode_for_reading(data: bytes) -> TextFile:
    """The text in `data`, or, when it is not UTF-8, a look at it that can't be saved.

    Raises nothing: bytes that are not UTF-8 appear as U+FFFD and the result says why it is
    read-only.
    """
    try:
        return decode(data)
    except DecodeFault as fault:
        bom = data.startswith(codecs.BOM_UTF8)
        body = data[len(codecs.BOM_UTF8) :] if bom else data
        text = body.decode(UTF_8, "replace")
        return TextFile(text, bom, UTF_8, digest_of(data), str(fault), fault)


def fitting_encodings(data: bytes) -> tuple[str, ...]:
    """The encodings to offer for "Reopen as…": of the usual ones those that give `data` back."""
    return tuple(name for name in _OFFERED if _fits(data, name))


def encode(text: str, bom: bool = False, encoding: str = UTF_8) -> bytes:
    """The bytes of `text`, complete in memory before any disk is touched.

    Raises `EncodeFault` at the first character that the encoding does not have.
    """
    encoding = codecs.lookup(encoding).name
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError as error:
        place = LineIndex(text).position(error.start)
        code = f"U+{ord(text[error.start]):04X}"
        kind = "half a surrogate pair" if "\ud800" <= text[error.start] <= "\udfff" else "it"
        raise EncodeFault(
            encoding,
            error.start,
            place,
            f"Line {place.line}, column {place.column}: the character {code} can't be saved, "
            f"{encoding} has no bytes for {kind}.",
        ) from None
    return _mark(encoding) + body if bom else body


def read_bytes(
    path: str | os.PathLike[str], *, limit: int = LARGEST, disk: Disk | None = None
) -> bytes:
    """The bytes of a regular file of at most `limit` bytes; links are followed.

    Raises `UnreadableFile` for anything else. Never waits: a FIFO or device is not opened.
    """
    data, _ = _read(path, limit, disk or Disk())
    return data


def read(
    path: str | os.PathLike[str],
    encoding: str | None = None,
    *,
    limit: int = LARGEST,
    disk: Disk | None = None,
) -> TextFile:
    """Open a file as text.

    Without `encoding` the file is UTF-8; if it is not, it comes read-only, with its `fault`. With
    one (the user chose "Reopen as…") it is decoded so, and a misfit raises `DecodeFault`. A file
    whose permissions forbid writing has a `read_only_reason` too, but may be saved if forced.
    Raises `UnreadableFile` when there is no file that can be read.
    """
    system = disk or Disk()
    data, mode = _read(path, limit, system)
    found = decode_for_reading(data) if encoding is None else decode(data, encoding)
    if found.fault is None and not (mode & stat.S_IWUSR and system.may_write(os.fspath(path))):
        name = shown(os.path.basename(path))
        reason = f"{name} is write-protected. Save it under another name to edit it."
        return replace(found, read_only_reason=reason)
    return found


def split_lines(text: str) -> list[tuple[str, str]]:
    """The lines of `text`, each with its own ending; joined again they are the text.

    The last line has the ending `""` and may be empty. Only `\\r\\n`, `\\n` and `\\r` end a line.
    """
    lines: list[tuple[str, str]] = []
    start = 0
    for ending in LINE_END.finditer(text):
        lines.append((text[start : ending.start()], ending.group()))
        start = ending.end()
    lines.append((text[start:], ""))
    return lines


def _read(path: str | os.PathLike[str], limit: int, disk: Disk) -> tuple[bytes, int]:
    """Bytes and mode of a file."""
    name = os.fspath(path)
    try:
        # Asked before opening: opening some devices already does something.
        _require_readable(name, disk.stat(name), limit)
        fd = disk.open(name, READ_FLAGS)
        try:
            found = disk.fstat(fd)
            _require_readable(name, found, limit)
            data = read_all(disk, fd, limit + 1)
        finally:
            disk.close(fd)
    except UnreadableFile:
        raise
    except (OSError, ValueError) as error:
        raise _unreadable(name, _why_unreadable(error)) from error
    if len(data) > limit:
        raise _unreadable(name, _too_large(limit))
    return data, found.st_mode


def _require_readable(name: str, found: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise _unreadable(name, "is a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise _unreadable(name, "is not a regular file (a pipe or device) and is not opened")
    if found.st_size > limit:
        raise _unreadable(name, _too_large(limit))


def too_large(limit: int) -> str:
    """Say, as a sentence, that a file has more than `limit` bytes."""
    return f"The file {_too_large(limit)}."


def _unreadable(name: str, why: str) -> UnreadableFile:
    return UnreadableFile(name, f"{shown(name)} {why}.", f"The file {why}.")


def _too_large(limit: int) -> str:
    megabytes = limit // (1024 * 1024)
    return f"is larger than {megabytes} MB and is not opened: split it into smaller files"


def _why_unreadable(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist: check the name"
    if isinstance(error, PermissionError):
        return "may not be read: ask for permission to read it"
    if isinstance(error, OSError):
        return f"can't be read: {reason_of(error)}"
    return "is not a file name"  # a NUL in it


def _fits(data: bytes, encoding: str) -> bool:
    try:
        decode(data, encoding)
    except DecodeFault:
        return False
    return True


def _mark(encoding: str) -> bytes:
    """The byte order mark of a normalised encoding, or nothing if it has none."""
    marks = {
        "utf-8": codecs.BOM_UTF8,
        "utf-16-le": codecs.BOM_UTF16_LE,
        "utf-16-be": codecs.BOM_UTF16_BE,
    }
    return marks.get(encoding, b"")


def _decode_fault(data: bytes, body: bytes, encoding: str, start: int) -> DecodeFault:
    """The fault at `body[start]`, with its place as the author sees it."""
    before = body[:start].decode(encoding, "replace")
    place = LineIndex(before).position(len(before))
    offset = start + len(data) - len(body)
    label = "UTF-8" if encoding == UTF_8 else encoding
    where = f"line {place.line}, column {place.column}"
    fact = f"The byte 0x{body[start]:02X} in {where} is not {label}"
    advice = "reopen the file in its own encoding to edit it"
    return DecodeFault(encoding, offset, place, fact, advice, len(before))


def _require_round_trip(text: str, body: bytes, encoding: str) -> None:
    try:
        again = text.encode(encoding)
    except UnicodeEncodeError:
        again = b""
    if again != body:
        detail = f"Read as {encoding}, the file would not be saved with the same bytes"
        raise DecodeFault(encoding, 0, Position(1, 1), detail)
