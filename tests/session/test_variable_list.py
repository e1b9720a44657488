"""The rows of the variables table and the layer view of a variable."""

import pytest

from editor.core.layers import Definition, Layer, Origin, Scope
from editor.core.spans import Position
from editor.formats.definitions import layer_with_forms
from editor.formats.template import template_definition
from editor.session.layer_commands import LayerCommand
from editor.session.layerview import RowState
from editor.session.variable_list import (
    VariableRow,
    VariableState,
    using_names,
    variable_rows,
    variable_view,
)

KNOWN = frozenset(("day", "facet", "topic"))
ORDER = ("day", "now", "facet")


def definition(name: str, value: str, layer: str, line: int = 0) -> Definition:
    origin = Origin(f"{layer}.json", Position(line, 1)) if line else Origin()
    return Definition(name, value, layer, origin)


def scope() -> Scope:
    context = layer_with_forms("context", [definition("now", "noon", "context")])
    identity = layer_with_forms("identity", [definition("name", "ada L", "identity", 4)])
    below = Scope((context, identity, Layer("variables")))
    letter = template_definition("letter", "Dear $name, $day $zoo $other", below, "t/letter.md")
    return Scope((*below.layers, Layer("template", {"letter": letter})))


def test_unresolved_names_come_first_then_run_time_then_the_catalogue_s_order() -> None:
    used = {"name": 1, "now": 2, "zoo": 1, "topic": 3, "Facet": 1, "day": 1, "Bad": 1, "letter": 1}
    rows = variable_rows(used, scope(), KNOWN, ORDER)
    unresolved, runtime, known = VariableState.UNRESOLVED, VariableState.RUNTIME, VariableState.SET
    assert [(row.name, row.state, row.uses) for row in rows] == [
        ("Bad", unresolved, 1),
        ("zoo", unresolved, 1),
        ("day", runtime, 1),
        ("Facet", runtime, 1),
        ("topic", runtime, 3),
        ("now", known, 2),
        ("letter", known, 1),
        ("name", known, 1),
    ]
    assert rows[-1] == VariableRow("name", "ada L", "identity", known, 1)
    assert rows[0] == VariableRow("Bad", "", None, unresolved, 1)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("name", "$name is “ada L”, from the identity (identity.json:4)."),
        ("Name", "$Name is “Ada l”, from the identity (identity.json:4)."),
        ("now", "$now is “noon”, from the context."),
        ("day", "Not set now: the program that runs the prompt gives it."),
        ("Day", "Not set now: the program that runs the prompt gives it."),
        ("DAY", "Set nowhere: it is sent as typed."),
        ("letter", "$letter is “Dear ada L, $day $zoo $other”, from a template (t/letter.md:1)."),
    ],
)
def test_the_verdict_of_a_variable(name: str, verdict: str) -> None:
    view = variable_view(name, scope(), KNOWN)
    assert view.verdict == verdict
    assert view.written == f"${name}"
    assert [row.layer for row in view.rows] == ["context", "identity", "variables", "template"]
    assert [LayerCommand.OVERRIDE in row.commands for row in view.rows] == [
        True,
        False,
        False,
        False,
    ]


def test_a_form_names_what_it_was_made_from() -> None:
    rows = variable_view("Name", scope(), KNOWN).rows
    assert [(row.state, row.note) for row in rows] == [
        (RowState.UNSET, ""),
        (RowState.WINS, "made from $name"),
        (RowState.UNSET, ""),
        (RowState.UNSET, ""),
    ]


def test_a_template_stands_for_what_it_uses() -> None:
    names = ("letter", "name", "zoo")
    assert using_names("zoo", names, scope()) == {"letter", "zoo"}
    assert using_names("other", names, scope()) == {"letter"}
    assert using_names("letter", names, scope()) == {"letter"}
    assert using_names("absent", names, scope()) == frozenset()
