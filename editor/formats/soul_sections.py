"""The sections of a soul: each item of the list below the marker, with the places of its texts.

Rules: docs/formats.md, Soul. A field of the wrong type reads as not set; the checks say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from editor.core.diagnostics import ParseFault
from editor.core.layers import Lookup, Piece, Scope
from editor.core.placeholders import Mustache
from editor.core.rendering import resolve
from editor.core.spans import Span
from editor.core.tree import NodeKind
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree
from editor.core.yaml_sources import ScalarSource, scalar_source
from editor.formats.soul_quoting import unquoted_fault

KNOWN_FIELDS = ("section", "role", "tool", "args", "result_field", "content", "limit", "provider")
"""The fields of a section, in the order in which people write them."""
PREDEFINED = (
    "admin_pubkey",
    "admin_kind0_json",
    "admin_kind10002_json",
    "startup_events_json",
    "adopted_skills_content",
    "admin_notes_content",
)
"""The names that every agent resolves."""
MOST_TURNS = 100
MOST_ITEMS = 100
MOST_NAME_BYTES = 63
RESULT_FIELD = "content"
NO_LIST = "Below the marker must stand a list of sections, each beginning with '- section: NAME'."


class Role(StrEnum):
    """Who a section's message is from; `EXPAND` gives the conversation."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    EXPAND = "expand"


@dataclass(frozen=True)
class SectionText:
    """A string of the file.

    Attributes:
        value: The string as YAML reads it.
        span: Its source in the file's text.
        base: What must be added to the places of `node` to get those of the file.
        read_only: Whether it comes through an alias or a merge key.
    """

    value: str
    span: Span
    tree: YamlTree = field(repr=False, compare=False)
    node: YamlNode = field(repr=False, compare=False)
    base: int = field(default=0, repr=False, compare=False)

    @property
    def read_only(self) -> bool:
        """Whether it comes through an alias or a merge key."""
        return self.node.inherited

    @cached_property
    def _source(self) -> ScalarSource:
        return scalar_source(self.tree.lines, self.node)

    def render(self, scope: Scope, answers: dict[str, Lookup] | None = None) -> tuple[Piece, ...]:
        """Resolve the placeholders of the text.

        Args:
            scope: What may be resolved.
            answers: What the scope said of names before.

        Returns:
            Pieces whose sources are places in the file. Literal text is cut where indentation,
            an escape or a fold stands between; an escape is a piece of its own.
        """
        return self._source.pieces(
            resolve(self.value, scope, Mustache(), answers).pieces, self.base
        )

    def place(self, part: Span) -> Span:
        """Return the place in the file of a part of the value."""
        return self._source.span(part).shifted(self.base)

    def shifted(self, by: int) -> "SectionText":
        """Return the same text for a file whose sections begin `by` code points later."""
        return replace(self, span=self.span.shifted(by), base=self.base + by)


@dataclass(frozen=True)
class Section:
    """One item of the section list.

    Attributes:
        index: Its number in the list, from 0.
        span: The item from its dash to its last line, without comments, in the file's text.
        name: The field ``section``.
        role: The field ``role``, or None if it is missing or no role.
        role_text: The field ``role`` as it stands.
        tool, args, content: Texts, or None where they are not set.
        result_field: Which field of the tool's result is the text.
        limit: How many turns or items; None if not set. 0 means all.
        overrides: The texts of the field ``provider``, by provider.
        unknown: The loaded values of all other fields.
        node: The item as YAML; its places count from `base`.
        base: Where the text that YAML has read begins in the file.
    """

    index: int
    span: Span
    name: str | None
    role_text: str | None
    tool: SectionText | None
    args: SectionText | None
    result_field: str
    content: SectionText | None
    limit: int | None
    overrides: Mapping[str, SectionText]
    unknown: Mapping[str, object]
    node: YamlNode = field(repr=False, compare=False)
    base: int = field(default=0, repr=False, compare=False)

    @property
    def role(self) -> Role | None:
        """The role, or None if it is missing or no role."""
        return Role(self.role_text) if self.role_text in _ROLES else None

    @property
    def texts(self) -> tuple[SectionText, ...]:
        """The texts in which placeholders are resolved: content and overrides."""
        content = () if self.content is None else (self.content,)
        return (*content, *self.overrides.values())

    @property
    def sent(self) -> tuple[SectionText, ...]:
        """Those of `texts` that can be a message's: no conversation or tool is in their place."""
        if self.role is Role.EXPAND:
            return ()
        is_beaten = self.content is None or (self.tool is not None and self.tool.value)
        return tuple(self.overrides.values()) if is_beaten else self.texts

    def entry(self, *path: str) -> YamlEntry | None:
        """Return the entry of a field that counts, if it is there; its places count from `base`."""
        node, entry = self.node, None
        for step in path:
            entry = next((each for each in reversed(node.entries) if each.key == step), None)
            if entry is None:
                return None
            node = entry.node
        return entry

    def shifted(self, by: int, index: int | None = None) -> "Section":
        """Return the same section `by` code points later, and with another number if given."""
        return replace(
            self,
            index=self.index if index is None else index,
            span=self.span.shifted(by),
            tool=_moved(self.tool, by),
            args=_moved(self.args, by),
            content=_moved(self.content, by),
            overrides={name: text.shifted(by) for name, text in self.overrides.items()},
            base=self.base + by,
        )


_ROLES = frozenset(Role)


def _moved(text: SectionText | None, by: int) -> SectionText | None:
    return None if text is None else text.shifted(by)


@dataclass(frozen=True, slots=True)
class Sections:
    """What stands below the marker.

    Attributes:
        tree: The parsed text; its places count from the start of the template part. None if it
            is no YAML.
        fault: Why there are no sections, with an offset in the file's text.
        sections: The items in order.
    """

    tree: YamlTree | None
    fault: ParseFault | None
    sections: tuple[Section, ...]


def read_sections(
    text: str, template: Span, first_index: int = 0, length: int | None = None
) -> Sections:
    """Read a template part, or whole lines of it that hold one or more items.

    Args:
        text: The file's text, or any text that holds the lines.
        template: The part of it to read.
        first_index: The number of the first item.
        length: How long the whole template part is, if only lines of it are read.
    """
    base = template.start
    part = template.of(text)
    try:
        tree = YamlLanguage().parse_part(part, len(part) if length is None else length)
    except ParseFault as fault:
        told = unquoted_fault(part, fault) or fault
        return Sections(None, told.shifted(base), ())
    root = tree.root
    if root is None or root.kind is NodeKind.NULL:
        return Sections(tree, None, ())
    if root.kind is not NodeKind.SEQUENCE:
        return Sections(tree, ParseFault(NO_LIST, root.span.start + base), ())
    reader = _Reader(tree, base)
    return Sections(
        tree,
        None,
        tuple(
            reader.section(entry, index) for index, entry in enumerate(root.entries, first_index)
        ),
    )


def only_section(tree: YamlTree) -> Section:
    """Return the one item of a tree that is a list of one; its places count as the tree's do."""
    assert tree.root is not None
    return _Reader(tree, 0).section(tree.root.entries[0], 0)


class _Reader:
    """Makes sections of the items of one tree."""

    def __init__(self, tree: YamlTree, base: int) -> None:
        self._tree = tree
        self._base = base

    def section(self, item: YamlEntry, index: int) -> Section:
        node = item.node
        fields = {str(entry.key): entry.node for entry in node.entries}
        end = max(node.span.end, node.behind, item.lead)
        return Section(
            index=index,
            span=Span(item.start, end).shifted(self._base),
            name=_string(fields.get("section")),
            role_text=_string(fields.get("role")),
            tool=self._text(fields.get("tool")),
            args=self._text(fields.get("args")),
            result_field=_string(fields.get("result_field")) or RESULT_FIELD,
            content=self._text(fields.get("content")),
            limit=_limit(fields.get("limit")),
            overrides=self._overrides(fields.get("provider")),
            unknown={key: each.value for key, each in fields.items() if _is_unknown(key)},
            node=node,
            base=self._base,
        )

    def _text(self, node: YamlNode | None) -> SectionText | None:
        if node is None or node.kind is not NodeKind.STRING:
            return None
        span = node.span.shifted(self._base)
        return SectionText(str(node.value), span, self._tree, node, self._base)

    def _overrides(self, node: YamlNode | None) -> dict[str, SectionText]:
        if node is None or node.kind is not NodeKind.MAPPING:
            return {}
        found = {str(entry.key): self._text(entry.node) for entry in node.entries}
        return {name: text for name, text in found.items() if text is not None}


def _string(node: YamlNode | None) -> str | None:
    return node.value if node is not None and isinstance(node.value, str) else None


def _limit(node: YamlNode | None) -> int | None:
    value = None if node is None else node.value
    return value if isinstance(value, int) and is_limit(value) else None


def is_limit(value: object) -> bool:
    """Whether a loaded value can be the field ``limit``."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_unknown(key: str) -> bool:
    return key not in KNOWN_FIELDS and key != "<<"
