"""Places outside a workspace: what leads there, and when they are listed before a write."""

from pathlib import Path

import pytest

from editor.workspace.config import WorkspaceConfig
from editor.workspace.outside import outside_places, places_to_confirm
from tests.workspace.trees import write_tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "ws"
    root.mkdir()
    (tmp_path / "shared").mkdir()
    return root


def config(root: Path, text: str) -> WorkspaceConfig:
    write_tree(root, {"prompt-workspace.yaml": text})
    return WorkspaceConfig.load(root)


def test_a_workspace_that_names_nothing_outside_has_no_place_there(root: Path) -> None:
    found = config(root, "templates: t\nidentity: i.json\n")
    assert outside_places(found) == ()
    assert places_to_confirm(found, root / "t" / "a.md") == ()
    assert places_to_confirm(found, root.parent / "shared" / "a.md") == ()


@pytest.mark.parametrize(
    "text",
    [
        "templates: ../shared\n",
        "contexts: ../ws/../shared\n",
        "variables: [{folder: ../shared, prefix: v_}]\n",
        "slots: {default: ../shared}\n",
        "slots: {app: ../shared}\n",
        'prompts: ["../shared/**/*.md"]\n',
        'souls: ["../shared/*.md"]\n',
        "samples: ../shared\n",
    ],
)
def test_every_kind_of_place_outside_counts(root: Path, text: str) -> None:
    found = config(root, text)
    shared = root.parent / "shared"
    assert outside_places(found) == (shared,)
    assert places_to_confirm(found, shared / "deep" / "a.md") == (shared,)
    assert places_to_confirm(found, root / "a.md") == ()
    assert places_to_confirm(found, root.parent / "elsewhere.md") == ()


def test_a_place_in_the_home_folder_counts(root: Path) -> None:
    home = root.parent / "home"
    found = config(root, "identity: ~/me.json\n")
    assert outside_places(found) == (home / "me.json",)
    assert places_to_confirm(found, home / "me.json") == (home / "me.json",)


def test_all_places_are_listed_when_one_is_written_to(root: Path) -> None:
    found = config(root, "templates: ../shared\nidentity: ~/me.json\n")
    places = (root.parent / "home" / "me.json", root.parent / "shared")
    assert places_to_confirm(found, root.parent / "shared" / "a.md") == places


def test_a_folder_that_is_a_link_to_outside_counts(root: Path) -> None:
    (root / "templates").symlink_to(root.parent / "shared")
    found = WorkspaceConfig.load(root)
    assert outside_places(found) == (root.parent / "shared",)
    assert places_to_confirm(found, root / "templates" / "a.md") == (root.parent / "shared",)


def test_a_link_of_the_workspace_is_asked_about_with_its_target(root: Path) -> None:
    target = root.parent / "rc"
    target.write_text("mine\n")
    (root / "notes.md").symlink_to(target)
    (root / "again.md").symlink_to(root / "notes.md")
    found = WorkspaceConfig.load(root)
    assert outside_places(found) == ()
    assert places_to_confirm(found, root / "again.md") == (target,)
    assert places_to_confirm(found, target) == ()  # opened by its own name


def test_a_workspace_that_is_reached_through_a_link_is_no_place_outside(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    found = config(link, "templates: t\n")
    assert outside_places(found) == ()
    assert places_to_confirm(found, link / "a.md") == ()
