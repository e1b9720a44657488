"""The byte order mark that YAML allows before a text: part of no value, and never edited.

PyYAML drops one mark and counts from behind it, so everything is read and edited without it and
then put back to its place. A file's own mark is dropped before; this one stands in the region
that YAML reads: behind a fence, or as a second one (docs/formats.md, Files).
"""

from collections.abc import Callable
from dataclasses import replace

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit
from editor.core.yaml_layout import BlockScalar, Lines
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree
from editor.core.yaml_reading import MARK, read

Edits = tuple[Edit, ...]


def read_marked(text: str, length: int | None = None) -> YamlTree:
    """Read one YAML document that may begin with a byte order mark.

    Args:
        text: The text.
        length: How long the text is that `text` is a part of, if it is one.

    Raises:
        ParseFault: see `editor.core.yaml_reading.read`.
    """
    if not text.startswith(MARK):
        return read(text, length)
    try:
        tree = read(text[len(MARK) :], length)
    except ParseFault as fault:
        raise fault.shifted(len(MARK)) from fault
    moved = _Moved(len(MARK))
    root = None if tree.root is None else moved.node(tree.root)
    return YamlTree(text, root, Lines(text), tree.body_end + len(MARK))


def behind_mark(text: str, edit: Callable[[str], Edits]) -> Edits:
    """Return the edits of `text` that `edit` proposes for it without its byte order mark."""
    if not text.startswith(MARK):
        return edit(text)
    return tuple(each.shifted(len(MARK)) for each in edit(text[len(MARK) :]))


class _Moved:
    """Makes nodes whose places count from further back; a node met twice stays one node."""

    def __init__(self, by: int) -> None:
        self._by = by
        self._done: dict[int, YamlNode] = {}

    def node(self, node: YamlNode) -> YamlNode:
        known = self._done.get(id(node))
        if known is None:
            known = replace(
                node,
                span=node.span.shifted(self._by),
                entries=tuple(map(self._entry, node.entries)),
                outer=node.outer + self._by,
                behind=node.behind + self._by,
                block=None if node.block is None else self._block(node.block),
            )
            self._done[id(node)] = known
        return known

    def _entry(self, entry: YamlEntry) -> YamlEntry:
        return replace(
            entry,
            key_span=None if entry.key_span is None else entry.key_span.shifted(self._by),
            node=self.node(entry.node),
            start=entry.start + self._by,
            lead=entry.lead + self._by,
        )

    def _block(self, block: BlockScalar) -> BlockScalar:
        return replace(
            block,
            header=block.header.shifted(self._by),
            content=block.content.shifted(self._by),
        )
