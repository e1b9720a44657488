"""Draws up what a card shows from a section as it is read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from editor.core.tree import NodeKind, Path, Tree
from editor.core.yaml_nodes import YamlEntry, YamlNode
from editor.formats.soul_sections import KNOWN_FIELDS, Role, Section
from editor.session.form_building import Draft, source_of
from editor.session.section_values import CardBody, CardField, CardHead

_SHOWN = ("section", "tool", "args", "result_field")
_CONTAINERS = (NodeKind.MAPPING, NodeKind.SEQUENCE)
_INHERITED = "Comes through an alias: edit it in the text."
_DUPLICATE = "Stands here more than once: edit it in the text."
_NO_TEXT = "This is no text: edit it in the text."
_NO_MAPPING = "“provider” holds no texts by provider: edit it in the text."
_NO_DRAFTS: Mapping[Path, Draft] = MappingProxyType({})


class SectionReader:
    """Reads the fields of one section."""

    def __init__(
        self, section: Section, text: str, drafts: Mapping[Path, Draft] = _NO_DRAFTS
    ) -> None:
        """Read what is needed.

        Args:
            section: The section; its places count in `text`.
            text: The lines it stands in.
            drafts: What was typed and could not be written.
        """
        self._section = section
        self._tree = Tree(text, None)
        self._drafts = drafts

    def head(self) -> CardHead:
        """Return what stands in the card's line."""
        section = self._section
        return CardHead(
            section.name or "",
            _source(section),
            section.tool.value if section.tool is not None else "",
            self.field("role"),
            self.field("limit"),
            tuple(str(entry.key) for entry in self._providers()),
        )

    def body(self) -> CardBody:
        """Return everything else."""
        return CardBody(
            tuple(self.field(name) for name in _SHOWN),
            tuple(self._texts()),
            tuple(self._others()),
        )

    def field(self, *path: str) -> CardField:
        """Return one field, there or not."""
        entry = self._section.entry(*path)
        if entry is None:
            draft = self._drafts.get(path)
            if draft is not None and draft.source in (None, ""):
                return CardField(path, draft.text, refused=draft.refused)
            return CardField(path)
        return self._entry_field(path, entry)

    def source(self, path: Path) -> str:
        """Return the source of the value at `path`; empty if there is none."""
        entry = self._section.entry(*map(str, path))
        return "" if entry is None else self._source(entry.node)

    def _texts(self) -> Iterator[CardField]:
        yield self.field("content")
        above = self._section.entry("provider")
        if above is not None and above.node.kind is not NodeKind.MAPPING:
            yield CardField(("provider",), self._source(above.node), True, lock=_NO_MAPPING)
        for entry in self._providers():
            yield self._entry_field(("provider", str(entry.key)), entry)

    def _providers(self) -> tuple[YamlEntry, ...]:
        above = self._section.entry("provider")
        if above is None or above.node.kind is not NodeKind.MAPPING:
            return ()
        found = {str(entry.key): entry for entry in above.node.entries}
        return tuple(found.values())

    def _others(self) -> Iterator[CardField]:
        names = {str(entry.key): None for entry in self._section.node.entries}
        for name in names:
            entry = self._section.entry(name)
            if name in KNOWN_FIELDS or entry is None or entry.merge:
                continue
            field = self._entry_field((name,), entry, as_source=True)
            yield field

    def _source(self, node: YamlNode) -> str:
        """Return the source of a value; places of nodes count from the section's base."""
        return source_of(self._tree, replace(node, span=node.span.shifted(self._section.base)))

    def _entry_field(self, path: Path, entry: YamlEntry, as_source: bool = False) -> CardField:
        node = entry.node
        is_text = node.kind is NodeKind.STRING and not as_source
        source = self._source(node)
        text = str(node.value) if is_text else source
        refused = ""
        draft = self._drafts.get(path)
        if draft is not None and draft.source in (None, source):
            text, refused = draft.text, draft.refused
        return CardField(path, text, not is_text, refused, _lock(entry, as_source))


def _lock(entry: YamlEntry, as_source: bool) -> str:
    node: YamlNode = entry.node
    if node.inherited or entry.merged:
        return _INHERITED
    if entry.duplicate:
        return _DUPLICATE
    return _NO_TEXT if node.kind in _CONTAINERS and not as_source else ""


def _source(section: Section) -> str:
    if section.role is Role.EXPAND:
        return "conversation"
    if section.tool is not None:
        return "tool"
    return "content" if section.content is not None else ""
