"""Sample files as files of a workspace: what is said about them, in YAML and in JSON."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.spans import LineIndex
from editor.formats.base import Surroundings
from editor.formats.kinds import format_for

ROUND = """\
values:
  a: [1, "{{b}}"]
tools:
  one: {content: x}
  many:
    - {args: {n: 1}, result: y}
conversation:
  - {user: Hi, assistant: Ho}
"""


def said(text: str, suffix: str = ".yaml") -> list[tuple[int, str, str]]:
    parsed = format_for(FileKind.SAMPLES, suffix).parse(text)
    lines = LineIndex(text)
    found = parsed.check(Scope(), Surroundings())
    return [
        (lines.position(each.span.start).line, each.severity.value, each.code) for each in found
    ]


def test_a_sample_file_in_order_says_nothing() -> None:
    assert said(ROUND) == []
    assert said(json.dumps(yaml.safe_load(ROUND)), ".json") == []
    assert said("") == []
    parsed = format_for(FileKind.SAMPLES, ".yaml").parse(ROUND)
    assert parsed.kind is FileKind.SAMPLES
    assert parsed.metadata == yaml.safe_load(ROUND)
    assert parsed.render(Scope()).messages == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n", [(1, "warning", "field-type")]),
        ("values: [a]\n", [(1, "warning", "field-type")]),
        ("tools: {a: [{args: {}}]}\n", [(1, "warning", "field-type")]),
        ("tools:\n  a:\n  - {args: [1], result: x}\n", [(3, "warning", "field-type")]),
        ("conversation: {user: a}\n", [(1, "warning", "field-type")]),
        ("conversation:\n- {user: a, assistant: b}\n- {user: a}\n", [(3, "warning", "field-type")]),
        ("value: {}\n", [(1, "info", "unknown-field")]),
        ("values: {a: 1, a: 2}\n", [(1, "warning", "duplicate-key")]),
        ("values:\n  a: [\n", [(3, "error", "unreadable-file")]),
        ("values: {a: 'x\u200by'}\n", [(1, "info", "hidden-character")]),
    ],
)
def test_what_is_wrong_is_said_at_its_line(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert said(text) == expected


def test_json_is_read_as_json() -> None:
    assert said('{"values": {"a": 1,}}', ".json") == [(1, "error", "unreadable-file")]
    assert said('{"values": {"a": "\\ud83d\\ude00"}}', ".json") == []


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["values", "tools", "conversation", "args", "result", "user"]),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=12,
)


@given(VALUES)
def test_no_value_is_too_odd(value: Any) -> None:
    for text, suffix in ((json.dumps(value), ".json"), (yaml.safe_dump(value), ".yaml")):
        assert all(line >= 1 for line, _, _ in said(text, suffix))


@given(st.text(max_size=40))
def test_no_text_is_too_odd(text: str) -> None:
    said(text)
    said(text, ".json")
