"""The identity panel: fields of the identity file, or why there are none."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.panels.identity_panel import IdentityField, IdentityPanel
from editor.ui.theme import Theme

NAME = IdentityField("name", ("name", "Name"), "Ada")
BIO = IdentityField("bio", ("bio",), "Writes\nnotes")
SUBJECT = IdentityField(
    "pronouns.subject", ("pronouns_subject",), "she", editable=False, note="from an alias"
)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> IdentityPanel:
    made = IdentityPanel()
    qtbot.addWidget(made)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def sentences(panel: IdentityPanel) -> list[str]:
    shown = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    return [text for text in shown if text != "IDENTITY"]


def create(panel: IdentityPanel) -> QPushButton:
    found = panel.findChild(QPushButton, "createIdentity")
    assert found is not None
    return found


def test_fields_are_named_by_their_path_and_tell_their_variables(panel: IdentityPanel) -> None:
    panel.show_fields((NAME, BIO, SUBJECT))
    name = panel.findChild(QLineEdit, "identity:name")
    bio = panel.findChild(QPlainTextEdit, "identity:bio")
    subject = panel.findChild(QLineEdit, "identity:pronouns.subject")
    assert name is not None
    assert bio is not None
    assert subject is not None
    assert (name.text(), bio.toPlainText(), subject.text()) == ("Ada", "Writes\nnotes", "she")
    assert (name.isReadOnly(), bio.isReadOnly(), subject.isReadOnly()) == (False, False, True)
    texts = sentences(panel)
    assert "$name, $Name" in texts
    assert "$pronouns_subject · from an alias" in texts
    assert not [
        button
        for button in panel.findChildren(QToolButton, "")
        if button.text() == "×" and button.isVisible()
    ]


def test_editing_names_the_path(qtbot: QtBot, panel: IdentityPanel) -> None:
    panel.show_fields((NAME, IdentityField("a.b", ("a_b",), "")))
    field = panel.findChild(QLineEdit, "identity:a.b")
    with qtbot.waitSignal(panel.value_edited, timeout=1000) as told:
        qtbot.keyClicks(field, "e")
    assert told.args == ["a.b", "e"]


def test_undo_in_a_field_reaches_the_window(qtbot: QtBot, panel: IdentityPanel) -> None:
    undone: list[str] = []
    action = QAction(panel)
    action.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
    action.triggered.connect(lambda _on: undone.append("undo"))
    panel.addAction(action)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_fields((NAME, BIO))
    for path in ("name", "bio"):
        field = panel.findChild(QWidget, f"identity:{path}")
        assert field is not None
        field.setFocus()
        qtbot.keyClicks(field, "x")
        qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["undo", "undo"]
    name = panel.findChild(QLineEdit, "identity:name")
    assert name is not None
    assert "x" in name.text()


def test_without_fields_one_sentence_stands_there(panel: IdentityPanel) -> None:
    assert sentences(panel) == ["The identity has no fields yet."]
    assert not create(panel).isVisible()


def test_a_missing_file_can_be_created(qtbot: QtBot, panel: IdentityPanel) -> None:
    panel.show_fields((NAME,))
    panel.show_missing()
    assert len(sentences(panel)) == 1
    assert panel.findChild(QWidget, "identity:name") is None
    assert create(panel).isVisible()
    assert create(panel).text() == "Create identity file"
    with qtbot.waitSignal(panel.create_requested, timeout=1000):
        create(panel).click()


def test_a_fault_is_told_and_no_field_is_offered(panel: IdentityPanel) -> None:
    panel.show_missing()
    panel.show_fault("line 3, column 5: <b>no</b> comma")
    assert sentences(panel) == [
        "The identity file cannot be read: line 3, column 5: <b>no</b> comma"
    ]
    assert not create(panel).isVisible()
    panel.show_fields((NAME,))
    assert panel.findChild(QWidget, "identity:name") is not None
    assert "The identity file" not in " ".join(sentences(panel))
