"""A window with source, preview, fields, variables and layers, joined as the window joins them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QPlainTextEdit,
    QSplitter,
    QWidget,
)
from pytestqt.qtbot import QtBot

from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.project import Project
from editor.session.saver import Saver
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.ui.panels.context_panel import ContextPanel
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.panels.variables_table import VariablesTable
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.theme import Theme
from editor.ui.widgets.hover_card import HoverCard
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.window.definitions import Definitions
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.layer_deeds import LayerDeeds
from editor.ui.window.layers_feed import LayersFeed
from editor.ui.window.pointing import Pointing
from editor.ui.window.variable_feed import VariableFeed
from tests.ui.windowing import Answers

Left = Qt.MouseButton.LeftButton
Control = Qt.KeyboardModifier.ControlModifier
NoModifier = Qt.KeyboardModifier.NoModifier
NOW = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)


def _clock() -> datetime:
    return NOW


class Bench(QMainWindow):
    """The parts that variables are seen and pointed at in, with real files."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        formats = TextFormats(theme)
        self.workbench = Workbench(Documents(), Watcher(), _clock, QApplication.instance())
        self.destroyed.connect(self.workbench.deleteLater)
        self.source = SourceEditor(theme, self)
        self.preview = RenderedView(theme, formats, self)
        self.context = ContextPanel(self)
        self.identity = IdentityPanel(self)
        self.table = VariablesTable(theme, self)
        self.layers = LayersPanel(self)
        self.card = HoverCard(self)
        splitter = QSplitter(self)
        for each in (
            self.source,
            self.preview,
            self.context,
            self.identity,
            self.table,
            self.layers,
        ):
            splitter.addWidget(each)
        splitter.setSizes([420, 420, 200, 200, 300, 300])
        self.setCentralWidget(splitter)
        files = FileFlow(self.workbench, Saver(self.workbench.documents, self), Answers(), self)
        files.wants_front.connect(self.workbench.bring_to_front)
        self.files = files
        self.variables = VariableFeed(self.context, self.identity, self)
        self.definitions = Definitions(
            self.workbench, files, self.source, self.context, self.identity
        )
        self.wanted: list[QWidget] = []
        self.definitions.panel_wanted.connect(self.wanted.append)
        self.feed = LayersFeed(self.workbench, self.source, self.table, self.layers)
        self.deeds = LayerDeeds(self.workbench, self.layers, files, self.definitions)
        self.pointing = Pointing(
            self.workbench, self.source, self.preview, self.card, self.definitions
        )
        self.workbench.front_changed.connect(self.show_front)
        self.workbench.project_changed.connect(self.show_project)
        self.resize(1840, 700)

    def show_project(self, project: Project | None) -> None:
        self.variables.show_project(project)
        self.variables.refresh()

    def show_front(self, document: Document | None) -> None:
        live = self.workbench.live(document) if document is not None else None
        self.source.show_document(document)
        self.preview.show_live(live if live is not None and live.reason is None else None)
        self.variables.show_live(live)
        self.deeds.show(document, live)
        self.feed.show(document, live)
        self.pointing.show(document, live)

    def open(self, path: Path) -> None:
        self.files.open(path)
        self.settle()

    def settle(self) -> None:
        """Finish what follows a pause."""
        QApplication.processEvents()
        self.feed.refresh()
        self.feed.follow_caret()
        self.variables.refresh()

    @property
    def front(self) -> Path | None:
        document = self.workbench.front
        return document.path if document is not None else None

    @property
    def project(self) -> Project:
        document = self.workbench.front
        assert document is not None
        return self.workbench.project_of(document)

    def caret(self) -> tuple[int, int]:
        """Line and column of the source's caret, from 0."""
        cursor = self.source.textCursor()
        return cursor.blockNumber(), cursor.positionInBlock()

    def place_caret(self, text: str, into: int = 1, view: QPlainTextEdit | None = None) -> None:
        """Put the caret so many characters behind the start of `text`."""
        view = view or self.source
        cursor = view.textCursor()
        cursor.setPosition(position_of(view, text) + into)
        view.setTextCursor(cursor)
        self.settle()

    def click(
        self,
        view: QPlainTextEdit,
        text: str,
        into: int = 1,
        modifier: Qt.KeyboardModifier = NoModifier,
    ) -> None:
        """Click on a character of `text`."""
        QTest.mouseClick(view.viewport(), Left, modifier, point_of(view, text, into))

    def said(self) -> list[str]:
        """The texts of the card that is shown; none if there is none."""
        if not self.card.isVisible():
            return []
        labels = self.card.findChildren(QLabel)
        return [each.text() for each in labels if each.isVisible() and each.text()]

    def hover(self, view: QPlainTextEdit, text: str, into: int = 1) -> None:
        """Let the pointer rest on a character of `text`."""
        point = point_of(view, text, into)
        QTest.mouseMove(view.viewport(), point + QPoint(0, 1))
        QTest.mouseMove(view.viewport(), point)


def position_of(view: QPlainTextEdit, text: str) -> int:
    """The Qt position where `text` begins."""
    found = view.document().find(text)
    assert not found.isNull(), text
    return found.selectionStart()


def point_of(view: QPlainTextEdit, text: str, into: int = 0) -> QPoint:
    """A point on the character so many characters behind the start of `text`."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(position_of(view, text) + into)
    box = view.cursorRect(cursor)
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    after = view.cursorRect(cursor)
    return QPoint((box.center().x() + after.center().x()) // 2, box.center().y())


@pytest.fixture
def bench_of(qtbot: QtBot, theme: Theme) -> Iterator[Callable[[Path], Bench]]:
    """Open a file on a bench; it goes after the test."""
    made: list[Bench] = []

    def opened(path: Path) -> Bench:
        bench = Bench(theme)
        made.append(bench)
        with qtbot.waitExposed(bench):
            bench.show()
        bench.activateWindow()
        qtbot.waitUntil(bench.isActiveWindow)
        bench.open(path)
        return bench

    yield opened
    for each in made:
        each.hide()
        each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
