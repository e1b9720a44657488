"""Context values: set, empty, derived, not set."""

from editor.core.layers import Origin
from editor.session.context_values import ContextValues, ValueState


def test_empty_is_a_value_and_none_is_not() -> None:
    values = ContextValues(saved={"a": "x", "b": None}).with_value("c", "").with_value("a", None)
    assert values.given() == {"c": ""}
    assert [values.state(name) for name in "abc"] == [
        ValueState.UNSET,
        ValueState.UNSET,
        ValueState.SET,
    ]


def test_what_follows_is_derived_until_it_is_set() -> None:
    values = ContextValues(typed={"day_YYYYMMDD": "20260123", "segment": "143022_300"})
    effective = values.effective()
    assert effective["day"] == "Friday, January 23, 2026"
    assert effective["segment_start"] == "2:30 PM"
    assert values.state("day") is ValueState.DERIVED
    over = values.with_value("day", "today")
    assert over.effective()["day"] == "today"
    assert over.state("day") is ValueState.SET
    assert over.with_value("day", None).effective()["day"] == "Friday, January 23, 2026"


def test_typed_values_win_and_have_no_place_in_a_file() -> None:
    at = Origin("contexts/x.yaml")
    values = ContextValues({"a": "1", "b": "2"}, {}, {"a": at, "b": at}, "x").with_value("a", "3")
    assert values.given() == {"a": "3", "b": "2"}
    assert values.origins_in_force() == {"b": at}
