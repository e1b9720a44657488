"""The spelling of JSON strings: raw or escaped, and changed only where the value changes.

What a change leaves alone keeps its very characters; what is new is written as the string itself
is written.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator

from editor.core.diff import gaps
from editor.core.edits import Edit, apply_edits
from editor.core.matching import matching_runs
from editor.core.spans import Span

_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL
)
_HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_ASCII = 0x80


class JsonString:
    """A JSON string as it is written, with the place of each character of its value."""

    def __init__(self, source: str, value: str) -> None:
        """Take a string apart.

        Args:
            source: The string with its quotes.
            value: What it reads as.
        """
        self._source = source
        self._value = value
        self._places: list[int] = []  # of the escapes, in the value
        self._longer = [0]  # by how much the escapes before are longer than what they read as
        self._escapes: set[str] = set()
        for found in _ESCAPE.finditer(source, 1, len(source) - 1):
            longer = self._longer[-1]
            self._places.append(found.start() - 1 - longer)
            self._longer.append(longer + len(found[0]) - 1)
            self._escapes.add(found[0])

    def place(self, offset: int) -> int:
        """Return where the character number `offset` of the value begins in the source."""
        return 1 + offset + self._longer[bisect_left(self._places, offset)]

    def changed(self, value: str, *, ascii_only: bool) -> str:
        """Return the source of `value`; what stays of the old one keeps its spelling.

        Args:
            value: What the string shall read as.
            ascii_only: Whether new characters beyond ASCII are escaped, where this string holds
                none yet that would tell.
        """
        edits = [
            Edit(Span(self.place(edit.span.start), self.place(edit.span.end)), new)
            for edit in changes(self._value, value)
            for new in (self._written(edit.text, ascii_only),)
        ]
        return apply_edits(self._source, edits)

    def _written(self, text: str, ascii_only: bool) -> str:
        if not self._source.isascii():
            ascii_only = False
        elif any(map(_is_beyond_ascii, self._escapes)):
            ascii_only = True
        inside = escaped(text, ascii_only=ascii_only)
        if "\\/" in self._escapes and "/" not in _ESCAPE.sub("", self._source):
            inside = inside.replace("/", "\\/")
        return inside


def escaped(value: str, *, ascii_only: bool) -> str:
    """Return the inside of a JSON string; half surrogate pairs always as escapes."""
    inside = json.dumps(value, ensure_ascii=ascii_only)[1:-1]
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", inside)


def _is_beyond_ascii(escape: str) -> bool:
    if not escape.startswith("\\u") or _HALF.fullmatch(escape):
        return False  # half a pair has no other spelling, so it tells nothing
    return len(escape) > len("\\u0000") or int(escape[2:], 16) >= _ASCII


def changes(old: str, new: str) -> Iterator[Edit]:
    """Yield edits that make `old` to `new`: lines that differ, and in them only what differs."""
    for line in _differing(old, new, _LINE, 0):
        for word in _differing(line.span.of(old), line.text, _WORD, line.span.start):
            yield _trimmed(old, word)


def _differing(old: str, new: str, part: re.Pattern[str], start: int) -> Iterator[Edit]:
    """Yield what differs between two texts in whole parts; `start` is where `old` begins."""
    before, after = part.findall(old), part.findall(new)
    ours, theirs = _starts(before), _starts(after)
    for gone, came in gaps(matching_runs(before, after), len(before), len(after)):
        text = new[theirs[came.start] : theirs[came.end]]
        yield Edit(Span(start + ours[gone.start], start + ours[gone.end]), text)


def _starts(parts: list[str]) -> list[int]:
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts


def _trimmed(text: str, edit: Edit) -> Edit:
    """Return `edit` without the characters that it shares with `text` at its begin and end."""
    old, new = edit.span.of(text), edit.text
    limit = min(len(old), len(new))
    head = 0
    while head < limit and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < limit - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    span = Span(edit.span.start + head, edit.span.end - tail)
    return Edit(span, new[head : len(new) - tail])
