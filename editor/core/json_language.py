"""JSON as a language of trees: strict reading, and edits that touch only what they must.

Every edit is made on a copy, read again and compared with what was meant before it is handed
out (docs/formats.md, Files).
"""

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits, difference, ordered
from editor.core.json_layout import entry_span, layout_of
from editor.core.json_places import addition, removal, value_indent
from editor.core.json_scan import scan_text, scan_value
from editor.core.json_strings import JsonString
from editor.core.json_values import (
    Pairs,
    effective,
    holds,
    known_part,
    node_at,
    plain_value,
    rebuilt,
    rebuilt_children,
    same_value,
)
from editor.core.spans import LineIndex
from editor.core.tree import Node, NodeKind, Path, Tree, dotted_path

_CONTAINERS = (NodeKind.MAPPING, NodeKind.SEQUENCE)
_STEPS_LIMIT = 20
"""A container that differs in more entries than this is written anew as a whole."""


class JsonLanguage:
    """Strict JSON behind the protocol `editor.core.tree.Language`."""

    name = "json"

    def parse(self, text: str) -> Tree:
        """Read `text`; see `editor.core.json_scan`.

        Raises:
            ParseFault: with a plain message and the offset of the fault.
        """
        return Tree(text, scan_text(text))

    def scan_object(self, text: str, start: int = 0) -> int:
        """Return the end (exclusive) of the object that begins exactly at `start`.

        What follows the object is not read.

        Raises:
            ParseFault: there is no valid object; the offset is one of `text`.
        """
        if not text.startswith("{", start):
            raise ParseFault("expected '{'", start)
        return scan_value(text, start).span.end

    def set(self, text: str, path: Path, value: object) -> tuple[Edit, ...]:
        """Make `path` hold `value`; missing keys, also of parents, are added at the end.

        Of a list or object that takes the place of another only what differs is changed. Of
        a duplicate key the last, effective entry is set.
        """
        tree, root = self._read(text)
        plain = plain_value(value)
        known = known_part(root, path)
        node = node_at(root, known)
        if len(known) == len(path):
            return self._checked(
                tree, self._replacing(tree, path, value), rebuilt(root, path, lambda _: plain)
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

        return self._checked(tree, (edit,), rebuilt_children(root, known, added))

    def remove(self, text: str, path: Path) -> tuple[Edit, ...]:
        """Take the entry at `path` out, with one comma and its line if it stood alone on it."""
        tree, root = self._read(text)
        parent, index = _place(tree, root, path)
        edit = Edit(removal(text, parent, index), "")

        def removed(pairs: Pairs) -> Pairs:
            return pairs[:index] + pairs[index + 1 :]

        return self._checked(tree, (edit,), rebuilt_children(root, path[:-1], removed))

    def insert(
        self, text: str, path: Path, value: object, before: str | None = None
    ) -> tuple[Edit, ...]:
        """Add an entry: at a list index (0 to length), or a new key, `before` a key or last."""
        tree, root = self._read(text)
        plain = plain_value(value)
        if not path:
            raise EditRefused("the whole text is not an entry")
        known = known_part(root, path[:-1])
        parent = node_at(root, known)
        if len(known) < len(path) - 1 or parent.kind not in _CONTAINERS:
            raise EditRefused(f"{dotted_path(path[:-1])} is not a list or an object")
        key = path[-1]
        index = _insertion_index(parent, path, before)
        edit = addition(tree, parent, index, key if isinstance(key, str) else None, value)

        def inserted(pairs: Pairs) -> Pairs:
            return [*pairs[:index], (key, plain), *pairs[index:]]

        expected = rebuilt_children(root, path[:-1], inserted)
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
        expected = rebuilt_children(root, path[:-1], moved)
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
        if node is None or holds(tree.text, node, value):
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
            string = JsonString(node.span.of(tree.text), str(node.value))
            source = string.changed(value, ascii_only=layout.ascii_only)
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
        while start < limit and holds(tree.text, old[start], value[start]):
            start += 1
        end = 0
        while end < limit - start and holds(tree.text, old[-1 - end], value[-1 - end]):
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


def _called(path: Path) -> str:
    return dotted_path(path) if path else "the whole text"


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
    known = known_part(root, path)
    if len(known) < len(path):
        raise EditRefused(f"there is no {dotted_path(path)}")
    parent = node_at(root, path[:-1])
    number = effective(parent, path[-1])
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
    if effective(parent, key) is not None:
        raise EditRefused(f"there is already a {dotted_path(path)}")
    if before is None:
        return len(parent.entries)
    number = next((n for n, entry in enumerate(parent.entries) if entry.key == before), None)
    if number is None:
        raise EditRefused(f"there is no {dotted_path((*path[:-1], before))} to stand before")
    return number
