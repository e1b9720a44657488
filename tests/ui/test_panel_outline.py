"""The outline with its feed: headings of real documents, keys, clicks, folding, the caret."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.live import LivePreview
from editor.ui.panels.outline_panel import OutlinePanel
from editor.ui.theme import Theme
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.outline_feed import OutlineFeed
from tests.ui.walking import visible_texts_missing_names

TEXT = """\
{
  "title": "# no heading"
}
intro
# One
text
## One a
```sh
# a comment
```
#### Deep
## One b
# Two
$day
"""
Key = Qt.Key


class Desk(QWidget):
    """A source editor beside an outline, joined as in the window."""

    def __init__(self, folder: Path, theme: Theme, qtbot: QtBot) -> None:
        super().__init__()
        self.folder = folder
        self._qtbot = qtbot
        self.documents = Documents(parent=self)
        self.panel = OutlinePanel(self)
        self.source = SourceEditor(theme, self)
        self.feed = OutlineFeed(self.panel, self.source)
        layout = QHBoxLayout(self)
        layout.addWidget(self.panel)
        layout.addWidget(self.source)

    def open(self, text: str, kind: FileKind = FileKind.PROMPT) -> Document:
        path = self.folder / f"{len(self.documents.all())}.md"
        path.write_bytes(text.encode())
        document = self.documents.open(path, kind)
        self.source.show_document(document)
        self.feed.show(document, LivePreview(document, Scope(), document))
        return document

    @property
    def tree(self) -> QTreeView:
        found = self.panel.findChild(QTreeView, "outlineTree")
        assert found is not None
        return found

    def indexes(self) -> list[tuple[int, QModelIndex]]:
        """Every node with its depth, in order."""
        model = self.tree.model()

        def below(parent: QModelIndex, depth: int) -> Iterator[tuple[int, QModelIndex]]:
            for row in range(model.rowCount(parent)):
                index = model.index(row, 0, parent)
                yield depth, index
                yield from below(index, depth + 1)

        return list(below(QModelIndex(), 0))

    def rows(self) -> list[str]:
        return [f"{'  ' * depth}{index.data()}" for depth, index in self.indexes()]

    def node(self, title: str) -> QModelIndex:
        return next(index for _, index in self.indexes() if index.data() == title)

    def current(self) -> list[str]:
        """The headings that are marked as those of the caret."""
        bold = Qt.ItemDataRole.FontRole
        return [
            index.data()
            for _, index in self.indexes()
            if (font := index.data(bold)) is not None and font.bold()
        ]

    def wait(self, rows: list[str]) -> None:
        self._qtbot.waitUntil(lambda: self.rows() == rows, timeout=5000)

    @property
    def line(self) -> int:
        """The caret's line, from 0."""
        return self.source.textCursor().blockNumber()

    @property
    def note(self) -> str | None:
        seen = [each.text() for each in self.panel.findChildren(QLabel) if each.isVisible()]
        return next((text for text in seen if text != "OUTLINE"), None)


@pytest.fixture
def desk(tmp_path: Path, theme: Theme, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path, theme, qtbot)
    made.resize(700, 500)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    made.source.show_document(None)
    made.hide()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


ROWS = ["One", "  One a", "    Deep", "  One b", "Two"]


def test_headings_are_a_tree_without_head_and_fences(desk: Desk) -> None:
    desk.open(TEXT)
    assert desk.rows() == ROWS
    assert desk.node("Deep").data(Qt.ItemDataRole.AccessibleTextRole) == "Deep, level 4"


def test_a_click_goes_to_the_heading_and_changes_nothing(desk: Desk) -> None:
    document = desk.open(TEXT.replace("\n", "\r\n"))
    middle = desk.tree.visualRect(desk.node("One b")).center()
    QTest.mouseClick(desk.tree.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert desk.line == 11
    assert desk.source.hasFocus()
    assert not document.is_modified()


def test_enter_goes_to_the_heading(desk: Desk) -> None:
    desk.open(TEXT)
    desk.tree.setFocus()
    desk.tree.setCurrentIndex(desk.node("One"))
    QTest.keyClick(desk.tree, Key.Key_Down)
    QTest.keyClick(desk.tree, Key.Key_Return)
    assert desk.line == 6


def test_the_heading_of_the_caret_is_marked(desk: Desk) -> None:
    desk.open(TEXT)
    assert desk.current() == []
    for line, expected in ((3, []), (5, ["One"]), (8, ["One a"]), (10, ["Deep"]), (13, ["Two"])):
        desk.source.go_to_line(line + 1)
        assert desk.current() == expected
        assert desk.tree.currentIndex().data() == (expected[0] if expected else None)


def test_looking_through_the_outline_by_keys_keeps_the_place(desk: Desk) -> None:
    """The caret's heading is marked still, but the tree's own current row is the user's."""
    desk.open(TEXT)
    desk.tree.setFocus()
    desk.tree.setCurrentIndex(desk.node("One a"))
    desk.source.go_to_line(14)
    assert desk.current() == ["Two"]
    assert desk.tree.currentIndex() == desk.node("One a")


def test_it_follows_the_keys_after_a_pause(desk: Desk) -> None:
    desk.open("text\n")
    assert desk.note == "This file has no headings."
    desk.source.setFocus()
    QTest.keyClicks(desk.source, "# New")
    QTest.keyClick(desk.source, Key.Key_Return)
    assert desk.rows() == []
    desk.wait(["New"])
    assert desk.note is None
    assert desk.current() == ["New"]


def test_lines_follow_though_the_headings_stay(desk: Desk) -> None:
    document = desk.open(TEXT)
    desk.source.go_to_line(4)
    QTest.keyClicks(desk.source, "x")
    QTest.keyClick(desk.source, Key.Key_Return)
    desk.feed.refresh()
    middle = desk.tree.visualRect(desk.node("Two")).center()
    QTest.mouseClick(desk.tree.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert document.line(desk.line) == "# Two"


def test_what_is_folded_stays_folded(desk: Desk) -> None:
    document = desk.open(TEXT)
    desk.tree.collapse(desk.node("One"))
    document.replace_text(TEXT + "# Three\n")
    desk.wait([*ROWS, "Three"])
    assert not desk.tree.isExpanded(desk.node("One"))
    desk.source.go_to_line(8)
    assert not desk.tree.isExpanded(desk.node("One"))
    assert desk.current() == ["One a"]
    assert desk.tree.currentIndex() == desk.node("One")


def test_nothing_is_read_while_it_is_out_of_sight(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = desk.open(TEXT)
    desk.panel.hide()
    asked: list[object] = []
    monkeypatch.setattr(
        "editor.ui.window.outline_feed.outline_of", lambda live: asked.append(live) or ()
    )
    document.replace_text("# Other\n")
    desk.feed.refresh()
    assert asked == []
    monkeypatch.undo()
    desk.panel.show()
    assert desk.rows() == ["Other"]


@pytest.mark.parametrize("kind", [FileKind.CONTEXT, FileKind.IDENTITY, FileKind.WORKSPACE])
def test_a_comment_in_data_is_no_heading(desk: Desk, kind: FileKind) -> None:
    desk.open("# a comment\na: 1\n", kind)
    assert desk.rows() == []


def test_templates_and_variables_have_an_outline(desk: Desk) -> None:
    for kind in (FileKind.TEMPLATE, FileKind.VARIABLE):
        desk.open("---\na: 1\n# comment\n---\n# Title ##\n##\n", kind)
        assert desk.rows() == ["Title", "  (no title)"]


def test_without_a_file_it_says_what_appears_here(desk: Desk) -> None:
    desk.open(TEXT)
    desk.source.show_document(None)
    desk.feed.show(None, None)
    assert desk.rows() == []
    assert desk.note == "The headings of the file in front are shown here."


def test_the_tree_has_a_name(desk: Desk) -> None:
    assert visible_texts_missing_names(desk.panel) == []
