"""The Python API: `load_prompt` on real files."""

import json
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import editor
from editor import PromptContent, PromptMetadataError, PromptNotFoundError, load_prompt

Files = dict[str, str | bytes]
Make = Callable[[Files], Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write files into a folder of this test."""

    def made(files: Files) -> Path:
        for name, content in files.items():
            path = tmp_path / "ws" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "ws"

    return made


def test_the_public_names() -> None:
    assert set(editor.__all__) == {
        "Message",
        "PromptContent",
        "PromptLoader",
        "PromptMetadataError",
        "PromptNotFoundError",
        "SlotError",
        "SlotResolution",
        "YamlConfigLoader",
        "SamplesError",
        "Soul",
        "SoulError",
        "load_prompt",
        "load_soul",
    }


def test_text_path_and_metadata(make: Make) -> None:
    fields = '{\n "title": "Tést", "tags": ["a", 1, null],\n "hook": {"pre": true}\n}'
    root = make({"sub/p.md": fields + "\n\n  Hi $who \n\n"})
    found = load_prompt("p", root / "sub", {"who": "Kim"})
    assert found == PromptContent("Hi Kim", root / "sub/p.md", json.loads(fields))
    text, path, metadata = found
    assert (text, path, metadata) == (found.text, found.path, found.metadata)


def test_yaml_fields_are_what_yaml_loads(make: Make) -> None:
    fields = "title: Tést\nday: 2026-02-03\nversion: 1.10\nhook: {pre: no}\n"
    found = load_prompt("p", make({"p.md": f"---\n{fields}---\nBody\n"}))
    assert found.metadata == yaml.safe_load(fields)
    assert found.text == "Body"


@pytest.mark.parametrize("text", ["Hi", "", "{\n}\nHi", "---\n---\nHi", "---\n# only\n---\n"])
def test_metadata_is_an_empty_dict_where_there_is_none(text: str, make: Make) -> None:
    assert load_prompt("p", make({"p.md": text})).metadata == {}


def test_metadata_is_the_callers_own(make: Make) -> None:
    root = make({"p.md": '{\n"a": [1]\n}\n'})
    load_prompt("p", root).metadata["a"].append(2)
    assert load_prompt("p", root).metadata == {"a": [1]}


def test_a_name_may_have_its_suffix_and_folders(make: Make) -> None:
    root = make({"sub/p.md": "P", "v1.2.md": "V", "q.md.md": "Q2", "q.md": "Q"})
    assert load_prompt("sub/p", root).text == "P"
    assert load_prompt("sub/p.md", root).text == "P"
    assert load_prompt("v1.2", root).text == "V"
    assert load_prompt("q.md", root).text == "Q"
    assert load_prompt("q.md.md", root).text == "Q2"


@pytest.mark.parametrize("name", ["", ".md", "sub/", "sub/.md", "a\0b"])
def test_what_is_no_name(name: str, make: Make) -> None:
    with pytest.raises(ValueError, match="not the name of a prompt"):
        load_prompt(name, make({"sub/p.md": ""}))


@pytest.mark.parametrize("names", [{1: 2}, {"a": 1, None: 2}, {b"a": 1}, {("a",): 1}])
def test_a_name_in_context_that_is_no_text(names: dict[Any, object], make: Make) -> None:
    with pytest.raises(TypeError, match="names in context must be str, not "):
        load_prompt("p", make({"p.md": "x"}), names)


def test_a_prompt_is_named_by_text(make: Make) -> None:
    name: Any = Path("p")
    with pytest.raises(TypeError, match="must be a str"):
        load_prompt(name, make({"p.md": "x"}))


@pytest.mark.parametrize("name", ["\ud800", "a/\udfff.md"])
def test_a_name_that_no_file_can_have_is_not_there(name: str, make: Make) -> None:
    with pytest.raises(PromptNotFoundError) as caught:
        load_prompt(name, make({}))
    assert str(caught.value).encode()


@pytest.mark.parametrize("name", ["nothing", "nothing.md", "no/where", "folder", "broken"])
def test_a_prompt_that_is_not_there(name: str, make: Make) -> None:
    root = make({"folder.md/x.txt": ""})
    (root / "broken.md").symlink_to("nowhere.md")
    with pytest.raises(PromptNotFoundError) as caught:
        load_prompt(name, root)
    assert isinstance(caught.value, FileNotFoundError)
    path = root / (name.removesuffix(".md") + ".md")
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "a": 1,\n  "b": oops\n}\nBody', 3, 8),
        ('\ufeff{\r\n  "a": 1,\r\n}\r\nBody', 2, 9),  # the comma
        ("---\na: [1\n---\nBody", 3, 1),
        ("---\na: b: c\n---\n", 2, 5),
    ],
)
def test_frontmatter_that_cannot_be_read(text: str, line: int, column: int, make: Make) -> None:
    root = make({"p.md": text})
    with pytest.raises(PromptMetadataError) as caught:
        load_prompt("p", root)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.path, caught.value.line, caught.value.column) == (
        root / "p.md",
        line,
        column,
    )
    assert f"{root / 'p.md'}, line {line}, column {column}: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text_is_refused(make: Make) -> None:
    root = make({"p.md": b"caf\xe9 $who"})
    with pytest.raises(OSError, match=r"p\.md: .*0xE9 in line 1, column 4"):
        load_prompt("p", root)


def test_errors_survive_the_way_between_processes(make: Make) -> None:
    root = make({"p.md": "{\noops\n"})
    for name in ("p", "nothing"):
        with pytest.raises((PromptNotFoundError, PromptMetadataError)) as caught:
            load_prompt(name, root)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert again.path == caught.value.path


def test_where_a_prompt_is_looked_for(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make({"a/p.md": "in a", "b/p.md": "in b", "p.md": "in the current folder"})
    monkeypatch.chdir(root)
    assert load_prompt("p").text == "in the current folder"
    assert load_prompt("p", "a").text == "in a"
    assert load_prompt("p", "a").path == root / "a/p.md"
    assert load_prompt("p", workspace="b").text == "in b"
    assert load_prompt("p", Path("a"), workspace=root / "b").text == "in a"
    (root / "b/prompt-workspace.yaml").touch()
    assert load_prompt("p", workspace=root / "b/prompt-workspace.yaml").text == "in b"
    assert load_prompt(str(root / "b/p"), "a").text == "in b"


def test_the_workspace_is_found_from_the_prompt_or_named(make: Make) -> None:
    def identity(name: str) -> str:
        return json.dumps({"identity": {"name": name}})

    root = make(
        {
            "one/config/journal.json": identity("One"),
            "one/deep/er/p.md": "$name",
            "two/config/journal.json": identity("Two"),
        }
    )
    assert load_prompt("p", root / "one/deep/er").text == "One"
    assert load_prompt("p", root / "one/deep/er", workspace=root / "two").text == "Two"
    with pytest.raises(NotADirectoryError):
        load_prompt("p", root / "one/deep/er", workspace=root / "three")


def test_everything_a_workspace_defines(make: Make) -> None:
    root = make(
        {
            "prompt-workspace.yaml": (
                "identity: who.json\ntemplates: parts\nvariables: [{folder: voice, prefix: v_}]\n"
                "contexts: contexts\ncontext: saved\n"
            ),
            "who.json": json.dumps(
                {
                    "identity": {
                        "name": "Ada L",
                        "pronouns": {"subject": "she"},
                        "no": [1],
                        "n": None,
                    }
                }
            ),
            "parts/pre.md": '{\n"x": 1\n}\nFor $name on $day: $v_tone $pre2',
            "parts/pre2.md": "Two",
            "voice/tone.md": "Calm $name",
            "contexts/saved.yaml": "day: never taken by itself\n",
            "p.md": "$pre|$pre2|$Pronouns_subject|$Name|$no $n|$day|$Day_yyyymmdd|$unknown",
        }
    )
    found = load_prompt("p", root, {"day": "Monday", "day_YYYYMMDD": 20260202})
    assert found.text == (
        "For Ada L on Monday: Calm $name $pre2|Two|She|Ada l|$no $n|Monday|20260202|$unknown"
    )
    assert load_prompt("p", root).text.startswith("For Ada L on $day:")


def test_a_template_is_loaded_as_it_would_be_inserted(make: Make) -> None:
    root = make({"templates/a.md": "A $b $who", "templates/b.md": "B", "p.md": "$a"})
    alone = load_prompt("a", root / "templates", {"who": "Kim"}, workspace=root).text
    assert alone == load_prompt("p", root, {"who": "Kim"}).text == "A $b Kim"


def test_a_faulty_source_leaves_its_names_as_typed(make: Make) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "variables: [{folder: v}]\n",
            "config/journal.json": "{",
            "templates/t.md": "{\noops",
            "v/x.md": b"\xff",
            "p.md": "$name $t $x $who",
        }
    )
    assert load_prompt("p", root, {"who": "Kim"}).text == "$name $t $x Kim"


def test_now_is_set_once_a_call_and_can_be_given(make: Make) -> None:
    root = make({"templates/t.md": "$now", "p.md": "$now|$t", "one.md": "$now"})
    first, second = load_prompt("p", root).text.split("|")
    assert first == second
    assert re.fullmatch(
        r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ [1-9]\d?, \d{4} "
        r"at [1-9]\d?:\d\d [AP]M( \S.*)?",
        first,
    )
    assert load_prompt("one", root, {"now": "then"}).text == "then"


@pytest.mark.parametrize(
    ("files", "context", "expected"),
    [
        # Context wins over templates, and identity does.
        ({"templates/a.md": "T", "p.md": "$a"}, {"a": "C"}, "C"),
        ({"templates/name.md": "T", "config/journal.json": '{"identity": {"name": "I"}}',
          "p.md": "$name"}, {}, "I"),
        # None is not set.
        ({"p.md": "[$a]"}, {"a": None}, "[$a]"),
        # Identity flattens at any depth.
        ({"config/journal.json": '{"identity": {"a": {"b": {"c": {"d": 1}}}}}',
          "p.md": "$a_b_c_d"}, {}, "1"),
        # JSON frontmatter is read as JSON: a lone brace line in a text ends nothing.
        ({"p.md": '{\n"a": {\n"b": 1\n}\n}\nBody'}, {}, "Body"),
        ({"p.md": '{"a": 1}\nBody'}, {}, '{"a": 1}\nBody'),
        # Frontmatter stands on the first line only.
        ({"p.md": "\n\n---\na: 1\n---\nBody"}, {}, "---\na: 1\n---\nBody"),
        # A byte order mark is understood, and not sent.
        ({"p.md": b'\xef\xbb\xbf{\n"a": 1\n}\nBody'}, {}, "Body"),
        ({"p.md": b"\xef\xbb\xbfBody"}, {}, "Body"),
        # A lone carriage return is a line end.
        ({"p.md": b"a\rb\r\nc\n"}, {}, "a\nb\nc"),
        # TOML is not read.
        ({"p.md": "+++\na = 1\n+++\nBody"}, {}, "+++\na = 1\n+++\nBody"),
        # Names made at run time are the caller's.
        ({"p.md": "$agent_name $facets"}, {}, "$agent_name $facets"),
    ],
)  # fmt: skip
def test_where_this_differs_from_the_original(
    files: Files, context: dict[str, object], expected: str, make: Make
) -> None:
    assert load_prompt("p", make(files), context).text == expected


NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,3}", fullmatch=True)
VALUES = st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.none())
PARTS = st.one_of(
    st.text(max_size=6),
    NAMES.map("${}".format),
    NAMES.map("${{{}}}".format),
    st.sampled_from(["$", "$$", "${", "}", "\r", "\r\n", "\n", " ", "\x1c", "\x85", "\u2028"]),
)


@given(st.lists(PARTS, max_size=12).map("".join), st.dictionaries(NAMES, VALUES, max_size=5))
def test_the_text_is_what_string_template_gives(
    tmp_path_factory: pytest.TempPathFactory, body: str, context: dict[str, object]
) -> None:
    root = tmp_path_factory.mktemp("p", numbered=True)
    (root / "p.md").write_bytes(("{\n}\n" + body).encode())
    given_values = {name: str(value) for name, value in context.items() if value is not None}
    given_values.setdefault("now", load_prompt_now(root))
    forms = {name.capitalize(): value.capitalize() for name, value in given_values.items()}
    sent = body.strip().replace("\r\n", "\n").replace("\r", "\n")
    expected = Template(sent).safe_substitute({**forms, **given_values})
    assert load_prompt("p", root, given_values).text == expected


def load_prompt_now(root: Path) -> str:
    (root / "now.md").write_text("$now", "utf-8")
    return load_prompt("now", root).text


def test_the_environment_is_never_a_source(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_VARIABLE", "leaked")
    names = sorted(name for name in os.environ if name.isidentifier())
    text = " ".join(f"${name}" for name in names)
    assert load_prompt("p", make({"p.md": text})).text == text
