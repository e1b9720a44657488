"""The tabs of the preview with their feed: real documents, keys and choices."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt, QThreadPool
from PySide6.QtGui import QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QTabBar, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.workbench import Workbench
from editor.ui.preview.tabs import PreviewTabs
from editor.ui.theme import Theme
from editor.ui.widgets.difference_text import DifferenceText
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.window.preview_feed import LARGE, PreviewFeed
from tests.session.benches import bench, house
from tests.ui.walking import visible_texts_missing_names

__all__ = ["bench", "house"]

Found = TypeVar("Found", bound=QWidget)
RENDERED, FORMATTED, CHANGES = range(3)


class Shown:
    """The tabs with their feed, and the document in front."""

    def __init__(self, bench: Workbench, tabs: PreviewTabs, qtbot: QtBot) -> None:
        self.bench = bench
        self.tabs = tabs
        self.feed = PreviewFeed(bench, tabs)
        self._qtbot = qtbot

    def open(self, path: Path) -> Document:
        document = self.bench.open(path)
        self.bench.bring_to_front(document)
        self.bring(document)
        return document

    def bring(self, document: Document | None) -> None:
        live = self.bench.live(document) if document is not None else None
        self.tabs.show_live(live)
        self.feed.show(document, live)

    def turn_to(self, index: int) -> None:
        """Click a tab."""
        bar = self.child(QTabBar, "previewTabs")
        place = bar.tabRect(index).center()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)
        assert bar.currentIndex() == index

    def child(self, kind: type[Found], name: str) -> Found:
        found = self.tabs.findChild(kind, name)
        assert found is not None
        return found

    @property
    def formatted(self) -> str:
        return self.child(QTextEdit, "formattedText").toPlainText()

    @property
    def rows(self) -> list[str]:
        """The lines of the difference in sight with their signs."""
        text = self.child(DifferenceText, "differenceUnified")
        return [row.kind.value + row.text for row in text.rows]

    @property
    def note(self) -> str:
        found = self.child(QLabel, "differenceNote")
        assert found.isVisible()
        return found.text()

    @property
    def choice(self) -> QComboBox:
        return self.child(QComboBox, "comparisonChoice")

    def choose(self, text: str) -> None:
        """Choose with keys, as from the list."""
        combo = self.choice
        assert combo.findText(text) >= 0, [combo.itemText(n) for n in range(combo.count())]
        combo.setFocus()
        QTest.keyClick(combo, Qt.Key.Key_Home)
        while combo.currentText() != text:
            QTest.keyClick(combo, Qt.Key.Key_Down)

    def until_quiet(self) -> None:
        self._qtbot.waitUntil(self.is_quiet, timeout=5000)

    def is_quiet(self) -> bool:
        return not self.feed.is_waiting and not self.feed.is_comparing


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme, bench: Workbench) -> Iterator[Shown]:
    tabs = PreviewTabs(theme, TextFormats(theme))
    tabs.resize(560, 500)
    tabs.show()
    qtbot.waitExposed(tabs)
    made = Shown(bench, tabs, qtbot)
    yield made
    made.bring(None)
    tabs.hide()
    tabs.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def write_at_start(document: Document, text: str) -> None:
    document.apply([Edit(Span(0, 0), text)])


def test_rendered_is_in_front_and_is_the_preview(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    assert shown.tabs.view.objectName() == "preview"
    assert shown.tabs.view.isVisible()
    assert shown.tabs.view.toPlainText() == "Hi Ada $facet"


def test_formatted_shows_the_rendering(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    shown.turn_to(FORMATTED)
    assert shown.formatted == "Hi Ada $facet"


def test_views_that_are_not_in_sight_are_not_computed(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    write_at_start(document, "more ")
    assert shown.is_quiet()
    assert shown.formatted == ""
    assert shown.rows == []


def test_formatted_follows_the_unsaved_text_after_a_pause(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(FORMATTED)
    write_at_start(document, "**more** ")
    assert shown.formatted == "Ada $nothing"
    shown.until_quiet()
    assert shown.formatted == "more Ada $nothing"


def test_formatted_catches_up_when_it_comes_in_sight(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(FORMATTED)
    shown.turn_to(RENDERED)
    write_at_start(document, "more ")
    shown.turn_to(FORMATTED)
    assert shown.formatted == "more Ada $nothing"


def test_changes_shows_what_is_not_saved(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(CHANGES)
    assert shown.note == "No difference."
    write_at_start(document, "More\n")
    shown.until_quiet()
    assert shown.rows == ["+More", " Ada $nothing"]


def test_after_saving_there_is_no_difference(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(CHANGES)
    write_at_start(document, "More\n")
    shown.until_quiet()
    shown.bench.documents.save(document)
    shown.until_quiet()
    assert shown.note == "No difference."


def test_undo_to_the_saved_text_leaves_no_difference(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(CHANGES)
    write_at_start(document, "More\n")
    document.undo()
    shown.until_quiet()
    assert shown.note == "No difference."


def test_another_document_in_front(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.turn_to(CHANGES)
    write_at_start(document, "More\n")
    shown.open(house / "p.md")
    assert shown.note == "No difference."
    shown.bring(document)
    assert shown.rows == ["+More", " Ada $nothing"]


def test_the_choices_have_words(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    assert [shown.choice.itemText(n) for n in range(shown.choice.count())] == [
        "The saved file",
        "The text on disk",
        "Context friday",
        "Context monday",
        "Without context",
        "Without identity",
        "Without extra variables",
        "Without templates",
    ]
    assert shown.choice.currentText() == "The saved file"


def test_choosing_a_context_compares_with_it(shown: Shown, house: Path) -> None:
    document = shown.open(house / "p.md")
    shown.bench.project_of(document).choose_context("friday")
    shown.turn_to(CHANGES)
    shown.choose("Context monday")
    assert shown.rows == ["−Hi Ada home", "+Hi Ada work"]
    shown.choose("Without identity")
    assert shown.rows == ["−Hi $name work", "+Hi Ada work"]
    assert not document.is_modified()


def test_a_change_of_the_context_is_followed(shown: Shown, house: Path) -> None:
    document = shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    shown.choose("Without context")
    assert shown.note == "No difference."
    shown.bench.project_of(document).set_value("facet", "typed")
    shown.until_quiet()
    assert shown.rows == ["−Hi Ada $facet", "+Hi Ada typed"]


def test_an_edit_of_the_context_compared_with_is_followed(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    shown.choose("Context monday")
    shown.bench.open(house / "contexts/monday.yaml").replace_text("facet: garden\n")
    shown.until_quiet()
    assert shown.rows == ["−Hi Ada garden", "+Hi Ada $facet"]


def test_a_context_that_appears_is_offered_and_one_that_goes_is_not(
    shown: Shown, house: Path
) -> None:
    document = shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    shown.choose("Context monday")
    os.replace(house / "contexts/monday.yaml", house / "contexts/sunday.yaml")
    shown.bench.project_of(document).rescan()
    shown.until_quiet()
    assert shown.choice.findText("Context sunday") >= 0
    assert shown.choice.findText("Context monday") < 0
    assert shown.choice.currentText() == "The saved file"


def test_a_template_is_compared_without_the_layer_it_does_not_have(
    shown: Shown, house: Path
) -> None:
    shown.open(house / "templates/hi.md")
    shown.turn_to(CHANGES)
    assert shown.choice.findText("Without templates") < 0
    shown.choose("Without identity")
    assert shown.rows == ["−Hi $name", "+Hi Ada"]


def test_what_is_not_sent_says_so_in_every_view(shown: Shown, house: Path) -> None:
    shown.open(house / "config/journal.json")
    said = "The identity is not sent by itself: its values fill the variables."
    shown.turn_to(CHANGES)
    assert shown.note == said
    shown.turn_to(FORMATTED)
    assert shown.child(QLabel, "formattedReason").text() == said
    shown.open(house / "q.md")
    assert shown.formatted == "Ada $nothing"


def test_a_new_document_says_that_nothing_is_saved_yet(shown: Shown, house: Path) -> None:
    shown.bench.open_folder(house)
    shown.bring(shown.bench.new())
    shown.turn_to(CHANGES)
    assert shown.note == "There is no saved file to compare with yet."


def test_while_the_head_has_a_fault_the_bar_stands_above_every_view(
    shown: Shown, house: Path
) -> None:
    document = shown.open(house / "p.md")
    write_at_start(document, "{\n")
    bar = shown.child(QWidget, "staleBar")
    for index in (RENDERED, FORMATTED, CHANGES):
        shown.turn_to(index)
        assert bar.isVisible()
    assert shown.note == "No difference.", "the last good rendering is compared"
    shown.choose("Without context")
    assert "mend it" in shown.note


def large_file(house: Path) -> Path:
    path = house / "large.md"
    lines = (f"line {n} of $name {'word ' * 200}\n" for n in range(LARGE // 1000))
    path.write_text("".join(lines))
    assert path.stat().st_size > LARGE
    return path


def test_a_large_text_is_compared_beside_the_window(shown: Shown, house: Path) -> None:
    document = shown.open(large_file(house))
    shown.turn_to(CHANGES)
    shown.until_quiet()
    assert shown.note == "No difference."
    write_at_start(document, "More\n")
    shown.feed.refresh()
    assert shown.feed.is_comparing
    shown.until_quiet()
    assert shown.rows[0] == "+More"


def test_a_result_for_a_text_that_is_gone_is_dropped(shown: Shown, house: Path) -> None:
    document = shown.open(large_file(house))
    write_at_start(document, "More\n")
    shown.turn_to(CHANGES)
    assert shown.feed.is_comparing
    shown.open(house / "q.md")
    assert shown.note == "No difference."
    QThreadPool.globalInstance().waitForDone()
    QCoreApplication.processEvents()
    assert shown.note == "No difference."


def test_a_newer_text_replaces_one_that_is_being_compared(shown: Shown, house: Path) -> None:
    document = shown.open(large_file(house))
    write_at_start(document, "More\n")
    shown.turn_to(CHANGES)
    write_at_start(document, "Even ")
    shown.feed.refresh()
    shown.until_quiet()
    assert shown.rows[0] == "+Even More"


def test_the_wheel_changes_neither_tab_nor_choice(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    for widget in (shown.child(QTabBar, "previewTabs"), shown.choice):
        place = QPointF(widget.rect().center())
        event = QWheelEvent(
            place,
            QPointF(widget.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, -240),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert shown.child(QTabBar, "previewTabs").currentIndex() == CHANGES
    assert shown.choice.currentIndex() == 0


def test_no_view_takes_the_focus_by_itself(shown: Shown, house: Path, qtbot: QtBot) -> None:
    document = shown.open(house / "q.md")
    shown.tabs.activateWindow()
    shown.turn_to(CHANGES)
    shown.choice.setFocus()
    write_at_start(document, "More\n")
    shown.until_quiet()
    assert QApplication.focusWidget() is shown.choice


def test_the_focus_can_be_given_to_the_view_in_sight(shown: Shown, house: Path) -> None:
    document = shown.open(house / "q.md")
    shown.tabs.activateWindow()
    wanted = (shown.tabs.view, shown.child(QTextEdit, "formattedText"), shown.choice)
    for index, widget in enumerate(wanted):
        shown.turn_to(index)
        shown.tabs.focus_page()
        assert QApplication.focusWidget() is widget
    write_at_start(document, "More\n")
    shown.until_quiet()
    shown.tabs.focus_page()
    assert QApplication.focusWidget() is shown.child(DifferenceText, "differenceUnified")


def test_the_difference_keeps_its_caret_while_typing(shown: Shown, house: Path) -> None:
    (house / "long.md").write_text("".join(f"line {n}\n" for n in range(50)))
    document = shown.open(house / "long.md")
    shown.turn_to(CHANGES)
    document.replace_text("".join(f"other {n}\n" for n in range(50)))
    shown.until_quiet()
    text = shown.child(DifferenceText, "differenceUnified")
    text.setTextCursor(QTextCursor(text.document().findBlockByNumber(60)))
    row = text.rows[60].text
    write_at_start(document, "x")
    shown.until_quiet()
    assert text.rows[text.caret_row()].text == row


def test_everything_has_a_name_and_no_name_is_given_twice(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    shown.turn_to(CHANGES)
    assert visible_texts_missing_names(shown.tabs) == []


def test_narrow_panes_hold_everything(shown: Shown, house: Path) -> None:
    shown.open(house / "p.md")
    for index in (RENDERED, FORMATTED, CHANGES):
        shown.turn_to(index)
        assert shown.tabs.minimumSizeHint().width() <= 280
