"""What the tests of the form share: a window with the form above the source."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QPlainTextEdit, QWidget

from tests.ui.windowing import Opened

__all__ = ["FormWindow", "form_opener"]


class FormWindow:
    """A window, its form, and a person's keys."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.form = opened.window.views.form
        self.feed = opened.window.feeds.form

    @property
    def text(self) -> str:
        return self.opened.front.text()

    def widget(self, name: str) -> QWidget:
        return self.opened.find(QWidget, name)

    def field(self, name: str) -> QWidget:
        """Return the editing widget of a field."""
        return self.widget(f"field:{name}")

    def shown(self, name: str) -> str:
        """Return the text of a typed field."""
        return text_of(self.field(name))

    def fields(self) -> list[str]:
        """The dotted names of all fields, in the order of Tab's list of widgets."""
        found = self.form.findChildren(QWidget)
        return [
            each.objectName().removeprefix("field:")
            for each in found
            if each.objectName().startswith("field:")
        ]

    def type(self, name: str, text: str, *, at: int | None = None) -> None:
        """Type into a field: at a place, else in the place of what is there."""
        widget = self.field(name)
        self.opened.focus(widget)
        assert isinstance(widget, QLineEdit | QPlainTextEdit)
        if at is None:
            widget.selectAll()
        elif isinstance(widget, QLineEdit):
            widget.setCursorPosition(at)
        else:
            cursor = widget.textCursor()
            cursor.setPosition(at)
            widget.setTextCursor(cursor)
        self.opened.type(text)

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self.opened.press(key, modifiers)

    def click(self, name: str) -> None:
        QTest.mouseClick(self.widget(name), Qt.MouseButton.LeftButton)

    def trigger(self, command: str, name: str) -> None:
        """Take a command of a field's menu, such as ``Clear``."""
        self.click(f"menu:{name}")
        menu = next(each for each in self.form.findChildren(QMenu) if each.isVisible())
        next(each for each in menu.actions() if each.text() == command).trigger()
        menu.close()

    def add(self, title: str) -> None:
        """Take a field from the list of fields to add."""
        self.click("addField")
        menu = self.opened.find(QWidget, "addFieldMenu")
        action = next(each for each in menu.findChildren(QAction) if each.text() == title)
        action.trigger()
        menu.close()

    def close_menus(self) -> None:
        """Close what a click has opened."""
        for menu in self.form.findChildren(QMenu):
            menu.close()

    def notes(self) -> list[str]:
        """The sentences about fields that are in sight."""
        return [
            label.text()
            for label in self.form.findChildren(QLabel)
            if label.property("role") in ("error", "note") and label.text() and shown_to_user(label)
        ]


def shown_to_user(widget: QWidget) -> bool:
    return widget.isVisible()


def text_of(widget: QWidget) -> str:
    if isinstance(widget, QPlainTextEdit):
        return widget.document().toRawText().replace("\u2029", "\n")
    assert isinstance(widget, QLineEdit)
    return widget.text()


def caret_of(widget: QWidget) -> int:
    if isinstance(widget, QPlainTextEdit):
        return widget.textCursor().position()
    assert isinstance(widget, QLineEdit)
    return widget.cursorPosition()


def compose(widget: QWidget, preedit: str, commit: str = "") -> None:
    """Send what an input method sends."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


def wheel(widget: QWidget, steps: int) -> bool:
    """Turn the wheel over a widget; tell whether it took the event."""
    at = QPointF(widget.rect().center())
    event = QWheelEvent(
        at,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(0, 0),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def turn_wheel(widget: QWidget, steps: int) -> None:
    """Turn the wheel over a widget of a window, so that whoever scrolls there takes it."""
    window = widget.window()
    place = QPointF(widget.mapTo(window, widget.rect().center()))
    handle = window.windowHandle()
    assert handle is not None
    QTest.wheelEvent(handle, place, QPoint(0, 120 * steps))


@pytest.fixture
def form_opener(opener: Callable[..., Opened], tmp_path: Path) -> Callable[..., FormWindow]:
    """Open a window on a file of this text, or on several."""

    def opened(*texts: str | bytes, schema: str | None = None) -> FormWindow:
        root = tmp_path / "work"
        root.mkdir(exist_ok=True)
        settings = "schemas: {prompt: own.json}\n" if schema is not None else ""
        (root / "prompt-workspace.yaml").write_text(settings)
        if schema is not None:
            (root / "own.json").write_text(schema)
        paths = []
        for number, text in enumerate(texts):
            paths.append(root / f"p{number}.md")
            paths[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
        return FormWindow(opener(*paths))

    return opened
