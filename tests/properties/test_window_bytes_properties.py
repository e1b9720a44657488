"""The real window on a real file of random bytes: what is on disk is what was done, exactly."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from editor.ui.widgets.source_editor import SourceEditor
from tests.properties.typist import Typist, random_text
from tests.ui.windowing import Control, Opened, answers, opener

__all__ = ["answers", "opener"]

WITH_FIXTURES = [HealthCheck.function_scoped_fixture]
FEW = settings(
    max_examples=settings.default.max_examples // 12, suppress_health_check=WITH_FIXTURES
)
SEEDS = st.integers(0, 2**32)
NOT_UTF_8 = [b"\xff", b"\xed\xa0\xbd", b"\xed\xb8\x80", b"\xc3", b"\xf0\x9f\x98", b"\x80", b"\xfe"]
HEAD = re.compile(r'\{(\r\n|\n|\r)  "title": "([^"\\\r\n]*)"')


class Desk:
    """A window that shows one file after the other."""

    def __init__(self, opened: Opened, path: Path) -> None:
        self.opened = opened
        self.path = path

    def show(self, data: bytes) -> None:
        """Put these bytes on disk and open them, without what was open before."""
        self.clear()
        self.path.write_bytes(data)
        self.opened.window.open(self.path)
        self.opened.focus(self.opened.source)

    def clear(self) -> None:
        """Close what is open."""
        front = self.opened.window.workbench.front
        if front is not None:
            front.qdocument.setModified(False)
            self.opened.window.files.close(front)

    def save(self) -> bytes:
        """Press Ctrl+S and look at the disk."""
        self.opened.press(Qt.Key.Key_S, Control)
        return self.path.read_bytes()


@pytest.fixture
def desk(opener: Callable[..., Opened], tmp_path: Path) -> Desk:
    root = tmp_path / "work"
    root.mkdir()
    (root / "prompt-workspace.yaml").write_text("")
    return Desk(opener(root), root / "p.md")


def random_bytes(random: Random) -> bytes:
    """Text with all that is odd, now and then not UTF-8, behind a mark or a head or neither."""
    data = random_text(random, 60).encode()
    if random.random() < 0.05:
        data += ("w " * 20_000).encode() + random_text(random, 5).encode()
    if random.random() < 0.3:
        cut = random.randint(0, len(data))
        data = data[:cut] + random.choice(NOT_UTF_8) + data[cut:]
    head = random.choice([b"", b"", b"---\ntitle: x\n---\r\n", b'{\r\n  "title": "x"\n}\n', b"{\r"])
    return random.choice([b"", b"\xef\xbb\xbf"]) + head + data


@FEW
@given(seed=SEEDS)
def test_cases_5_41_73_a_file_that_is_opened_and_saved_is_not_touched(
    desk: Desk, seed: int
) -> None:
    data = random_bytes(Random(seed))
    desk.show(data)
    before = desk.path.stat()
    front = desk.opened.front
    desk.opened.press(Qt.Key.Key_End, Control)
    desk.opened.settle()
    assert desk.save() == data
    after = desk.path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not front.is_modified()
    try:
        data.decode()
    except UnicodeDecodeError:
        assert desk.opened.source.isReadOnly()
        assert "is not UTF-8" in (desk.opened.notice or "")
        desk.opened.type("x\n")
        assert not front.is_modified()
        assert desk.save() == data
    else:
        assert not desk.opened.source.isReadOnly()
        assert front.data() == data


class WindowTypist(Typist):
    """A person who uses the form, find and replace, and the window's undo too."""

    def __init__(self, desk: Desk, random: Random) -> None:
        source = desk.opened.source
        assert isinstance(source, SourceEditor)
        super().__init__(source, random)
        self.desk = desk

    def deeds(self) -> list[Callable[[], None]]:
        return [*super().deeds(), self.form, self.form, self.replace_all, self.undo_key]

    def form(self) -> None:
        """Type at the end of the title's field: before its closing quote, in the text."""
        head = HEAD.match(self.model.text())
        opened = self.desk.opened
        opened.settle()
        field = opened.window.findChild(QLineEdit, "field:title")
        if head is None or field is None or field.isReadOnly() or not field.isEnabled():
            return
        assert field.text() == head[2]
        opened.focus(field)
        opened.press(Qt.Key.Key_End)
        typed = self.random.choice(["x", "é", "\U0001f600", "\xa0"])
        opened.type(typed)
        at = self.model.units.index('"', self.model.units.index(":") + 3)
        self.model.replace(at, at, typed)
        opened.focus(self.source)

    def replace_all(self) -> None:
        """Replace a letter everywhere through the find bar."""
        opened = self.desk.opened
        opened.press(Qt.Key.Key_H, Control)
        find, replacement = (opened.find(QLineEdit, f"{n}Field") for n in ("find", "replace"))
        find.setText("e")
        replacement.setText("\U0001f680o")
        opened.click("replaceAll")
        opened.focus(find)
        opened.press(Qt.Key.Key_Escape)
        text = self.model.text()
        if "e" in text:
            self.model.edited(text.replace("e", "\U0001f680o"))

    def undo_key(self) -> None:
        """Press Ctrl+Z in the window."""
        self._step(self._press_undo)

    def _press_undo(self) -> None:
        self.desk.opened.press(Qt.Key.Key_Z, Control)


@FEW
@given(seed=SEEDS)
def test_a_day_at_a_file_leaves_its_bytes_on_disk_and_can_be_undone(desk: Desk, seed: int) -> None:
    random = Random(seed)
    end = random.choice(["\n", "\r\n", "\r"])
    head = f'{{{end}  "title": "a"{end}}}{end}' if random.random() < 0.7 else ""
    data = random.choice([b"", b"\xef\xbb\xbf"]) + (head + random_text(random)).encode()
    desk.show(data)
    typist = WindowTypist(desk, random)
    for _ in range(8):
        typist.act()
    assert desk.save() == typist.data()
    assert not typist.document.is_modified()
    while typist.document.qdocument.isUndoAvailable():
        desk.opened.press(Qt.Key.Key_Z, Control)
    assert typist.document.data() == data
    assert desk.save() == data
