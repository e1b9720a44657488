"""The files of a workspace: what is found, as what, and what is left out."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from editor.core.kinds import FileKind
from editor.workspace.config import WorkspaceConfig
from editor.workspace.discovery import discover
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree, write_tree

SOUL = "You are one.\n---template---\n- section: a\n"


def found(root: Path) -> dict[str, str]:
    return {file.name: file.kind.value for file in discover(WorkspaceConfig.load(root)).files}


def test_everything_by_convention(make: MakeTree) -> None:
    root = make(
        {
            "a.md": "A",
            "deep/er/b.md": "B",
            "soul.md": SOUL,
            "templates/t.md": "T",
            "templates/sub/p.md": "a prompt, for only the folder itself holds templates",
            "config/journal.json": "{}",
            "config/other.json": "{}",
            "contexts/c.yaml": "",
            "contexts/d.json": "{}",
            "contexts/e.txt": "",
            "x/prompt_slots/s.yaml": "",
            "x/prompt_slots/s.txt": "",
            "notes.txt": "",
        }
    )
    assert found(root) == {
        "a.md": "prompt",
        "config/journal.json": "identity",
        "contexts/c.yaml": "context",
        "contexts/d.json": "context",
        "deep/er/b.md": "prompt",
        "soul.md": "soul",
        "templates/sub/p.md": "prompt",
        "templates/t.md": "template",
        "x/prompt_slots/s.yaml": "slot",
    }


def test_names_are_in_order_and_paths_absolute(make: MakeTree) -> None:
    root = make({"b.md": "", "a/z.md": "", "a.md": "", "B.md": ""})
    files = discover(WorkspaceConfig.load(root)).files
    assert [file.name for file in files] == ["B.md", "a.md", "a/z.md", "b.md"]
    assert [file.path for file in files] == [root / file.name for file in files]


def test_what_is_left_out_by_convention(make: MakeTree) -> None:
    left_out = [
        ".hidden/a.md",
        ".a.md",
        "node_modules/m/a.md",
        "sub/node_modules/a.md",
        "build/a.md",
        "dist/a.md",
        "env/pyvenv.cfg",
        "env/lib/a.md",
        *(f"{name}.md" for name in ("README", "CHANGELOG", "LICENSE", "CONTRIBUTING")),
        "sub/AGENTS.md",
        "CLAUDE.md",
        "readme.md",
        ".p.md.0123456789abcdef.prompt-editor.tmp",
    ]
    root = make({**dict.fromkeys(left_out, "x"), "builder/a.md": "", "readme-first.md": ""})
    assert list(found(root)) == ["builder/a.md", "readme-first.md"]


@pytest.mark.parametrize(
    ("text", "is_soul"),
    [
        (SOUL, True),
        ("---template---", True),
        ("a\r\n---template--- \t\r\nb", True),
        ("a\r---template---\rb", True),
        (" ---template---\n", False),
        ("---template---x\n", False),
        ("see ---template---\n", False),
        ("----template----\n", False),
    ],
)
def test_a_soul_is_told_by_its_line(text: str, is_soul: bool, make: MakeTree) -> None:
    assert found(make({"a.md": text})) == {"a.md": "soul" if is_soul else "prompt"}


def test_what_gitignore_names_is_left_out(make: MakeTree) -> None:
    root = make(
        {
            ".gitignore": "tmp/\n*.draft.md\n/top.md\n!keep.draft.md\n# no.md\n",
            "a.md": "",
            "no.md": "",
            "tmp/a.md": "",
            "sub/tmp/a.md": "",
            "x.draft.md": "",
            "sub/y.draft.md": "",
            "keep.draft.md": "",
            "top.md": "",
            "sub/top.md": "",
            "sub/.gitignore": "*.md\n!y*.md\n!here.md\n",
            "sub/gone.md": "",
            "sub/here.md": "",
            "sub/deep/here.md": "",
        }
    )
    assert list(found(root)) == [
        "a.md",
        "keep.draft.md",
        "no.md",
        "sub/deep/here.md",
        "sub/here.md",
        "sub/y.draft.md",
    ]


def test_gitignore_of_the_repository_above_holds(make: MakeTree) -> None:
    outer = make({".git/HEAD": "", ".gitignore": "secret.md\n/prompts/old/\n", "prompts/a.md": ""})
    write_tree(outer, {"prompts/secret.md": "", "prompts/old/b.md": "", "prompts/new/old/c.md": ""})
    assert list(found(outer / "prompts")) == ["a.md", "new/old/c.md"]


def test_a_folder_that_is_opened_is_shown_though_it_is_ignored(make: MakeTree) -> None:
    outer = make({".git/HEAD": "", ".gitignore": "scratch/\n", "scratch/a.md": ""})
    assert list(found(outer / "scratch")) == ["a.md"]


def test_gitignore_above_counts_only_in_a_repository(make: MakeTree) -> None:
    outer = make({".gitignore": "*.md\n", "prompts/a.md": ""})
    assert list(found(outer / "prompts")) == ["a.md"]


def test_the_identity_counts_though_it_is_ignored(make: MakeTree) -> None:
    root = make({".gitignore": "config/\n", "config/journal.json": "{}", "config/p.md": ""})
    assert found(root) == {"config/journal.json": "identity"}


def test_the_workspace_file_says_what_is_what(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": (
                "prompts: [prompts/**/*.md, top.md, .github/p/*.md, build/*.md]\n"
                "souls: [souls/*.md]\nexclude: [prompts/drafts/**, '**/*.old.md']\n"
                "templates: parts\nidentity: who.json\ncontexts: ctx\n"
                "variables: [{folder: voice, prefix: v_}]\nsamples: ctx/given.yaml\n"
            ),
            "prompts/a.md": "",
            "prompts/x/b.md": SOUL,
            "prompts/x/schema.json": "",
            "prompts/drafts/c.md": "",
            "prompts/x/c.old.md": "",
            "prompts/.hidden/a.md": "",
            "prompts/README.md": "",
            "top.md": "",
            "other.md": "",
            ".github/p/d.md": "",
            "build/e.md": "",
            "souls/plain.md": "",
            "parts/t.md": "",
            "who.json": "{}",
            "ctx/c.yml": "",
            "ctx/given.yaml": "",
            "voice/tone.md": "",
        }
    )
    assert found(root) == {
        ".github/p/d.md": "prompt",
        "build/e.md": "prompt",
        "ctx/c.yml": "context",
        "ctx/given.yaml": "samples",
        "parts/t.md": "template",
        "prompt-workspace.yaml": "workspace",
        "prompts/a.md": "prompt",
        "prompts/x/b.md": "soul",
        "souls/plain.md": "soul",
        "top.md": "prompt",
        "voice/tone.md": "variable",
        "who.json": "identity",
    }


def test_souls_are_found_by_their_marker_unless_the_file_lists_them(make: MakeTree) -> None:
    files = {"prompts/p.md": "", "prompts/s.md": SOUL, "other/s.md": SOUL, "other/p.md": ""}
    root = make({**files, "prompt-workspace.yaml": "prompts: [prompts/*]\n"})
    assert found(root) == {
        "other/s.md": "soul",
        "prompt-workspace.yaml": "workspace",
        "prompts/p.md": "prompt",
        "prompts/s.md": "soul",
    }
    make({"prompt-workspace.yaml": "prompts: [prompts/*]\nsouls: [other/p.md, event.json]\n"})
    make({"event.json": "{}"})
    assert found(root) == {
        "event.json": "soul",
        "other/p.md": "soul",
        "prompt-workspace.yaml": "workspace",
        "prompts/p.md": "prompt",
        "prompts/s.md": "soul",
    }


def test_only_the_workspace_file_names_places_outside(make: MakeTree) -> None:
    outer = make({"shared/s.md": "", "shared/x/t.md": "", "parts/p.md": ""})
    root = outer / "house"
    write_tree(
        root,
        {"prompt-workspace.yaml": "prompts: ['../shared/**/*.md']\ntemplates: ../parts\n"},
    )
    assert found(root) == {
        "../parts/p.md": "template",
        "../shared/s.md": "prompt",
        "../shared/x/t.md": "prompt",
        "prompt-workspace.yaml": "workspace",
    }


def test_every_real_file_is_found_once_and_circles_end(make: MakeTree) -> None:
    root = make({"real/p.md": "", "real/q.md": ""})
    (root / "a.md").symlink_to("real/p.md")
    (root / "an-alias").symlink_to("real", target_is_directory=True)
    (root / "real/loop").symlink_to("..", target_is_directory=True)
    (root / "self").symlink_to("self")
    (root / "broken.md").symlink_to("nowhere.md")
    assert list(found(root)) == ["real/p.md", "real/q.md"]


def test_links_to_files_outside_are_found_links_to_folders_are_not(make: MakeTree) -> None:
    outer = make({"far/p.md": "", "far/q.md": "", "house/a.md": ""})
    root = outer / "house"
    (root / "p.md").symlink_to(outer / "far/p.md")
    (root / "far").symlink_to(outer / "far", target_is_directory=True)
    assert list(found(root)) == ["a.md", "p.md"]


def test_special_files_are_passed_over(make: MakeTree) -> None:
    root = make({"a.md": "", "folder.md/x.txt": ""})
    os.mkfifo(root / "pipe.md")
    assert list(found(root)) == ["a.md"]


@pytest.fixture
def locked(make: MakeTree, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace in which the folder `locked` can't be read, whoever runs the test."""
    root = make({"a.md": "", "locked/b.md": "", "z/c.md": ""})
    scandir = os.scandir

    def refusing(path: os.PathLike[str]) -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    return root


def test_an_unreadable_folder_is_reported(locked: Path) -> None:
    result = discover(WorkspaceConfig.load(locked))
    assert [file.name for file in result.files] == ["a.md", "z/c.md"]
    assert result.unreadable == (locked / "locked",)


def test_a_bad_gitignore_line_does_not_silence_the_good_ones(make: MakeTree) -> None:
    root = make({".gitignore": b"!\n/\n\xff\n[z-a].md\nno.md\n", "a.md": "", "no.md": ""})
    assert list(found(root)) == ["a.md"]


def test_a_glob_that_is_none_matches_nothing(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": "prompts: ['[z-a].md', 'a*.md']\n", "a.md": ""})
    assert list(found(root)) == ["a.md", "prompt-workspace.yaml"]


def test_the_kind_of_any_file(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "prompts: [p/*.md]\n",
            "p/a.md": "",
            "README.md": "",
            "soul.md": SOUL,
            "templates/t.md": "",
            "notes.txt": "",
            "config/journal.json": "{}",
        }
    )
    house = Workspace.open(root)
    kinds = {
        "prompt-workspace.yaml": FileKind.WORKSPACE,
        "p/a.md": FileKind.PROMPT,
        "README.md": FileKind.PROMPT,
        "soul.md": FileKind.SOUL,
        "templates/t.md": FileKind.TEMPLATE,
        "templates/new.md": FileKind.TEMPLATE,
        "notes.txt": FileKind.TEXT,
        "config/journal.json": FileKind.IDENTITY,
        "not-there.md": FileKind.PROMPT,
    }
    assert {name: house.kind_of(root / name) for name in kinds} == kinds


def test_a_file_keeps_kind_and_name_by_way_of_a_link(make: MakeTree, tmp_path: Path) -> None:
    root = make({"prompt-workspace.yaml": "", "templates/t.md": ""})
    (tmp_path / "other").symlink_to(root, target_is_directory=True)
    house = Workspace.open(root)
    assert house.kind_of(tmp_path / "other/templates/t.md") is FileKind.TEMPLATE
    assert house.name_of(tmp_path / "other/templates/t.md") == "templates/t.md"
    assert house.path_of(house.name_of(tmp_path / "x.md")) == tmp_path / "x.md"
