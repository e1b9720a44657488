"""Ways to add and move entries, the least invasive first; the first that reads right is taken."""

from collections.abc import Iterable, Iterator

from editor.core.edits import Edit, apply_edits, difference
from editor.core.tree import Path
from editor.core.yaml_block_edits import closing_edit, first_entry, insert_entry, move_entry
from editor.core.yaml_flow_edits import insert_flow, move_flow
from editor.core.yaml_layout import BREAKS
from editor.core.yaml_nodes import YamlTree
from editor.core.yaml_places import Place, place_at
from editor.core.yaml_reading import read
from editor.core.yaml_scalars import key_source
from editor.core.yaml_writing import STYLES, flow_source

Edits = tuple[Edit, ...]


def firsts(tree: YamlTree, value: object) -> Iterator[Edits]:
    """Ways to put a first value into a text that holds none."""
    for style in STYLES:
        yield first_entry(tree, value, style)


def additions(place: Place, index: int, key: str | None, value: object) -> Iterable[Edits]:
    """Ways to add an entry to the container at `place`: as number `index`, with `key` in a mapping.

    A block scalar at the end of a text without a final break needs another header before
    something can follow it.
    """
    tree, container = place.tree, place.node
    if container.style == "flow":
        source = flow_source(value)
        if key is not None:
            source = f"{key_source(key, True)}: {source}"
        yield insert_flow(tree, container, index, source)
        return
    column = tree.lines.column(container.span.start)
    for style in STYLES:
        edits = insert_entry(tree, container, column, index, key, value, style)
        yield edits
        yield (*closing_edit(tree, container), *edits)


def moves(tree: YamlTree, path: Path, index: int, to: int) -> Iterator[Edits]:
    """Ways to move an entry: as it is, and with the end of a text without a final break mended.

    Of two entries that change places one may be a block scalar whose value depends on the break
    that the last line lacks.
    """
    container = place_at(tree, path[:-1]).node
    if container.style == "flow":
        yield move_flow(tree, container, index, to)
        return
    yield move_entry(tree, container, index, to)
    yield move_entry(tree, container, index, to, blank_lines=True)
    if tree.root is None or tree.text.endswith(tuple(BREAKS)):
        return
    closed = apply_edits(tree.text, closing_edit(tree, tree.root))
    for base in (closed, closed + tree.lines.new_line(len(tree.text))):
        mended = read(base)
        container = place_at(mended, path[:-1]).node
        for blank_lines in (False, True):
            edits = move_entry(mended, container, index, to, blank_lines)
            edit = difference(tree.text, apply_edits(base, edits))
            yield (edit,) if edit else ()
