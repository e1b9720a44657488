"""The preview in the window: exact, tinted, keeps its place, scrolls with the source."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit

from editor.ui.theme import Theme
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]


def theme() -> Theme:
    found = QApplication.instance().findChild(Theme)
    assert isinstance(found, Theme)
    return found


def tints(view: QPlainTextEdit) -> list[tuple[str, str]]:
    """What has a background, with its colour's name, in the first line."""
    block = view.document().firstBlock()
    return [
        (
            block.text()[part.start : part.start + part.length],
            part.format.background().color().name(),
        )
        for part in block.layout().formats()
        if part.format.hasProperty(QTextCharFormat.Property.BackgroundBrush.value)
    ]


def top(view: QPlainTextEdit) -> str:
    return view.firstVisibleBlock().text()


def scroll_to(view: QPlainTextEdit, line: int) -> None:
    view.verticalScrollBar().setValue(view.document().findBlockByNumber(line).firstLineNumber())


def is_in_sight(view: QPlainTextEdit, text: str) -> bool:
    block = view.firstVisibleBlock()
    while block.isValid():
        rect = view.blockBoundingGeometry(block).translated(view.contentOffset())
        if rect.bottom() > view.viewport().height() + 1:
            return False
        if block.text() == text:
            return True
        block = block.next()
    return False


# --- what is seen ---------------------------------------------------------------------------------


def test_spans_are_tinted_by_layer_and_the_legend_switches_it_off(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"all.md": "$facet $name $voice_tone $greeting $$ $nothing plain"})
    opened = opener(tree / "all.md")
    opened.type("x", into=opened.field("context:facet"))
    roles = (
        ("x", "context"),
        ("Ada Lovelace", "identity"),
        ("Calm and kind.", "variables"),
        ("Dear ", "template"),
        ("Ada", "identity"),  # what a template takes from elsewhere keeps its own colour
        (",", "template"),
        ("$", "escape"),
        ("$nothing", "unresolved"),
    )
    wanted = [(text, theme().color(f"{role}.tint").name()) for text, role in roles]
    assert tints(opened.preview) == wanted
    opened.find(QAbstractButton, "tints").click()
    assert tints(opened.preview) == [wanted[-1]]
    opened.find(QAbstractButton, "tints").click()
    assert tints(opened.preview) == wanted


def test_an_unresolved_placeholder_is_marked_by_more_than_colour(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    for view, start in ((opened.source, 15), (opened.preview, 15)):
        (part,) = view.document().firstBlock().layout().formats()
        assert (part.start, part.length) == (start, len("$who"))
        wave = QTextCharFormat.UnderlineStyle.WaveUnderline
        assert part.format.underlineStyle() == wave
    opened.type("Kim", into=opened.field("context:who"))
    assert tints(opened.preview) == [("Kim", theme().color("context.tint").name())]
    assert tints(opened.source) == [("$who", theme().color("context.tint").name())]


HARD = "<a>\n\n## Hi $name &amp; <b>\u00a0x</b>\u2028y\u200b \ufeff $q 😀"


def test_case_26_case_59_every_character_is_there_and_is_copied(opener: Opener, tree: Path) -> None:
    write(tree, {"hard.md": HARD})
    opened = opener(tree / "hard.md")
    opened.type('"a" & <i>\'`', into=opened.field("context:q"))
    sent = HARD.replace("$name", "Ada Lovelace").replace("$q", '"a" & <i>\'`')
    assert opened.preview.document().toRawText().replace("\u2029", "\n") == sent
    opened.focus(opened.preview)
    opened.press(Qt.Key.Key_A, Control)
    opened.press(Qt.Key.Key_C, Control)
    copied = QApplication.clipboard().mimeData()
    assert copied is not None
    assert copied.text() == sent
    assert not copied.hasHtml()


def test_case_5_copy_and_paste_in_the_source_keep_every_character(
    opener: Opener, tree: Path
) -> None:
    text = "a\u00a0b\u2028c\u200b😀"
    write(tree, {"nbsp.md": text, "empty.md": ""})
    opened = opener(tree / "nbsp.md")
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_A, Control)
    opened.press(Qt.Key.Key_C, Control)
    opened.window.open(tree / "empty.md")
    opened.press(Qt.Key.Key_V, Control)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "empty.md").read_bytes() == text.encode()


def test_rich_text_is_pasted_plain(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.focus(opened.source)
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("bold\r\nline\u00a0")
    QApplication.clipboard().setMimeData(mime)
    opened.press(Qt.Key.Key_V, Control)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == "bold\nline\u00a0Plain text for $who.\n".encode()


# --- focus ----------------------------------------------------------------------------------------


def test_case_62_all_letters_arrive_whatever_the_window_does(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.caret_to_end()
    opened.focus(opened.source)
    typed = "all the letters $name"
    for number, letter in enumerate(typed):
        opened.type(letter)
        if number == 4:
            (tree / "templates/greeting.md").write_text("Changed $preferred,\n")
            opened.window.workbench.look_at_disk_now()
        if number == 8:
            (tree / "hello.md").write_text("theirs\n")
            opened.window.workbench.look_at_disk_now()
            assert opened.notice is not None
        if number == 12:
            opened.press(Qt.Key.Key_S, Control)
    assert QApplication.focusWidget() is opened.source
    assert opened.source.toPlainText().endswith(typed)
    assert opened.rendered.startswith("Changed Ada,")


def test_the_preview_is_read_only(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.focus(opened.preview)
    opened.type("x\n")
    opened.press(Qt.Key.Key_Backspace)
    assert opened.rendered == "Plain text for $who."
    assert not opened.source.document().isModified()


# --- place ----------------------------------------------------------------------------------------


@pytest.fixture
def long(opener: Opener, tree: Path) -> Opened:
    """300 lines; `$many` in line 10 is one line as long as it is not set."""
    lines = [f"line {n} for $name" for n in range(300)]
    lines[10] = "$many"
    write(tree, {"long.md": "\n".join(lines) + "\n"})
    return opener(tree / "long.md")


def shown(number: int) -> str:
    return f"line {number} for Ada Lovelace"


@pytest.mark.parametrize("place", [150, 299], ids=["middle", "bottom"])
def test_case_42_typing_leaves_preview_and_source_where_they_are(long: Opened, place: int) -> None:
    long.place_caret(place)
    long.source.centerCursor()
    scroll_to(long.preview, place)
    bars = long.source.verticalScrollBar(), long.preview.verticalScrollBar()
    before = [bar.value() for bar in bars]
    assert all(value > 0 for value in before)
    assert place < 299 or before[1] == bars[1].maximum()
    for key in "ab $name":
        long.type(key, into=long.source)
        assert [bar.value() for bar in bars] == before


@pytest.mark.parametrize("place", [150, 299], ids=["middle", "bottom"])
def test_case_42_lines_that_come_above_the_top_move_nothing(long: Opened, place: int) -> None:
    scroll_to(long.preview, place)
    before, source = top(long.preview), top(long.source)
    field = long.field("context:many")
    long.focus(field)
    for text in ("a\nb\nc\nd", "a", "a\n" * 40, ""):
        long.window.workbench.project.set_value("many", text)
        assert top(long.preview) == before
        assert top(long.source) == source


def test_the_caret_s_rendering_comes_into_view_with_the_least_scrolling(long: Opened) -> None:
    long.place_caret(150)
    long.source.centerCursor()
    scroll_alone(long, 200)
    long.type("x", into=long.source)
    assert top(long.preview) == "x" + shown(150)
    long.type("y")
    assert top(long.preview) == "xy" + shown(150)  # it was in sight: nothing scrolls
    scroll_alone(long, 20)
    long.type("z")
    assert is_in_sight(long.preview, "xyz" + shown(150))
    assert not is_in_sight(long.preview, shown(151))  # it stands at the bottom


def scroll_alone(opened: Opened, line: int) -> None:
    """Scroll the preview and not the source."""
    opened.action("view.sync").trigger()
    scroll_to(opened.preview, line)
    opened.action("view.sync").trigger()


def test_source_and_preview_scroll_together_both_ways(long: Opened) -> None:
    long.window.workbench.project.set_value("many", "a\nb\nc\nd\ne")
    scroll_to(long.source, 100)
    assert top(long.source) == "line 100 for $name"
    assert top(long.preview) == shown(100)
    scroll_to(long.preview, 54)  # five lines of $many, so four more than in the source
    assert top(long.preview) == shown(50)
    assert top(long.source) == "line 50 for $name"


def test_scrolling_together_can_be_switched_off(long: Opened) -> None:
    long.action("view.sync").trigger()
    scroll_to(long.source, 100)
    assert top(long.preview) == shown(0)
    scroll_to(long.preview, 30)
    assert top(long.source) == "line 100 for $name"


def test_a_selection_in_the_preview_stays_while_its_text_does(long: Opened) -> None:
    block = long.preview.document().findBlockByNumber(20)
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    long.preview.setTextCursor(cursor)
    long.place_caret(5)
    long.type("new\n$name", into=long.source)
    long.place_caret(30)
    long.type("x")
    long.window.workbench.project.set_value("many", "a\nb")
    assert long.preview.textCursor().selectedText() == shown(20)


def test_dragging_in_the_preview_selects(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    view = opened.preview
    box = view.cursorRect(QTextCursor(view.document()))
    start = QPoint(box.left() + 1, box.center().y())
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), start + QPoint(200, 0))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(200, 0))
    assert "Plain text for $who.".startswith(view.textCursor().selectedText())
    assert view.textCursor().hasSelection()
