"""Writing JSON in the layout of its place: indentation, commas, colons, escapes.

Nothing here changes what is already written; it looks at the neighbours and writes a new
value as they are written.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from editor.core.json_strings import escaped
from editor.core.json_values import number_source
from editor.core.spans import LINE_END, Span
from editor.core.tree import Entry, Node, NodeKind, Number, Tree

_NON_ASCII_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u(?!00[0-7])[0-9a-fA-F]{4}")
_BLANKS = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Layout:
    """How new text is written at a place.

    Attributes:
        newline: The line end of a new line.
        unit: One step of indentation.
        colon: What stands between key and value, blanks included.
        comma: What stands between two entries on one line.
        paddings: What stands inside the brackets of an object and of a list on one line.
        ascii_only: Whether characters beyond ASCII are written as escapes.
    """

    newline: str
    unit: str
    colon: str
    comma: str
    paddings: tuple[str, str]
    ascii_only: bool

    def value(self, value: object, indent: str | None) -> str:
        """Return `value` as JSON.

        Args:
            value: What `plain_value` accepts.
            indent: The indentation of the line it begins on, or None to stay on one line.
        """
        if isinstance(value, dict):
            parts = [
                self.string(key) + self.colon + self.value(item, self._deeper(indent))
                for key, item in value.items()
            ]
            return self._container("{}", self.paddings[0], parts, indent)
        if isinstance(value, list | tuple):
            parts = [self.value(item, self._deeper(indent)) for item in value]
            return self._container("[]", self.paddings[1], parts, indent)
        if isinstance(value, Number):
            return number_source(value)
        if isinstance(value, str):
            return self.string(value)
        return json.dumps(value)

    def string(self, value: str) -> str:
        """Return `value` as a JSON string with its quotes."""
        return f'"{escaped(value, ascii_only=self.ascii_only)}"'

    def _deeper(self, indent: str | None) -> str | None:
        return None if indent is None else indent + self.unit

    def _container(self, brackets: str, padding: str, parts: list[str], indent: str | None) -> str:
        if not parts:
            return brackets
        if indent is None:
            return brackets[0] + padding + self.comma.join(parts) + padding + brackets[1]
        line = self.newline + indent + self.unit
        return brackets[0] + line + ("," + line).join(parts) + self.newline + indent + brackets[1]


def entry_span(entry: Entry) -> Span:
    """Return the span of key and value."""
    first = entry.key_span or entry.node.span
    return Span(first.start, entry.node.span.end)


def gaps(text: str, node: Node) -> list[str]:
    """Return what stands between the entries of `node`: a comma and blanks around it."""
    spans = [entry_span(entry) for entry in node.entries]
    return [text[a.end : b.start] for a, b in pairwise(spans)]


def head(text: str, node: Node) -> str:
    """Return the blanks between the opening bracket and the first entry."""
    return text[node.span.start + 1 : entry_span(node.entries[0]).start]


def tail(text: str, node: Node) -> str:
    """Return the blanks between the last entry and the closing bracket."""
    return text[entry_span(node.entries[-1]).end : node.span.end - 1]


def has_line_end(text: str) -> bool:
    """Whether `text` holds a line end."""
    return "\n" in text or "\r" in text


def last_line(text: str) -> str:
    """Return `text` behind its last line end."""
    return LINE_END.split(text)[-1]


def line_indent(text: str, offset: int) -> str:
    """Return the blanks that the line of `offset` begins with."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    match = _BLANKS.match(text, start, offset)
    return match[0] if match else ""


def layout_of(tree: Tree, near: Node | None) -> Layout:
    """Return the habits of the entries of `near`, else those of the whole text."""
    text = tree.text
    nodes = [near] if near else []
    nodes += [node for _, node in tree.walk() if node.entries and node is not near]
    colon = next((found for node in nodes for found in _colons(text, node)), None)
    comma = next((g for node in nodes for g in gaps(text, node) if not has_line_end(g)), None)
    if comma is None:
        comma = "," if colon and not colon.endswith((" ", "\t")) else ", "
    elif near is None or comma not in gaps(text, near):
        # More blanks than one elsewhere are somebody's columns, not a habit of the file.
        comma = "," if comma == "," else ", "
    if colon is None:
        colon = ":" if comma == "," else ": "
    newline = LINE_END.search(text, near.span.start if near else 0) or LINE_END.search(text)
    return Layout(
        newline[0] if newline else "\n",
        next((unit for node in nodes if (unit := _unit(text, node))), "  "),
        colon,
        comma,
        (_padding(text, nodes, NodeKind.MAPPING), _padding(text, nodes, NodeKind.SEQUENCE)),
        text.isascii() and _NON_ASCII_ESCAPE.search(text) is not None,
    )


def _colons(text: str, node: Node) -> Iterator[str]:
    for entry in reversed(node.entries):
        if entry.key_span is not None:
            between = text[entry.key_span.end : entry.node.span.start]
            if not has_line_end(between):
                yield between


def _unit(text: str, node: Node) -> str:
    if not node.entries or not has_line_end(head(text, node)):
        return ""
    outer = line_indent(text, node.span.start)
    inner = last_line(head(text, node))
    return inner[len(outer) :] if inner.startswith(outer) else ""


def _padding(text: str, nodes: list[Node], kind: NodeKind) -> str:
    found = (head(text, node) for node in nodes if node.kind is kind and node.entries)
    return next((blanks for blanks in found if not has_line_end(blanks)), "")
