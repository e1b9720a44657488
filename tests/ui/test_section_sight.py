"""What an author sees of the section cards: which is marked and in sight, whole names, the keys."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QToolButton,
    QTreeView,
)

from tests.ui.section_windowing import SectionWindow, section_opener
from tests.ui.windowing import Alt, answers, opener

__all__ = ["answers", "opener", "section_opener"]

Opener = Callable[..., SectionWindow]
SOUL = "# Hi\n\n---template---\n" + "".join(
    f"- section: section_number_{n}\n  role: system\n  content: |\n    text {n} {{{{who{n}}}}}\n"
    for n in range(8)
)


def marked(window: SectionWindow) -> list[str]:
    return [card.name for card in window.list.cards if card.property("current")]


def in_sight(window: SectionWindow, index: int) -> bool:
    card = window.list.cards[index]
    view = card.parentWidget().parentWidget()
    return view.rect().contains(QRect(card.mapTo(view, QPoint()), card.size()))


def test_cards_follow_every_way_to_a_section(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    opened = window.opened
    opened.focus(window.field(0, "content"))
    assert marked(window) == ["section_number_0"]
    view = opened.find(QAbstractItemView, "messagesView")
    row = view.model().index(8, 0)
    view.scrollTo(row)
    at = view.visualRect(row).topLeft() + QPoint(40, 12)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert marked(window) == ["section_number_7"]
    assert in_sight(window, 7)
    opened.press(Qt.Key.Key_Up, Alt)
    assert window.names()[6:] == ["section_number_7", "section_number_6"]
    assert marked(window) == ["section_number_7"]
    opened.press(Qt.Key.Key_Up, Alt)
    assert window.names()[5:7] == ["section_number_7", "section_number_5"]
    opened.focus(window.field(4, "content"))
    outline = opened.find(QTreeView, "outlineTree")
    index = outline.model().index(1, 0)
    opened.until(lambda: outline.model().index(1, 0).data() == "section_number_0")
    at = outline.visualRect(index).center()
    QTest.mouseClick(outline.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert marked(window) == ["section_number_0"]
    assert in_sight(window, 0)


@pytest.mark.parametrize("width", [390, 480, 620, 900])
def test_the_line_of_a_card_gives_the_name_its_room_and_overlaps_nothing(
    width: int, section_opener: Opener
) -> None:
    window = section_opener(SOUL)
    header = window.list.cards[0].content.header
    header.setFixedWidth(width)
    header.layout().activate()
    name = window.field(0, "name")
    assert isinstance(name, QLabel)
    shown = [
        window.field(0, part)
        for part in ("name", "unresolved", "source", "size", "role", "limit", "more")
        if window.field(0, part).isVisibleTo(header)
    ]
    for left, right in pairwise(shown):
        assert left.mapTo(header, left.rect().topRight()).x() < right.mapTo(header, QPoint()).x()
    assert shown[-1].geometry().right() < width
    whole = name.width() >= name.sizeHint().width()
    assert whole or not (window.field(0, "source") in shown or window.field(0, "size") in shown)
    assert whole or width < 600


def test_what_is_new_has_the_keys(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.add("")
    focus = QApplication.focusWidget()
    assert isinstance(focus, QLineEdit)
    assert focus.selectedText() == focus.text() == "new_section"
    window.click("section:0:addOverride")
    window.trigger(window.opened.find(QMenu, "section:0:overrideMenu"), "anthropic")
    window.opened.type("<mine>")
    assert "<mine>" in window.shown(0, "provider:anthropic")


def test_without_sections_one_sentence_names_the_first_step(section_opener: Opener) -> None:
    window = section_opener("Hi\n---template---\n")
    note = window.opened.find(QLabel, "sectionsEmpty")
    button = window.opened.find(QPushButton, "writeTemplatePart")
    assert "Add section" in note.text()
    assert (note.isVisible(), button.isVisible()) == (True, False)
    assert window.list.height() < 120
    window.add("dm_history")
    assert (window.names(), note.isVisible()) == (["dm_history"], False)
    assert window.list.height() > 120


def test_the_tree_and_the_context_panel_know_souls(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    tree = window.opened.find(QTreeView, "workspaceTree")
    window.opened.until(lambda: tree.currentIndex().data() is not None)
    assert str(tree.currentIndex().data()).startswith("soul.md")
    assert tree.currentIndex().parent().data() == "Souls"
    panel = window.opened.window.views.context
    told = [label.text() for label in panel.findChildren(QLabel)]
    assert "A soul takes its values from the samples, not from a context." in told


def test_the_provider_chosen_is_the_text_that_cards_show(section_opener: Opener) -> None:
    extra = "  provider:\n    mistral: |\n      for mistral\n- section: turns\n  role: expand\n"
    window = section_opener(SOUL + extra)
    opened = window.opened

    def shown(index: int) -> tuple[str, str]:
        source = window.field(index, "source")
        tabs = opened.find(QTabBar, f"section:{index}:texts")
        assert isinstance(source, QLabel)
        return source.text(), tabs.tabText(tabs.currentIndex())

    assert shown(7) == ("content", "Content")
    choice = opened.find(QComboBox, "providerChoice")
    for name, expected in (("mistral", ("for mistral", "mistral")), ("default", shown(7))):
        choice.setCurrentIndex(choice.findText(name))
        choice.activated.emit(choice.currentIndex())
        assert shown(7) == expected
        assert shown(0) == ("content", "Content")


def test_messages_follow_the_caret_to_another_section(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    opened = window.opened
    view = opened.find(QAbstractItemView, "messagesView")
    opened.focus(opened.source)
    opened.place_caret(opened.source.toPlainText()[: SOUL.index("text 7")].count("\n"))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(8, 0)))


def test_providers_keep_their_names_in_a_narrow_card(section_opener: Opener) -> None:
    window = section_opener(SOUL + "  provider:\n    anthropic: |\n      for it\n")
    texts = window.list.cards[7].content.body.texts
    tabs = window.opened.find(QTabBar, "section:7:texts")
    tabs.setCurrentIndex(1)
    for width, words in ((350, ("+", "×")), (520, ("+ Provider", "Remove"))):
        texts.setFixedWidth(width)
        texts.layout().activate()
        buttons = [
            window.opened.find(QToolButton, f"section:7:{name}").text()
            for name in ("addOverride", "removeOverride")
        ]
        assert tuple(buttons) == words
        assert tabs.width() >= tabs.sizeHint().width() - 2
