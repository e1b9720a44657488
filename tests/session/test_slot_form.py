"""The form of slot files: what a key shows in each state, its layers, and setting it here."""

from pathlib import Path

import pytest

from editor.core.edits import EditRefused
from editor.core.tree import parse_path
from editor.session.form_values import Clear, FieldKind, FormState, Remove, SetText, Toggle
from editor.session.slot_form_values import Elsewhere, LayerTab, SetHere
from editor.session.workbench import Workbench
from tests.session.benches import bench
from tests.session.slot_lab import FormLab

__all__ = ["bench"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ws"


def test_keys_that_are_set_and_not_set_here(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: false\nmodel: small\nnote: |\n  a\n  b\nlist: [1, 2]\n")
    form = lab.editor.form()
    assert (form.state, form.name, form.layer) == (FormState.READY, "s", "app")
    assert [each.key for each in form.others] == ["model", "note", "list"]
    enabled = form.enabled.field
    assert enabled is not None
    assert (enabled.kind, enabled.text, enabled.is_on) == (FieldKind.SWITCH, "false", False)
    assert enabled.area == "slot"
    assert form.template.field is None
    assert form.template.elsewhere == Elsewhere("default", "Default")
    assert lab.shown("note") == "a\nb\n"
    assert lab.shown("list") == "[1, 2]"
    assert form.broken_layer == ""


def test_set_here_begins_with_the_value_in_effect(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "model: small\n")
    assert lab.do(SetHere("template")) == "model: small\ntemplate: |-\n  Default\n"
    assert lab.do(SetHere("enabled")).endswith("enabled: true\n")
    assert lab.row("enabled").field is not None
    lab.document.undo()
    lab.document.undo()
    assert lab.text == "model: small\n"


def test_a_new_key_of_a_slot_stands_where_people_look_for_it(
    bench: Workbench, folder: Path
) -> None:
    lab = FormLab(bench, folder, "# ours\ntemplate: |\n  x\nmodel: m\n")
    assert lab.do(Toggle(("enabled",), True)) == (
        "# ours\nenabled: true\ntemplate: |\n  x\nmodel: m\n"
    )
    lab.do(Remove(("template",)))
    lab.do(SetText(("template",), "new\n"))
    assert lab.loaded() == {"enabled": True, "template": "new\n", "model": "m"}


def test_wrong_types_are_marked_in_place_and_can_be_mended(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: 1\ntemplate: 7 # seven\n")
    enabled, template = lab.row("enabled").field, lab.row("template").field
    assert enabled is not None
    assert template is not None
    assert enabled.kind is FieldKind.SWITCH
    assert enabled.refused == "enabled must be true or false, without quotes, not a number."
    assert (template.kind, template.text) == (FieldKind.LONG_TEXT, "7")
    assert template.refused == "template must be a text, not a number."
    lab.type("template", "78")
    assert lab.loaded() == {"enabled": 1, "template": "78"}
    lab.do(Toggle(("enabled",), True))
    assert lab.loaded() == {"enabled": True, "template": "78"}
    lab.document.replace_text("template: {a: 1}\n")
    field = lab.row("template").field
    assert field is not None
    assert (field.kind, field.text) == (FieldKind.OTHER, "{a: 1}")
    lab.document.replace_text("template:\n")
    lab.type("template", "first")
    assert lab.loaded() == {"template": "first"}


def test_a_value_that_a_higher_layer_hides_says_so(bench: Workbench, folder: Path) -> None:
    other = FormLab(bench, folder, "enabled: true\ntemplate: D\n", "default")
    app = folder / "slots" / "app"
    app.mkdir()
    (app / "s.yaml").write_text("template: A\n")
    bench.look_at_disk_now()
    form = other.editor.form()
    assert form.template.hidden_by == "app"
    assert form.enabled.hidden_by == ""
    assert form.layers == (
        LayerTab("default", other.path, True, True, False),
        LayerTab("app", app / "s.yaml", True, False, True),
    )
    (app / "s.yaml").write_text("[\n")
    bench.look_at_disk_now()
    form = other.editor.form()
    assert form.broken_layer == "app"
    assert [(each.name, each.is_broken, each.wins) for each in form.layers] == [
        ("default", False, False),
        ("app", True, False),
    ]


def test_the_layer_that_decides_is_the_winner(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "# nothing yet\n")

    def winners() -> list[str]:
        return [each.name for each in lab.editor.form().layers if each.wins]

    for text, winner in (
        ("# nothing yet\n", ["default"]),
        ("enabled: true\n", ["app"]),  # with the template of the default layer
        ("template: x\n", ["app"]),
        ("enabled: false\n", ["app"]),
        ("template: ''\n", ["app"]),
        ("[\n", []),
    ):
        lab.document.replace_text(text)
        assert winners() == winner, text


def test_a_missing_app_layer_has_a_place(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: false\n", "default")
    default, app = lab.editor.form().layers
    assert (default.exists, default.is_shown, default.wins) == (True, True, True)
    assert (app.exists, app.path) == (False, folder / "slots" / "app" / "s.yaml")


def test_a_broken_file_keeps_its_last_form(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: true\ntemplate: x\n")
    lab.document.replace_text("enabled: true\ntemplate: 'x\n")
    form = lab.editor.form()
    assert (form.state, form.fault_line) == (FormState.FAULT, 3)
    assert "quote" in form.fault
    assert form.template.field is not None
    assert form.template.field.text == "x"
    assert form.has_fields
    with pytest.raises(EditRefused):
        lab.do(SetText(("template",), "y"))
    with pytest.raises(EditRefused):
        lab.do(SetHere("model"))
    lab.document.replace_text("- no\n- mapping\n")
    assert lab.editor.form().state is FormState.FAULT


def test_a_file_that_may_only_be_read_refuses(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: true\n")
    lab.document.read_only_reason = "Only to be read."
    assert lab.editor.form().read_only == "Only to be read."
    for wish in (Toggle(("enabled",), False), SetHere("template"), Clear(("enabled",))):
        with pytest.raises(EditRefused, match=r"Only to be read\."):
            lab.do(wish)
    assert lab.text == "enabled: true\n"


def test_typing_in_one_visit_is_one_step_and_leaves_no_trace_of_the_way(
    bench: Workbench, folder: Path
) -> None:
    lab = FormLab(bench, folder, "enabled: true\ntemplate: plain\n")
    for text in ("plain:", "plain: ", "plain: x", "plain"):
        lab.do(SetText(("template",), text))
        assert lab.shown("template") == text
    lab.editor.end_visit()
    assert lab.text == "enabled: true\ntemplate: plain\n"
    lab.do(SetText(("template",), "plain!"), SetText(("template",), "plain!!"))
    lab.editor.end_visit()
    lab.document.undo()
    assert lab.text == "enabled: true\ntemplate: plain\n"


def test_keys_with_odd_names_are_keys(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, 'a.b: 1\n"x y": two\n3: four\n')
    assert [each.key for each in lab.editor.form().others] == ["a.b", "x y", "3"]
    field = lab.row("a.b").field
    assert field is not None
    assert field.path == parse_path(field.name) == ("a.b",)


def test_a_duplicate_key_is_left_alone(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: true\nenabled: false\n")
    field = lab.row("enabled").field
    assert field is not None
    assert field.lock is not None
    assert field.lock_lines == (1, 2)
