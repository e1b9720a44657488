"""What is done with layers of slots: exact bytes, read with PyYAML, and refusals with reasons."""

from pathlib import Path

import pytest
import yaml

from editor import PromptLoader
from editor.core.tree import Number
from editor.formats.runtime_values import ValueType, typed_value
from editor.formats.slot_overlay import SlotLayerName
from editor.session.project import Project
from editor.session.slot_edits import SlotEdits, SlotRefused
from editor.session.workbench import Workbench
from tests.session.slot_houses import TWO, slot, slot_house

APP, DEFAULT, RUNTIME = SlotLayerName.APP, SlotLayerName.DEFAULT, SlotLayerName.RUNTIME
OURS = "# ours\nenabled: true # now\n\n# the text\ntemplate: 'Mine'\nmodel: large"


def _edits(project: Project, bench: Workbench) -> SlotEdits:
    return SlotEdits(project, bench.documents)


def _loaded(text: str) -> dict[str, object]:
    found = yaml.safe_load(text)
    assert isinstance(found, dict)
    return found


def test_the_first_override_makes_its_folder_only_when_it_is_saved(
    bench: Workbench, tmp_path: Path
) -> None:
    project = slot_house(tmp_path, bench)
    recap = slot(project, "recap")
    document = _edits(project, bench).set_here(recap, APP, "template")
    assert document is not None
    assert (document.path, document.text()) == (
        tmp_path / "over/recap.yaml",
        "template: |\n  Sum {{day}} up. \n",
    )
    assert document.is_modified()
    assert not (tmp_path / "over").exists()
    assert _edits(project, bench).overlay(recap).layer(APP).exists  # unsaved text counts
    assert bench.project_of(document) is project
    bench.documents.save(document)
    assert (tmp_path / "over/recap.yaml").read_bytes() == document.text().encode()
    assert PromptLoader(tmp_path, tmp_path / "over").load("recap", {"enabled": True}) == (
        "Sum {{day}} up. \n"
    )


def test_a_whole_override_is_a_copy_and_nothing_else_comes_out(
    bench: Workbench, tmp_path: Path
) -> None:
    project = slot_house(tmp_path, bench)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    before = edits.overlay(recap)
    document = edits.override_file(recap)
    assert document.text() == TWO
    assert edits.overlay(recap).template == before.template
    with pytest.raises(SlotRefused, match="already"):
        edits.override_file(recap)


@pytest.mark.parametrize("key", ["enabled", "template", "model", "fresh"])
@pytest.mark.parametrize("layer", [APP, RUNTIME])
def test_set_here_begins_with_what_is_in_effect(
    bench: Workbench, tmp_path: Path, key: str, layer: SlotLayerName
) -> None:
    project = slot_house(tmp_path, bench)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    before = edits.overlay(recap)
    document = edits.set_here(recap, layer, key)
    wanted = {**_loaded(TWO), "fresh": None}[key]
    found = edits.overlay(recap).layer(layer).definitions[key]
    assert (found.value, type(found.value)) == (wanted, type(wanted))
    assert edits.overlay(recap).template == before.template
    assert edits.overlay(recap).outcome is before.outcome
    if document is not None:
        assert _loaded(document.text()) == {key: wanted}


def test_each_command_changes_its_key_and_no_other_byte(bench: Workbench, tmp_path: Path) -> None:
    project = slot_house(tmp_path, bench, recap=OURS)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    document = bench.open(recap.app)
    for do, wanted in (
        (lambda: edits.enable(recap, APP, False), OURS.replace("true", "false")),
        (lambda: edits.pin(recap, APP, "enabled"), OURS.replace("true", "false")),
        (lambda: edits.pin(recap, APP, "model"), OURS.replace("large", "small")),
        (lambda: edits.reset_key(recap, APP, "model"), OURS.replace("\nmodel: large", "\n")),
        (
            lambda: edits.reset_key(recap, APP, "template"),
            OURS.replace("# the text\ntemplate: 'Mine'\n", ""),
        ),
        (lambda: edits.set_key(recap, APP, "template", "Ours"), OURS.replace("Mine", "Ours")),
    ):
        assert do() is document
        assert document.text() == wanted
        document.undo()  # one step
        assert document.text() == OURS
    assert not document.is_modified()


def test_pinning_a_template_writes_the_value_below_as_it_is(
    bench: Workbench, tmp_path: Path
) -> None:
    project = slot_house(tmp_path, bench, recap='# c\nenabled: true\ntemplate: ""\n')
    recap, edits = slot(project, "recap"), _edits(project, bench)
    document = edits.pin(recap, APP, "template")
    assert document is not None
    assert document.text() == "# c\nenabled: true\ntemplate: |\n  Sum {{day}} up. \n"
    assert _loaded(document.text())["template"] == _loaded(TWO)["template"]


def test_the_default_layer_is_edited_in_its_own_file(bench: Workbench, tmp_path: Path) -> None:
    project = slot_house(tmp_path, bench)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    document = edits.enable(recap, DEFAULT, True)
    assert document is not None
    assert document.path == tmp_path / "prompt_slots/recap.yaml"
    assert document.text() == TWO.replace("false", "true")
    assert not (tmp_path / "over").exists()


def test_the_runtime_layer_lives_in_the_context(bench: Workbench, tmp_path: Path) -> None:
    project = slot_house(tmp_path, bench)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    assert edits.enable(recap, RUNTIME, True) is None
    assert edits.overlay(recap).template == "Sum {{day}} up. \n"
    edits.set_key(recap, RUNTIME, "top", 1.5)
    assert project.runtime_slots("recap") == {"enabled": True, "top": 1.5}
    edits.reset_key(recap, RUNTIME, "enabled")
    assert edits.overlay(recap).template is None
    edits.reset_runtime(recap)
    assert project.runtime_slots("recap") == {}


@pytest.mark.parametrize(
    ("name", "app", "do", "said"),
    [
        ("recap", "enabled: [\n", "enable", "over/recap.yaml, line 2"),
        ("recap", "- a\n", "enable", "app layer is broken"),
        ("recap", "a: &x true\nenabled: *x\n", "enable", "alias"),
        ("recap", "enabled: &x true\nother: *x\n", "enable", "used again in line 2"),
        ("recap", "enabled: true\nenabled: false\n", "reset", "more than once"),
        ("recap", "a: 1\n", "reset", "not set in the app layer"),
        ("broken", None, "pin", "default layer is broken: prompt_slots/broken.yaml, line"),
        ("broken", None, "copy", "default layer is broken"),
        ("recap", None, "pin fresh", "No layer below sets fresh"),
        ("wrong", None, "pin", "No layer below sets enabled"),
        ("lonely", "enabled: true\n", "default", "default layer has no file"),
        ("recap", None, "trash", "There is no file recap.yaml"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(
    bench: Workbench, tmp_path: Path, name: str, app: str | None, do: str, said: str
) -> None:
    project = slot_house(tmp_path, bench, **({} if app is None else {name: app}))
    found, edits = slot(project, name), _edits(project, bench)
    deeds = {
        "enable": lambda: edits.enable(found, APP, False),
        "reset": lambda: edits.reset_key(found, APP, "enabled"),
        "pin": lambda: edits.pin(found, APP, "enabled"),
        "pin fresh": lambda: edits.pin(found, APP, "fresh"),
        "copy": lambda: edits.override_file(found),
        "default": lambda: edits.enable(found, DEFAULT, False),
        "trash": lambda: edits.reset_file(found),
    }
    with pytest.raises(SlotRefused) as refusal:
        deeds[do]()
    assert said in str(refusal.value)
    assert str(refusal.value).endswith(".")
    assert (found.app.read_text() if app is not None else None) == app
    assert all(not document.is_modified() for document in bench.documents.all())


def test_a_file_of_bytes_that_are_no_text_is_not_edited(bench: Workbench, tmp_path: Path) -> None:
    project = slot_house(tmp_path, bench, recap="a: 1\n")
    (tmp_path / "over/recap.yaml").write_bytes(b"template: caf\xe9\n")
    with pytest.raises(SlotRefused, match="app layer is broken"):
        _edits(project, bench).enable(slot(project, "recap"), APP, True)


def test_resetting_an_override_moves_it_to_the_trash(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = slot_house(tmp_path, bench, recap=OURS)
    recap, edits = slot(project, "recap"), _edits(project, bench)
    document = edits.enable(recap, APP, False)
    assert document is not None
    with pytest.raises(SlotRefused, match="unsaved changes"):
        edits.reset_file(recap)
    document.undo()
    monkeypatch.setattr("editor.session.trash.QFile.moveToTrash", lambda _: (False, ""))
    with pytest.raises(SlotRefused, match="still there"):
        edits.reset_file(recap)

    def to_trash(path: str) -> tuple[bool, str]:
        Path(path).rename(tmp_path / "in the trash")
        return True, ""

    monkeypatch.setattr("editor.session.trash.QFile.moveToTrash", to_trash)
    edits.reset_file(recap)
    assert not recap.app.exists()
    assert (tmp_path / "in the trash").read_text() == OURS


def test_runtime_values_are_written_without_loss(bench: Workbench, tmp_path: Path) -> None:
    text = "# ctx\nday: x\nslots: # run\n  recap:\n    enabled: yes # on\n    top: 1.50\nend: z\n"
    (tmp_path / "contexts").mkdir()
    (tmp_path / "contexts/c.yaml").write_text(text)
    project = slot_house(tmp_path, bench)
    project.choose_context("c")
    assert project.runtime_slots("recap") == {"enabled": True, "top": 1.5}
    assert not project.context.differs()
    kinds = {
        key: (each.kind, each.source) for key, each in project.context.runtime_of("recap").items()
    }
    assert kinds == {"enabled": (ValueType.BOOLEAN, "true"), "top": (ValueType.NUMBER, "1.50")}
    project.set_runtime("recap", "top", typed_value(ValueType.NUMBER, "2.10"))
    project.set_runtime("recap", "template", typed_value(ValueType.TEXT, "a\nb: {{c}}\n"))
    project.set_runtime("other", "x", typed_value(ValueType.YAML, "[1, {a: b}]"))
    assert project.context.changed_names() == (
        "slots.recap.top",
        "slots.recap.template",
        "slots.other.x",
    )
    project.save_context()
    assert not project.context.differs()
    saved = (tmp_path / "contexts/c.yaml").read_text()
    assert _loaded(saved)["slots"] == {
        "recap": {"enabled": True, "top": 2.1, "template": "a\nb: {{c}}\n"},
        "other": {"x": [1, {"a": "b"}]},
    }
    assert saved.startswith(text.replace("1.50", "2.10").removesuffix("end: z\n"))
    project.set_runtime("other", "x", None)
    for key in ("enabled", "top", "template"):
        project.set_runtime("recap", key, None)
    project.save_context()
    assert (tmp_path / "contexts/c.yaml").read_text() == "# ctx\nday: x\nend: z\n"


def test_runtime_values_without_a_context_can_be_saved_as_one(
    bench: Workbench, tmp_path: Path
) -> None:
    project = slot_house(tmp_path, bench)
    project.set_runtime("recap", "enabled", typed_value(ValueType.BOOLEAN, "True"))
    assert project.context.differs()
    project.save_context_as("mine")
    assert (tmp_path / "contexts/mine.yaml").read_text() == (
        "slots:\n  recap:\n    enabled: true\n"
    )
    assert project.runtime_slots("recap") == {"enabled": True}
    project.delete_context()
    assert project.runtime_slots("recap") == {"enabled": True}


@pytest.mark.parametrize(
    ("kind", "source", "value", "written"),
    [
        (ValueType.TEXT, " 4 ", " 4 ", " 4 "),
        (ValueType.NUMBER, " 1e5 ", 100000.0, Number("1e5")),
        (ValueType.NUMBER, "007", 7, Number("007")),
        (ValueType.BOOLEAN, " TRUE", True, True),
        (ValueType.YAML, "{a: [1, no]}", {"a": [1, False]}, {"a": [1, False]}),
        (ValueType.YAML, "", None, None),
    ],
)
def test_a_value_is_what_its_type_says(
    kind: ValueType, source: str, value: object, written: object
) -> None:
    made = typed_value(kind, source)
    assert (made.value, made.written) == (value, written)
    assert type(made.value) is type(value)


@pytest.mark.parametrize(
    ("kind", "source", "said"),
    [
        (ValueType.NUMBER, "four", "not a number"),
        (ValueType.BOOLEAN, "yes", "true or false"),
        (ValueType.YAML, "a: [1", "no YAML yet, line 1"),
        (ValueType.YAML, "1: x", "Only text"),
        (ValueType.TEXT, "\ud800", "half a character"),
    ],
)
def test_what_is_no_such_value_is_refused(kind: ValueType, source: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        typed_value(kind, source)
