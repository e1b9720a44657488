"""YAML text to located nodes: composed from the events of PyYAML's C parser.

The events have exact marks in code points, tell aliases from their anchors and let depth and
size be bounded before anything is built. Values come from PyYAML's own constructor, so they
are what `yaml.safe_load` gives (docs/formats.md, Files).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import yaml

from editor.core.diagnostics import ParseFault
from editor.core.spans import Span
from editor.core.tree import Entry, Node, NodeKind, Tree
from editor.core.yaml_layout import (
    BlockScalar,
    Lines,
    after_properties,
    block_scalar,
    significant,
)
from editor.core.yaml_loading import (
    Loader,
    check_characters,
    check_pure,
    fault_of,
    marks_of,
    place_of,
)

MAX_DEPTH = 200
MAX_EXPANSION = 100_000
_MERGE = "tag:yaml.org,2002:merge"
_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


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


@dataclass(slots=True, eq=False)
class _Raw:
    """A node of the event stream before values are known."""

    node: yaml.Node | None
    start: int
    end: int
    properties: int = 0
    tagged: bool = False
    children: "list[_Raw]" = field(default_factory=list)
    alias: "_Raw | None" = None
    size: int = 1
    done: bool = True


def read(text: str) -> YamlTree:
    """Read one YAML document.

    Raises:
        ParseFault: it is not YAML, not one document, or too deep or too large when expanded.
    """
    check_characters(text)
    loader = Loader(text)
    try:
        return _read(text, loader)
    except yaml.YAMLError as error:
        raise fault_of(error) from error
    except RecursionError as error:
        raise ParseFault("The YAML is nested too deeply.", 0) from error
    finally:
        loader.dispose()


def _read(text: str, loader: Loader) -> YamlTree:
    composer = _Composer(loader)
    raw = composer.document()
    lines = Lines(text)
    if raw is None or raw.node is None:
        return YamlTree(text, None, lines, composer.body_end)
    loader.construct_all(raw.node)
    check_pure(text, loader.value_of(raw.node), composer.doubtful)
    if isinstance(raw.node, yaml.ScalarNode) and raw.end == raw.start and not raw.properties:
        return YamlTree(text, None, lines, composer.body_end)
    return YamlTree(text, _Builder(lines, loader).node(raw, -1), lines, composer.body_end)


class _Composer:
    """Turns the events of one document into raw nodes, bounded in depth and size."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._anchors: dict[str, _Raw] = {}
        self._written = 0
        self.body_end = 0
        self.doubtful = False

    def document(self) -> _Raw | None:
        """Compose the one document of the stream; None if there is none."""
        loader = self._loader
        loader.take()
        event = loader.take()
        if isinstance(event, yaml.StreamEndEvent):
            self.body_end = place_of(event.start_mark)
            return None
        raw = self._compose(loader.take(), 1)
        self.body_end = place_of(loader.take().start_mark)
        after = loader.take()
        if not isinstance(after, yaml.StreamEndEvent):
            place = place_of(after.start_mark)
            raise ParseFault("The text holds more than one YAML document.", place)
        if raw.size - self._written > MAX_EXPANSION:
            raise ParseFault("The YAML expands to too much through its aliases.", raw.start)
        return raw

    def _compose(self, event: yaml.Event, depth: int) -> _Raw:
        start, end = place_of(event.start_mark), place_of(event.end_mark)
        assert isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.AliasEvent):
            assert event.anchor is not None
            target = self._anchors.get(event.anchor)
            if target is None:
                raise ParseFault(f"No anchor is called “{event.anchor}”.", start)
            if not target.done:
                raise ParseFault(f"The anchor “{event.anchor}” contains itself.", start)
            return _Raw(target.node, start, end, alias=target, size=target.size)
        if depth > MAX_DEPTH:
            raise ParseFault("The YAML is nested too deeply.", start)
        self._written += 1
        tag: str | None = getattr(event, "tag", None)
        raw = _Raw(None, start, end, (event.anchor is not None) + (tag is not None))
        raw.tagged = tag is not None
        self.doubtful |= raw.tagged
        if event.anchor is not None:
            if event.anchor in self._anchors:
                raise ParseFault(f"The anchor “{event.anchor}” is set twice.", start)
            self._anchors[event.anchor] = raw
        if isinstance(event, yaml.ScalarEvent):
            if tag is None or tag == "!":
                tag = self._loader.tag_of(yaml.ScalarNode, event.value, event.implicit)
            raw.node = yaml.ScalarNode(tag, event.value, *marks_of(event), event.style)
            return raw
        self._children(event, raw, tag, depth)
        return raw

    def _children(self, event: yaml.Event, raw: _Raw, tag: str | None, depth: int) -> None:
        assert isinstance(event, yaml.CollectionStartEvent)
        raw.done = False
        mapping = isinstance(event, yaml.MappingStartEvent)
        kind = yaml.MappingNode if mapping else yaml.SequenceNode
        if tag is None or tag == "!":
            tag = self._loader.tag_of(kind, None, event.implicit)
        while not isinstance(following := self._loader.take(), yaml.CollectionEndEvent):
            child = self._compose(following, depth + 1)
            raw.children.append(child)
            raw.size += child.size
        raw.end = place_of(following.end_mark)
        raw.done = True
        nodes = [child.node for child in raw.children]
        if mapping:
            pairs = list(zip(nodes[::2], nodes[1::2], strict=True))
            raw.node = yaml.MappingNode(tag, pairs, *marks_of(event), event.flow_style)
        else:
            raw.node = yaml.SequenceNode(tag, nodes, *marks_of(event), event.flow_style)
        if event.flow_style:
            flow = self._loader.source[raw.start : raw.end]
            self.doubtful |= ":" in flow.replace(": ", "") or "?" in flow


class _Builder:
    """Gives raw nodes their values, spans and entries."""

    def __init__(self, lines: Lines, loader: Loader) -> None:
        self._lines = lines
        self._text = lines.text
        self._loader = loader
        self._done: dict[int, YamlNode] = {}
        self._inherited: dict[int, YamlNode] = {}

    def node(self, raw: _Raw, parent: int) -> YamlNode:
        """Build `raw`; `parent` is the column of the block collection around it, or -1."""
        if raw.alias is not None:
            target = self._as_inherited(self._done[id(raw.alias)])
            return replace(
                target, span=Span(raw.start, raw.end), outer=raw.start, behind=raw.start, alias=True
            )
        assert raw.node is not None
        if isinstance(raw.node, yaml.ScalarNode):
            result = self._scalar(raw, raw.node, parent)
        else:
            result = self._collection(raw, raw.node)
        self._done[id(raw)] = result
        return result

    def _scalar(self, raw: _Raw, node: yaml.ScalarNode, parent: int) -> YamlNode:
        behind = after_properties(self._text, raw.start, raw.properties)
        start = significant(self._text, behind) if raw.properties else raw.start
        if not node.style and not node.value:
            start, end = behind, behind
        else:
            end = raw.end
        style = _STYLES.get(node.style or "", "plain")
        block = None
        if style in ("literal", "folded"):
            block = block_scalar(self._lines, start, end, parent)
            end = block.content.end if len(block.content) else block.header.end
        value = self._loader.value_of(node)
        return YamlNode(
            _kind(value, node),
            Span(start, end),
            value,
            style,
            outer=raw.start,
            behind=behind,
            tagged=raw.tagged,
            block=block,
        )

    def _collection(self, raw: _Raw, node: yaml.Node) -> YamlNode:
        flow = bool(getattr(node, "flow_style", False))
        behind = after_properties(self._text, raw.start, raw.properties)
        start = significant(self._text, behind)
        # A pair in a flow list may stand without braces of its own.
        braced = flow and self._text[start : start + 1] in ("{", "[")
        column = -1 if flow else self._lines.column(start)
        cursor = start + 1 if braced else start
        mapping = isinstance(node, yaml.MappingNode)
        entries: list[YamlEntry] = []
        for index in range(0, len(raw.children), 2 if mapping else 1):
            at = significant(self._text, cursor)
            if flow and self._text[at : at + 1] == ",":
                at = significant(self._text, at + 1)
            if mapping:
                entry = self._pair(raw.children[index], raw.children[index + 1], at, column)
            else:
                entry = self._item(raw.children[index], index, at, column, flow)
            entries.append(entry)
            cursor = max(entry.node.span.end, at)
        if mapping:
            entries = self._marked(entries)
        value = self._loader.value_of(node)
        kind = _kind(value, node)
        end = raw.end if braced else cursor
        if kind is NodeKind.MAPPING:
            assert isinstance(value, dict)
            entries += self._merged(entries, value)
        return YamlNode(
            kind,
            Span(start, max(start, end)),
            value,
            "flow" if flow else "block",
            tuple(entries) if kind is not NodeKind.OTHER else (),
            outer=raw.start,
            behind=behind,
            tagged=raw.tagged,
        )

    def _item(self, raw: _Raw, index: int, at: int, column: int, flow: bool) -> YamlEntry:
        node = self.node(raw, column)
        lead = node.outer if flow else at + 1
        return YamlEntry(index, None, self._placed(node, lead), loaded=index, start=at, lead=lead)

    def _pair(self, raw_key: _Raw, raw: _Raw, at: int, column: int) -> YamlEntry:
        key = self.node(raw_key, column)
        end = max(key.span.end, key.behind)
        if self._text[at : at + 1] == "?" and key.outer > at:
            end = max(end, at + 1)
        colon = significant(self._text, end)
        has_colon = self._text[colon : colon + 1] == ":" and colon < max(raw.start, colon + 1)
        lead = colon + 1 if has_colon else end
        node = self._placed(self.node(raw, column), lead)
        source = key.span.of(self._text)
        text = key.value if isinstance(key.value, str) else source
        assert raw_key.node is not None
        merge = raw_key.node.tag == _MERGE
        return YamlEntry(
            text,
            key.span,
            node,
            loaded=key.value,
            start=at,
            lead=lead,
            merge=merge,
            colon=has_colon,
        )

    def _placed(self, node: YamlNode, lead: int) -> YamlNode:
        """An absent value stands just behind its indicator, wherever the parser put it."""
        if node.span.start == node.span.end and node.outer == node.behind:
            return replace(node, span=Span(lead, lead), outer=lead, behind=lead)
        return node

    def _marked(self, entries: list[YamlEntry]) -> list[YamlEntry]:
        """Mark entries whose key, as text or as loaded, occurs more than once."""
        counts: dict[object, int] = {}
        for entry in entries:
            for name in {("text", entry.key), ("loaded", entry.loaded)}:
                counts[name] = counts.get(name, 0) + 1
        return [
            replace(entry, duplicate=True)
            if counts["text", entry.key] > 1 or counts["loaded", entry.loaded] > 1
            else entry
            for entry in entries
        ]

    def _merged(self, own: list[YamlEntry], value: dict[object, object]) -> Iterator[YamlEntry]:
        """The entries that `<<` brings, as inherited ones, in the order they are loaded in."""
        sources: list[YamlNode] = []
        for entry in reversed(own):
            if entry.merge:
                many = entry.node.kind is NodeKind.SEQUENCE
                sources += [e.node for e in entry.node.entries] if many else [entry.node]
        if not sources:
            return
        written = {entry.loaded for entry in own if not entry.merge}
        brought = [
            next((e for e in reversed(source.entries) if e.loaded == key), None)
            for key in value
            if key not in written
            for source in sources
        ]
        seen: set[object] = set()
        for found in brought:
            if found is not None and found.loaded not in seen:
                seen.add(found.loaded)
                node = self._as_inherited(found.node)
                yield replace(found, node=node, merged=True, duplicate=False)

    def _as_inherited(self, node: YamlNode) -> YamlNode:
        known = self._inherited.get(id(node))
        if known is None:
            known = replace(
                node,
                inherited=True,
                entries=tuple(replace(e, node=self._as_inherited(e.node)) for e in node.entries),
            )
            self._inherited[id(node)] = known
        return known


def _kind(value: object, node: yaml.Node) -> NodeKind:
    if isinstance(node, yaml.MappingNode):
        return NodeKind.MAPPING if isinstance(value, dict) else NodeKind.OTHER
    if isinstance(node, yaml.SequenceNode):
        plain = node.tag == "tag:yaml.org,2002:seq"
        return NodeKind.SEQUENCE if plain else NodeKind.OTHER
    if isinstance(value, bool):
        return NodeKind.BOOLEAN
    if isinstance(value, int | float):
        return NodeKind.NUMBER
    if value is None:
        return NodeKind.NULL
    return NodeKind.STRING if isinstance(value, str) else NodeKind.OTHER
