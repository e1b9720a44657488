"""YAML behind the `Language` protocol: read with PyYAML, edited losslessly and read again.

Every edit is proposed in the least invasive style first; the whole result is parsed, and its
image must be the old image with exactly the wanted change, or the next style is tried
(docs/formats.md, Files).
"""

from editor.core.edits import Edit, EditRefused, apply_edits, difference
from editor.core.tree import NodeKind, Path
from editor.core.yaml_block_edits import (
    remove_entry,
)
from editor.core.yaml_checking import (
    check_single,
    checked,
    index_for,
    known_part,
    respelled,
    tree_of,
)
from editor.core.yaml_flow_edits import remove_flow
from editor.core.yaml_images import (
    NOTHING,
    Image,
    image_of,
    inner,
    node_image,
    pair_image,
    value_image,
    with_value,
)
from editor.core.yaml_mark import behind_mark, read_marked
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_places import Place, place_at
from editor.core.yaml_proposals import additions, firsts, moves
from editor.core.yaml_values import value_edits

Edits = tuple[Edit, ...]


class YamlLanguage:
    """YAML as `yaml.safe_load` reads it."""

    name = "yaml"

    def parse(self, text: str) -> YamlTree:
        """Read `text`.

        Raises:
            ParseFault: it is no single YAML document that `yaml.safe_load` reads.
        """
        return read_marked(text)

    def parse_part(self, text: str, length: int) -> YamlTree:
        """Read whole lines of a text of `length` characters that can be read alone.

        Raises:
            ParseFault: see `parse`.
        """
        return read_marked(text, length)

    def set(self, text: str, path: Path, value: object) -> Edits:
        """Make `path` hold `value`; missing keys, also of parents, are added at the end.

        A scalar keeps its style if it can hold the value; of a container only the children
        that differ are touched.

        Raises:
            EditRefused: see `editor.core.tree.Language`.
        """
        return behind_mark(text, lambda rest: self._set(rest, path, value))

    def _set(self, text: str, path: Path, value: object) -> Edits:
        tree = tree_of(text)
        wanted = value_image(value)
        known, missing = known_part(tree, path)
        if missing:
            for step in reversed(missing[1:]):
                value = {str(step): value}
            return self._add(tree, known, missing[0], value)
        if tree.root is None:
            return checked(tree, firsts(tree, value), wanted)
        place = place_at(tree, path)
        if place.node.inherited:
            raise EditRefused("This value comes through an alias and is read-only here.")
        if inner(image_of(tree), place.steps) == wanted and not respelled(place, value):
            return ()
        children = self._children(tree, path, place, value)
        if children is not None:
            return children
        expected = with_value(image_of(tree), place.steps, wanted)
        return checked(tree, value_edits(place, value), expected, place=place)

    def remove(self, text: str, path: Path) -> Edits:
        """Take the entry at `path` out, with its lines and the comments that belong to it.

        The comments directly above an entry, with its indentation and no blank line between,
        belong to it; a comment at the head of the text does not. A container that gets empty
        stays as ``{}`` or ``[]``; a text that gets empty keeps its comments.

        Raises:
            EditRefused: see `editor.core.tree.Language`.
        """
        return behind_mark(text, lambda rest: self._remove(rest, path))

    def _remove(self, text: str, path: Path) -> Edits:
        tree = tree_of(text)
        if not path:
            raise EditRefused("The whole value cannot be taken out.")
        place = place_at(tree, path)
        check_single(place)
        image = image_of(tree)
        above = inner(image, place.steps[:-1])
        at = place.steps[-1] + 1
        left: Image = (*above[:at], *above[at + 1 :])
        expected = with_value(image, place.steps[:-1], left)
        if place.flow:
            candidates = [remove_flow(place)]
        else:
            candidates = [remove_entry(place), remove_entry(place, blank_lines=True)]
        if not place.flow and len(place.parents) == 1 and len(left) == 1:
            return checked(tree, candidates, NOTHING, expected, place=place)
        return checked(tree, candidates, expected, place=place)

    def insert(self, text: str, path: Path, value: object, before: str | None = None) -> Edits:
        """Add an entry: at a list index (0 to length), or a new key, `before` a key or last.

        Raises:
            EditRefused: see `editor.core.tree.Language`; also a key that is there already.
        """
        return behind_mark(text, lambda rest: self._insert(rest, path, value, before))

    def _insert(self, text: str, path: Path, value: object, before: str | None) -> Edits:
        tree = tree_of(text)
        value_image(value)
        if not path:
            raise EditRefused("An entry needs a key or an index.")
        if tree.root is None and len(path) == 1:
            return self._add(tree, (), path[0], value)
        return self._add(tree, path[:-1], path[-1], value, before)

    def move(self, text: str, path: Path, index: int) -> Edits:
        """Move the entry at `path` so that it becomes entry number `index` of its container.

        Raises:
            EditRefused: see `editor.core.tree.Language`; also an index outside the container.
        """
        return behind_mark(text, lambda rest: self._move(rest, path, index))

    def _move(self, text: str, path: Path, index: int) -> Edits:
        tree = tree_of(text)
        if not path:
            raise EditRefused("The whole value cannot be moved.")
        place = place_at(tree, path)
        check_single(place)
        container = place.parents[-1]
        if not 0 <= index < len(container.own()):
            raise EditRefused(f"There is no place number {index} to move to.")
        if index == place.index:
            return ()
        image = image_of(tree)
        above = list(inner(image, place.steps[:-1]))
        above.insert(index + 1, above.pop(place.index + 1))
        expected = with_value(image, place.steps[:-1], tuple(above))
        return checked(tree, moves(tree, path, place.index, index), expected, place=place)

    def _add(
        self,
        tree: YamlTree,
        path: Path,
        key: str | int,
        value: object,
        before: str | None = None,
    ) -> Edits:
        """Add entry `key` to the container at `path`, or to the text if it holds nothing."""
        if tree.root is None:
            if isinstance(key, int) and key:
                raise EditRefused(f"There is no item {key} here.")
            whole = [value] if isinstance(key, int) else {key: value}
            return checked(tree, firsts(tree, whole), value_image(whole))
        place = place_at(tree, path)
        container = place.node
        if container.inherited:
            raise EditRefused("This value comes through an alias and is read-only here.")
        if container.kind is NodeKind.NULL:
            if isinstance(key, int) and key:
                raise EditRefused(f"There is no item {key} here.")
            return self.set(tree.text, path, [value] if isinstance(key, int) else {key: value})
        index = index_for(container, key, before)
        name = None if isinstance(key, int) else key
        image = image_of(tree)
        above = inner(image, place.steps)
        made = pair_image(name, value)
        expected = with_value(image, place.steps, (*above[: index + 1], made, *above[index + 1 :]))
        return checked(tree, additions(place, index, name, value), expected, place=place)

    def _children(self, tree: YamlTree, path: Path, place: Place, value: object) -> Edits | None:
        """Change only the children that differ; None if the container is better written anew."""
        node = place.node
        if node.kind is NodeKind.MAPPING and isinstance(value, dict):
            plan = self._mapping(tree.text, path, node, value)
        elif node.kind is NodeKind.SEQUENCE and isinstance(value, list | tuple):
            plan = self._sequence(tree.text, path, node, list(value))
        else:
            return None
        if plan is None:
            return None
        expected = with_value(image_of(tree), place.steps, value_image(value))
        edit = difference(tree.text, plan)
        try:
            return checked(tree, [(edit,) if edit else ()], expected)
        except EditRefused:
            return None

    def _mapping(
        self, text: str, path: Path, node: YamlNode, value: dict[str, object]
    ) -> str | None:
        """Return the text with the keys of a mapping set, removed and added one by one."""
        keys = [entry.key for entry in node.entries]
        if not value or len(node.own()) != len(keys) or any(e.duplicate for e in node.entries):
            return None
        if any(e.key != e.loaded for e in node.entries):
            return None
        kept = [key for key in keys if key in value]
        if not kept or list(value)[: len(kept)] != kept:
            return None
        try:
            for key in value:
                text = apply_edits(text, self.set(text, (*path, key), value[key]))
            for name in keys:
                if name not in value:
                    text = apply_edits(text, self.remove(text, (*path, name)))
        except EditRefused:
            return None
        return text

    def _sequence(self, text: str, path: Path, node: YamlNode, value: list[object]) -> str | None:
        """Return the text with the items of a list set, removed and added one by one."""
        old = [node_image(entry.node) for entry in node.entries]
        new = [value_image(item) for item in value]
        if not old or not new:
            return None
        front = 0
        while front < min(len(old), len(new)) and old[front] == new[front]:
            front += 1
        back = 0
        while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
            back += 1
        gone, fresh = len(old) - front - back, len(new) - front - back
        try:
            for number in range(front, front + min(gone, fresh)):
                text = apply_edits(text, self.set(text, (*path, number), value[number]))
            for _ in range(gone - fresh):
                text = apply_edits(text, self.remove(text, (*path, front + fresh)))
            for number in range(front + gone, front + fresh):
                text = apply_edits(text, self.insert(text, (*path, number), value[number]))
        except EditRefused:
            return None
        return text
