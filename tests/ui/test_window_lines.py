"""Lines in the source: how keys break them, and that those in sight are rendered first."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.core.layers import joined
from editor.session import sweep
from editor.session.document import Document
from editor.session.live import Rerendered
from editor.storage.textfile import decode
from editor.ui.theme import Theme
from editor.ui.widgets import highlighter
from tests.ui.test_highlighter import Coloured
from tests.ui.windowing import Opened, Shift, write

Opener = Callable[..., Opened]
Keypad = Qt.KeyboardModifier.KeypadModifier


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, Shift),
        (Qt.Key.Key_Enter, Shift | Keypad),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_enter_with_shift_is_enter(
    opener: Opener, tree: Path, key: Qt.Key, modifiers: Qt.KeyboardModifier, end: str
) -> None:
    write(tree, {"two.md": f"one{end}two{end}"})
    opened = opener(tree / "two.md")
    opened.place_caret(0, 1)
    opened.focus(opened.source)
    opened.press(key, modifiers)
    opened.type("x")
    assert opened.front.text() == f"o{end}xne{end}two{end}"
    assert opened.rendered == "o\nxne\ntwo"


def test_shift_enter_replaces_what_is_selected_and_leaves_read_only_alone(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    opened.focus(opened.source)
    opened.source.selectAll()
    opened.press(Qt.Key.Key_Return, Shift)
    assert opened.front.text() == "\n"
    write(tree, {"old.md": b"\xe9\n"})
    opened.window.open(tree / "old.md")
    opened.press(Qt.Key.Key_Return, Shift)
    assert opened.front.text() == "\ufffd\n"


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, Shift])
def test_enter_in_an_empty_line_with_an_ending_of_its_own_breaks_it(
    opener: Opener, tree: Path, modifiers: Qt.KeyboardModifier
) -> None:
    write(tree, {"mixed.md": "a\nb\n\r\nc\n"})
    opened = opener(tree / "mixed.md")
    opened.place_caret(2)
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Return, modifiers)
    assert opened.front.text() == "a\nb\n\r\n\r\nc\n"


# --- what is in sight -----------------------------------------------------------------------------


class SpentClock:
    """A clock that leaves no time for lines out of sight."""

    def start(self) -> None:
        """Begin anew."""

    def hasExpired(self, _after: int) -> bool:
        return True


def rendered_first(opened: Opened, change: Callable[[], None]) -> set[int]:
    """Return the lines that have new pieces before any other has."""
    live = opened.window.workbench.live(opened.front)
    heard: list[list[Rerendered]] = [[]]

    def hear(news: Rerendered) -> None:
        heard[-1].append(news)

    def close() -> None:
        heard.append([])

    live.rendered.connect(hear)
    live.updated.connect(close)
    change()
    live.rendered.disconnect(hear)
    live.updated.disconnect(close)
    return {
        line for each in heard[0] for line in range(each.first_line, each.first_line + each.lines)
    }


@pytest.mark.parametrize("how", ["scroll", "resize", "show"])
def test_the_lines_in_sight_follow_a_change_of_variables_first(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(sweep, "QElapsedTimer", SpentClock)
    write(tree, {"long.md": "about $facet\n" * 3_000})
    opened = opener(tree / "long.md")
    project = opened.window.workbench.project
    assert project is not None
    if how == "scroll":
        opened.source.verticalScrollBar().setValue(2_000)
    elif how == "resize":
        opened.window.resize(1_200, 1_000)
    else:
        opened.source.verticalScrollBar().setValue(1_500)
        opened.window.open(tree / "plain.md")
        opened.window.open(tree / "long.md")
    QCoreApplication.processEvents()
    top = opened.source.firstVisibleBlock().blockNumber()
    bottom = opened.source.cursorForPosition(opened.source.viewport().rect().bottomLeft())
    in_sight = set(range(top, bottom.blockNumber() + 1))
    assert len(in_sight) > 10
    assert (top > 0) == (how != "resize")

    def change() -> None:
        project.set_value("facet", "elsewhere")

    first = rendered_first(opened, change)
    assert in_sight <= first
    assert len(first) < 2 * len(in_sight)
    live = opened.window.workbench.live(opened.front)
    assert joined(live.pieces(top)) == "about elsewhere"


# --- the highlighter's pause ----------------------------------------------------------------------


class Clock:
    """A clock that runs out after each fence."""

    def __init__(self) -> None:
        self._asked = 0

    def start(self) -> None:
        """Begin anew."""

    def elapsed(self) -> int:
        self._asked += 1
        return 0 if self._asked == 1 else 1_000


def test_fences_left_over_are_read_at_once_not_after_another_pause(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(highlighter, "QElapsedTimer", Clock)
    fence = '```python\nx = """\nreturn\n"""\n```\n\n'
    coloured = Coloured(fence * 20, theme)
    slices: list[bool] = []
    timers = coloured.highlighter.findChildren(QTimer)
    for timer in timers:
        timer.timeout.connect(lambda: slices.append(True))
    pause = next(timer for timer in timers if timer.interval() == highlighter.CODE_PAUSE)
    pause.stop()
    pause.setInterval(10**6)
    coloured.highlighter._read_fences()
    for _ in range(200):
        QCoreApplication.processEvents()
    assert len(slices) >= 19
    assert pause.interval() == 10**6


# --- whole texts ----------------------------------------------------------------------------------


def test_a_key_reads_no_whole_text_even_while_the_head_has_a_fault(
    opener: Opener, tree: Path
) -> None:
    line = "a plain line of text as most lines of a prompt are\n"
    write(tree, {"big.md": '{\n  "title": "x"\n}\n' + line * 20_000})
    opened = opener(tree / "big.md")
    opened.settle()
    opened.focus(opened.source)
    document = opened.front
    for place in ((1, 2), (500, 3)):
        opened.place_caret(*place)
        reads = document.whole_reads
        for key in "abc":
            QTest.keyClicks(opened.source, key)
            live = opened.window.workbench.live(document)
            assert (live.stale_line == 2) == (live.stale is not None)
        assert document.whole_reads == reads
    assert opened.window.workbench.live(document).stale_line == 2


def test_whole_reads_are_counted(qapp: QApplication) -> None:
    document = Document(decode(b"one\ntwo"))
    assert document.whole_reads == 0
    document.text()
    document.replace_text("one\ntwo\nthree")
    before = document.whole_reads
    document.text()
    document.text()
    assert document.whole_reads == before + 1
