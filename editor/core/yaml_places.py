"""The place of a value or an entry in its YAML text, and the habits of the text around it."""

from dataclasses import dataclass

from editor.core.edits import EditRefused
from editor.core.spans import Span
from editor.core.tree import NodeKind, Path
from editor.core.yaml_layout import Lines, blanks
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree


@dataclass(frozen=True, slots=True)
class Habits:
    """How this text indents.

    Attributes:
        step: Spaces from a mapping to the mapping in it.
        dash: Spaces from a mapping's key to the dashes of a list in it.
        gap: Spaces between a dash and its value.
    """

    step: int = 2
    dash: int = 2
    gap: int = 1


def habits_of(tree: YamlTree) -> Habits:
    """Return the habits of `tree`, each from the first place that shows it."""
    steps: list[int] = []
    dashes: list[int] = []
    gaps: list[int] = []
    waiting = [tree.root] if tree.root else []
    while waiting:
        node = waiting.pop(0)
        if node.inherited or node.style != "block":
            continue
        column = tree.lines.column(node.span.start)
        for entry in node.own():
            child = entry.node
            waiting.append(child)
            if node.kind is NodeKind.SEQUENCE:
                gaps += gap_of(tree, entry)
            elif child.style == "block" and child.entries and not child.inherited:
                deeper = tree.lines.column(child.span.start) - column
                (dashes if child.kind is NodeKind.SEQUENCE else steps).append(deeper)
            elif child.block is not None and child.block.indent is not None:
                steps.append(child.block.indent - column)
    step = next((number for number in steps if number > 0), 2)
    return Habits(step, dashes[0] if dashes else step, gaps[0] if gaps else 1)


def gap_of(tree: YamlTree, entry: YamlEntry) -> list[int]:
    """The spaces between a dash and its value, in a list; empty if nothing shows them."""
    gap = entry.node.outer - entry.lead
    return [gap] if gap > 0 and not tree.text[entry.lead : entry.node.outer].strip(" ") else []


@dataclass(frozen=True, slots=True)
class Place:
    """A node that can be edited.

    Attributes:
        tree: The text.
        entry: The entry that holds the node, or None for the root.
        parents: The containers above, the root first.
        index: The entry's number among the own entries of its container.
    """

    tree: YamlTree
    node: YamlNode
    entry: YamlEntry | None
    parents: tuple[YamlNode, ...]
    index: int
    steps: tuple[int, ...]

    @property
    def flow(self) -> bool:
        """Whether the node stands inside a flow container."""
        return bool(self.parents) and self.parents[-1].style == "flow"

    @property
    def in_list(self) -> bool:
        """Whether the node is an item of a list."""
        return bool(self.parents) and self.parents[-1].kind is NodeKind.SEQUENCE

    @property
    def column(self) -> int:
        """The column of the block container around the node, or -1."""
        for parent in reversed(self.parents):
            if parent.style == "block":
                return self.tree.lines.column(parent.span.start)
        return -1

    @property
    def lead(self) -> int:
        """The offset behind the indicator and the properties, where a value may begin."""
        if self.entry is None or self.node.behind > self.node.outer:
            return self.node.behind
        return self.entry.lead


def place_at(tree: YamlTree, path: Path) -> Place:
    """Return the place of the effective node at `path`.

    Raises:
        EditRefused: it does not exist, or it comes through a merge key or an alias above.
    """
    node = tree.root
    if node is None:
        raise EditRefused("The text holds no value.")
    entry: YamlEntry | None = None
    parents: tuple[YamlNode, ...] = ()
    index = 0
    steps: tuple[int, ...] = ()
    for step in path:
        if node.inherited:
            raise EditRefused(f"“{step}” comes through an alias and cannot be changed here.")
        entry = next((e for e in reversed(node.own()) if same_key(e.key, step)), None)
        if entry is None:
            if any(same_key(e.key, step) for e in node.entries):
                raise EditRefused(
                    f"“{step}” comes through a merge key; add a key of its own instead."
                )
            raise EditRefused(f"There is no “{step}” here.")
        parents = (*parents, node)
        index = next(number for number, own in enumerate(node.own()) if own is entry)
        steps = (*steps, index)
        node = entry.node
    return Place(tree, node, entry, parents, index, steps)


def same_key(key: str | int, step: str | int) -> bool:
    """Whether a step names a key; an index is never a text."""
    return type(key) is type(step) and key == step


def entry_lines(tree: YamlTree, container: YamlNode, index: int) -> Span:
    """Return the span of a block entry with the comments that belong to it.

    It begins with the first comment directly above that has the entry's indentation, without
    a blank line between, or with the entry; it ends before the break of the entry's last
    line, the comment there included. A comment at the head of the text belongs to the text.
    """
    lines = tree.lines
    entry = container.own()[index]
    start = entry.start
    if lines.opens(start):
        start = _with_comments(tree, start)
    return Span(start, entry_end(lines, entry))


def _with_comments(tree: YamlTree, start: int) -> int:
    lines, text = tree.lines, tree.text
    column = lines.column(start)
    first = start
    line = lines.start(start)
    while line > 0:
        line = lines.start(line - 1)
        if blanks(text, line) != line + column or text[line + column : line + column + 1] != "#":
            return first
        first = line + column
    # Everything up to the start of the text is comment: its head, which stays.
    return start


def entry_end(lines: Lines, entry: YamlEntry) -> int:
    """Return the end of the entry's last line, before its break."""
    end = max(entry.node.span.end, entry.node.behind, entry.lead)
    last = last_scalar(entry.node)
    if last.block is not None and len(last.block.content) and not last.alias:
        return lines.end(end - 1)
    return lines.end(end)


def last_scalar(node: YamlNode) -> YamlNode:
    """Return the last node written inside `node`, itself if it has no own block entries."""
    while node.style == "block" and node.own() and not node.alias:
        node = node.own()[-1].node
    return node


def flow_end(entry: YamlEntry) -> int:
    """Return the end of an element's source, without its comma."""
    end = max(entry.node.span.end, entry.node.behind, entry.lead)
    return max(end, entry.key_span.end) if entry.key_span else end
