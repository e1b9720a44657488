"""The runtime layer of a slot while it is typed: rows, and what is not valid yet.

Valid values go into the context at once; what is half typed is kept here and counts nowhere.
"""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from editor.core.edits import EditRefused
from editor.formats.runtime_values import RuntimeValue, ValueType, typed_value, value_of
from editor.formats.slot_overlay import ENABLED
from editor.session.context_values import ContextValues, SlotKey

__all__ = ["RuntimeEditing", "RuntimeRow", "RuntimeTyped", "ValueType"]


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuntimeEditing", text)


@dataclass(frozen=True, slots=True)
class RuntimeRow:
    """One value of the runtime layer.

    Attributes:
        key: Its key.
        kind: What it is typed as.
        source: What is typed.
        fault: Why that is no such value yet, or empty.
    """

    key: str
    kind: ValueType
    source: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RuntimeTyped:
    """What the user typed into a row."""

    key: str
    kind: ValueType
    source: str


class RuntimeHome(Protocol):
    """Keeps runtime layers; see `Project`."""

    @property
    def context(self) -> ContextValues:
        """The context values in force."""
        ...

    def set_runtime(self, slot: str, key: str, value: RuntimeValue | None) -> None:
        """Set a key of a slot's runtime layer; None takes it away."""
        ...


class RuntimeEditing:
    """Edits the runtime layers of one workspace."""

    def __init__(self, home: RuntimeHome) -> None:
        self._home = home
        self._half_typed: dict[SlotKey, RuntimeRow] = {}

    def rows(self, slot: str) -> tuple[RuntimeRow, ...]:
        """Return the rows of a slot in order."""
        found = self._home.context.runtime_of(slot)
        return tuple(
            self._half_typed.get((slot, key)) or RuntimeRow(key, each.kind, each.source)
            for key, each in found.items()
        )

    def add(self, slot: str, key: str) -> str:
        """Add a key with a value to begin with; return why that cannot be, or nothing."""
        if not key.strip():
            return _tr("Type the name of a key first.")
        if key in self._home.context.runtime_of(slot):
            return _tr("{0} is there already.").format(key)
        try:
            made = value_of(True) if key == ENABLED else value_of("")
            self._home.set_runtime(slot, key, made)
        except EditRefused as refusal:
            return str(refusal)
        return ""

    def remove(self, slot: str, key: str) -> None:
        """Take a key away."""
        self._half_typed.pop((slot, key), None)
        self._home.set_runtime(slot, key, None)

    def type(self, slot: str, typed: RuntimeTyped) -> RuntimeRow:
        """Take what was typed; return the row as it is shown then, with a fault if it has one."""
        place = (slot, typed.key)
        try:
            value = typed_value(typed.kind, typed.source)
        except EditRefused as refusal:
            row = RuntimeRow(typed.key, typed.kind, typed.source, str(refusal))
            self._half_typed[place] = row
            return row
        self._half_typed.pop(place, None)
        self._home.set_runtime(slot, typed.key, value)
        return RuntimeRow(typed.key, value.kind, typed.source)

    def retype(self, slot: str, key: str, kind: ValueType) -> None:
        """Let a value be of another type; one that is none of it becomes a first one of it."""
        old = next((each.source for each in self.rows(slot) if each.key == key), "")
        firsts = {ValueType.NUMBER: "0", ValueType.BOOLEAN: "true", ValueType.YAML: "null"}
        try:
            typed_value(kind, old)
        except EditRefused:
            old = firsts.get(kind, "")
        self.type(slot, RuntimeTyped(key, kind, old))
