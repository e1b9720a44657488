"""The welcome page: what each button and each recent folder asks for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from editor.ui.icons import Icons
from editor.ui.welcome import WelcomePage


@pytest.fixture
def page(qtbot: QtBot, icons: Icons) -> WelcomePage:
    made = WelcomePage(icons)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def recent(page: WelcomePage) -> QListWidget:
    found = page.findChild(QListWidget, "recentFolders")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "text", "signal"),
    [
        ("welcomeSample", "Open the sample workspace", "sample_requested"),
        ("welcomeFolder", "Open folder…", "folder_requested"),
        ("welcomeNew", "New prompt", "new_requested"),
    ],
)
def test_a_button_tells_what_it_says(
    qtbot: QtBot, page: WelcomePage, name: str, text: str, signal: str
) -> None:
    button = page.findChild(QPushButton, name)
    assert button is not None
    assert button.text() == text
    with qtbot.waitSignal(getattr(page, signal), timeout=1000):
        button.click()


def test_recent_folders_are_shown_and_opened_by_click_and_key(
    qtbot: QtBot, page: WelcomePage
) -> None:
    assert not recent(page).isVisible()
    page.show_recent(("/a b", "/ü"))
    listed = recent(page)
    assert listed.isVisible()
    assert [listed.item(row).text() for row in range(listed.count())] == ["/a b", "/ü"]
    place = listed.visualItemRect(listed.item(1)).center()
    with qtbot.waitSignal(page.recent_requested, timeout=1000) as clicked:
        qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == ["/ü"]
    listed.setCurrentRow(0)
    with qtbot.waitSignal(page.recent_requested, timeout=1000) as activated:
        qtbot.keyClick(listed, Qt.Key.Key_Return)
    assert activated.args == ["/a b"]
    page.show_recent(())
    assert not listed.isVisible()
