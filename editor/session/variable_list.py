"""Prompt variables for lists and cards: a row for each name in use, a layer view for one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from editor.core.layers import Lookup, Scope
from editor.core.placeholders import Dollar, Syntax
from editor.core.rendering import walk
from editor.formats.definitions import LayerName, form_base
from editor.formats.samples import VALUES
from editor.session.layer_commands import LayerCommand
from editor.session.layerview import (
    LayerRow,
    LayerView,
    RowState,
    Wording,
    layer_view,
    shortened,
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("VariableList", text)


class VariableState(StrEnum):
    """Whether a name has a value (docs/formats.md, Checks)."""

    SET = "set"
    RUNTIME = "runtime"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class VariableRow:
    """One name in use.

    Attributes:
        name: The variable's name.
        value: Its value on one line, shortened; empty if it has none.
        layer: The layer that wins, or None.
        state: Set, given at run time, or set nowhere.
        uses: How often it is used, inside templates included.
    """

    name: str
    value: str
    layer: str | None
    state: VariableState
    uses: int


def variable_rows(
    used: Mapping[str, int], scope: Scope, known: frozenset[str], order: Iterable[str]
) -> tuple[VariableRow, ...]:
    """Return a row for each name in use: unresolved ones first, then those of run time.

    Args:
        used: The names and how often each is used.
        scope: The layers they are looked up in.
        known: Names of the catalogue and of all saved contexts: they are merely not set now.
        order: The names of the catalogue; among equals they come first, in this order, then
            the others by name.
    """
    known = given_names(known, scope)
    places = {name: place for place, name in enumerate(order)}
    states = list(VariableState)

    def key(row: VariableRow) -> tuple[int, int, str]:
        place = places.get(row.name, len(places))
        return (-states.index(row.state), place, row.name.lower())

    rows = [_row(name, uses, scope, known) for name, uses in used.items()]
    # Run-time names stand between unresolved ones and those with a value.
    return tuple(sorted(rows, key=key))


def variable_view(
    name: str,
    scope: Scope,
    known: frozenset[str],
    syntax: Syntax | None = None,
    *,
    is_set: bool = False,
) -> LayerView:
    """Return what the layers say of the variable `name`.

    Args:
        name: The variable's name.
        scope: The layers it is looked up in.
        known: Names that are merely not set now.
        syntax: How placeholders are written; with dollar signs if nothing is said.
        is_set: Whether the context sets it outright, so that its value can be taken away.
    """
    wording = Wording(
        (syntax or Dollar()).written(name),
        _given(scope)
        if name in given_names(known, scope)
        else _tr("Set nowhere: it is sent as typed."),
        layer_words(),
        _made_from(name, scope),
    )
    lookup = scope.lookup(name)
    view = layer_view(lookup, wording)
    rows = (row.with_commands(*_commands(row, lookup, is_set)) for row in view.rows)
    return replace(view, rows=tuple(rows))


def _commands(row: LayerRow, lookup: Lookup, is_set: bool) -> Iterator[LayerCommand]:
    """What can be done with a layer of a variable, the most likely first."""
    layers = [entry.layer for entry in lookup.stack]
    lower = lookup.stack[layers.index(row.layer) + 1 :]
    below = next((entry.definition for entry in lower if entry.definition is not None), None)
    if row.origin is not None:
        yield LayerCommand.OPEN
    if row.layer == LayerName.CONTEXT:
        yield LayerCommand.OVERRIDE
        if is_set and below is not None and below.text != row.value:
            yield LayerCommand.PIN
        if is_set:
            yield LayerCommand.RESET
    if below is not None and row.state is not RowState.UNSET:
        yield LayerCommand.COMPARE


def layer_words() -> dict[str, str]:
    """Return how sentences name the layers of variables."""
    return {
        VALUES: _tr("the samples"),
        LayerName.CONTEXT: _tr("the context"),
        LayerName.IDENTITY: _tr("the identity"),
        LayerName.VARIABLES: _tr("an extra variable file"),
        LayerName.TEMPLATE: _tr("a template"),
    }


def base_of(name: str, layer_name: str, scope: Scope) -> str:
    """Return the name to set in a layer so that `name` has that value: for a form its base."""
    layer = scope.layer(layer_name)
    definition = layer.definitions.get(name) if layer is not None else None
    if layer is None or definition is None or not definition.generated:
        return name
    base = form_base(layer, definition)
    return base.name if base is not None else name


def using_names(name: str, names: Iterable[str], scope: Scope) -> frozenset[str]:
    """Return those of `names` that stand for `name`: itself, and templates that use it."""
    found = set()
    for each in names:
        winner = scope.winner(each)
        inner = walk(winner.pieces) if winner is not None and winner.pieces else ()
        if each == name or any(piece.name == name for piece in inner):
            found.add(each)
    return frozenset(found)


def _made_from(name: str, scope: Scope) -> dict[str, str]:
    bases = {layer.name: base_of(name, layer.name, scope) for layer in scope.layers}
    return {layer: Dollar().written(base) for layer, base in bases.items() if base != name}


def _row(name: str, uses: int, scope: Scope, known: frozenset[str]) -> VariableRow:
    winner = scope.winner(name)
    if winner is not None:
        return VariableRow(name, shortened(winner.text), winner.layer, VariableState.SET, uses)
    state = VariableState.RUNTIME if name in known else VariableState.UNRESOLVED
    return VariableRow(name, "", None, state, uses)


def given_names(known: frozenset[str], scope: Scope) -> frozenset[str]:
    """Return the names that are merely not set now, in files that `scope` is for.

    Where there is a context, the uppercase-first forms of its names are set with them.
    """
    if scope.layer(LayerName.CONTEXT) is None:
        return known
    return known.union(name.capitalize() for name in known)


def _given(scope: Scope) -> str:
    if scope.layer(LayerName.CONTEXT) is None:
        return _tr("Not set now: the program that runs the agent gives it.")
    return _tr("Not set now: the program that runs the prompt gives it.")
