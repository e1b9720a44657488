"""Reading JSON with places: strict JSON, exact spans in code points, plain faults.

Values are exactly what ``json.loads`` gives, but for two things that it lets pass: NaN and
the infinities, which are not JSON, and nesting deeper than `MAX_DEPTH`. A scanner of our own
because the grammar at hand for syntax trees does not know ``1E+5``, lets comments and raw
control characters pass, and counts bytes.
"""

import json
import re
from collections import Counter

from editor.core.diagnostics import ParseFault
from editor.core.spans import Span
from editor.core.tree import Entry, Node, NodeKind

MAX_DEPTH = 200
"""Containers inside containers; far below what makes Python's own stack overflow."""

SPACE = re.compile(r"[ \t\r\n]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_CHARACTERS = r'[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
_STRING = re.compile(f'"{_CHARACTERS}"')
_STRING_START = re.compile(f'"{_CHARACTERS}')
_WORDS: dict[str, tuple[str, NodeKind, object]] = {
    "t": ("true", NodeKind.BOOLEAN, True),
    "f": ("false", NodeKind.BOOLEAN, False),
    "n": ("null", NodeKind.NULL, None),
}
_NOT_JSON = ("NaN", "Infinity", "-Infinity")


def scan_text(text: str) -> Node:
    """Read a whole text that holds one JSON value and blanks around it.

    Raises:
        ParseFault: with a plain message and the offset of the fault.
    """
    node = scan_value(text, _after_space(text, 0))
    end = _after_space(text, node.span.end)
    if end < len(text):
        if text[end] in "/#":
            raise ParseFault("JSON has no comments", end)
        raise ParseFault("unexpected text after the JSON value", end)
    return node


def scan_value(text: str, start: int = 0) -> Node:
    """Read the one JSON value that begins exactly at `start`; what follows it is not read.

    Args:
        text: Any text.
        start: The offset of the value's first character; spans count from the text's begin.

    Raises:
        ParseFault: with a plain message and the offset of the fault in `text`.
    """
    return _value(text, start, 0)


def _after_space(text: str, at: int) -> int:
    match = SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, depth: int) -> Node:
    first = text[at : at + 1]
    if first == '"':
        end, value = _string(text, at)
        return Node(NodeKind.STRING, Span(at, end), value, "json")
    if first in ("{", "["):
        if depth >= MAX_DEPTH:
            raise ParseFault(f"nested deeper than {MAX_DEPTH} levels", at)
        return _object(text, at, depth + 1) if first == "{" else _array(text, at, depth + 1)
    if first in _WORDS and text.startswith(_WORDS[first][0], at):
        word, kind, constant = _WORDS[first]
        return Node(kind, Span(at, at + len(word)), constant, "json")
    match = NUMBER.match(text, at)
    if match is None:
        raise _no_value(text, at)
    return Node(NodeKind.NUMBER, Span(at, match.end()), _number(match), "json")


def _number(match: re.Match[str]) -> int | float:
    if match[1] or match[2]:
        return float(match[0])
    try:
        return int(match[0])
    except ValueError:
        # Python refuses to convert thousands of digits, and so does json.
        raise ParseFault("a whole number with too many digits", match.start()) from None


def _string(text: str, at: int) -> tuple[int, str]:
    match = _STRING.match(text, at)
    if match is None:
        raise _string_fault(text, at)
    if "\\" not in match[0]:
        return match.end(), match[0][1:-1]
    value: str = json.loads(match[0])
    return match.end(), value


def _array(text: str, start: int, depth: int) -> Node:
    entries: list[Entry] = []
    at = _after_space(text, start + 1)
    if not text.startswith("]", at):
        while True:
            node = _value(text, at, depth)
            entries.append(Entry(len(entries), None, node))
            at = _after_space(text, node.span.end)
            if text.startswith("]", at):
                break
            at = _after_comma(text, at, "]")
    value = [entry.node.value for entry in entries]
    return Node(NodeKind.SEQUENCE, Span(start, at + 1), value, "json", tuple(entries))


def _object(text: str, start: int, depth: int) -> Node:
    found: list[tuple[str, Span, Node]] = []
    at = _after_space(text, start + 1)
    if not text.startswith("}", at):
        while True:
            if not text.startswith('"', at):
                raise _no_key(text, at, first=not found)
            end, key = _string(text, at)
            colon = _after_space(text, end)
            if not text.startswith(":", colon):
                raise ParseFault("expected ':' after the key", colon)
            node = _value(text, _after_space(text, colon + 1), depth)
            found.append((key, Span(at, end), node))
            at = _after_space(text, node.span.end)
            if text.startswith("}", at):
                break
            at = _after_comma(text, at, "}")
    value = {key: node.value for key, _, node in found}
    times = Counter(key for key, _, _ in found) if len(value) < len(found) else {}
    entries = tuple(Entry(key, span, node, times.get(key, 1) > 1) for key, span, node in found)
    return Node(NodeKind.MAPPING, Span(start, at + 1), value, "json", entries)


def _after_comma(text: str, at: int, closing: str) -> int:
    if text.startswith(",", at):
        after = _after_space(text, at + 1)
        if text.startswith(closing, after):
            raise ParseFault(f"a comma before '{closing}' is not allowed", at)
        return after
    if at >= len(text):
        raise ParseFault(f"the text ends before the closing '{closing}'", at)
    if text[at] in "/#":
        raise ParseFault("JSON has no comments", at)
    raise ParseFault(f"expected ',' or '{closing}'", at)


def _no_value(text: str, at: int) -> ParseFault:
    if at >= len(text):
        return ParseFault("the text ends where a value is expected", at)
    word = next((word for word in _NOT_JSON if text.startswith(word, at)), None)
    if word:
        return ParseFault(f"{word} is not a JSON value", at)
    message = {
        "\ufeff": "a byte order mark is not part of JSON",
        "'": "a string needs double quotes",
        "/": "JSON has no comments",
        "#": "JSON has no comments",
    }
    return ParseFault(message.get(text[at], "expected a value"), at)


def _no_key(text: str, at: int, *, first: bool) -> ParseFault:
    if at >= len(text):
        return ParseFault("the text ends before the closing '}'", at)
    if text[at] in "/#":
        return ParseFault("JSON has no comments", at)
    if first:
        return ParseFault("expected a key in double quotes or '}'", at)
    return ParseFault("expected a key in double quotes", at)


def _string_fault(text: str, at: int) -> ParseFault:
    match = _STRING_START.match(text, at)
    end = match.end() if match else at
    if end >= len(text) or (text[end] == "\\" and end + 1 >= len(text)):
        return ParseFault("the string that begins here has no closing quote", at)
    if text[end] == "\\":
        return ParseFault(f"'\\{text[end + 1]}' is not a valid escape in a string", end)
    if text[end] in "\r\n":
        return ParseFault("a string must close on its line; write \\n for a line end", end)
    return ParseFault(f"a control character in a string; write \\u{ord(text[end]):04x}", end)
