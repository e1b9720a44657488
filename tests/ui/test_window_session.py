"""What the window remembers and how it is looked at: sessions, recent places, tabs, sizes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextOption
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPlainTextEdit

from editor.session.memory import LeftContext, Memory
from editor.storage.settings import Settings
from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import Answers, Control, Opened, Shift

Opener = Callable[..., Opened]
COPY = Qt.DropAction.CopyAction
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def tabs(opened: Opened) -> list[str]:
    return [
        opened.window.views.tabs.title_of(each) for each in opened.window.views.tabs.documents()
    ]


def test_the_next_window_opens_what_was_open_with_its_carets(opener: Opener, tree: Path) -> None:
    first = opener(tree / "hello.md", tree / "plain.md")
    first.place_caret(0, 6)
    first.press(Qt.Key.Key_Tab, Control)
    assert first.front.path == tree / "hello.md"
    first.place_caret(3, 2)
    first.window.resize(790, 710)
    assert first.window.close()
    again = opener()
    assert tabs(again) == ["hello.md", "plain.md"]
    assert again.front.path == tree / "hello.md"
    assert again.window.views.editor.source.place() == (4, 3)
    assert (again.window.width(), again.window.height()) == (790, 710)
    again.press(Qt.Key.Key_Tab, Control)
    assert again.window.views.editor.source.place() == (1, 7)


def test_values_that_were_tried_come_back(opener: Opener, tree: Path) -> None:
    first = opener(tree / "hello.md")
    project = first.window.workbench.acting_project
    assert project is not None
    project.choose_context("friday")
    first.type("!", into=first.field("context:facet"))
    project.set_value("day_YYYYMMDD", None)
    assert first.window.close()
    again = opener()
    restored = again.window.workbench.acting_project
    assert restored is not None
    assert restored.context.name == "friday"
    assert restored.context.given() == {"facet": "!work"}
    assert "about !work," in again.rendered
    assert (tree / "contexts/friday.yaml").read_text().startswith("facet: work\n")


@pytest.mark.parametrize("stored", ["", "x", "[]", "[1, 2]", '["gone", {"a": 1}]', "{}"])
def test_a_note_that_cannot_be_read_restores_no_values(stored: str, tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.set_window(replace(settings.window, context=stored))
    left = Memory(settings).left.context
    assert left == (LeftContext("gone", {"a": "1"}) if "gone" in stored else None)


def test_paths_that_are_given_restore_nothing(opener: Opener, tree: Path) -> None:
    first = opener(tree / "hello.md")
    assert first.window.close()
    assert tabs(opener(tree / "plain.md")) == ["plain.md"]


def test_files_that_are_gone_are_not_opened_again(opener: Opener, tree: Path) -> None:
    first = opener(tree / "hello.md", tree / "plain.md")
    assert first.window.close()
    (tree / "plain.md").unlink()
    again = opener()
    assert tabs(again) == ["hello.md"]
    assert again.notice is None


def test_a_closed_tab_comes_back_with_its_caret(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.place_caret(0, 9)
    opened.press(Qt.Key.Key_W, Control)
    assert tabs(opened) == ["hello.md"]
    opened.press(Qt.Key.Key_T, Control | Shift)
    assert tabs(opened) == ["hello.md", "plain.md"]
    assert opened.window.views.editor.source.place() == (1, 10)
    opened.window.commands.refresh()
    assert not opened.action("file.reopen").isEnabled()


def test_a_tab_closed_in_the_background_comes_back_with_its_caret(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.place_caret(0, 9)
    plain = opened.front
    opened.press(Qt.Key.Key_Tab, Control)
    opened.window.views.tabs.close_requested.emit(plain)
    assert tabs(opened) == ["hello.md"]
    opened.press(Qt.Key.Key_T, Control | Shift)
    assert opened.front.path == tree / "plain.md"
    assert opened.window.views.editor.source.place() == (1, 10)


@pytest.mark.parametrize("name", ["field:title", "context:facet"])
def test_a_file_dropped_on_a_field_is_opened_and_not_written(
    opener: Opener, tree: Path, name: str
) -> None:
    opened = opener(tree / "hello.md")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tree / "plain.md"))])
    data.setText(str(tree / "plain.md"))
    field = opened.field(name)
    for event in (
        QDragEnterEvent(QPoint(5, 5), COPY, data, LEFT, NONE),
        QDropEvent(QPointF(5, 5), COPY, data, LEFT, NONE),
    ):
        QApplication.sendEvent(field, event)
    assert opened.front.path == tree / "plain.md"
    document = opened.window.workbench.documents.find(tree / "hello.md")
    assert document is not None
    assert not document.is_modified()


def test_line_numbers_grow_with_the_text(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    for _ in range(5):
        opened.press(Qt.Key.Key_Plus, Control)
    numbers = opened.window.views.editor.source._numbers
    assert numbers.width() == numbers.width_needed()


def test_recent_files_and_folders_are_offered(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.press(Qt.Key.Key_W, Control)
    menu = opened.window.commands.menu("file")
    recent = next(each.menu() for each in menu.actions() if each.objectName() == "file.open_recent")
    assert isinstance(recent, QMenu)
    recent.aboutToShow.emit()
    places = [each.text() for each in recent.actions() if not each.isSeparator()]
    assert places == [str(tree / "plain.md"), str(tree / "hello.md"), str(tree)]
    recent.actions()[0].trigger()
    assert opened.front.path == tree / "plain.md"


def test_dropped_files_and_folders_are_opened(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tree / "plain.md"))])
    entered = QDragEnterEvent(QPoint(5, 5), COPY, data, LEFT, NONE)
    QApplication.sendEvent(opened.window, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(opened.window, QDropEvent(QPointF(5, 5), COPY, data, LEFT, NONE))
    assert opened.front.path == tree / "plain.md"
    assert not opened.window.views.editor.source.canInsertFromMimeData(data)


def test_dropped_text_is_left_to_the_source(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    data = QMimeData()
    data.setText("words")
    entered = QDragEnterEvent(QPoint(5, 5), COPY, data, LEFT, NONE)
    QApplication.sendEvent(opened.window, entered)
    assert opened.window.views.editor.source.canInsertFromMimeData(data)


@pytest.mark.parametrize(
    ("typed", "place"), [("4", (4, 1)), ("2:5", (2, 5)), ("999", (5, 1)), ("2, 3", (2, 3))]
)
def test_go_to_line(opener: Opener, tree: Path, typed: str, place: tuple[int, int]) -> None:
    opened = opener(tree / "hello.md")
    opened.press(Qt.Key.Key_G, Control)
    opened.type(typed)
    opened.press(Qt.Key.Key_Return)
    assert opened.window.views.editor.source.place() == place
    assert QApplication.focusWidget() is opened.source
    assert not opened.find(QLineEdit, "lineField").isVisible()


def test_no_line_is_said_and_escape_goes_back(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.press(Qt.Key.Key_G, Control)
    opened.type("x")
    opened.press(Qt.Key.Key_Return)
    assert opened.find(QLineEdit, "lineField").isVisible()
    opened.press(Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is opened.source


def test_zoom_changes_both_texts_and_is_remembered(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    usual = opened.source.font().pixelSize()
    opened.press(Qt.Key.Key_Plus, Control)
    opened.press(Qt.Key.Key_Plus, Control)
    larger = round(14 * 1.25)
    assert usual == 14
    for view in (opened.source, opened.preview):
        assert view.font().pixelSize() == larger
        assert view.document().defaultFont().pixelSize() == larger
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.source.document().defaultFont().pixelSize() == larger
    assert not opened.front.is_modified()
    assert opened.window.close()
    again = opener(tree / "hello.md")
    assert again.source.font().pixelSize() == larger
    again.press(Qt.Key.Key_0, Control)
    assert again.source.font().pixelSize() == usual


def test_wrapping_tab_width_and_white_space_touch_no_text(opener: Opener, tree: Path) -> None:
    (tree / "plain.md").write_text("a\tb\u200bc\u00a0d\n")
    opened = opener(tree / "plain.md")
    before = opened.front.data()
    for command in ("view.wrap", "view.tab_8", "view.white_space"):
        opened.action(command).trigger()
    assert opened.source.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    blank = opened.source.fontMetrics().horizontalAdvance(" ")
    assert opened.source.tabStopDistance() == 8 * blank
    flags = opened.source.document().defaultTextOption().flags()
    assert flags & QTextOption.Flag.ShowTabsAndSpaces
    assert opened.action("view.tab_8").isChecked()
    assert not opened.action("view.tab_4").isChecked()
    assert opened.front.data() == before
    assert not opened.front.is_modified()


def test_hidden_characters_have_a_mark_each(opener: Opener, tree: Path) -> None:
    (tree / "plain.md").write_text("a\u200bb \u00a0 c 👩\u200d🚀\n")
    opened = opener(tree / "plain.md")
    marks = opened.window._settings._hidden
    assert not marks.isVisible()
    opened.action("view.white_space").trigger()
    assert marks.isVisible()
    boxes = marks.boxes()
    assert len(boxes) == 2  # the joiner inside the emoji belongs there
    assert all(box.width() >= 4 for box in boxes)


def test_closing_asks_about_form_text_that_is_not_valid_yet(
    opener: Opener, tree: Path, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "hello.md")
    opened.window.files.ask_for_pending(lambda document: True)
    answers.choices += [UnsavedChoice.CANCEL, UnsavedChoice.SAVE, UnsavedChoice.DISCARD]
    opened.press(Qt.Key.Key_W, Control)
    opened.press(Qt.Key.Key_W, Control)
    assert tabs(opened) == ["hello.md"]
    assert opened.notice is not None
    opened.press(Qt.Key.Key_W, Control)
    assert tabs(opened) == []
