"""The command: rendering, checking and changing files, its exit codes and its one-line errors."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from editor import cli, load_prompt, paths
from editor.cli import fields
from editor.cli.common import as_json
from editor.storage.saving import Reason, SaveRefused
from editor.workspace.workspace import Workspace
from tests.cli.running import Make, Ran, Run, quietly
from tests.workspace.trees import Tree, write_tree

SAMPLES = sorted(path.name for path in paths.sample_prompts().glob("prompts/*.md"))
HOUSE: dict[str, str | bytes] = {
    "prompt-workspace.yaml": "variables: [{folder: voice, prefix: v_}]\n",
    "config/journal.json": '{\n"identity": {"name": "Ada"}\n}\n',
    "templates/hello.md": "\n😀 Hello $name,\n$who! $lost $lost2\n",
    "voice/tone.md": "Calm",
    "contexts/kim.yaml": "# saved\nwho: Kim\nnumber: 1.10\n",
    "p.md": '{\n "title": "T"\n}\n\n  $$5 $hello $v_tone\r\n$name ${gone} é $who\n\n',
}


# --- render ---------------------------------------------------------------------------------------


def test_rendered_text_is_what_load_prompt_gives_byte_for_byte(make: Make, run: Run) -> None:
    make(HOUSE)
    found = run("render", "p.md", "--context", "who=Kim")
    expected = "$5 😀 Hello Ada,\nKim! $lost $lost2 Calm\nAda ${gone} é Kim"
    assert (found.code, found.out, found.err) == (0, expected.encode(), "")
    assert load_prompt("p", context={"who": "Kim"}).text == expected


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_renders_as_load_prompt_gives_it(name: str, run: Run) -> None:
    root = paths.sample_prompts()
    saved = Workspace.open(root).context_values("segment_standup")
    assert saved is not None
    context = root / "contexts/segment_standup.yaml"
    found = run("render", root / "prompts" / name, "--context-file", context)
    assert found.code == 0
    assert found.text == load_prompt(name, root / "prompts", saved.values).text


@pytest.mark.parametrize("text", [b"", b"a", b"a\n\n", b"\xef\xbb\xbf\r\na\rb\r\n"])
def test_no_byte_is_added(text: bytes, make: Make, run: Run) -> None:
    make({"p.md": text})
    expected = text.decode("utf-8-sig").strip().replace("\r\n", "\n").replace("\r", "\n")
    assert run("render", "p.md").out == expected.encode()


def test_context_comes_from_the_file_and_then_from_arguments(make: Make, run: Run) -> None:
    make({**HOUSE, "p.md": "[$who][$number][$x][$y]"})
    assert run("render", "p.md").text == "[$who][$number][$x][$y]"
    file = ("--context-file", "contexts/kim.yaml")
    assert run("render", "p.md", *file).text == "[Kim][1.10][$x][$y]"
    given = ("--context", "who=Al", "--context", "x=a=b", "--context", "y=")
    assert run("render", "p.md", *given, *file).text == "[Al][1.10][a=b][]"
    assert run("render", "p.md", "--context", "x=1", "--context", "x=2").text == (
        "[$who][$number][2][$y]"
    )


def test_a_json_context_file_and_another_identity(make: Make, run: Run) -> None:
    make(
        {
            **HOUSE,
            "p.md": "$name $who $n",
            "c.json": '{"who": null, "n": true}',
            "other.json": '{"identity": {"name": "Bob"}}',
        }
    )
    found = run("render", "p.md", "--identity", "other.json", "--context-file", "c.json")
    assert found.text == "Bob $who True"


def test_the_workspace_can_be_named(make: Make, run: Run, tmp_path: Path) -> None:
    make(HOUSE)
    write_tree(tmp_path, {"far/p.md": "$name"})
    assert run("render", "../far/p.md").text == "$name"
    assert run("render", "../far/p.md", "--workspace", ".").text == "Ada"


def test_a_template_renders_without_other_templates(make: Make, run: Run) -> None:
    make({**HOUSE, "templates/other.md": "$hello $name"})
    assert run("render", "templates/other.md").text == "$hello Ada"


def test_strict_names_what_is_left_and_still_writes_it(make: Make, run: Run) -> None:
    make(HOUSE)
    found = run("render", "p.md", "--strict")
    assert found.code == 1
    assert found.text.startswith("$5 😀 Hello Ada")
    assert found.err == "prompt-editor: Left as typed: $who, $lost, $lost2, $gone.\n"
    names = ("who", "lost", "lost2", "gone")
    given = [part for name in names for part in ("--context", f"{name}=x")]
    assert run("render", "p.md", "--strict", *given).code == 0
    assert run("render", "p.md").code == 0


def test_json_tells_where_every_character_comes_from(make: Make, run: Run) -> None:
    root = make({**HOUSE, "voice/hello.md": "", "templates/v_tone.md": "shadowed"})
    document = run("render", "p.md", "--format", "json", "--context-file", "contexts/kim.yaml").json
    assert list(document) == ["kind", "path", "metadata", "messages", "unresolved", "reason"]
    assert document["kind"] == "prompt"
    assert document["path"] == "p.md"
    assert document["metadata"] == {"title": "T"}
    assert document["reason"] is None
    (message,) = document["messages"]
    assert {key: message[key] for key in ("role", "section", "source")} == {
        "role": None,
        "section": None,
        "source": "body",
    }
    source = (root / "p.md").read_bytes().decode()
    assert [
        (piece["kind"], source[slice(*piece["source"])], piece["name"], piece["layer"])
        for piece in message["pieces"]
    ] == [
        ("escape", "$$", None, None),
        ("literal", "5 ", None, None),
        ("value", "$hello", "hello", "template"),
        ("literal", " ", None, None),
        ("value", "$v_tone", "v_tone", "variables"),
        ("literal", "\r\n", None, None),
        ("value", "$name", "name", "identity"),
        ("literal", " ", None, None),
        ("unresolved", "${gone}", "gone", None),
        ("literal", " é ", None, None),
        ("value", "$who", "who", "context"),
    ]
    by_name = {piece["name"]: piece for piece in message["pieces"]}
    place = {"path": "contexts/kim.yaml", "line": 2, "column": 6}
    assert by_name["who"]["origin"] == place
    assert by_name["name"]["origin"] == {"path": "config/journal.json", "line": 2, "column": 22}
    assert by_name["gone"]["origin"] is None
    assert by_name["gone"]["shadowed"] == []
    assert by_name["v_tone"]["shadowed"] == [
        {"layer": "template", "origin": {"path": "templates/v_tone.md", "line": 1, "column": 1}}
    ]
    assert "pieces" not in by_name["name"]
    assert "pieces" not in by_name["gone"]
    template = (root / "templates/hello.md").read_text("utf-8")
    assert [
        (piece["kind"], template[slice(*piece["source"])], piece["text"])
        for piece in by_name["hello"]["pieces"]
        if piece["kind"] != "literal"
    ] == [
        ("value", "$name", "Ada"),
        ("value", "$who", "Kim"),
        ("unresolved", "$lost", "$lost"),
        ("unresolved", "$lost2", "$lost2"),
    ]
    via = {"path": "p.md", "line": 5, "column": 7}
    assert document["unresolved"] == [
        {"name": "lost", "path": "templates/hello.md", "line": 3, "column": 7, "via": via},
        {"name": "lost2", "path": "templates/hello.md", "line": 3, "column": 13, "via": via},
        {"name": "gone", "path": "p.md", "line": 6, "column": 7, "via": None},
    ]


def holds_together(text: str, pieces: Sequence[dict[str, Any]]) -> None:
    """The pieces, joined, are the text; their output spans are their places in it."""
    assert "".join(piece["text"] for piece in pieces) == text
    end = 0
    for piece in pieces:
        assert piece["output"] == [end, end + len(piece["text"])]
        end = piece["output"][1]
        if "pieces" in piece:
            holds_together(piece["text"], piece["pieces"])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_pieces_of_every_sample_hold_together(name: str, run: Run) -> None:
    root = paths.sample_prompts()
    context = root / "contexts/friday_review.yaml"
    arguments = ("render", root / "prompts" / name, "--context-file", context)
    document = run(*arguments, "--format", "json").json
    (message,) = document["messages"]
    assert message["text"] == run(*arguments).text
    holds_together(message["text"], message["pieces"])
    source = (root / "prompts" / name).read_text("utf-8")
    for piece in message["pieces"]:
        shown = source[slice(*piece["source"])]
        if piece["kind"] in ("literal", "unresolved"):
            assert shown == piece["text"]
        elif piece["kind"] == "value":
            assert shown in (f"${piece['name']}", f"${{{piece['name']}}}")


def test_json_of_an_empty_template_still_tells_that_it_is_one(make: Make, run: Run) -> None:
    make(
        {
            "config/journal.json": '{"identity": {"none": ""}}',
            "templates/empty.md": "{\n}\n\n",
            "p.md": "$empty$none",
        }
    )
    (message,) = json.loads(run("render", "p.md", "--format", "json").out)["messages"]
    template, value = message["pieces"]
    assert (template["layer"], template["text"], template["pieces"]) == ("template", "", [])
    assert value["layer"] == "identity"
    assert "pieces" not in value


def test_json_of_values_given_by_a_caller_has_no_origin(make: Make, run: Run) -> None:
    make({"p.md": "$a $now"})
    document = run("render", "p.md", "--context", "a=1", "--format", "json").json
    (message,) = document["messages"]
    values = [piece for piece in message["pieces"] if piece["kind"] == "value"]
    assert [(piece["layer"], piece["origin"]) for piece in values] == [("context", None)] * 2
    assert document["metadata"] is None


def test_json_holds_fields_that_json_does_not_have(make: Make, run: Run) -> None:
    fields = "day: 2026-02-03\n1: one\nnot: .nan\nbig: 1e999\nlist: [a, 2026-01-01]\n"
    make({"p.md": f"---\n{fields}---\n"})
    assert run("render", "p.md", "--format", "json").json["metadata"] == {
        "day": "2026-02-03",
        "1": "one",
        "not": "nan",
        "big": "inf" if isinstance(yaml.safe_load("1e999"), float) else "1e999",
        "list": ["a", "2026-01-01"],
    }


def test_a_value_that_holds_itself_ends() -> None:
    circle: dict[str, object] = {"a": 1}
    circle["self"] = [circle]
    assert as_json(circle) == {"a": 1, "self": [None]}
    twice = [1]
    assert as_json([twice, twice]) == [[1], [1]]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("config/journal.json", "holds the identity"),
        ("contexts/kim.yaml", "is a context"),
        ("voice/tone.md", "is an extra variable"),
        ("prompt-workspace.yaml", "describes a workspace"),
        ("notes.txt", "no prompt, template or soul"),
    ],
)
def test_files_that_render_to_nothing_say_why(name: str, words: str, make: Make, run: Run) -> None:
    make({**HOUSE, "notes.txt": ""})
    found = run("render", name)
    assert (found.code, found.out) == (2, b"")
    assert words in found.err
    assert name in found.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["render", "nothing.md"], "nothing.md does not exist"),
        (["render", "voice"], "voice is a folder, not a file.\n"),
        (["render", "bytes.md"], "0xE9 in line 1, column 4"),
        (["render", "broken.md"], "broken.md, line 2, column 3"),
        (["render"], "FILE"),
        (["render", "p.md", "more"], "more"),
        (["render", "p.md", "--contex", "a=b"], "--contex"),
        (["render", "p.md", "--context", "a"], "NAME=VALUE"),
        (["render", "p.md", "--context", "=a"], "NAME=VALUE"),
        (["render", "p.md", "--format", "xml"], "xml"),
        (["render", "p.md", "--context-file", "none.yaml"], "none.yaml does not exist"),
        (["render", "p.md", "--context-file", "list.yaml"], "list.yaml, line 1, column 1"),
        (["render", "p.md", "--context-file", "nested.yaml"], "nested.yaml, line 2, column 4"),
        (["render", "p.md", "--identity", "none.json"], "none.json does not exist"),
        (["render", "p.md", "--identity", "broken.json"], "broken.json, line 1, column 2"),
        (["render", "p.md", "--identity", "bytes.md"], "bytes.md"),
        (["render", "p.md", "--identity", "sub/bytes.md"], ": sub/bytes.md: The byte 0xE9"),
        (["render", "p.md", "--context-file", "sub/bytes.md"], ": sub/bytes.md: The byte 0xE9"),
        (["render", "p.md", "--workspace", "none"], "none is not a folder"),
        (["render", "p.md\nx"], "p.md\\nx does not exist"),
        (["render", "p.md", "--context", "who=\ud800"], "cannot be written as UTF-8"),
        (["check", "nothing"], "nothing does not exist"),
        (["check", "--workspace", "none"], "none is not a folder"),
        (["set", "p.md", "title"], "VALUE"),
        (["unset", "p.md"], "PATH"),
        (["--screenshot"], "--screenshot"),
        (["--screenshot", "a.png", "one", "two"], "one PATH"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_usage_and_unreadable_input(
    arguments: list[str], words: str, make: Make, run: Run
) -> None:
    make(
        {
            **HOUSE,
            "bytes.md": b"caf\xe9",
            "sub/bytes.md": b"caf\xe9",
            "broken.md": "{\n  x\n}\n",
            "list.yaml": "- a\n",
            "nested.yaml": "a: 1\nb: [1]\n",
            "broken.json": "{",
        }
    )
    found = run(*arguments)
    assert (found.code, found.out) == (2, b"")
    assert words in found.err


# --- check ----------------------------------------------------------------------------------------


def test_check_writes_sorted_lines_with_names_from_the_workspace(make: Make, run: Run) -> None:
    root = make({"b.md": "$nobody\n", "a/z.md": "x\n  $day $nobody", "prompt-workspace.yaml": ""})
    os.chdir(root / "a")
    found = run("check")
    assert (found.code, found.err) == (0, "")
    lines = found.text.splitlines()
    assert [line.split(" ", 3)[:3] for line in lines] == [
        ["a/z.md:2:3:", "info", "runtime-variable"],
        ["a/z.md:2:8:", "warning", "unresolved-variable"],
        ["b.md:1:1:", "warning", "unresolved-variable"],
    ]
    assert found.text.endswith("\n")
    assert all(line.split(" ", 3)[3].endswith(".") for line in lines)


def test_check_of_nothing_wrong_writes_nothing(make: Make, run: Run) -> None:
    make({"a.md": "fine"})
    assert run("check") == Ran(0, b"", "")
    assert run("check", "--format", "json").json == []


@pytest.mark.parametrize(
    ("tree", "code"),
    [
        ({"a.md": "$nobody"}, 0),
        ({"a.md": "{\nx\n}"}, 1),
        ({"a.md": b"\xff"}, 1),
        ({"a.md": "", "config/journal.json": "{"}, 1),
        ({"a.md": "", "contexts/c.yaml": "a: [1]\n"}, 1),
        ({"a.md": "", "prompt-workspace.yaml": "a: ["}, 1),
    ],
)
def test_check_exits_with_1_for_errors_only(tree: Tree, code: int, make: Make, run: Run) -> None:
    make(tree)
    assert run("check").code == code
    assert run("check", "--format", "json").code == code


def test_check_takes_files_and_folders_each_in_its_workspace(
    make: Make, run: Run, tmp_path: Path
) -> None:
    make({"a.md": "$nobody", "sub/b.md": "$nobody", "README.md": "$nobody"})
    write_tree(tmp_path, {"far/prompt-workspace.yaml": "", "far/c.md": "$nobody"})

    def names(*arguments: str) -> list[str]:
        return [line.split(":")[0] for line in run("check", *arguments).text.splitlines()]

    assert names("a.md") == ["a.md"]
    assert names("README.md") == ["README.md"]
    assert names("sub") == ["b.md"]  # nothing makes the folder above a workspace
    assert names("sub", "--workspace", ".") == ["sub/b.md"]
    assert names("a.md", ".", "../far/c.md", "a.md") == ["a.md", "c.md", "sub/b.md"]
    assert names("--workspace", "../far") == ["c.md"]


def test_check_as_json_holds_fixes_that_mend(make: Make, run: Run) -> None:
    root = make({"p.md": "😀 $dya\r\n${ who }"})
    found = run("check", "--format", "json")
    text = (root / "p.md").read_bytes().decode()
    first, second = found.json
    assert {key: first[key] for key in first if key not in ("message", "fixes")} == {
        "path": "p.md",
        "line": 1,
        "column": 3,
        "severity": "warning",
        "code": "unresolved-variable",
    }
    assert (second["line"], second["column"], second["code"]) == (2, 1, "malformed-placeholder")
    for finding, wanted in ((first, "$$dya"), (second, "${who}")):
        mended = set()
        for fix in finding["fixes"]:
            assert set(fix) == {"title", "edits"}
            (edit,) = fix["edits"]
            assert edit["path"] == "p.md"
            mended.add(text[: edit["start"]] + edit["text"] + text[edit["end"] :])
        assert any(wanted in each for each in mended)


def test_a_finding_is_one_line_whatever_a_file_is_called(make: Make, run: Run) -> None:
    make({"a\nb\x1b[0m.md": "$nobody"})
    found = run("check")
    assert found.text.count("\n") == 1
    assert "a\\nb\\x1b[0m.md:1:1: warning" in found.text


# --- set and unset --------------------------------------------------------------------------------


def test_case_1_one_field_changes_nothing_else(make: Make, run: Run) -> None:
    before = (
        '---\n# owner: ops\ntitle: "Triage"   # shown in list\ntags: [a,  b]\nver: 1.10\n\n'
        "zeta: 'x'\nalpha: y\n---\nBody $name\n"
    )
    root = make({"p.md": before})
    assert run("set", "p.md", "title", "Triage 2") == Ran(0, b"", "")
    assert (root / "p.md").read_text("utf-8") == before.replace('"Triage"', '"Triage 2"')


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_case_11_line_ends_and_byte_order_mark_stay(
    mark: bytes, end: str, make: Make, run: Run
) -> None:
    for text, name in (
        ('{\n  "a": 1,\n  "b": "é"\n}\nBody\n', "p.md"),
        ("---\na: 1\nb: é\n---\nBody\n", "p.md"),
        ('{"a": 1,\n "b": "é"}\n', "c.json"),
        ("a: 1 # c\nb: é\n", "c.yaml"),
    ):
        before = mark + text.replace("\n", end).encode()
        root = make({name: before})
        assert run("set", name, "a", "42").code == 0
        assert (root / name).read_bytes() == before.replace(b" 1", b" 42", 1)
        assert run("unset", name, "a").code == 0
        after = (root / name).read_bytes()
        assert after.startswith(mark)
        assert after.count(b"\xef\xbb\xbf") == bool(mark)
        assert b"42" not in after
        assert set(after.decode("utf-8-sig").replace("\r\n", "")) & set("\r\n") <= (
            set() if end == "\r\n" else {end}
        )


@pytest.mark.parametrize(
    "before",
    [
        "---\na: 1\n---\n\n\nLine one  \nline two\n\n\n",
        "---\na: 1\n---",
        '{\n"a": 1\n}',
        "---\na: 1\n---\nHi $name",
    ],
)
def test_case_12_nothing_is_trimmed(before: str, make: Make, run: Run) -> None:
    root = make({"p.md": before})
    assert run("set", "p.md", "a", "2").code == 0
    assert (root / "p.md").read_text("utf-8") == before.replace("1", "2")


def test_case_38_numbers_escapes_and_layout_stay(make: Make, run: Run) -> None:
    before = (
        '{"t":1.0,"b":1e5,"z":-0,"id":12345678901234567890,"s":"\\u00e9\\/","e":"é","x":1, "x":2}'
    )
    root = make({"config/journal.json": before})
    assert run("set", "config/journal.json", "t", "0.7").code == 0
    assert (root / "config/journal.json").read_text("utf-8") == before.replace("1.0", "0.7")
    for spelled in ("1e5", "1.10", "-0", "1E+2", "123456789012345678901234567890"):
        assert run("set", "config/journal.json", "t", spelled).code == 0
        after = (root / "config/journal.json").read_text("utf-8")
        assert after == before.replace("1.0", spelled)


def test_case_41_a_file_that_is_not_utf_8_is_not_written(make: Make, run: Run) -> None:
    before = b"---\ntitle: x\n---\ncaf\xe9 $name\n"
    root = make({"p.md": before})
    found = run("set", "p.md", "title", "y")
    assert found.code == 2
    assert "p.md: The byte 0xE9 in line 4, column 4 is not UTF-8: save the file as" in found.err
    assert (root / "p.md").read_bytes() == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\n---\nBody", "---\nk: v\n---\nBody"),
        ("---\ntest: 1\n---", "---\ntest: 1\nk: v\n---"),
        ("---\n# only a comment\n---\n", "---\n# only a comment\nk: v\n---\n"),
    ],
)
def test_case_45_a_field_is_added_to_the_block_that_is_there(
    before: str, after: str, make: Make, run: Run
) -> None:
    root = make({"p.md": before})
    assert run("set", "p.md", "k", "v").code == 0
    assert (root / "p.md").read_text("utf-8") == after
    assert run("unset", "p.md", "k").code == 0
    assert (root / "p.md").read_text("utf-8") == before


@pytest.mark.parametrize(
    "before", ["---\n", "---\ntitle: x\nBody without end\n", "\n---\na: 1\n---\n"]
)
def test_case_45_what_only_looks_like_a_block_gets_no_second_one(
    before: str, make: Make, run: Run
) -> None:
    root = make({"p.md": before})
    found = run("set", "p.md", "k", "v")
    assert found.code == 2
    assert "Add a frontmatter first" in found.err
    assert (root / "p.md").read_text("utf-8") == before


def test_case_45_a_plain_text_gets_a_block(make: Make, run: Run) -> None:
    root = make({"p.md": b"Hi $name\r\nBye"})
    assert run("set", "p.md", "k", "v").code == 0
    after = (root / "p.md").read_bytes()
    assert after.endswith(b"}\r\n\r\nHi $name\r\nBye")
    assert b"\n" not in after.replace(b"\r\n", b"")
    loaded = load_prompt("p")
    assert (loaded.text, loaded.metadata) == ("Hi $name\nBye", {"k": "v"})


@pytest.mark.parametrize(
    ("name", "text", "path", "value"),
    [
        ("p.md", '{\n   "title" :  "T"\n}\n', "title", "T"),
        ("p.md", "---\ntitle:   'T'\n---\n", "title", "T"),
        ("p.md", "---\nn: 1.10\n---\n", "n", "1.10"),
        ("c.json", '{"a": {"b" : [1, true]}}', "a.b", "[1,true]"),
        ("c.yaml", "a: {b:  [1,  true]}", "a.b.1", "true"),
        ("c.yml", "a: yes", "a", "true"),
    ],
)
def test_case_54_an_equal_value_writes_nothing(
    name: str, text: str, path: str, value: str, make: Make, run: Run
) -> None:
    root = make({name: text})
    before = (root / name).stat()
    assert run("set", name, path, value).code == 0
    after = (root / name).stat()
    assert (root / name).read_text("utf-8") == text
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("text", "text"),
        ('"text"', "text"),
        ("", ""),
        (" pad ", " pad "),
        ("true", True),
        ("True", "True"),
        ("null", None),
        ("42", 42),
        ("-1.5", -1.5),
        ("007", "007"),
        ("1.10", 1.10),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ('["a", 1, {"b": null}]', ["a", 1, {"b": None}]),
        ("[broken", "[broken"),
        ("- x", "- x"),
        ("a: b # c", "a: b # c"),
        ("no", "no"),
        ("12:30", "12:30"),
        ("2024-06-01", "2024-06-01"),
        ("é😀\n$x", "é😀\n$x"),
    ],
)
def test_a_value_is_json_or_else_text(written: str, value: object, make: Make, run: Run) -> None:
    root = make({"p.md": '{\n  "x": 0\n}\n', "y.md": "---\nx: 0\n---\n", "c.yaml": "x: 0\n"})
    for name in ("p.md", "y.md", "c.yaml"):
        assert run("set", name, "x", written).code == 0
    assert load_prompt("p").metadata == {"x": value}
    assert load_prompt("y").metadata == {"x": value}
    assert yaml.safe_load((root / "c.yaml").read_text("utf-8")) == {"x": value}


def test_paths_lead_into_objects_and_lists(make: Make, run: Run) -> None:
    root = make({"p.md": '{\n  "hook": {"pre": "a"},\n  "tools": ["x", "y"],\n  "a.b": 1\n}\nBody'})
    assert run("set", "p.md", "hook.post", "b").code == 0
    assert run("set", "p.md", "tools.1", "z").code == 0
    assert run("set", "p.md", "a\\.b", "2").code == 0
    assert run("set", "p.md", "new.deep.1", "3").code == 0
    assert run("unset", "p.md", "tools.0").code == 0
    assert run("unset", "p.md", "hook.pre").code == 0
    assert load_prompt("p", root).metadata == {
        "hook": {"post": "b"},
        "tools": ["z"],
        "a.b": 2,
        "new": {"deep": {"1": 3}},
    }


@pytest.mark.parametrize(
    ("name", "text", "arguments", "words"),
    [
        ("p.md", '{\n"a": 1\n}\n', ["unset", "p.md", "b"], "p.md"),
        ("p.md", '{\n"a": 1\n}\n', ["unset", "p.md", "a.b"], "There is no field a.b.\n"),
        ("p.md", "---\na: 1\n---\n", ["unset", "p.md", "b"], "There is no field b.\n"),
        ("c.json", '{"a": [1]}', ["unset", "c.json", "a.1"], "There is no field a.1.\n"),
        ("c.yaml", "a: 1", ["unset", "c.yaml", ""], "There is no field “”.\n"),
        ("p.md", '{\n"a": 1\n}\n', ["set", "p.md", "", "1"], "“” names a key without a name"),
        ("p.md", "---\na: 1\n---\n", ["set", "p.md", "a.", "1"], "“a.” names a key"),
        ("p.md", "Body", ["set", "p.md", "a..b", "1"], "“a..b” names a key"),
        ("c.json", '{"": {}}', ["set", "c.json", ".", "1"], "“.” names a key"),
        ("c.yaml", "", ["set", "c.yaml", ".a", "1"], "“.a” names a key"),
        ("p.md", "Body", ["unset", "p.md", "b"], "no frontmatter"),
        ("p.md", "{\n x\n}\n", ["set", "p.md", "a", "1"], "line 2, column 2"),
        ("p.md", "---\na: [\n---\n", ["set", "p.md", "a", "1"], "line 3, column 1"),
        ("c.json", "{", ["set", "c.json", "a", "1"], "c.json, line 1, column 2"),
        ("c.json", "[1]", ["set", "c.json", "5", "1"], "c.json"),
        ("c.yaml", "a: &x {b: 1}\nc: *x\n", ["set", "c.yaml", "c.b", "2"], "c.yaml"),
        ("p.md", "x", ["set", "nothing.md", "a", "1"], "nothing.md does not exist"),
        ("s.md", "You\n---template---\n", ["set", "s.md", "a", "1"], "begins with the number"),
        ("code.py", "x = 1\n", ["set", "code.py", "a", "1"], "code.py: Only a prompt"),
    ],
)
def test_what_cannot_be_set_is_refused_and_nothing_is_written(
    name: str, text: str, arguments: list[str], words: str, make: Make, run: Run
) -> None:
    root = make({name: text})
    found = run(*arguments)
    assert (found.code, found.out) == (2, b"")
    assert words in found.err
    assert (root / name).read_text("utf-8") == text


def test_a_key_without_a_name_that_is_there_can_be_set(make: Make, run: Run) -> None:
    root = make({"c.json": '{"": 1, "a": {"": 2}}'})
    assert run("set", "c.json", "", "3").code == 0
    assert run("set", "c.json", "a.", "4").code == 0
    assert (root / "c.json").read_text("utf-8") == '{"": 3, "a": {"": 4}}'


@pytest.mark.parametrize("name", ["p.md", "p.yaml"])
def test_a_byte_order_mark_inside_a_region_stays(name: str, make: Make, run: Run) -> None:
    before = "---\n\ufefftitle: x\npriority: 1\n---\nbody"
    if name == "p.yaml":
        before = "\ufeff\ufefftitle: x\npriority: 1\n"
    root = make({name: before})
    assert run("check", name).code == 0
    assert run("set", name, "title", "y").code == 0
    assert (root / name).read_text("utf-8") == before.replace("title: x", "title: y")
    assert run("unset", name, "title").code == 0
    assert (root / name).read_text("utf-8") == before.replace("title: x\n", "")
    assert run("unset", name, "priority").code == 0
    assert run("check", name).code == 0
    assert run("set", name, "title", "x").code == 0
    if name == "p.md":
        assert (root / name).read_text("utf-8") == "---\n\ufeff\ntitle: x\n---\nbody"


def test_a_write_protected_file_is_refused_in_words_for_the_command(make: Make, run: Run) -> None:
    root = make({"sub/p.md": "---\na: 1\n---\n"})
    (root / "sub/p.md").chmod(0o444)
    found = run("set", "sub/p.md", "a", "2")
    assert (found.code, found.out) == (2, b"")
    expected = "sub/p.md was not saved: it is write-protected. Make it writable first."
    assert found.err == f"prompt-editor: {expected}\n"


@pytest.mark.parametrize(
    "reason",
    [
        Reason.CHANGED_ON_DISK,
        Reason.DELETED,
        Reason.FOLDER_READ_ONLY,
        Reason.LINK_LOOP,
        Reason.NO_BACKUP,
        Reason.NO_FOLDER,
        Reason.NO_SPACE,
        Reason.NO_TEMPORARY_FILE,
        Reason.READ_ONLY,
    ],
)
def test_no_refusal_advises_what_only_the_window_can_do(
    reason: Reason, make: Make, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    make({"p.md": "---\na: 1\n---\n"})

    def refuse(path: Path, *_: object) -> None:
        raise SaveRefused(reason, path, "was not saved: so.", "Choose another button.")

    monkeypatch.setattr(fields, "save", refuse)
    found = run("set", "p.md", "a", "2")
    assert found.code == 2
    assert "p.md was not saved: so." in found.err
    assert "button" not in found.err


def test_a_link_stays_a_link(make: Make, run: Run) -> None:
    root = make({"real/p.md": '{\n"a": 1\n}\n'})
    (root / "p.md").symlink_to("real/p.md")
    assert run("set", "p.md", "a", "2").code == 0
    assert (root / "p.md").is_symlink()
    assert (root / "real/p.md").read_text("utf-8") == '{\n"a": 2\n}\n'


# --- whatever the files hold ----------------------------------------------------------------------


FRAGMENTS = st.sampled_from(
    [
        *("{\n", "}\n", "---\n", "...\n", "\r\n", "\r", "\t", "\x00", "\ufeff", "é😀", "#", "1"),
        *('"a"', ": ", "- ", "[", "]", ",", "identity", "prompts", "&x ", "*x", "<<: ", "!!t "),
        *("| \n", "$a", "${a", "$t"),
    ]
)
TEXTS = st.one_of(
    st.binary(max_size=30),
    st.lists(FRAGMENTS, max_size=14).map(lambda parts: "".join(parts).encode()),
)


@settings(max_examples=30)
@given(st.data())
def test_no_file_makes_the_command_fail_with_more_than_a_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    root = tmp_path_factory.mktemp("ws")
    names = (
        "p.md",
        "templates/t.md",
        "config/journal.json",
        "contexts/c.yaml",
        "prompt-workspace.yaml",
        ".gitignore",
    )
    write_tree(root, {name: data.draw(TEXTS, name) for name in names})
    prompt, context = root / "p.md", root / "contexts/c.yaml"
    for arguments in (
        ("render", prompt),
        ("render", prompt, "--context-file", context, "--format", "json"),
        ("check", root),
        ("check", root, "--format", "json"),
        ("set", prompt, "a.0", "[1]"),
        ("set", context, "a", "x"),
        ("unset", root / "config/journal.json", "identity"),
    ):
        before = {name: (root / name).read_bytes() for name in names}
        code, out, err = quietly(*arguments)
        assert code in (0, 1, 2)
        assert err.count("\n") == (1 if code == 2 else 0)
        if code == 2 or arguments[0] in ("render", "check"):
            assert {name: (root / name).read_bytes() for name in names} == before
        if "json" in arguments and code != 2:
            json.loads(out)
        is_soul = b"---template---" in before["p.md"]
        if arguments == ("render", prompt) and code == 0 and not is_soul:
            assert out.decode() == load_prompt("p", root).text


@pytest.mark.parametrize("opening", ["[", '{"a":', "a: [", "- "])
def test_what_is_nested_without_end_is_refused(opening: str, make: Make, run: Run) -> None:
    deep = opening * 50_000
    make({"c.json": deep, "c.yaml": deep, "p.md": "{\n" + deep, "q.md": f"---\n{deep}\n---\n"})
    for name in ("p.md", "q.md"):
        assert run("render", name).code == 2
        assert run("check", name).code in (1, 2)
    for name in ("c.json", "c.yaml", "p.md", "q.md"):
        assert run("set", name, "a", "1").code == 2


# --- the window and the process -------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the window was asked, in place of opening one."""
    asked: list[tuple[object, ...]] = []
    app = ModuleType("editor.app")

    def run_window(paths: Sequence[Path], sample: bool) -> int:
        asked.append(("run", list(paths), sample))
        return 0

    def screenshot(target: Path, path: Path | None) -> int:
        asked.append(("screenshot", target, path))
        return 0

    app.__dict__.update(run=run_window, screenshot=screenshot)
    monkeypatch.setitem(sys.modules, "editor.app", app)
    return asked


def test_everything_else_opens_the_window(
    opened: list[tuple[object, ...]], run: Run, make: Make
) -> None:
    make({"a.md": "", "folder/b.md": "", "render": "", "check": ""})
    run()
    run("a.md", "folder")
    run("./render", "check")
    run("--sample")
    run("--screenshot", "x.png")
    run("--screenshot", "x.png", "a.md")
    assert opened == [
        ("run", [], False),
        ("run", [Path("a.md"), Path("folder")], False),
        ("run", [Path("render"), Path("check")], False),
        ("run", [], True),
        ("screenshot", Path("x.png"), None),
        ("screenshot", Path("x.png"), Path("a.md")),
    ]


def test_the_window_entry_takes_the_process_arguments(
    opened: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["prompt-editor-window", "--sample"])
    assert cli.main_window() == 0
    assert opened == [("run", [], True)]


def test_a_window_that_cannot_be_loaded_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "editor.app", None)
    found = run()
    assert (found.code, found.out) == (2, b"")
    assert "The window cannot be opened" in found.err


def test_an_output_that_is_closed_is_one_line(
    make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make({"p.md": "x"})
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(["render", "p.md"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_version_and_help(run: Run) -> None:
    assert run("--version").text.startswith("prompt-editor ")
    for arguments in (["--help"], ["render", "--help"], ["check", "-h"], ["set", "-h"]):
        found = run(*arguments)
        assert found.code == 0
        assert found.text.startswith("usage: prompt-editor")


def test_an_interruption_ends_with_130(
    make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make({"p.md": "x"})

    def interrupted(_data: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("editor.cli.render.write_out", interrupted)
    assert cli.main(["render", "p.md"]) == 130
    assert capsys.readouterr().err == "prompt-editor: Interrupted.\n"


def process(
    *arguments: str | bytes, cwd: Path, **streams: Any
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
    return subprocess.run(
        [sys.executable, "-m", "editor", *arguments],
        cwd=cwd,
        env=environment,
        check=False,
        **streams,
    )


def test_the_process_writes_exactly_the_bytes(make: Make) -> None:
    root = make({"p.md": "$$ é\r\n$who\n"})
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = process("render", "p.md", "--context", "who=😀\r\n", cwd=root, **both)
    assert (done.returncode, done.stdout, done.stderr) == (0, "$ é\n😀\r\n".encode(), b"")
    done = process("render", "nothing.md", cwd=root, **both)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"prompt-editor: nothing.md does not exist: check the name.\n"


def test_a_reader_that_goes_away_is_no_traceback(make: Make) -> None:
    root = make({"p.md": "x" * 200_000})
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("render", "p.md", cwd=root, stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (2, b"")


def test_a_template_is_checked_for_use_wherever_it_is_named(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/lonely.md").write_text("x")
    (tmp_path / "p.md").write_text("x")
    (tmp_path / "prompt-workspace.yaml").write_text("templates: templates\n")
    for place in (tmp_path, tmp_path / "templates", tmp_path / "templates/lonely.md"):
        assert cli.main(["check", str(place)]) == 0
        assert b" info unused-template " in capfdbinary.readouterr().out


@pytest.mark.parametrize("command", [["set", "p.md", "a", "1"], ["unset", "p.md", "a"]])
def test_a_workspace_that_is_no_folder_is_refused_by_every_subcommand(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.md").write_text("---\na: 2\n---\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command, "--workspace", "nowhere"]) == 2
    assert (tmp_path / "p.md").read_text() == "---\na: 2\n---\n"


def test_what_does_not_exist_is_not_opened(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    picture = tmp_path / "picture.png"
    assert cli.main(["--screenshot", str(picture), str(tmp_path / "missing.md")]) == 2
    assert not picture.exists()
    assert capfdbinary.readouterr().err.count(b"\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can lack a display")
def test_without_a_display_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert cli.main([]) == 2
    said = capfdbinary.readouterr().err
    assert said.count(b"\n") == 1
    assert b"no display" in said
    monkeypatch.setenv("DISPLAY", ":7654")
    assert cli.main([]) == 2
    assert capfdbinary.readouterr().err.count(b"\n") == 1
