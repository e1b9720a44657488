"""The Messages view: cards that are laid out while in sight, keep their place and lead back."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from editor.core.layers import PieceKind
from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import MessagesChanged
from editor.ui.preview.card_heights import CardHeights
from editor.ui.preview.card_words import card_words
from editor.ui.preview.message_card import MOST_CHARACTERS
from editor.ui.preview.messages_view import MessagePlace, MessagesView
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.view_options import ViewOptions
from tests.session.souls import SOUL, soul_of

HEAD = "- section: s{0}\n  role: system\n  content: |\n"
LINE = "    a line of this section\n"
MANY = "me\n---template---\n" + "".join(
    HEAD.format(number) + LINE * (number % 7 + 1) for number in range(120)
)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> Iterator[MessagesView]:
    made = MessagesView(theme, TextFormats(theme))
    qtbot.addWidget(made)
    made.resize(420, 360)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.show_live(None)


def show(view: MessagesView, text: str) -> LiveSoul:
    live = soul_of(text)
    view.show_live(live)
    QApplication.processEvents()
    return live


def type_at(live: LiveSoul, before: str, text: str) -> None:
    at = live.document.text().index(before) + len(before)
    cursor = QTextCursor(live.document.qdocument)
    cursor.setPosition(live.document.position_of(at))
    live.document.insert(cursor, text)


def bar(view: MessagesView) -> QScrollBar:
    return view.verticalScrollBar()


def top(view: MessagesView) -> tuple[str, int]:
    """The message at the top, and where it begins."""
    index = view.indexAt(QPoint(50, 40))
    return view.messages.message(index.row()).name, view.visualRect(index).top()


def test_each_message_is_a_row_with_words_for_those_who_cannot_see(view: MessagesView) -> None:
    live = show(view, SOUL)
    model = view.messages
    assert model.rowCount() == live.count == 9
    spoken = Qt.ItemDataRole.AccessibleTextRole
    said = [model.index(row).data(spoken) for row in (0, 1, 2, 3, 4)]
    assert said == [
        "system_prompt, system, content, 25 chars, ~7 tokens",
        "admin_identity, system, content, 29 chars, ~8 tokens",
        "weather, system, sample of the tool, 4 chars, ~1 token",
        "gates, system, supplied at run time",
        "talk, user, conversation, 3 chars, ~1 token",
    ]
    told = Qt.ItemDataRole.AccessibleDescriptionRole
    assert model.index(3).data(told) == "Supplied at run time."
    assert model.index(2).data(told) == model.index(2).data() == "Fog."


def test_one_changed_message_changes_one_row(view: MessagesView, qtbot: QtBot) -> None:
    live = show(view, SOUL)
    changed: list[tuple[int, int]] = []
    view.messages.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    with qtbot.assertNotEmitted(view.messages.modelReset):
        type_at(live, "Admin: ", "x")
        assert changed == [(1, 1)]
        type_at(live, "limit: 2\n", "\n- section: n\n  role: user\n  content: new\n")
    assert (view.messages.rowCount(), view.messages.message(8).name) == (10, "n")
    live.document.undo()
    assert view.messages.rowCount() == 9


def test_only_what_is_in_sight_is_laid_out(view: MessagesView) -> None:
    show(view, MANY)
    exact = [row for row in range(len(view.heights)) if view.heights.is_exact(row)]
    assert 0 < len(exact) < 20
    bar(view).setValue(bar(view).maximum())
    QApplication.processEvents()
    rows = view.rows_in_sight()
    assert rows.stop == 121
    assert all(view.heights.is_exact(row) for row in rows)
    # The last card ends at the bottom, with its margin, however its height was guessed before.
    last = view.visualRect(view.messages.index(120))
    assert last.bottom() <= view.viewport().height()


def test_scrolling_up_by_a_little_moves_what_is_in_sight_by_as_much(view: MessagesView) -> None:
    show(view, MANY)
    bar(view).setValue(bar(view).maximum() // 2)
    QApplication.processEvents()
    for _ in range(30):
        name, y = top(view)
        bar(view).setValue(bar(view).value() - 7)
        QApplication.processEvents()
        index = next(i for i in range(121) if view.messages.message(i).name == name)
        assert abs(view.visualRect(view.messages.index(index)).top() - (y + 7)) <= 1


def test_what_is_in_sight_stays_when_messages_above_change(view: MessagesView) -> None:
    live = show(view, MANY)
    bar(view).setValue(1500)
    QApplication.processEvents()
    before = top(view)
    type_at(live, "- section: s0\n", "  x: 1\n")
    type_at(live, "section: s2\n  role: system\n  content: |\n", "    more\n" * 9)
    assert top(view) == before
    type_at(live, "  role: system\n", "- section: new\n  content: new\n")
    assert top(view) == before
    live.document.undo()
    assert top(view) == before


def test_at_the_top_a_new_first_section_is_seen(view: MessagesView) -> None:
    live = show(view, "---template---\n- section: b\n  role: user\n  content: B\n")
    type_at(live, "---template---\n", "- section: a\n  role: user\n  content: A\n")
    assert (bar(view).value(), view.messages.message(1).name) == (0, "a")


def test_a_narrower_view_keeps_its_place_and_its_heads_on_one_line(view: MessagesView) -> None:
    show(view, MANY.replace("section: s60", "section: " + "long_name_" * 30))
    bar(view).setValue(1500)
    QApplication.processEvents()
    name = top(view)[0]
    for width in (300, 160, 90, 420):
        view.resize(width, 360)
        QApplication.processEvents()
        assert top(view)[0] == name
        heads = {view.visualRect(view.messages.index(row)).width() for row in view.rows_in_sight()}
        assert heads == {view.viewport().width()}


def test_keys_walk_scroll_and_lead_to_the_source(view: MessagesView) -> None:
    show(view, "x\n" * 60 + SOUL)
    chosen: list[MessagePlace] = []
    view.chosen.connect(chosen.append)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.currentIndex().row() == 0
    for _ in range(3):  # the first message is higher than the view: it is scrolled through
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert (view.currentIndex().row(), bar(view).value()) == (0, 180)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.currentIndex().row() == 8
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert [(place.row, place.piece) for place in chosen] == [(7, None)]
    assert view.copy_current()
    assert QGuiApplication.clipboard().text() == "drei"


def find(view: MessagesView, row: int, name: str) -> QPoint:
    """A point of the viewport on a placeholder."""
    box = view.visualRect(view.messages.index(row))
    for y in range(box.top(), box.bottom(), 4):
        for x in range(box.left(), box.right(), 4):
            place = view.place_at(QPoint(x, y))
            if place is not None and place.piece is not None and place.piece.name == name:
                return QPoint(x, y)
    raise AssertionError(name)


def test_clicks_tell_where_they_are(view: MessagesView, qtbot: QtBot) -> None:
    show(view, SOUL)
    chosen: list[MessagePlace] = []
    defined: list[MessagePlace] = []
    view.chosen.connect(chosen.append)
    view.define_requested.connect(defined.append)
    point = find(view, 1, "nobody")
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(view.viewport(), left, pos=point)
    piece = chosen[-1].piece
    assert piece is not None
    assert (piece.kind, piece.name) == (PieceKind.UNRESOLVED, "nobody")
    QTest.mouseClick(view.viewport(), left, Qt.KeyboardModifier.ControlModifier, point)
    assert [place.row for place in defined] == [1]
    head = view.visualRect(view.messages.index(2)).topLeft() + QPoint(60, 12)
    QTest.mouseClick(view.viewport(), left, pos=head)
    assert (chosen[-1].row, chosen[-1].piece) == (2, None)
    with qtbot.waitSignal(view.rested) as rested:
        QTest.mouseMove(view.viewport(), point)
    assert rested.args[0].piece.name == "nobody"
    with qtbot.waitSignal(view.moved_off):
        QTest.mouseMove(view.viewport(), head)


def test_a_long_text_is_cut_and_says_so(view: MessagesView) -> None:
    live = show(view, "word " * 10_000)
    message = live.message(0)
    shown = min(message.characters, MOST_CHARACTERS)
    assert card_words(message, shown).cut == "30,000 more characters stand in the log."
    assert view.heights.is_exact(0)


def test_any_characters_tints_zoom_and_themes_are_drawn(view: MessagesView, theme: Theme) -> None:
    odd = "\U0001f600 {{admin_pubkey}} \xa0 {{\u202e}} \t x"
    show(view, SOUL.replace("Admin: {{admin_pubkey}}", odd))
    plain = view.viewport().grab().toImage()
    view.show_tints(False)
    assert view.viewport().grab().toImage() != plain
    view.show_tints(True)
    assert view.viewport().grab().toImage() == plain
    height = view.heights.height(0)
    view.show_options(ViewOptions(zoom=200, word_wrap=False))
    assert view.heights.height(0) > height
    view.show_options(ViewOptions())
    assert view.viewport().grab().toImage() == plain
    view.mark(range(1))
    assert view.viewport().grab().toImage() != plain


def test_heights_add_up() -> None:
    heights = CardHeights(lambda row: 10.0 + row)
    heights.insert(0, 3)
    assert (heights.total(), heights.top(2), heights.row_at(10.0)) == (33.0, 21.0, 1)
    assert heights.settle(1, 20.0) == 9.0
    heights.insert(1, 1)
    assert [heights.height(row) for row in range(4)] == [10.0, 11.0, 20.0, 12.0]
    assert [heights.is_exact(row) for row in range(4)] == [False, False, True, False]
    heights.remove(0, 2)
    assert (heights.total(), heights.row_at(-5), heights.row_at(99)) == (32.0, 0, 1)


def test_news_of_no_message_changes_nothing(view: MessagesView) -> None:
    live = show(view, SOUL)
    live.messages_changed.emit(MessagesChanged(3, 0, 0))
    assert view.messages.rowCount() == 9
