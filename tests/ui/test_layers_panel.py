"""The layers panel for any lookup, and what its feed shows of the document in front."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from editor.core.layers import Definition, LayerEntry, Lookup, Origin
from editor.core.spans import Position
from editor.session.comparison import Against, Comparison
from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.layerview import LayerRow, LayerView, Wording, layer_view
from editor.ui.panels.layer_rows import LayerRowView
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.theme import Theme
from tests.ui.placeholder_bench import Bench, Left, bench_of
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import write

__all__ = ["bench_of"]

BenchOf = Callable[[Path], Bench]
AT = Origin("slots/app.yaml", Position(4, 1))


def view_of(*said: tuple[str, str | None], written: str = "KEY") -> LayerView:
    """A view of layers and their values; the second one's stands in a file."""
    entries = [
        LayerEntry(layer, None if value is None else Definition("key", value, layer, origin))
        for (layer, value), origin in zip(said, (None, AT, None, None), strict=False)
    ]
    view = layer_view(Lookup("key", tuple(entries)), Wording(written, "Nowhere."))
    rows = (row.with_commands(*commands_of(row)) for row in view.rows)
    return replace(view, rows=tuple(rows))


def commands_of(row: LayerRow) -> list[LayerCommand]:
    """What stands in a file can be opened; the first layer can be set on the spot."""
    first = [LayerCommand.OVERRIDE] if row.layer == "runtime" else []
    return [LayerCommand.OPEN, *first] if row.origin is not None else first


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> LayersPanel:
    made = LayersPanel()
    qtbot.addWidget(made)
    made.resize(280, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def row(panel: QWidget, layer: str) -> QFrame:
    found = panel.findChild(QFrame, f"layer:{layer}")
    assert found is not None
    return found


def texts(widget: QWidget) -> list[str]:
    """The visible texts of a row: layer, state, value and place, then its buttons."""
    found = [*widget.findChildren(QLabel), *widget.findChildren(QToolButton)]
    return [each.text() for each in found if each.isVisible() and each.text()]


def struck_through(panel: QWidget) -> list[str]:
    labels = panel.findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.font().strikeOut()]


def effective(panel: QWidget) -> QPlainTextEdit:
    found = panel.findChild(QPlainTextEdit, "effectiveValue")
    assert found is not None
    return found


def test_each_layer_has_a_row_and_the_value_comes_first(panel: LayersPanel) -> None:
    panel.show_view(view_of(("runtime", None), ("app", "new"), ("default", "old"), ("x", "new")))
    QApplication.processEvents()
    assert effective(panel).toPlainText() == "new"
    layers = ("runtime", "app", "default", "x")
    tops = [row(panel, layer).mapTo(panel, QPoint()).y() for layer in layers]
    assert tops == sorted(tops)
    assert effective(panel).mapTo(panel, QPoint()).y() < tops[0]
    assert texts(row(panel, "runtime")) == ["runtime", "not set here", "Override here"]
    assert texts(row(panel, "app")) == ["app", "✓ wins", "new", "slots/app.yaml:4", "Open"]
    assert texts(row(panel, "default")) == ["default", "hidden by app", "old"]
    assert texts(row(panel, "x")) == ["x", "same value", "new"]
    assert struck_through(panel) == ["old"]


def test_what_buttons_ask_for(panel: LayersPanel) -> None:
    panel.show_view(view_of(("runtime", None), ("app", "new")))
    wished: list[object] = []
    panel.wished.connect(wished.append)
    for name in ("openLayer:app", "overrideLayer:runtime"):
        button = panel.findChild(QToolButton, name)
        assert button is not None
        QTest.mouseClick(button, Left)
    assert wished == [
        LayerWish(LayerCommand.OPEN, "app", "key", AT),
        LayerWish(LayerCommand.OVERRIDE, "runtime", "key"),
    ]


def test_rows_follow_another_lookup(panel: LayersPanel) -> None:
    panel.show_view(view_of(("runtime", None), ("app", "new"), ("default", "old")))
    kept = row(panel, "app")
    panel.show_view(view_of(("app", "old"), ("tool", "new")))
    assert row(panel, "app") is kept
    assert panel.findChild(QFrame, "layer:runtime") is None
    assert struck_through(panel) == ["new"]
    assert texts(row(panel, "tool")) == [
        "tool",
        "hidden by app",
        "new",
        "slots/app.yaml:4",
        "Open",
    ]


def test_an_empty_panel_says_what_appears_there(panel: LayersPanel) -> None:
    shown = [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]
    assert any(text.startswith("Put the caret on a placeholder") for text in shown)
    panel.show_view(view_of(("app", None)))
    shown = [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]
    assert "Nowhere." in shown
    assert not effective(panel).isVisible()


def test_long_values_stay_in_the_panel_and_are_whole_where_they_are_read(
    panel: LayersPanel,
) -> None:
    value = "word " * 500 + "\n" * 30 + "end"
    panel.show_view(view_of(("a_layer_with_a_long_name", value), ("app", value + "x")))
    QApplication.processEvents()
    assert effective(panel).toPlainText() == value
    assert effective(panel).height() < 150
    for each in panel.findChildren(QFrame):
        if each.objectName().startswith("layer:"):
            assert each.width() <= panel.width()


def test_case_26_the_effective_value_is_copied_as_it_is(panel: LayersPanel) -> None:
    value = "a\u00a0b\u2028c😀\nd"
    panel.show_view(view_of(("app", value)))
    effective(panel).selectAll()
    effective(panel).copy()
    assert QApplication.clipboard().text() == value


def test_a_selection_in_the_value_stays_while_the_value_does(panel: LayersPanel) -> None:
    panel.show_view(view_of(("app", "some text")))
    effective(panel).moveCursor(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    panel.show_view(view_of(("app", "some text"), ("x", "other")))
    assert effective(panel).textCursor().selectedText() == "some text"


def test_every_control_has_a_name(panel: LayersPanel) -> None:
    panel.show_view(view_of(("runtime", "a"), ("app", "b")))
    assert visible_texts_missing_names(panel) == []


# --- what is shown of the document in front -------------------------------------------------------


@pytest.fixture
def bench(bench_of: BenchOf, tree: Path) -> Bench:
    write(tree, {"all.md": "Text with $name and $who.\n\n$greeting\n\nEnd ${facet}.\n$Preferred\n"})
    return bench_of(tree / "all.md")


def verdict(bench: Bench) -> str | None:
    return bench.layers.view.verdict if bench.layers.view is not None else None


def test_the_name_under_the_caret_is_shown(bench: Bench, qtbot: QtBot) -> None:
    assert verdict(bench) is None
    bench.place_caret("$name", 2)
    assert verdict(bench) == "$name is “Ada Lovelace”, from the identity (config/journal.json:4)."
    bench.place_caret("$who", 4)
    assert verdict(bench) == "Set nowhere: it is sent as typed."
    bench.place_caret("facet", 2)
    assert verdict(bench) == "Not set now: the program that runs the prompt gives it."
    bench.place_caret("$greeting", 0)
    assert verdict(bench) == "$greeting is “Dear Ada,”, from a template (templates/greeting.md:1)."
    bench.place_caret("End", 1)
    assert verdict(bench) is None
    cursor = bench.source.textCursor()
    cursor.setPosition(12)
    bench.source.setTextCursor(cursor)  # without hurry, it comes by itself
    qtbot.waitUntil(lambda: bench.layers.view is not None)
    assert bench.layers.view is not None
    assert bench.layers.view.name == "name"


def test_a_form_says_what_it_was_made_from(bench: Bench) -> None:
    bench.place_caret("$Preferred", 2)
    assert "config/journal.json:5 · made from $preferred" in texts(row(bench.layers, "identity"))


def test_values_are_shown_as_they_change(bench: Bench, qtbot: QtBot) -> None:
    bench.place_caret("$name", 2)
    project = bench.project
    project.set_value("name", "Kim")
    qtbot.waitUntil(lambda: effective(bench.layers).toPlainText() == "Kim")
    assert struck_through(bench.layers) == ["Ada Lovelace"]
    project.set_value("name", "Ada Lovelace")
    qtbot.waitUntil(lambda: struck_through(bench.layers) == [])
    assert texts(row(bench.layers, "identity"))[1] == "same value"
    project.set_value("name", "")
    qtbot.waitUntil(lambda: not effective(bench.layers).isVisible())
    assert texts(row(bench.layers, "context"))[:2] == ["context", "✓ wins"]
    assert "(empty)" in texts(row(bench.layers, "context"))


def test_open_goes_to_the_value_in_its_file(bench: Bench, tree: Path) -> None:
    bench.place_caret("$name", 2)
    button = bench.layers.findChild(QToolButton, "openLayer:identity")
    assert button is not None
    QTest.mouseClick(button, Left)
    assert bench.front == tree / "config/journal.json"
    line = bench.source.textCursor().block().text()
    assert line[bench.caret()[1] :].startswith('"Ada Lovelace"')


def press_override(bench: Bench) -> QWidget:
    button = bench.layers.findChild(QToolButton, "overrideLayer:context")
    assert button is not None
    QTest.mouseClick(button, Left)
    focus = QApplication.focusWidget()
    assert focus is not None
    return focus


def test_override_here_leads_to_the_context_field(bench: Bench) -> None:
    bench.place_caret("$who", 2)
    focus = press_override(bench)
    assert focus.objectName() == "context:who"
    project = bench.project
    assert "who" not in project.context.typed  # to look is not to set
    QTest.keyClicks(focus, "me")
    bench.settle()
    assert effective(bench.layers).toPlainText() == "me"


def test_override_here_takes_over_the_value_that_a_lower_layer_gives(bench: Bench) -> None:
    bench.place_caret("$name", 2)
    focus = press_override(bench)
    assert focus.objectName() == "context:name"
    QTest.keyClick(focus, Qt.Key.Key_End)
    QTest.keyClicks(focus, "!")
    assert "Ada Lovelace!" in bench.preview.toPlainText()
    bench.settle()
    assert struck_through(bench.layers) == ["Ada Lovelace"]


def test_nothing_is_worked_out_while_the_panel_is_hidden(bench: Bench, qtbot: QtBot) -> None:
    bench.layers.hide()
    bench.place_caret("$name", 2)
    assert bench.layers.view is None
    bench.layers.show()
    qtbot.waitUntil(lambda: bench.layers.view is not None)


def test_a_name_selected_while_the_panel_is_hidden_is_shown_later(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.place_caret("$name", 2)
    bench.layers.hide()
    bench.table.name_selected.emit("preferred")
    bench.layers.show()
    assert bench.layers.view is not None
    assert bench.layers.view.name == "preferred"


def test_what_was_selected_for_another_document_is_forgotten(bench: Bench, tree: Path) -> None:
    bench.table.view.selectRow(0)
    assert bench.layers.view is not None
    bench.table.hide()
    bench.open(tree / "hello.md")
    assert bench.layers.view is None


def test_another_document_shows_its_own(bench: Bench, tree: Path) -> None:
    bench.place_caret("$name", 2)
    bench.open(tree / "config/journal.json")
    assert bench.layers.view is None
    bench.workbench.bring_to_front(None)
    assert bench.layers.view is None


def test_a_value_of_the_context_is_reset_pinned_and_compared(bench: Bench) -> None:
    compared: list[object] = []
    bench.deeds.compare_wanted.connect(compared.append)
    bench.place_caret("$name", 2)
    bench.project.set_value("name", "Kim")
    bench.settle()
    commands = [LayerCommand.OVERRIDE, LayerCommand.PIN, LayerCommand.RESET, LayerCommand.COMPARE]
    context = row(bench.layers, "context")
    assert isinstance(context, LayerRowView)
    assert context.row is not None
    assert list(context.row.commands) == commands
    bench.deeds.do(LayerWish(LayerCommand.COMPARE, "context", "name"))
    assert compared == [Comparison(Against.VALUE, "name", "context")]
    bench.deeds.do(LayerWish(LayerCommand.PIN, "context", "name"))
    assert bench.project.context.given()["name"] == "Ada Lovelace"
    bench.settle()
    assert LayerCommand.PIN not in context.row.commands  # it has the value below already
    bench.deeds.do(LayerWish(LayerCommand.RESET, "context", "name"))
    assert "name" not in bench.project.context.given()
    bench.settle()
    assert list(context.row.commands) == [LayerCommand.OVERRIDE]


def test_what_does_not_fit_is_in_the_menu(panel: LayersPanel) -> None:
    view = view_of(("runtime", "a"), ("app", "b"))
    rows = tuple(each.with_commands(*LayerCommand) for each in view.rows)
    panel.show_view(replace(view, rows=rows))
    QApplication.processEvents()
    more = panel.findChild(QToolButton, "menuLayer:app")
    assert more is not None
    assert more.isVisible()
    panel.resize(140, 500)
    QApplication.processEvents()
    assert more.isVisible()
    for each in panel.findChildren(QFrame):
        if each.objectName().startswith("layer:"):
            assert each.width() <= panel.width()
