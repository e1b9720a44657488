"""Random souls, and random keys, clicks and drags in their cards: the text is what they ask for."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication

from editor.session.section_values import ROLES
from tests.properties.soul_model import loaded
from tests.properties.soul_texts import souls
from tests.ui.section_windowing import SectionWindow, section_opener
from tests.ui.windowing import Alt, Control, answers, opener

__all__ = ["answers", "opener", "section_opener"]

KEYS = st.text(st.sampled_from("ab {}#:-'\"\n"), min_size=1, max_size=3)
KINDS = ["type", "type", "move", "move", "duplicate", "delete", "role", "drag"]


def test_cards_give_the_intended_list_and_undo_the_exact_bytes(
    section_opener: Callable[..., SectionWindow],
) -> None:
    window = section_opener("# Soul\n---template---\n")

    @given(text=souls(least=1, most=4), data=st.data())
    def walk(text: str, data: st.DataObject) -> None:
        window.opened.front.replace_text(text)
        Walk(window, data).run()

    walk()


class Walk:
    """One soul in a window, and the list that it must read as."""

    def __init__(self, window: SectionWindow, data: st.DataObject) -> None:
        self.window = window
        self.draw = data.draw
        self.text = window.text
        self.wanted: list[dict[str, Any]] = loaded(self.text)

    def run(self) -> None:
        steps = self.window.opened.front.qdocument.availableUndoSteps()
        for _ in range(self.draw(st.integers(1, 4))):
            if self.wanted:
                self.step()
            assert loaded(self.window.text) == self.wanted
            names = [each.get("section") or "no name" for each in self.wanted]
            assert self.window.names() == names
        self.window.opened.focus(self.window.opened.source)
        while self.window.opened.front.qdocument.availableUndoSteps() > steps:
            self.window.press(Qt.Key.Key_Z, Control)
        assert self.window.text == self.text

    def step(self) -> None:
        """Do one thing with keys or clicks, and the same to the list."""
        count = len(self.wanted)
        index = self.draw(st.integers(0, count - 1))
        match self.draw(st.sampled_from(KINDS)):
            case "type":
                self.type(index)
            case "move":
                self.move(index)
            case "drag":
                to = self.draw(st.integers(0, count - 1))
                self.window.drag(index, to, below=to > index)
                self.wanted.insert(to, self.wanted.pop(index))
            case "role":
                role = self.draw(st.sampled_from(ROLES))
                self.window.choose_role(index, role)
                self.wanted[index] = {**self.wanted[index], "role": role}
            case kind:
                self.window.opened.find(QAbstractButton, f"section:{index}:{kind}").click()
                if kind == "delete":
                    del self.wanted[index]
                else:
                    self.wanted.insert(index + 1, dict(self.wanted[index]))

    def type(self, index: int) -> None:
        """Type at a place of a text, and see that the caret stays behind it."""
        names = [name for name in ("content", "section") if name in self.wanted[index]]
        if not names:
            return
        name = self.draw(st.sampled_from(names))
        before = str(self.wanted[index][name])
        at = self.draw(st.integers(0, len(before)))
        typed = self.draw(KEYS)
        typed = typed.replace("\n", "") if name == "section" else typed
        self.window.type(index, name, typed, at=at)
        self.wanted[index] = {**self.wanted[index], name: before[:at] + typed + before[at:]}

    def move(self, index: int) -> None:
        """Move a card with the keys while typing in it; typing goes on in it."""
        field = self.window.field(index, "section" if "section" in self.wanted[index] else "tool")
        self.window.opened.focus(field)
        down = self.draw(st.booleans())
        to = max(0, min(index + (1 if down else -1), len(self.wanted) - 1))
        self.window.press(Qt.Key.Key_Down if down else Qt.Key.Key_Up, Alt)
        self.wanted.insert(to, self.wanted.pop(index))
        assert QApplication.focusWidget() is field
        name = field.objectName().rpartition(":")[2]
        self.window.press(Qt.Key.Key_End)
        self.window.opened.type("z")
        before = str(self.wanted[to].get(name, ""))
        self.wanted[to] = {**self.wanted[to], name: before + "z"}
