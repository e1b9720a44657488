"""What the tests of the section cards share: a window on a soul, and a person's keys and clicks."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QPlainTextEdit, QWidget

from tests.ui.form_windowing import text_of
from tests.ui.windowing import Opened

__all__ = ["SectionWindow", "section_opener"]

SAMPLES = "values: {admin_pubkey: key, admin_notes_content: notes}\n"


class SectionWindow:
    """A window, the cards of a soul in it, and a person's keys."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.list = opened.window.views.sections

    @property
    def text(self) -> str:
        return self.opened.front.text()

    def widget(self, name: str) -> QWidget:
        return self.opened.find(QWidget, name)

    def field(self, index: int, name: str) -> QWidget:
        return self.widget(f"section:{index}:{name}")

    def shown(self, index: int, name: str) -> str:
        widget = self.field(index, name)
        return widget.currentText() if isinstance(widget, QComboBox) else text_of(widget)

    def names(self) -> list[str]:
        """The names of the sections as the cards show them."""
        return [card.name for card in self.list.cards]

    def type(self, index: int, name: str, text: str, *, at: int | None = None) -> None:
        """Type into a field: at a place, else in the place of what is there."""
        widget = self.field(index, name)
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

    def clear(self, index: int, name: str) -> None:
        """Select what is in a field and delete it."""
        self.type(index, name, "")
        self.press(Qt.Key.Key_Delete)

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self.opened.press(key, modifiers)

    def click(self, name: str) -> None:
        QTest.mouseClick(self.widget(name), Qt.MouseButton.LeftButton)

    def choose_role(self, index: int, role: str) -> None:
        """Choose a role from the list, as a click in it does."""
        combo = self.opened.find(QComboBox, f"section:{index}:role")
        self.opened.focus(combo)
        combo.setCurrentIndex(combo.findText(role))
        combo.activated.emit(combo.currentIndex())

    def add(self, name: str) -> None:
        """Take a section from the list of sections to add; an empty one without a name."""
        self.click("addSection")
        menu = self.opened.find(QMenu, "addSectionMenu")
        self.trigger(menu, name)

    def trigger(self, menu: QMenu, data: str) -> None:
        action = next(each for each in menu.findChildren(QAction) if each.data() == data)
        action.trigger()
        menu.close()

    def drag(self, index: int, to: int, *, below: bool = False) -> None:
        """Drag a card by its handle to the upper or the lower half of another one."""
        handle = self.field(index, "handle")
        start = handle.rect().center()
        card = self.list.cards[to]
        y = card.height() - 2 if below else 2
        target = handle.mapFromGlobal(card.mapToGlobal(QPoint(40, y)))
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(handle, start + QPoint(0, 30))
        QTest.mouseMove(handle, target)
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=target)

    def notes(self) -> list[str]:
        """The sentences about sections that are in sight."""
        return [
            label.text()
            for label in self.list.findChildren(QLabel)
            if label.property("role") in ("error", "note", "warning")
            and label.text()
            and not label.property("chip")
            and label.isVisible()
        ]

    def until_note(self, part: str) -> None:
        """Wait until a sentence about a section holds `part`."""
        self.opened.until(lambda: any(part in note for note in self.notes()))


@pytest.fixture
def section_opener(opener: Callable[..., Opened], tmp_path: Path) -> Callable[..., SectionWindow]:
    """Open a window on a soul of this text."""

    def opened(text: str | bytes, name: str = "soul.md") -> SectionWindow:
        root = tmp_path / "work"
        root.mkdir(exist_ok=True)
        settings = "souls: ['*.md']\nsamples: samples.yaml\n"
        (root / "prompt-workspace.yaml").write_text(settings)
        (root / "samples.yaml").write_text(SAMPLES)
        path = root / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return SectionWindow(opener(path))

    return opened
