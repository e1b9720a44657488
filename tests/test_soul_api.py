"""The Python API for souls: `load_soul` and `Soul.assemble` against what the rules give by hand."""

import json
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from editor import Message, SamplesError, Soul, SoulError, load_soul

TEXT = """\
You are one.

---template---
- section: who
  role: system
  content: "Key {{admin_pubkey}}, {{unknown}}\\n"
  provider:
    anthropic: <key>{{admin_pubkey}}</key>
- section: profile
  role: system
  tool: profile
  args: '{"deep": {"a": [1]}}'
  result_field: summary
- section: history
  role: expand
  limit: 1
- {section: last, role: user, content: Go.}
"""
SAMPLES: dict[str, object] = {
    "values": {"admin_pubkey": "8ff7"},
    "tools": {"profile": {"summary": {"b": 1, "a": "é"}}},
    "conversation": [{"user": "1", "assistant": "2"}, {"user": "3", "assistant": "4"}],
}


def said(messages: list[Message]) -> list[tuple[str | None, str | None, str, str]]:
    return [(each.section, each.role, each.source, each.text) for each in messages]


EXPECTED = [
    ("system_prompt", "system", "content", "You are one."),
    ("who", "system", "content", "Key 8ff7, {{unknown}}\n"),
    ("profile", "system", "tool", '{"b":1,"a":"é"}'),
    ("history", "user", "conversation", "3"),
    ("history", "assistant", "conversation", "4"),
    ("last", "user", "content", "Go."),
]


def test_a_text_is_a_soul_and_a_path_is_its_file(tmp_path: Path) -> None:
    file = tmp_path / "s.md"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    for soul in (load_soul(TEXT), load_soul(file)):
        assert said(soul.assemble(SAMPLES)) == EXPECTED
        assert soul.personality == "You are one."
        assert soul.has_marker
        assert [section.name for section in soul.sections] == ["who", "profile", "history", "last"]
    assert load_soul(TEXT) == Soul(TEXT)
    assert load_soul(file).path == file
    assert load_soul(str(file)).personality == str(file), "a str is a text"


def test_an_event_is_loaded_for_the_soul_in_it(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text(json.dumps({"kind": 31120, "content": TEXT}), "utf-8")
    assert said(load_soul(file).assemble(SAMPLES)) == EXPECTED
    assert load_soul(file).text == TEXT


def test_a_provider_has_texts_of_its_own() -> None:
    messages = load_soul(TEXT).assemble(SAMPLES, "anthropic")
    overridden = ("who", "system", "override", "<key>8ff7</key>")
    assert said(messages) == [EXPECTED[0], overridden, *EXPECTED[2:]]
    assert said(load_soul(TEXT).assemble(SAMPLES, provider="openai")) == EXPECTED


def test_without_samples_all_is_supplied_at_run_time() -> None:
    assert said(load_soul(TEXT).assemble()) == [
        EXPECTED[0],
        ("who", "system", "content", "Key {{admin_pubkey}}, {{unknown}}\n"),
        ("profile", "system", "runtime", ""),
        EXPECTED[-1],
    ]


def test_a_sample_file_does_what_the_mapping_does(tmp_path: Path) -> None:
    file = tmp_path / "given.json"
    file.write_text(json.dumps(SAMPLES), "utf-8")
    for given in (file, str(file)):
        messages = load_soul(TEXT).assemble(given)
        assert said(messages) == EXPECTED
    (value,) = [piece for piece in messages[1].pieces if piece.name == "admin_pubkey"]
    assert value.lookup is not None
    assert value.lookup.winner is not None
    assert value.lookup.winner.origin is not None
    assert value.lookup.winner.origin.path == file.as_posix()


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ({"summary": "S", "content": "C"}, "S"),
        ("plain", "plain"),
        ({"summary": [1, 2]}, "[1,2]"),
        (MappingProxyType({"summary": "S"}), "S"),
    ],
)
def test_a_tool_may_be_a_function_of_the_caller(result: object, text: str) -> None:
    asked: list[Mapping[str, object]] = []

    def profile(args: dict[str, object]) -> object:
        asked.append(args)
        return result

    messages = load_soul(TEXT).assemble({"tools": {"profile": profile}})
    assert said(messages)[2] == ("profile", "system", "tool", text)
    assert asked == [{"deep": {"a": [1]}}]


def test_a_function_that_gives_nothing_or_raises() -> None:
    def fails(args: object) -> object:
        raise KeyError("gone")

    nothing: dict[str, object] = {"tools": {"profile": lambda args: None}}
    assert said(load_soul(TEXT).assemble(nothing))[2] == ("profile", "system", "runtime", "")
    with pytest.raises(KeyError, match="gone"):
        load_soul(TEXT).assemble({"tools": {"profile": fails}})


def test_values_are_put_in_once_and_nothing_is_executed() -> None:
    soul = load_soul(
        "{{a}}\n---template---\n- {section: s, role: user, content: '{{a}} {{b}} $a ${a}'}\n"
    )
    values = {"a": "{{b}} $(rm) `x` $b", "b": "{{a}}"}
    messages = soul.assemble({"values": values})
    assert [each.text for each in messages] == ["{{a}}", "{{b}} $(rm) `x` $b {{a}} $a ${a}"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("You\n---template---\na: 1\n", 3, 1),
        ("You\r\n---template---\r\n- a: [\r\n", 4, 1),
        ("---template---\ntext\n", 2, 1),
    ],
)
def test_a_template_part_that_cannot_be_read(
    text: str, line: int, column: int, tmp_path: Path
) -> None:
    file = tmp_path / "s.md"
    file.write_bytes(text.encode())
    for source, path in ((text, None), (file, file)):
        with pytest.raises(SoulError) as caught:
            load_soul(source)
        assert isinstance(caught.value, ValueError)
        assert (caught.value.path, caught.value.line, caught.value.column) == (path, line, column)
        place = f"line {line}, column {column}: "
        assert str(caught.value).startswith(place if path is None else f"{path}, {place}")
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (SoulError, str(caught.value))


def test_a_placeholder_without_quotes_is_named_with_what_mends_it() -> None:
    text = "You\n---template---\n- section: a\n  role: system\n  content: {{admin_pubkey}}\n"
    with pytest.raises(SoulError, match=r"^line 5, column 12: .*\{\{: put it in quotes\.$"):
        load_soul(text)


def test_what_holds_no_soul(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text('{"kind": 1, "content": "Hi"}', "utf-8")
    with pytest.raises(SoulError, match=r"line 1, column 10: .* kind 1, not a soul"):
        load_soul(file)
    source: Any = b"You"
    with pytest.raises(TypeError, match="not bytes"):
        load_soul(source)
    with pytest.raises(OSError, match=r"none\.md does not exist"):
        load_soul(tmp_path / "none.md")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"values": ["a"]}, "values must hold a mapping"),
        ({"conversation": [{"user": "a"}]}, r"conversation\.0 must have"),
        ({"tools": {"a": [{"args": {}}]}}, r"tools\.a\.0 must have a result"),
        ({"vales": {}}, "Did you mean values"),
    ],
)
def test_samples_of_a_wrong_shape(given: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=words):
        load_soul(TEXT).assemble(given)
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given), "utf-8")
    if "vales" in given:  # in a file, a key of somebody else's is only noted
        assert load_soul(TEXT).assemble(file)
        return
    with pytest.raises(SamplesError, match=words) as caught:
        load_soul(TEXT).assemble(file)
    assert (caught.value.path, caught.value.line) == (file, 1)


def test_a_soul_without_the_marker_has_the_built_in_order() -> None:
    soul = load_soul("You are one.\n")
    assert (soul.has_marker, soul.sections) == (False, ())
    assert said(soul.assemble({"values": {"admin_pubkey": "8ff7"}})) == [
        ("system_prompt", "system", "built-in", "You are one."),
        (
            *("admin_identity", "system", "built-in"),
            "This is your administrator! Admin pubkey: 8ff7\n",
        ),
        ("admin_profile", "system", "runtime", ""),
        ("admin_relay_list", "system", "runtime", ""),
        ("startup_events", "system", "runtime", ""),
        ("adopted_skills", "system", "runtime", ""),
        ("admin_notes", "system", "runtime", ""),
    ]


def test_the_api_never_loads_qt() -> None:
    code = (
        "import sys; from editor import load_soul; "
        "load_soul('x\\n---template---\\n- {section: a, role: user, content: b}').assemble({}); "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
