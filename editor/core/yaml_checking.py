"""What an edit is held against: the text it starts from, its path, and how the result reads."""

from collections.abc import Iterable

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits, minimal
from editor.core.tree import NodeKind, Number, Path
from editor.core.yaml_images import Image, image_of
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_places import Place, same_key
from editor.core.yaml_reading import read
from editor.core.yaml_shared import shared_value

Edits = tuple[Edit, ...]


def tree_of(text: str) -> YamlTree:
    """Read `text`; a fault is a refusal."""
    try:
        return read(text)
    except ParseFault as fault:
        raise EditRefused(f"The YAML cannot be read: {fault.message}") from fault


def known_part(tree: YamlTree, path: Path) -> tuple[Path, Path]:
    """Split `path` into what exists and what must be added.

    Raises:
        EditRefused: a list index that does not exist, or a parent that is no container.
    """
    node = tree.root
    for number, step in enumerate(path):
        if node is not None and node.kind is NodeKind.SEQUENCE and not node.inherited:
            found = isinstance(step, int) and 0 <= step < len(node.entries)
            if not found:
                raise EditRefused(f"There is no item “{step}” in the list.")
        entry = None
        if node is not None:
            entry = next((e for e in reversed(node.entries) if same_key(e.key, step)), None)
        if entry is None:
            if any(isinstance(rest, int) for rest in path[number:]):
                raise EditRefused(f"There is no “{step}” here.")
            containers = (NodeKind.MAPPING, NodeKind.NULL)
            if node is not None and node.kind not in containers:
                raise EditRefused(f"“{step}” cannot be added: its parent holds no keys.")
            return path[:number], path[number:]
        node = entry.node
    return path, ()


def respelled(place: Place, value: object) -> bool:
    """Whether a number has the same value but is spelled anew."""
    if not isinstance(value, Number):
        return False
    return place.node.span.of(place.tree.text) != value.source


def check_single(place: Place) -> None:
    if place.entry is not None and place.entry.duplicate:
        raise EditRefused(f"The key “{place.entry.key}” stands here more than once.")


def index_for(container: YamlNode, key: str | int, before: str | None) -> int:
    """Return the number among the own entries that a new entry gets."""
    own = container.own()
    if container.kind is NodeKind.SEQUENCE:
        if not isinstance(key, int) or not 0 <= key <= len(own):
            raise EditRefused(f"There is no place “{key}” in the list.")
        return key
    if container.kind is not NodeKind.MAPPING or isinstance(key, int):
        raise EditRefused(f"“{key}” cannot be added: its parent holds no such entries.")
    if any(entry.key == key for entry in own):
        raise EditRefused(f"The key “{key}” is there already.")
    if before is None:
        return len(own)
    found = next((number for number, e in enumerate(own) if e.key == before), None)
    if found is None:
        raise EditRefused(f"There is no “{before}” here.")
    return found


def checked(
    tree: YamlTree, candidates: Iterable[Edits], *wanted: Image, place: Place | None = None
) -> Edits:
    """Return the first of `candidates` whose result reads as one of `wanted`.

    Args:
        place: What is edited: if aliases of it would change too, the refusal says where.

    Raises:
        EditRefused: none does.
    """
    text = tree.text
    for edits in candidates:
        try:
            result = apply_edits(text, edits)
            if image_of(read(result)) in wanted:
                smallest = (minimal(text, edit) for edit in edits)
                return tuple(edit for edit in smallest if edit is not None)
        except (ParseFault, ValueError):
            continue
    shared = None if place is None else shared_value(tree, place)
    if shared is not None:
        raise shared
    raise EditRefused(
        "The change would not read back as intended: the layout around it depends on what is"
        " there. Change it in the text."
    )
