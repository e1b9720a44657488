"""The small part of JSON Schema: each keyword on a value that fits and one that does not."""

import datetime
import json
from pathlib import Path

import pytest

from editor.formats.schema import schema_faults, subschema

SOURCE = {"$ref": "#/$defs/source"}
DEFS = {"$defs": {"source": {"oneOf": [{"type": "boolean"}, {"enum": ["required"]}]}}}


def faults(schema: dict[str, object], value: object) -> list[tuple[tuple[str | int, ...], str]]:
    return [(fault.path, fault.message) for fault in schema_faults(schema, value)]


@pytest.mark.parametrize(
    ("schema", "fitting", "wrong", "message"),
    [
        ({"type": "string"}, "", 5, "must be text"),
        ({"type": "integer"}, 5, "5", "must be a whole number"),
        ({"type": "integer"}, 5.0, 5.5, "must be a whole number"),
        ({"type": "integer"}, -1, True, "must be a whole number"),
        ({"type": "number"}, 5, False, "must be a number"),
        ({"type": "number"}, 0.5, "x", "must be a number"),
        ({"type": "boolean"}, True, 1, "must be true or false"),
        ({"type": "array"}, [], {}, "must be a list"),
        ({"type": "object"}, {}, [], "must be an object with fields"),
        ({"type": "null"}, None, 0, "must be empty (null)"),
        ({"type": ["string", "null"]}, None, 1, "must be text or empty (null)"),
        ({"enum": ["a", 1, None]}, 1, "b", "must be a or 1 or null"),
        ({"enum": [1]}, 1, True, "must be 1"),
        ({"const": "x"}, "x", "y", "must be x"),
        ({"minimum": 1}, 1, 0, "must be at least 1"),
        ({"maximum": 3}, 3, 4, "must be at most 3"),
        ({"maximum": 2.5}, 2, 3, "must be at most 2.5"),
        ({"exclusiveMinimum": 1}, 2, 1, "must be more than 1"),
        ({"exclusiveMaximum": 1}, 0, 1, "must be less than 1"),
        ({"minLength": 1}, "a", "", "must have at least 1 characters"),
        ({"maxLength": 1}, "a", "ab", "must have at most 1 characters"),
        ({"minItems": 1}, [1], [], "must have at least 1 items"),
        ({"maxItems": 1}, [1], [1, 2], "must have at most 1 items"),
        ({"pattern": "^a.c"}, "abcd", "xabc", "must look like the pattern ^a.c"),
        ({"format": "color"}, "#00897b", "#00897", "must be a colour such as #00897b"),
        ({"format": "color"}, "teal", "0x12", "must be a colour such as #00897b"),
        ({"format": "date"}, "2026-02-28", "2026-02-30", "must be a date such as 2026-01-23"),
        ({"format": "date"}, "2024-02-29", "20240229", "must be a date such as 2026-01-23"),
        ({"format": "uri"}, "https://a.b", "a.b", "must be an address such as https://…"),
        (
            {"oneOf": [{"type": "string"}, {"type": "array"}]},
            [],
            5,
            "must be text or a list",
        ),
        (
            {"oneOf": [{"type": "integer"}, {"type": "number"}]},
            1.5,
            1,
            "fits more than one of the forms it may have",
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, 1, "", None),
        ({"allOf": [{"minimum": 1}, {"maximum": 2}]}, 2, 3, "must be at most 2"),
        ({**SOURCE, **DEFS}, "required", "no", "must be true or false or required"),
    ],
)
def test_keywords(
    schema: dict[str, object], fitting: object, wrong: object, message: str | None
) -> None:
    assert faults(schema, fitting) == []
    (fault,) = faults(schema, wrong)
    assert fault[0] == ()
    assert message is None or fault[1] == message


def test_faults_inside_are_told_with_their_path() -> None:
    schema: dict[str, object] = {
        "properties": {
            "hook": {"properties": {"pre": {"type": "string"}}, "required": ["post"]},
            "load": {"items": SOURCE},
        },
        "required": ["title"],
        "additionalProperties": False,
        **DEFS,
    }
    assert faults(schema, {"hook": {"pre": 1}, "load": [True, 5], "more": 1}) == [
        ((), "needs the field title"),
        (("hook",), "needs the field post"),
        (("hook", "pre"), "must be text"),
        (("load", 1), "must be true or false or required"),
        (("more",), "is not allowed here"),
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "what"},
        {"type": 5},
        {"minimum": "x"},
        {"pattern": "("},
        {"enum": 5},
        {"properties": []},
        {"items": "x"},
        {"required": "x"},
        {"oneOf": {}},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"$ref": "https://example.org/schema"},
        {"format": "hostname"},
    ],
)
@pytest.mark.parametrize("value", ["x", 5, None, [1], {"a": 1}])
def test_what_makes_no_sense_is_passed_over(schema: dict[str, object], value: object) -> None:
    assert faults(schema, value) == []


def test_a_circle_ends() -> None:
    schema: dict[str, object] = {"properties": {"a": {"$ref": "#"}}, "type": "object"}
    deep: object = 5
    for _ in range(10):
        deep = {"a": deep}
    assert faults(schema, deep) == [(("a",) * 10, "must be an object with fields")]
    assert faults({"allOf": [{"$ref": "#"}]}, 5) == []


def test_a_yaml_date_is_a_date_but_no_text() -> None:
    day = datetime.date(2026, 1, 30)
    assert faults({"type": "string", "format": "date"}, day) == []
    assert faults({"type": "string"}, day) == [((), "must be text: put the date in quotes")]


def test_the_schema_of_a_part() -> None:
    schema: dict[str, object] = {
        "properties": {
            "load": {"properties": {"x": {"title": "X", **SOURCE}}},
            "any": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"title": "I"}}]},
        },
        **DEFS,
    }
    assert subschema(schema, ()) == schema
    assert subschema(schema, ("load", "x"))["title"] == "X"
    assert "oneOf" in subschema(schema, ("load", "x"))
    assert subschema(schema, ("any", 3)) == {"title": "I"}
    assert subschema(schema, ("nothing", "here")) == {}


def test_the_shipped_prompt_schema_is_understood() -> None:
    root = Path(__file__).resolve().parents[2]
    schema = json.loads((root / "resources/schemas/prompt.json").read_text("utf-8"))
    good = {
        "title": "T",
        "color": "#00897b",
        "schedule": "daily",
        "priority": 10,
        "tier": 2,
        "tools": ["a"],
        "hook": {"pre": "x"},
        "load": {"talents": True, "transcripts": "required", "percepts": {"a": 1}},
        "default_cadence": {"type": "x", "offset_minutes": -5},
        "own": object(),
    }
    assert faults(schema, good) == []
    bad = {"tier": "two", "priority": "9", "load": {"talents": "yes"}, "color": "#12"}
    assert [path for path, _ in faults(schema, bad)] == [
        ("tier",),
        ("priority",),
        ("load", "talents"),
        ("color",),
    ]
