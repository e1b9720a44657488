"""Nostr events: a soul in the `content` of one, read and written back in its place.

An event is a JSON object with a whole number `kind` and a string `content`; kind 31120 is a soul
(docs/formats.md, Soul). Here the file's text goes in and comes out: whoever edits sees the
content alone, whoever saves gets the whole event.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.json_layout import layout_of
from editor.core.json_places import removal
from editor.core.json_scan import scan_text
from editor.core.json_strings import JsonString, escaped
from editor.core.spans import LineIndex
from editor.core.tree import Entry, Node, NodeKind, Tree

SOUL_KIND = 31120
SUFFIX = ".json"
"""How the name of a file that may be an event ends."""

_KIND, _CONTENT = "kind", "content"
_SIGNATURE = ("id", "sig")
"""What is made from the content, so that it does not match another one."""
_LIKE_A_SOUL = re.compile(rf'"kind"[ \t\r\n]*:[ \t\r\n]*{SOUL_KIND}(?![0-9.eE])')


class NotASoul(ParseFault):
    """A JSON text that holds no soul: one sentence for the user that says why, and its place."""


class OtherKind(NotASoul):
    """An event of another kind: nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A field of an event beside its content; `source` is its value as the file writes it."""

    name: str
    source: str


@dataclass(frozen=True)
class Event:
    """The soul event that a file holds.

    Attributes:
        source: The text of the whole file with its own line ends, without a byte order mark.
        content: What its `content` reads as: the soul.
        first: The event that was opened, if it was saved since; else None.
    """

    source: str
    content: str
    first: "Event | None" = field(default=None, compare=False, repr=False)

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """What stands in the event beside the content, in order."""
        entries = scan_text(self.source).entries
        others = (entry for entry in entries if entry.key != _CONTENT)
        return tuple(Member(str(each.key), each.node.span.of(self.source)) for each in others)

    @property
    def signature(self) -> tuple[str, ...]:
        """The names of the fields that stand here and do not match another content."""
        names = {member.name for member in self.members}
        return tuple(name for name in _SIGNATURE if name in names)

    @property
    def opened(self) -> str:
        """The text of the whole file as it was opened."""
        return self._origin.source

    def place(self, offset: int) -> int:
        """Return where the character number `offset` of the content stands in `source`."""
        string, start = self._string
        return start + string.place(offset)

    def around(self, text: str) -> str:
        """Return the text of the file when its content has become `text`.

        The content that was opened gives the very text that was opened. Another one changes
        what differs in the string, and takes `id` and `sig` out; nothing else.

        Raises:
            EditRefused: no JSON string reads as this text.
        """
        origin = self._origin
        return origin.source if text == origin.content else _changed(origin, text)

    def saved(self, text: str) -> "Event":
        """Return this event as its file holds it once `text` is saved as its content."""
        return Event(self.around(text), text, self._origin)

    def leaving(self, text: str) -> tuple[str, ...]:
        """Return the names of the fields that stand here and go when `text` is saved."""
        return () if text == self._origin.content else self.signature

    @cached_property
    def _string(self) -> tuple[JsonString, int]:
        """The content as it is written, and where it begins."""
        span = _the(_CONTENT, scan_text(self.source)).node.span
        return JsonString(span.of(self.source), self.content), span.start

    @property
    def _origin(self) -> "Event":
        return self.first or self


def read_event(text: str) -> Event:
    """Return the soul event that the whole `text` is.

    Args:
        text: The text of a file, without a byte order mark.

    Raises:
        NotASoul: it is no event, an event of another kind, or one that is not sound.
    """
    try:
        root = scan_text(text)
    except ParseFault as fault:
        place = LineIndex(text).position(fault.offset)
        where = f"line {place.line}, column {place.column}"
        message = f"This is no Nostr event that can be read: {fault.message} ({where})."
        raise NotASoul(message, fault.offset) from fault
    if root.kind is not NodeKind.MAPPING:
        raise NotASoul("This is no Nostr event, which is a JSON object.", root.span.start)
    for name in (_KIND, _CONTENT):
        _require_once(text, name, [each for each in root.entries if each.key == name])
    kind = _the(_KIND, root).node if _has(_KIND, root) else None
    if kind is None or type(kind.value) is not int:
        place_of_kind = root if kind is None else kind
        message = "This is no Nostr event: its kind is not a whole number."
        raise NotASoul(message, place_of_kind.span.start)
    if kind.value != SOUL_KIND:
        message = f"This is a Nostr event of kind {kind.value}, not a soul (kind {SOUL_KIND})."
        raise OtherKind(message, kind.span.start)
    if not _has(_CONTENT, root):
        raise NotASoul("This Nostr event has no content, so it holds no soul.", root.span.start)
    content = _the(_CONTENT, root).node
    if not isinstance(content.value, str):
        message = "The content of this Nostr event is not a string, so it holds no soul."
        raise NotASoul(message, content.span.start)
    return Event(text, content.value)


def is_soul_event(data: bytes) -> bool:
    """Whether the bytes of a ``.json`` file are an event of the kind of souls, sound or not."""
    if str(SOUL_KIND).encode() not in data:
        return False  # most files: not read as JSON
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and type(value.get(_KIND)) is int and value[_KIND] == SOUL_KIND


def why_no_soul(text: str) -> NotASoul | None:
    """Return why a JSON text that seems to be meant as an event holds no soul.

    Returns:
        None if it holds one, and for all texts that are no events.
    """
    if not _seems_an_event(text):
        return None
    try:
        read_event(text)
    except NotASoul as fault:
        return fault
    return None


def unsigned_event(content: str, created_at: int) -> str:
    """Return the text of a new event with a soul as its content, as a signer takes it.

    It has no `pubkey`, `id` or `sig`: the signer, who alone knows them, adds all three.

    Args:
        content: The soul.
        created_at: Seconds since 1970.
    """
    string = escaped(content, ascii_only=False)
    lines = (
        f'"kind": {SOUL_KIND}',
        f'"created_at": {created_at}',
        '"tags": []',
        f'"content": "{string}"',
    )
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _changed(event: Event, text: str) -> str:
    """Return the text of the file when another content stands in the event that was opened."""
    root = scan_text(event.source)
    node = _the(_CONTENT, root).node
    string = JsonString(node.span.of(event.source), event.content)
    style = layout_of(Tree(event.source, root), root)
    written = string.changed(text, ascii_only=style.ascii_only)
    result = _unsigned(apply_edits(event.source, [Edit(node.span, written)]))
    if read_event(result).content != text:
        raise EditRefused("the content would not read back as the text that is in the window")
    return result


def _seems_an_event(text: str) -> bool:
    """Tell cheaply: `json` reads a large file many times faster than the scanner with places."""
    if '"kind"' not in text:
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _LIKE_A_SOUL.search(text) is not None
    if not isinstance(value, dict) or type(value.get(_KIND)) is not int:
        return isinstance(value, dict) and _LIKE_A_SOUL.search(text) is not None
    return value[_KIND] == SOUL_KIND or isinstance(value.get(_CONTENT), str)


def _unsigned(text: str) -> str:
    """Return an event without what a signer added, each field with its comma and its line."""
    while True:
        root = scan_text(text)
        keys = [entry.key for entry in root.entries]
        number = next((n for n, key in enumerate(keys) if key in _SIGNATURE), None)
        if number is None:
            return text
        text = apply_edits(text, [Edit(removal(text, root, number), "")])


def _has(name: str, root: Node) -> bool:
    return any(entry.key == name for entry in root.entries)


def _the(name: str, root: Node) -> Entry:
    return next(entry for entry in root.entries if entry.key == name)


def _require_once(text: str, name: str, entries: Sequence[Entry]) -> None:
    if len(entries) > 1:
        lines = LineIndex(text)
        numbers = [lines.position(entry.node.span.start).line for entry in entries]
        listed = ", ".join(map(str, dict.fromkeys(numbers)))
        where = "line" if len(set(numbers)) == 1 else "lines"
        message = f"The {name} of this Nostr event stands more than once ({where} {listed})."
        raise NotASoul(f"{message} Keep one.", entries[-1].node.span.start)
