"""What a YAML text says, as nested tuples: the yardstick that every edit is measured with.

An image has the type and value of each scalar, the order of lists, the keys of mappings in
order with duplicates and merge entries, and what aliases stand for. Two texts with equal
images load equally.
"""

from datetime import date, datetime

from editor.core.edits import EditRefused
from editor.core.tree import NodeKind, Number
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_scalars import number_value

Image = tuple[object, ...]
NOTHING: Image = ("nothing",)
WRITABLE = (str, bool, int, float, date, datetime)


def image_of(tree: YamlTree) -> Image:
    """Return the image of a whole text."""
    return NOTHING if tree.root is None else node_image(tree.root)


def node_image(node: YamlNode) -> Image:
    """Return the image of a node."""
    if node.kind is NodeKind.MAPPING:
        pairs = (
            (_leaf(e.loaded), e.merge, node_image(e.node)) for e in node.entries if not e.merged
        )
        return ("mapping", *pairs)
    if node.kind is NodeKind.SEQUENCE:
        return ("sequence", *(node_image(entry.node) for entry in node.entries))
    return _leaf(node.value)


def value_image(value: object) -> Image:
    """Return the image that a value to be written will have.

    Raises:
        EditRefused: a value that the language cannot write.
    """
    if isinstance(value, Number):
        return _leaf(number_value(value.source))
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise EditRefused("Only text can be a key.")
        return ("mapping", *((_leaf(key), False, value_image(value[key])) for key in value))
    if isinstance(value, list | tuple):
        return ("sequence", *map(value_image, value))
    if value is not None and type(value) not in WRITABLE:
        raise EditRefused(f"A value of type {type(value).__name__} cannot be written as YAML.")
    return _leaf(value)


def pair_image(key: str | None, value: object) -> object:
    """Return the image of a new entry of a list (no key) or a mapping."""
    made = value_image(value)
    return made if key is None else (_leaf(key), False, made)


def with_value(image: Image, steps: tuple[int, ...], value: Image) -> Image:
    """Return `image` with the node reached by entry numbers `steps` replaced."""
    if not steps:
        return value
    at = steps[0] + 1
    child = image[at]
    assert isinstance(child, tuple)
    if image[0] == "mapping":
        name, merge, old = child
        child = (name, merge, with_value(old, steps[1:], value))
    else:
        child = with_value(child, steps[1:], value)
    return (*image[:at], child, *image[at + 1 :])


def inner(image: Image, steps: tuple[int, ...]) -> Image:
    """Return the part of `image` reached by entry numbers `steps`."""
    for step in steps:
        child = image[step + 1]
        assert isinstance(child, tuple)
        image = child[2] if image[0] == "mapping" else child
    return image


def _leaf(value: object) -> Image:
    if isinstance(value, str | bytes):
        return (type(value).__name__, value)
    return (type(value).__name__, repr(value))
