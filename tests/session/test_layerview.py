"""What a lookup says to people: states, words and places, for any kind of name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.core.layers import Definition, LayerEntry, Lookup, Origin
from editor.core.spans import Position
from editor.session.layerview import RowState, Wording, layer_view, place_of, shortened

WORDING = Wording(
    "KEY",
    "The algorithm's own default is used.",
    {"runtime": "the call", "app": "the app folder"},
)


def entry(
    layer: str, value: object = None, line: int = 0, *, generated: bool = False
) -> LayerEntry:
    """What a layer says; nothing for None. A line makes it stand in ``<layer>.yaml``."""
    if value is None:
        return LayerEntry(layer, None)
    origin = Origin(f"{layer}.yaml", Position(line, 3)) if line else Origin()
    return LayerEntry(layer, Definition("key", value, layer, origin, generated))


def lookup(*entries: LayerEntry) -> Lookup:
    return Lookup("key", entries)


def test_the_winner_is_first_and_the_others_are_told_apart() -> None:
    found = layer_view(
        lookup(
            entry("runtime"), entry("app", "new", 4), entry("default", "old", 2), entry("x", "new")
        ),
        WORDING,
    )
    assert found.value == "new"
    assert [(row.layer, row.state, row.words) for row in found.rows] == [
        ("runtime", RowState.UNSET, "not set here"),
        ("app", RowState.WINS, "wins"),
        ("default", RowState.HIDDEN, "hidden by the app folder"),
        ("x", RowState.SAME, "same value"),
    ]
    assert [row.place for row in found.rows] == ["", "app.yaml:4", "default.yaml:2", ""]
    assert [row.shown for row in found.rows] == ["", "new", "old", "new"]
    assert [row.origin is not None for row in found.rows] == [False, True, True, False]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([entry("app"), entry("default")], "The algorithm's own default is used."),
        ([entry("app", "v", 4)], "KEY is “v”, from the app folder (app.yaml:4)."),
        ([entry("runtime", "v")], "KEY is “v”, from the call."),
        ([entry("default", "v", 1)], "KEY is “v”, from default (default.yaml:1)."),
        ([entry("app", "", 4)], "KEY is empty, set so by the app folder (app.yaml:4)."),
        (
            [entry("runtime", "v"), entry("app", "w", 4)],
            "KEY is “v”, from the call; it hides the value of the app folder.",
        ),
        (
            [entry("runtime", "v"), entry("app", "v", 4)],
            "KEY is “v”, from the call; the same value is set by the app folder.",
        ),
        (
            [entry("runtime", "v"), entry("app", "v", 4), entry("default", "w")],
            "KEY is “v”, from the call; it hides the value of default; "
            "the same value is set by the app folder.",
        ),
    ],
)
def test_the_verdict_says_it_in_words(entries: list[LayerEntry], said: str) -> None:
    assert layer_view(lookup(*entries), WORDING).verdict == said


def test_an_empty_value_is_set_and_is_said_to_be_empty() -> None:
    (row,) = layer_view(lookup(entry("app", "", 1)), WORDING).rows
    assert (row.state, row.value, row.shown) == (RowState.WINS, "", "(empty)")


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), ("1", 1)])
def test_values_of_different_types_are_not_the_same(one: object, other: object) -> None:
    rows = layer_view(lookup(entry("app", one), entry("default", other)), WORDING).rows
    assert rows[1].state is RowState.HIDDEN


def test_a_generated_value_names_what_it_was_made_from() -> None:
    wording = Wording("KEY", "", made_from={"app": "key"})
    entries = entry("app", "V", 1, generated=True), entry("default", "V", 1, generated=True)
    rows = layer_view(lookup(*entries), wording).rows
    assert [row.note for row in rows] == ["made from key", "generated"]
    assert layer_view(lookup(entry("app", "V", 1)), wording).rows[0].note == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short", "short"),
        ("a\n b\tc\r\n", "a b c"),
        ("x" * 10, "x" * 10),
        ("x" * 11, "x" * 9 + "…"),
        ("a" + " " * 100 + "b", "a…"),
        ("", ""),
    ],
)
def test_values_are_shortened_to_one_line(text: str, shown: str) -> None:
    assert shortened(text, 10) == shown


@given(st.text(), st.integers(2, 50))
def test_a_shortened_value_fits_one_line(text: str, most: int) -> None:
    found = shortened(text, most)
    assert len(found) <= most
    assert len(found.splitlines()) <= 1
    if text == " ".join(text.split()) and len(text) <= most:
        assert found == text


def test_places_name_file_and_line() -> None:
    assert place_of(Origin("a/b.md", Position(3, 1))) == "a/b.md:3"
    assert place_of(Origin("a/b.md")) == "a/b.md"
    assert place_of(Origin()) == place_of(None) == ""


STATES = st.lists(st.sampled_from([None, "", "a", "b", "a\nb"]), min_size=1, max_size=5)


@given(STATES)
def test_exactly_the_highest_layer_that_speaks_wins(values: list[str | None]) -> None:
    view = layer_view(lookup(*(entry(f"l{n}", value) for n, value in enumerate(values))), WORDING)
    said = [value for value in values if value is not None]
    assert view.value == (said[0] if said else None)
    expected = []
    for value in values:
        if value is None:
            expected.append(RowState.UNSET)
        elif RowState.WINS not in expected:
            expected.append(RowState.WINS)
        else:
            expected.append(RowState.SAME if value == said[0] else RowState.HIDDEN)
    assert [row.state for row in view.rows] == expected
