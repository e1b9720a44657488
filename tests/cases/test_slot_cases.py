"""Cases from the field on real slot files, edited through the form and read back with PyYAML."""

from pathlib import Path

import pytest
import yaml

from editor.core.edits import EditRefused
from editor.session.form_values import FormState, Remove, SetSource, SetText, Toggle
from editor.session.workbench import Workbench
from editor.workspace.slots import PromptLoader
from tests.session.benches import bench
from tests.session.slot_lab import FormLab

__all__ = ["bench"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ws"


def test_case_2_a_template_stays_as_it_is_when_the_switch_is_turned(
    bench: Workbench, folder: Path
) -> None:
    before = "template: |\n  Hello $name,  \n  - one\t\n\n  \n  end\nenabled: true   # keep me\n"
    lab = FormLab(bench, folder, before)
    lab.do(Toggle(("enabled",), False))
    assert lab.saved() == before.replace("true", "false").encode()
    lab.do(Toggle(("enabled",), True))
    assert lab.saved() == before.encode()
    assert not lab.document.is_modified()


def test_case_2_one_letter_in_a_template_touches_one_line(bench: Workbench, folder: Path) -> None:
    before = "template: |\n  Hello $name,  \n  - one\t\n\n  \n  end\nenabled: true   # keep me\n"
    lab = FormLab(bench, folder, before)
    assert lab.shown("template") == "Hello $name,  \n- one\t\n\n\nend\n"
    lab.type("template", "Hello $name,  \n- one\t\n\n\nends\n")
    assert lab.saved() == before.replace("end\n", "ends\n").encode()


def test_case_3_line_ends_inside_a_block_stay(bench: Workbench, folder: Path) -> None:
    before = "enabled: true\r\ntemplate: |\r\n  one\r\n  two\r\nmodel: m\r\n"
    lab = FormLab(bench, folder, before)
    assert lab.shown("template") == "one\ntwo\n"
    lab.type("template", "one\nmore\ntwo\n")
    assert lab.saved() == before.replace("  two", "  more\r\n  two").encode()
    assert lab.loaded()["template"] == "one\nmore\ntwo\n"


def test_case_24_a_value_of_several_lines_leaves_nothing_behind(
    bench: Workbench, folder: Path
) -> None:
    before = "uid: abc\nquery: |-\n  first\n\n  second\nname: q\n"
    lab = FormLab(bench, folder, before)
    lab.type("query", "one")
    assert lab.loaded() == {"uid": "abc", "query": "one", "name": "q"}
    lab.document.undo()
    lab.do(Remove(("query",)))
    assert lab.saved() == b"uid: abc\nname: q\n"
    lab.document.undo()
    lab.type("query", "1st\n\n3rd")
    assert lab.loaded() == {"uid": "abc", "query": "1st\n\n3rd", "name": "q"}
    assert lab.text == "uid: abc\nquery: |-\n  1st\n\n  3rd\nname: q\n"


def test_case_25_a_template_that_begins_with_blanks_says_its_indentation(
    bench: Workbench, folder: Path
) -> None:
    lab = FormLab(bench, folder, "enabled: true\ntemplate: |\n  plain\n")
    lab.type("template", "    indented first\nsecond\n")
    assert lab.text == "enabled: true\ntemplate: |2\n      indented first\n  second\n"
    assert lab.loaded()["template"] == "    indented first\nsecond\n"
    lab.type("template", "\n    a\nb")
    assert lab.loaded()["template"] == "\n    a\nb"
    assert "template: |2-\n" in lab.text


def test_case_25_a_new_template_is_a_block_and_reads_back(bench: Workbench, folder: Path) -> None:
    for number, value in enumerate(
        ["One line", "a\nb\n", "  \n x\n", "\n\n", "tab\there\n", "#\n"]
    ):
        lab = FormLab(bench, folder / str(number), "# Ours.\nenabled: true # yes\n\n# end\n")
        lab.type("template", value)
        assert lab.loaded() == {"enabled": True, "template": value}
        assert lab.text.startswith("# Ours.\nenabled: true # yes\n")
        assert "template: |" in lab.text
        assert "# end\n" in lab.text


def test_case_43_a_comment_behind_the_template_stays_one(bench: Workbench, folder: Path) -> None:
    before = "template: |\n  a\n  # part of the text\n# real comment\n\nenabled: true\n"
    lab = FormLab(bench, folder, before)
    assert lab.shown("template") == "a\n# part of the text\n"
    lab.type("template", "a\n# part of the text\nb\n")
    assert lab.saved() == (
        b"template: |\n  a\n  # part of the text\n  b\n# real comment\n\nenabled: true\n"
    )
    lab.type("template", "")
    assert lab.loaded() == {"template": "", "enabled": True}
    assert "\n# real comment\n" in lab.text
    loader = PromptLoader(folder / "none", folder / "slots" / "app")
    assert loader.load("s") is None


@pytest.mark.parametrize(
    ("before", "value", "with_more", "without"),
    [
        ("template: |+\n  a\n\n\nb: 1\n", "aa\n\n\n", "aa\n\n\n\n", "aa\n\n"),
        ("template: |-\n  a\n", "aa", "aa\n", None),
        ("template: |\n  a", "aa", "aa\n", None),
        ("template: |\n  a\n", "aa\n", "aa\n\n", "aa"),
    ],
)
def test_case_44_the_end_of_a_template_changes_only_by_the_users_hand(
    bench: Workbench, folder: Path, before: str, value: str, with_more: str, without: str | None
) -> None:
    lab = FormLab(bench, folder, before)
    shown = lab.shown("template")
    assert shown == yaml.safe_load(before)["template"]
    lab.type("template", "a" + str(shown))
    assert lab.text == before.replace("  a", "  aa")
    assert lab.loaded()["template"] == value
    lab.type("template", with_more)
    assert lab.loaded()["template"] == with_more == lab.shown("template")
    lab.type("template", value)
    assert lab.loaded()["template"] == value
    if without is not None:
        lab.type("template", without)
        assert lab.loaded()["template"] == without
    assert lab.loaded().get("b") == (1 if "b: 1" in before else None)


def test_case_57_a_long_line_stays_one(bench: Workbench, folder: Path) -> None:
    long = "word " * 40 + "end"
    before = f"desc: {long}\nenabled: true\n"
    lab = FormLab(bench, folder, before)
    lab.do(Toggle(("enabled",), False))
    assert lab.saved() == before.replace("true", "false").encode()
    assert lab.shown("desc") == long
    lab.do(SetSource(("desc",), long + "!"))
    assert lab.saved() == f"desc: {long}!\nenabled: false\n".encode()


def test_case_57_a_long_template_on_one_line_stays_so(bench: Workbench, folder: Path) -> None:
    long = "word " * 40 + "end"
    lab = FormLab(bench, folder, f"template: {long}\nenabled: true\n")
    lab.type("template", long + "!")
    assert lab.saved() == f"template: {long}!\nenabled: true\n".encode()


def test_case_73_a_control_character_keeps_the_form_shut_and_names_its_place(
    bench: Workbench, folder: Path
) -> None:
    before = "enabled: true\ntemplate: |\n  a\x0cb\n"
    lab = FormLab(bench, folder, before)
    form = lab.editor.form()
    assert form.state is FormState.FAULT
    assert form.fault_line == 3
    with pytest.raises(EditRefused):
        lab.do(Toggle(("enabled",), False))
    assert lab.saved() == before.encode()


def test_case_73_a_pasted_control_character_reads_back(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: true\ntemplate: |\n  ab\n")
    for value in ("a\x85b\n", "a\x1bb\n", "a\x00b", "a\u2028b\n", "a\ufeffb\n"):
        lab.do(SetText(("template",), value))
        lab.editor.end_visit()
        assert lab.loaded() == {"enabled": True, "template": value}
        assert lab.shown("template") == value


def test_case_19_what_is_typed_as_text_stays_text(bench: Workbench, folder: Path) -> None:
    lab = FormLab(bench, folder, "enabled: true\ntemplate: |\n  x\n")
    for value in ("no", "3", "null", "- a", "{{name}}", "2026-01-01", "~", "true\n", " ", "'"):
        lab.type("template", value)
        assert lab.loaded()["template"] == value
        assert lab.row("template").field is not None


def test_case_19_a_quoted_switch_does_not_count_until_it_is_turned(
    bench: Workbench, folder: Path
) -> None:
    lab = FormLab(bench, folder, 'enabled: "yes"  # as text\ntemplate: x\n')
    field = lab.row("enabled").field
    assert field is not None
    assert (field.text, field.is_on) == ("yes", False)
    assert field.refused.startswith("enabled must be true or false")
    lab.do(Toggle(("enabled",), True))
    assert lab.loaded() == {"enabled": True, "template": "x"}
    assert "# as text" in lab.text
