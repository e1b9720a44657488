"""The splitter whose upper view keeps its share of the height."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.widgets.share_splitter import ShareSplitter


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def shown(window: QWidget) -> tuple[ShareSplitter, QWidget]:
    upper, absent, lower = QWidget(), QWidget(), QWidget()
    upper.hide()
    absent.hide()
    splitter = ShareSplitter((upper, absent), lower, 0.5, window)
    splitter.resize(200, 400)
    splitter.show()
    QApplication.processEvents()
    return splitter, upper


def test_the_upper_view_comes_with_its_share_and_keeps_it(window: QWidget) -> None:
    splitter, upper = shown(window)
    assert splitter.sizes()[0] == 0
    upper.show()
    assert abs(splitter.sizes()[0] - 200) <= 1
    splitter.resize(200, 200)
    QApplication.processEvents()
    assert abs(splitter.sizes()[0] - 100) <= 1
    splitter.moveSplitter(50, 1)
    assert abs(splitter.sizes()[0] - 50) <= 1
    upper.setMaximumHeight(20)
    QApplication.processEvents()
    assert splitter.sizes()[0] == 20
    upper.setMaximumHeight(16777215)
    splitter.give()
    assert abs(splitter.sizes()[0] - 50) <= 1
    upper.hide()
    upper.show()
    assert abs(splitter.sizes()[0] - 50) <= 1


def test_the_share_is_remembered_and_nonsense_is_not(window: QWidget) -> None:
    splitter, upper = shown(window)
    upper.show()
    splitter.moveSplitter(100, 1)
    other, other_upper = shown(window)
    assert other.restoreState(splitter.saveState())
    other_upper.show()
    assert abs(other.sizes()[0] - 100) <= 1
    assert not other.restoreState(b"\x00\x01")
    assert other.restoreState(b"7")
    assert abs(other.sizes()[0] - 100) <= 1
