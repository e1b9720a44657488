"""YAML text to located nodes.

Places come from the events of PyYAML's C parser and values from its own constructor, so they
are what `yaml.safe_load` gives (docs/formats.md, Files).
"""

from collections.abc import Iterator
from dataclasses import replace

import yaml

from editor.core.diagnostics import ParseFault
from editor.core.spans import Span
from editor.core.tree import NodeKind
from editor.core.yaml_composing import Composer, RawNode
from editor.core.yaml_layout import Lines, after_properties, block_scalar, significant
from editor.core.yaml_loading import Loader, check_characters, check_pure, fault_of
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree

MARK = "\ufeff"
_MERGE = "tag:yaml.org,2002:merge"
_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


def read(text: str, length: int | None = None) -> YamlTree:
    """Read one YAML document.

    Args:
        text: The text without a byte order mark (see `editor.core.yaml_mark`): PyYAML's loaders
            count and understand one differently.
        length: How long the text is that `text` is a part of, if it is one.

    Raises:
        ParseFault: it is not YAML, not one document, or too deep or too large when expanded.
    """
    if text.startswith(MARK):
        raise ParseFault("A byte order mark (U+FEFF) too many stands here: remove it.", 0)
    check_characters(text)
    loader = Loader(text)
    try:
        return _read(text, loader, len(text) if length is None else length)
    except yaml.YAMLError as error:
        raise fault_of(error) from error
    except RecursionError as error:
        raise ParseFault("The YAML is nested too deeply.", 0) from error
    finally:
        loader.dispose()


def _read(text: str, loader: Loader, length: int) -> YamlTree:
    composer = Composer(loader)
    raw = composer.document()
    lines = Lines(text)
    if raw is None or raw.node is None:
        return YamlTree(text, None, lines, composer.body_end)
    loader.construct_all(raw.node)
    check_pure(text, loader.value_of(raw.node), composer.doubtful, length)
    if isinstance(raw.node, yaml.ScalarNode) and raw.end == raw.start and not raw.properties:
        return YamlTree(text, None, lines, composer.body_end)
    return YamlTree(text, _Builder(lines, loader).node(raw, -1), lines, composer.body_end)


class _Builder:
    """Gives raw nodes their values, spans and entries."""

    def __init__(self, lines: Lines, loader: Loader) -> None:
        self._lines = lines
        self._text = lines.text
        self._loader = loader
        self._done: dict[int, YamlNode] = {}
        self._inherited: dict[int, YamlNode] = {}

    def node(self, raw: RawNode, parent: int) -> YamlNode:
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

    def _scalar(self, raw: RawNode, node: yaml.ScalarNode, parent: int) -> YamlNode:
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

    def _collection(self, raw: RawNode, node: yaml.Node) -> YamlNode:
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

    def _item(self, raw: RawNode, index: int, at: int, column: int, flow: bool) -> YamlEntry:
        node = self.node(raw, column)
        lead = node.outer if flow else at + 1
        return YamlEntry(index, None, self._placed(node, lead), loaded=index, start=at, lead=lead)

    def _pair(self, raw_key: RawNode, raw: RawNode, at: int, column: int) -> YamlEntry:
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
