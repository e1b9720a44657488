"""A workspace in use: its scope follows unsaved text, its identity is written losslessly."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.core.edits import EditRefused
from editor.core.kinds import FileKind
from editor.session import inventory
from editor.session.identity_fields import IdentityValue
from editor.session.project import Project
from editor.session.workbench import Workbench
from tests.session.benches import prepend


@pytest.fixture
def project(bench: Workbench, house: Path) -> Project:
    return bench.open_folder(house)


def value(project: Project, name: str) -> object:
    winner = project.scope(FileKind.PROMPT).lookup(name).winner
    return None if winner is None else winner.value


def test_all_layers_define_names(project: Project) -> None:
    assert value(project, "hi") == "Hi Ada"
    assert value(project, "name") == "Ada"
    assert value(project, "now") == "Tuesday, February 3, 2026 at 12:00 PM UTC"
    assert value(project, "facet") is None
    project.set_value("facet", "sea")
    assert (value(project, "facet"), value(project, "Facet")) == ("sea", "Sea")


def test_a_context_is_chosen_typed_over_and_put_aside(project: Project) -> None:
    assert project.context_names() == ("friday", "monday")
    project.choose_context("friday")
    assert value(project, "day") == "Friday, January 23, 2026"
    project.set_value("facet", "sea")
    assert value(project, "facet") == "sea"
    project.set_value("facet", None)
    assert value(project, "facet") is None  # taken away, not fallen back
    project.choose_context("monday")
    assert value(project, "facet") == "home"
    assert value(project, "day") is None
    project.choose_context("no such")
    assert (project.context.name, value(project, "facet")) == (None, None)


def test_setting_what_is_set_changes_nothing(project: Project, qtbot: QtBot) -> None:
    project.set_value("facet", "sea")
    with qtbot.assertNotEmitted(project.scope_changed):
        project.set_value("facet", "sea")
        project.set_value("other", None)
    with qtbot.waitSignal(project.scope_changed):
        project.set_value("facet", "")


def test_now_is_the_same_until_it_is_refreshed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = value(project, "now")
    later = datetime(2031, 1, 1, 0, 5, tzinfo=UTC)
    monkeypatch.setattr(project, "_clock", lambda: later)
    project.set_value("facet", "x")
    project.rescan()
    assert value(project, "now") == before
    project.refresh_now()
    assert value(project, "now") == "Wednesday, January 1, 2031 at 12:05 AM UTC"


def test_the_chosen_context_follows_the_text_of_its_file(
    project: Project, bench: Workbench, house: Path
) -> None:
    project.choose_context("monday")
    document = bench.open(house / "contexts/monday.yaml")
    document.replace_text("facet: garden\nextra: 1\n")
    assert (value(project, "facet"), value(project, "extra")) == ("garden", "1")


def test_identity_values_in_order_with_their_source_text(project: Project) -> None:
    assert project.identity.values() == (
        IdentityValue("name", ("name", "Name"), "Ada"),
        IdentityValue("n", ("n", "N"), "1"),
        IdentityValue("on", ("on", "On"), "true"),
    )


@pytest.mark.parametrize(
    ("path", "typed", "written"),
    [
        ("name", 'B"ö', '"B\\"ö"'),
        ("name", "1", '"1"'),
        ("n", "1.50", "1.50"),
        ("n", "-2e5", "-2e5"),
        ("n", "01", '"01"'),
        ("n", "many", '"many"'),
        ("on", "false", "false"),
        ("on", "no", '"no"'),
    ],
)
def test_a_value_keeps_its_type_where_the_text_allows_it(
    project: Project, house: Path, path: str, typed: str, written: str
) -> None:
    before = (house / "config/journal.json").read_text()
    old = {"name": '"Ada"', "n": "1", "on": "true"}[path]
    project.identity.edits.set_text(path, typed)
    text = project.open_identity().text()
    assert text == before.replace(f": {old}", f": {written}", 1)
    assert project.open_identity().is_modified()


def test_typing_on_to_another_number_ends_as_a_number(project: Project) -> None:
    for typed in ("1.", "1.5", "1.5e", "1.5e3"):
        project.identity.edits.set_text("n", typed)
    assert json.loads(project.open_identity().text())["identity"]["n"] == 1500
    for typed in ("fals", "false"):
        project.identity.edits.set_text("on", typed)
    assert json.loads(project.open_identity().text())["identity"]["on"] is False
    document = project.open_identity()
    document.replace_text(document.text().replace("1.5e3", '"2"'))
    project.identity.edits.set_text("n", "3")  # a text by hand stays one
    assert json.loads(document.text())["identity"]["n"] == "3"


def test_typing_is_one_step_and_another_field_another(project: Project, house: Path) -> None:
    before = (house / "config/journal.json").read_text()
    for path, typed in (("name", "B"), ("name", "Bo"), ("n", "2"), ("n", "22")):
        project.identity.edits.set_text(path, typed)
    document = project.open_identity()
    document.undo()
    assert json.loads(document.text())["identity"] == {"name": "Bo", "n": 1, "on": True}
    document.undo()
    assert document.text() == before
    assert not document.is_modified()


def test_a_value_that_is_not_there_is_refused(project: Project) -> None:
    with pytest.raises(EditRefused):
        project.identity.edits.set_text("gone", "x")


def test_an_identity_that_cannot_be_read_says_why_without_its_text(
    project: Project, bench: Workbench, house: Path
) -> None:
    bench.open(house / "config/journal.json").replace_text('{"identity": {"a": s3cret}}')
    assert project.identity.values() == ()
    fault = project.identity.fault()
    assert fault
    assert "s3cret" not in fault


def test_without_an_identity_file_there_is_none(
    bench: Workbench, project: Project, house: Path
) -> None:
    (house / "config/journal.json").unlink()
    project.rescan()
    assert not project.has_identity_file()
    assert project.identity_document() is None
    made = bench.new_identity(project)
    assert project.has_identity_file()
    assert project.identity_document() is made
    assert json.loads(made.text())["identity"]["pronouns"]["reflexive"] == "themselves"
    assert not (house / "config/journal.json").exists()
    bench.documents.save(made)
    assert (house / "config/journal.json").read_text() == made.text()


def test_a_large_source_reaches_its_users_after_a_pause(
    bench: Workbench, project: Project, house: Path, qtbot: QtBot
) -> None:
    template = bench.open(house / "templates/hi.md")
    template.replace_text("x" * 70_000)
    with qtbot.waitSignal(project.scope_changed):
        prepend(template, "y")
    assert str(value(project, "hi")).startswith("yx")


def test_a_rescan_finds_new_files_and_forgets_gone_ones(
    project: Project, house: Path, qtbot: QtBot
) -> None:
    assert "q.md" in [file.name for file in project.files()]
    (house / "new.md").write_text("x")
    (house / "q.md").unlink()
    project.rescan()
    qtbot.waitUntil(lambda: "new.md" in [file.name for file in project.files()])
    assert "q.md" not in [file.name for file in project.files()]


def test_the_first_look_at_a_small_folder_is_done_at_once(project: Project) -> None:
    assert {"p.md", "q.md"} <= {file.name for file in project.files()}
    assert project.inventory.is_complete


def test_a_look_that_takes_long_goes_on_in_slices(
    bench: Workbench, house: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inventory, "AT_ONCE", 0)
    for number in range(300):
        (house / f"n{number}.md").write_text("x")
    slow = bench.open_folder(house)
    assert slow.files() == ()
    assert not slow.inventory.is_complete
    qtbot.waitUntil(lambda: slow.inventory.is_complete)
    assert len(slow.files()) > 300


def test_a_changed_workspace_file_counts_after_a_rescan(project: Project, house: Path) -> None:
    (house / "other").mkdir()
    (house / "other/greeting.md").write_text("Good day")
    assert project.scope(FileKind.PROMPT).lookup("greeting").winner is None
    (house / "prompt-workspace.yaml").write_text("templates: other\n")
    project.rescan()
    assert str(value(project, "greeting")) == "Good day"


def test_what_each_prompt_is_comes_after_a_moment(
    project: Project, house: Path, qtbot: QtBot
) -> None:
    details = {file.name: file for file in project.files()}
    qtbot.waitUntil(lambda: project.detail_of(details["p.md"]) == "generator")
    assert project.detail_of(details["q.md"]) == ""
    (house / "q.md").write_text('{\n"tools": "x"\n}\n')
    (house / "r.md").write_text("x")
    with qtbot.waitSignals([project.files_changed, project.files_changed]):
        project.rescan()
    assert project.detail_of(details["q.md"]) == "agent"


def test_sources_and_folders_to_watch(project: Project, house: Path) -> None:
    assert set(project.inventory.sources()) == {
        house / name
        for name in (
            "config/journal.json",
            "templates/hi.md",
            "contexts/friday.yaml",
            "contexts/monday.yaml",
        )
    }
    assert {house, house / "config", house / "templates", house / "contexts"} <= set(
        project.inventory.folders()
    )
