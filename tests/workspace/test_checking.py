"""Checks of whole workspaces."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from editor.workspace.checking import Finding, check_workspace
from editor.workspace.reading import read_text
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree


def checked(root: Path, below: str | None = None) -> list[str]:
    folder = None if below is None else root / below
    return [line(found) for found in check_workspace(Workspace.open(root), below=folder)]


def line(found: Finding) -> str:
    place, said = found.position, found.diagnostic
    return f"{found.name}:{place.line}:{place.column} {said.severity} {said.code} {said.name}"


def test_every_kind_of_file_is_checked_in_order(make: MakeTree) -> None:
    root = make(
        {
            "b.md": "\n$nobody $t $day\n",
            "a.md": "$mine\n$mine_not $t",
            "c.md": "{\n  x\n}\n",
            "templates/t.md": "$u",
            "templates/u.md": "$day",
            "templates/1x.md": "x",
            "contexts/c.yaml": "mine: [1]\n",
            "config/journal.json": '{"identity": {"a": {"b": 1}, "a_b": 2}}',
            "bytes.md": b"caf\xe9",
            "notes.txt": "$nobody",
            "prompt-workspace.yaml": "templates: [x\n",
        }
    )
    assert checked(root) == [
        "a.md:1:1 warning unresolved-variable mine",
        "a.md:2:1 warning unresolved-variable mine_not",
        "b.md:2:1 warning unresolved-variable nobody",
        "b.md:2:12 info runtime-variable day",
        "bytes.md:1:4 error unreadable-file None",
        "c.md:2:3 error invalid-frontmatter None",
        "config/journal.json:1:37 warning flattened-twice a_b",
        "contexts/c.yaml:1:7 error invalid-context mine",
        "prompt-workspace.yaml:2:1 error unreadable-file None",
        "templates/1x.md:1:1 warning template-name 1x",
        "templates/1x.md:1:1 info unused-template 1x",
        "templates/t.md:1:1 warning template-in-template u",
        "templates/u.md:1:1 info unused-template u",
        "templates/u.md:1:1 info runtime-variable day",
    ]


def test_a_template_is_used_where_a_prompt_names_it_and_nowhere_else(make: MakeTree) -> None:
    root = make(
        {
            "a.md": "$plain ${braced} $$escaped",
            "b.md": '{\n"title": "$in_title"\n}\nx',
            "broken.md": '{\n"title": oops\n}\n$perhaps',
            **{
                f"templates/{name}.md": f"template {name}"
                for name in ("plain", "braced", "escaped", "in_title", "perhaps", "inner")
            },
            "templates/outer.md": "$inner",
        }
    )
    unused = [found for found in checked(root) if "unused-template" in found]
    assert unused == [
        f"templates/{name}.md:1:1 info unused-template {name}"
        for name in ("escaped", "in_title", "inner", "outer")
    ]


def test_a_part_of_a_workspace(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "",
            "a.md": "$nobody $t",
            "sub/b.md": "$nobody",
            "subway/c.md": "$nobody",
            "templates/t.md": "x",
            "templates/u.md": "x",
        }
    )
    assert checked(root, "sub") == ["sub/b.md:1:1 warning unresolved-variable nobody"]
    assert checked(root, "templates") == ["templates/u.md:1:1 info unused-template u"]


HOUSE_FILE = """\
prompts: [prompts/*.md, notes.md, "*.md", prumpts/**]
templates: tmpl  # mistyped
contexts: ctx
context: fridy
identity: config/me.json
variables:
  - folder: voice
  - {folder: vioce, prefix: v_}
schemas:
  prompt: schemas/none.json
samples: sample.yaml
"""


def test_what_the_workspace_file_names_and_is_not_there(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": HOUSE_FILE, "prompts/a.md": "", "voice/x.md": ""})
    found = check_workspace(Workspace.open(root))
    assert {each.name for each in found} == {"prompt-workspace.yaml"}
    assert {(each.diagnostic.severity, each.diagnostic.code) for each in found} == {
        ("warning", "field-type")
    }
    lines = HOUSE_FILE.splitlines()
    said = [
        (lines[each.position.line - 1][each.position.column - 1 :][:5], each.diagnostic.message)
        for each in found
    ]
    assert [(place, message.split(". ")[0]) for place, message in said] == [
        ("notes", "There is no file or folder notes.md"),
        ("prump", "There is no folder prumpts"),
        ("tmpl ", "There is no folder tmpl"),
        ("ctx", "There is no folder ctx"),
        ("fridy", "There is no saved context fridy"),
        ("confi", "There is no file config/me.json"),
        ("vioce", "There is no folder vioce"),
        ("schem", "There is no file schemas/none.json"),
        ("sampl", "There is no file sample.yaml"),
    ]


def test_a_workspace_file_that_names_only_what_is_there(make: MakeTree) -> None:
    tree = {
        "prompts/a.md": "",
        "notes.md": "",
        "prumpts/b.md": "",
        "tmpl/": "",
        "ctx/fridy.yaml": "",
        "config/me.json": '{"identity": {}}',
        "voice/x.md": "",
        "vioce/": "",
        "schemas/none.json": "{}",
        "sample.yaml": "",
    }
    root = make({"prompt-workspace.yaml": HOUSE_FILE, **tree})
    assert checked(root) == []
    (root / "schemas/none.json").write_text("[]")
    (found,) = check_workspace(Workspace.open(root))
    assert "schemas/none.json is no JSON Schema" in found.diagnostic.message
    (root / "schemas/none.json").write_text("{}")
    (root / "ctx/fridy.yaml").rename(root / "ctx/friday.yaml")
    (found,) = check_workspace(Workspace.open(root))
    assert "Did you mean friday?" in found.diagnostic.message


def test_an_unsaved_workspace_file_is_checked_as_it_is_typed(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": "templates: none\n", "real/t.md": ""})
    workspace = Workspace.open(root)
    unsaved = "contexts: gone\ntemplates: real\n"

    def read(path: Path) -> str:
        return unsaved if path == workspace.config.file else read_text(path)

    (found,) = [
        each for each in check_workspace(workspace, read) if each.name == "prompt-workspace.yaml"
    ]
    assert (found.position.line, found.position.column) == (1, 11)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("{\n  oops\n}\nx", " (line 2, column 3)"),
        ("---\na: [\n---\nx", " (line 3, column 1)"),
        (b"caf\xe9", " (line 1, column 4)"),
    ],
)
def test_a_name_whose_file_cannot_be_read_says_which_and_where(
    content: str | bytes, place: str, make: MakeTree
) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "variables: [{folder: voice, prefix: v_}]\n",
            "templates/h.md": content,
            "voice/tone.md": content,
            "p.md": "$h and $v_tone",
        }
    )
    said = [
        (each.position.column, each.diagnostic.code, each.diagnostic.message)
        for each in check_workspace(Workspace.open(root))
        if each.name == "p.md"
    ]
    for column, name, file in ((1, "h", "templates/h.md"), (8, "v_tone", "voice/tone.md")):
        code, message = next(rest for at, *rest in said if at == column)
        assert code == "unresolved-variable"
        assert f"${name} stands for {file}{place}, which cannot be read" in message
        assert "Nothing defines" not in message


def test_names_of_saved_contexts_are_runtime_variables(make: MakeTree) -> None:
    root = make({"a.md": "$mine $Mine", "contexts/c.yaml": "mine:\n"})
    assert checked(root) == [
        "a.md:1:1 info runtime-variable mine",
        "a.md:1:7 info runtime-variable Mine",
    ]


def test_unsaved_text_is_checked(make: MakeTree) -> None:
    root = make({"a.md": "fine"})

    def unsaved(path: Path) -> str:
        return "$nobody" if path.name == "a.md" else read_text(path)

    (found,) = check_workspace(Workspace.open(root), unsaved)
    assert found.diagnostic.code == "unresolved-variable"


def test_secrets_outside_the_identity_are_in_no_message(make: MakeTree) -> None:
    secret = "sk-very-secret"
    root = make(
        {
            "config/journal.json": f'{{"identity": 5, "key": "{secret}", "key": "{secret}"}}',
            "a.md": "$key",
        }
    )
    for found in check_workspace(Workspace.open(root)):
        assert secret not in found.diagnostic.message


def test_an_unreadable_folder_is_a_finding(make: MakeTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make({"locked/b.md": "x"})
    scandir = os.scandir

    def refusing(path: Path) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert checked(root) == ["locked:1:1 error unreadable-file None"]
