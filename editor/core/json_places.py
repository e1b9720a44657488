"""Where an entry of a JSON container goes in and out: its comma, its blanks, its line."""

import re

from editor.core.edits import Edit
from editor.core.json_layout import (
    Layout,
    entry_span,
    gaps,
    has_line_end,
    head,
    last_line,
    layout_of,
    line_indent,
    tail,
)
from editor.core.spans import LINE_END, Span
from editor.core.tree import Node, NodeKind, Path, Tree

_LINE_OF_COMMA = re.compile(r"[ \t]*,[ \t]*(\r\n|\n|\r)")


def addition(tree: Tree, node: Node, index: int, key: str | None, value: object) -> Edit:
    """Return the edit that makes `value` entry number `index` of the container `node`.

    Args:
        tree: The whole text.
        node: A container of `tree`.
        index: 0 to the number of its entries.
        key: The new key, or None in a list.
        value: What `plain_value` accepts.
    """
    text = tree.text
    layout = layout_of(tree, node)
    if not node.entries:
        return _first(text, node, layout, key, value)
    separator = _separator(text, node, index, layout)
    begin = entry_span(node.entries[min(index, len(node.entries) - 1)]).start
    indent = None
    if has_line_end(separator):
        at_end = index == len(node.entries)
        indent = _blanks(last_line(separator)) if at_end else line_indent(text, begin)
    written = _entry(layout, key, value, None if _kept_inline(text, node) else indent)
    if index == len(node.entries):
        end = entry_span(node.entries[-1]).end
        return Edit(Span(end, end), separator + written)
    return Edit(Span(begin, begin), written + separator)


def _first(text: str, node: Node, layout: Layout, key: str | None, value: object) -> Edit:
    at = node.span.start + 1
    inside = text[at : node.span.end - 1]
    found = LINE_END.search(inside)
    if found is None:
        blank = " " if inside else ""
        return Edit(Span(at, at), blank + _entry(layout, key, value, None))
    indent = last_line(inside) + layout.unit
    return Edit(Span(at, at), found[0] + indent + _entry(layout, key, value, indent))


def _entry(layout: Layout, key: str | None, value: object, indent: str | None) -> str:
    written = layout.value(value, indent)
    return written if key is None else layout.string(key) + layout.colon + written


def _separator(text: str, node: Node, index: int, layout: Layout) -> str:
    """Return a comma with blanks as the neighbours of entry number `index` have it."""
    between = gaps(text, node)
    if between:
        before, _, after = between[max(0, min(index, len(node.entries) - 1) - 1)].partition(",")
        return _one_line_end(before) + "," + _one_line_end(after)
    if has_line_end(head(text, node)):
        return "," + _one_line_end(head(text, node))
    if has_line_end(tail(text, node)) and head(text, node):
        # Commas lead the lines: `{ "a": 1` and then `, "b": 2`.
        return _one_line_end(tail(text, node)) + "," + head(text, node)
    return layout.comma


def _one_line_end(blanks: str) -> str:
    """Return `blanks` without empty lines."""
    ends = list(LINE_END.finditer(blanks))
    return blanks[ends[-1].start() :] if ends else blanks


def _blanks(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _kept_inline(text: str, node: Node) -> bool:
    """Whether the containers among the entries of `node` are all written on one line."""
    children = [entry.node for entry in node.entries if entry.node.entries]
    return bool(children) and not any(has_line_end(child.span.of(text)) for child in children)


def value_indent(tree: Tree, path: Path, node: Node) -> str | None:
    """Return the indentation for a container written in place of `node`, None for one line."""
    text = tree.text
    if node.kind in (NodeKind.MAPPING, NodeKind.SEQUENCE):
        inside = text[node.span.start + 1 : node.span.end - 1]
        blanks = head(text, node) if node.entries else inside
        return line_indent(text, node.span.start) if has_line_end(blanks) else None
    parent = tree.find(path[:-1]) if path else None
    entry = tree.entry(path) if path else None
    if parent is None or entry is None or _kept_inline(text, parent):
        return None
    begin = entry_span(entry).start
    before = max(text.rfind("\n", 0, begin), text.rfind("\r", 0, begin))
    starts_line = before >= parent.span.start and not text[before + 1 : begin].strip(" \t,")
    return line_indent(text, begin) if starts_line else None


def removal(text: str, node: Node, index: int) -> Span:
    """Return what goes with entry number `index`: one comma, and the line if it is alone on it."""
    spans = [entry_span(entry) for entry in node.entries]
    span = spans[index]
    if len(spans) == 1:
        return Span(node.span.start + 1, span.end)
    if index == len(spans) - 1:
        return Span(spans[index - 1].end, span.end)
    start = spans[index - 1].end if index else node.span.start + 1
    before, after = text[start : span.start], text[span.end : spans[index + 1].start]
    line = last_line(before)
    own_line = has_line_end(before) and not line.strip(" \t")
    rest = _LINE_OF_COMMA.match(after)
    if own_line and rest:
        return Span(span.start - len(line), span.end + rest.end())
    if index and not has_line_end(before) and has_line_end(after):
        return Span(spans[index - 1].end, span.end)
    return Span(span.start, spans[index + 1].start)
