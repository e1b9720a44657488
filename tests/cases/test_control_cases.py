"""Cases from the field about controls of the whole window: caret, wheel, undo, edits of nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

from tests.ui.form_windowing import caret_of, text_of, turn_wheel, wheel
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]
PROMPT = """---
title:   abcdef   # kept
description: "some long words"
due: 2026-01-23
size:  small
priority:    10
new_only: yes
tools: [read,  write]
hook:
      pre:  'abc'
other: {a:  1}
---
Say $facet on $day_YYYYMMDD
"""
SCHEMA = """{"type": "object", "properties": {
  "title": {"type": "string"}, "description": {"type": "string", "maxLength": 2000},
  "due": {"type": "string", "format": "date"}, "size": {"enum": ["small", "large"]},
  "color": {"type": "string", "format": "color"},
  "priority": {"type": "integer"}, "new_only": {"type": "boolean"},
  "tools": {"type": "array", "items": {"type": "string"}},
  "hook": {"type": "object", "properties": {"pre": {"type": "string"}}}}}
"""
IDENTITY = (
    '{"identity": {"name" :"Adalin","bio": "One.\\nTwo.",\r\n "timezone": "Europe/Lisbon",'
    ' "aliases": ["A."],\t"on": true, "age": 3.10, "pets": [ 1 ],'
    ' "pronouns": {"subject": "she", "object":"her" ,"possessive": "her", "reflexive": "herself"}}}'
)


@pytest.fixture
def opened(opener: Opener, tree: Path) -> Opened:
    """A window with every kind of control, and two files in it."""
    files = {
        "prompt-workspace.yaml": "schemas: {prompt: own.json}\n",
        "own.json": SCHEMA,
        "a.md": PROMPT,
        "b.md": "Other\n",
        "config/journal.json": IDENTITY,
    }
    write(tree, files)
    made = opener(tree / "b.md", tree / "a.md")
    made.window.resize(1400, 1000)
    return made


def in_sight(opened: Opened) -> Iterator[QWidget]:
    """All controls of the window, one panel and one preview after the other."""
    opened.find(QAbstractButton, "contextGroupCatalogue").click()
    for panel in ("context", "identity", "variables", "layers"):
        opened.action(f"view.{panel}").trigger()
        QCoreApplication.processEvents()
        yield from [each for each in opened.window.findChildren(QWidget) if each.isVisible()]
    opened.action("view.changes").trigger()
    yield from [each for each in opened.window.findChildren(QWidget) if each.isVisible()]


def state_of(widget: QWidget) -> object:
    """What the wheel must not change."""
    match widget:
        case QComboBox() | QTabBar():
            return widget.currentIndex()
        case QAbstractSpinBox():
            return widget.text()
        case QAbstractSlider():
            return widget.value()
        case QAbstractButton():
            return widget.isChecked()
        case QLineEdit():
            return widget.text()
        case _:
            return None


# --- 48: the wheel --------------------------------------------------------------------------------


def test_case_48_no_control_of_the_window_is_changed_by_the_wheel(
    opened: Opened, tree: Path
) -> None:
    kinds: set[type] = set()
    for widget in in_sight(opened):
        if isinstance(widget, QScrollBar | QPlainTextEdit):
            continue  # they scroll
        before = state_of(widget)
        for steps in (1, -1):
            wheel(widget, steps)
            assert state_of(widget) == before, widget.objectName()
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            for steps in (1, -1):
                wheel(widget, steps)
                assert state_of(widget) == before, widget.objectName()
        kinds.update(type(widget).__mro__)
    assert {QComboBox, QTabBar, QLineEdit, QCheckBox} <= kinds
    assert opened.front.path == tree / "a.md"
    assert not [each for each in opened.window.workbench.documents.all() if each.is_modified()]
    project = opened.window.workbench.project
    assert project is not None
    assert not project.context.typed


@pytest.mark.parametrize("place", ["pick:due", "context:day_YYYYMMDD"])
def test_case_48_the_wheel_in_a_calendar_turns_pages_and_picks_nothing(
    opened: Opened, place: str
) -> None:
    if place.startswith("context"):
        button = opened.field(place).parentWidget().parentWidget().findChildren(QAbstractButton)[-1]
    else:
        button = opened.find(QAbstractButton, place)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    calendars = [each for each in QApplication.allWidgets() if isinstance(each, QCalendarWidget)]
    (calendar,) = [each for each in calendars if each.isVisible()]
    parts = [each for each in calendar.findChildren(QWidget) if each.isVisible()]
    assert any(isinstance(each, QAbstractButton) for each in parts)
    for part in parts:
        wheel(part, 1)
    popup = calendar.window()
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    popup.close()
    assert opened.front.text() == PROMPT
    assert opened.rendered == "Say $facet on $day_YYYYMMDD"


def test_case_48_the_wheel_over_the_tabs_brings_no_other_file_to_the_front(opened: Opened) -> None:
    bars = [each for each in opened.window.findChildren(QTabBar) if each.isVisible()]
    assert {"documentTabs", "previewTabs", "panelTabs"} <= {each.objectName() for each in bars}
    for bar in bars:
        for index in range(bar.count()):
            bar.setCurrentIndex(index)
            for steps in (1, -1):
                turn_wheel(bar, steps)
                assert bar.currentIndex() == index


# --- 15: the caret --------------------------------------------------------------------------------

TEXT_FIELDS = (
    *(f"field:{name}" for name in ("title", "description", "tools.0", "hook.pre")),
    *(f"identity:{name}" for name in ("name", "bio", "pronouns.subject", "timezone")),
    "context:facet",
)
OTHER_FIELDS = {
    "field:due": ("20", 2),
    "field:priority": ("55", 1),
    "field:other": (" ", 1),
    "identity:age": ("55", 1),
    "identity:pets": ("5", 2),
}


def test_case_15_the_caret_stays_in_every_kind_of_field(opened: Opened) -> None:
    opened.type("abcdef", into=opened.field("context:facet"))
    typed = dict.fromkeys(TEXT_FIELDS, ("XY", 2)) | OTHER_FIELDS
    for name, (text, at) in typed.items():
        if name.startswith("identity:"):
            opened.window.views.bring_into_sight(opened.window.views.identity)
        field = opened.field(name)
        opened.focus(field)
        before, place = text_of(field), opened.source.textCursor().position()
        assert len(before) >= at, name
        put_caret(field, at)
        for number, key in enumerate(text, 1):
            opened.type(key)
            assert opened.field(name) is field, name
            assert text_of(field) == before[:at] + text[:number] + before[at:], name
            assert caret_of(field) == at + number, name
            opened.settle()
            assert (text_of(field)[at : at + number], caret_of(field)) == (
                text[:number],
                at + number,
            ), name
        assert QApplication.focusWidget() is field
        assert opened.source.textCursor().position() == place, name


def put_caret(field: QWidget, at: int) -> None:
    if isinstance(field, QLineEdit):
        field.setCursorPosition(at)
        return
    assert isinstance(field, QPlainTextEdit)
    cursor = field.textCursor()
    cursor.setPosition(at)
    field.setTextCursor(cursor)


# --- 54: an edit of nothing -----------------------------------------------------------------------


def traces(root: Path) -> dict[Path, tuple[int, int, int, bytes]]:
    """All files below `root` with what shows that one was written."""
    found = {}
    for path in root.rglob("*"):
        if path.is_file():
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, path.read_bytes())
    return found


def test_case_54_what_changes_nothing_writes_nothing(opened: Opened, tree: Path) -> None:
    before = traces(tree)

    def untouched() -> None:
        opened.press(Qt.Key.Key_S, Control)
        opened.action("file.save_all").trigger()
        assert traces(tree) == before
        assert opened.window.files.unsaved() == []

    opened.focus(opened.source)
    untouched()
    for panel in (opened.window.views.form, opened.window.views.identity):
        if panel is opened.window.views.identity:
            opened.window.views.bring_into_sight(panel)
        for each in panel.findChildren(QWidget):
            if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
                opened.focus(each)
                retype(opened, each)
        untouched()
    opened.press(Qt.Key.Key_W, Control)
    opened.window.open(tree / "a.md")
    untouched()


def retype(opened: Opened, widget: QWidget) -> None:
    """Type what is there again, or switch to and fro."""
    if isinstance(widget, QCheckBox) and widget.objectName() != "identityUsedOnly":
        opened.press(Qt.Key.Key_Space)
        opened.press(Qt.Key.Key_Space)
    elif isinstance(widget, QComboBox):
        index = widget.currentIndex()
        opened.press(Qt.Key.Key_Down)
        if widget.currentIndex() != index:
            opened.press(Qt.Key.Key_Up)
    elif isinstance(widget, QLineEdit) and widget.text():
        text = widget.text()
        widget.selectAll()
        opened.type(text)
        assert widget.text() == text


# --- 14: undo -------------------------------------------------------------------------------------

OPENED = {
    "p.md": PROMPT.encode(),
    "crlf.md": PROMPT.replace("\n", "\r\n").encode(),
    "bom.md": b"\xef\xbb\xbf" + PROMPT.encode(),
    "odd.md": "a\rb\u2028c\u2029d\x00\r\n".encode(),
    "empty.md": b"",
    "latin.md": b"caf\xe9\n",
    "config/journal.json": IDENTITY.encode(),
    "contexts/c.yaml": b"facet:   x\n",
}


def test_case_14_undo_right_after_opening_does_nothing(opener: Opener, tree: Path) -> None:
    write(tree, OPENED)
    opened = opener(tree / "hello.md")
    for name, data in OPENED.items():
        opened.window.open(tree / name)
        opened.focus(opened.source)
        shown = opened.source.document().toRawText()
        for _ in range(3):
            opened.press(Qt.Key.Key_Z, Control)
        assert opened.source.document().toRawText() == shown, name
        assert not opened.source.document().isModified(), name
        assert not opened.action("edit.undo").isEnabled(), name
        assert (tree / name).read_bytes() == data


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_case_14_typing_a_field_and_a_reload_are_each_a_step(
    opener: Opener, tree: Path, end: str
) -> None:
    text = PROMPT.replace("\n", end)
    write(tree, {"a.md": text})
    opened = opener(tree / "a.md")
    states = [text]
    opened.caret_to_end()
    opened.type("abc", into=opened.source)
    states.append(text + "abc")
    title = opened.field("field:title")
    opened.focus(title)
    opened.press(Qt.Key.Key_End)
    opened.type("XY")
    states.append(states[-1].replace("abcdef", "abcdefXY"))
    opened.press(Qt.Key.Key_S, Control)
    theirs = states[-1].replace("Say", "Tell").replace("small", "large")
    write(tree, {"a.md": theirs})
    opened.window.workbench.look_at_disk_now()
    opened.until(lambda: opened.front.text() == theirs)
    bar = opened.find(QTabBar, "documentTabs")
    assert "●" not in bar.tabText(0)
    for expected in reversed(states):
        opened.press(Qt.Key.Key_Z, Control)
        assert opened.front.text() == expected
        assert "●" in bar.tabText(0)  # none of them is what is on disk now
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.front.text() == text
    for expected in (*states[1:], theirs):
        opened.action("edit.redo").trigger()
        assert opened.front.text() == expected
    assert "●" not in bar.tabText(0)
    assert opened.front.data() == (tree / "a.md").read_bytes()
    assert title is opened.field("field:title")
