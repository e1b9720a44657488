"""Layers of slots in the window: the panel's commands, runtime values, steps, notices."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)

from editor.ui.dialogs import UnsavedChoice
from editor.ui.panels.layer_rows import LayerRowView
from tests.ui.windowing import Answers, Opened, answers, opener, write

__all__ = ["answers", "opener"]

DEFAULT = "# Shipped.\nenabled: false\ntemplate: |\n  Sum {{day}} up.\nmodel: small\n"
OURS = "enabled: true # ours\ntemplate: |\n  Say {{day}}.\n"
FILES = {
    "prompt-workspace.yaml": "slots: {default: slots, app: over}\n",
    "slots/recap.yaml": DEFAULT,
    "slots/other.yaml": "enabled: true\ntemplate: Other\n",
    "over/other.yaml": OURS,
    "contexts/friday.yaml": "facet: work\n",
}
Opener = Callable[..., Opened]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    root = tmp_path / "ws"
    write(root, dict(FILES))
    return root


def shown(it: Opened) -> None:
    """Bring the panel into sight and up to date."""
    it.action("view.layers").trigger()
    QApplication.processEvents()
    it.settle()
    QApplication.processEvents()


def row(it: Opened, name: str) -> list[str]:
    """The visible texts of a row, without its buttons."""
    labels = it.find(QFrame, f"layer:{name}").findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.text()]


def buttons(it: Opened, name: str) -> list[str]:
    found = it.find(QFrame, f"layer:{name}").findChildren(QToolButton)
    return [each.text() for each in found if each.isVisible()]


def verdict(it: Opened) -> str:
    return it.find(QLabel, "slotLayersVerdict").text()


def press(it: Opened, name: str) -> None:
    it.click(name)
    it.settle()
    QApplication.processEvents()


def menu_texts(it: Opened, name: str) -> list[str]:
    """The commands in a row's menu, opened with the menu key; the menu is closed again."""
    target = it.find(QFrame, f"layer:{name}")
    it.focus(target)
    QTest.keyClick(target, Qt.Key.Key_Menu)
    menu = it.find(QMenu, "layerMenu")
    texts = [action.text() for action in menu.actions()]
    menu.close()
    menu.deleteLater()
    QApplication.processEvents()
    return texts


def choose(it: Opened, name: str, text: str) -> None:
    """Choose a command in a row's menu by keys."""
    target = it.find(QFrame, f"layer:{name}")
    it.focus(target)
    QTest.keyClick(target, Qt.Key.Key_Menu)
    menu = it.find(QMenu, "layerMenu")
    action = next(each for each in menu.actions() if each.text() == text)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    it.settle()
    QApplication.processEvents()


def test_the_way_of_an_override_from_nothing_to_the_trash(
    opener: Opener, house: Path, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = opener(house / "slots/recap.yaml")
    shown(it)
    assert verdict(it) == "Disabled by the default layer: the algorithm's own default is used."
    assert row(it, "app") == ["app", "no file of this slot", "over/recap.yaml"]
    assert row(it, "enabled:default") == ["default", "✓ wins", "false", "line 2"]
    assert buttons(it, "enabled:app") == ["Enable", "Disable"]
    assert buttons(it, "model:default") == ["Open"]
    press(it, "overrideLayer:template:app")
    document = it.front
    assert document.path == house / "over/recap.yaml"
    assert document.text() == "template: |\n  Sum {{day}} up.\n"
    assert not document.path.exists()
    assert it.source.textCursor().blockNumber() == 0
    assert verdict(it) == "Disabled by the default layer: the algorithm's own default is used."
    assert row(it, "template:default")[:3] == ["default", "same value", "Sum {{day}} up."]
    press(it, "enableLayer:enabled:app")
    assert document.text() == "template: |\n  Sum {{day}} up.\nenabled: true\n"
    assert verdict(it) == "✓ Enabled by the app layer with its own template."
    assert it.rendered == "Sum {{day}} up.\n"
    it.action("file.save").trigger()
    assert (house / "over/recap.yaml").read_text() == document.text()
    choose(it, "enabled:app", "Reset")
    assert document.text() == "template: |\n  Sum {{day}} up.\n"
    it.action("edit.undo").trigger()
    assert document.text().endswith("enabled: true\n")
    it.settle()

    def to_trash(path: str) -> tuple[bool, str]:
        Path(path).rename(house / "in the trash")
        return True, ""

    monkeypatch.setattr("editor.session.trash.QFile.moveToTrash", to_trash)
    press(it, "menuLayer:app")
    menu = it.find(QMenu, "layerMenu")
    reset = next(each for each in menu.actions() if each.text().startswith("Reset all"))
    menu.close()
    answers.choices.append(UnsavedChoice.DISCARD)
    reset.trigger()
    it.settle()
    assert not (house / "over/recap.yaml").exists()
    assert (house / "in the trash").read_text() == "template: |\n  Sum {{day}} up.\nenabled: true\n"
    assert it.front.path == house / "slots/recap.yaml"
    shown(it)
    assert row(it, "app")[:2] == ["app", "no file of this slot"]


def test_a_lower_layer_says_who_decides_and_leads_there(
    opener: Opener, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = opener(house / "slots/other.yaml")
    shown(it)
    assert it.notice == "enabled, template: decided by the app layer, not by this file."
    it.take("Go there")
    assert it.front.path == house / "over/other.yaml"
    assert it.notice is None
    shown(it)
    assert row(it, "enabled:default")[:3] == ["default", "same value", "true"]
    assert menu_texts(it, "template:app") == [
        "Open",
        "Pin to the value below",
        "Reset",
        "Compare with the layer below",
    ]
    choose(it, "template:app", "Compare with the layer below")
    assert it.find(QComboBox, "comparisonChoice").currentText() == (
        "template in the app layer, and below"
    )
    choose(it, "app", "Compare with the layer below")
    assert it.find(QComboBox, "comparisonChoice").currentText() == (
        "Layers default and app: as they are written"
    )
    assert it.find(QLabel, "differenceCount").text() == "1 change"
    folders: list[QUrl] = []
    monkeypatch.setattr(
        "editor.ui.window.layer_deeds.QDesktopServices.openUrl", lambda url: folders.append(url)
    )
    press(it, "enableLayer:enabled:runtime")
    choose(it, "runtime", "Compare with the layer below")
    assert it.find(QComboBox, "comparisonChoice").currentText() == (
        "Layers app and runtime: as they are written"
    )
    choose(it, "app", "Open folder")
    assert [Path(url.toLocalFile()) for url in folders] == [house / "over"]
    press(it, "openLayer:template:default")
    assert it.front.path == house / "slots/other.yaml"
    assert it.source.textCursor().blockNumber() == 1


def test_rows_are_walked_by_keys(opener: Opener, house: Path) -> None:
    it = opener(house / "over/other.yaml")
    shown(it)
    it.focus(it.find(QFrame, "layer:default"))
    for name in ("layer:enabled:runtime", "layer:enabled:app"):
        it.press(Qt.Key.Key_Down)
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.objectName() == name
    it.press(Qt.Key.Key_Return)  # the first button: disable
    assert it.front.text() == OURS.replace("true", "false")
    shown(it)
    assert verdict(it) == "Disabled by the app layer: the algorithm's own default is used."
    assert it.front.is_modified()


def test_runtime_values_are_typed_shown_and_saved_with_the_context(
    opener: Opener, house: Path
) -> None:
    it = opener(house / "slots/recap.yaml")
    shown(it)
    press(it, "enableLayer:enabled:runtime")
    assert it.rendered == "Sum {{day}} up.\n"
    assert row(it, "enabled:runtime") == ["runtime", "✓ wins", "true"]
    it.type("top", it.find(QLineEdit, "runtimeKey"))
    press(it, "addRuntime")
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == "runtime:top"
    kind = it.find(QComboBox, "runtime:top:type")
    kind.setCurrentIndex(kind.findText("number"))
    kind.activated.emit(kind.currentIndex())
    value = it.find(QWidget, "runtime:top")
    it.focus(value)
    QTest.keyClick(value, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    it.type("1.50x", value)
    assert any(
        "not a number" in each.text()
        for each in it.find(QWidget, "runtimeLayer").findChildren(QLabel)
        if each.isVisible()
    )
    it.press(Qt.Key.Key_Backspace)
    project = it.window.workbench.project
    assert project is not None
    assert project.runtime_slots("recap") == {"enabled": True, "top": 1.5}
    project.save_context_as("tried")
    assert (house / "contexts/tried.yaml").read_text() == (
        "slots:\n  recap:\n    enabled: true\n    top: 1.50\n"
    )
    shown(it)
    truth = it.find(QComboBox, "runtime:enabled:truth")
    truth.setCurrentText("false")
    truth.textActivated.emit("false")
    it.settle()
    assert verdict(it).startswith("Disabled by the runtime layer")
    press(it, "runtime:enabled:remove")
    assert project.runtime_slots("recap") == {"top": 1.5}
    assert not it.has("runtime:enabled")


def test_steps_show_each_layer_and_switch_it_off(opener: Opener, house: Path) -> None:
    it = opener(house / "over/other.yaml")
    it.action("view.steps").trigger()
    it.settle()
    QApplication.processEvents()
    steps = it.find(QWidget, "stepsView")
    assert steps.isVisible()
    words = [
        next(label.text() for label in it.find(QFrame, f"step:{layer}").findChildren(QLabel)[1:])
        for layer in ("default", "app", "runtime")
    ]
    assert words == [
        "Enabled by the default layer with its own template.",
        "Enabled by the app layer with its own template.",
        "Says nothing of this slot.",
    ]
    assert it.rendered == "Say {{day}}.\n"
    QTest.keyClick(it.find(QFrame, "step:app"), Qt.Key.Key_Space)
    assert it.rendered == "Other"
    bar = it.find(QFrame, "offBar")
    assert bar.isVisible()
    assert not it.find(QCheckBox, "stepOn:app").isChecked()
    it.click("allLayers")
    assert it.rendered == "Say {{day}}.\n"
    assert not bar.isVisible()
    assert it.front.text() == OURS


def test_a_default_that_changed_since_the_override_was_saved_is_told(
    opener: Opener, house: Path
) -> None:
    it = opener(house / "over/other.yaml")
    it.type(" ", it.source)
    it.action("file.save").trigger()
    it.settle()
    assert it.notice is None
    (house / "slots/other.yaml").write_text("enabled: true\ntemplate: New\n")
    it.window.workbench.look_at_disk_now()
    it.settle()
    assert it.notice == "The default has changed since this override was last saved here."
    it.take("Compare")
    assert it.find(QComboBox, "comparisonChoice").currentText() == (
        "Layers default and app: as they are written"
    )
    it.take("Mark as seen")
    assert it.notice is None
    it.settle()
    assert it.notice is None


def test_many_rows_are_laid_out_one_after_the_other(
    opener: Opener, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, deepest = [0], [0]
    before = LayerRowView.resizeEvent

    def noted(view: LayerRowView, event: QResizeEvent) -> None:
        inside[0] += 1
        deepest[0] = max(deepest[0], inside[0])
        before(view, event)
        inside[0] -= 1

    monkeypatch.setattr(LayerRowView, "resizeEvent", noted)
    keys = "".join(f"key{number}: {number}\n" for number in range(12))
    write(house, {"slots/keys.yaml": keys})
    it = opener(house / "slots/keys.yaml")
    shown(it)
    assert row(it, "key11:default")[:2] == ["default", "✓ wins"]
    assert deepest == [1]  # one inside the other, a few hundred overrun the stack
