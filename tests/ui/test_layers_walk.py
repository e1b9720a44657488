"""Variables, layers and the card in both themes, in narrow panels and with large text."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from pytestqt.qtbot import QtBot

from editor.core.layers import Definition, Layer, Scope
from editor.session.variable_list import VariableRow, VariableState, variable_view
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.panels.variables_table import VariablesTable
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.hover_card import MOST_LINES, HoverCard, first_lines
from tests.ui.test_widgets_walk import grabbed
from tests.ui.walking import visible_texts_missing_names

LONG = "a long value that goes on and on " * 20
SCOPE = Scope(
    tuple(
        Layer(layer, {"name": Definition("name", value, layer)})
        for layer, value in (("context", LONG), ("identity", "Ada"), ("template", LONG))
    )
)
NAME = variable_view("name", SCOPE, frozenset())


def layers(theme: Theme) -> QWidget:
    shown = LayersPanel()
    shown.show_view(NAME)
    return shown


def no_layers(theme: Theme) -> QWidget:
    return LayersPanel(titled=False)


def table(theme: Theme) -> QWidget:
    shown = VariablesTable(theme)
    rows = [
        VariableRow(f"a_name_of_some_length_{n}", LONG, layer, VariableState.SET, n)
        for n, layer in enumerate(("context", "identity", "variables", "template"))
    ]
    rows.append(VariableRow("b", "", None, VariableState.UNRESOLVED, 1))
    rows.append(VariableRow("c", "", None, VariableState.RUNTIME, 1))
    shown.show_rows(tuple(rows))
    return shown


def no_table(theme: Theme) -> QWidget:
    return VariablesTable(theme, titled=False)


def card(theme: Theme) -> QWidget:
    window = QWidget()
    window.resize(480, 320)
    HoverCard(window).show_view(NAME, QRect(30, 30, 80, 18), "Here: more.")
    return window


VIEWS = [layers, no_layers, table, no_table, card]
View = Callable[[Theme], QWidget]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_a_view_looks_as_if_built_in_the_theme_it_is_switched_to(
    view: View, qtbot: QtBot, theme: Theme
) -> None:
    shown = view(theme)
    qtbot.addWidget(shown)
    light = still(shown)
    theme.choose(ThemeChoice.DARK)
    built_dark = view(theme)
    qtbot.addWidget(built_dark)
    assert still(shown) == still(built_dark) != light


def still(shown: QWidget) -> object:
    """A picture of a view; the card does not outlive a change of its window's size."""
    if shown.findChild(HoverCard) is None:
        return grabbed(shown).toImage()
    shown.show()
    return shown.grab().toImage()


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_every_control_has_a_name(view: View, qtbot: QtBot, theme: Theme) -> None:
    shown = view(theme)
    qtbot.addWidget(shown)
    assert visible_texts_missing_names(shown) == []


@pytest.mark.parametrize("view", VIEWS[:-1], ids=lambda view: view.__name__)
@pytest.mark.parametrize("pixels", [13, 26], ids=["usual", "200 %"])
def test_a_view_fits_into_a_narrow_panel(
    view: View, pixels: int, qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    font = qapp.font()
    usual = qapp.font()
    font.setPixelSize(pixels)
    qapp.setFont(font)
    shown = view(theme)
    qtbot.addWidget(shown)
    shown.resize(280, 320)
    shown.show()
    QApplication.processEvents()
    for part in shown.findChildren(QFrame):
        if part.objectName().startswith("layer:"):
            assert part.mapTo(shown, part.rect().topRight()).x() < 280
    assert shown.minimumSizeHint().width() <= 280
    qapp.setFont(usual)


@pytest.mark.parametrize("size", [(900, 600), (300, 340), (200, 120)])
@pytest.mark.parametrize("corner", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_card_stays_inside_its_window(
    size: tuple[int, int], corner: tuple[int, int], qtbot: QtBot, theme: Theme
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    shown = HoverCard(window)
    at = QRect(corner[0] * (size[0] - 40), corner[1] * (size[1] - 20), 40, 20)
    shown.show_view(NAME, at)
    box = shown.geometry()
    assert box.left() >= 0
    assert box.right() <= window.width()
    assert box.top() >= 0
    if size[1] > 200:
        assert box.bottom() <= window.height()
        assert not box.intersects(at)
        for label in shown.findChildren(QLabel):
            if label.isVisible():
                assert label.height() >= label.heightForWidth(label.width())


def test_the_first_lines_of_a_value_are_marked_where_they_end() -> None:
    assert first_lines("a\nb") == "a\nb"
    assert first_lines("") == ""
    many = first_lines("\n".join("abcdefghij"))
    assert many == "\n".join("abcdefghij"[:MOST_LINES]) + "…"
    assert first_lines("x" * 5000).endswith("x…")
    assert len(first_lines("x" * 5000)) < 400
