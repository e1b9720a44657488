"""The legend: the layers' names in their tints, and the switch."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.preview.legend import Legend
from editor.ui.theme import Theme, ThemeChoice

NAMES = ["context", "identity", "variables", "template", "escape", "placeholder", "unresolved"]
TINTS = {"placeholder": "unfilled"}


@pytest.fixture
def host(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    layout = QVBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(Legend(theme, made))
    layout.addWidget(QPlainTextEdit(made), 1)
    qtbot.addWidget(made)
    made.resize(900, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def legend(host: QWidget) -> Legend:
    found = host.findChild(Legend)
    assert found is not None
    return found


def test_each_chip_is_painted_in_its_own_tint(legend: Legend, theme: Theme) -> None:
    chips = legend.findChildren(QLabel)
    assert [chip.text() for chip in chips] == NAMES
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme.choose(choice)
        for chip in chips:
            corner = chip.grab().toImage().pixelColor(QPoint(4, chip.height() // 2))
            assert corner == theme.color(f"{TINTS.get(chip.text(), chip.text())}.tint")


def test_only_the_marks_of_the_file_are_told(legend: Legend) -> None:
    legend.show_marks(("context", "unfilled"))
    chips = [each.text() for each in legend.findChildren(QLabel) if each.isVisible()]
    assert chips == ["context", "placeholder"]


def test_unresolved_is_marked_by_more_than_colour(legend: Legend, theme: Theme) -> None:
    chip = legend.findChildren(QLabel)[-1]
    image = chip.grab().toImage()
    wave = theme.color("unresolved.underline")
    low = [
        (x, y)
        for y in range(image.height() // 2, image.height())
        for x in range(image.width())
        if image.pixelColor(x, y) == wave
    ]
    assert len({y for _, y in low}) > 1
    assert len(low) > image.width() // 3


def test_the_switch_tells_and_shows_its_state(qtbot: QtBot, legend: Legend) -> None:
    switch = legend.findChild(QCheckBox, "tints")
    assert switch is not None
    assert switch.isChecked()
    with qtbot.waitSignal(legend.tints_toggled, timeout=1000) as told:
        switch.click()
    assert told.args == [False]
    with qtbot.assertNotEmitted(legend.tints_toggled):
        legend.show_tints(True)
    assert switch.isChecked()


def test_in_a_narrow_preview_the_chips_take_more_lines(host: QWidget, legend: Legend) -> None:
    def lines() -> int:
        QApplication.processEvents()
        QApplication.processEvents()
        chips = legend.findChildren(QLabel)
        assert all(
            legend.rect().contains(chip.geometry().translated(offset(chip))) for chip in chips
        )
        return len({chip.y() for chip in chips})

    def offset(chip: QLabel) -> QPoint:
        parent = chip.parentWidget()
        assert parent is not None
        return parent.mapTo(legend, QPoint(0, 0))

    assert lines() == 1
    host.resize(320, 300)
    assert lines() > 1
    host.resize(900, 300)
    assert lines() == 1
