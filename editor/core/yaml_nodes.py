"""Located YAML nodes: the tree's nodes with what editing needs to know of their text."""

from dataclasses import dataclass

from editor.core.tree import Entry, Node, Tree
from editor.core.yaml_layout import BlockScalar, Lines


@dataclass(frozen=True, slots=True)
class YamlNode(Node):
    """A node with what editing needs to know of its text.

    Attributes:
        outer: The offset where its anchor or tag begins; the span's start without them.
        behind: The offset just behind its anchor and tag, or `outer` without them.
        tagged: Whether a tag is written.
        alias: Whether the node is written as an alias.
        block: The parts of a literal or folded scalar.
    """

    entries: "tuple[YamlEntry, ...]" = ()
    outer: int = 0
    behind: int = 0
    tagged: bool = False
    alias: bool = False
    block: BlockScalar | None = None

    def own(self) -> "tuple[YamlEntry, ...]":
        """The entries written in this container, without merged ones."""
        return tuple(entry for entry in self.entries if not entry.merged)


@dataclass(frozen=True, slots=True)
class YamlEntry(Entry):
    """An entry with what editing needs to know of its text.

    Attributes:
        node: The value.
        loaded: The key as loaded, or the index.
        start: Offset of its first character: ``-``, ``?`` or the key.
        lead: The offset just behind ``-`` or the colon; for a value without them its start.
        merge: Whether this is a ``<<`` entry.
        merged: Whether it comes through a ``<<`` entry and is not written here.
        colon: Whether a mapping entry has its colon.
    """

    node: YamlNode
    loaded: object = None
    start: int = 0
    lead: int = 0
    merge: bool = False
    merged: bool = False
    colon: bool = True


@dataclass(frozen=True, slots=True)
class YamlTree(Tree):
    """A parsed YAML text; `body_end` is where a first value is put if there is none."""

    root: YamlNode | None
    lines: Lines
    body_end: int
