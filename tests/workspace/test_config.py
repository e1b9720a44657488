"""Which folder is the workspace of a path, and what the workspace file says of its parts."""

from pathlib import Path

import pytest

from editor.workspace.config import (
    Pattern,
    SlotPlaces,
    VariableFolder,
    WorkspaceConfig,
    find_workspace,
)
from tests.workspace.trees import MakeTree, write_tree

FILE = "prompt-workspace.yaml"
IDENTITY = "config/journal.json"


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        # The nearest workspace file, also if an identity is nearer.
        ([f"a/{FILE}", f"a/b/{IDENTITY}"], "a/b/c/p.md", "a"),
        ([f"a/{FILE}", f"a/b/{FILE}"], "a/b/c/p.md", "a/b"),
        ([f"a/{FILE}", f"a/b/{FILE}"], "a/p.md", "a"),
        ([f"a/{FILE}"], "a", "a"),
        # Else the nearest identity.
        ([f"a/{IDENTITY}", f"a/b/{IDENTITY}"], "a/b/c/p.md", "a/b"),
        ([f"a/{IDENTITY}"], "a/b/c/p.md", "a"),
        ([f"a/{IDENTITY}"], "a/config/journal.json", "a"),
        # Else the own folder.
        ([], "a/b/p.md", "a/b"),
        ([], "a/b", "a/b"),
        ([], "a/b/not-there.md", "a/b"),
        # The repository's folder is looked at, what is above it is not.
        ([f"a/{FILE}", "a/b/.git/HEAD"], "a/b/c/p.md", "a/b/c"),
        ([f"a/b/{FILE}", "a/b/.git/HEAD"], "a/b/c/p.md", "a/b"),
        ([f"a/{FILE}", f"a/b/{IDENTITY}", "a/b/.git/HEAD"], "a/b/c/p.md", "a/b"),
        ([f"a/{FILE}", "a/b/.git"], "a/b/c/p.md", "a/b/c"),  # a worktree's .git is a file
        # So it is with the home folder.
        ([f"a/{FILE}", "a/home/x"], "a/home/c/p.md", "a/home/c"),
        ([f"a/home/{FILE}"], "a/home/c/p.md", "a/home"),
        # A folder of that name is no workspace file.
        ([f"a/{FILE}/x"], "a/b/p.md", "a/b"),
    ],
)
def test_the_workspace_of_a_path(
    files: list[str],
    path: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "w/a/home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "w/a/home"))
    root = write_tree(tmp_path / "w", dict.fromkeys(files, "{}"))
    for folder in ("a/b/c", "a/home/c"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    assert find_workspace(root / path) == root / expected


def test_a_named_workspace_wins(make: MakeTree) -> None:
    root = make({f"a/{FILE}": "", "b/x.md": ""})
    assert find_workspace(root / "a/p.md", root / "b") == root / "b"
    assert find_workspace(root / "b/p.md", root / "a" / FILE) == root / "a"


def test_a_named_workspace_must_be_a_folder(make: MakeTree) -> None:
    root = make({"x.md": ""})
    for wrong in ("x.md", "nothing"):
        with pytest.raises(NotADirectoryError, match=f"{wrong} is not a folder"):
            find_workspace(root, root / wrong)


def test_paths_are_taken_from_the_current_folder(
    make: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make({FILE: "", "a/b/p.md": ""})
    monkeypatch.chdir(root / "a")
    assert find_workspace(Path("b/p.md")) == root
    assert find_workspace(Path("..")) == root
    assert find_workspace(Path("b"), Path("b")) == root / "a/b"


def test_a_link_is_in_the_workspace_where_it_stands(make: MakeTree) -> None:
    root = make({f"a/{FILE}": "", "b/p.md": ""})
    (root / "a/link.md").symlink_to(root / "b/p.md")
    assert find_workspace(root / "a/link.md") == root / "a"


def test_conventions_without_a_workspace_file(make: MakeTree) -> None:
    root = make({"p.md": ""})
    config = WorkspaceConfig.load(root)
    assert config.identity == root / "config/journal.json"
    assert config.templates == root / "templates"
    assert config.contexts == root / "contexts"
    assert (config.prompts, config.souls, config.exclude) == (None, None, ())
    assert (config.context, config.variables, config.prompt_schema) == (None, (), None)
    assert (config.samples, config.soul_variables) == (None, ())


def test_templates_may_lie_in_think(make: MakeTree) -> None:
    root = make({"think/templates/": ""})
    assert WorkspaceConfig.load(root).templates == root / "think/templates"
    (root / "templates").mkdir()
    assert WorkspaceConfig.load(root).templates == root / "templates"


def test_all_keys_are_read_and_paths_are_relative_to_the_file(make: MakeTree) -> None:
    root = make(
        {
            FILE: """
prompts: [prompts/**/*.md, one.md, ../shared/*.md, "~/mine/**"]
souls: [souls/*.md]
exclude: [drafts/**]
templates: parts
identity: ~/who.json
contexts: ../ctx
context: friday
variables:
  - folder: voice
    prefix: voice_
  - folder: ~/notes
schemas: {prompt: own.json}
samples: given/samples.yaml
soul_variables: [one, two]
"""
        }
    )
    config = WorkspaceConfig.load(root)
    home = Path.home()
    assert config.prompts == (
        Pattern(root / "prompts", "**/*.md"),
        Pattern(root / "one.md", ""),
        Pattern(root.parent / "shared", "*.md"),
        Pattern(home / "mine", "**"),
    )
    assert config.souls == (Pattern(root / "souls", "*.md"),)
    assert config.exclude == (Pattern(root / "drafts", "**"),)
    assert config.templates == root / "parts"
    assert config.identity == home / "who.json"
    assert config.contexts == root.parent / "ctx"
    assert config.context == "friday"
    assert config.variables == (
        VariableFolder(root / "voice", "voice_"),
        VariableFolder(home / "notes", ""),
    )
    assert config.prompt_schema == root / "own.json"
    assert config.samples == root / "given/samples.yaml"
    assert config.soul_variables == ("one", "two")


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "prompts: [", "- a list\n", "templates: 5\n", b"\xff\xfe"]
)
def test_what_cannot_be_read_leaves_the_conventions(text: str | bytes, make: MakeTree) -> None:
    root = make({FILE: text})
    assert WorkspaceConfig.load(root) == WorkspaceConfig(
        root,
        root / "config/journal.json",
        root / "templates",
        root / "contexts",
        slots=SlotPlaces(app=Path.home() / ".everos/prompt_slots"),
    )


def test_a_workspace_file_may_have_a_byte_order_mark(make: MakeTree) -> None:
    root = make({FILE: b"\xef\xbb\xbftemplates: parts\r\n"})
    assert WorkspaceConfig.load(root).templates == root / "parts"
