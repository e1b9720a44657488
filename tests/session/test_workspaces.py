"""Which workspace a document belongs to: the one it was opened in, whatever else is shown."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.core.kinds import FileKind
from editor.session.documents import UnreadableFile
from editor.session.workbench import Workbench
from tests.session.benches import prepend, rendered
from tests.workspace.trees import write_tree


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder that nothing marks as a workspace."""
    root = tmp_path / "bare"
    root.mkdir()
    return write_tree(root, {"templates/t.md": "T!", "sub/p.md": "$t $name"})


def test_an_opened_folder_is_the_workspace_of_the_files_below_it(
    bench: Workbench, bare: Path
) -> None:
    project = bench.open_folder(bare)
    document = bench.open(bare / "sub/p.md")
    assert bench.project_of(document) is project
    assert rendered(bench, document) == "T! $name"


def test_a_marker_nearer_to_the_file_wins_over_the_opened_folder(
    bench: Workbench, bare: Path
) -> None:
    write_tree(bare / "sub", {"prompt-workspace.yaml": "templates: own\n", "own/t.md": "Near"})
    bench.open_folder(bare)
    assert rendered(bench, bench.open(bare / "sub/p.md")) == "Near $name"


@pytest.mark.parametrize("with_folder", [True, False])
def test_an_identity_that_is_begun_counts_for_its_workspace_and_can_be_saved(
    bench: Workbench, bare: Path, with_folder: bool
) -> None:
    if with_folder:
        (bare / "config").mkdir()
    project = bench.open_folder(bare)
    prompt = bench.open(bare / "sub/p.md")
    identity = bench.new_identity(project)
    assert bench.project_of(identity) is project
    identity.replace_text('{"identity": {"name": "Ada"}}')
    assert rendered(bench, prompt) == "T! Ada"
    bench.documents.save(identity)
    assert (bare / "config/journal.json").read_text() == '{"identity": {"name": "Ada"}}'


def test_an_identity_outside_the_workspace_belongs_to_the_workspace_that_names_it(
    bench: Workbench, bare: Path, tmp_path: Path
) -> None:
    write_tree(tmp_path, {"elsewhere/me.json": '{"identity": {"name": "Eve"}}'})
    (bare / "prompt-workspace.yaml").write_text("identity: ../elsewhere/me.json\n")
    project = bench.open_folder(bare)
    prompt = bench.open(bare / "sub/p.md")
    identity = bench.open(tmp_path / "elsewhere/me.json")
    assert bench.project_of(identity) is project
    identity.replace_text('{"identity": {"name": "Mia"}}')
    assert rendered(bench, prompt) == "T! Mia"


def test_another_workspace_that_is_shown_takes_nothing_from_the_document_in_front(
    bench: Workbench, bare: Path, house: Path
) -> None:
    prompt = bench.open(house / "q.md")
    bench.bring_to_front(prompt)
    other = bench.open_folder(bare)
    assert bench.project is other
    assert bench.acting_project is bench.project_of(prompt)
    bench.acting_project.set_value("nothing", "something")
    assert rendered(bench, prompt) == "Ada something"


def test_a_new_prompt_looks_through_no_folder(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    document = bench.new()
    bench.bring_to_front(document)
    assert bench.project is None
    assert not bench.project_of(document).inventory.is_complete
    prepend(document, "$now")
    assert rendered(bench, document) == "Tuesday, February 3, 2026 at 12:00 PM UTC"


def test_what_a_saved_prompt_is_for_is_found_out_again(
    bench: Workbench, house: Path, qtbot: QtBot
) -> None:
    project = bench.open_folder(house)
    entry = next(each for each in project.files() if each.name == "q.md")
    document = bench.open(house / "q.md")
    document.replace_text('{\n"tools": "x"\n}\n')
    bench.documents.save(document)
    qtbot.waitUntil(lambda: project.detail_of(entry) == "agent")


def test_a_rescan_without_a_change_tells_no_new_values(
    bench: Workbench, house: Path, qtbot: QtBot
) -> None:
    project = bench.open_folder(house)
    project.scope(FileKind.PROMPT)
    with qtbot.assertNotEmitted(project.scope_changed):
        project.rescan()


def test_a_template_edited_under_another_name_counts(bench: Workbench, house: Path) -> None:
    (house / "alias.md").symlink_to("templates/hi.md")
    prompt = bench.open(house / "p.md")
    alias = bench.open(house / "alias.md")
    assert rendered(bench, prompt) == "Hi Ada $facet"
    alias.replace_text("Dear $name")
    assert rendered(bench, prompt) == "Dear Ada $facet"
    bench.close(alias)
    assert rendered(bench, prompt) == "Hi Ada $facet"


@pytest.mark.parametrize("name", ["nowhere/x.md", "missing.md", "\0"])
def test_what_cannot_be_there_is_unreadable(bench: Workbench, house: Path, name: str) -> None:
    bench.open(house / "p.md")
    with pytest.raises(UnreadableFile, match="exist"):
        bench.open(house / name)


def test_a_file_that_is_not_utf8_has_a_reason_instead_of_a_rendering(
    bench: Workbench, house: Path
) -> None:
    (house / "latin.md").write_bytes(b"caf\xe9 $name")
    document = bench.open(house / "latin.md")
    live = bench.live(document)
    assert live.reason is not None
    assert "UTF-8" in live.reason
    (house / "latin.md").write_text("café $name")
    bench.documents.reload(document)
    assert live.reason is None
    assert live.text() == "café Ada"


def test_a_context_whose_file_is_gone_leaves_only_what_was_typed(
    bench: Workbench, house: Path
) -> None:
    project = bench.open_folder(house)
    project.choose_context("friday")
    project.set_value("topic", "tides")
    (house / "contexts/friday.yaml").unlink()
    project.rescan()
    assert project.context.name is None
    assert project.context.given() == {"topic": "tides"}
