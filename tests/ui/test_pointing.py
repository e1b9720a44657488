"""Hover, click and Ctrl+click on placeholders, with the mouse, on real files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.ui.placeholder_bench import Bench, Control, Left, bench_of, point_of
from tests.ui.windowing import write

__all__ = ["bench_of"]

BenchOf = Callable[[Path], Bench]


@pytest.fixture
def bench(bench_of: BenchOf, tree: Path) -> Bench:
    write(
        tree,
        {
            "templates/greeting.md": "---\nx: 1\n---\n\nDear $preferred,\nall 😀 is well.\n",
            "all.md": "Plain 😀 start, $name and $who.\n\n$greeting\n\nEnd $facet $voice_tone.\n",
        },
    )
    return bench_of(tree / "all.md")


# --- click in the preview -------------------------------------------------------------------------


def test_a_click_on_a_placeholder_s_span_goes_to_it_in_the_source(bench: Bench) -> None:
    for text, into, caret in (
        ("Ada Lovelace", 3, (0, 16)),  # the emoji counts two in Qt
        ("$who", 2, (0, 26)),
        ("Dear Ada,", 2, (2, 0)),
        ("Calm and kind.", 12, (4, 11)),
        ("Dear Ada,", 6, (2, 0)),
        ("is well", 2, (2, 0)),
    ):
        bench.place_caret("Plain", 0)
        bench.preview.setFocus()
        bench.click(bench.preview, text, into)
        assert (text, bench.caret()) == (text, caret)
        assert not bench.source.textCursor().hasSelection()
        assert QApplication.focusWidget() is bench.source


def test_a_click_on_literal_text_only_places_the_preview_s_caret(bench: Bench) -> None:
    bench.place_caret("End", 0)
    before = bench.caret()
    bench.click(bench.preview, "Plain", 3)
    assert bench.caret() == before
    assert bench.preview.textCursor().position() in (3, 4)
    assert QApplication.focusWidget() is not bench.source


@pytest.mark.parametrize("text", ["Ada Lovelace", "Plain"])
def test_dragging_selects_and_goes_nowhere(bench: Bench, text: str) -> None:
    view = bench.preview
    start, end = point_of(view, text, 0), point_of(view, text, 4)
    QTest.mousePress(view.viewport(), Left, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Left, pos=end)
    selected = view.textCursor().selectedText()
    assert selected
    assert selected in text
    assert bench.caret() == (0, 0)
    assert QApplication.focusWidget() is not bench.source


def test_a_click_beside_the_text_goes_nowhere(bench: Bench) -> None:
    bench.place_caret("End", 0)
    beside = point_of(bench.preview, "Dear Ada,", 0) + QPoint(300, 0)
    QTest.mouseClick(bench.preview.viewport(), Left, pos=beside)
    assert bench.caret() == (4, 0)


def test_other_buttons_go_nowhere(bench: Bench) -> None:
    bench.place_caret("End", 0)
    point = point_of(bench.preview, "Ada Lovelace", 2)
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mouseClick(bench.preview.viewport(), button, pos=point)
        assert bench.caret() == (4, 0)


def test_a_far_placeholder_is_brought_into_view(bench_of: BenchOf, tree: Path) -> None:
    write(tree, {"long.md": "$name\n" + "line\n" * 300 + "last $facet here\n"})
    bench = bench_of(tree / "long.md")
    bar = bench.preview.verticalScrollBar()
    bar.setValue(bar.maximum())
    bench.click(bench.preview, "$facet", 2)
    assert bench.caret() == (301, 5)
    assert bench.source.viewport().rect().contains(bench.source.cursorRect())


# --- to the definition ----------------------------------------------------------------------------


def test_ctrl_click_on_a_template_goes_to_its_first_line_of_text(bench: Bench, tree: Path) -> None:
    bench.click(bench.source, "$greeting", 3, Control)
    assert bench.front == tree / "templates/greeting.md"
    assert bench.caret() == (4, 0)
    assert QApplication.focusWidget() is bench.source


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_ctrl_click_in_a_template_s_rendering_goes_to_the_place_inside(
    bench_of: BenchOf, tree: Path, ends: str
) -> None:
    template = "---\nx: 1\n---\n\nDear $preferred,\nall 😀 is well.\n".replace("\n", ends)
    write(tree, {"templates/greeting.md": template, "t.md": "x $greeting"})
    bench = bench_of(tree / "t.md")
    for text, into, caret in (
        ("Dear Ada,", 2, (4, 2)),
        ("Dear Ada,", 6, (4, 5)),  # the value of $preferred: its place in the template
        ("Dear Ada,", 8, (4, 15)),
        ("all 😀 is well", 9, (5, 9)),
    ):
        bench.open(tree / "t.md")
        bench.click(bench.preview, text, into, Control)
        assert bench.front == tree / "templates/greeting.md"
        assert (text, bench.caret()) == (text, caret)


def test_ctrl_click_follows_the_unsaved_text_of_a_template(bench: Bench, tree: Path) -> None:
    template = bench.workbench.open(tree / "templates/greeting.md")
    template.replace_text("\n\n\nfirst\nsecond $preferred\n")
    bench.click(bench.preview, "second", 3, Control)
    assert bench.front == tree / "templates/greeting.md"
    assert bench.caret() == (4, 3)


def test_ctrl_click_on_an_extra_variable_goes_to_its_file(bench: Bench, tree: Path) -> None:
    bench.click(bench.preview, "Calm", 1, Control)
    assert bench.front == tree / "voice/tone.md"


def test_ctrl_click_on_an_identity_value_goes_to_its_field_if_that_is_shown(bench: Bench) -> None:
    bench.click(bench.source, "$name", 2, Control)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == "identity:name"


def test_ctrl_click_on_an_identity_value_else_goes_to_its_line(bench: Bench, tree: Path) -> None:
    bench.identity.hide()
    bench.click(bench.preview, "Ada Lovelace", 2, Control)
    assert bench.front == tree / "config/journal.json"
    line = bench.source.textCursor().block().text()
    assert line.strip() == '"name": "Ada Lovelace",'
    assert line[bench.caret()[1] :].startswith('"Ada Lovelace"')


def test_ctrl_click_on_a_context_name_goes_to_its_field(bench: Bench) -> None:
    bench.click(bench.source, "$who", 2, Control)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == "context:who"
    assert bench.wanted == [bench.context]


def test_ctrl_click_on_a_saved_context_s_value_goes_to_its_file_if_no_field_is_shown(
    bench: Bench, tree: Path
) -> None:
    bench.project.choose_context("friday")
    bench.context.hide()
    bench.click(bench.source, "$facet", 2, Control)
    assert bench.front == tree / "contexts/friday.yaml"
    assert bench.caret() == (0, 7)


def test_ctrl_click_leaves_the_caret_of_the_source(bench: Bench) -> None:
    bench.place_caret("End", 1)
    bench.click(bench.source, "$who", 2, Control)
    assert bench.caret() == (4, 1)


def test_ctrl_click_on_literal_text_is_the_view_s_own(bench: Bench) -> None:
    bench.click(bench.source, "End", 2, Control)
    assert bench.caret()[0] == 4
    assert bench.wanted == []


def test_the_command_goes_from_the_caret_of_the_source(bench: Bench, tree: Path) -> None:
    for into in (0, 2, len("$greeting")):
        bench.open(tree / "all.md")
        bench.place_caret("$greeting", into)
        bench.source.setFocus()
        bench.pointing.go_to_definition()
        assert bench.front == tree / "templates/greeting.md"


def test_the_command_goes_from_the_caret_of_the_preview_to_the_source(bench: Bench) -> None:
    bench.place_caret("Calm", 4, bench.preview)
    bench.preview.setFocus()
    bench.pointing.go_to_source()
    assert bench.caret() == (4, 11)
    assert QApplication.focusWidget() is bench.source


def test_the_command_goes_from_the_caret_of_the_preview(bench: Bench, tree: Path) -> None:
    bench.place_caret("is well", 1, bench.preview)
    bench.preview.setFocus()
    bench.pointing.go_to_definition()
    assert bench.front == tree / "templates/greeting.md"
    assert bench.caret() == (5, 8)


def test_the_command_does_nothing_on_literal_text(bench: Bench, tree: Path) -> None:
    bench.place_caret("End", 1)
    bench.pointing.go_to_definition()
    assert bench.front == tree / "all.md"


# --- the card -------------------------------------------------------------------------------------


def struck_through(bench: Bench) -> list[str]:
    labels = bench.card.findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.font().strikeOut()]


@pytest.mark.parametrize(("view", "text"), [("source", "$name"), ("preview", "Ada Lovelace")])
def test_resting_on_a_placeholder_tells_of_it(
    bench: Bench, qtbot: QtBot, view: str, text: str
) -> None:
    bench.hover(getattr(bench, view), text, 2)
    qtbot.waitUntil(bench.card.isVisible)
    said = bench.said()
    assert said[:2] == ["$name", "Ada Lovelace"]
    assert "identity" in said
    assert "config/journal.json:4" in said
    assert struck_through(bench) == []


def test_the_card_strikes_through_what_a_value_hides(bench: Bench, qtbot: QtBot) -> None:
    bench.project.set_value("name", "Kim")
    bench.hover(bench.source, "$name", 2)
    qtbot.waitUntil(bench.card.isVisible)
    assert bench.said()[:2] == ["$name", "Kim"]
    assert struck_through(bench) == ["Ada Lovelace"]


def test_the_card_tells_of_the_place_inside_a_template(bench: Bench, qtbot: QtBot) -> None:
    bench.hover(bench.preview, "Dear Ada,", 6)
    qtbot.waitUntil(bench.card.isVisible)
    said = bench.said()
    assert said[0] == "$greeting"
    inner = "$preferred is “Ada”, from the identity (config/journal.json:5)."
    assert f"Here in the template: {inner}" in said


def test_the_card_follows_the_pointer_and_goes_with_it(bench: Bench, qtbot: QtBot) -> None:
    bench.hover(bench.source, "$name", 2)
    qtbot.waitUntil(bench.card.isVisible)
    bench.hover(bench.source, "$who", 2)
    assert not bench.card.isVisible() or bench.said()[0] == "$who"
    qtbot.waitUntil(lambda: bench.said()[:1] == ["$who"])
    bench.hover(bench.source, "Plain", 2)
    assert not bench.card.isVisible()


def test_the_card_goes_when_something_else_happens(bench: Bench, qtbot: QtBot) -> None:
    document = bench.workbench.front
    assert document is not None
    document.replace_text(document.text() + "\n" * 200)

    def press_key() -> None:
        QTest.keyClick(bench.source, Qt.Key.Key_X)

    def scroll() -> None:
        bench.source.verticalScrollBar().setValue(5)

    def leave() -> None:
        QApplication.sendEvent(bench.source.viewport(), QEvent(QEvent.Type.Leave))

    def press_mouse() -> None:
        QTest.mouseClick(bench.source.viewport(), Left, pos=QPoint(5, 5))

    def change() -> None:
        document.replace_text("x" + document.text())

    def resize() -> None:
        bench.resize(bench.width() - 40, bench.height())

    for happens in (press_key, scroll, leave, press_mouse, change, resize):
        bench.source.verticalScrollBar().setValue(0)
        bench.source.setFocus()
        bench.hover(bench.source, "$name", 2)
        qtbot.waitUntil(bench.card.isVisible)
        assert QApplication.focusWidget() is bench.source
        happens()
        assert not bench.card.isVisible(), happens.__name__


def test_the_command_tells_of_the_placeholder_at_the_caret(bench: Bench) -> None:
    bench.place_caret("$who", 4)
    bench.source.setFocus()
    bench.pointing.describe()
    said = bench.said()
    assert said[:2] == ["$who", "Set nowhere: it is sent as typed."]
    assert QApplication.focusWidget() is bench.source
    QTest.keyClick(bench.source, Qt.Key.Key_Left)
    assert bench.said() == []


def test_the_card_stays_in_the_window_however_narrow(bench: Bench) -> None:
    for text in ("$name", "$voice_tone"):
        bench.place_caret(text, 1)
        bench.pointing.describe()
        assert bench.rect().contains(bench.card.geometry())


# --- the pointer's shape --------------------------------------------------------------------------


def moved(bench: Bench, text: str, modifier: Qt.KeyboardModifier) -> Qt.CursorShape:
    """Move the pointer over a character; its shape then."""
    viewport = bench.source.viewport()
    point = point_of(bench.source, text, 1)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(point),
        QPointF(viewport.mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        modifier,
    )
    QApplication.sendEvent(viewport, event)
    return viewport.cursor().shape()


def test_the_pointer_is_a_hand_while_ctrl_is_held_over_a_placeholder(bench: Bench) -> None:
    hand, beam = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.IBeamCursor
    plain = Qt.KeyboardModifier.NoModifier
    assert moved(bench, "$name", plain) == beam
    assert moved(bench, "$name", Control) == hand
    assert moved(bench, "End", Control) == beam
    assert moved(bench, "$who", Control) == hand
    assert moved(bench, "$who", plain) == beam


# --- files that are not rendered ------------------------------------------------------------------


def test_nothing_is_told_of_a_file_that_is_not_rendered(bench: Bench, tree: Path) -> None:
    write(tree, {"voice/tone.md": "costs $name\n"})
    bench.open(tree / "voice/tone.md")
    bench.place_caret("$name", 2)
    bench.pointing.describe()
    assert not bench.card.isVisible()
    bench.pointing.go_to_definition()
    assert bench.front == tree / "voice/tone.md"


def test_a_template_in_front_has_its_own_placeholders(bench: Bench, tree: Path) -> None:
    bench.open(tree / "templates/greeting.md")
    bench.click(bench.preview, "Ada", 1)
    assert bench.caret() == (4, 5)
