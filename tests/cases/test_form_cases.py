"""Cases from the field that concern the frontmatter form, in JSON and in YAML."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QWidget,
)

from tests.ui.form_windowing import (
    FormWindow,
    caret_of,
    compose,
    form_opener,
    text_of,
    turn_wheel,
    wheel,
)
from tests.ui.windowing import Control, Shift

__all__ = ["form_opener"]

Opener = Callable[..., FormWindow]
JSON = """{
  "title": "abcdef",
  "schedule": "daily",
  "priority": 10,
  "tools": ["read", "write"],
  "new_only": true,
  "load": {"transcripts": "required"},
  "own": {"a": 1}
}
Body $name
"""
YAML = """---
title: abcdef # c
schedule: daily
priority: 10
tools: [read, write]
new_only: yes
load:
  transcripts: required
own: {a: 1}
---
Body $name
"""
BOTH = pytest.mark.parametrize("text", [JSON, YAML], ids=["json", "yaml"])
TYPED = ("title", "schedule", "priority", "tools.0", "own")


@BOTH
def test_case_14_form_and_text_share_one_history_in_which_a_visit_is_a_step(
    form_opener: Opener, text: str
) -> None:
    window = form_opener(text)
    source = window.opened.source
    window.press(Qt.Key.Key_Z, Control)
    assert (window.text, window.opened.front.is_modified()) == (text, False)
    window.opened.caret_to_end()
    window.opened.type("xyz", into=source)
    seen = [window.text]
    for name in ("title", "schedule", "title"):
        window.type(name, "more", at=1)
        seen.append(window.text)
    window.opened.type("end", into=source)
    window.type("priority", "0", at=2)
    for expected in (*reversed(seen), text):
        steps = 2 if expected == seen[-1] else 1  # the priority, and the text typed before it
        for _ in range(steps):
            window.press(Qt.Key.Key_Z, Control)
        assert window.text == expected
    assert not window.opened.front.is_modified()
    assert window.shown("title") == "abcdef"
    window.press(Qt.Key.Key_Z, Control | Shift)
    assert window.text == seen[0]


@BOTH
def test_case_15_the_caret_stays_where_it_is_typed(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    source = window.opened.source
    for name in TYPED:
        window.opened.place_caret(2, 3)
        place = source.textCursor().position()
        before = window.shown(name)
        at = before.index("1") if name in ("own", "priority") else 1
        typed = "23" if name in ("own", "priority") else "XY"
        window.type(name, typed, at=at)
        assert window.shown(name) == before[:at] + typed + before[at:]
        assert caret_of(window.field(name)) == at + 2
        assert QApplication.focusWidget() is window.field(name)
        assert source.textCursor().position() - place in (0, 2)
        assert source.textCursor().blockNumber() == 2


@BOTH
def test_case_15_a_change_from_elsewhere_moves_no_caret(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    window.type("title", "", at=3)
    front = window.opened.front
    front.replace_text(front.text().replace("10", "11").replace("Body", "Text"))
    assert (window.shown("priority"), window.shown("title")) == ("11", "abcdef")
    assert caret_of(window.field("title")) == 3
    front.replace_text(front.text().replace("abcdef", "abcdefgh"))
    assert caret_of(window.field("title")) == 3
    window.opened.type("XY")
    assert window.shown("title") == "abcXYdefgh"


@BOTH
def test_hand_edits_show_at_once(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    source = window.opened.source
    line = next(n for n, each in enumerate(text.splitlines()) if "priority" in each)
    window.opened.place_caret(line, text.splitlines()[line].index("10") + 2)
    window.opened.type("5", into=source)
    assert window.shown("priority") == "105"
    window.press(Qt.Key.Key_Backspace)
    window.press(Qt.Key.Key_Backspace)
    assert window.shown("priority") == "1"
    window.opened.place_caret(line, 0)
    window.press(Qt.Key.Key_Down, Shift)
    window.press(Qt.Key.Key_Delete)
    assert "priority" not in window.fields()


@BOTH
def test_case_16_everything_typed_is_in_the_text_when_it_is_saved(
    form_opener: Opener, text: str
) -> None:
    window = form_opener(text)
    path = window.opened.front.path
    assert path is not None
    window.type("title", "XY", at=3)
    window.opened.type("more", into=window.widget("entry:tools"))
    window.press(Qt.Key.Key_S, Control)
    saved = path.read_text()
    assert "abcXYdef" in saved
    assert "more" in saved.partition("tools")[2].partition("\n")[0]
    assert not window.opened.front.is_modified()
    assert text_of(window.widget("entry:tools")) == ""
    window.opened.type("Z", into=window.field("title"))
    window.press(Qt.Key.Key_S, Control)
    assert "Z" in path.read_text().splitlines()[1]


@BOTH
def test_case_16_a_change_of_tabs_takes_what_is_typed_along(form_opener: Opener, text: str) -> None:
    window = form_opener(text, text)
    tabs = window.opened.window.views.tabs
    second = window.opened.front
    first = next(each for each in tabs.documents() if each is not second)
    window.opened.type("more", into=window.widget("entry:tools"))
    window.opened.window.show_document(first)
    assert "more" in second.text()
    assert first.text() == text
    assert window.shown("title") == "abcdef"
    assert text_of(window.widget("entry:tools")) == ""
    window.type("title", "x", at=0)
    assert "xabcdef" in first.text()
    assert "xabcdef" not in second.text()


@BOTH
def test_case_16_what_is_not_valid_yet_waits_for_its_file(form_opener: Opener, text: str) -> None:
    window = form_opener(text, text)
    tabs = window.opened.window.views.tabs
    second = window.opened.front
    first = next(each for each in tabs.documents() if each is not second)
    window.type("own", "[1, 2")
    good = second.text()
    window.opened.window.show_document(first)
    assert window.shown("own") == ("{a: 1}" if text is YAML else '{"a": 1}')
    window.opened.window.show_document(second)
    assert (window.shown("own"), second.text()) == ("[1, 2", good)
    assert window.feed.has_pending(second)
    assert not window.feed.has_pending(first)


def test_case_19_the_spelling_is_shown_and_untouched_values_keep_it(form_opener: Opener) -> None:
    lines = {
        "lang": "no",
        "ver": "3.10",
        "mode": "0644",
        "at": "12:30",
        "day": "2024-06-01",
        "id": "123456789012345678901234567890",
        "x": "~",
        "title": "yes",
        "group": "1_000",
        "priority": "0x1F",
    }
    text = "---\n" + "".join(f"{name}: {value}\n" for name, value in lines.items()) + "---\nB\n"
    window = form_opener(text)
    assert {name: window.shown(name) for name in lines} == lines
    window.type("ver", "1", at=4)
    assert window.text == text.replace("3.10", "3.101")
    window.type("mode", "0755")
    assert window.text == text.replace("3.10", "3.101").replace("0644", "0755")
    window.type("priority", "1e3")
    assert window.shown("priority") == "1e3"
    assert "at: 12:30\nday: 2024-06-01\n" in window.text


def everything(window: FormWindow) -> list[QWidget]:
    """All controls of the form that the pointer can pass over."""
    return [
        each
        for each in window.form.findChildren(QWidget)
        if isinstance(
            each,
            QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QSlider,
        )
        and each.isVisible()
    ]


@BOTH
def test_case_48_the_wheel_changes_nothing_it_passes_over(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    widgets = everything(window)
    assert any(isinstance(each, QComboBox) for each in widgets)
    for widget in widgets:
        for steps in (1, -1):
            wheel(widget, steps)
    for widget in widgets:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        for steps in (1, -1):
            wheel(widget, steps)
    assert (window.text, window.opened.front.is_modified()) == (text, False)


@BOTH
def test_case_48_the_wheel_scrolls_the_form(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    window.opened.window.resize(700, 420)
    QCoreApplication.processEvents()
    area = window.form.findChild(QScrollArea)
    assert area is not None
    bar = area.verticalScrollBar()
    window.opened.until(lambda: bar.maximum() > 0)
    for name in ("title", "schedule", "load.transcripts"):
        area.ensureWidgetVisible(window.field(name))
        before = bar.value()
        turn_wheel(window.field(name), -1 if before == 0 else 1)
        assert bar.value() != before, name
    assert window.text == text


@BOTH
def test_case_54_toggling_twice_and_retyping_leave_every_byte(
    form_opener: Opener, text: str
) -> None:
    window = form_opener(text)
    box = window.field("new_only")
    window.opened.focus(box)
    window.press(Qt.Key.Key_Space)
    window.press(Qt.Key.Key_Space)
    for name in TYPED:
        window.type(name, window.shown(name))
    assert window.text == text


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ('{\n"description": "%s"\n}\nx\n', '{\n"description": "y%s"\n}\nx\n'),
        ("---\ndescription: %s\n---\nx\n", "---\ndescription: y%s\n---\nx\n"),
    ],
)
def test_case_65_long_values_are_whole(form_opener: Opener, text: str, added: str) -> None:
    long = "x" * 40000
    window = form_opener(text % long)
    assert window.shown("description") == long
    window.type("description", "y", at=0)
    window.press(Qt.Key.Key_Tab)
    assert window.text == added % long


@pytest.mark.parametrize(
    "text",
    [
        '{\n"title": "a\\nb\\tc\\u00e9\\/",\n"group": "g"\n}\n',
        '---\ntitle: "a\\nb\\tc\\xe9"\ngroup: g\n---\n',
        "---\ntitle: |\n  a\n  b\n\ngroup: g\n---\n",
        "---\ntitle: >-\n  a\n  b\n\n  c\ngroup: g\n---\n",
        "---\ntitle: 'a\n\n  b'\ngroup: g\n---\n",
    ],
)
def test_case_65_values_with_line_breaks_keep_their_escapes(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    widget = window.field("title")
    assert isinstance(widget, QPlainTextEdit)
    window.type("group", "!", at=1)
    assert window.text == text.replace('"g"', '"g!"').replace("group: g\n", "group: g!\n")
    before = window.text
    window.type("title", "X", at=1)
    assert window.shown("title").startswith("aX")
    assert window.text == before.replace("a\\nb", "aX\\nb").replace("  a\n", "  aX\n").replace(
        "'a\n", "'aX\n"
    )


@BOTH
def test_case_68_a_composition_is_left_alone_and_arrives_whole(
    form_opener: Opener, text: str
) -> None:
    window = form_opener(text)
    front = window.opened.front
    for name in TYPED:
        window.type(name, "", at=1)
        widget = window.field(name)
        compose(widget, "か")
        assert window.text == text
        other = "title" if name != "title" else "schedule"
        front.replace_text(text.replace("abcdef", "abcdeg").replace("daily", "weekly"))
        assert QApplication.focusWidget() is widget
        assert window.field(name) is widget
        assert window.shown(other) in ("abcdef", "daily")
        compose(widget, "", "書")
        assert "書" in window.shown(name)
        assert window.shown(other) in ("abcdeg", "weekly")
        compose(widget, "き", "く")
        assert "く" in window.shown(name)
        compose(widget, "")
        assert "か" not in window.text
        assert "き" not in window.text
        front.replace_text(text)
        window.opened.focus(window.opened.source)


@BOTH
def test_case_69_no_call_reaches_what_is_gone(form_opener: Opener, text: str) -> None:
    window = form_opener(text)
    front = window.opened.front
    for round_ in range(6):
        for name in ("title", "tools.0", "own", "load.transcripts"):
            window.opened.focus(window.field(name))
            window.opened.type("z")
            front.replace_text("Body\n" if round_ % 2 else "---\ntitle: q\n---\n")
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QTest.keyClick(window.opened.source, Qt.Key.Key_Right)
            front.replace_text(text)
    window.opened.focus(window.field("title"))
    window.opened.type("z")
    window.opened.window.workbench.close(front)
    window.opened.window.views.tabs.remove(front)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not window.form.isVisible()
    window.feed.flush()
    window.feed.refresh()
