"""Context and identity fields in the window: values are previewed at once, files stay whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QTreeView,
    QWidget,
)

from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import JOURNAL, Answers, Control, Opened, Shift, write

Opener = Callable[..., Opened]
ADA = "Dear Ada, write about $facet, Calm and kind."


def choose(opened: Opened, name: str) -> None:
    """Choose a saved context as a user does."""
    combo = opened.find(QComboBox, "contextChoice")
    index = combo.findText(name)
    assert index >= 0
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def unset_button(field: QWidget) -> QToolButton:
    """The button that takes the value of a field away."""
    parent = field.parent()
    assert isinstance(parent, QObject)
    (button,) = parent.findChildren(QToolButton)
    return button


# --- context --------------------------------------------------------------------------------------


def test_a_typed_value_is_rendered_at_each_key(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("context:facet")
    typed = ""
    for key in "$name \\1":
        opened.type(key, into=field)
        typed += key
        assert opened.rendered == f"Dear Ada, write about {typed}, Calm and kind."
    assert not opened.source.document().isModified()


def test_empty_and_not_set_are_two_states(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("context:facet")
    opened.type("a", into=field)
    opened.press(Qt.Key.Key_Backspace)
    assert opened.rendered == "Dear Ada, write about , Calm and kind."
    QTest.mouseClick(unset_button(field), Qt.MouseButton.LeftButton)
    assert opened.rendered == ADA
    assert "1 at run time" in opened.status
    opened.type("a", into=opened.field("context:facet"))
    opened.settle()
    assert "at run time" not in opened.status


def test_values_of_several_lines_can_be_pasted(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("context:facet")
    assert isinstance(field, QLineEdit)
    opened.focus(field)
    field.insert("one\ntwo")
    field.textEdited.emit(field.text())
    assert opened.rendered == "Dear Ada, write about one\ntwo, Calm and kind."


def test_what_follows_from_a_day_is_derived_and_can_be_overridden(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"day.md": "$day ($day_YYYYMMDD) $Day"})
    opened = opener(tree / "day.md")
    assert opened.rendered == "$day ($day_YYYYMMDD) $Day"
    opened.type("20260123", into=opened.field("context:day_YYYYMMDD"))
    assert opened.rendered == "Friday, January 23, 2026 (20260123) Friday, january 23, 2026"
    day = opened.field("context:day")
    assert isinstance(day, QLineEdit)
    assert (day.text(), day.placeholderText()) == ("", "Friday, January 23, 2026")
    opened.type("today", into=day)
    assert opened.rendered == "today (20260123) Today"
    QTest.mouseClick(unset_button(day), Qt.MouseButton.LeftButton)
    assert opened.rendered == "Friday, January 23, 2026 (20260123) Friday, january 23, 2026"


def test_a_saved_context_is_chosen_and_typed_values_are_put_aside(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md")
    opened.type("mine", into=opened.field("context:facet"))
    choose(opened, "friday")
    assert opened.rendered == "Dear Ada, write about work, Calm and kind."
    field = opened.field("context:facet")
    assert isinstance(field, QLineEdit)
    assert field.text() == "work"
    choose(opened, "monday")
    assert opened.rendered == "Dear Ada, write about home, Calm and kind."
    choose(opened, "No context")
    assert opened.rendered == ADA


def test_the_workspace_s_context_is_chosen_at_opening(opener: Opener, tree: Path) -> None:
    write(tree, {"prompt-workspace.yaml": "context: friday\n"})
    opened = opener(tree / "hello.md")
    assert opened.find(QComboBox, "contextChoice").currentText() == "friday"
    assert "write about work" in opened.rendered


def test_now_is_taken_once_and_again_when_asked(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tree, {"now.md": "$now"})
    opened = opener(tree / "now.md")
    before = opened.rendered
    assert " at " in before
    project = opened.window.workbench.project
    assert project is not None
    later = project._clock().replace(year=2031, month=2, day=3, hour=10, minute=5)
    monkeypatch.setattr(project, "_clock", lambda: later)
    opened.type("$now ", into=opened.source)
    assert opened.rendered == f"{before} {before}"
    opened.click("refreshNow")
    assert "Monday, February 3, 2031 at 10:05 AM" in opened.rendered
    project._now = before
    opened.press(Qt.Key.Key_F5)
    assert "Monday, February 3, 2031 at 10:05 AM" in opened.rendered


def test_fields_appear_and_go_with_the_variables_in_use(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    assert opened.has("context:who")
    assert not opened.has("context:own_name")
    opened.caret_to_end()
    opened.type("$own_name $segment", into=opened.source)
    opened.until(lambda: opened.has("context:own_name"))
    assert opened.field("context:segment").isVisible()
    for _ in "$own_name $segment":
        opened.press(Qt.Key.Key_Backspace)
    opened.until(lambda: not opened.has("context:own_name"))
    assert not opened.field("context:segment").isVisible()  # among the catalogue, closed


def test_a_value_typed_in_one_prompt_is_there_in_the_next(opener: Opener, tree: Path) -> None:
    write(tree, {"other.md": "About $facet"})
    opened = opener(tree / "other.md", tree / "hello.md")
    opened.type("sea", into=opened.field("context:facet"))
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered == "About sea"


# --- identity -------------------------------------------------------------------------------------


def journal(tree: Path) -> Path:
    return tree / "config/journal.json"


def test_what_is_typed_into_an_identity_field_is_rendered_at_each_key(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("identity:preferred")
    assert isinstance(field, QLineEdit)
    assert field.text() == "Ada"
    field.setCursorPosition(1)
    opened.type("XY", into=field)
    assert opened.rendered == "Dear AXYda, write about $facet, Calm and kind."
    assert (field.text(), field.cursorPosition()) == ("AXYda", 3)
    assert json.loads(journal(tree).read_text()) == JOURNAL


def test_case_16_saving_from_the_field_changes_the_bytes_of_the_value_only(
    opener: Opener, tree: Path
) -> None:
    odd = '{"secrets":{"t":"é"},\r\n "identity" : { "preferred":"Ada" ,"name": "A"}}'.encode()
    journal(tree).write_bytes(odd)
    opened = opener(tree / "hello.md")
    field = opened.field("identity:preferred")
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type('"é\\')
    assert 'Dear Ada"é\\,' in opened.rendered
    opened.press(Qt.Key.Key_S, Control)
    assert journal(tree).read_bytes() == odd.replace(b'"Ada"', '"Ada\\"é\\\\"'.encode())
    assert opened.source.toPlainText() == (tree / "hello.md").read_text()


def test_a_number_stays_a_number_as_it_is_spelled(opener: Opener, tree: Path) -> None:
    write(tree, {"age.md": "$age"})
    opened = opener(tree / "age.md")
    field = opened.field("identity:age")
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type(".50")
    assert opened.rendered == "36.5"
    opened.press(Qt.Key.Key_S, Control)
    expected = json.dumps(JOURNAL, indent=2).replace("36", "36.50") + "\n"
    assert journal(tree).read_text() == expected


def test_undo_and_redo_from_inside_the_field_are_the_identity_s(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("identity:preferred")
    assert isinstance(field, QLineEdit)
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type("XY")
    opened.press(Qt.Key.Key_Z, Control)
    assert (field.text(), opened.rendered) == ("Ada", ADA)
    identity = opened.window.workbench.documents.find(journal(tree))
    assert identity is not None
    assert not identity.is_modified()
    opened.press(Qt.Key.Key_Z, Control | Shift)
    assert field.text() == "AdaXY"
    assert identity.is_modified()


def test_undo_goes_to_the_file_of_the_focus(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("identity:preferred")
    assert isinstance(field, QLineEdit)
    opened.caret_to_end()
    opened.type("one", into=opened.source)
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type("Z")
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == (tree / "hello.md").read_text()
    assert field.text() == "AdaZ"
    opened.focus(field)
    opened.press(Qt.Key.Key_Z, Control)
    assert field.text() == "Ada"


def test_two_fields_are_two_steps_and_redo_follows_step_by_step(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.caret_to_end()
    opened.source.insertPlainText("$name")
    opened.settle()
    preferred, name = opened.field("identity:preferred"), opened.field("identity:name")
    assert isinstance(preferred, QLineEdit)
    assert isinstance(name, QLineEdit)
    opened.focus(preferred)
    opened.press(Qt.Key.Key_End)
    opened.type("1")
    opened.focus(name)
    opened.press(Qt.Key.Key_End)
    opened.type("2")
    opened.press(Qt.Key.Key_Z, Control)
    assert (preferred.text(), name.text()) == ("Ada1", "Ada Lovelace")
    opened.press(Qt.Key.Key_Z, Control | Shift)
    assert (preferred.text(), name.text()) == ("Ada1", "Ada Lovelace2")
    opened.press(Qt.Key.Key_Z, Control)
    opened.press(Qt.Key.Key_Z, Control)
    assert (preferred.text(), name.text()) == ("Ada", "Ada Lovelace")


def test_undo_in_a_context_field_is_the_field_s_own(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.caret_to_end()
    opened.type("keep", into=opened.source)
    field = opened.field("context:facet")
    opened.type("sea", into=field)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.rendered.endswith("keep")
    assert "write about , Calm" in opened.rendered


def test_an_open_identity_file_and_its_fields_are_one_text(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", journal(tree))
    opened.press(Qt.Key.Key_Tab, Control)
    opened.focus(opened.field("identity:preferred"))
    opened.press(Qt.Key.Key_End)
    opened.type("!")
    tabs = opened.find(QTabBar, "documentTabs")
    assert "●" in tabs.tabText(1)
    opened.press(Qt.Key.Key_Tab, Control)
    assert '"preferred": "Ada!"' in opened.source.toPlainText()
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == journal(tree).read_text()
    assert tabs.tabText(1) == "journal.json"


def test_unsaved_identity_without_a_tab_is_marked_saved_with_all_and_asked_about(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "hello.md")
    opened.focus(opened.field("identity:preferred"))
    opened.press(Qt.Key.Key_End)
    opened.type("!")
    view = opened.find(QTreeView, "workspaceTree")
    marked = [
        text for row in range(view.model().rowCount()) if "●" in (text := row_text(view, row))
    ]
    assert len(marked) == 1
    answers.choices = [UnsavedChoice.CANCEL]
    opened.window.close()
    assert answers.asked_about == [("journal.json",)]
    assert opened.window.isVisible()
    opened.action("file.save_all").trigger()
    assert json.loads(journal(tree).read_text())["identity"]["preferred"] == "Ada!"


def row_text(view: QTreeView, row: int) -> str:
    return str(view.model().index(row, 0).data())


def test_no_identity_file_is_offered_to_be_made(opener: Opener, tree: Path) -> None:
    journal(tree).unlink()
    opened = opener(tree / "hello.md")
    assert "$preferred" in opened.rendered
    opened.focus(opened.find(QAbstractButton, "createIdentity"))
    opened.action("edit.undo").trigger()
    opened.press(Qt.Key.Key_S, Control)  # nothing to save, nothing raised
    assert not journal(tree).exists()
    opened.click("createIdentity")
    assert opened.front.path == journal(tree)
    assert not journal(tree).exists()
    opened.press(Qt.Key.Key_S, Control)
    assert json.loads(journal(tree).read_text())["identity"]["pronouns"]["subject"] == "they"
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered.startswith("Dear , ")


def test_what_else_the_journal_holds_is_nowhere_in_the_window(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    for text in (None, "{not json hunter2-never-shown", '{"identity": [{"a": hunter2-never-shown'):
        if text is not None:
            identity = opened.window.workbench.documents.open(journal(tree))
            identity.replace_text(text)
            opened.settle()
        shown = list(texts(opened))
        assert not [each for each in shown if "hunter2" in each or "never-shown" in each]


def texts(opened: Opened) -> list[str]:
    """Every text of the window that a person can see or hear."""
    found = [opened.window.windowTitle()]
    for widget in opened.window.findChildren(QWidget):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel | QLineEdit | QAbstractButton):
            found.append(widget.text())
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            found.append(widget.placeholderText())
        if isinstance(widget, QPlainTextEdit):
            found.append(widget.toPlainText())
        if isinstance(widget, QComboBox):
            found += [widget.itemText(index) for index in range(widget.count())]
    found += [each.text() for each in opened.window.findChildren(QAction)]
    return found


def test_a_refused_save_of_the_identity_is_shown_with_its_file(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    field = opened.field("identity:preferred")
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type("!")
    theirs = journal(tree).read_text().replace("Lovelace", "Byron")
    journal(tree).write_text(theirs)
    opened.press(Qt.Key.Key_S, Control)
    assert journal(tree).read_text() == theirs
    assert opened.front.path == journal(tree)
    assert opened.notice is not None
    assert "hunter2" not in opened.notice
    opened.take("Take theirs")
    assert opened.source.toPlainText() == theirs
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered == ADA
