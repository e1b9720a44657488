"""The form of slots in the whole window, by keys and clicks, with its preview and its tree."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QTreeView,
    QWidget,
)

from tests.ui.form_windowing import text_of
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import Control, Opened, answers, opener, write

__all__ = ["answers", "opener"]

DEFAULT = "enabled: true\ntemplate: |\n  Hi {{name}}.\nmodel: small # which\n"
APP = "# ours\nenabled: false\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    write(
        root,
        {
            "prompt-workspace.yaml": "slots: {default: slots/d, app: slots/a}\n",
            "contexts/monday.yaml": "name: Ada\n",
            "slots/d/both.yaml": DEFAULT,
            "slots/a/both.yaml": APP,
            "slots/d/plain.yaml": DEFAULT,
            "slots/a/broken.yaml": "enabled: [\n",
        },
    )
    return root


class SlotWindow:
    """A window on a slot, seen through its form."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened

    @property
    def text(self) -> str:
        return self.opened.front.text()

    def field(self, key: str) -> QWidget:
        return self.opened.find(QWidget, f"slot:{key}")

    def click(self, name: str) -> None:
        QTest.mouseClick(self.opened.find(QWidget, name), Qt.MouseButton.LeftButton)

    @property
    def tabs(self) -> list[str]:
        bar = self.opened.find(QTabBar, "slotLayers")
        return [bar.tabText(n) for n in range(bar.count())]

    def turn(self, number: int) -> None:
        bar = self.opened.find(QTabBar, "slotLayers")
        where = bar.tabRect(number).center()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=where)

    def override(self, entry: str) -> None:
        """Take an entry of the menu that begins the app layer."""
        self.click("slotOverride")
        menu = self.opened.find(QMenu, "slotOverrideMenu")
        next(each for each in menu.actions() if each.text() == entry).trigger()
        menu.close()

    def said(self, name: str) -> str:
        label = self.opened.find(QLabel, name)
        return label.text() if label.isVisible() else ""


def test_a_slot_is_edited_in_its_form(opener: Callable[..., Opened], house: Path) -> None:
    window = SlotWindow(opener(house, house / "slots" / "d" / "plain.yaml"))
    opened = window.opened
    assert opened.find(QWidget, "slotForm").isVisible()
    assert not opened.find(QWidget, "frontmatterForm").isVisible()
    assert opened.rendered == "Hi {{name}}.\n"
    switch = opened.find(QCheckBox, "slot:enabled")
    assert (switch.isChecked(), switch.text()) == (True, "true")
    window.click("slot:enabled")
    assert window.text == DEFAULT.replace("true", "false")
    reason = "Disabled by the default layer: the algorithm's own default is used."
    assert window.said("previewReason") == reason
    assert window.said("slotOutcome") == ""
    window.click("slot:enabled")
    assert window.text == DEFAULT
    assert window.said("slotOutcome") == "Enabled by the default layer with its own template."

    template = window.field("template")
    assert isinstance(template, QPlainTextEdit)
    assert text_of(template) == "Hi {{name}}.\n"
    assert window.said("slot:template:end") == "Ends with a line break"
    template.moveCursor(template.textCursor().MoveOperation.End)
    opened.type("And {{more}}\n- x", into=template)
    assert window.text == DEFAULT.replace("name}}.\n", "name}}.\n  And {{more}}\n  - x\n").replace(
        "template: |", "template: |-"
    )
    assert window.said("slot:template:end") == "No line break at the end"
    assert opened.rendered == "Hi {{name}}.\nAnd {{more}}\n- x"
    opened.press(Qt.Key.Key_Z, Control)
    assert window.text == DEFAULT
    assert text_of(template) == "Hi {{name}}.\n"

    assert visible_texts_missing_names(opened.find(QWidget, "slotForm")) == []
    assert visible_texts_missing_names(opened.find(QWidget, "slotHead")) == []
    legend = opened.find(QWidget, "legend").findChildren(QLabel)
    chips = [each.text() for each in legend if each.property("chip") and each.isVisible()]
    assert chips == ["context", "escape", "placeholder", "unresolved"]

    model = window.field("model")
    opened.focus(model)
    opened.press(Qt.Key.Key_End)
    opened.type("er")
    assert "model: smaller # which\n" in window.text
    opened.place_caret(0, 0)
    opened.type("note: {a: 1}\n", into=opened.source)
    assert text_of(window.field("note")) == "{a: 1}"
    opened.front.replace_text(DEFAULT)
    assert not opened.has("slot:note")


def test_layers_are_one_click_away_and_keys_are_set_here(
    opener: Callable[..., Opened], house: Path
) -> None:
    window = SlotWindow(opener(house, house / "slots" / "a" / "both.yaml"))
    opened = window.opened
    assert window.tabs == ["default", "app · wins"]
    assert window.said("notSet:template") == "Not set here: Hi {{name}}. from the default layer"
    assert window.said("notSet:model") == "Not set here: small from the default layer"
    assert not opened.find(QToolButton, "slotOverride").isVisible()
    window.click("setHere:template")
    assert window.text == APP + "template: |\n  Hi {{name}}.\n"
    template = window.field("template")
    assert opened.window.focusWidget() is template
    opened.type("Oh. ")
    assert window.text == APP + "template: |\n  Oh. Hi {{name}}.\n"
    copy = opened.find(QToolButton, "copyAs")
    assert not copy.isEnabled()  # it is off as yet
    window.click("slot:enabled")
    assert opened.rendered == "Oh. Hi {{name}}.\n"
    assert copy.isEnabled()

    window.turn(0)
    assert opened.front.path == house / "slots" / "d" / "both.yaml"
    assert window.tabs == ["default", "app · wins"]
    assert opened.find(QTabBar, "slotLayers").currentIndex() == 0
    assert opened.rendered == "Oh. Hi {{name}}.\n"  # unsaved text of the other layer counts
    names = opened.find(QTabBar, "documentTabs")
    assert [names.tabText(n) for n in range(2)] == ["both.yaml – a ●", "both.yaml – d"]
    window.turn(1)
    assert opened.front.path == house / "slots" / "a" / "both.yaml"
    assert text_of(window.field("template")) == "Oh. Hi {{name}}.\n"


def test_the_app_layer_begins_with_the_file_or_a_key(
    opener: Callable[..., Opened], house: Path
) -> None:
    window = SlotWindow(opener(house, house / "slots" / "d" / "plain.yaml"))
    opened = window.opened
    assert window.tabs == ["default · wins"]
    window.override("Only enabled")
    assert opened.front.path == house / "slots" / "a" / "plain.yaml"
    assert window.text == "enabled: true\n"
    assert not opened.front.path.exists()
    assert window.tabs == ["default", "app · wins"]
    opened.action("edit.undo").trigger()
    window.click("setHere:model")
    assert window.text == "model: small\n"
    assert window.tabs == ["default · wins", "app"]
    window.click("setHere:enabled")
    window.click("slot:enabled")
    assert window.tabs == ["default", "app · wins"]
    opened.action("file.save").trigger()
    assert yaml.safe_load(opened.front.path.read_text()) == {"model": "small", "enabled": False}


def test_a_broken_layer_keeps_the_form_and_says_where(
    opener: Callable[..., Opened], house: Path
) -> None:
    window = SlotWindow(opener(house, house / "slots" / "a" / "broken.yaml"))
    opened = window.opened
    assert window.tabs == ["app · broken"]
    assert window.said("slotFault").startswith("Line 2: The file is not valid YAML")
    assert window.said("previewReason").startswith("App layer is broken: slots/a/broken.yaml")
    assert not opened.find(QWidget, "staleBar").isVisible()
    opened.window.open(house / "slots" / "a" / "both.yaml")
    opened.place_caret(1, 0)
    opened.type("template: x\n", into=opened.source)
    opened.type("'", into=opened.source)
    assert window.said("slotFault").startswith("Line ")
    assert not window.field("enabled").isEnabled()
    assert text_of(window.field("template")) == "x"
    assert opened.find(QWidget, "staleBar").isVisible()
    opened.press(Qt.Key.Key_Backspace)
    assert window.said("slotFault") == ""
    assert window.field("enabled").isEnabled()
    opened.window.open(house / "contexts" / "monday.yaml")
    assert not opened.find(QWidget, "slotForm").isVisible()
    assert not opened.find(QWidget, "slotHead").isVisible()


def test_placeholders_are_shown_as_chosen_and_filled_when_asked(
    opener: Callable[..., Opened], house: Path
) -> None:
    window = SlotWindow(opener(house, house / "slots" / "d" / "plain.yaml"))
    opened = window.opened
    project = opened.window.workbench.acting_project
    assert project is not None
    project.choose_context("monday")
    assert opened.rendered == "Hi {{name}}.\n"
    window.click("slotFill")
    assert opened.rendered == "Hi Ada.\n"
    assert text_of(window.field("template")) == "Hi {{name}}.\n"
    syntax = opened.find(QComboBox, "slotSyntax")
    syntax.setCurrentIndex(syntax.findData("dollar"))
    syntax.activated.emit(syntax.currentIndex())
    assert opened.rendered == "Hi {{name}}.\n"
    syntax.setCurrentIndex(syntax.findData("mustache"))
    syntax.activated.emit(syntax.currentIndex())
    window.click("slotFill")
    assert opened.rendered == "Hi {{name}}.\n"


def test_the_tree_shows_slots_and_opens_the_layer_that_wins(
    opener: Callable[..., Opened], house: Path
) -> None:
    slots = house / "slots"
    write(
        slots,
        {
            "d/note.yaml": DEFAULT,
            "a/note.yaml": "model: large\n",
            "d/part.yaml": DEFAULT,
            "a/part.yaml": "enabled: true\n",
            "d/bad.yaml": "- no mapping\n",
            "a/bad.yaml": DEFAULT,
            "d/plain.yml": DEFAULT,
        },
    )
    opened = opener(house)
    project = opened.window.workbench.project
    assert project is not None
    project.slots.states.finish()
    view = opened.find(QTreeView, "workspaceTree")
    top = next(
        index
        for row in range(view.model().rowCount())
        if (index := view.model().index(row, 0)).data() == "Slots"
    )
    said, opens = [], {}
    for row in range(view.model().rowCount(top)):
        index = view.model().index(row, 0, top)
        words = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
        said.append(words.partition(", 1 problem")[0])  # counted later
        view.setCurrentIndex(index)
        opened.focus(view)
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert opened.front.path is not None
        opens[index.data().split()[0]] = opened.front.path.relative_to(slots).as_posix()
    assert said == [
        "bad, broken, default and app layer",
        "both, disabled, default and app layer",
        "broken, broken, app layer only",
        "note, default and app layer",
        "part, default and app layer",
        "plain, default layer",
        "plain.yml, not read",
    ]
    assert opens == {
        "bad": "d/bad.yaml",
        "both": "a/both.yaml",
        "broken": "a/broken.yaml",
        "note": "d/note.yaml",
        "part": "a/part.yaml",
        "plain": "d/plain.yaml",
        "plain.yml": "d/plain.yml",
    }
    assert opened.find(QLabel, "slotOutcome").text() == ""  # of plain.yml nothing comes out
    opened.find(QAction, "filterBroken").trigger()
    assert top.data() == "Slots (2 of 7)"
