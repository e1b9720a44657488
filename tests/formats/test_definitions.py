"""Uppercase-first forms."""

from editor.core.layers import Definition, Origin
from editor.formats.definitions import form_base, layer_with_forms
from tests.formats.scopes import written


def values(*definitions: Definition) -> dict[str, tuple[object, bool]]:
    layer = layer_with_forms("context", definitions)
    return {name: (each.value, each.generated) for name, each in layer.definitions.items()}


def test_forms_are_made_as_capitalize_makes_them() -> None:
    made = written("context", {"name": "Ada Lovelace", "day_YYYYMMDD": "x20", "count": 3})
    assert values(*made) == {
        "name": ("Ada Lovelace", False),
        "day_YYYYMMDD": ("x20", False),
        "count": (3, False),
        "Name": ("Ada lovelace", True),
        "Day_yyyymmdd": ("X20", True),
        "Count": ("3", True),
    }


def test_a_written_name_wins_over_a_form_wherever_it_stands() -> None:
    for pair in ({"Name": "own", "name": "ada"}, {"name": "ada", "Name": "own"}):
        assert values(*written("context", pair))["Name"] == ("own", False)


def test_of_two_names_with_one_form_the_later_counts() -> None:
    assert values(*written("context", {"aB": "one", "ab": "two"}))["Ab"] == ("Two", True)


def test_the_last_definition_of_a_name_counts() -> None:
    twice = (Definition("a", "1", "context"), Definition("a", "2", "context"))
    assert values(*twice)["a"] == ("2", False)
    assert values(*twice)["A"] == ("2", True)


def test_a_form_keeps_the_origin_and_finds_its_base() -> None:
    origin = Origin("config/journal.json")
    layer = layer_with_forms("identity", [Definition("name", "ada", "identity", origin)])
    form = layer.definitions["Name"]
    assert form.origin is origin
    assert form_base(layer, form) is layer.definitions["name"]
