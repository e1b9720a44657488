"""Values of JSON: what can be written, when two are equal, and what an edit ought to give.

The expected value of an edit is worked out here on the loaded values alone, so that the text
an edit makes can be compared with it.
"""

import json
import math
import re
from collections.abc import Callable

from editor.core.edits import EditRefused
from editor.core.json_scan import MAX_DEPTH, NUMBER
from editor.core.tree import Node, NodeKind, Number, Path

_ANY_NUMBER = re.compile(r"([+-]?)([0-9]*)(?:(\.)([0-9]*))?([eE][+-]?[0-9]+)?")

Pairs = list[tuple[str | int, object]]
"""The entries of a container: keys or indices, and values. Indices are not read."""


def number_source(number: Number) -> str:
    """Return a spelling of `number` that JSON allows: its own, or the nearest to it.

    Raises:
        EditRefused: it is not a decimal number.
    """
    if NUMBER.fullmatch(number.source):
        return number.source
    match = _ANY_NUMBER.fullmatch(number.source)
    if match is None or not (match[2] or match[4]):
        raise EditRefused(f"{number.source!r} is not a number in JSON")
    whole = match[2].lstrip("0") or "0"
    fraction = f".{match[4] or '0'}" if match[3] else ""
    return match[1].replace("+", "") + whole + fraction + (match[5] or "")


def plain_value(value: object, depth: int = 0) -> object:
    """Return what ``json.loads`` gives for `value` once it is written.

    Raises:
        EditRefused: JSON cannot hold it.
    """
    if depth > MAX_DEPTH:
        raise EditRefused(f"the value is nested deeper than {MAX_DEPTH} levels")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int | Number):
        return _whole_or_spelled(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise EditRefused(f"JSON has no {value}")
        return float(value)
    if isinstance(value, list | tuple):
        return [plain_value(item, depth + 1) for item in value]
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise EditRefused("keys in JSON are text")
        return {str.__str__(key): plain_value(item, depth + 1) for key, item in value.items()}
    raise EditRefused(f"JSON cannot hold a value of type {type(value).__name__}")


def _whole_or_spelled(value: int | Number) -> object:
    try:
        source = number_source(value) if isinstance(value, Number) else json.dumps(value)
        loaded: object = json.loads(source)
    except ValueError as error:
        if isinstance(error, EditRefused):
            raise
        raise EditRefused("a whole number with too many digits") from error
    return loaded


def same_value(one: object, other: object, *, ordered: bool = False) -> bool:
    """Whether two loaded values are equal in value and type: ``1``, ``1.0`` and ``True`` differ.

    Args:
        one: A value as `json` loads it.
        other: Another one.
        ordered: Whether the order of keys counts.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys() or (ordered and list(one) != list(other)):
            return False
        return all(same_value(item, other[key], ordered=ordered) for key, item in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            same_value(a, b, ordered=ordered) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, float):
        return repr(one) == repr(other)
    return one == other


def holds(text: str, node: Node, value: object) -> bool:
    """Whether `node` is already `value`, in type and, for a `Number`, in spelling."""
    if isinstance(value, Number):
        return node.kind is NodeKind.NUMBER and node.span.of(text) == number_source(value)
    if isinstance(value, dict):
        children = {entry.key: entry.node for entry in node.entries}
        return (
            node.kind is NodeKind.MAPPING
            and children.keys() == value.keys()
            and all(holds(text, children[key], item) for key, item in value.items())
        )
    if isinstance(value, list | tuple):
        return (
            node.kind is NodeKind.SEQUENCE
            and len(node.entries) == len(value)
            and all(holds(text, e.node, v) for e, v in zip(node.entries, value, strict=True))
        )
    return same_value(node.value, plain_value(value))


def effective(node: Node, step: str | int) -> int | None:
    """Return the number of the effective entry called `step`."""
    numbers = range(len(node.entries) - 1, -1, -1)
    return next((number for number in numbers if node.entries[number].key == step), None)


def known_part(root: Node, path: Path) -> Path:
    """Return the longest beginning of `path` that exists."""
    node = root
    for depth, step in enumerate(path):
        number = effective(node, step)
        if number is None:
            return path[:depth]
        node = node.entries[number].node
    return path


def node_at(root: Node, path: Path) -> Node:
    """Return the effective node at an existing `path`."""
    node = root
    for step in path:
        node = node.entries[effective(node, step) or 0].node
    return node


def rebuilt(root: Node, path: Path, change: Callable[[object], object]) -> object:
    """Return the value of `root` with `change` made to the effective value at `path`."""
    if not path:
        return change(root.value)
    number = effective(root, path[0])
    values: Pairs = [
        (e.key, rebuilt(e.node, path[1:], change) if n == number else e.node.value)
        for n, e in enumerate(root.entries)
    ]
    return _collected(root, values)


def rebuilt_children(root: Node, path: Path, change: Callable[[Pairs], Pairs]) -> object:
    """Return the value of `root` with `change` made to the entries of the container at `path`."""
    parent = node_at(root, path)
    pairs: Pairs = [(entry.key, entry.node.value) for entry in parent.entries]
    return rebuilt(root, path, lambda _: _collected(parent, change(pairs)))


def _collected(node: Node, pairs: Pairs) -> object:
    return dict(pairs) if node.kind is NodeKind.MAPPING else [value for _, value in pairs]
