"""Located trees: JSON and YAML text as nodes with a value, a source text and an exact span.

The two languages stand behind one protocol, `Language`; `editor.core.json_language` and
`editor.core.yaml_language` implement it. Edits touch only the bytes they must, are parsed
again and are refused if they do not read as intended (docs/formats.md, Files).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from editor.core.edits import Edit
from editor.core.spans import Span

Path = tuple[str | int, ...]
"""Keys (str) and list indices (int) from the root to a node."""


class NodeKind(StrEnum):
    """The type of a node as its consumers load it."""

    MAPPING = "mapping"
    SEQUENCE = "sequence"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"
    OTHER = "other"  # YAML dates, sets and other tags


@dataclass(frozen=True, slots=True)
class Number:
    """A number written exactly as spelled (``1.10``, ``1e5``) where its language reads it so.

    A language that would not read the spelling as the same number writes one that it does.
    """

    source: str


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands.

    Attributes:
        kind: The type it is loaded as.
        span: The source of the value itself, without its key and its comments. A block
            scalar's span begins at its header and ends with its last kept line. For an alias
            it is the alias; for an absent value (``key:``) it is empty, behind the colon.
        value: The loaded Python value; of a container the loaded dict or list.
        style: ``plain``, ``single``, ``double``, ``literal``, ``folded`` for YAML scalars,
            ``block`` or ``flow`` for YAML containers, ``json`` for everything in JSON.
        entries: The children of a container in order of the text, duplicates included.
        inherited: True if the value comes through an alias or a merge key; it is read-only.
    """

    kind: NodeKind
    span: Span
    value: object
    style: str
    entries: "tuple[Entry, ...]" = ()
    inherited: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A child of a container.

    Attributes:
        key: The mapping key as loaded and turned to text, or the list index.
        key_span: The key's source, or None in a list.
        node: The value.
        duplicate: True if another entry of the same mapping has the same key. The last one
            is effective.
    """

    key: str | int
    key_span: Span | None
    node: Node
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed text. `root` is None for a text without a value (empty, comments only)."""

    text: str
    root: Node | None

    def find(self, path: Path) -> Node | None:
        """Return the effective node at `path`, or None."""
        entry = self.entry(path) if path else None
        return entry.node if entry else (self.root if not path else None)

    def entry(self, path: Path) -> Entry | None:
        """Return the effective entry (the last of duplicates) at a path of one key or more."""
        node = self.root
        entry: Entry | None = None
        for step in path:
            if node is None:
                return None
            entry = next((e for e in reversed(node.entries) if e.key == step), None)
            if entry is None:
                return None
            node = entry.node
        return entry

    def walk(self) -> "Iterator[tuple[Path, Node]]":
        """Yield every node with its path, parents first, without what comes through aliases."""
        if self.root is not None:
            yield from _walk((), self.root)


def _walk(path: Path, node: Node) -> Iterator[tuple[Path, Node]]:
    yield path, node
    for entry in node.entries:
        if not entry.node.inherited:
            yield from _walk((*path, entry.key), entry.node)


class Language(Protocol):
    """Reading and losslessly editing one data language.

    Values that can be written: str, bool, int, float, None, `Number`, and lists and dicts of
    these. Every edit function returns edits of `text`; none if nothing changes.

    Raises (all edit functions):
        EditRefused: the text cannot be read, the path does not exist or is not allowed
            (duplicate key's early entry, a value that comes through an alias), or the result
            would not read as intended.
    """

    @property
    def name(self) -> str:
        """``json`` or ``yaml``."""
        ...

    def parse(self, text: str) -> Tree:
        """Read `text`.

        Raises:
            ParseFault: with a plain message and the offset of the fault.
        """
        ...

    def set(self, text: str, path: Path, value: object) -> tuple[Edit, ...]:
        """Make `path` hold `value`; missing keys, also of parents, are added at the end."""
        ...

    def remove(self, text: str, path: Path) -> tuple[Edit, ...]:
        """Take the entry at `path` out, with its own line and the comments that belong to it."""
        ...

    def insert(
        self, text: str, path: Path, value: object, before: str | None = None
    ) -> tuple[Edit, ...]:
        """Add an entry: at a list index (0 to length), or a new key, `before` a key or last."""
        ...

    def move(self, text: str, path: Path, index: int) -> tuple[Edit, ...]:
        """Move the entry at `path` so that it becomes entry number `index` of its container."""
        ...


_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def parse_path(dotted: str) -> Path:
    r"""Read a dotted path: ``hook.pre``, ``2.limit``; ``\.`` is a dot in a key, digits an index.

    Whether digits mean an index or a key is settled by the container; see `settled`. Digits
    that no index is written with (``007``) are always a key.
    """
    steps: list[str] = []
    current = ""
    escaped = False
    for character in dotted:
        if escaped:
            current += character if character in ".\\" else "\\" + character
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == ".":
            steps.append(current)
            current = ""
        else:
            current += character
    steps.append(current + ("\\" if escaped else ""))
    return tuple(int(step) if _INDEX.fullmatch(step) else step for step in steps)


def dotted_path(path: Path) -> str:
    """Return `path` as `parse_path` reads it."""
    return ".".join(str(step).replace("\\", "\\\\").replace(".", "\\.") for step in path)


def settled(tree: Tree, path: Path) -> Path:
    """Return `path` with digits turned to keys where the tree has a mapping."""
    node = tree.root
    result: list[str | int] = []
    for step in path:
        inside_list = node is not None and node.kind is NodeKind.SEQUENCE
        key = step if inside_list or not isinstance(step, int) else str(step)
        result.append(key)
        if node is not None:
            node = next((e.node for e in reversed(node.entries) if e.key == key), None)
    return tuple(result)
