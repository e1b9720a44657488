"""New sections and new fields of sections as YAML, laid out as their neighbours are."""

from collections.abc import Mapping

from editor.core.edits import Edit, EditRefused, apply_edits, difference
from editor.core.tree import Path
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_nodes import YamlTree
from editor.core.yaml_places import Habits, habits_of
from editor.core.yaml_scalars import key_source
from editor.core.yaml_writing import entry_source, written

Edits = tuple[Edit, ...]
ORDER = ("section", "role", "tool", "args", "result_field", "limit", "content", "provider")
"""The order in which a new field is put among the others."""

_EMPTY_BLOCK = "content: |"


def section_source(
    fields: Mapping[str, object], column: int, neighbour: YamlTree | None, line_end: str
) -> str:
    """Return a new item of the list, without the line end of its last line.

    Args:
        fields: What it says. Texts of several lines are written as literal blocks, and so is an
            empty ``content``, which is there to be typed into.
        column: The column of its dash.
        neighbour: An item of the list to take the layout from.
        line_end: What to put between its lines.
    """
    habits = Habits() if neighbour is None else habits_of(neighbour)
    is_empty = fields.get("content") == ""
    shown = {key: fields[key] for key in fields if key != "content" or not is_empty}
    part = written(shown, column, habits, in_list=True)
    lines = entry_source("-", part, column, habits.gap)
    if is_empty:
        lines.append(" " * (column + 1 + habits.gap) + _EMPTY_BLOCK)
    return line_end.join(lines)


def field_edits(text: str, path: Path, value: object) -> Edits:
    """Return the edits that make a field of a section hold `value`.

    A field that is there keeps its style if that can hold the value. A new one is put where
    people write it, and a new text as a literal block.

    Args:
        text: The section list, or whole lines of it.
        path: The number of the item, and the keys below it.
        value: The value.

    Raises:
        EditRefused: the language refuses.
    """
    language = YamlLanguage()
    tree = language.parse(text)
    if tree.find(path) is not None:
        return language.set(text, path, value)
    is_text = "content" in path[1:2] or "provider" in path[1:2]
    if not is_text or not isinstance(value, str) or "\n" in value:
        return _new_field(tree, path, value)
    block = apply_edits(text, _new_field(tree, path, "x\n"))
    edit = difference(text, apply_edits(block, language.set(block, path, value)))
    return (edit,) if edit else ()


def _new_field(tree: YamlTree, path: Path, value: object) -> Edits:
    while len(path) > 2 and tree.find(path[:-1]) is None:
        path, value = path[:-1], {str(path[-1]): value}
    language = YamlLanguage()
    if len(path) > 2:
        return language.insert(tree.text, path, value)
    return language.insert(tree.text, path, value, _before(tree, path))


def _before(tree: YamlTree, path: Path) -> str | None:
    """Return the key of the first field that people write behind the new one."""
    parent = tree.find(path[:-1])
    own = [str(entry.key) for entry in parent.entries if not entry.node.inherited] if parent else []
    if path[-1] not in ORDER:
        return None
    later = ORDER[ORDER.index(str(path[-1])) + 1 :]
    return next((key for key in own if key in later), None)


def removal_edits(text: str, path: Path) -> Edits:
    """Return the edits that take a field out; a ``provider`` without overrides goes too.

    Raises:
        EditRefused: the language refuses.
    """
    language = YamlLanguage()
    tree = language.parse(text)
    above = tree.find(path[:-1])
    if len(path) == 3 and above is not None and len(above.entries) == 1:
        path = path[:-1]
    return language.remove(text, path)


def renaming_edits(text: str, path: Path, new: str) -> Edits:
    """Return the edits that give the last key of `path` another name.

    Raises:
        EditRefused: there is no such key, the new one is there already, or it would not read so.
    """
    tree = YamlLanguage().parse(text)
    entry, above = tree.entry(path), tree.find(path[:-1])
    if entry is None or entry.key_span is None or above is None or entry.node.inherited:
        raise EditRefused(f"There is no “{path[-1]}” here to rename.")
    if not new:
        raise EditRefused("Type the name of a provider.")
    if any(each.key == new for each in above.entries):
        raise EditRefused(f"There is a text for “{new}” already.")
    edits = (Edit(entry.key_span, key_source(new, above.style == "flow")),)
    read = YamlLanguage().parse(apply_edits(text, edits)).find(path[:-1])
    names = [new if each is entry else each.key for each in above.entries]
    if read is None or [each.key for each in read.entries] != names:
        raise EditRefused("The name cannot be changed here: change it in the text.")
    return edits
