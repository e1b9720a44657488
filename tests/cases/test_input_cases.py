"""Cases from the field about what is typed and not text yet: pending, or being composed.

Each kind of editor of the window is tried: the text, the fields of the form, those of the
identity and of the context.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from editor.ui.dialogs import UnsavedChoice
from editor.ui.window.main_window import MainWindow
from tests.ui.form_windowing import compose
from tests.ui.windowing import Answers, Control, Opened, write

Opener = Callable[..., Opened]
PROMPT = """---
title: Hello
description: long words
priority: 1
color: "#fff"
tools: [read]
hook:
  pre: x
other: {a: 1}
---
Say $facet
"""
IDENTITY = (
    '{"identity": {"name": "Ada", "bio": "One.", "timezone": "Europe/Lisbon",'
    ' "aliases": ["A."], "pets": [1]}}\n'
)
FORM = ("title", "description", "priority", "color", "tools.0", "hook.pre", "other")


@pytest.fixture
def opened(opener: Opener, tree: Path) -> Opened:
    """A window with two prompts and every kind of field."""
    write(tree, {"a.md": PROMPT, "b.md": "Other\n", "config/journal.json": IDENTITY})
    made = opener(tree / "b.md", tree / "a.md")
    made.window.resize(1400, 1000)
    return made


def saved(tree: Path) -> str:
    """What is on disk of the prompt and of the identity."""
    return (tree / "a.md").read_text("utf-8") + (tree / "config/journal.json").read_text("utf-8")


def go_into(opened: Opened, name: str) -> QWidget:
    """Put the focus into the editor called `name`: at the end of the text, or into the value."""
    if name.startswith("identity:"):
        opened.window.views.bring_into_sight(opened.window.views.identity)
    widget = opened.find(QWidget, name)
    opened.focus(widget)
    if isinstance(widget, QLineEdit):
        widget.setCursorPosition(min(1, len(widget.text())))
    elif widget is opened.source:
        opened.caret_to_end()
    return widget


def switch_tabs(opened: Opened) -> None:
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.front.path is not None
    assert opened.front.path.name == "b.md"


def save_from(opened: Opened) -> None:
    opened.press(Qt.Key.Key_S, Control)


def leave(opened: Opened) -> None:
    tab = opened.find(QWidget, "workspaceTree")
    tab.setFocus()


# --- 68: composing --------------------------------------------------------------------------------

EDITORS = (
    "sourceEditor",
    *(f"field:{name}" for name in FORM if name not in ("priority", "other")),
    "entry:tools",
    *(f"identity:{name}" for name in ("name", "bio", "timezone", "aliases")),
)
AFTERWARDS = pytest.mark.parametrize("after", [save_from, switch_tabs, leave])


@AFTERWARDS
def test_case_68_a_composition_becomes_text_of_its_file_before_anything_else(
    opened: Opened, tree: Path, after: Callable[[Opened], None]
) -> None:
    def count() -> int:
        return sum(each.text().count("かな") for each in opened.window.workbench.documents.all())

    for number, name in enumerate(EDITORS):
        widget = go_into(opened, name)
        compose(widget, "かな")
        assert (count(), opened.rendered.count("かな")) == (number, min(number, 1)), name
        after(opened)
        assert count() == number + 1, name
        assert saved(tree).count("かな") == (number + 1 if after is save_from else 0), name
        compose(widget, "")
        opened.window.open(tree / "a.md")
        assert (count(), opened.rendered.count("かな")) == (number + 1, 1), name
    assert opened.window.workbench.documents.open(tree / "b.md").text() == "Other\n"


def test_case_68_a_composition_is_unsaved_work_when_the_window_closes(
    opened: Opened, answers: Answers
) -> None:
    compose(go_into(opened, "sourceEditor"), "かな")
    assert not opened.front.is_modified()
    answers.choices = [UnsavedChoice.CANCEL]
    opened.window.close()
    assert answers.asked_about == [("a.md",)]
    assert opened.front.text() == PROMPT + "かな"


@pytest.mark.parametrize("name", ["sourceEditor", "field:title", "identity:name"])
def test_case_68_nothing_is_read_again_while_a_composition_is_open(
    opened: Opened, tree: Path, name: str
) -> None:
    widget = go_into(opened, name)
    compose(widget, "か")
    write(tree, {"a.md": "---\ntitle: theirs\n---\nTheirs\n"})
    opened.window.workbench.look_at_disk_now()
    assert opened.front.text() == PROMPT
    opened.settle()
    compose(widget, "かな")
    compose(widget, "")
    opened.until(lambda: opened.front.text() == "---\ntitle: theirs\n---\nTheirs\n")
    assert opened.notice is not None


def test_case_68_a_composition_is_apart_from_the_text_until_it_is_committed(
    opened: Opened,
) -> None:
    widget = go_into(opened, "sourceEditor")
    compose(widget, "に")
    compose(widget, "$ほ", "日")  # one event that commits and goes on
    assert opened.front.text() == PROMPT + "日"
    opened.action("view.theme_dark").trigger()
    opened.settle()
    last = opened.source.document().lastBlock()
    assert (last.text(), last.layout().preeditAreaText()) == ("日", "$ほ")
    compose(widget, "", "本")
    assert opened.front.text() == PROMPT + "日本"
    compose(widget, "かな")
    for text in ("日本", "日", ""):
        opened.press(Qt.Key.Key_Z, Control)
        assert opened.front.text() == PROMPT + text
        assert opened.source.document().lastBlock().layout().preeditAreaText() == ""
    assert not opened.front.is_modified()
    compose(go_into(opened, "context:facet"), "かな")
    assert opened.rendered.startswith("Say $facet")
    leave(opened)
    assert opened.rendered.startswith("Say かな")


# --- 16: pending ----------------------------------------------------------------------------------

TYPED = {
    "sourceEditor": "zz",
    **{f"field:{name}": "zz" for name in FORM if name not in ("priority", "other")},
    "field:priority": "7",
    "entry:tools": "zz",
    **{f"identity:{name}": "zz" for name in ("name", "bio", "timezone", "aliases")},
    "identity:pets": "7, ",
}


def test_case_16_ctrl_s_in_any_field_saves_what_is_typed_there(opened: Opened, tree: Path) -> None:
    for name, typed in TYPED.items():
        widget = go_into(opened, name)
        before = saved(tree)
        QTest.keyClicks(widget, typed)
        opened.press(Qt.Key.Key_S, Control)
        after = saved(tree)
        assert len(after) > len(before), name
        assert after.count(typed) == before.count(typed) + 1, name
        assert opened.window.files.unsaved() == [], name
    assert opened.rendered == "Say $facet\nzz"


def test_case_16_a_click_on_another_tab_leaves_what_is_typed_in_its_file(
    opener: Opener, tmp_path: Path
) -> None:
    """Also if the other tab is a file of another workspace, with an identity of its own."""
    for name in "ab":
        identity = {"identity": {"aliases": [name], "pets": [1], "x": 1}}
        write(
            tmp_path / name,
            {
                "prompt-workspace.yaml": "",
                "config/journal.json": json.dumps(identity),
                "p.md": "---\ntools: [x]\n---\n",
            },
        )
    opened = opener(tmp_path / "a/p.md", tmp_path / "b/p.md")
    for field in ("entry:tools", "identity:aliases"):
        opened.type("more", into=go_into(opened, field))
        opened.window.views.tabs.setCurrentIndex(0)
        opened.window.views.tabs.setCurrentIndex(1)
    texts = {each.path: each.text() for each in opened.window.workbench.documents.all()}
    assert texts == {
        tmp_path / "a/p.md": "---\ntools: [x]\n---\n",
        tmp_path / "b/p.md": "---\ntools: [x, more]\n---\n",
        tmp_path / "b/config/journal.json": (
            '{"identity": {"aliases": ["b", "more"], "pets": [1], "x": 1}}'
        ),
    }


def test_case_16_identity_text_that_is_not_valid_yet_is_told_kept_and_asked_about(
    opener: Opener, answers: Answers, tmp_path: Path
) -> None:
    text = '{"identity": {"pets": [1], "n": "x"}}'
    for name in "ab":
        write(
            tmp_path / name,
            {"prompt-workspace.yaml": "", "config/journal.json": text, "p.md": "$n"},
        )
    opened = opener(tmp_path / "a/p.md", tmp_path / "b/p.md")
    pets = go_into(opened, "identity:pets")
    assert isinstance(pets, QLineEdit)
    pets.selectAll()
    opened.type("[1, {")
    opened.press(Qt.Key.Key_S, Control)
    assert opened.notice is not None
    assert "not valid" in opened.notice
    opened.find(QCheckBox, "identityUsedOnly").click()
    assert opened.find(QLineEdit, "identity:pets").text() == "[1, {"
    opened.press(Qt.Key.Key_Tab, Control)
    assert not opened.has("identity:pets")  # of another workspace, and not used there
    opened.press(Qt.Key.Key_Tab, Control)
    opened.find(QCheckBox, "identityUsedOnly").click()
    closing(opened.window, answers, UnsavedChoice.CANCEL)
    assert answers.asked_about == [("journal.json",)]
    closing(opened.window, answers, UnsavedChoice.SAVE)
    assert opened.window.isVisible()
    assert opened.notice is not None
    assert "not valid" in opened.notice
    assert (tmp_path / "b/config/journal.json").read_text() == text
    pets = opened.find(QLineEdit, "identity:pets")
    assert pets.text() == "[1, {"
    opened.focus(pets)
    pets.end(False)
    opened.type("}]")
    opened.press(Qt.Key.Key_S, Control)
    assert (tmp_path / "b/config/journal.json").read_text() == text.replace("[1]", "[1, {}]")
    closing(opened.window, answers)
    assert not opened.window.isVisible()


def closing(window: MainWindow, answers: Answers, *choices: UnsavedChoice) -> None:
    answers.choices = list(choices)
    window.close()
