"""Identity: the ``identity`` object of ``config/journal.json``, flattened into variables.

Nothing outside that object is ever named in a message or a value: the file may hold secrets
(docs/formats.md, Identity).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.json_language import JsonLanguage
from editor.core.layers import Definition, Origin, Scope
from editor.core.spans import LineIndex
from editor.core.tree import Node, NodeKind, Path, dotted_path
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import error, fault_span, in_order, warning
from editor.formats.checks_fields import check_duplicate_keys, check_field_types
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.definitions import LayerName
from editor.formats.fields import effective_entries, whole_fields

ROOT = ("identity",)
MOST_IN_NAMES = 1_000_000
"""Characters of all variable names together: long keys of groups come again in every name."""
_DEFINING = (NodeKind.STRING, NodeKind.NUMBER, NodeKind.BOOLEAN)


@dataclass(frozen=True, slots=True)
class FlatField:
    """A value of the identity and the variable it makes.

    Attributes:
        path: Keys from the top of the file: ``("identity", "pronouns", "subject")``.
        name: The variable: ``pronouns_subject``.
        node: The value in the tree of the file.
    """

    path: Path
    name: str
    node: Node


@dataclass(frozen=True)
class IdentityFile:
    """A ``journal.json``, understood as far as it can be."""

    text: str
    fields: Fields
    kind: FileKind = FileKind.IDENTITY
    bodies: tuple[Body, ...] = ()

    @property
    def root(self) -> Node | None:
        """The ``identity`` object, or None if there is none."""
        node = self.fields.tree.find(ROOT) if self.fields.tree is not None else None
        return node if node is not None and node.kind is NodeKind.MAPPING else None

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded ``identity`` object alone, or None if there is none."""
        value = self.root.value if self.root is not None else None
        return value if isinstance(value, dict) else None

    @cached_property
    def flattened(self) -> tuple[FlatField, ...]:
        """Every value that makes a variable, in order of the file, also those that lose.

        None if their names are too long.
        """
        if self.root is None or _size_of_names(self.root, 0) > MOST_IN_NAMES:
            return ()
        return tuple(_flatten(ROOT, (), self.root))

    def definitions(self, path: str | None = None) -> tuple[Definition, ...]:
        """Return one definition for each variable, without uppercase-first forms.

        Args:
            path: The file as the workspace names it, for the origins.
        """
        lines = LineIndex(self.text)
        found: dict[str, Definition] = {}
        for each in self.flattened:
            span = each.node.span
            origin = Origin(path, lines.position(span.start), span)
            value = str(each.node.value)
            found[each.name] = Definition(each.name, value, LayerName.IDENTITY, origin)
        return tuple(found.values())

    @cached_property
    def invalid(self) -> tuple[Diagnostic, ...]:
        """Why the file gives no identity; empty if it does."""
        fault = self._fault()
        if fault is None:
            return ()
        span = fault_span(self.text, fault.offset)
        return (error(span, "invalid-identity", fault.message),)

    def _fault(self) -> ParseFault | None:
        if self.fields.fault is not None:
            return self.fields.fault
        root = self.fields.tree.root if self.fields.tree is not None else None
        if root is None or root.kind is not NodeKind.MAPPING:
            return ParseFault("The file must be a JSON object with a field named identity.", 0)
        entry = self.fields.tree.entry(ROOT) if self.fields.tree is not None else None
        if entry is None:
            message = 'The field identity is missing. Add "identity": {} and fill it in.'
            return ParseFault(message, root.span.start)
        if entry.node.kind is not NodeKind.MAPPING:
            message = 'The field identity must be an object: {"name": "…"}.'
            return ParseFault(message, entry.node.span.start)
        if _size_of_names(entry.node, 0) > MOST_IN_NAMES:
            message = "Its variables have too long names, so it defines none: shorten its keys."
            return ParseFault(message, entry.node.span.start)
        return None

    def render(self, scope: Scope) -> Rendered:
        """Nothing of this file is sent as such."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return what is worth saying about the identity; other parts of the file are not read."""
        found = [*self.invalid, *check_conflict_markers(self.text)]
        if self.root is not None:
            found += check_hidden_characters(self.text, self.root.span)
            found += self._repeated_identity()
            found += check_duplicate_keys(self.text, self.fields, ROOT)
            found += check_field_types(self.fields, around.schema)
            found += self._flattened_twice()
        return in_order(found)

    def _flattened_twice(self) -> Iterator[Diagnostic]:
        lines = LineIndex(self.text)
        seen: dict[str, FlatField] = {}
        for each in self.flattened:
            before = seen.get(each.name)
            seen[each.name] = each
            if before is None:
                continue
            line = lines.position(before.node.span.start).line
            message = (
                f"{dotted_path(each.path)} and {dotted_path(before.path)} (line {line}) both make "
                f"${each.name}; this last one wins. Rename one of them."
            )
            yield warning(each.node.span, "flattened-twice", message, name=each.name)

    def _repeated_identity(self) -> Iterator[Diagnostic]:
        """Yield the duplicate-key warning for ``identity`` itself, which no walk below it sees."""
        root = self.fields.tree.root if self.fields.tree is not None else None
        spans = [
            entry.key_span
            for entry in (root.entries if root is not None else ())
            if entry.key == "identity" and entry.key_span is not None
        ]
        if len(spans) > 1:
            message = "The key identity stands more than once; only the last one counts."
            yield warning(spans[0], "duplicate-key", message, name="identity")


@dataclass(frozen=True, slots=True)
class IdentityFormat:
    """Reads ``config/journal.json``."""

    kind: FileKind = FileKind.IDENTITY

    def parse(self, text: str) -> IdentityFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return IdentityFile(text, whole_fields(text, JsonLanguage(), ROOT))


def _size_of_names(node: Node, before: int) -> int:
    """Return how many characters the names below `node` have, each with `before` for its groups."""
    size = 0
    for entry in node.entries:
        length = before + len(str(entry.key)) + 1
        if entry.node.kind is NodeKind.MAPPING:
            size += _size_of_names(entry.node, length)
        elif entry.node.kind in _DEFINING:
            size += length
    return size


def _flatten(path: Path, keys: tuple[str, ...], node: Node) -> Iterator[FlatField]:
    for entry in effective_entries(node):
        inner = (*keys, str(entry.key))
        below = (*path, entry.key)
        if entry.node.kind is NodeKind.MAPPING:
            yield from _flatten(below, inner, entry.node)
        elif entry.node.kind in _DEFINING:
            yield FlatField(below, "_".join(inner), entry.node)
