"""A soul in the whole window: messages, wire, log, provider, layers, what leads where."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTreeView,
    QWidget,
)

from editor.ui.preview.messages_view import MessagesView
from tests.session.souls import SOUL, soul_house
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import Opened

Opener = Callable[..., Opened]
Control = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return soul_house(folder)


@pytest.fixture
def opened(opener: Opener, root: Path) -> Opened:
    return opener(root / "souls/warden.md")


def messages(opened: Opened) -> MessagesView:
    return opened.find(MessagesView, "messagesView")


def texts(opened: Opened) -> list[str]:
    view = messages(opened)
    rows = range(view.messages.rowCount())
    return [view.messages.message(row).text for row in rows]


def tabs(opened: Opened) -> list[str]:
    bar = opened.find(QTabBar, "previewTabs")
    return [bar.tabText(number) for number in range(bar.count())]


def line_of(text: str) -> int:
    return SOUL[: SOUL.index(text)].count("\n")


def test_the_preview_has_the_tabs_of_what_is_in_front(opened: Opened, root: Path) -> None:
    assert tabs(opened) == ["Messages", "Wire", "Log", "Changes"]
    assert opened.action("view.wire").isEnabled()
    assert not opened.action("view.rendered").isEnabled()
    opened.action("view.log").trigger()
    opened.window.open(root / "p.md")
    assert tabs(opened) == ["Rendered", "Formatted", "Changes", "Steps"]
    assert not opened.action("view.wire").isEnabled()
    assert opened.rendered == "Hi $name"
    assert not opened.find(QComboBox, "providerChoice").isVisible()
    opened.window.open(root / "souls/warden.md")
    bar = opened.find(QTabBar, "previewTabs")
    assert (bar.tabText(bar.currentIndex()), opened.preview.isVisible()) == ("Log", False)


def test_keys_in_the_source_reach_the_messages_the_wire_and_the_log(opened: Opened) -> None:
    opened.place_caret(line_of("Admin: "), len("    Admin: "))
    opened.type("x", opened.source)
    assert texts(opened)[1] == "Admin: xab12\nNote: {{nobody}}\n"
    log = opened.find(QPlainTextEdit, "logView")
    opened.action("view.log").trigger()
    assert "Admin: xab12" in log.toPlainText()
    opened.type("y", opened.source)
    assert "Admin: xab12" in log.toPlainText()  # it follows a pause
    opened.until(lambda: "Admin: xyab12" in log.toPlainText())
    assert log.toPlainText().startswith("Sections: 9\n\n" + "=" * 60 + "\nSection: system_prompt")
    wire = opened.find(QPlainTextEdit, "wireView")
    assert wire.toPlainText() == ""  # nothing was asked of what is not in sight
    opened.action("view.wire").trigger()
    assert json.loads(wire.toPlainText())["messages"][1]["content"].startswith("Admin: xyab12")
    note = opened.find(QLabel, "wireNote")
    assert note.text() == "Without what is supplied at run time: gates"
    form = opened.find(QComboBox, "wireForm")
    opened.focus(form)
    opened.press(Qt.Key.Key_Down)
    assert "system" in json.loads(wire.toPlainText())
    opened.window.workbench.choose_provider("openai")
    assert (form.currentText(), list(json.loads(wire.toPlainText()))) == ("OpenAI", ["messages"])
    opened.window.workbench.choose_provider("anthropic")
    assert list(json.loads(wire.toPlainText())) == ["system", "messages"]
    opened.window.workbench.choose_provider("mistral")  # its form is not known
    assert form.currentText() == "Anthropic"


def test_the_provider_is_chosen_remembered_and_kept_by_its_own_name(
    opener: Opener, opened: Opened, root: Path
) -> None:
    choice = opened.find(QComboBox, "providerChoice")
    offered = [choice.itemText(number) for number in range(choice.count())]
    assert (offered, choice.currentText()) == (["default", "openai", "anthropic"], "default")
    opened.focus(choice)
    opened.press(Qt.Key.Key_End)
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(choice.mapToGlobal(QPoint(5, 5))),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    field = choice.lineEdit()
    assert field is not None
    field.selectAll()
    opened.type("anthropic\n", field)
    assert texts(opened)[1] == "<admin>ab12</admin>\n"
    QApplication.sendEvent(choice, wheel)
    assert choice.currentText() == "anthropic"
    field.selectAll()
    opened.type("mistral\n", field)
    assert (choice.currentText(), texts(opened)[1][:6]) == ("mistral", "Admin:")
    assert choice.itemText(choice.count() - 1) == "mistral"
    again = opener(root / "souls/warden.md")
    choice = again.find(QComboBox, "providerChoice")
    assert choice.currentText() == "mistral"
    field = choice.lineEdit()
    assert field is not None
    field.selectAll()
    again.type("default\n", field)
    assert again.window.workbench.provider is None


def test_the_context_is_chosen_in_the_bar_as_in_the_panel(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    choice = opened.find(QComboBox, "contextChoice")
    panel = opened.find(QComboBox, "panelContextChoice")
    opened.focus(choice)
    opened.press(Qt.Key.Key_Down)
    assert ("work" in opened.rendered, panel.currentText()) == (True, "friday")
    opened.focus(panel)
    opened.press(Qt.Key.Key_Down)
    assert ("home" in opened.rendered, choice.currentText()) == (True, "monday")


def test_cards_lead_to_the_source_and_the_caret_marks_its_card(opened: Opened) -> None:
    view = messages(opened)
    view.setFocus()
    opened.press(Qt.Key.Key_Home)
    for _ in range(4):
        opened.press(Qt.Key.Key_Down)
    opened.press(Qt.Key.Key_Return)
    assert opened.source.hasFocus()
    assert opened.source.textCursor().blockNumber() == line_of("- section: talk")
    box = view.visualRect(view.messages.index(1))
    head = box.topLeft() + QPoint(40, 14)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=head)
    assert opened.source.textCursor().blockNumber() == line_of("- section: admin_identity")
    plain = view.viewport().grab().toImage()
    opened.place_caret(0)
    assert view.viewport().grab().toImage() != plain


def test_names_lead_to_the_samples(opened: Opened, root: Path) -> None:
    opened.place_caret(line_of("Admin: "), len("    Admin: {{ad"))
    opened.focus(opened.source)
    opened.action("go.describe").trigger()
    card = opened.find(QWidget, "hoverCard")
    assert card.accessibleName() == "{{admin_pubkey}} is “ab12”, from the samples (samples.yaml:2)."
    opened.action("go.definition").trigger()
    assert opened.front.path == root / "samples.yaml"
    assert opened.source.textCursor().block().text() == "  admin_pubkey: ab12"
    opened.type("7", opened.source)
    opened.window.open(root / "souls/warden.md")
    assert texts(opened)[1].startswith("Admin: 7ab12")


def test_layers_tell_of_the_section_and_of_the_name_at_the_caret(opened: Opened) -> None:
    opened.action("view.layers").trigger()
    opened.place_caret(line_of("role: system"))
    opened.settle()
    said = opened.find(QLabel, "layersVerdict")
    assert "from the content (souls/warden.md:10)" in said.text()
    opened.window.workbench.choose_provider("anthropic")
    opened.settle()
    assert "from the override for anthropic" in said.text()
    opened.place_caret(line_of("tool: gate_list"))
    opened.settle()
    assert said.text().startswith("Supplied at run time: the tool gate_list gives the text")
    opened.place_caret(line_of("Note: "), len("    Note: {{no"))
    opened.settle()
    assert said.text() == "Set nowhere: it is sent as typed."
    opened.place_caret(line_of("- section: weather"))
    opened.settle()
    QTest.mouseClick(opened.find(QWidget, "openLayer:content"), Qt.MouseButton.LeftButton)
    assert opened.source.textCursor().blockNumber() == line_of("content: It may rain.")


def test_layers_tell_of_the_section_whose_card_has_the_keys(opened: Opened) -> None:
    opened.action("view.layers").trigger()
    said = opened.find(QLabel, "layersVerdict")
    opened.place_caret(line_of("tool: gate_list"))
    opened.focus(opened.find(QPlainTextEdit, "section:0:content"))
    opened.settle()
    assert "from the content (souls/warden.md:10)" in said.text()
    opened.focus(opened.find(QWidget, "section:1:handle"))
    assert "from the sample of the tool weather_now" in said.text()
    opened.press(Qt.Key.Key_Down)
    opened.settle()
    assert "from the sample of the tool weather_now" in said.text()
    opened.focus(opened.source)
    opened.place_caret(line_of("Admin: "))
    opened.settle()
    assert "from the content" in said.text()


def test_counts_outline_and_the_stale_bar_follow_the_soul(opened: Opened) -> None:
    opened.settle()
    assert "1 unresolved · 1 at run time · soul · " in opened.status
    model = opened.find(QTreeView, "outlineTree").model()
    names = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert names == ["Warden", "admin_identity", "weather", "gates", "talk", "notes"]
    bar = opened.find(QWidget, "staleBar")
    assert not bar.isVisible()
    before = texts(opened)
    opened.place_caret(line_of("content: It may rain."), len("  content: It may rain."))
    opened.type("\n  bad: [", opened.source)
    assert (bar.isVisible(), texts(opened)) == (True, before)
    said = bar.findChild(QLabel).text()
    assert said.startswith("These are the last good messages. Line 2")
    opened.type("]", opened.source)
    assert not bar.isVisible()


def test_copy_as_gives_each_form(opened: Opened, root: Path) -> None:
    menu = opened.find(QWidget, "copyAs").findChild(QMenu)
    assert [action.text() for action in menu.actions()] == [
        *("Text", "OpenAI JSON", "Anthropic JSON", "Context log")
    ]
    menu.actions()[3].trigger()
    assert QGuiApplication.clipboard().text().startswith("Sections: 9\n")
    opened.window.open(root / "p.md")
    menu.actions()[3].trigger()
    assert "load_prompt(\n    'p'," in QGuiApplication.clipboard().text()
    opened.window.open(root / "samples.yaml")
    assert not opened.find(QWidget, "copyAs").isEnabled()


def test_nothing_widens_the_window_and_every_text_has_a_name(opened: Opened) -> None:
    for page in ("view.messages", "view.wire", "view.log", "view.changes"):
        opened.action(page).trigger()
        opened.settle()
        assert opened.window.minimumSizeHint().width() <= 700
    views = opened.window.views
    assert visible_texts_missing_names(views.preview) == []
    assert visible_texts_missing_names(views.bar) == []
    opened.window.resize(700, 600)
    QApplication.processEvents()
    assert opened.window.width() == 700
    bar = opened.find(QWidget, "topBar")
    for name in ("contextChoice", "providerChoice"):
        control = opened.find(QWidget, name)
        assert bar.rect().contains(control.geometry())
