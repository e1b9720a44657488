"""The whole context by keys and clicks: days, segments, own names, saved contexts on real files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCalendarWidget,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)

from editor.ui.panels.context_panel import ContextPanel
from editor.ui.widgets.day_button import DayButton
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]
FRIDAY = "# Weekly.\nfacet: work # the part\nday_YYYYMMDD: '20260123'\nextra: 1.50\n"


@pytest.fixture
def opened(opener: Opener, tree: Path) -> Opened:
    write(
        tree,
        {
            "contexts/friday.yaml": FRIDAY,
            "use.md": "$day|$segment_start|$segment_end|$facet|$mine",
            "prompt-workspace.yaml": "context: friday\n",
        },
    )
    made = opener(tree / "use.md")
    bring_to_front(made, panel(made))
    return made


def bring_to_front(opened: Opened, widget: QWidget) -> None:
    """Show the tab in which a panel stands."""
    opened.window.views.bring_into_sight(widget)
    assert widget.isVisible()


def append(opened: Opened, name: str, text: str) -> None:
    """Type at the end of a field."""
    opened.focus(opened.field(f"context:{name}"))
    opened.press(Qt.Key.Key_End)
    opened.type(text)


def panel(opened: Opened) -> ContextPanel:
    return opened.find(ContextPanel, "contextPanel")


def row_of(opened: Opened, name: str) -> QWidget:
    row = opened.field(f"context:{name}").parentWidget()
    while row is not None and row.metaObject().className() != "RowView":
        row = row.parentWidget()
    assert row is not None
    return row


def words(opened: Opened, name: str) -> list[str]:
    """What stands in a row beside its field: the name, the state, the line under it."""
    labels = row_of(opened, name).findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.text()]


def button(opened: Opened, name: str, text: str) -> QToolButton:
    (found,) = [
        each
        for each in row_of(opened, name).findChildren(QToolButton)
        if each.isVisible() and each.text() == text
    ]
    return found


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def command(opened: Opened, name: str) -> None:
    """Choose a command of the panel's menu with the keyboard."""
    opened.focus(opened.find(QToolButton, "contextMore"))
    opened.press(Qt.Key.Key_Space)
    action = opened.find(QAction, name)
    menu = action.parent()
    assert isinstance(menu, QMenu)
    assert menu.isVisible()
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def file(tree: Path, name: str = "friday") -> str:
    return (tree / f"contexts/{name}.yaml").read_text()


def message(opened: Opened) -> str:
    said = [each.text() for each in panel(opened).findChildren(QLabel) if each.isVisible()]
    return " ".join(text for text in said if text.startswith("⚠") or "Line" in text)


# --- fields ---------------------------------------------------------------------------------------


def test_used_names_stand_first_then_the_catalogue_then_own_names(opened: Opened) -> None:
    fields = panel(opened).findChildren(QWidget)
    visible = [each for each in fields if each.objectName().startswith("context:")]
    used = [each.objectName() for each in visible if each.isVisible()]
    assert set(used) == {
        f"context:{name}"
        for name in (
            "day",
            "day_YYYYMMDD",
            "segment",
            "segment_start",
            "segment_end",
            "facet",
            "mine",
            "extra",
        )
    }
    assert not opened.field("context:activity_level").isVisible()
    head = opened.find(QToolButton, "contextGroupCatalogue")
    opened.focus(head)
    opened.press(Qt.Key.Key_Space)
    assert opened.field("context:activity_level").isVisible()
    opened.type("x", into=opened.field("context:facet"))
    assert opened.field("context:activity_level").isVisible()  # it remembers
    opened.focus(head)
    opened.press(Qt.Key.Key_Space)
    assert not opened.field("context:activity_level").isVisible()
    assert panel(opened).focus_field("activity_level")
    assert QApplication.focusWidget() is opened.field("context:activity_level")


def test_states_are_told_in_words(opened: Opened) -> None:
    assert "derived" in words(opened, "day")
    assert "set" in words(opened, "facet")
    assert "not set" in words(opened, "segment_start")
    opened.type("today", into=opened.field("context:day"))
    assert "overridden" in words(opened, "day")
    assert "Instead of: Friday, January 23, 2026" in words(opened, "day")
    facet = opened.find(QLineEdit, "context:facet")
    opened.focus(facet)
    facet.selectAll()
    opened.press(Qt.Key.Key_Delete)
    assert "empty" in words(opened, "facet")
    assert opened.rendered == "today|$segment_start|$segment_end||$mine"
    click(button(opened, "day", "Reset"))
    assert "derived" in words(opened, "day")
    assert opened.rendered.startswith("Friday, January 23, 2026|")
    click(button(opened, "facet", "×"))
    assert "not set" in words(opened, "facet")
    assert opened.rendered.endswith("|$facet|$mine")


def test_a_segment_key_gives_its_times_and_says_when_it_gives_none(opened: Opened) -> None:
    segment = opened.find(QLineEdit, "context:segment")
    assert "HHMMSS_seconds" in segment.placeholderText()
    opened.type("143022", into=segment)
    assert any("HHMMSS_seconds" in word for word in words(opened, "segment"))
    opened.type("_300")
    assert "2:30 PM to 2:35 PM" in words(opened, "segment")
    assert "|2:30 PM|2:35 PM|" in opened.rendered
    opened.type("4:00 PM", into=opened.field("context:segment_end"))
    assert "|2:30 PM|4:00 PM|" in opened.rendered


def test_a_day_is_picked_in_a_calendar_by_keys(opened: Opened) -> None:
    picker = row_of(opened, "day_YYYYMMDD").findChild(DayButton)
    assert isinstance(picker, DayButton)
    opened.focus(picker)
    opened.press(Qt.Key.Key_Space)
    calendar = opened.find(QCalendarWidget, "dayCalendar")
    assert calendar.isVisible()
    assert calendar.selectedDate().toString("yyyyMMdd") == "20260123"
    view = calendar.focusProxy() or calendar
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert opened.find(QLineEdit, "context:day_YYYYMMDD").text() == "20260123"  # not yet
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert not calendar.isVisible()
    assert opened.find(QLineEdit, "context:day_YYYYMMDD").text() == "20260124"
    assert opened.rendered.startswith("Saturday, January 24, 2026|")


def test_a_typed_day_stays_what_it_is_and_escape_picks_nothing(opened: Opened) -> None:
    field = opened.find(QLineEdit, "context:day_YYYYMMDD")
    opened.focus(field)
    field.selectAll()
    opened.type("next week")
    assert any("YYYYMMDD" in word for word in words(opened, "day_YYYYMMDD"))
    picker = row_of(opened, "day_YYYYMMDD").findChild(DayButton)
    assert isinstance(picker, DayButton)
    click(picker)
    calendar = opened.find(QCalendarWidget, "dayCalendar")
    QTest.keyClick(calendar.focusProxy() or calendar, Qt.Key.Key_Escape)
    assert not calendar.isVisible()
    assert field.text() == "next week"
    assert "not set" in words(opened, "day")


def test_visiting_every_field_sets_nothing(opened: Opened) -> None:
    panel(opened).show_closed(frozenset())
    opened.focus(opened.field("context:day"))
    for _ in range(70):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    project = opened.window.workbench.project
    assert project is not None
    assert not project.context.differs()


# --- own names ------------------------------------------------------------------------------------


def test_an_own_name_is_added_and_removed(opened: Opened) -> None:
    command(opened, "contextOwnNameAction")
    name = opened.find(QLineEdit, "contextOwnNameField")
    assert QApplication.focusWidget() is name
    opened.type("2 bad\n")
    assert message(opened).startswith("⚠")
    name.clear()
    opened.type("$weather\n")
    assert not name.isVisible()
    assert QApplication.focusWidget() is opened.field("context:weather")
    assert "not set" in words(opened, "weather")
    opened.type("rain")
    click(button(opened, "weather", "⋯"))
    (menu,) = [each for each in row_of(opened, "weather").findChildren(QMenu) if each.isVisible()]
    menu.setActiveAction(menu.actions()[0])
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert not opened.has("context:weather")


def test_escape_ends_a_question_and_the_focus_goes_back(opened: Opened) -> None:
    command(opened, "contextOwnNameAction")
    name = opened.find(QLineEdit, "contextOwnNameField")
    opened.press(Qt.Key.Key_Escape)
    assert not name.isVisible()
    assert QApplication.focusWidget() is opened.find(QToolButton, "contextMore")


# --- saved contexts -------------------------------------------------------------------------------


def test_values_that_differ_are_marked_and_saved_without_touching_others(
    opened: Opened, tree: Path
) -> None:
    save = opened.find(QToolButton, "contextSave")
    marker = opened.find(QLabel, "contextMarker")
    assert (save.isEnabled(), marker.isVisible()) == (False, False)
    append(opened, "facet", "!")
    assert (save.isEnabled(), marker.text(), marker.isVisible()) == (True, "edited", True)
    assert "facet" in marker.toolTip()
    assert file(tree) == FRIDAY
    opened.focus(save)
    opened.press(Qt.Key.Key_Space)
    assert file(tree) == FRIDAY.replace("work #", "work! #")
    assert not marker.isVisible()
    assert opened.find(QComboBox, "contextChoice").currentText() == "friday"
    assert not opened.front.is_modified()


def test_save_as_asks_for_the_name_in_place(opened: Opened, tree: Path) -> None:
    append(opened, "facet", "!")
    command(opened, "contextSaveAsAction")
    name = opened.find(QLineEdit, "contextSaveAsField")
    for bad in ("../evil", "a/b", "friday"):
        name.clear()
        opened.type(f"{bad}\n", into=name)
        assert message(opened).startswith("⚠")
    name.clear()
    opened.type("late friday\n", into=name)
    assert file(tree, "late friday") == FRIDAY.replace("work #", "work! #")
    assert file(tree) == FRIDAY
    combo = opened.find(QComboBox, "contextChoice")
    assert combo.currentText() == "late friday"
    assert [combo.itemText(row) for row in range(combo.count())] == [
        "No context",
        "friday",
        "late friday",
        "monday",
    ]
    assert sorted(each.name for each in tree.parent.iterdir()) == ["home", "work"]


def test_rename_and_delete_ask_in_place(
    opened: Opened, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(opened, "contextRenameAction")
    name = opened.find(QLineEdit, "contextRenameField")
    assert name.text() == "friday"
    opened.type("saturday\n")
    assert file(tree, "saturday") == FRIDAY
    assert not (tree / "contexts/friday.yaml").exists()
    command(opened, "contextDeleteAction")
    keep = opened.find(QWidget, "contextDeleteNo")
    assert QApplication.focusWidget() is keep
    assert any("Delete saturday?" in each.text() for each in panel(opened).findChildren(QLabel))
    opened.press(Qt.Key.Key_Space)
    assert file(tree, "saturday") == FRIDAY
    gone: list[str] = []

    def to_trash(path: str) -> tuple[bool, str]:
        gone.append(path)
        Path(path).unlink()
        return True, ""

    monkeypatch.setattr("editor.session.trash.QFile.moveToTrash", to_trash)
    command(opened, "contextDeleteAction")
    opened.click("contextDeleteYes")
    assert gone == [str(tree / "contexts/saturday.yaml")]
    assert opened.find(QComboBox, "contextChoice").currentText() == "No context"
    assert "|work|" in opened.rendered  # the values stay


def test_values_are_pasted_from_a_mapping_and_faults_told_with_their_line(
    opened: Opened,
) -> None:
    QApplication.clipboard().setText("facet: sea\nmine: 'no'\n")
    command(opened, "contextPasteAction")
    field = opened.find(QPlainTextEdit, "contextPasteField")
    assert field.toPlainText() == "facet: sea\nmine: 'no'\n"
    field.setPlainText('{"facet": "sea",\n "mine": [1]}')
    QTest.keyClick(field, Qt.Key.Key_Return, Control)
    assert "Line 2" in message(opened)
    assert "|work|$mine" in opened.rendered
    field.setPlainText('{"facet": "sea",\n "mine": "no"}')
    QTest.keyClick(field, Qt.Key.Key_Return, Control)
    assert not field.isVisible()
    assert opened.rendered.endswith("|sea|no")


def test_what_no_mapping_can_be_is_not_offered_from_the_clipboard(opened: Opened) -> None:
    QApplication.clipboard().setText("some words")
    command(opened, "contextPasteAction")
    assert opened.find(QPlainTextEdit, "contextPasteField").toPlainText() == ""


def test_all_values_are_copied_as_json(opened: Opened) -> None:
    command(opened, "contextCopyAction")
    assert json.loads(QApplication.clipboard().text()) == {
        "facet": "work",
        "day_YYYYMMDD": "20260123",
        "extra": "1.50",
        "day": "Friday, January 23, 2026",
    }


def test_without_a_context_save_asks_for_a_name(opened: Opened, tree: Path) -> None:
    combo = opened.find(QComboBox, "contextChoice")
    opened.focus(combo)
    opened.press(Qt.Key.Key_Home)
    assert combo.currentText() == "No context"
    opened.type("x", into=opened.field("context:mine"))
    opened.click("contextSave")
    opened.type("new\n")
    assert yaml.safe_load(file(tree, "new")) == {"mine": "x"}


def test_unsaved_values_are_put_aside_and_can_be_taken_back(opened: Opened) -> None:
    append(opened, "facet", "!")
    combo = opened.find(QComboBox, "contextChoice")
    opened.focus(combo)
    opened.press(Qt.Key.Key_Down)
    assert "|home|" in opened.rendered
    back = opened.find(QWidget, "contextPutAsideAction")
    assert back.isVisible()
    opened.focus(back)
    opened.press(Qt.Key.Key_Space)
    assert "|work!|" in opened.rendered
    assert combo.currentText() == "friday"
    assert not back.isVisible()


def test_an_offer_that_was_dismissed_stays_away(opened: Opened) -> None:
    append(opened, "facet", "!")
    opened.focus(opened.find(QComboBox, "contextChoice"))
    opened.press(Qt.Key.Key_Down)
    opened.click("contextPutAsideDismiss")
    append(opened, "facet", "x")
    assert not opened.find(QWidget, "contextPutAside").isVisible()
    assert "|homex|" in opened.rendered


def test_a_save_that_is_refused_says_why_and_keeps_the_values(opened: Opened, tree: Path) -> None:
    append(opened, "facet", "!")
    (tree / "contexts/friday.yaml").write_text("facet: [broken\n")
    opened.click("contextSave")
    assert opened.find(QWidget, "contextMessage").isVisible()
    assert "|work!|" in opened.rendered
    assert file(tree) == "facet: [broken\n"


def test_a_context_with_a_fault_is_told_when_it_is_chosen(opened: Opened, tree: Path) -> None:
    write(tree, {"contexts/monday.yaml": "facet: home\nbad: [1]\n"})
    opened.window.workbench.look_at_disk_now()
    combo = opened.find(QComboBox, "contextChoice")
    opened.focus(combo)
    opened.press(Qt.Key.Key_Down)
    said = opened.find(QWidget, "contextMessage")
    assert said.isVisible()
    assert "monday.yaml, line 2" in said.accessibleName()
    opened.focus(combo)
    opened.press(Qt.Key.Key_Home)
    assert not said.isVisible()


@pytest.mark.parametrize("width", [300, 400, 600])
def test_all_of_a_row_is_inside_the_panel(opened: Opened, width: int) -> None:
    shown = panel(opened)
    shown.setParent(None)
    shown.resize(width, 600)
    shown.show()
    opened.until(lambda: shown.width() == width)
    shown.show_closed(frozenset())
    QApplication.processEvents()
    for each in shown.findChildren(QWidget):
        if each.objectName().startswith("context:"):
            at = each.mapTo(shown, QPoint(0, 0)).x()
            assert at >= 0
            assert at + each.width() <= width
            assert each.width() >= 100
    shown.deleteLater()
