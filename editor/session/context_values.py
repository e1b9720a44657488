"""The context as the window holds it: a saved context, what the user changed, what follows.

*Not set* and *empty* are two states; derived values can be overridden and come back when the
override is taken away (docs/formats.md, Context).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from editor.core.layers import Origin
from editor.formats.runtime_values import SLOTS, RuntimeValue
from editor.workspace.contexts import DERIVED, derive

SlotKey = tuple[str, str]
"""The name of a slot and one of its keys."""


class ValueState(StrEnum):
    """Where the value of a context variable comes from."""

    SET = "set"
    DERIVED = "derived"
    UNSET = "unset"


@dataclass(frozen=True, slots=True)
class ContextValues:
    """An immutable set of context values.

    Attributes:
        saved: The values of the chosen saved context; None is a name that is not set.
        typed: What the user set (text) or took away (None) since.
        origins: Where saved values stand.
        name: The name of the chosen context, or None.
        removed: Own names that were taken out of sight.
        slots: The runtime layers of the chosen saved context, by slot and key.
        typed_slots: The keys of runtime layers that the user set or took away (None) since.
    """

    saved: Mapping[str, str | None] = field(default_factory=dict)
    typed: Mapping[str, str | None] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)
    name: str | None = None
    removed: frozenset[str] = frozenset()
    slots: Mapping[str, Mapping[str, RuntimeValue]] = field(default_factory=dict)
    typed_slots: Mapping[SlotKey, RuntimeValue | None] = field(default_factory=dict)

    def given(self) -> dict[str, str]:
        """Return the values that are set outright."""
        merged = {**self.saved, **self.typed}
        return {name: value for name, value in merged.items() if value is not None}

    def text(self, name: str) -> str | None:
        """Return the value that `name` is set to outright, or None."""
        return self.typed[name] if name in self.typed else self.saved.get(name)

    def effective(self) -> dict[str, str]:
        """Return all values: what is set, and what follows from it by the calendar."""
        given = self.given()
        return {**derive(given), **given}

    def origins_in_force(self) -> dict[str, Origin]:
        """Return where values stand that were not typed over."""
        return {name: at for name, at in self.origins.items() if name not in self.typed}

    def state(self, name: str) -> ValueState:
        """Say whether `name` is set, derived or neither."""
        if self.text(name) is not None:
            return ValueState.SET
        follows = name in DERIVED and name in self.effective()
        return ValueState.DERIVED if follows else ValueState.UNSET

    def is_overridden(self, name: str) -> bool:
        """Whether `name` is set outright although it would follow from other values."""
        return self.text(name) is not None and self.derived(name) is not None

    def derived(self, name: str) -> str | None:
        """Return the value that `name` would have if it were not set outright."""
        if name not in DERIVED:
            return None
        given = self.given()
        return derive({o: value for o, value in given.items() if o != name}).get(name)

    def names(self) -> tuple[str, ...]:
        """Return all names that are listed, set or not."""
        listed = {**self.saved, **self.typed}
        return tuple(name for name in listed if name not in self.removed)

    def differs(self) -> bool:
        """Whether the values are not those of the saved context."""
        saved = replace(self, typed={}, typed_slots={})
        return (self.given(), self.runtime()) != (saved.given(), saved.runtime())

    def changed_names(self) -> tuple[str, ...]:
        """Return the names whose values are not those of the saved context."""
        old, new = replace(self, typed={}).given(), self.given()
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        return (*names, *(f"{SLOTS}.{slot}.{key}" for slot, key in self._changed_slots()))

    def with_value(self, name: str, value: str | None) -> "ContextValues":
        """Return the values with `name` set to a text, or not set (None)."""
        return self.with_values({name: value})

    def with_values(self, values: Mapping[str, str | None]) -> "ContextValues":
        """Return the values with each name set to a text, or not set (None)."""
        typed = {**self.typed, **values}
        return replace(self, typed=typed, removed=self.removed - values.keys())

    def without(self, name: str) -> "ContextValues":
        """Return the values without `name`: it is not set and not listed."""
        return replace(self.with_value(name, None), removed=self.removed | {name})

    def runtime(self) -> dict[SlotKey, RuntimeValue]:
        """Return the runtime layers of all slots."""
        found = {
            (slot, key): each for slot, keys in self.slots.items() for key, each in keys.items()
        }
        merged = {**found, **self.typed_slots}
        return {place: each for place, each in merged.items() if each is not None}

    def runtime_of(self, slot: str) -> dict[str, RuntimeValue]:
        """Return the runtime layer of a slot, in order."""
        return {key: each for (name, key), each in self.runtime().items() if name == slot}

    def with_runtime(self, slot: str, key: str, value: RuntimeValue | None) -> "ContextValues":
        """Return the values with a key of a slot's runtime layer set, or not set (None)."""
        return replace(self, typed_slots={**self.typed_slots, (slot, key): value})

    def _changed_slots(self) -> list[SlotKey]:
        old, new = replace(self, typed_slots={}).runtime(), self.runtime()
        return [place for place in {**old, **new} if old.get(place) != new.get(place)]

    def unsaved(self) -> "ContextValues":
        """Return the same values as typed ones, without the saved context."""
        return ContextValues(typed=self.given(), typed_slots=self.runtime())

    def settled(self, saved: "ContextValues") -> "ContextValues":
        """Return the values with those of `saved`, a context as its file is now, below."""
        return replace(saved, typed=self.typed, removed=self.removed, typed_slots=self.typed_slots)
