"""Edits of a soul's section list: set and remove what a path names, and touch nothing else.

Paths start at the list: ``2.limit``, ``0.provider.anthropic`` (docs/formats.md, set and unset).
"""

from collections.abc import Callable

from editor.core.edits import Edit, EditRefused, SharedValue
from editor.core.spans import LineIndex
from editor.core.tree import Path, Tree, settled
from editor.core.yaml_language import YamlLanguage
from editor.formats.soul_sections import read_sections
from editor.formats.soul_text import MARKER, split_soul


def set_in_sections(text: str, path: Path, value: object) -> tuple[Edit, ...]:
    """Return the edits of a soul's `text` that make `path` hold `value`.

    Raises:
        EditRefused: there is no template part, or the language refuses.
        ParseFault: the template part is no list of sections.
    """
    yaml = YamlLanguage()
    return _changed(text, path, lambda region, place: yaml.set(region, place, value))


def remove_in_sections(text: str, path: Path) -> tuple[Edit, ...]:
    """Return the edits of a soul's `text` that take the entry at `path` out.

    Raises:
        EditRefused, ParseFault: as `set_in_sections`.
    """
    return _changed(text, path, YamlLanguage().remove)


def section_tree(text: str) -> Tree:
    """Return the section list of a soul's `text`; its places count from the template part.

    Raises:
        EditRefused: there is no template part.
        ParseFault: it is no list of sections.
    """
    split = split_soul(text)
    if split.marker is None:
        raise EditRefused(f"This soul has no template part, which begins below a line {MARKER}.")
    read = read_sections(text, split.template)
    if read.fault is not None:
        raise read.fault
    return read.tree or Tree("", None)


def _changed(
    text: str, path: Path, change: Callable[[str, Path], tuple[Edit, ...]]
) -> tuple[Edit, ...]:
    tree = section_tree(text)
    if not path or not isinstance(path[0], int):
        raise EditRefused("In a soul a PATH begins with the number of a section, as in 0.limit.")
    if tree.root is None or not tree.root.entries:
        raise EditRefused("The template part has no sections yet.")
    template = split_soul(text).template
    try:
        edits = change(template.of(text), settled(tree, path))
    except SharedValue as shared:
        above = LineIndex(text).position(template.start).line - 1
        raise shared.lowered(above) from None
    return tuple(edit.shifted(template.start) for edit in edits)
