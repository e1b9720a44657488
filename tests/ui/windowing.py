"""What tests of the whole window share: a workspace on disk, the window, answers to its questions.

Views are found by the object names of docs/testing.md and driven by keys and clicks.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from editor.app import open_window
from editor.session.document import Document
from editor.ui.dialogs import UnsavedChoice
from editor.ui.theme import Theme
from editor.ui.window.main_window import MainWindow

__all__ = ["Answers", "Opened", "answers", "opener", "tree"]

JOURNAL = {
    "version": 7,
    "identity": {
        "name": "Ada Lovelace",
        "preferred": "Ada",
        "pronouns": {"subject": "she", "object": "her"},
        "age": 36,
    },
    "secrets": {"token": "hunter2-never-shown"},
}
WORKSPACE = "variables:\n  - {folder: voice, prefix: voice_}\n"
Found = TypeVar("Found", bound=QObject)
Control = Qt.KeyboardModifier.ControlModifier
Shift = Qt.KeyboardModifier.ShiftModifier
Alt = Qt.KeyboardModifier.AltModifier


def without_count(label: str) -> str:
    """Return a label of a tab or of the tree without its count of problems, which comes late."""
    return re.sub(r" \d+$", "", label)


class Answers:
    """The answers a test gives; a question without one is a failure."""

    def __init__(self) -> None:
        self.open: list[Path | None] = []
        self.folder: list[Path | None] = []
        self.save: list[Path | None] = []
        self.choices: list[UnsavedChoice] = []
        self.asked_about: list[tuple[str, ...]] = []
        self.suggested: list[Path] = []

    def file_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        return self.open.pop(0)

    def folder_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        return self.folder.pop(0)

    def file_to_save(self, parent: QWidget, suggested: Path) -> Path | None:
        self.suggested.append(suggested)
        return self.save.pop(0)

    def unsaved(self, parent: QWidget, names: Sequence[str]) -> UnsavedChoice:
        self.asked_about.append(tuple(names))
        return self.choices.pop(0)


class Opened:
    """A window with the views a test looks at, by their public names."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self._qtbot = qtbot

    def find(self, kind: type[Found], name: str) -> Found:
        """Return the one child of this name."""
        found = self.window.findChildren(kind, name)
        assert len(found) == 1, f"{name}: {len(found)}"
        return found[0]

    @property
    def source(self) -> QPlainTextEdit:
        return self.find(QPlainTextEdit, "sourceEditor")

    @property
    def preview(self) -> QPlainTextEdit:
        return self.find(QPlainTextEdit, "preview")

    @property
    def rendered(self) -> str:
        """The rendered text as `toPlainText` gives it."""
        return self.preview.toPlainText()

    @property
    def front(self) -> Document:
        document = self.window.workbench.front
        assert document is not None
        return document

    def field(self, name: str) -> QWidget:
        """Return the field ``context:…`` or ``identity:…``."""
        return self.find(QWidget, name)

    def has(self, name: str) -> bool:
        return self.window.findChild(QObject, name) is not None

    def action(self, command: str) -> QAction:
        return self.find(QAction, command)

    def type(self, text: str, into: QWidget | None = None) -> None:
        """Press the keys of `text`, with the focus where it is or in `into`."""
        if into is not None:
            self.focus(into)
        focused = QApplication.focusWidget()
        assert focused is not None
        for character in text:
            if character == "\n":
                QTest.keyClick(focused, Qt.Key.Key_Return)
            elif character.isascii():
                QTest.keyClicks(focused, character)
            else:  # such keys send the character alone
                kind = QEvent.Type.KeyPress
                QApplication.sendEvent(
                    focused, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, character)
                )

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press one key where the focus is, so that shortcuts of the window count."""
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)

    def focus(self, widget: QWidget) -> None:
        widget.setFocus()
        assert QApplication.focusWidget() in (widget, widget.focusProxy())

    def click(self, name: str) -> None:
        QTest.mouseClick(self.find(QWidget, name), Qt.MouseButton.LeftButton)

    def place_caret(self, line: int, column: int = 0) -> None:
        """Put the source's caret at a line and a column in Qt's count, both from 0."""
        block = self.source.document().findBlockByNumber(line)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + column)
        self.source.setTextCursor(cursor)

    def caret_to_end(self) -> None:
        self.source.moveCursor(QTextCursor.MoveOperation.End)

    @property
    def notice(self) -> str | None:
        """The text of the notice in sight, or None."""
        bar = self.find(QWidget, "noticeBar")
        if not bar.isVisible():
            return None
        return bar.findChild(QLabel).text()

    def offers(self) -> list[str]:
        """The buttons of the notice."""
        bar = self.find(QWidget, "noticeBar")
        return [each.text() for each in bar.findChildren(QPushButton) if each.isVisible()]

    def take(self, offer: str) -> None:
        """Click a button of the notice."""
        bar = self.find(QWidget, "noticeBar")
        button = next(
            each
            for each in bar.findChildren(QPushButton)
            if each.isVisible() and each.text() == offer
        )
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))

    @property
    def status(self) -> str:
        return self.find(QLabel, "statusSummary").text()

    def settle(self) -> None:
        """Finish what follows a pause."""
        self.window.settle()

    def until(self, said: Callable[[], bool]) -> None:
        """Let the event loop run until something holds."""
        self._qtbot.waitUntil(said, timeout=5000)

    def close(self) -> None:
        """Close the window for good, whatever is unsaved, and let it go."""
        if isValid(self.window):
            self.window.hide()
            self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def write(root: Path, files: dict[str, str | bytes]) -> None:
    """Write files below `root`, making folders."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small workspace: identity with secrets beside it, a template, two contexts, a voice."""
    root = tmp_path / "work"
    write(
        root,
        {
            "prompt-workspace.yaml": WORKSPACE,
            "config/journal.json": json.dumps(JOURNAL, indent=2) + "\n",
            "templates/greeting.md": "Dear $preferred,\n",
            "voice/tone.md": "Calm and kind.\n",
            "contexts/friday.yaml": "facet: work\nday_YYYYMMDD: '20260123'\n",
            "contexts/monday.yaml": "facet: home\n",
            "hello.md": '{\n  "title": "Hello"\n}\n$greeting write about $facet, $voice_tone\n',
            "plain.md": "Plain text for $who.\n",
        },
    )
    return root


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def opener(
    qtbot: QtBot, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Opened]]:
    """Open windows; they and their theme go after the test.

    The disk is not waited for: no test of a window can see whether bytes have reached it.
    """
    monkeypatch.setattr(os, "fsync", os.fstat)  # which fails for a closed file, too
    made: list[Opened] = []

    def opened(*places: str | Path) -> Opened:
        window = open_window(*places, questions=answers)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        made.append(Opened(window, qtbot))
        return made[-1]

    yield opened
    for each in made:
        each.close()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = application.findChild(Theme)
    if isinstance(theme, Theme):
        theme.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    application.setStyleSheet("")
