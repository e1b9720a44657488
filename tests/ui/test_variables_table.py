"""The variables table: order, filter, sorting, selection, jumping to uses."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from editor.session.variable_list import VariableRow, VariableState
from editor.ui.panels.variables_table import VariablesTable
from editor.ui.theme import Theme
from tests.ui.placeholder_bench import Bench, Left, bench_of
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import write

__all__ = ["bench_of"]

BenchOf = Callable[[Path], Bench]
ROWS = (
    VariableRow("typo", "", None, VariableState.UNRESOLVED, 1),
    VariableRow("facet", "", None, VariableState.RUNTIME, 2),
    VariableRow("day", "Friday", "context", VariableState.SET, 10),
    VariableRow("Name", "Ada", "identity", VariableState.SET, 3),
    VariableRow("bio", "", "identity", VariableState.SET, 1),
)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> VariablesTable:
    made = VariablesTable(theme)
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show_rows(ROWS)
    with qtbot.waitExposed(made):
        made.show()
    return made


def view(panel: VariablesTable) -> QTableView:
    found = panel.findChild(QTableView, "variablesTable")
    assert found is not None
    return found


def cells(panel: VariablesTable) -> list[list[str]]:
    model = view(panel).model()
    columns = range(model.columnCount())
    rows = range(model.rowCount())
    return [[str(model.index(row, column).data()) for column in columns] for row in rows]


def names(panel: VariablesTable) -> list[str]:
    return [row[0] for row in cells(panel)]


def type_filter(panel: VariablesTable, text: str) -> None:
    field = panel.findChild(QLineEdit, "variablesFilter")
    assert field is not None
    field.clear()
    QTest.keyClicks(field, text)


def click_title(panel: VariablesTable, column: int) -> None:
    header = view(panel).horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), Left, pos=place)


def click_row(panel: VariablesTable, name: str) -> QPoint:
    """Click a name; return where."""
    index = view(panel).model().index(names(panel).index(name), 0)
    place = view(panel).visualRect(index).center()
    QTest.mouseClick(view(panel).viewport(), Left, pos=place)
    return place


def test_each_name_shows_value_layer_and_uses(panel: VariablesTable) -> None:
    assert cells(panel) == [
        ["typo", "not set", "⚠ nowhere", "1"],
        ["facet", "not set", "run time", "2"],
        ["day", "Friday", "context", "10"],
        ["Name", "Ada", "identity", "3"],
        ["bio", "(empty)", "identity", "1"],
    ]


def test_a_click_on_a_title_sorts_and_a_third_one_takes_it_back(panel: VariablesTable) -> None:
    own = names(panel)
    click_title(panel, 0)
    assert names(panel) == ["bio", "day", "facet", "Name", "typo"]
    click_title(panel, 0)
    assert names(panel) == ["typo", "Name", "facet", "day", "bio"]
    click_title(panel, 0)
    assert names(panel) == own
    click_title(panel, 3)
    assert [row[3] for row in cells(panel)] == ["1", "1", "2", "3", "10"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a", ["facet", "day", "Name"]),
        ("NAME", ["Name"]),
        ("$day", ["day"]),
        ("friday", ["day"]),
        (" ", ["typo", "facet", "day", "Name", "bio"]),
        ("zzz", []),
    ],
)
def test_the_filter_looks_at_names_and_values(
    panel: VariablesTable, text: str, found: list[str]
) -> None:
    type_filter(panel, text)
    assert names(panel) == found
    type_filter(panel, "")
    assert len(names(panel)) == len(ROWS)


def test_an_empty_table_says_why(panel: VariablesTable) -> None:
    def said() -> list[str]:
        labels = panel.findChildren(QLabel)
        return [each.text() for each in labels if each.isVisible() and "." in each.text()]

    type_filter(panel, "zzz")
    assert said() == ["No variable has this in its name or value."]
    panel.show_rows(())
    assert said() == ["The prompt in front uses no variables."]
    panel.show_rows(ROWS)
    type_filter(panel, "")
    assert said() == []
    assert view(panel).isVisible()


def test_the_selection_stays_with_its_name(panel: VariablesTable) -> None:
    told: list[str] = []
    panel.name_selected.connect(told.append)
    click_row(panel, "day")
    assert told == ["day"]
    panel.show_rows((VariableRow("a", "", None, VariableState.UNRESOLVED, 1), *ROWS))
    click_title(panel, 0)
    type_filter(panel, "d")
    type_filter(panel, "")
    assert told == ["day"]
    assert panel.selected == "day"
    assert view(panel).currentIndex().data() == "day"
    panel.show_rows(ROWS[:2])
    assert panel.selected == ""
    assert told == ["day"]


def test_arrows_select_and_enter_and_double_click_activate(panel: VariablesTable) -> None:
    told: list[tuple[str, str]] = []
    panel.name_selected.connect(lambda name: told.append(("selected", name)))
    panel.name_activated.connect(lambda name: told.append(("activated", name)))
    place = click_row(panel, "facet")
    QTest.keyClick(view(panel), Qt.Key.Key_Down)
    QTest.keyClick(view(panel), Qt.Key.Key_Return)
    assert told == [("selected", "facet"), ("selected", "day"), ("activated", "day")]
    QTest.mouseDClick(view(panel).viewport(), Left, pos=place)
    assert told[-1] == ("activated", "facet")


def test_twenty_thousand_names_are_shown_at_once(panel: VariablesTable) -> None:
    many = tuple(
        VariableRow(f"n{n:05}", "value", "context", VariableState.SET, n) for n in range(20_000)
    )
    panel.show_rows(many)
    click_title(panel, 3)
    click_title(panel, 3)
    assert view(panel).model().index(0, 0).data() == "n19999"
    type_filter(panel, "1234")
    assert names(panel) == ["n12349", *(f"n1234{n}" for n in range(8, -1, -1)), "n11234", "n01234"]


def test_a_narrow_table_shows_all_columns(panel: VariablesTable) -> None:
    panel.resize(280, 200)
    QApplication.processEvents()
    header = view(panel).horizontalHeader()
    assert header.length() <= view(panel).viewport().width()
    assert all(header.sectionSize(column) >= 32 for column in range(4))


def test_every_control_has_a_name(panel: VariablesTable) -> None:
    assert visible_texts_missing_names(panel) == []


# --- what is shown of the document in front -------------------------------------------------------


@pytest.fixture
def bench(bench_of: BenchOf, tree: Path) -> Bench:
    write(
        tree,
        {
            "templates/greeting.md": "Dear $preferred, $zoo\n",
            "all.md": "$name $who $name\n$greeting $day\n$segment $greeting\nlast $name $$x\n",
        },
    )
    return bench_of(tree / "all.md")


def test_names_in_use_are_listed_those_inside_templates_too(bench: Bench) -> None:
    found = [(row[0], row[2], row[3]) for row in cells(bench.table)]
    assert found == [
        ("who", "⚠ nowhere", "1"),
        ("zoo", "⚠ nowhere", "2"),
        ("day", "run time", "1"),  # in the order of the catalogue
        ("segment", "run time", "1"),
        ("greeting", "template", "2"),
        ("name", "identity", "3"),
        ("preferred", "identity", "2"),
    ]


def test_values_follow_the_text_and_the_context(bench: Bench, qtbot: QtBot) -> None:
    project = bench.project
    project.set_value("who", "me")
    qtbot.waitUntil(lambda: ["who", "me", "context", "1"] in cells(bench.table))
    document = bench.workbench.front
    assert document is not None
    document.replace_text("$other")
    qtbot.waitUntil(lambda: names(bench.table) == ["other"])


def test_a_selected_row_is_shown_in_the_layers(bench: Bench) -> None:
    bench.place_caret("$who", 1)
    click_row(bench.table, "preferred")
    assert bench.layers.view is not None
    assert bench.layers.view.name == "preferred"
    bench.place_caret("$day", 1)
    assert bench.layers.view.name == "day"
    bench.place_caret("last", 1)  # no placeholder: the selected name again
    assert bench.layers.view.name == "preferred"


def selected(bench: Bench) -> tuple[int, int, str]:
    cursor = bench.source.textCursor()
    start = cursor.selectionStart()
    block = bench.source.document().findBlock(start)
    return block.blockNumber(), start - block.position(), cursor.selectedText()


def test_activating_a_name_jumps_to_its_next_use_and_round(bench: Bench) -> None:
    place = click_row(bench.table, "name")
    visited = []
    bench.place_caret("$name", 2)
    for _ in range(4):
        QTest.mouseDClick(view(bench.table).viewport(), Left, pos=place)
        visited.append(selected(bench))
    assert visited == [(0, 11, "$name"), (3, 5, "$name"), (0, 0, "$name"), (0, 11, "$name")]
    assert QApplication.focusWidget() is bench.source


def test_the_uses_of_a_name_inside_templates_are_the_templates(bench: Bench) -> None:
    click_row(bench.table, "zoo")
    visited = []
    for _ in range(3):
        QTest.keyClick(view(bench.table), Qt.Key.Key_Return)
        visited.append(selected(bench))
    assert visited == [(1, 0, "$greeting"), (2, 9, "$greeting"), (1, 0, "$greeting")]


def test_a_file_that_is_not_rendered_has_no_variables(bench: Bench, tree: Path) -> None:
    bench.open(tree / "config/journal.json")
    assert cells(bench.table) == []
