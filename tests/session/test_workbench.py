"""The workbench: open files and their workspaces, renderings up to date, the disk watched."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.core.kinds import FileKind
from editor.session.documents import UnreadableFile
from editor.session.workbench import Workbench
from tests.session.benches import prepend, rendered


def test_a_file_is_opened_as_what_it_is_to_its_workspace(bench: Workbench, house: Path) -> None:
    kinds = {
        "p.md": FileKind.PROMPT,
        "templates/hi.md": FileKind.TEMPLATE,
        "config/journal.json": FileKind.IDENTITY,
        "contexts/friday.yaml": FileKind.CONTEXT,
    }
    assert {name: bench.open(house / name).kind for name in kinds} == kinds
    assert {bench.project_of(each).root for each in bench.documents.all()} == {house}


def test_the_project_shown_is_that_of_the_document_in_front(
    bench: Workbench, house: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    (other / "config").mkdir(parents=True)
    (other / "config/journal.json").write_text('{"identity": {"name": "Bob"}}')
    (other / "r.md").write_text("$name")
    one, two = bench.open(house / "q.md"), bench.open(other / "r.md")
    with qtbot.waitSignals([bench.front_changed, bench.project_changed]):
        bench.bring_to_front(one)
    assert bench.project is bench.project_of(one)
    bench.bring_to_front(two)
    assert bench.project is bench.project_of(two)
    assert (rendered(bench, one), rendered(bench, two)) == ("Ada $nothing", "Bob")


def test_what_is_not_in_front_catches_up_when_it_is_asked_for(
    bench: Workbench, house: Path
) -> None:
    prompt, other = bench.open(house / "p.md"), bench.open(house / "q.md")
    bench.bring_to_front(other)
    assert rendered(bench, prompt) == "Hi Ada $facet"
    project = bench.project_of(prompt)
    project.set_value("facet", "sea")
    prepend(bench.open(house / "templates/hi.md"), "Well, ")
    assert rendered(bench, prompt) == "Well, Hi Ada sea"


def test_closing_a_source_takes_its_text_on_disk_again(bench: Workbench, house: Path) -> None:
    prompt = bench.open(house / "p.md")
    bench.bring_to_front(prompt)
    template = bench.open(house / "templates/hi.md")
    prepend(template, "Unsaved ")
    assert rendered(bench, prompt).startswith("Unsaved Hi")
    bench.close(template)
    assert rendered(bench, prompt).startswith("Hi")


def test_closing_what_is_in_front_leaves_nothing_there(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "p.md")
    bench.bring_to_front(document)
    bench.live(document)
    bench.close(document)
    assert bench.front is None
    assert bench.documents.all() == ()
    assert bench.project is not None


def test_a_missing_file_is_told_and_opens_nothing(bench: Workbench, house: Path) -> None:
    with pytest.raises(UnreadableFile):
        bench.open(house / "gone.md")
    assert bench.documents.all() == ()


def test_a_new_prompt_belongs_to_the_workspace_that_is_shown(bench: Workbench, house: Path) -> None:
    bench.open_folder(house / "templates")
    document = bench.new()
    prepend(document, "$name")
    assert rendered(bench, document) == "Ada"
    assert bench.project_of(document).root == house


def test_a_file_saved_elsewhere_belongs_there(
    bench: Workbench, house: Path, tmp_path: Path
) -> None:
    lonely = tmp_path / "lonely"
    lonely.mkdir()
    (lonely / "x.md").write_text("$name")
    document = bench.open(lonely / "x.md")
    bench.bring_to_front(document)
    assert rendered(bench, document) == "$name"
    bench.documents.save(document, house / "templates/x.md")
    bench.moved(document)
    assert document.kind is FileKind.TEMPLATE
    assert bench.project_of(document).root == house
    assert bench.project is bench.project_of(document)
    assert rendered(bench, document) == "Ada"


def test_looking_at_the_disk_reloads_clean_files_and_tells_of_dirty_ones_once(
    bench: Workbench, house: Path
) -> None:
    clean, dirty, gone = (bench.open(house / name) for name in ("p.md", "q.md", "templates/hi.md"))
    prepend(dirty, "mine ")
    told: list[tuple[str, object]] = []
    bench.reloaded.connect(lambda document: told.append(("reloaded", document)))
    bench.changed_outside.connect(lambda document: told.append(("outside", document)))
    (house / "p.md").write_text("theirs")
    (house / "q.md").write_text("theirs")
    (house / "templates/hi.md").unlink()
    for _ in range(3):
        bench.look_at_disk_now()
    assert told == [("reloaded", clean), ("outside", dirty), ("outside", gone)]
    assert (clean.text(), clean.is_modified()) == ("theirs", False)
    assert dirty.text().startswith("mine ")
    assert gone.text() == "Hi $name"
    clean.undo()
    assert clean.text().endswith("$hi $facet\n")


def test_a_change_outside_is_noticed_without_asking(
    bench: Workbench, house: Path, qtbot: QtBot
) -> None:
    document = bench.open(house / "p.md")
    bench.bring_to_front(document)
    with qtbot.waitSignal(bench.reloaded):
        (house / "p.md").write_text("theirs $hi")
    with qtbot.waitSignal(bench.project_of(document).scope_changed):
        (house / "templates/hi.md").write_text("Hello $name")
    assert rendered(bench, document) == "theirs Hello Ada"
