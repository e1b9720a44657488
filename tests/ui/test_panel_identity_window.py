"""The whole identity by keys and clicks: every kind of field on a real journal."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)

from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.window.variable_feed import VariableFeed
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]
SECRET = "hunter2-never-shown"
TEXT = (
    '{\n  "secrets": {"token": "' + SECRET + '"},\n'
    '  "identity": {\n'
    '    "name": "Ada Lovelace", "bio":"One line.",\n'
    '    "pronouns": {"subject": "she", "object": "her",\n'
    '      "possessive": "her", "reflexive": "herself"},\n'
    '    "timezone": "Europe/Lisbon",\n'
    '    "aliases": ["A. L.", "Countess"],\n'
    '    "on" : true, "nil": null,\n'
    '    "pets": [ {"cat": "Tom"} ],\n'
    '    "work": {"office": {"city": "Setúbal"}}\n'
    "  }\n}\n"
)


@pytest.fixture
def opened(opener: Opener, tree: Path) -> Opened:
    write(
        tree, {"config/journal.json": TEXT, "who.md": "$name $pronouns_subject $work_office_city"}
    )
    made = opener(tree / "who.md")
    bring_to_front(made, panel(made))
    return made


def bring_to_front(opened: Opened, widget: QWidget) -> None:
    """Show the tab in which a panel stands."""
    opened.window.views.bring_into_sight(widget)
    assert widget.isVisible()


def saved(opened: Opened, tree: Path) -> str:
    opened.press(Qt.Key.Key_S, Control)
    return (tree / "config/journal.json").read_text()


def panel(opened: Opened) -> IdentityPanel:
    return opened.find(IdentityPanel, "identityPanel")


def note_of(field: QWidget) -> str:
    """The line under a field."""
    row = field.parentWidget()
    while row is not None and row.metaObject().className() != "RowView":
        row = row.parentWidget()
    assert row is not None
    labels = [each for each in row.findChildren(QLabel) if each.property("role") in NOTES]
    return " ".join(each.text() for each in labels if each.isVisibleTo(row))


NOTES = ("note", "error")


def row_menu(field: QWidget) -> QMenu:
    """The open menu of a field's row, opened by its button."""
    row = field.parentWidget()
    while row is not None and row.metaObject().className() != "RowView":
        row = row.parentWidget()
    assert row is not None
    (button,) = [each for each in row.findChildren(QToolButton) if each.text() == "⋯"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    (menu,) = [each for each in row.findChildren(QMenu) if each.isVisible()]
    return menu


def pick(menu: QMenu, text: str) -> None:
    """Choose an entry of an open menu with the keyboard."""
    action = next(each for each in menu.actions() if each.text().startswith(text))
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_all_fields_are_shown_in_their_order_and_nothing_else(opened: Opened) -> None:
    fields = [each for each in panel(opened).findChildren(QWidget) if named(each)]
    at = {each.mapTo(panel(opened), QPoint(0, 0)).y(): each.objectName() for each in fields}
    assert [at[y].removeprefix("identity:") for y in sorted(at)] == [
        "name",
        "bio",
        "pronouns",
        "pronouns.subject",
        "pronouns.object",
        "pronouns.possessive",
        "pronouns.reflexive",
        "timezone",
        "aliases",
        "on",
        "nil",
        "pets",
        "work.office.city",
    ]
    said: list[str] = []
    for each in panel(opened).findChildren(QWidget):
        said += [each.toolTip(), each.accessibleName(), each.accessibleDescription()]
        if isinstance(each, QLabel | QLineEdit | QAbstractButton):
            said.append(each.text())
        if isinstance(each, QPlainTextEdit):
            said.append(each.toPlainText())
    assert "Ada Lovelace" in said
    assert not [text for text in said if SECRET in text or "secrets" in text]


def named(widget: QWidget) -> bool:
    return widget.objectName().startswith("identity:")


def test_used_fields_are_marked_in_words_and_can_be_shown_alone(opened: Opened) -> None:
    def marks() -> int:
        labels = panel(opened).findChildren(QLabel)
        return sum(each.text() == "used here" for each in labels if each.isVisible())

    assert marks() == 6  # name, pronouns and its subject, work, office, city
    opened.focus(opened.field("identityUsedOnly"))
    opened.press(Qt.Key.Key_Space)
    shown = {each.objectName() for each in panel(opened).findChildren(QWidget) if named(each)}
    assert shown == {
        "identity:name",
        "identity:pronouns",
        "identity:pronouns.subject",
        "identity:work.office.city",
    }
    assert panel(opened).focus_field("bio")
    assert QApplication.focusWidget() is opened.field("identity:bio")


def test_a_set_of_pronouns_is_chosen_at_once_and_undone_at_once(opened: Opened, tree: Path) -> None:
    combo = opened.find(QComboBox, "identity:pronouns")
    assert combo.currentText() == "she / her"
    opened.focus(combo)
    opened.press(Qt.Key.Key_Up)
    assert combo.currentText() == "they / them"
    assert "they" in opened.rendered
    words = json.loads(saved(opened, tree))["identity"]["pronouns"]
    assert list(words.values()) == ["they", "them", "their", "themselves"]
    opened.press(Qt.Key.Key_Z, Control)
    assert combo.currentText() == "she / her"
    assert saved(opened, tree) == TEXT
    opened.type("x", into=opened.field("identity:pronouns.object"))
    assert combo.currentText() == "own pronouns"


def test_a_time_zone_is_searched_by_a_part_of_its_name(opened: Opened, tree: Path) -> None:
    field = opened.find(QLineEdit, "identity:timezone")
    opened.focus(field)
    field.selectAll()
    opened.type("york")
    (names,) = [
        each
        for each in QApplication.topLevelWidgets()
        if each.isVisible() and isinstance(each, QListView)
    ]
    assert names.isVisible()
    offered = [names.model().index(row, 0).data() for row in range(names.model().rowCount())]
    assert offered == ["America/New_York"]
    QTest.keyClick(names, Qt.Key.Key_Down)
    QTest.keyClick(names, Qt.Key.Key_Return)
    assert field.text() == "America/New_York"
    assert saved(opened, tree) == TEXT.replace("Europe/Lisbon", "America/New_York")
    opened.press(Qt.Key.Key_Z, Control)
    assert field.text() == "Europe/Lisbon"


def test_an_unknown_time_zone_is_said_in_words(opened: Opened) -> None:
    field = opened.field("identity:timezone")
    assert "no time zone" not in note_of(field)
    opened.type("x", into=field)
    assert "there is no time zone of this name" in note_of(field)


def test_a_list_is_added_to_changed_and_shortened_by_keys(opened: Opened, tree: Path) -> None:
    line = opened.find(QLineEdit, "identity:aliases")
    opened.type("Falk, Ines\n", into=line)  # a comma is a part of a name
    assert line.text() == ""
    assert '"aliases": ["A. L.", "Countess", "Falk, Ines"]' in saved(opened, tree)
    opened.press(Qt.Key.Key_Backspace)  # to the last chip
    opened.press(Qt.Key.Key_Left)
    opened.press(Qt.Key.Key_F2)
    assert line.text() == "Countess"
    opened.type("C.\n")
    assert '"aliases": ["A. L.", "C.", "Falk, Ines"]' in saved(opened, tree)
    opened.press(Qt.Key.Key_Backspace)
    opened.press(Qt.Key.Key_Delete)
    opened.press(Qt.Key.Key_Delete)
    assert saved(opened, tree) == TEXT.replace('"A. L.", "Countess"', '"A. L."')
    for _ in range(4):
        opened.press(Qt.Key.Key_Z, Control)
    assert saved(opened, tree) == TEXT


def test_what_is_typed_into_a_list_is_not_lost_when_the_focus_goes(
    opened: Opened, tree: Path
) -> None:
    opened.type("Byron", into=opened.field("identity:aliases"))
    opened.press(Qt.Key.Key_Tab)
    assert '"Byron"]' in (opened.window.workbench.documents.all()[-1].text())
    opened.type("half", into=opened.field("identity:aliases"))
    opened.press(Qt.Key.Key_Escape)
    assert "half" not in opened.window.workbench.documents.all()[-1].text()


def test_case_16_what_is_typed_into_a_list_is_told_before_a_save(opened: Opened) -> None:
    opened.type("Byron", into=opened.field("identity:aliases"))
    (feed,) = opened.window.findChildren(VariableFeed)
    feed.flush()
    assert '"Byron"]' in opened.window.workbench.documents.all()[-1].text()
    feed.flush()
    assert opened.window.workbench.documents.all()[-1].text().count("Byron") == 1


def test_a_switch_writes_true_or_false(opened: Opened, tree: Path) -> None:
    box = opened.find(QAbstractButton, "identity:on")
    opened.focus(box)
    opened.press(Qt.Key.Key_Space)
    assert box.text() == "false"
    assert saved(opened, tree) == TEXT.replace('"on" : true', '"on" : false')


def test_other_values_are_json_text_that_is_written_once_it_is_json(
    opened: Opened, tree: Path
) -> None:
    field = opened.find(QLineEdit, "identity:pets")
    assert field.text() == '[ {"cat": "Tom"} ]'
    opened.focus(field)
    field.selectAll()
    opened.type("[1.10, {")
    assert "⚠" in note_of(field)
    opened.settle()
    assert field.text() == "[1.10, {"  # nothing that is typed is taken away
    opened.type("}]")
    assert "⚠" not in note_of(field)
    assert saved(opened, tree) == TEXT.replace('[ {"cat": "Tom"} ]', "[1.10, {}]")
    opened.type("x")
    assert "⚠" in note_of(field)
    opened.press(Qt.Key.Key_Escape)
    assert (field.text(), note_of(field)) == ("[1.10, {}]", "")


def test_null_becomes_a_text_when_something_is_typed(opened: Opened, tree: Path) -> None:
    field = opened.find(QLineEdit, "identity:nil")
    assert "null" in field.placeholderText()
    opened.type("a", into=field)
    assert saved(opened, tree) == TEXT.replace("null", '"a"')


def test_clear_and_remove_are_two_commands(opened: Opened, tree: Path) -> None:
    pick(row_menu(opened.field("identity:name")), "Clear")
    assert saved_from(opened, "identity:name", tree) == TEXT.replace('"Ada Lovelace"', '""')
    pick(row_menu(opened.field("identity:name")), "Remove")
    assert not opened.has("identity:name")
    assert "name" not in json.loads(saved_from(opened, "identity:bio", tree))["identity"]
    opened.press(Qt.Key.Key_Z, Control)
    opened.press(Qt.Key.Key_Z, Control)
    assert saved(opened, tree) == TEXT


def saved_from(opened: Opened, name: str, tree: Path) -> str:
    opened.focus(opened.field(name))
    return saved(opened, tree)


def test_known_fields_and_own_names_are_added(opened: Opened, tree: Path) -> None:
    QTest.mouseClick(opened.find(QToolButton, "identityAdd"), Qt.MouseButton.LeftButton)
    menu = opened.find(QMenu, "identityAddMenu")
    assert [each.text().split("\t")[0] for each in menu.actions()] == [
        "Preferred name",
        "E-mail addresses",
        "",
        "Own name…",
    ]
    pick(menu, "Preferred")
    assert QApplication.focusWidget() is opened.field("identity:preferred")
    opened.type("Ada")
    assert json.loads(saved(opened, tree))["identity"]["preferred"] == "Ada"
    opened.click("identityAdd")
    pick(menu, "Own")
    name = opened.find(QLineEdit, "identityNameField")
    assert QApplication.focusWidget() is name
    opened.type("a b\n")
    message = [each.text() for each in panel(opened).findChildren(QLabel) if "⚠" in each.text()]
    assert len(message) == 1
    assert name.isVisible()
    name.clear()
    opened.type("work.room\n")
    assert not name.isVisible()
    assert QApplication.focusWidget() is opened.field("identity:work.room")
    opened.type("7")
    assert json.loads(saved(opened, tree))["identity"]["work"]["room"] == "7"


def test_each_visit_of_a_field_is_one_step(opened: Opened, tree: Path) -> None:
    name, bio = opened.field("identity:name"), opened.field("identity:bio")
    opened.focus(name)
    opened.press(Qt.Key.Key_End)
    opened.type("ab")
    opened.focus(bio)
    opened.type("cd", into=name)
    opened.press(Qt.Key.Key_Z, Control)
    assert '"name": "Ada Lovelaceab"' in opened.window.workbench.documents.all()[-1].text()
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.window.workbench.documents.all()[-1].text() == TEXT


def test_visiting_every_field_writes_nothing(opened: Opened, tree: Path) -> None:
    opened.focus(opened.field("identity:name"))
    for _ in range(80):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    identity = opened.window.workbench.documents.find(tree / "config/journal.json")
    assert identity is None or identity.text() == TEXT
    assert (tree / "config/journal.json").read_text() == TEXT


def test_duplicate_keys_are_off_with_the_reason(opener: Opener, tree: Path) -> None:
    text = '{"identity": {"name": "a", "name": "b", "ok": "c"}}'
    write(tree, {"config/journal.json": text})
    opened = opener(tree / "hello.md")
    name = opened.find(QLineEdit, "identity:name")
    assert (name.isReadOnly(), name.text()) == (True, "b")
    assert "stands twice" in note_of(name)
    assert not opened.find(QLineEdit, "identity:ok").isReadOnly()


class Counter(QObject):
    """Counts as an index would."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.count = 1

    def prompts_using(self, names: Iterable[str]) -> int:
        return self.count if "name" in set(names) else 0


def test_how_many_prompts_use_a_field_is_told_once_it_is_known(opened: Opened) -> None:
    (feed,) = opened.window.findChildren(VariableFeed)
    counter = Counter()
    feed.show_counter(None)
    assert "prompt" not in note_of(opened.field("identity:name"))
    feed.show_counter(counter)
    assert note_of(opened.field("identity:name")) == "used here $name, $Name · in 1 prompt"
    counter.count = 3
    counter.changed.emit()
    assert "in 3 prompts" in note_of(opened.field("identity:name"))
    assert "in no prompt" in note_of(opened.field("identity:bio"))
    feed.show_counter(None)
    assert "prompt" not in note_of(opened.field("identity:name"))


def test_a_fault_is_told_and_the_fields_come_back(opened: Opened, tree: Path) -> None:
    document = opened.window.workbench.documents.open(tree / "config/journal.json")
    document.replace_text(TEXT.replace('"nil"', "nil"))
    assert not opened.has("identity:name")
    assert not opened.find(QToolButton, "identityAdd").isEnabled()
    document.undo()
    assert opened.has("identity:name")


def test_actions_of_menus_have_no_shortcut_of_their_own(opened: Opened) -> None:
    assert not [
        each for each in panel(opened).findChildren(QAction) if not each.shortcut().isEmpty()
    ]
