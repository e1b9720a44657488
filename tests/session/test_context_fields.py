"""The context as a panel shows it: groups, states, what follows from what, own names."""

from pathlib import Path

import pytest

from editor.core.kinds import FileKind
from editor.session.context_fields import ContextEntry, ContextGroup, context_entries
from editor.session.context_values import ContextValues
from editor.session.project import Project
from editor.session.workbench import Workbench


@pytest.fixture
def project(bench: Workbench, house: Path) -> Project:
    return bench.open_folder(house)


def entries(project: Project, *used: str) -> dict[str, ContextEntry]:
    scope = project.scope(FileKind.PROMPT)
    found = context_entries(dict.fromkeys(used, 1), scope, project)
    assert len({each.use.name for each in found}) == len(found)
    return {each.use.name: each for each in found}


def of_group(found: dict[str, ContextEntry], group: ContextGroup) -> list[str]:
    return [name for name, each in found.items() if each.group is group]


def test_used_names_come_first_then_the_catalogue_then_own_names(project: Project) -> None:
    project.set_value("mine", "1")
    found = entries(project, "strange", "facet", "name", "hi")
    assert of_group(found, ContextGroup.USED) == ["facet", "strange"]
    catalogue = [name for name in project.workspace.catalogue.names() if name != "facet"]
    assert of_group(found, ContextGroup.CATALOGUE) == catalogue
    assert of_group(found, ContextGroup.OWN) == ["mine"]
    assert list(found) == ["facet", "strange", *catalogue, "mine"]


def test_what_a_used_name_follows_from_stands_beside_it(project: Project) -> None:
    found = entries(project, "day", "segment_end")
    used = of_group(found, ContextGroup.USED)
    assert used == ["day", "day_YYYYMMDD", "segment", "segment_end"]
    assert found["segment"].use.uses == 0


def test_what_follows_is_told_and_what_is_malformed_too(project: Project) -> None:
    project.set_values({"day_YYYYMMDD": "20260123", "segment": "143022_300"})
    found = entries(project)
    assert found["day_YYYYMMDD"].note == "Friday, January 23, 2026"
    assert found["segment"].note == "2:30 PM to 2:35 PM"
    project.set_values({"day_YYYYMMDD": "20260230", "segment": "9"})
    found = entries(project)
    assert "YYYYMMDD" in found["day_YYYYMMDD"].note
    assert "HHMMSS_seconds" in found["segment"].note


def test_overridden_is_set_by_hand_over_what_would_follow(project: Project) -> None:
    project.set_value("day", "today")
    assert not entries(project)["day"].overridden
    project.set_value("day_YYYYMMDD", "20260123")
    day = entries(project)["day"]
    assert day.overridden
    assert "Friday, January 23, 2026" in day.note
    project.set_value("day", None)
    day = entries(project)["day"]
    assert (day.overridden, day.use.state.value) == (False, "derived")


def test_own_names_are_listed_without_a_value_until_they_are_removed(project: Project) -> None:
    project.add_name("mine")
    mine = entries(project)["mine"]
    assert (mine.use.value, mine.is_own) == (None, True)
    project.set_value("mine", "x")
    project.set_value("mine", None)
    assert "mine" in entries(project)
    project.remove_name("mine")
    assert "mine" not in entries(project)
    project.add_name("mine")
    assert entries(project)["mine"].use.value is None


def test_a_saved_own_name_can_be_removed_and_stays_away(project: Project, house: Path) -> None:
    (house / "contexts/friday.yaml").write_text("facet: work\nextra: 1\n")
    project.choose_context("friday")
    assert entries(project)["extra"].is_own
    project.remove_name("extra")
    assert "extra" not in entries(project)
    assert project.context.changed_names() == ("extra",)
    project.save_context()
    assert (house / "contexts/friday.yaml").read_text() == "facet: work\n"


def test_unsaved_values_are_put_aside_and_taken_back(project: Project) -> None:
    project.choose_context("friday")
    assert project.put_aside is None
    project.set_value("facet", "mine")
    project.choose_context("monday")
    assert project.context.given()["facet"] == "home"
    assert project.put_aside is not None
    project.take_back()
    assert (project.context.name, project.context.given()["facet"]) == ("friday", "mine")
    assert project.put_aside is None


def test_values_differ_only_while_they_are_not_what_is_saved() -> None:
    context = ContextValues(saved={"a": "1", "n": None}, name="x")
    assert not context.differs()
    assert not context.with_value("b", None).differs()
    assert not context.with_value("a", "1").differs()
    assert context.with_value("a", "").changed_names() == ("a",)
    assert context.with_value("a", None).changed_names() == ("a",)
    assert not context.with_value("a", None).with_value("a", "1").differs()
