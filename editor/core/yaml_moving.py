"""Located YAML nodes at other places of a text."""

from dataclasses import replace

from editor.core.yaml_layout import BlockScalar
from editor.core.yaml_nodes import YamlEntry, YamlNode


class Moved:
    """Makes nodes whose places count from further back; a node met twice stays one node."""

    def __init__(self, by: int) -> None:
        """Move by `by` code points."""
        self._by = by
        self._done: dict[int, YamlNode] = {}

    def node(self, node: YamlNode) -> YamlNode:
        """Return `node`, and everything in it, so much further on."""
        known = self._done.get(id(node))
        if known is None:
            known = replace(
                node,
                span=node.span.shifted(self._by),
                entries=tuple(map(self.entry, node.entries)),
                outer=node.outer + self._by,
                behind=node.behind + self._by,
                block=None if node.block is None else self._block(node.block),
            )
            self._done[id(node)] = known
        return known

    def entry(self, entry: YamlEntry) -> YamlEntry:
        """Return `entry`, with its key and its value, so much further on."""
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
