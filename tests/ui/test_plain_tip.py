"""Tool tips show texts as they are written."""

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from editor.session.layerview import LayerRow, RowState
from editor.ui.panels.layer_rows import LayerRowView
from editor.ui.widgets.plain_tip import plain_tip

TEXTS = [
    "Say <code>{{x}}</code>\n  &amp; <b>stop</b>.",
    "<p>one</p>\n\ntwo",
    "<title>\n<img src='x.png'>",
    "plain {{x}}",
    "<instructions>\nread",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_tip_reads_as_its_text(qtbot: QtBot, text: str) -> None:
    tip = plain_tip(text)
    document = QTextDocument()
    if tip != text:  # then Qt reads it as HTML
        document.setHtml(tip)
        assert document.toPlainText() == text


def test_the_value_of_a_layer_is_no_html(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    view = LayerRowView("app", parent)
    view.show_row(LayerRow("app", RowState.WINS, "wins", "Say <b>{{x}}</b>", "Say <b>{{x}}</b>"))
    tips = [each.toolTip() for each in view.findChildren(QLabel)]
    assert '<p style="white-space: pre-wrap">Say &lt;b&gt;{{x}}&lt;/b&gt;</p>' in tips
