"""The form in its window: names, narrow panes, echoes, real prompts from first to last field."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QScrollArea, QWidget

from editor.paths import sample_prompts
from editor.ui.widgets.value_editors import LineEditor
from tests.ui.form_windowing import FormWindow, caret_of, compose, form_opener, text_of
from tests.ui.test_form_fields import JSON, YAML
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import Control, Opened

__all__ = ["form_opener"]

Opener = Callable[..., FormWindow]


def test_every_control_has_a_name_and_no_name_is_given_twice(form_opener: Opener) -> None:
    window = form_opener(YAML)
    assert visible_texts_missing_names(window.form) == []
    for name in ("addField", "menu:title", "suggest:schedule"):
        window.click(name)
        assert visible_texts_missing_names(window.form) == []
        window.close_menus()


def test_tab_leads_through_all_fields_in_the_order_that_is_seen(form_opener: Opener) -> None:
    window = form_opener(JSON)
    window.opened.focus(window.field("title"))
    seen = []
    for _ in range(60):
        focused = QApplication.focusWidget()
        assert focused is not None
        if not window.form.isAncestorOf(focused):
            break
        name = focused.objectName()
        if name.startswith(("field:", "entry:")):
            seen.append(name.partition(":")[2])
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert seen == [
        *["title", "description", "color", "schedule", "priority"],
        *["tools.0", "tools.1", "tools", "new_only", "hook.post"],
        *["load.transcripts", "load.percepts", "own", "zeta"],
    ]
    assert window.text == JSON


@pytest.mark.parametrize("width", [280, 560, 900])
def test_the_form_fits_into_its_pane(form_opener: Opener, width: int) -> None:
    window = form_opener(YAML)
    form = window.form
    form.setParent(None)
    try:
        form.resize(width, 500)
        form.show()
        for _ in range(3):
            QCoreApplication.processEvents()
        area = form.findChild(QScrollArea)
        assert area is not None
        content = area.widget()
        assert content.width() <= area.viewport().width()
        for each in content.findChildren(QLineEdit):
            right = each.mapTo(content, each.rect().topRight()).x()
            assert right < content.width(), each.objectName()
    finally:
        form.setParent(window.opened.window)


def test_the_source_keeps_most_of_the_room(form_opener: Opener) -> None:
    window = form_opener(YAML)
    for size in ((1440, 900), (1000, 700)):
        window.opened.window.resize(*size)
        window.opened.until(lambda: window.opened.source.height() > window.form.height() * 0.7)
        assert window.opened.window.height() == size[1]


@pytest.mark.parametrize("text", [JSON, YAML], ids=["json", "yaml"])
def test_the_echo_of_an_own_edit_touches_no_widget(
    form_opener: Opener, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = form_opener(text)
    window.type("title", "", at=2)
    before = {name: window.field(name) for name in window.fields()}
    replaced: list[str] = []

    def replace(editor: LineEditor, new: str, _caret: int) -> None:
        replaced.append(new)

    monkeypatch.setattr(LineEditor, "replace", replace)
    monkeypatch.setattr(QLineEdit, "setText", replace)
    window.opened.type("x y")
    assert replaced == []
    assert {name: window.field(name) for name in window.fields()} == before
    assert caret_of(window.field("title")) == 5


def test_case_68_a_composition_stays_in_its_file(form_opener: Opener) -> None:
    window = form_opener(JSON, YAML)
    tabs = window.opened.window.views.tabs
    second = window.opened.front
    first = next(each for each in tabs.documents() if each is not second)
    window.type("title", "", at=1)
    compose(window.field("title"), "か")
    window.opened.window.show_document(first)
    assert window.shown("title") == "Hello"
    assert window.shown("own") == '{"a": [1, 2]}'
    window.type("title", "x", at=0)
    assert first.text() == JSON.replace("Hello", "xHello")
    assert second.text() == YAML.replace("Hello", "Hかello")


def test_a_pause_ends_the_undo_step(form_opener: Opener) -> None:
    window = form_opener(JSON)
    window.type("title", "a", at=0)
    window.feed._pause.timeout.emit()
    window.opened.type("b")
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == JSON.replace("Hello", "aHello")
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == JSON


def test_typing_in_the_body_does_not_touch_the_form(form_opener: Opener) -> None:
    window = form_opener(JSON)
    shown: list[object] = []
    form = window.form.show_form
    window.form.show_form = shown.append  # type: ignore[method-assign]  # a spy
    window.opened.caret_to_end()
    window.opened.type("abc", into=window.opened.source)
    window.form.show_form = form  # type: ignore[method-assign]  # a spy
    assert shown == []


def test_the_form_can_be_closed_and_stays_closed(form_opener: Opener) -> None:
    window = form_opener(JSON, YAML)
    window.click("frontmatterFold")
    assert not window.field("title").isVisible()
    first = window.opened.window.views.tabs.documents()[0]
    window.opened.window.show_document(first)
    assert not window.field("title").isVisible()
    window.opened.until(lambda: window.form.height() < 60)


PROMPTS = sorted(sample_prompts().glob("prompts/**/*.md"))


def test_real_prompts_are_visited_without_a_change_and_edited_value_by_value(
    opener: Callable[..., Opened], tmp_path: Path
) -> None:
    assert len(PROMPTS) > 8
    for number, path in enumerate(PROMPTS):
        copy = tmp_path / f"{number}.md"
        copy.write_bytes(path.read_bytes())
    window = FormWindow(opener(tmp_path / "0.md"))
    for number, path in enumerate(PROMPTS):
        window.opened.window.open(tmp_path / f"{number}.md")
        visit_and_edit(window, path.read_bytes())
        assert (tmp_path / f"{number}.md").read_bytes() == path.read_bytes()


def visit_and_edit(window: FormWindow, data: bytes) -> None:
    front = window.opened.front
    for name in window.fields():
        window.field(name).setFocus()
    window.opened.focus(window.opened.source)
    window.press(Qt.Key.Key_S, Control)
    assert (front.data(), front.is_modified()) == (data, False)
    for name in window.fields():
        widget = window.field(name)
        if isinstance(widget, QLineEdit | QPlainTextEdit) and not widget.isReadOnly():
            edit_and_undo(window, name, widget, data.decode())
    assert (front.data(), front.is_modified()) == (data, False)


def edit_and_undo(window: FormWindow, name: str, widget: QWidget, text: str) -> None:
    """Type a digit in front of the last character; it must be all that is new."""
    before = text_of(widget)
    at = max(0, len(before) - 1)
    window.type(name, "7", at=at)
    after = window.text
    assert text_of(window.field(name)) == before[:at] + "7" + before[at:]
    places = [n for n in range(len(after)) if after[:n] + after[n + 1 :] == text]
    quoted = [n for n in range(len(after)) if after[n] in "'\"7"]
    assert places or len(after) - len(text) <= 3 <= len(quoted), name
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
