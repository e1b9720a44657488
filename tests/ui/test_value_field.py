"""A value field: three states, no character lost, no caret moved, no key taken."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QInputMethodEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.value_field import ValueField

NAME = "context:day"
# Everything but lone surrogates, which no Qt text can hold (tested on their own).
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def field(qtbot: QtBot, window: QWidget) -> ValueField:
    return shown(qtbot, window, ValueField(NAME))


def shown(qtbot: QtBot, window: QWidget, made: ValueField) -> ValueField:
    """The field in a window, with another control beside it."""
    layout = QVBoxLayout(window)
    other = QLineEdit(window)
    other.setObjectName("other")
    layout.addWidget(other)
    layout.addWidget(made)
    with qtbot.waitExposed(window):
        window.show()
    return made


def named(field: ValueField) -> QLineEdit | QPlainTextEdit:
    """The one widget that carries the field's name."""
    found = field.findChildren(QWidget, NAME)
    assert len(found) == 1
    assert found[0].isVisibleTo(field)
    assert found[0] is field.editor
    editor = found[0]
    assert isinstance(editor, QLineEdit | QPlainTextEdit)
    return editor


def edits(field: ValueField) -> list[str]:
    """All texts the field tells from now on."""
    told: list[str] = []
    field.edited.connect(told.append)
    return told


def unset_button(field: ValueField) -> QToolButton:
    button = field.findChild(QToolButton)
    assert button is not None
    return button


def caret(field: ValueField) -> int:
    editor = named(field)
    if isinstance(editor, QLineEdit):
        return editor.cursorPosition()
    return editor.textCursor().position()


def set_caret(field: ValueField, place: int) -> None:
    editor = named(field)
    if isinstance(editor, QLineEdit):
        editor.setCursorPosition(place)
    else:
        cursor = editor.textCursor()
        cursor.setPosition(place)
        editor.setTextCursor(cursor)


# --- the three states -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "hint", "placeholder", "can_unset"),
    [
        (None, "", "not set", False),
        (None, "2:30 PM", "2:30 PM", False),
        ("", "", "empty", True),
        ("", "2:30 PM", "empty", True),
        ("Friday", "2:30 PM", "empty", True),
    ],
)
def test_case_51_not_set_empty_and_set_are_three_states(
    field: ValueField, value: str | None, hint: str, placeholder: str, can_unset: bool
) -> None:
    field.show_value("before")
    field.show_value(value, hint)
    assert field.value == value
    assert named(field).property("text") == (value or "")
    assert named(field).placeholderText() == placeholder
    assert unset_button(field).isVisibleTo(field) == can_unset


@pytest.mark.parametrize("multi", [False, True])
def test_what_stands_in_an_unset_field_is_readable(
    theme: Theme, field: ValueField, multi: bool
) -> None:
    field.show_value("a\nb" if multi else "a")
    named(field).setFocus()
    field.show_value(None, "MMMM MMMM")
    assert isinstance(named(field), QPlainTextEdit) == multi
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme.choose(choice)
        image = named(field).grab().toImage()
        inks = {
            image.pixelColor(x, y).name()
            for x in range(image.width())
            for y in range(image.height())
        }
        assert theme.color("muted").name() in inks


def test_emptying_a_field_gives_an_empty_value_and_unset_is_a_wish(
    qtbot: QtBot, field: ValueField
) -> None:
    field.show_value("x")
    told = edits(field)
    editor = named(field)
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    assert told == [""]
    assert (field.value, editor.placeholderText()) == ("", "empty")
    with qtbot.waitSignal(field.unset_requested, timeout=1000):
        unset_button(field).click()
    assert told == [""]


def test_typing_into_a_field_that_is_not_set_sets_it_at_once(
    qtbot: QtBot, field: ValueField
) -> None:
    told = edits(field)
    qtbot.keyClicks(named(field), "ab")
    assert told == ["a", "ab"]
    assert unset_button(field).isVisibleTo(field)


def test_a_field_can_be_read_only(qtbot: QtBot, field: ValueField) -> None:
    field.show_value("x")
    field.set_editable(False)
    told = edits(field)
    qtbot.keyClicks(named(field), "ab")
    assert told == []
    assert field.value == "x"


def test_a_field_without_unset_never_offers_it(qtbot: QtBot, window: QWidget) -> None:
    field = shown(qtbot, window, ValueField(NAME, can_unset=False))
    field.show_value("x")
    assert not unset_button(field).isVisibleTo(field)


def test_names_for_screen_readers_follow_the_editing_widget(qtbot: QtBot, window: QWidget) -> None:
    field = shown(qtbot, window, ValueField(NAME, label="day"))
    field.show_description("The day")
    for value in ("one", "one\ntwo", "one"):
        field.show_value(value)
        assert named(field).accessibleName() == "day"
        assert named(field).accessibleDescription() == "The day"
    assert unset_button(field).accessibleName() == "Unset day"


# --- no character is lost -------------------------------------------------------------------------


@given(before=TEXTS, after=TEXTS)
def test_case_65_any_text_is_shown_whole_and_typing_adds_only_what_was_typed(
    qapp: QApplication, before: str, after: str
) -> None:
    field = ValueField(NAME)
    told = edits(field)
    field.show_value(before)
    field.show_value(after)
    assert told == []
    assert field.value == after
    editor = named(field)
    place = len(after.encode("utf-16-le")) // 2
    set_caret(field, place)
    if isinstance(editor, QLineEdit):
        editor.insert("x")
    else:
        editor.insertPlainText("x")
    assert told == [after + "x"]


def test_case_65_forty_thousand_characters_stay_when_one_is_added(
    qtbot: QtBot, field: ValueField
) -> None:
    field.show_value("x" * 40_000)
    told = edits(field)
    set_caret(field, 40_000)
    qtbot.keyClicks(named(field), "y")
    assert told == ["x" * 40_000 + "y"]


def test_case_65_a_value_with_line_breaks_gets_a_widget_with_lines(field: ValueField) -> None:
    field.show_value("a\tb")
    assert isinstance(named(field), QLineEdit)
    field.show_value("a\nb\tc")
    assert isinstance(named(field), QPlainTextEdit)
    field.show_value("a")
    assert isinstance(named(field), QLineEdit)


@pytest.mark.parametrize("break_", ["\r\n", "\r", "\u2029", "\ufdd0", "\ufdd1"])
def test_case_65_a_value_that_lines_cannot_hold_keeps_every_character(
    qtbot: QtBot, field: ValueField, break_: str
) -> None:
    value = f"a{break_}b\nc"
    field.show_value("one\ntwo")
    named(field).setFocus()
    field.show_value(value)
    told = edits(field)
    set_caret(field, 0)
    qtbot.keyClicks(named(field), "x")
    assert told == ["x" + value]


def test_a_value_that_no_field_can_hold_is_never_rewritten(qtbot: QtBot, field: ValueField) -> None:
    for value in ("a\ud83d", "a\ud83d\nb"):
        told = edits(field)
        field.show_value(value)
        editor = named(field)
        assert editor.isReadOnly()
        assert editor.toolTip()
        qtbot.keyClicks(editor, "x")
        assert told == []
        field.show_value("plain")
        assert not named(field).isReadOnly()


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r", "\u2029"])
def test_pasted_lines_stay_lines_and_the_caret_stays_behind_them(
    qtbot: QtBot, field: ValueField, break_: str
) -> None:
    field.show_value("<😀>")
    editor = named(field)
    editor.setFocus()
    set_caret(field, 3)
    told = edits(field)
    QGuiApplication.clipboard().setText(f"one{break_}two")
    editor.paste()
    assert told[-1] == "<😀one\ntwo>"
    lines = named(field)
    assert isinstance(lines, QPlainTextEdit)
    assert lines.window().focusWidget() is lines
    qtbot.keyClicks(lines, "!")
    assert told[-1] == "<😀one\ntwo!>"


def test_lines_pasted_over_everything_make_a_field_with_lines(field: ValueField) -> None:
    field.show_value(None)
    told = edits(field)
    data = QMimeData()
    data.setText("a\nb\n")
    QGuiApplication.clipboard().setMimeData(data)
    named(field).paste()
    assert told[-1] == "a\nb\n" == field.value


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier]
)
def test_enter_and_shift_enter_are_the_same_line_break(
    qtbot: QtBot, field: ValueField, modifier: Qt.KeyboardModifier
) -> None:
    field.show_value("a\nb")
    set_caret(field, 1)
    told = edits(field)
    qtbot.keyClick(named(field), Qt.Key.Key_Return, modifier)
    assert told == ["a\n\nb"]


def test_the_widget_stays_while_its_last_line_break_is_deleted(
    qtbot: QtBot, field: ValueField
) -> None:
    field.show_value("a\nb")
    lines = named(field)
    lines.setFocus()
    set_caret(field, 2)
    qtbot.keyClick(lines, Qt.Key.Key_Backspace)
    field.show_value("ab")
    assert named(field) is lines
    assert caret(field) == 1
    other = field.window().findChild(QLineEdit, "other")
    assert other is not None
    other.setFocus()
    field.show_value("ab")
    assert isinstance(named(field), QLineEdit)


def test_two_to_five_lines_are_shown(field: ValueField) -> None:
    heights = []
    for count in (2, 3, 5, 9):
        field.show_value("\n".join("x" * count))
        heights.append(named(field).height())
    two, three, five, nine = heights
    line = three - two
    assert line > 0
    assert (five, nine) == (two + 3 * line, five)


# --- caret, composition, keys and wheel -----------------------------------------------------------


def test_case_15_typing_in_the_middle_stays_in_the_middle(qtbot: QtBot, field: ValueField) -> None:
    for value, typed in (("abcdef", "abcXYdef"), ("abc\ndef", "abcXY\ndef"), ("😀cd", "😀cXYd")):
        field.show_value(value)
        field.edited.connect(field.show_value)
        set_caret(field, 3)
        qtbot.keyClicks(named(field), "XY")
        field.edited.disconnect(field.show_value)
        assert field.value == typed
        assert caret(field) == 5


@pytest.mark.parametrize("value", ["abcdef", "abc\ndef"])
def test_case_15_an_equal_value_keeps_selection_and_undo(
    qtbot: QtBot, field: ValueField, value: str
) -> None:
    field.show_value(value)
    editor = named(field)
    set_caret(field, 3)
    qtbot.keyClicks(editor, "X")
    editor.selectAll()
    field.show_value(field.value, "a hint")
    selected = (
        editor.selectedText()
        if isinstance(editor, QLineEdit)
        else editor.textCursor().selection().toPlainText()
    )
    assert selected == value[:3] + "X" + value[3:]
    editor.undo()
    assert field.value == value


@pytest.mark.parametrize(
    ("old", "place", "new", "expected"),
    [
        ("abc", 3, "abcd", 3),
        ("abc", 2, "Xabc", 3),
        ("😀abc", 3, "ab😀abc", 5),
        ("abc", 3, "a", 1),
        ("abc", 1, "xyz", 1),
        ("a\nbc", 3, "aX\nbc", 4),
    ],
)
def test_case_15_the_caret_stays_beside_its_text(
    field: ValueField, old: str, place: int, new: str, expected: int
) -> None:
    field.show_value(old)
    set_caret(field, place)
    field.show_value(new)
    assert caret(field) == expected


@pytest.mark.parametrize("value", ["ab", "a\nb"])
def test_case_68_a_value_waits_for_the_end_of_a_composition(field: ValueField, value: str) -> None:
    field.show_value(value)
    editor = named(field)
    told = edits(field)
    QApplication.sendEvent(editor, QInputMethodEvent("かん", []))
    field.show_value("other")
    assert field.value == value
    assert named(field) is editor
    QApplication.sendEvent(editor, QInputMethodEvent("", []))
    assert field.value == "other"
    assert told == []


@pytest.mark.parametrize("answered", [True, False])
@pytest.mark.parametrize("value", ["ab", "a\nb"])
def test_case_68_what_was_composed_is_not_overwritten_by_an_older_value(
    field: ValueField, value: str, answered: bool
) -> None:
    field.show_value(value)
    if answered:
        field.edited.connect(field.show_value)
    editor = named(field)
    set_caret(field, len(value))
    QApplication.sendEvent(editor, QInputMethodEvent("かん", []))
    field.show_value("older")
    commit = QInputMethodEvent("ji", [])
    commit.setCommitString("漢")
    QApplication.sendEvent(editor, commit)
    assert field.value == value + "漢"
    QApplication.sendEvent(editor, QInputMethodEvent("", []))
    assert field.value == value + "漢"


def press_undo(qtbot: QtBot, window: QMainWindow, field: ValueField, value: str) -> list[str]:
    """Type into the field, press Ctrl+Z there, and tell what the window's actions saw."""
    seen: list[str] = []
    for name in ("undo", "redo"):
        action = QAction(name, window)
        action.setShortcut(QKeySequence(getattr(QKeySequence.StandardKey, name.capitalize())))
        action.triggered.connect(lambda _on, name=name: seen.append(name))
        window.addAction(action)
    window.setCentralWidget(field)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.show_value(value)
    editor = named(field)
    editor.setFocus()
    qtbot.keyClicks(editor, "x")
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    redo = QKeySequence(QKeySequence.StandardKey.Redo)[0]
    qtbot.keyClick(editor, redo.key(), redo.keyboardModifiers())
    return seen


@pytest.mark.parametrize("value", ["ab", "a\nb"])
def test_undo_in_a_files_field_is_the_windows(qtbot: QtBot, value: str) -> None:
    field = ValueField(NAME, forward_undo=True)
    assert press_undo(qtbot, QMainWindow(), field, value) == ["undo", "redo"]
    assert field.value is not None
    assert "x" in field.value


@pytest.mark.parametrize("value", ["ab", "a\nb"])
def test_undo_in_any_other_field_is_its_own(qtbot: QtBot, value: str) -> None:
    field = ValueField(NAME)
    told = edits(field)
    assert press_undo(qtbot, QMainWindow(), field, value) == []
    assert told[1:] == [value, told[0]]


def test_undo_that_the_window_cannot_do_now_changes_nothing(qtbot: QtBot, window: QWidget) -> None:
    field = shown(qtbot, window, ValueField(NAME, forward_undo=True))
    field.show_value("ab")
    told = edits(field)
    qtbot.keyClicks(named(field), "x")
    qtbot.keyClick(named(field), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert told == ["xab"]


@pytest.mark.parametrize("value", ["12", "1\n2", "\n" * 20])
def test_case_48_the_wheel_passes_over_a_field(field: ValueField, value: str) -> None:
    field.show_value(value)
    told = edits(field)
    event = wheel(named(field))
    assert not event.isAccepted()
    assert told == []
    assert field.value == value


def wheel(target: QWidget) -> QWheelEvent:
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
    receiver: Callable[[QWheelEvent], None] = target.wheelEvent
    receiver(event)
    return event
