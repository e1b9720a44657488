"""Slots: a YAML mapping with ``enabled``, ``template`` and other keys, one file for each layer.

How layers overlay is in `editor.formats.slot_overlay` (docs/formats.md, Slots).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.layers import Definition, Origin, Piece, PieceKind, Scope
from editor.core.placeholders import Match, Syntax, Token, TokenKind
from editor.core.rendering import resolve
from editor.core.spans import LineIndex, Span
from editor.core.tree import Entry
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_sources import ScalarSource, scalar_source
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import error, fault_span, in_order, info, nearest, replacing, warning
from editor.formats.checks_fields import check_duplicate_keys
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.fields import effective_entries, holds_fields, loaded, whole_fields
from editor.formats.slot_overlay import (
    ENABLED,
    TEMPLATE,
    Overlay,
    SlotAround,
    SlotFault,
    SlotLayer,
    SlotLayerName,
    WrongType,
    named_type,
    wrong_type,
)

OWN_KEYS = (ENABLED, TEMPLATE)


@dataclass(frozen=True)
class SlotFile:
    """A slot file of one layer, understood as far as it can be."""

    text: str
    fields: Fields
    kind: FileKind = FileKind.SLOT
    bodies: tuple[Body, ...] = ()

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded mapping; None while it cannot be read."""
        return None if self.fields.fault is not None else loaded(self.fields.tree)

    def layer(self, name: SlotLayerName, path: str) -> SlotLayer:
        """Return what the file says as one layer of its slot; see `file_layer`."""
        return _fields_layer(name, path, self.text, self.fields)

    def render(self, scope: Scope) -> Rendered:
        """Nothing is sent of one file: its layers decide together (see `Overlay.template`)."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        found = [
            *self._faults(),
            *check_duplicate_keys(self.text, self.fields),
            *check_conflict_markers(self.text),
            *check_hidden_characters(self.text, Span(0, len(self.text))),
        ]
        if self.fields.fault is None:
            found += self._near_keys()
            found += () if around.slot is None else self._check_layer(around.slot)
        return in_order(found)

    @cached_property
    def template(self) -> str | None:
        """The value of this file's own ``template``; None if it is missing or no text."""
        node = self._template_node
        return None if node is None else str(node.value)

    @cached_property
    def template_source(self) -> ScalarSource | None:
        """Where the characters of `template` stand in the text; None without one."""
        node, tree = self._template_node, self.fields.tree
        if node is None or not isinstance(tree, YamlTree):
            return None
        return scalar_source(tree.lines, node)

    @property
    def template_block(self) -> Span | None:
        """The lines of `template` if it is written as a block of text (``|`` or ``>``)."""
        node = self._template_node
        return None if node is None or node.block is None else node.block.content

    @property
    def _template_node(self) -> YamlNode | None:
        entry = self._entries.get(TEMPLATE)
        node = None if entry is None else entry.node
        is_text = isinstance(node, YamlNode) and isinstance(node.value, str)
        return node if is_text and isinstance(node, YamlNode) else None

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        root = self.fields.tree.root if self.fields.tree is not None else None
        return {} if root is None else {str(each.key): each for each in effective_entries(root)}

    def _faults(self) -> Iterator[Diagnostic]:
        fault = self.fields.fault
        if fault is not None:
            yield error(fault_span(self.text, fault.offset), "unreadable-file", fault.message)
            return
        not_mapping = no_mapping(self.fields)
        if not_mapping is not None:
            span = fault_span(self.text, not_mapping.offset)
            yield error(span, "slot-not-mapping", not_mapping.message)
        for key, wrong in self.layer(SlotLayerName.DEFAULT, "").wrong.items():
            if wrong.span is not None:
                yield error(wrong.span, "slot-wrong-type", wrong.message, name=key)

    def _near_keys(self) -> Iterator[Diagnostic]:
        """Yield an information for a key that is a slip of one of a slot's own."""
        free = [key for key in OWN_KEYS if key not in self._entries]
        for key, entry in self._entries.items():
            near = nearest(key, free)
            span = entry.key_span
            if near is None or span is None or key in OWN_KEYS or entry.node.inherited:
                continue
            message = f"The key {key} means nothing to a slot; it is kept. Did you mean {near}?"
            fixes = [replacing(f"Rename it to {near}", span, near)]
            yield info(span, "unknown-field", message, *fixes, name=key)

    def _check_layer(self, around: SlotAround) -> Iterator[Diagnostic]:
        if around.unread is not None:
            yield warning(Span(0, 0), "slot-not-read", around.unread)
            return  # what it says of the slot counts for nobody
        own = self.layer(around.layer, "")
        yield from self._enabled_empty(own, around)
        if around.layer is not SlotLayerName.APP:
            return
        if not around.below.exists:
            message = (
                "The default layer has no slot of this name, so this overrides nothing. Check the "
                "name, if the slot is not meant to be new."
            )
            yield warning(Span(0, 0), "override-without-default", message)
            return
        yield from self._same_as_default(own, around.below)
        yield from self._new_placeholders(own, around)

    def _enabled_empty(self, own: SlotLayer, around: SlotAround) -> Iterator[Diagnostic]:
        """Yield a warning where this file makes an enabled slot one without a template."""
        seen = {**around.below.definitions, **own.definitions}
        enabled, template = seen.get(ENABLED), seen.get(TEMPLATE)
        is_empty = template is None or not template.value
        if enabled is None or enabled.value is not True or not is_empty:
            return
        entry = self._entries.get(TEMPLATE) or self._entries.get(ENABLED)
        if entry is None:
            return
        lack = "it has no template" if template is None else "its template is empty"
        message = (
            f"The slot is enabled, but {lack}, so the algorithm's own default is used. "
            "Write a template, or disable the slot."
        )
        span = entry.key_span or entry.node.span
        yield warning(span, "slot-enabled-empty", message, name=str(entry.key))

    def _same_as_default(self, own: SlotLayer, below: SlotLayer) -> Iterator[Diagnostic]:
        for key, definition in own.definitions.items():
            lower = below.definitions.get(key)
            entry = self._entries.get(key)
            if lower is None or entry is None or not is_same(definition.value, lower.value):
                continue
            message = (
                f"The key {key} has the same value in the default layer. Without it, a new default "
                "takes effect here too."
            )
            span = entry.key_span or entry.node.span
            yield info(span, "override-equals-default", message, name=key)

    def _new_placeholders(self, own: SlotLayer, around: SlotAround) -> Iterator[Diagnostic]:
        mine, theirs = own.definitions.get(TEMPLATE), around.below.definitions.get(TEMPLATE)
        if around.syntax is None or mine is None or theirs is None or not theirs.value:
            return
        known = names_in_template(str(theirs.value), around.syntax)
        entry = self._entries[TEMPLATE]
        for name in names_in_template(str(mine.value), around.syntax):
            if name in known:
                continue
            written = around.syntax.written(name)
            near = nearest(name, known)
            guess = f" Did you mean {around.syntax.written(near)}?" if near else ""
            message = (
                f"The default template does not use {written}, so nothing may fill it in.{guess}"
            )
            at = self.text.find(written, entry.node.span.start, entry.node.span.end)
            span = entry.node.span if at < 0 else Span(at, at + len(written))
            yield info(span, "placeholder-not-in-default", message, name=name)


@dataclass(frozen=True, slots=True)
class SlotFormat:
    """Reads slot files."""

    kind: FileKind = FileKind.SLOT

    def parse(self, text: str) -> SlotFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return SlotFile(text, whole_fields(text, YamlLanguage()))


def names_in_template(template: str, syntax: Syntax) -> tuple[str, ...]:
    """Return the placeholders of a template, each once, in order."""
    names = (token.name for token in syntax.tokens(template) if token.kind is TokenKind.NAME)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def is_same(one: object, other: object) -> bool:
    """Whether two values of slot keys are the same, in type too: ``1`` is not ``true``."""
    return type(one) is type(other) and one == other


def file_layer(name: SlotLayerName, path: str, text: str) -> SlotLayer:
    """Return the layer that a slot file with this text gives.

    Args:
        name: The layer.
        path: The file as the workspace names it.
        text: Its decoded text.
    """
    return SlotFormat().parse(text).layer(name, path)


def _fields_layer(name: SlotLayerName, path: str, text: str, fields: Fields) -> SlotLayer:
    lines = LineIndex(text)
    if fields.fault is not None:
        fault = SlotFault(fields.fault.message, lines.position(fields.fault.offset))
        return SlotLayer(name, path, exists=True, fault=fault)
    not_mapping = no_mapping(fields)
    if not_mapping is not None:
        fault = SlotFault(not_mapping.message, lines.position(not_mapping.offset), is_type=True)
        return SlotLayer(name, path, exists=True, fault=fault)
    root = fields.tree.root if fields.tree is not None else None
    definitions: dict[str, Definition] = {}
    wrong: dict[str, WrongType] = {}
    values = loaded(fields.tree)
    for entry in effective_entries(root) if root is not None else ():
        key = str(entry.key)
        if key not in values:
            continue  # a merge key (``<<``): what it brings in has entries of its own
        span = entry.node.span
        value = values[key]
        message = wrong_type(key, value)
        place = lines.position((entry.key_span or span).start)
        if message is not None:
            wrong[key] = WrongType(message, span, place)
        else:
            definitions[key] = Definition(key, value, name, Origin(path, place, span))
    return SlotLayer(name, path, True, definitions, wrong, mapping=values)


def no_mapping(fields: Fields) -> ParseFault | None:
    """Return why a slot file that is YAML holds no keys, or None; an empty file holds none."""
    tree = fields.tree
    if tree is None or tree.root is None or holds_fields(tree):
        return None
    message = (
        f"The file must hold keys such as enabled and template, not {named_type(tree.root.value)}."
    )
    return ParseFault(message, tree.root.span.start)


def template_pieces(
    overlay: Overlay, text: str, syntax: Syntax | None, values: Scope | None = None
) -> tuple[Piece, ...]:
    """Return the template in effect in pieces; none if there is no template.

    Args:
        overlay: The slot.
        text: The text of the file that the template stands in; of no meaning for one that was
            given with the call, whose sources are places in the template itself.
        syntax: How placeholders are written, or None for a template without any.
        values: What to fill placeholders with. Without it nothing is filled: the pieces, joined,
            are the template as it is loaded, and its placeholders are marked.
    """
    template = overlay.template
    if not template:
        return ()
    pieces = marked_pieces(template, syntax, values)
    file = SlotFormat().parse(text)
    source = file.template_source if file.template == template else None
    return pieces if source is None else source.pieces(pieces)


def marked_pieces(
    template: str, syntax: Syntax | None, values: Scope | None = None
) -> tuple[Piece, ...]:
    """Return the pieces of a template; their sources are places in the template itself.

    Args:
        template: The template.
        syntax: How placeholders are written, or None for a template without any.
        values: What to fill placeholders with. Without it nothing is filled: the pieces, joined,
            are the template, and its placeholders are marked.
    """
    if syntax is None:
        whole = Span(0, len(template))
        return (Piece(PieceKind.LITERAL, template, whole, whole),) if template else ()
    names = Scope() if values is None else values
    return resolve(template, names, syntax if values is not None else _Marked(syntax)).pieces


@dataclass(frozen=True, slots=True)
class _Marked:
    """A syntax whose placeholders are found and whose escapes stay as they are."""

    inner: Syntax

    @property
    def name(self) -> str:
        return self.inner.name

    def tokens(self, text: str) -> Iterator[Token]:
        return (token for token in self.inner.tokens(text) if token.kind is TokenKind.NAME)

    def matches(self, text: str) -> Iterator[Match]:
        return (match for match in self.inner.matches(text) if match[0] is TokenKind.NAME)

    def written(self, name: str) -> str:
        return self.inner.written(name)
