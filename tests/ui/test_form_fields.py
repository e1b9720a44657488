"""Every kind of field, driven by keys and clicks on real files, in both languages."""

import json
from collections.abc import Callable

import pytest
import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QToolButton,
)

from tests.ui.form_windowing import FormWindow, form_opener, text_of
from tests.ui.windowing import Control

__all__ = ["form_opener"]

JSON = """{
  "title": "Hello",
  "description": "%s",
  "color": "#00897b",
  "schedule": "daily",
  "priority":   10,
  "tools": ["read", "write"],
  "new_only": true,
  "hook": {"post": "file"},
  "load": {"transcripts": "required", "percepts": true},
  "own": {"a": [1, 2]},
  "zeta": "z"
}

Body $name
"""
YAML = """---
# what it is
title: Hello   # keep
description: %s
color: '#00897b'
schedule: daily
priority: 10
tools:
  - read   # one
  - write
new_only: yes
hook:
  post: file
load: {transcripts: required, percepts: true}
own: {a: [1, 2]}
zeta: z
---
Body $name
"""
LONG = "Some words. " * 9
JSON, YAML = JSON % LONG, YAML % LONG.strip()
BOTH = pytest.mark.parametrize("text", [JSON, YAML], ids=["json", "yaml"])
Opener = Callable[..., FormWindow]


def loaded(text: str) -> dict[str, object]:
    """The fields as their consumers load them."""
    if text.startswith("---"):
        found = yaml.safe_load(text.split("---\n")[1])
    else:
        found = json.JSONDecoder().raw_decode(text)[0]
    assert isinstance(found, dict)
    return found


@BOTH
def test_every_field_has_its_widget(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    names = "title description color schedule priority new_only own zeta tools tools.0 tools.1"
    groups = "hook hook.post load load.transcripts load.percepts"
    assert sorted(window.fields()) == sorted(f"{names} {groups}".split())
    kinds = {
        "title": QLineEdit,
        "color": QLineEdit,
        "schedule": QLineEdit,
        "priority": QLineEdit,
        "tools.0": QLineEdit,
        "new_only": QCheckBox,
        "load.percepts": QComboBox,
    }
    for name, kind in kinds.items():
        assert isinstance(window.field(name), kind), name
    assert window.text == text
    assert not window.opened.front.is_modified()


@BOTH
def test_typed_fields_change_their_value_alone(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    for name, old, typed in (
        ("title", "Hello", "Good day, no"),
        ("color", "#00897b", "#123456"),
        ("schedule", "daily", "hourly"),
        ("priority", "10", "1.50"),
        ("hook.post", "file", "keep it"),
        ("tools.0", "read", "look"),
    ):
        assert window.shown(name) == old
        window.type(name, typed)
        assert window.text == text.replace(old, typed, 1)
        assert window.shown(name) == typed
        window.press(Qt.Key.Key_Z, Control)
        assert (window.text, window.shown(name)) == (text, old)
        assert not window.opened.front.is_modified()


@BOTH
def test_a_switch_is_clicked_and_pressed(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    box = window.field("new_only")
    assert isinstance(box, QCheckBox)
    assert box.isChecked()
    yes, no = ("yes", "no") if text is YAML else ("true", "false")
    assert box.text() == yes
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center() - box.rect().topLeft())
    if box.isChecked():  # the click went beside the box's own area
        QTest.keyClick(box, Qt.Key.Key_Space)
    assert loaded(window.text)["new_only"] is False
    assert box.text() == no
    window.opened.focus(box)
    window.press(Qt.Key.Key_Space)
    assert window.text == text


@BOTH
def test_a_choice_is_taken_by_keys(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    combo = window.field("load.transcripts")
    assert isinstance(combo, QComboBox)
    assert [combo.itemText(i) for i in range(combo.count())] == ["true", "false", "required"]
    assert combo.currentText() == "required"
    window.opened.focus(combo)
    window.press(Qt.Key.Key_Up)
    assert loaded(window.text)["load"] == {"transcripts": False, "percepts": True}
    window.press(Qt.Key.Key_Up)
    assert loaded(window.text)["load"] == {"transcripts": True, "percepts": True}
    assert combo.currentText() == "true"
    window.press(Qt.Key.Key_Z, Control)
    assert (window.text, combo.currentText()) == (text, "required")


@BOTH
def test_suggestions_are_offered_beside_the_field(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    window.click("suggest:schedule")
    menu = next(each for each in window.form.findChildren(QMenu) if each.isVisible())
    assert [each.text() for each in menu.actions()] == [
        "segment",
        "activity",
        "daily",
        "weekly",
        "none",
    ]
    assert [each.text() for each in menu.actions() if each.isChecked()] == ["daily"]
    menu.actions()[3].trigger()
    menu.close()
    assert window.text == text.replace("daily", "weekly")
    assert window.shown("schedule") == "weekly"


@BOTH
def test_a_colour_is_picked(
    form_opener: Opener, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = form_opener(text)
    answers = [QColor(), QColor("#112233")]
    shown: list[str] = []

    def answer(current: QColor, _parent: object) -> QColor:
        shown.append(current.name())
        return answers.pop(0)

    monkeypatch.setattr(QColorDialog, "getColor", answer)
    window.click("pick:color")
    assert window.text == text
    window.click("pick:color")
    assert window.text == text.replace("#00897b", "#112233")
    assert shown == ["#00897b", "#00897b"]


@BOTH
def test_values_of_a_list_are_added_edited_moved_and_taken_out(
    form_opener: Opener, text: str
) -> None:
    window = form_opener(text)
    window.opened.type("no\n", into=window.widget("entry:tools"))
    assert loaded(window.text)["tools"] == ["read", "write", "no"]
    assert text_of(window.widget("entry:tools")) == ""
    window.opened.type("x,y")
    window.press(Qt.Key.Key_Tab)
    assert loaded(window.text)["tools"] == ["read", "write", "no", "x,y"]
    window.type("tools.1", "s", at=5)
    assert loaded(window.text)["tools"] == ["read", "writes", "no", "x,y"]
    window.press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert loaded(window.text)["tools"] == ["writes", "read", "no", "x,y"]
    assert QApplication.focusWidget() is window.field("tools.0")
    window.press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert loaded(window.text)["tools"] == ["read", "writes", "no", "x,y"]
    window.click("removeItem:tools.0")
    assert loaded(window.text)["tools"] == ["writes", "no", "x,y"]
    window.type("tools.1", "", at=2)
    for _ in range(3):
        window.press(Qt.Key.Key_Backspace)
    assert loaded(window.text)["tools"] == ["writes", "x,y"]
    for _ in range(9):
        window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
    assert [window.shown("tools.0"), window.shown("tools.1")] == ["read", "write"]


@BOTH
def test_other_fields_are_edited_as_text_of_their_language(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    shown = window.shown("own")
    assert shown == ("{a: [1, 2]}" if text is YAML else '{"a": [1, 2]}')
    window.type("own", "0", at=shown.index("2") + 1)
    assert window.text == text.replace("[1, 2]", "[1, 20]")
    window.type("own", "[1, 2")
    assert (
        window.text == text.replace('{"a": [1, 2]}', "1").replace("{a: [1, 2]}", "1")
        or loaded(window.text)["own"]
    )
    assert any("yet" in each for each in window.notes())
    assert window.shown("own") == "[1, 2"
    window.opened.type("]")
    assert loaded(window.text)["own"] == [1, 2]
    assert window.shown("own") == "[1, 2]"
    assert not any("yet" in each for each in window.notes())


@BOTH
def test_a_field_is_cleared_removed_and_added(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    before = loaded(text)
    window.trigger("Clear", "title")
    assert loaded(window.text) == {**before, "title": ""}
    assert window.shown("title") == ""
    window.trigger("Remove field", "title")
    assert "title" not in window.fields()
    assert "title" not in loaded(window.text)
    window.add("Title")
    assert QApplication.focusWidget() is window.field("title")
    window.opened.type("New")
    assert loaded(window.text)["title"] == "New"
    assert next(iter(loaded(window.text))) == "title"
    window.trigger("Remove field", "hook.post")
    assert loaded(window.text)["hook"] == {}
    window.add("Before")
    window.opened.type("p")
    assert loaded(window.text)["hook"] == {"pre": "p"}
    for _ in range(8):
        window.press(Qt.Key.Key_Z, Control)
    assert window.text == text


@BOTH
def test_commands_of_a_field_are_in_its_menu(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    window.click("menu:title")
    menu = next(each for each in window.form.findChildren(QMenu) if each.isVisible())
    assert [each.text() for each in menu.actions()] == ["Clear", "Remove field"]
    menu.close()


@BOTH
def test_groups_and_other_fields_fold_away(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    for fold, name in (("fold:hook", "hook.post"), ("otherFieldsFold", "zeta")):
        assert window.field(name).isVisible()
        window.click(fold)
        assert not window.field(name).isVisible()
        window.type("title", "x", at=0)
        assert not window.field(name).isVisible()
        window.click(fold)
        assert window.field(name).isVisible()
    window.click("frontmatterFold")
    assert window.form.is_folded
    assert not window.field("title").isVisible()
    assert window.widget("frontmatterKind").isVisible()
    window.click("frontmatterFold")
    assert window.field("title").isVisible()


def test_wrong_and_missing_values_are_marked_in_words(form_opener: Opener) -> None:
    schema = json.dumps({"required": ["title"], "properties": {"limit": {"type": "integer"}}})
    text = '{\n  "priority": "ten",\n  "tier": 9,\n  "color": "bluish grey",\n  "limit": 1.5\n}\n'
    window = form_opener(text, schema=schema)
    assert sorted(window.notes()) == [
        "Colour must be a colour such as #00897b.",
        "Model tier must be at most 3.",
        "Priority must be a whole number.",
        "Title is needed.",
        "limit must be a whole number.",
    ]
    assert [window.shown(each) for each in ("priority", "tier", "limit", "title")] == [
        "ten",
        "9",
        "1.5",
        "",
    ]
    assert "must be a whole number" in window.field("priority").accessibleDescription()
    window.type("title", "T")
    assert "Title is needed." not in window.notes()
    assert next(iter(loaded(window.text))) == "title"


def test_fields_that_stand_twice_or_come_through_an_alias_are_read_only(
    form_opener: Opener,
) -> None:
    twice = "group: b\ngroup: c\nnew_only: true\nnew_only: true\n"
    text = f"---\ntitle: &t a\ndescription: *t\n{twice}---\nx\n"
    window = form_opener(text)
    for name in ("description", "group"):
        window.type(name, "zzz")
    QTest.keyClick(window.field("new_only"), Qt.Key.Key_Space)
    QTest.mouseClick(window.field("new_only"), Qt.MouseButton.LeftButton)
    assert window.text == text
    assert sorted(window.notes()) == [
        "Comes through an alias: edit it in the text.",
        "Stands here more than once (lines 4, 5): edit it in the text.",
        "Stands here more than once (lines 6, 7): edit it in the text.",
    ]
    menu = window.widget("menu:group")
    assert isinstance(menu, QToolButton)
    assert not menu.isEnabled()


@pytest.mark.parametrize(
    ("button", "expected"),
    [("addFrontmatter", "{\n}\n\nBody\n"), ("addYamlFrontmatter", "---\n---\n\nBody\n")],
)
def test_frontmatter_is_added_by_a_button(form_opener: Opener, button: str, expected: str) -> None:
    window = form_opener("Body\n")
    assert not window.widget("addField").isVisible()
    window.click(button)
    assert window.text == expected
    assert not window.widget(button).isVisible()
    window.add("Title")
    window.opened.type("T")
    assert loaded(window.text) == {"title": "T"}


@pytest.mark.parametrize("text", ['{\n"title": "a\n}\nx\n', "---\ntitle: [a\n---\nx\n"])
def test_while_the_head_has_a_fault_the_last_values_stay_and_nothing_can_be_typed(
    form_opener: Opener, text: str
) -> None:
    good = text.replace('"a\n', '"a"\n').replace("[a", "a")
    window = form_opener(good)
    front = window.opened.front
    front.replace_text(text)
    assert window.shown("title") == "a"
    assert not window.field("title").isEnabled()
    fault = window.opened.find(type(window.widget("frontmatterFault")), "frontmatterFault")
    assert fault.isVisible()
    assert text_of_label(window).startswith("Line ")
    assert "cannot be read" in kind_label(window)
    front.undo()
    assert window.field("title").isEnabled()
    assert not fault.isVisible()
    assert front.text() == good


def text_of_label(window: FormWindow) -> str:
    return str(window.widget("frontmatterFault").property("text"))


def kind_label(window: FormWindow) -> str:
    return str(window.widget("frontmatterKind").property("text"))


def test_the_kind_follows_what_is_typed(form_opener: Opener) -> None:
    window = form_opener('{\n  "title": "x"\n}\n')
    assert kind_label(window) == "prompt: has neither schedule nor tools"
    window.add("Schedule")
    assert kind_label(window) == "generator: has schedule"
    window.add("Tools")
    assert kind_label(window) == "agent: has tools"


def test_a_date_is_typed_and_picked(form_opener: Opener) -> None:
    schema = json.dumps({"properties": {"due": {"type": "string", "format": "date"}}})
    window = form_opener("---\ndue: 2026-01-23\n---\nx\n", schema=schema)
    assert window.shown("due") == "2026-01-23"
    window.type("due", "2026-02-01")
    assert window.text == "---\ndue: 2026-02-01\n---\nx\n"
    window.type("due", "2026-02-31")
    assert loaded(window.text)["due"] == "2026-02-31"
    assert window.notes() == ["due must be a date such as 2026-01-23."]


def test_a_read_only_file_shows_its_fields_and_why(form_opener: Opener) -> None:
    window = form_opener(b'{\n"title": "a"\n}\n\xff\xfe\xff\n')
    assert window.opened.front.read_only_reason
    assert window.shown("title") == "a"
    assert not window.field("title").isEnabled()
    assert text_of_label(window) == window.opened.front.read_only_reason


def test_files_of_other_kinds_have_no_form(form_opener: Opener) -> None:
    window = form_opener('{\n"title": "a"\n}\n')
    assert window.form.isVisible()
    path = window.opened.front.path
    assert path is not None
    window.opened.window.open(path.parent / "prompt-workspace.yaml")
    assert not window.form.isVisible()


def test_a_value_with_line_breaks_has_several_lines(form_opener: Opener) -> None:
    window = form_opener('{\n  "title": "a\\nb\\u00e9"\n}\n')
    widget = window.field("title")
    assert isinstance(widget, QPlainTextEdit)
    assert window.shown("title") == "a\nbé"
    window.type("title", "\n", at=4)
    assert window.text == '{\n  "title": "a\\nb\\u00e9\\n"\n}\n'
