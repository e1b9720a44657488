"""The difference view: rows, signs, folds, the way from change to change, copying."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from editor.core.diff import differences
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.difference_rows import Comparison, RowKind
from editor.ui.widgets.difference_sides import MOST_WRAPPED
from editor.ui.widgets.difference_text import DifferenceText
from editor.ui.widgets.difference_view import DifferenceView
from tests.ui.walking import visible_texts_missing_names

Alt = Qt.KeyboardModifier.AltModifier
OLD = "\n".join(["top", "Write about Ada now", *(f"line {n}" for n in range(30)), "gone", "end"])
NEW = "\n".join(["top", "Write about Bob now", *(f"line {n}" for n in range(30)), "end", "tail"])


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> DifferenceView:
    made = DifferenceView(theme, "difference")
    qtbot.addWidget(made)
    made.resize(500, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def text_of(view: DifferenceView, part: str = "Unified") -> DifferenceText:
    found = view.findChild(DifferenceText, f"difference{part}")
    assert found is not None
    return found


def label(view: DifferenceView, part: str) -> QLabel:
    found = view.findChild(QLabel, f"difference{part}")
    assert found is not None
    return found


def signs(text: DifferenceText) -> str:
    return "".join(row.kind.value or "." for row in text.rows)


def lines(text: DifferenceText) -> list[str]:
    return text.toPlainText().split("\n")


def test_removed_and_added_lines_have_signs_and_numbers(view: DifferenceView) -> None:
    view.show_texts("a\nb\nc", "a\nB\nc\nd")
    text = text_of(view)
    assert signs(text) == " −+ +"
    assert lines(text) == ["a", "b", "B", "c", "d"]
    assert [(row.old, row.new) for row in text.rows] == [
        (1, 1),
        (2, None),
        (None, 2),
        (3, 3),
        (None, 4),
    ]
    assert label(view, "Count").text() == "2 changes"


def test_one_change_is_counted_in_the_singular(view: DifferenceView) -> None:
    view.show_texts("a", "b")
    assert label(view, "Count").text() == "1 change"


def test_equal_texts_have_a_sentence_and_nothing_to_step_through(view: DifferenceView) -> None:
    view.show_texts("a", "b")
    view.show_texts("a", "a")
    assert label(view, "Note").isVisible()
    assert label(view, "Note").text() == "No difference."
    assert not label(view, "Count").isVisible()
    assert not text_of(view).isVisible()


def test_a_note_takes_the_place_of_a_difference(view: DifferenceView) -> None:
    view.show_texts("a", "b")
    view.show_note("There is <b>no</b> file.")
    assert label(view, "Note").text() == "There is <b>no</b> file."
    assert label(view, "Note").textFormat() == Qt.TextFormat.PlainText
    assert not text_of(view).isVisible()


def test_the_words_that_differ_are_underlined_and_others_are_not(view: DifferenceView) -> None:
    view.show_texts("😀 Write about Ada now", "😀 Write about Bob now")
    text = text_of(view)
    for number, word in enumerate(("Ada", "Bob")):
        block = text.document().findBlockByNumber(number)
        spans = [(f.start, f.length) for f in block.layout().formats() if f.format.fontUnderline()]
        start = len("😀 Write about ".encode("utf-16-le")) // 2
        assert spans == [(start, len(word))]


def test_changed_lines_are_tinted_over_their_whole_width_in_both_themes(
    view: DifferenceView, theme: Theme
) -> None:
    view.show_texts("a\nb", "a\nc")
    text = text_of(view)
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme.choose(choice)
        picture = text.viewport().grab().toImage()
        for number, role in ((1, "removed.tint"), (2, "added.tint")):
            cursor = QTextCursor(text.document().findBlockByNumber(number))
            place = QPoint(picture.width() - 3, text.cursorRect(cursor).center().y())
            assert picture.pixelColor(place) == theme.color(role)


def test_the_margin_shows_the_sign_of_a_change(view: DifferenceView, theme: Theme) -> None:
    view.show_texts("same\nb", "same\nc")
    text = text_of(view)
    picture = text.grab().toImage()
    for number, role in ((1, "removed.text"), (2, "added.text")):
        cursor = QTextCursor(text.document().findBlockByNumber(number))
        row = text.cursorRect(cursor)
        inks = {
            picture.pixelColor(x, y).name()
            for x in range(text.margin_width())
            for y in range(row.top(), row.bottom())
        }
        assert theme.color(role).name() in inks


def test_long_equal_runs_are_folded_but_for_three_lines(view: DifferenceView) -> None:
    view.show_texts(OLD, NEW)
    text = text_of(view)
    assert signs(text) == " −+   …   − +"
    assert lines(text)[6] == "… 24 equal lines"
    assert lines(text)[5] == "line 2"
    assert lines(text)[7] == "line 27"


def test_no_fold_for_fewer_lines_than_a_fold_would_save(view: DifferenceView) -> None:
    middle = [f"line {n}" for n in range(9)]
    view.show_texts("\n".join(["a", *middle, "z"]), "\n".join(["b", *middle, "y"]))
    assert RowKind.FOLD not in [row.kind for row in text_of(view).rows]


def open_by_click(text: DifferenceText, number: int) -> None:
    place = text.cursorRect(QTextCursor(text.document().findBlockByNumber(number))).center()
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(4, 0))


def open_by_enter(text: DifferenceText, number: int) -> None:
    text.setTextCursor(QTextCursor(text.document().findBlockByNumber(number)))
    QTest.keyClick(text, Qt.Key.Key_Return)


@pytest.mark.parametrize("opens", [open_by_click, open_by_enter])
def test_a_fold_opens(view: DifferenceView, opens: Callable[[DifferenceText, int], None]) -> None:
    view.show_texts(OLD, NEW)
    text = text_of(view)
    opens(text, 1)
    assert signs(text).count("…") == 1, "a line that is no fold opens nothing"
    opens(text, 6)
    assert "…" not in signs(text)
    assert [row.text for row in text.rows if row.old is not None] == OLD.split("\n")
    assert [row.text for row in text.rows if row.new is not None] == NEW.split("\n")


def test_an_opened_fold_stays_open_while_the_text_changes(view: DifferenceView) -> None:
    view.show_texts(OLD, NEW)
    open_by_enter(text_of(view), 6)
    view.show_texts(OLD, NEW + " and more")
    assert "…" not in signs(text_of(view))


def test_alt_down_and_alt_up_go_from_change_to_change_and_round_the_end(
    view: DifferenceView,
) -> None:
    view.show_texts(OLD, NEW)
    text = text_of(view)
    seen = []
    for key in (Qt.Key.Key_Down,) * 4 + (Qt.Key.Key_Up,) * 3:
        QTest.keyClick(text, key, Alt)
        seen.append(text.caret_row())
    assert seen == [1, 10, 12, 1, 12, 10, 1]


def test_the_buttons_do_the_same(view: DifferenceView) -> None:
    view.show_texts(OLD, NEW)
    for name, row in (("Next", 1), ("Next", 10), ("Previous", 1)):
        button = view.findChild(QToolButton, f"difference{name}")
        assert button is not None
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert text_of(view).caret_row() == row


def test_copying_gives_the_lines_without_signs_and_numbers(view: DifferenceView) -> None:
    view.show_texts("a\n\u00a0b\r<b>", "a\n\u00a0c\r\u2029<b>")
    text = text_of(view)
    text.selectAll()
    text.copy()
    mime = QApplication.clipboard().mimeData()
    assert mime.text() == "a\n\u00a0b\r<b>\n\u00a0c\r\u2029<b>"
    assert not mime.hasHtml()


def test_copying_a_part_of_a_line_counts_characters_not_units(view: DifferenceView) -> None:
    view.show_texts("x 😀 y", "x 😀 z")
    text = text_of(view)
    cursor = text.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(5, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    text.copy()
    assert QApplication.clipboard().text() == "😀 "


def test_every_row_is_one_block_whatever_it_holds(view: DifferenceView) -> None:
    strange = "\ufeffa\rb\u2028c\u2029d\ufdd0e\ufdd1f\ud800g"
    view.show_texts(f"x\n{strange}", f"{strange}\ny")
    text = text_of(view)
    assert text.blockCount() == len(text.rows)


def test_where_there_is_room_the_texts_stand_side_by_side_in_line(view: DifferenceView) -> None:
    view.show_texts(OLD, NEW)
    view.resize(1000, 300)
    QApplication.processEvents()
    assert view.is_side_by_side
    left, right = text_of(view, "Old"), text_of(view, "New")
    assert not text_of(view).isVisible()
    assert signs(left) == " −   …   − ."
    assert signs(right) == " +   …   . +"
    assert lines(left)[1] == "Write about Ada now"
    assert lines(right)[1] == "Write about Bob now"
    assert (right.rows[-2].old, right.rows[-2].new) == (34, 33)
    view.resize(500, 300)
    assert not view.is_side_by_side
    assert signs(text_of(view)) == " −+   …   − +"


def test_side_by_side_changed_lines_are_beside_each_other() -> None:
    old = "Write a short note\nEnd with hours"
    new = "Begin here\nWrite a long note\nEnd with minutes"
    left, right = Comparison(old, new, differences(old, new)).side_by_side()
    assert [row.text for row in left] == ["", "Write a short note", "End with hours"]
    assert [row.text for row in right] == ["Begin here", "Write a long note", "End with minutes"]


def test_side_by_side_both_scroll_together(view: DifferenceView) -> None:
    view.resize(1000, 120)
    count = MOST_WRAPPED + 1
    view.show_texts(
        "\n".join(f"a{n} " * 20 for n in range(count)),
        "\n".join(f"b{n} " * 40 for n in range(count)),
    )
    left, right = text_of(view, "Old"), text_of(view, "New")
    right.verticalScrollBar().setValue(17)
    assert left.verticalScrollBar().value() == 17
    left.verticalScrollBar().setValue(3)
    assert right.verticalScrollBar().value() == 3
    end = right.horizontalScrollBar().maximum()
    assert left.horizontalScrollBar().maximum() < end
    right.horizontalScrollBar().setValue(end)
    assert right.horizontalScrollBar().value() == end, "the shorter text must not hold it back"
    assert left.horizontalScrollBar().value() == left.horizontalScrollBar().maximum()


@pytest.mark.parametrize("width", [1000, 1300])
def test_side_by_side_wrapped_lines_stay_in_line(view: DifferenceView, width: int) -> None:
    view.resize(1000, 300)
    view.show_texts("a\nshort\nb\nx\nend", f"a\n{'long short ' * 30}\nb\n{'y ' * 200}\nend")
    view.resize(width, 300)
    QApplication.processEvents()
    left, right = text_of(view, "Old"), text_of(view, "New")
    tops = []
    for text in (left, right):
        top, found = 0, {}
        for number, row in enumerate(text.rows):
            if row.kind is RowKind.EQUAL:
                found[row.text] = top
            top += text.height_of(number)
        tops.append((found, top))
    assert tops[0] == tops[1]
    assert max(right.height_of(n) for n in range(len(right.rows))) > 3, "lines are wrapped"
    left.selectAll()
    left.copy()
    assert QApplication.clipboard().text() == "a\nshort\nb\nx\nend"


def test_side_by_side_a_fold_opens_on_both_sides(view: DifferenceView) -> None:
    view.resize(1000, 300)
    view.show_texts(OLD, NEW)
    open_by_enter(text_of(view, "Old"), 5)
    assert "…" not in signs(text_of(view, "Old")) + signs(text_of(view, "New"))


def test_the_place_stays_when_the_difference_changes(view: DifferenceView) -> None:
    old = [f"line {n}" for n in range(80)]
    new = [f"other {n}" for n in range(80)]
    view.show_texts("\n".join(old), "\n".join(new))
    text = text_of(view)
    text.verticalScrollBar().setValue(100)
    top = text.rows[text.top_row()].text
    new[79] = "changed"
    view.show_texts("\n".join(old), "\n".join(new))
    assert text.rows[text.top_row()].text == top


def test_everything_has_a_name(view: DifferenceView) -> None:
    assert visible_texts_missing_names(view) == []


@pytest.mark.parametrize("width", [280, 500])
def test_lines_are_wrapped_at_the_edge_from_the_first_moment(
    qtbot: QtBot, theme: Theme, width: int
) -> None:
    view = DifferenceView(theme, "difference")
    qtbot.addWidget(view)
    view.resize(width, 300)
    view.show()
    view.show_texts("word " * 100, "other " * 1000)
    QApplication.processEvents()
    assert text_of(view).horizontalScrollBar().maximum() == 0


def test_in_a_pane_of_280_pixels_everything_fits(view: DifferenceView) -> None:
    view.show_texts(OLD, NEW)
    view.resize(280, 300)
    assert view.minimumSizeHint().width() <= 280
    assert text_of(view).viewport().width() > 150
