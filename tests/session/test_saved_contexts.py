"""Saved contexts: written without loss, made, renamed, deleted, filled from a mapping."""

import json
from pathlib import Path

import pytest
import yaml

from editor.session.context_values import ContextValues
from editor.session.project import Project
from editor.session.saved_contexts import ContextRefused, as_json, parse_mapping
from editor.session.workbench import Workbench

ODD = (
    "# A review.\n"
    "facet:   work # the part\r\n"
    "day_YYYYMMDD: '20260123'\n"
    "\n"
    "activity_level: 0.80\n"
    "flag: true\n"
    "text: |\n"
    "  one\n"
    "  two\n"
    "slots: {a: {enabled: true}}\n"
    "last: x"
)


@pytest.fixture
def project(bench: Workbench, house: Path) -> Project:
    (house / "contexts/odd.yaml").write_bytes(ODD.encode())
    (house / "contexts/plain.json").write_text('{"facet":"work",\n "n": 1.50}\n')
    found = bench.open_folder(house)
    found.choose_context("odd")
    return found


def odd(house: Path) -> str:
    return (house / "contexts/odd.yaml").read_bytes().decode()


@pytest.mark.parametrize(
    ("name", "value", "old", "new"),
    [
        ("facet", "home", "work #", "home #"),
        ("activity_level", "0.9", "0.80", "0.9"),
        ("activity_level", "high", "0.80", "high"),
        ("flag", "False", "flag: true", "flag: false"),
        ("day_YYYYMMDD", "20260124", "20260123", "20260124"),
        ("last", "", "last: x", "last: ''"),
        ("flag", "false", "flag: true", "flag: 'false'"),
    ],
)
def test_saving_changes_the_value_and_no_other_byte(
    project: Project, house: Path, name: str, value: str, old: str, new: str
) -> None:
    project.set_value(name, value)
    assert project.context.differs()
    assert odd(house) == ODD
    project.save_context()
    loaded = yaml.safe_load(odd(house))
    assert str(loaded[name]) == value
    text = odd(house).replace('last: ""', "last: ''").replace('0.80: "', "")
    assert text == ODD.replace(old, new)
    assert (project.context.name, project.context.differs()) == ("odd", False)
    assert project.context.given()[name] == value


def test_values_that_merely_follow_are_not_saved_and_overrides_are(
    project: Project, house: Path
) -> None:
    project.set_value("segment", "143022_300")
    project.save_context()
    assert {"segment_start", "day"}.isdisjoint(yaml.safe_load(odd(house)))
    project.set_value("segment_end", "3:15 PM")
    project.save_context()
    assert yaml.safe_load(odd(house))["segment_end"] == "3:15 PM"
    assert odd(house).startswith(ODD)


def test_a_value_taken_away_goes_from_the_file_an_empty_one_stays(
    project: Project, house: Path
) -> None:
    project.set_value("facet", None)
    project.set_value("last", "")
    project.save_context()
    loaded = yaml.safe_load(odd(house))
    assert "facet" not in loaded
    assert loaded["last"] == ""
    assert loaded["slots"] == {"a": {"enabled": True}}
    assert project.context.state("facet").value == "unset"


def test_saving_an_open_file_keeps_what_was_typed_in_it_and_can_be_undone(
    project: Project, bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "contexts/odd.yaml")
    document.replace_text(ODD.replace("A review", "Our review"))
    project.set_value("facet", "home")
    project.save_context()
    assert bench.documents.find(house / "contexts/odd.yaml") is document
    expected = ODD.replace("A review", "Our review").replace("work #", "home #")
    assert odd(house) == document.text() == expected
    document.undo()
    assert document.text() == ODD.replace("A review", "Our review")
    assert project.context.given()["facet"] == "work"


def test_saving_a_file_that_is_not_open_leaves_none_open(
    project: Project, bench: Workbench, house: Path
) -> None:
    project.set_value("facet", "home")
    project.save_context()
    assert bench.documents.all() == ()


def test_a_json_context_is_written_as_json(project: Project, house: Path) -> None:
    project.choose_context("plain")
    project.set_value("n", "2.50")
    project.set_value("new", 'a"b')
    project.save_context()
    text = (house / "contexts/plain.json").read_text()
    assert json.loads(text) == {"facet": "work", "n": 2.5, "new": 'a"b'}
    assert text.startswith('{"facet":"work",\n "n": 2.50')


def test_a_file_that_changed_on_disk_is_not_overwritten_and_nothing_typed_is_lost(
    project: Project, bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "contexts/odd.yaml")
    (house / "contexts/odd.yaml").write_text("facet: theirs\n")
    project.set_value("facet", "mine")
    with pytest.raises(ContextRefused) as refusal:
        project.save_context()
    assert "odd.yaml" in str(refusal.value)
    assert odd(house) == "facet: theirs\n"
    assert project.context.given()["facet"] == "mine"
    assert document.is_modified()


@pytest.mark.parametrize(
    ("text", "name"),
    [("facet: [1\n", "x"), ("a: &a x\nfacet: *a\n", "facet"), ("- 1\n", "x"), ("a: [1]\n", "x")],
)
def test_a_file_that_cannot_take_the_values_says_so_and_stays(
    project: Project, house: Path, text: str, name: str
) -> None:
    (house / "contexts/monday.yaml").write_text(text)
    project.rescan()
    project.choose_context("monday")
    project.set_value(name, "new")
    with pytest.raises(ContextRefused):
        project.save_context()
    assert (house / "contexts/monday.yaml").read_text() == text
    assert project.context.given()[name] == "new"


def test_a_new_context_keeps_comments_and_slots_of_the_one_it_is_made_from(
    project: Project, house: Path, bench: Workbench
) -> None:
    project.set_value("facet", "sea")
    project.save_context_as("at sea")
    text = (house / "contexts/at sea.yaml").read_bytes().decode()
    assert text == ODD.replace("work #", "sea #")
    assert odd(house) == ODD
    assert project.context.name == "at sea"
    assert "at sea" in project.context_names()
    assert (project.context.differs(), bench.documents.all()) == (False, ())


def test_a_new_context_from_values_alone(project: Project, house: Path) -> None:
    project.choose_context(None)
    project.set_values({"day_YYYYMMDD": "20260123", "empty": "", "odd": "yes", "gone": None})
    project.save_context_as("fresh")
    loaded = yaml.safe_load((house / "contexts/fresh.yaml").read_text())
    assert loaded == {"day_YYYYMMDD": "20260123", "empty": "", "odd": "yes"}


def test_the_first_context_makes_the_folder(bench: Workbench, tmp_path: Path) -> None:
    root = tmp_path / "bare"
    root.mkdir()
    (root / "prompt-workspace.yaml").write_text("contexts: deep/er\n")
    project = bench.open_folder(root)
    project.set_value("a", "1")
    project.save_context_as("one")
    assert yaml.safe_load((root / "deep/er/one.yaml").read_text()) == {"a": "1"}


NAMES = ["", " ", "../x", "a/b", "a\\b", ".hidden", "x\0y", "a:b", "odd", "ODD", "plain", "n" * 200]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leaves_the_folder_or_is_taken_is_refused(
    project: Project, house: Path, name: str
) -> None:
    before = sorted(house.rglob("*"))
    for command in (project.save_context_as, project.rename_context):
        if command == project.rename_context and name.casefold() == "odd":
            continue  # its own name
        with pytest.raises(ContextRefused):
            command(name)
    assert sorted(house.rglob("*")) == before
    assert (project.context.name, odd(house)) == ("odd", ODD)


def test_renaming_keeps_file_values_and_what_was_typed(
    project: Project, bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "contexts/odd.yaml")
    project.set_value("facet", "typed")
    project.rename_context("even")
    assert not (house / "contexts/odd.yaml").exists()
    assert (house / "contexts/even.yaml").read_bytes().decode() == ODD
    assert document.path == house / "contexts/even.yaml"
    assert (project.context.name, project.context.given()["facet"]) == ("even", "typed")
    project.choose_context("plain")
    project.rename_context("Plain")
    assert (house / "contexts/Plain.json").is_file()


def test_deleting_moves_to_the_trash_and_keeps_the_values(
    project: Project, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home/share"))
    before = project.context.effective()
    project.delete_context()
    assert not (house / "contexts/odd.yaml").exists()
    trashed = [path for path in (tmp_path / "home").rglob("odd.yaml") if path.is_file()]
    assert [path.read_bytes().decode() for path in trashed] == [ODD]
    assert (project.context.name, project.context.effective()) == (None, before)
    assert "odd" not in project.context_names()


def test_without_a_trash_nothing_is_deleted(
    project: Project, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editor.session.trash.QFile.moveToTrash", lambda _: (False, ""))
    with pytest.raises(ContextRefused) as refusal:
        project.delete_context()
    assert "odd.yaml" in str(refusal.value)
    assert (odd(house), project.context.name) == (ODD, "odd")


def test_a_context_with_a_fault_says_where(project: Project, house: Path) -> None:
    assert project.context_fault() is None
    (house / "contexts/monday.yaml").write_text("a: 1\nb: [2]\n")
    project.rescan()
    project.choose_context("monday")
    fault = project.context_fault()
    assert fault is not None
    assert "monday.yaml, line 2" in fault
    project.choose_context(None)
    assert project.context_fault() is None


# --- a mapping that was pasted --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"a": "x", "n": 1.50, "flag": true, "nil": null}', {"a": "x", "n": "1.50", "nil": None}),
        ("a: x\nn: 1.50\nnil:\n", {"a": "x", "n": "1.50", "nil": None}),
        ("{a: x, n: 1.50, nil: ~}", {"a": "x", "n": "1.50", "nil": None}),
        ("a: ''\nslots: {s: {enabled: true}}\n", {"a": ""}),
        ("a: |\n  one\n  two\n", {"a": "one\ntwo\n"}),
    ],
)
def test_a_mapping_gives_its_scalars(text: str, values: dict[str, str | None]) -> None:
    found = parse_mapping(text)
    assert {name: found[name] for name in values} == values
    assert "slots" not in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("just words", ""),
        ("- a\n- b\n", "1"),
        ("a: 1\nb: [2]\n", "2"),
        ('{\n"a": 1,\n"b": {"c": 1}}', "3"),
        ('{\n"a": 1\n"b": 2}', "3"),
        ("a: 1\nb: 2\nmy name: x\n", "3"),
        ("a: 1\n b: [\n", "2"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ContextRefused) as refusal:
        parse_mapping(text)
    assert str(refusal.value)
    assert not said or f"Line {said}:" in str(refusal.value)


def test_what_is_copied_and_pasted_back_goes_on_following() -> None:
    context = ContextValues(typed={"day_YYYYMMDD": "20260123", "segment": "143022_300", "f": "x"})
    copied = json.loads(as_json(context))
    assert copied == {
        "day_YYYYMMDD": "20260123",
        "segment": "143022_300",
        "f": "x",
        "day": "Friday, January 23, 2026",
        "segment_start": "2:30 PM",
        "segment_end": "2:35 PM",
    }
    assert parse_mapping(as_json(context)) == context.given()
    overridden = context.with_value("day", "today")
    assert parse_mapping(as_json(overridden)) == overridden.given()
