"""Samples: what a sample file says, with the places; and what cannot be used is told."""

import json
from pathlib import PurePath

import pytest

from editor.core.spans import Position
from editor.formats.samples import Samples, parse_samples

YAML = """\
values:
  name: Ann
  list: [1, "ä", {a: 1.50, b: null}]
  none: null
  yes_: true
  day: 2026-01-23
tools:
  get:
    content: ok
  pick:
    - args: {n: 1}
      result: {content: one}
    - result: any
conversation:
  - user: Hi
    assistant: |
      Hello
      you
  - user: Bye
    assistant: ''
"""


def as_json() -> str:
    return json.dumps(
        {
            "values": {
                "name": "Ann",
                "list": [1, "ä", {"a": 1.50, "b": None}],
                "none": None,
                "yes_": True,
                "day": "2026-01-23",
            },
            "tools": {
                "get": {"content": "ok"},
                "pick": [{"args": {"n": 1}, "result": {"content": "one"}}, {"result": "any"}],
            },
            "conversation": [
                {"user": "Hi", "assistant": "Hello\nyou\n"},
                {"user": "Bye", "assistant": ""},
            ],
        },
        indent=1,
    )


@pytest.mark.parametrize(
    ("text", "suffix"),
    [(YAML, ".yaml"), (YAML, ".yml"), (as_json(), ".json"), (as_json(), ".JSON")],
)
def test_a_sample_file(text: str, suffix: str) -> None:
    found = parse_samples(text, suffix, "s/samples.yaml")
    assert found.invalid == ()
    scope = found.scope()
    assert {each.name: each.text for each in scope.layers[0].definitions.values()} == {
        "name": "Ann",
        "list": '[1,"ä",{"a":1.5,"b":null}]',
        "yes_": "true",
        "day": '"2026-01-23"' if suffix[1] == "y" else "2026-01-23",
    }
    assert [layer.name for layer in scope.layers] == ["values"]
    get, pick = found.tools["get"], found.tools["pick"]
    results = (get.result({}), get.result({"x": 1}), pick.result({"n": 1}), pick.result({"n": 2}))
    assert [each.value for each in results if each] == [
        *({"content": "ok"}, {"content": "ok"}, {"content": "one"}, "any"),
    ]
    said = [
        (turn.user.text(), turn.assistant.text())
        for turn in found.conversation
        if turn.user and turn.assistant
    ]
    assert said == [("Hi", "Hello\nyou\n"), ("Bye", "")]
    name = found.values["name"].origin
    assert name is not None
    assert name.span is not None
    assert (name.path, name.span.of(text).strip('"')) == ("s/samples.yaml", "Ann")


def test_places_in_a_file() -> None:
    found = parse_samples(YAML, PurePath("samples.yaml").suffix, "samples.yaml")
    result = found.tools["pick"].result({"n": 1})
    said = found.conversation[1].user
    assert result is not None
    assert said is not None
    assert [each and each.position for each in (result.origin, said.origin)] == [
        *(Position(12, 15), Position(19, 11)),
    ]


def test_a_limit_keeps_the_first_items() -> None:
    found = Samples.of({"values": {"n": list(range(300)), "t": "x" * 300, "m": {"a": [1, 2, 3]}}})
    for limit, kept in ((None, 100), (0, 100), (1, 1), (7, 7), (100, 100), (101, 100)):
        scope = found.scope(limit)
        values = {name: scope.layers[0].definitions[name].text for name in ("n", "t", "m")}
        assert values["n"] == json.dumps(list(range(kept)), separators=(",", ":"))
        assert (values["t"], values["m"]) == ("x" * 300, '{"a":[1,2,3]}')


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("- a\n", "field-type", "-"),
        ("text\n", "field-type", "text"),
        ("values: [a]\n", "field-type", "["),
        ("tools: x\n", "field-type", "x"),
        ("conversation: {user: a}\n", "field-type", "{"),
        ("conversation: [hi]\n", "field-type", "hi"),
        ("conversation: [{user: a}]\n", "field-type", "{"),
        ("conversation: [{user: a, assistant: 5}]\n", "field-type", "{"),
        ("tools: {t: [{args: {}}]}\n", "field-type", "{"),
        ("tools: {t: [{args: 5, result: a}]}\n", "field-type", "{"),
        ("tools: {t: [5]}\n", "field-type", "5"),
        ("vaules: {a: b}\n", "unknown-field", "{"),
        ("a: b: c\n", "unreadable-file", ":"),
    ],
)
def test_what_cannot_be_used_is_told(text: str, code: str, marked: str) -> None:
    found = parse_samples(text, ".yaml")
    assert [(each.code, each.span.of(text)) for each in found.invalid] == [(code, marked)]
    assert found.values == {}


def test_a_turn_with_one_text_keeps_it() -> None:
    (turn,) = parse_samples("conversation: [{user: a}]\n", ".yaml").conversation
    assert turn.user is not None
    assert (turn.user.value, turn.assistant) == ("a", None)


@pytest.mark.parametrize("text", ["", "# note\n", "values:\ntools:\nconversation:\n"])
def test_nothing_is_no_fault(text: str) -> None:
    assert parse_samples(text, ".yaml") == Samples()


def test_plain_python_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(TypeError, match="conversation must hold a list"):
        Samples.of({"conversation": "Hi"})
    with pytest.raises(TypeError, match="Did you mean tools"):
        Samples.of({"tool": {}})
