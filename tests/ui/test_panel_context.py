"""The context panel: rows that are kept, three states, and the chosen context."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.panels.context_panel import ContextField, ContextPanel
from editor.ui.theme import Theme

DAY = ContextField("day", "Friday", "set", description="The day in words.", uses=2)
START = ContextField("segment_start", None, "derived", hint="2:30 PM", uses=1)
FACET = ContextField("facet", None, "unset", hint="work", uses=1)
EMPTY = ContextField("notes", "", "set")


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> ContextPanel:
    made = ContextPanel()
    qtbot.addWidget(made)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def line(panel: ContextPanel, name: str) -> QLineEdit:
    found = panel.findChild(QLineEdit, f"context:{name}")
    assert found is not None
    return found


def names(panel: ContextPanel) -> list[str]:
    """The variables of the visible fields, from top to bottom."""
    fields = [found for found in panel.findChildren(QWidget) if ":" in found.objectName()]
    top = {found.mapTo(panel, QPoint(0, 0)).y(): found.objectName() for found in fields}
    return [top[y].removeprefix("context:") for y in sorted(top)]


def choice(panel: ContextPanel) -> QComboBox:
    found = panel.findChild(QComboBox, "panelContextChoice")
    assert found is not None
    return found


def settle(panel: ContextPanel) -> None:
    QApplication.processEvents()


def test_case_51_set_empty_derived_and_not_set_are_told_apart(panel: ContextPanel) -> None:
    panel.show_fields((DAY, START, FACET, EMPTY))
    shown = {
        name: (line(panel, name).text(), line(panel, name).placeholderText())
        for name in ("day", "segment_start", "facet", "notes")
    }
    assert shown == {
        "day": ("Friday", "empty"),
        "segment_start": ("", "2:30 PM"),
        "facet": ("", "not set, e.g. work"),
        "notes": ("", "empty"),
    }
    marks = [label.text() for label in panel.findChildren(QLabel) if label.text() == "derived"]
    assert marks == ["derived"]


def test_a_row_tells_description_and_uses_over_its_name(panel: ContextPanel) -> None:
    panel.show_fields((DAY, FACET, EMPTY))
    tips = {label.text(): label.toolTip() for label in panel.findChildren(QLabel)}
    assert tips["day"] == "$day\nThe day in words.\nUsed 2 times in the prompt in front"
    assert tips["facet"] == "$facet\nUsed once in the prompt in front"
    assert tips["notes"] == "$notes\nNot used in the prompt in front"


def test_editing_and_unsetting_name_the_variable(qtbot: QtBot, panel: ContextPanel) -> None:
    panel.show_fields((DAY, FACET))
    told: list[tuple[str, ...]] = []
    panel.value_edited.connect(lambda *args: told.append(args))
    panel.unset_requested.connect(lambda *args: told.append(args))
    qtbot.keyClicks(line(panel, "facet"), "x")
    unset = [
        button
        for button in panel.findChildren(QToolButton)
        if button.accessibleName() == "Unset day"
    ]
    assert len(unset) == 1
    unset[0].click()
    assert told == [("facet", "x"), ("day",)]


def test_showing_values_tells_nothing(panel: ContextPanel) -> None:
    told: list[tuple[str, ...]] = []
    panel.value_edited.connect(lambda *args: told.append(args))
    panel.context_chosen.connect(lambda *args: told.append(args))
    panel.show_contexts(("a", "b"), "b")
    panel.show_fields((DAY, START))
    panel.show_fields((ContextField("day", "Saturday\nnight", "set"), START))
    panel.show_contexts(("b",), None)
    assert told == []


def test_case_15_rows_focus_and_caret_stay_when_the_names_change(
    qtbot: QtBot, panel: ContextPanel
) -> None:
    panel.show_fields((DAY, FACET))
    field = line(panel, "facet")
    field.setFocus()
    qtbot.keyClicks(field, "abc")
    field.setCursorPosition(1)
    facet = ContextField("facet", "abc", "set", uses=1)
    for fields in ((START, facet, DAY), (facet,), (EMPTY, DAY, facet, START)):
        panel.show_fields(fields)
        settle(panel)
        assert names(panel) == [found.name for found in fields]
        assert line(panel, "facet") is field
        assert panel.window().focusWidget() is field
        assert field.cursorPosition() == 1
    qtbot.keyClicks(field, "X")
    assert field.text() == "aXbc"


def test_rows_that_leave_are_gone_and_their_names_free(panel: ContextPanel) -> None:
    panel.show_fields((DAY, FACET))
    panel.show_fields((FACET,))
    assert panel.findChildren(QWidget, "context:day") == []
    panel.show_fields((DAY, FACET))
    assert len(panel.findChildren(QWidget, "context:day")) == 1


def test_tab_goes_through_the_fields_in_their_order(qtbot: QtBot, panel: ContextPanel) -> None:
    panel.show_fields((FACET, DAY))
    panel.show_fields((ContextField("notes", "a\nb", "set"), START, DAY, FACET))
    first = panel.findChild(QWidget, "context:notes")
    assert first is not None
    first.setFocus()
    visited = []
    for _ in range(8):
        focused = panel.window().focusWidget()
        if focused is not None and ":" in focused.objectName():
            visited.append(focused.objectName().removeprefix("context:"))
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert visited[:4] == ["notes", "segment_start", "day", "facet"]


def test_without_variables_one_sentence_stands_there(panel: ContextPanel) -> None:
    def sentences() -> list[str]:
        return [
            label.text()
            for label in panel.findChildren(QLabel)
            if label.isVisible() and label.text().endswith(".")
        ]

    assert sentences() == ["The file in front uses no context variables."]
    panel.show_fields((DAY,))
    assert sentences() == []
    panel.show_fields(())
    assert sentences() == ["The file in front uses no context variables."]


def test_a_saved_context_or_none_is_chosen(qtbot: QtBot, panel: ContextPanel) -> None:
    combo = choice(panel)
    panel.show_contexts(("friday", "standup"), "standup")
    assert [combo.itemText(row) for row in range(combo.count())] == [
        "No context",
        "friday",
        "standup",
    ]
    assert combo.currentText() == "standup"
    told: list[str] = []
    panel.context_chosen.connect(told.append)
    qtbot.keyClick(combo, Qt.Key.Key_Up)
    qtbot.keyClick(combo, Qt.Key.Key_Home)
    assert told == ["friday", ""]
    panel.show_contexts(("friday",), "gone")
    assert combo.currentText() == "No context"


def test_contexts_shown_again_leave_an_open_list_open(panel: ContextPanel) -> None:
    panel.show_contexts(("friday", "standup"), "standup")
    reset: list[str] = []
    choice(panel).model().rowsRemoved.connect(lambda *_: reset.append("removed"))
    choice(panel).model().rowsInserted.connect(lambda *_: reset.append("inserted"))
    panel.show_contexts(("friday", "standup"), "friday")
    assert choice(panel).currentText() == "friday"
    assert reset == []


def test_case_48_the_wheel_does_not_choose_a_context(panel: ContextPanel) -> None:
    panel.show_contexts(("a", "b"), "a")
    told: list[str] = []
    panel.context_chosen.connect(told.append)
    for focused in (False, True):
        if focused:
            choice(panel).setFocus()
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(choice(panel), event)
        assert choice(panel).currentText() == "a"
    assert told == []


def test_now_is_refreshed_by_its_button(qtbot: QtBot, panel: ContextPanel) -> None:
    panel.show_fields((ContextField("now", None, "derived", hint="today", uses=1, is_now=True),))
    button = panel.findChild(QToolButton, "refreshNow")
    assert button is not None
    with qtbot.waitSignal(panel.refresh_now_requested, timeout=1000):
        button.click()


def test_a_long_name_leaves_room_for_its_value(panel: ContextPanel) -> None:
    panel.show_fields((ContextField("x" * 200, "v", "set", uses=1),))
    settle(panel)
    assert line(panel, "x" * 200).width() > 150
