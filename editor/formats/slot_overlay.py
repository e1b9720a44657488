"""The overlay of a slot: which layer decides each key, what comes out of it, and why.

Highest first the layers are ``runtime``, ``app`` and ``default``; a layer that does not mention a
key leaves it to the layer below (docs/formats.md, Slots).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from editor.core.layers import Definition, Layer, Lookup, Scope
from editor.core.placeholders import Syntax
from editor.core.spans import Position, Span

ENABLED, TEMPLATE = "enabled", "template"


class SlotLayerName(StrEnum):
    """The layers of a slot, highest first."""

    RUNTIME = "runtime"
    APP = "app"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class SlotFault:
    """Why a layer's file cannot be used.

    Attributes:
        message: One sentence.
        position: The place in the file, if it is known.
        is_type: Whether the file is YAML but no mapping.
    """

    message: str
    position: Position | None = None
    is_type: bool = False


@dataclass(frozen=True, slots=True)
class WrongType:
    """A key whose value has a type that does not count.

    Attributes:
        message: One sentence that names the key and what its value must be.
        span: The value's place in the file; None in the runtime layer.
        position: The place of its key, likewise.
    """

    message: str
    span: Span | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class SlotLayer:
    """What one layer says of a slot.

    Attributes:
        name: The layer.
        path: Its file as the workspace names it; None for the runtime layer and for no file.
        exists: Whether the layer has something to say at all: a file, or runtime values.
        definitions: The keys that count, in order of the file.
        wrong: The keys that are there and do not count.
        fault: Why the whole layer cannot be read.
        mapping: The keys with their values as they are loaded, whether they count or not.
    """

    name: SlotLayerName
    path: str | None = None
    exists: bool = False
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    wrong: Mapping[str, WrongType] = field(default_factory=dict)
    fault: SlotFault | None = None
    mapping: Mapping[str, object] = field(default_factory=dict)


class Outcome(StrEnum):
    """Why a slot has a template, or has none."""

    OWN = "own"
    BORROWED = "borrowed"
    DISABLED = "disabled"
    NOT_ENABLED = "not-enabled"
    NO_TEMPLATE = "no-template"
    EMPTY = "empty"
    MISSING = "missing"
    BROKEN = "broken"


_DEFAULT_USED = "the algorithm's own default is used"


@dataclass(frozen=True)
class Overlay:
    """A slot seen through all its layers.

    Attributes:
        name: The slot.
        layers: Its layers, highest first.
    """

    name: str
    layers: tuple[SlotLayer, ...]

    @cached_property
    def scope(self) -> Scope:
        """The layers as those of any name."""
        return Scope(tuple(Layer(each.name, each.definitions) for each in self.layers))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Every key that a layer mentions: ``enabled`` and ``template`` first."""
        mentioned = dict.fromkeys(
            key for each in self.layers for key in (*each.definitions, *each.wrong)
        )
        return tuple(dict.fromkeys((ENABLED, TEMPLATE, *mentioned)))

    def lookup(self, key: str) -> Lookup:
        """Return who decides `key`."""
        return self.scope.lookup(key)

    def layer(self, name: str) -> SlotLayer:
        """Return the layer called `name`; an empty one if this overlay goes without it."""
        found = next((each for each in self.layers if each.name == name), None)
        return found if found is not None else SlotLayer(SlotLayerName(name))

    def below(self, name: str) -> SlotLayer | None:
        """Return the next layer under the one called `name` that has anything to say, or None."""
        order = list(SlotLayerName)
        lower = order[order.index(SlotLayerName(name)) + 1 :]
        return next((each for each in self.layers if each.exists and each.name in lower), None)

    def without(self, *names: str) -> "Overlay":
        """Return the overlay as it is without some layers."""
        return Overlay(self.name, tuple(each for each in self.layers if each.name not in names))

    @property
    def broken(self) -> SlotLayer | None:
        """The highest layer that cannot be read, or None."""
        return next((each for each in self.layers if each.fault is not None), None)

    @cached_property
    def template(self) -> str | None:
        """The template in effect, as it is written; None for the algorithm's own default.

        It is None, too, while a layer is broken: the loader raises then.
        """
        if self.outcome not in (Outcome.OWN, Outcome.BORROWED):
            return None
        winner = self.scope.winner(TEMPLATE)
        return None if winner is None else str(winner.value)

    @cached_property
    def outcome(self) -> Outcome:
        """Why there is a template, or none."""
        enabled, template = self.scope.winner(ENABLED), self.scope.winner(TEMPLATE)
        if self.broken is not None:
            return Outcome.BROKEN
        if not any(each.exists for each in self.layers):
            return Outcome.MISSING
        if enabled is None:
            return Outcome.NOT_ENABLED
        if enabled.value is False:
            return Outcome.DISABLED
        if template is None:
            return Outcome.NO_TEMPLATE
        if not template.value:
            return Outcome.EMPTY
        return Outcome.OWN if template.layer == enabled.layer else Outcome.BORROWED

    @cached_property
    def deciding(self) -> str:
        """The layer that decides what comes out; empty if none says anything of it.

        Where one gives the switch and another the template it is the higher of the two. A broken
        layer decides that nothing comes out.
        """
        if self.broken is not None:
            return self.broken.name
        enabled, template = self.scope.winner(ENABLED), self.scope.winner(TEMPLATE)
        alone = {Outcome.DISABLED: (enabled,), Outcome.EMPTY: (template,)}
        said = alone.get(self.outcome, (enabled, template))
        names = {each.layer for each in said if each is not None}
        return next((each.name for each in self.layers if each.name in names), "")

    @cached_property
    def verdict(self) -> str:
        """What comes out and which layer made it so, in words."""
        said = self._verdict()
        beside = [
            f"{each.wrong[key].message.rstrip('.')} ({each.name} layer), so it does not count"
            for each in self.layers
            for key in (ENABLED, TEMPLATE)
            if key in each.wrong
        ]
        return "; ".join((said, *beside))

    def _verdict(self) -> str:
        enabled, template = self.scope.winner(ENABLED), self.scope.winner(TEMPLATE)
        by = "" if enabled is None else f"{enabled.layer} layer"
        of = "" if template is None else f"{template.layer} layer"
        match self.outcome:
            case Outcome.OWN:
                return f"enabled by the {by} with its own template"
            case Outcome.BORROWED:
                return f"enabled by the {by} with the template of the {of}"
            case Outcome.DISABLED:
                return f"disabled by the {by}: {_DEFAULT_USED}"
            case Outcome.NOT_ENABLED:
                return f"no layer says enabled: {_DEFAULT_USED}"
            case Outcome.NO_TEMPLATE:
                return f"enabled by the {by}, but no layer has a template: {_DEFAULT_USED}"
            case Outcome.EMPTY:
                return f"enabled by the {by}, but the template is empty ({of}): {_DEFAULT_USED}"
            case Outcome.MISSING:
                return f"no layer has this slot: {_DEFAULT_USED}"
            case Outcome.BROKEN:
                layer = self.broken
                fault = layer.fault if layer is not None else None
                if layer is None or fault is None:
                    raise AssertionError(self.outcome)
                return f"{layer.name} layer is broken: {where(layer.path, fault)}" + (
                    fault.message.rstrip(".")
                )


def where(path: str | None, fault: SlotFault) -> str:
    """Return the place of a fault as a sentence begins with it, or nothing."""
    if path is None:
        return ""
    if fault.position is None:
        return f"{path}: "
    return f"{path}, line {fault.position.line}, column {fault.position.column}: "


@dataclass(frozen=True, slots=True)
class SlotAround:
    """What the checks of a slot file may know beside it.

    Attributes:
        layer: The layer it belongs to.
        below: The layer under it; one that does not exist for a file of the default layer.
        unread: Why no loader reads the file, with what to do, or None.
        syntax: How placeholders are written in templates, or None.
    """

    layer: SlotLayerName
    below: SlotLayer
    unread: str | None = None
    syntax: Syntax | None = None


def runtime_layer(values: Mapping[str, object] | None) -> SlotLayer:
    """Return the layer of values that are given with a call; None gives nothing."""
    given = {} if values is None else dict(values)
    faults = {key: wrong_type(key, value) for key, value in given.items()}
    return SlotLayer(
        SlotLayerName.RUNTIME,
        exists=bool(given),
        definitions={
            key: Definition(key, value, SlotLayerName.RUNTIME)
            for key, value in given.items()
            if faults[key] is None
        },
        wrong={key: WrongType(fault) for key, fault in faults.items() if fault is not None},
        mapping=given,
    )


def broken_layer(
    name: SlotLayerName, path: str, message: str, position: Position | None = None
) -> SlotLayer:
    """Return the layer of a file that gives no text."""
    return SlotLayer(name, path, exists=True, fault=SlotFault(message, position))


def wrong_type(key: str, value: object) -> str | None:
    """Return why the value of a key does not count, or None if it does."""
    if key == ENABLED and not isinstance(value, bool):
        return f"enabled must be true or false, without quotes, not {named_type(value)}."
    if key == TEMPLATE and not isinstance(value, str):
        return f"template must be a text, not {named_type(value)}."
    return None


def named_type(value: object) -> str:
    """Return the type of a loaded YAML value in plain words."""
    if value is None:
        return "nothing"
    names: tuple[tuple[type, str], ...] = (
        (bool, "true or false"),
        (str, "a text"),
        (int, "a number"),
        (float, "a number"),
        (dict, "a mapping"),
        (list, "a list"),
    )
    return next((word for kind, word in names if isinstance(value, kind)), "a date or another type")
