"""One line of a literal block typed anew: the tree that reading would give, without reading.

A line of a literal block says nothing but itself as long as it is indented as the block is and
neither it nor what it was is blank. What else the text reads as then stays; places behind the
line move (docs/formats.md, Files).
"""

from dataclasses import dataclass, replace

from editor.core.spans import Span
from editor.core.tree import NodeKind
from editor.core.yaml_blocks import literal_holds
from editor.core.yaml_layout import BlockScalar, Lines
from editor.core.yaml_moving import Moved
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree

_ODD_BREAKS = ("\x85", "\u2028", "\u2029")


@dataclass(frozen=True, slots=True)
class Retyped:
    """A line of a literal block as it was and as it is.

    Attributes:
        start: Where the line begins in the text, before and after.
        old: How long it was.
        new: What it is, with its indentation, without a line end.
        indent: How many blanks the block is indented by.
    """

    start: int
    old: int
    new: str
    indent: int

    @property
    def by(self) -> int:
        """How far what stands behind the line moved."""
        return len(self.new) - self.old


def retyped(tree: YamlTree, line: Span, new: str) -> tuple[YamlTree, Retyped] | None:
    """Return the tree of a text in which one line reads `new`, if that is plain to see.

    Args:
        tree: The text as it was.
        line: The line in it, without its line end.
        new: What stands there instead.

    Returns:
        The tree, which is that of the new text read anew, and what was typed; None if the text
        has to be read to be sure.
    """
    found = None if tree.root is None else _block_at(tree.root, line)
    if found is None or found.block is None or not _is_plain(tree.text, found.block, line, new):
        return None
    indent = found.block.indent or 0
    value = _value(tree.text, found, line, new[indent:])
    if value is None or tree.root is None:
        return None
    typed = Retyped(line.start, len(line), new, indent)
    text = tree.text[: line.start] + new + tree.text[line.end :]
    root = _Rewritten(typed, value).node(tree.root)
    end = tree.body_end + typed.by * (tree.body_end > line.start)
    return YamlTree(text, root, Lines(text), end), typed


def _block_at(node: YamlNode, line: Span) -> YamlNode | None:
    """Return the literal block that holds a line; None if something else may have a say in it."""
    while node.block is None:
        if node.style != "block" or node.kind not in (NodeKind.MAPPING, NodeKind.SEQUENCE):
            return None
        entries = node.entries
        if node.alias or node.inherited or any(map(_is_shared, entries)):
            return None
        inner = next((each.node for each in entries if _holds(each, line)), None)
        if inner is None:
            return None
        node = inner
    is_literal = node.style == "literal" and not (node.alias or node.inherited or node.tagged)
    return node if is_literal else None


def _is_shared(entry: YamlEntry) -> bool:
    return entry.merge or entry.merged or entry.duplicate or entry.node.alias


def _holds(entry: YamlEntry, line: Span) -> bool:
    return entry.start < line.start and line.end <= entry.node.span.end


def _is_plain(text: str, block: BlockScalar, line: Span, new: str) -> bool:
    """Whether a line of a block and what it becomes are text and nothing else."""
    indent, old = block.indent, line.of(text)
    content = block.content
    if not indent or not (content.start <= line.start and line.end <= content.end):
        return False
    if not (_is_text(old, indent) and _is_text(new, indent)):
        return False
    # The first line that is not blank tells how deep the block is indented.
    tells = not block.indicated and not text[content.start : line.start].strip()
    return not (tells and new[indent] == " ")


def _is_text(line: str, indent: int) -> bool:
    """Whether a line is indented so far and not blank, and read alike by all loaders."""
    is_deep = line.startswith(" " * indent) and bool(line[indent:].strip())
    return is_deep and "\t" not in line and literal_holds(line)


def _value(text: str, node: YamlNode, line: Span, new: str) -> str | None:
    """Return the value of a block in which a line reads `new`."""
    block, value = node.block, node.value
    if block is None or not isinstance(value, str):
        return None
    above = text[block.content.start : line.start]
    if any(each in above for each in _ODD_BREAKS):
        return None
    number = above.count("\n") + above.count("\r") - above.count("\r\n")
    parts = value.split("\n", number + 1)
    if len(parts) <= number or parts[number] != text[line.start : line.end][block.indent or 0 :]:
        return None
    parts[number] = new
    return "\n".join(parts)


class _Rewritten:
    """Makes the nodes of the new text: those before the line are kept, those behind it moved."""

    def __init__(self, typed: Retyped, value: str) -> None:
        self._start = typed.start
        self._by = typed.by
        self._value = value
        self._moved = Moved(typed.by)

    def node(self, node: YamlNode) -> YamlNode:
        """Return the node that holds the line, the block itself or what it stands in."""
        span = Span(node.span.start, node.span.end + self._by)
        block = node.block
        if block is not None:
            content = Span(block.content.start, block.content.end + self._by)
            block = replace(block, content=content)
            return replace(node, span=span, value=self._value, block=block)
        entries = tuple(map(self._entry, node.entries))
        value: object = [entry.node.value for entry in entries]
        if node.kind is NodeKind.MAPPING:
            value = {entry.loaded: entry.node.value for entry in entries}
        return replace(node, span=span, entries=entries, value=value)

    def _entry(self, entry: YamlEntry) -> YamlEntry:
        if entry.start >= self._start:
            return self._moved.entry(entry) if self._by else entry
        if entry.node.span.end <= self._start:
            return entry
        return replace(entry, node=self.node(entry.node))
