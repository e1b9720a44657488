"""Values of the runtime layer of slots, as they are typed and as they are loaded.

A saved context holds them under its key ``slots``, a mapping for each slot
(docs/formats.md, Context files and Slots).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused
from editor.core.spans import LineIndex
from editor.core.tree import Node, NodeKind, Number, Tree
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_scalars import number_value
from editor.core.yaml_writing import flow_source

SLOTS = "slots"
"""The key of a context file that holds runtime layers."""


class ValueType(StrEnum):
    """What a value is typed as."""

    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "boolean"
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class RuntimeValue:
    """One value of a runtime layer.

    Attributes:
        kind: What it is typed as.
        source: What was typed: the text itself, or how the value is spelled.
        value: The value as it is loaded.
    """

    kind: ValueType
    source: str
    value: object

    @property
    def written(self) -> object:
        """The value to write: a number as it is spelled."""
        return Number(self.source) if self.kind is ValueType.NUMBER else self.value


def typed_value(kind: ValueType, source: str) -> RuntimeValue:
    """Return the value that `source`, typed as `kind`, is.

    Raises:
        EditRefused: it is none, or none that a file can hold; one sentence.
    """
    if kind is ValueType.TEXT:
        value: object = source
    elif kind is ValueType.NUMBER:
        source = source.strip()
        value = number_value(source)
    elif kind is ValueType.BOOLEAN:
        words = {"true": True, "false": False}
        if source.strip().lower() not in words:
            raise EditRefused("A switch is true or false.")
        source = source.strip().lower()
        value = words[source]
    else:
        value = _yaml(source)
    made = RuntimeValue(kind, source, value)
    YamlLanguage().set("", ("key",), made.written)
    return made


def runtime_values(tree: Tree | None) -> dict[str, dict[str, RuntimeValue]]:
    """Return the runtime layers in a context file by slot and key; what is no mapping gives none.

    Args:
        tree: The file.
    """
    slots = None if tree is None else tree.find((SLOTS,))
    if tree is None or slots is None or slots.kind is not NodeKind.MAPPING:
        return {}
    return {
        str(slot.key): {str(each.key): _found(tree, each.node) for each in slot.node.entries}
        for slot in slots.entries
        if slot.node.kind is NodeKind.MAPPING
    }


def loaded_values(values: Mapping[str, RuntimeValue]) -> dict[str, object]:
    """Return the runtime layer of one slot as it is given with a call."""
    return {key: each.value for key, each in values.items()}


def value_of(value: object) -> RuntimeValue:
    """Return a loaded value as it would be typed.

    Raises:
        EditRefused: no file can hold it.
    """
    if isinstance(value, str):
        return typed_value(ValueType.TEXT, value)
    source = flow_source(value)
    if isinstance(value, bool):
        return RuntimeValue(ValueType.BOOLEAN, source, value)
    is_number = isinstance(value, int | float)
    return RuntimeValue(ValueType.NUMBER if is_number else ValueType.YAML, source, value)


def _found(tree: Tree, node: Node) -> RuntimeValue:
    value, source = node.value, node.span.of(tree.text)
    if isinstance(value, int | float) and not isinstance(value, bool) and not node.inherited:
        return RuntimeValue(ValueType.NUMBER, source, value)
    try:
        return value_of(value)
    except EditRefused:  # such as a set: it is shown as it is written
        return RuntimeValue(ValueType.YAML, source, value)


def _yaml(source: str) -> object:
    try:
        root = YamlLanguage().parse(source).root
    except ParseFault as fault:
        line = LineIndex(source).position(fault.offset).line
        raise EditRefused(f"This is no YAML yet, line {line}: {fault.message}") from None
    return None if root is None else root.value
