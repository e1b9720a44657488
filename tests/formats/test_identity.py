"""The identity file: flattening, origins, faults; nothing of other blocks is ever told."""

import json

import pytest

from editor.core.layers import Scope
from editor.core.spans import Position
from editor.formats.base import Surroundings
from editor.formats.identity import IdentityFormat

SECRET = "sk-5ecret"


def parse(identity: object) -> dict[str, object]:
    text = json.dumps({"keys": SECRET, "identity": identity})
    return {each.name: each.value for each in IdentityFormat().parse(text).definitions()}


def test_nested_objects_are_flattened_at_any_depth() -> None:
    assert parse(
        {
            "name": "Ada",
            "pronouns": {"subject": "she", "more": {"deep": {"er": "x"}}},
            "age": 36,
            "height": 1.0,
            "big": 1e22,
            "on": True,
            "off": False,
            "empty": "",
            "none": None,
            "list": ["a", {"b": 1}],
            "void": {},
        }
    ) == {
        "name": "Ada",
        "pronouns_subject": "she",
        "pronouns_more_deep_er": "x",
        "age": "36",
        "height": "1.0",
        "big": "1e+22",
        "on": "True",
        "off": "False",
        "empty": "",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"identity": {"a": {"b": "1"}, "a_b": "2"}}', "2"),
        ('{"identity": {"a_b": "2", "a": {"b": "1"}}}', "1"),
        ('{"identity": {"a_b": "0", "a_b": "2"}}', "2"),
        ('{"identity": {"a": {"b": "1"}, "a": {"b": "2"}}}', "2"),
        ('{"identity": {"a_b": "1"}, "identity": {"a_b": "2"}}', "2"),
    ],
)
def test_the_last_in_the_file_wins(text: str, value: str) -> None:
    definitions = IdentityFormat().parse(text).definitions()
    assert {each.name: each.value for each in definitions} == {"a_b": value}


def test_an_early_duplicate_defines_nothing() -> None:
    text = '{"identity": {"a": {"b": "1"}, "a": {"c": "2"}}}'
    file = IdentityFormat().parse(text)
    assert [(each.path, each.name) for each in file.flattened] == [(("identity", "a", "c"), "a_c")]
    assert json.loads(text)["identity"] == file.metadata


def test_origins_and_paths() -> None:
    text = '{"x": 1,\r\n "identity": {\r\n  "p": {"s": "sh\\u00e9"}\r\n }}'
    file = IdentityFormat().parse(text)
    (made,) = file.definitions("config/journal.json")
    assert (made.name, made.value, made.layer) == ("p_s", "shé", "identity")
    assert made.origin is not None
    assert (made.origin.path, made.origin.position) == ("config/journal.json", Position(3, 14))
    assert made.origin.span is not None
    assert made.origin.span.of(text) == '"sh\\u00e9"'
    assert file.fields.root == ("identity",)
    (flat,) = file.flattened
    assert (flat.path, flat.name, flat.node.value) == (("identity", "p", "s"), "p_s", "shé")


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("[]", 0),
        (f'"{SECRET}"', 0),
        (f'{{"key": "{SECRET}"}}', 0),
        (f'{{"key": "{SECRET}", "identity": "{SECRET}"}}', 33),
        (f'{{"key": "{SECRET}", "identity": ["{SECRET}"]}}', 33),
        (f'{{"key": "{SECRET}", "identity": null}}', 33),
        (f'{{"key": {SECRET}}}', 8),
        (f'{{"key": "{SECRET}",}}', 19),
        (f'{{"key": "{SECRET}\n', 8 + 1 + len(SECRET)),
    ],
)
def test_what_is_no_identity_is_an_error_that_tells_no_secret(text: str, offset: int) -> None:
    file = IdentityFormat().parse(text)
    found = file.check(Scope(), Surroundings())
    assert [(each.code, each.severity) for each in found] == [("invalid-identity", "error")]
    assert file.invalid == found
    assert found[0].span.start == offset
    assert file.definitions() == ()
    assert file.metadata is None
    assert SECRET not in repr(found)


def test_flattened_twice_names_both_paths_and_the_line() -> None:
    text = '{"identity": {\n"a": {"b": "1"},\n"a_b": "2"}}'
    (found,) = IdentityFormat().parse(text).check(Scope(), Surroundings())
    assert (found.code, found.severity, found.name) == ("flattened-twice", "warning", "a_b")
    assert "identity.a_b and identity.a.b (line 2)" in found.message
    assert found.span.of(text) == '"2"'


def test_duplicate_keys_are_told_of_the_identity_alone() -> None:
    text = '{"k": 1, "k": 2, "identity": {"p": {"s": "a", "s": "b"}}}'
    found = IdentityFormat().parse(text).check(Scope(), Surroundings())
    assert [(each.code, each.name) for each in found] == [("duplicate-key", "p.s")]
    assert found[0].span.start == text.index('"s"')
    twice = '{"identity": {}, "identity": {"a": "b"}}'
    found = IdentityFormat().parse(twice).check(Scope(), Surroundings())
    assert [(each.code, each.name) for each in found] == [("duplicate-key", "identity")]
    assert found[0].span.start == 1


def test_the_schema_is_that_of_the_identity_object() -> None:
    schema = {"properties": {"p": {"properties": {"s": {"type": "string"}}}}}
    text = '{"p": {"s": 5}, "identity": {"p": {"s": 5}}}'
    (found,) = IdentityFormat().parse(text).check(Scope(), Surroundings(schema=schema))
    assert (found.code, found.name) == ("field-type", "p.s")
    assert found.message == "The field p.s must be text."
    assert found.span.start == text.rindex("5")


def test_hidden_characters_are_looked_for_in_the_identity_alone() -> None:
    text = '{"k": "a\u200bb", "identity": {"n": "a\u200bb"}}'
    (found,) = IdentityFormat().parse(text).check(Scope(), Surroundings())
    assert found.code == "hidden-character"
    assert found.span.start == text.rindex("\u200b")
