"""JSON as a language of trees: strict reading, and edits that touch only what they must.

Every edit is made on a copy, read again and compared with what was meant before it is handed
out (docs/formats.md, Files).
"""

from collections.abc import Callable

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits, difference, ordered
from editor.core.json_layout import (
    changed_string,
    entry_span,
    layout_of,
    number_source,
    plain_value,
    same_value,
)
from editor.core.json_places import addition, removal, value_indent
from editor.core.json_scan import scan_text
from editor.core.spans import LineIndex
from editor.core.tree import Node, NodeKind, Number, Path, Tree, dotted_path

_CONTAINERS = (NodeKind.MAPPING, NodeKind.SEQUENCE)
_STEPS_LIMIT = 20
"""A container that differs in more entries than this is written anew as a whole."""

Pairs = list[tuple[str | int, object]]


class JsonLanguage:
    """Strict JSON behind the protocol `editor.core.tree.Language`."""

    name = "json"

    def parse(self, text: str) -> Tree:
        """Read `text`; see `editor.core.json_scan`.

        Raises:
            ParseFault: with a plain message and the offset of the fault.
        """
        return Tree(text, scan_text(text))

    def set(self, text: str, path: Path, value: object) -> tuple[Edit, ...]:
        """Make `path` hold `value`; missing keys, also of parents, are added at the end.

        Of a list or object that takes the place of another only what differs is changed. Of
        a duplicate key the last, effective entry is set.
        """
        tree, root = self._read(text)
        plain = plain_value(value)
        known = _known_part(root, path)
        node = _at(root, known)
        if len(known) == len(path):
            return self._checked(
                tree, self._replacing(tree, path, value), _rebuilt(root, path, lambda _: plain)
            )
        if node.kind is not NodeKind.MAPPING:
            raise _no_place(node, path, len(known))
        if not all(isinstance(step, str) for step in path[len(known) :]):
            raise EditRefused(f"{dotted_path(path)}: keys in JSON are text")
        key = str(path[len(known)])
        for step in reversed(path[len(known) + 1 :]):
            value, plain = {step: value}, {step: plain}
        edit = addition(tree, node, len(node.entries), key, value)

        def added(pairs: Pairs) -> Pairs:
            return [*pairs, (key, plain)]

        return self._checked(tree, (edit,), _rebuilt_children(root, known, added))

    def remove(self, text: str, path: Path) -> tuple[Edit, ...]:
        """Take the entry at `path` out, with one comma and its line if it stood alone on it."""
        tree, root = self._read(text)
        parent, index = _place(tree, root, path)
        edit = Edit(removal(text, parent, index), "")

        def removed(pairs: Pairs) -> Pairs:
            return pairs[:index] + pairs[index + 1 :]

        return self._checked(tree, (edit,), _rebuilt_children(root, path[:-1], removed))

    def insert(
        self, text: str, path: Path, value: object, before: str | None = None
    ) -> tuple[Edit, ...]:
        """Add an entry: at a list index (0 to length), or a new key, `before` a key or last."""
        tree, root = self._read(text)
        plain = plain_value(value)
        if not path:
            raise EditRefused("the whole text is not an entry")
        known = _known_part(root, path[:-1])
        parent = _at(root, known)
        if len(known) < len(path) - 1 or parent.kind not in _CONTAINERS:
            raise EditRefused(f"{dotted_path(path[:-1])} is not a list or an object")
        key = path[-1]
        index = _insertion_index(parent, path, before)
        edit = addition(tree, parent, index, key if isinstance(key, str) else None, value)

        def inserted(pairs: Pairs) -> Pairs:
            return [*pairs[:index], (key, plain), *pairs[index:]]

        expected = _rebuilt_children(root, path[:-1], inserted)
        return self._checked(tree, (edit,), expected, ordered_keys=True)

    def move(self, text: str, path: Path, index: int) -> tuple[Edit, ...]:
        """Move the entry at `path` to number `index`; commas, blanks and lines stay in place."""
        tree, root = self._read(text)
        parent, old = _place(tree, root, path)
        if not 0 <= index < len(parent.entries):
            raise EditRefused(f"there is no place {index} in {_called(path[:-1])}")

        def moved(pairs: Pairs) -> Pairs:
            rest = pairs[:old] + pairs[old + 1 :]
            return [*rest[:index], pairs[old], *rest[index:]]

        numbers = [number for number in range(len(parent.entries)) if number != old]
        numbers.insert(index, old)
        spans = [entry_span(entry) for entry in parent.entries]
        edits = tuple(
            Edit(spans[place], spans[number].of(text))
            for place, number in enumerate(numbers)
            if place != number
        )
        expected = _rebuilt_children(root, path[:-1], moved)
        return self._checked(tree, edits, expected, ordered_keys=True)

    def _read(self, text: str) -> tuple[Tree, Node]:
        try:
            root = scan_text(text)
        except ParseFault as fault:
            line = LineIndex(text).position(fault.offset).line
            raise EditRefused(f"the JSON cannot be read: {fault.message} (line {line})") from fault
        return Tree(text, root), root

    def _checked(
        self, tree: Tree, edits: tuple[Edit, ...], expected: object, *, ordered_keys: bool = False
    ) -> tuple[Edit, ...]:
        """Return `edits` in order if the text they make reads as `expected`."""
        result = self._read(apply_edits(tree.text, edits))[1].value if edits else expected
        if not same_value(result, expected, ordered=ordered_keys):
            raise EditRefused("the result would not read back as the value that was given")
        return ordered(edits)

    def _replacing(self, tree: Tree, path: Path, value: object) -> tuple[Edit, ...]:
        """Return edits that make the existing `path` hold `value`."""
        node = tree.find(path)
        if node is None or _holds(tree.text, node, value):
            return ()
        if isinstance(value, dict) and node.kind is NodeKind.MAPPING:
            steps = self._object_steps(tree, path, node, value)
        elif isinstance(value, list | tuple) and node.kind is NodeKind.SEQUENCE:
            steps = self._list_steps(tree, path, node, list(value))
        else:
            steps = None
        if steps is not None:
            return steps
        layout = layout_of(tree, _at_parent(tree, path))
        if isinstance(value, str) and node.kind is NodeKind.STRING:
            source = changed_string(node.span.of(tree.text), value, ascii_only=layout.ascii_only)
        else:
            source = layout.value(value, value_indent(tree, path, node))
        return (Edit(node.span, source),)

    def _object_steps(
        self, tree: Tree, path: Path, node: Node, value: dict[str, object]
    ) -> tuple[Edit, ...] | None:
        """Return edits that change only the keys that differ, or None if that is not simple."""
        old = [str(entry.key) for entry in node.entries]
        gone = [key for key in old if key not in value]
        new = [key for key in value if key not in old]
        simple = old and value and not any(entry.duplicate for entry in node.entries)
        if not simple or len(gone) + len(new) > _STEPS_LIMIT:
            return None
        kept = [key for key in old if key in value]
        edits = tuple(e for key in kept for e in self._replacing(tree, (*path, key), value[key]))
        if not gone and not new:
            return edits
        text = apply_edits(tree.text, edits)
        for key in new:
            text = apply_edits(text, self.set(text, (*path, key), value[key]))
        for key in gone:
            text = apply_edits(text, self.remove(text, (*path, key)))
        return _as_one(tree.text, text)

    def _list_steps(
        self, tree: Tree, path: Path, node: Node, value: list[object]
    ) -> tuple[Edit, ...] | None:
        """Return edits that change only the items that differ, or None if that is not simple."""
        old = [entry.node for entry in node.entries]
        extra = len(value) - len(old)
        if not old or not value or abs(extra) > _STEPS_LIMIT:
            return None
        limit = min(len(old), len(value))
        start = 0
        while start < limit and _holds(tree.text, old[start], value[start]):
            start += 1
        end = 0
        while end < limit - start and _holds(tree.text, old[-1 - end], value[-1 - end]):
            end += 1
        paired = range(start, limit - end)
        edits = tuple(e for i in paired for e in self._replacing(tree, (*path, i), value[i]))
        if not extra:
            return edits
        text = apply_edits(tree.text, edits)
        for index in range(limit - end, len(value) - end):
            text = apply_edits(text, self.insert(text, (*path, index), value[index]))
        for _ in range(limit - end, len(old) - end):
            text = apply_edits(text, self.remove(text, (*path, limit - end)))
        return _as_one(tree.text, text)


def _as_one(old: str, new: str) -> tuple[Edit, ...]:
    edit = difference(old, new)
    return (edit,) if edit else ()


def _holds(text: str, node: Node, value: object) -> bool:
    """Whether `node` is already `value`, in type and, for a `Number`, in spelling."""
    if isinstance(value, Number):
        return node.kind is NodeKind.NUMBER and node.span.of(text) == number_source(value)
    if isinstance(value, dict):
        children = {entry.key: entry.node for entry in node.entries}
        return (
            node.kind is NodeKind.MAPPING
            and children.keys() == value.keys()
            and all(_holds(text, children[key], item) for key, item in value.items())
        )
    if isinstance(value, list | tuple):
        return (
            node.kind is NodeKind.SEQUENCE
            and len(node.entries) == len(value)
            and all(_holds(text, e.node, v) for e, v in zip(node.entries, value, strict=True))
        )
    return same_value(node.value, plain_value(value))


def _called(path: Path) -> str:
    return dotted_path(path) if path else "the whole text"


def _child(node: Node, step: str | int) -> int | None:
    """Return the number of the effective entry called `step`."""
    numbers = range(len(node.entries) - 1, -1, -1)
    return next((number for number in numbers if node.entries[number].key == step), None)


def _known_part(root: Node, path: Path) -> Path:
    """Return the longest beginning of `path` that exists."""
    node = root
    for depth, step in enumerate(path):
        number = _child(node, step)
        if number is None:
            return path[:depth]
        node = node.entries[number].node
    return path


def _at(root: Node, path: Path) -> Node:
    node = root
    for step in path:
        node = node.entries[_child(node, step) or 0].node
    return node


def _at_parent(tree: Tree, path: Path) -> Node | None:
    return tree.find(path[:-1]) if path else None


def _no_place(node: Node, path: Path, depth: int) -> EditRefused:
    if node.kind is NodeKind.SEQUENCE:
        count = len(node.entries)
        return EditRefused(
            f"{_called(path[:depth])} is a list of {count}: there is no item {path[depth]}"
        )
    return EditRefused(
        f"{_called(path[:depth])} is a single value, so {dotted_path(path)} cannot be set"
    )


def _place(tree: Tree, root: Node, path: Path) -> tuple[Node, int]:
    """Return the container of an existing, unambiguous entry and the entry's number in it."""
    if not path:
        raise EditRefused("the whole text is not an entry")
    known = _known_part(root, path)
    if len(known) < len(path):
        raise EditRefused(f"there is no {dotted_path(path)}")
    parent = _at(root, path[:-1])
    number = _child(parent, path[-1])
    if number is None:
        raise EditRefused(f"there is no {dotted_path(path)}")
    if parent.entries[number].duplicate:
        index = LineIndex(tree.text)
        lines = [
            str(index.position(entry_span(entry).start).line)
            for entry in parent.entries
            if entry.key == path[-1]
        ]
        where = ", ".join(lines[:-1]) + " and " + lines[-1]
        raise EditRefused(f"the key {path[-1]!r} stands more than once (lines {where})")
    return parent, number


def _insertion_index(parent: Node, path: Path, before: str | None) -> int:
    key = path[-1]
    if parent.kind is NodeKind.SEQUENCE:
        if not isinstance(key, int) or not 0 <= key <= len(parent.entries):
            raise _no_place(parent, path, len(path) - 1)
        if before is not None:
            raise EditRefused("items of a list have no keys to stand before")
        return key
    if not isinstance(key, str):
        raise EditRefused(f"{dotted_path(path)}: keys in JSON are text")
    if _child(parent, key) is not None:
        raise EditRefused(f"there is already a {dotted_path(path)}")
    if before is None:
        return len(parent.entries)
    number = next((n for n, entry in enumerate(parent.entries) if entry.key == before), None)
    if number is None:
        raise EditRefused(f"there is no {dotted_path((*path[:-1], before))} to stand before")
    return number


def _rebuilt(root: Node, path: Path, change: Callable[[object], object]) -> object:
    """Return the value of `root` with `change` made to the effective value at `path`."""
    if not path:
        return change(root.value)
    number = _child(root, path[0])
    values: Pairs = [
        (e.key, _rebuilt(e.node, path[1:], change) if n == number else e.node.value)
        for n, e in enumerate(root.entries)
    ]
    return _collected(root, values)


def _rebuilt_children(root: Node, path: Path, change: Callable[[Pairs], Pairs]) -> object:
    """Return the value of `root` with `change` made to the entries of the container at `path`."""
    parent = _at(root, path)
    pairs: Pairs = [(entry.key, entry.node.value) for entry in parent.entries]
    return _rebuilt(root, path, lambda _: _collected(parent, change(pairs)))


def _collected(node: Node, pairs: Pairs) -> object:
    return dict(pairs) if node.kind is NodeKind.MAPPING else [value for _, value in pairs]
