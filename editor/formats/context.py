"""Context files: saved values for the variables that are known only when a prompt runs.

A mapping of names to scalars, in YAML or JSON, with the reserved key ``slots``
(docs/formats.md, Context files and Choices where the sources are silent).
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Definition, Origin, Scope
from editor.core.spans import LineIndex, Span
from editor.core.tree import Entry, Language, Node, NodeKind
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import error, fault_span, in_order
from editor.formats.checks_fields import check_duplicate_keys
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.definitions import LayerName
from editor.formats.fields import effective_entries, holds_fields, loaded, whole_fields
from editor.formats.runtime_values import SLOTS, RuntimeValue, runtime_values


@dataclass(frozen=True, slots=True)
class ContextValue:
    """What a context file says of one name.

    Attributes:
        text: The text that is inserted, or None for a name that is not set.
        span: The value's place in the file.
    """

    text: str | None
    span: Span


@dataclass(frozen=True)
class ContextFile:
    """A context file, understood as far as it can be."""

    text: str
    fields: Fields
    kind: FileKind = FileKind.CONTEXT
    bodies: tuple[Body, ...] = ()

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        """The entries that count; a merge key (``<<``) is none, what it brings in is."""
        root = self.fields.tree.root if self.fields.tree is not None else None
        names = loaded(self.fields.tree)
        found = () if root is None else effective_entries(root)
        return tuple(entry for entry in found if entry.key in names)

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded mapping; None while it cannot be read."""
        return None if self.fields.fault is not None else loaded(self.fields.tree)

    @cached_property
    def values(self) -> Mapping[str, ContextValue]:
        """The names of the file in order; names with lists and mappings are left out."""
        return {
            str(entry.key): ContextValue(self._scalar(entry.node), self._span(entry.node))
            for entry in self._entries
            if entry.key != SLOTS and is_scalar(entry.node)
        }

    @property
    def slots(self) -> Mapping[str, Mapping[str, RuntimeValue]]:
        """The runtime layers by slot and key."""
        return runtime_values(self.fields.tree)

    def definitions(self, path: str | None = None) -> tuple[Definition, ...]:
        """Return one definition for each name that is set, without uppercase-first forms.

        Args:
            path: The file as the workspace names it, for the origins.
        """
        lines = LineIndex(self.text)
        return tuple(
            Definition(
                name,
                value.text,
                LayerName.CONTEXT,
                Origin(path, lines.position(value.span.start), value.span),
            )
            for name, value in self.values.items()
            if value.text is not None
        )

    @cached_property
    def invalid(self) -> tuple[Diagnostic, ...]:
        """Why the file, or a name in it, gives no values; empty if all is well."""
        return tuple(self._invalid())

    def _invalid(self) -> Iterator[Diagnostic]:
        if self.fields.fault is not None:
            span = fault_span(self.text, self.fields.fault.offset)
            yield error(span, "invalid-context", self.fields.fault.message)
            return
        tree = self.fields.tree
        root = tree.root if tree is not None else None
        if tree is not None and root is not None and not holds_fields(tree):
            message = "A context file must give values to names, one 'name: value' a line."
            yield error(fault_span(self.text, root.span.start), "invalid-context", message)
        for entry in self._entries:
            name, span = str(entry.key), self._span(entry.node)
            if entry.key == SLOTS:
                if not _is_slots(entry.node):
                    message = "The key slots is reserved: it must hold one mapping for each slot."
                    yield error(span, "invalid-context", message, name=name)
            elif not is_scalar(entry.node):
                message = (
                    f"The value of {name} is a list, a mapping or another value that is no text. "
                    "Give it one text, number, date or boolean; put quotes around a text."
                )
                yield error(span, "invalid-context", message, name=name)

    def _span(self, node: Node) -> Span:
        return node.span.shifted(self.fields.span.start)

    def _scalar(self, node: Node) -> str | None:
        if node.kind is NodeKind.NULL:
            return None
        if isinstance(node.value, str | bool) or node.inherited:
            return str(node.value)
        if node.style in ("plain", "json"):
            return self._span(node).of(self.text)
        return str(node.value)

    def render(self, scope: Scope) -> Rendered:
        """Nothing of this file is sent as such."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        return in_order(
            [
                *self.invalid,
                *check_duplicate_keys(self.text, self.fields),
                *check_conflict_markers(self.text),
                *check_hidden_characters(self.text, Span(0, len(self.text))),
            ]
        )


@dataclass(frozen=True, slots=True)
class ContextFormat:
    """Reads context files written in one language."""

    language: Language
    kind: FileKind = FileKind.CONTEXT

    def parse(self, text: str) -> ContextFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return ContextFile(text, whole_fields(text, self.language))


def is_scalar(node: Node) -> bool:
    """Whether a value of a context file can be inserted as text, or is not set."""
    if node.kind is NodeKind.OTHER:
        return isinstance(node.value, datetime.date)
    return node.kind not in (NodeKind.MAPPING, NodeKind.SEQUENCE)


def _is_slots(node: Node) -> bool:
    value = node.value
    return isinstance(value, dict) and all(isinstance(slot, dict) for slot in value.values())
