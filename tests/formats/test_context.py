"""Context files: scalars as text, what is not set, what is no context."""

import pytest

from editor.core.json_language import JsonLanguage
from editor.core.layers import Scope
from editor.core.spans import Position
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import Surroundings
from editor.formats.context import ContextFile, ContextFormat


def parse(text: str) -> ContextFile:
    language = JsonLanguage() if text[:1] in ("{", "[") else YamlLanguage()
    return ContextFormat(language).parse(text)


def texts(text: str) -> dict[str, str | None]:
    return {name: value.text for name, value in parse(text).values.items()}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("work", "work"),
        ("'143022_300'", "143022_300"),
        ("143022_300", "143022_300"),
        ("0.80", "0.80"),
        ("1.10", "1.10"),
        ("0x1F", "0x1F"),
        ("1e5", "1e5"),
        ("12:30", "12:30"),
        ("2026-01-30", "2026-01-30"),
        ("2026-01-30 10:00:00", "2026-01-30 10:00:00"),
        ("true", "True"),
        ("no", "False"),
        ("''", ""),
        ('""', ""),
        ('"a\\nb"', "a\nb"),
        ("|\n  a\n  b", "a\nb\n"),
        (">-\n  a\n  b", "a b"),
        ("!!str 5", "5"),
        ("", None),
        ("~", None),
        ("null", None),
    ],
)
def test_yaml_scalars(source: str, text: str | None) -> None:
    assert texts(f"x: {source}\ny: z\n") == {"x": text, "y": "z"}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('"a\\u00e9"', "aé"),
        ("1.10", "1.10"),
        ("1e5", "1e5"),
        ("-0", "-0"),
        ("true", "True"),
        ("false", "False"),
        ('""', ""),
        ("null", None),
    ],
)
def test_json_scalars(source: str, text: str | None) -> None:
    assert texts(f'{{"x": {source}, "y": "z"}}') == {"x": text, "y": "z"}


def test_definitions_leave_out_what_is_not_set_and_know_their_place() -> None:
    text = "# why\r\na: ~\r\nb:   'x'\r\n"
    (made,) = parse(text).definitions("contexts/c.yaml")
    assert (made.name, made.value, made.layer) == ("b", "x", "context")
    assert made.origin is not None
    assert (made.origin.path, made.origin.position) == ("contexts/c.yaml", Position(3, 6))
    assert made.origin.span is not None
    assert made.origin.span.of(text) == "'x'"


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}", "\n", "null\n", "~ # none\n"])
def test_an_empty_file_is_a_context_without_values(text: str) -> None:
    assert texts(text) == {}
    assert parse(text).check(Scope(), Surroundings()) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("- a\n", [None]),
        ("text", [None]),
        ("[1]", [None]),
        ("a: [\n", [None]),
        ('{"a": 1,}', [None]),
        ("a: [1]\nb: x\nc: {d: 1}\n", ["a", "c"]),
        ("a: !!binary aGk=\n", ["a"]),
        ("slots: 1\n", ["slots"]),
        ("slots: {a: 1}\n", ["slots"]),
        ("slots: [a]\n", ["slots"]),
        ("a: &x [1]\nb: *x\n", ["a", "b"]),
    ],
)
def test_what_is_no_mapping_to_scalars_is_an_error(text: str, names: list[str | None]) -> None:
    file = parse(text)
    found = file.check(Scope(), Surroundings())
    assert {(each.code, each.severity) for each in found} == {("invalid-context", "error")}
    assert [each.name for each in found] == names
    assert file.invalid == found
    assert not set(names) & set(file.values)


def test_slots_are_no_names() -> None:
    text = "slots:\n  episode:\n    enabled: true\na: b\n"
    assert texts(text) == {"a": "b"}
    assert parse(text).invalid == ()


def test_aliases_and_merge_keys_give_values() -> None:
    text = "a: &x hello\nb: *x\nc: &n 7\nd: *n\n"
    assert texts(text) == {"a": "hello", "b": "hello", "c": "7", "d": "7"}
    assert parse(text).invalid == ()


def test_the_last_of_duplicates_counts_and_is_warned_of() -> None:
    text = "a: 1\nb: 2\na: 3\n"
    assert texts(text) == {"b": "2", "a": "3"}
    (found,) = parse(text).check(Scope(), Surroundings())
    assert (found.code, found.name) == ("duplicate-key", "a")
    assert "lines 1 and 3" in found.message


def test_nothing_of_it_is_sent() -> None:
    assert parse("a: 1\n").render(Scope()).messages == ()
    assert parse("a: 1\n").bodies == ()
