"""The window by keyboard alone: tabs, places, the order of Tab."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeView, QWidget

from tests.ui.windowing import Answers, Control, Opened, Shift, write

Opener = Callable[..., Opened]


def focused() -> str:
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""


def test_ctrl_1_2_3_go_to_tree_source_and_preview(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    for key, name in (
        (Qt.Key.Key_1, "workspaceTree"),
        (Qt.Key.Key_3, "preview"),
        (Qt.Key.Key_2, "sourceEditor"),
    ):
        opened.press(key, Control)
        assert focused() == name


def test_enter_in_the_tree_opens_a_file(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.press(Qt.Key.Key_1, Control)
    view = opened.find(QTreeView, "workspaceTree")
    assert view.currentIndex().data() == "hello.md"  # the file in front is the current one
    opened.press(Qt.Key.Key_Down)
    opened.press(Qt.Key.Key_Return)
    assert opened.front.path == tree / "plain.md"
    assert focused() == "sourceEditor"


def test_ctrl_tab_and_page_keys_go_round_the_tabs(opener: Opener, tree: Path) -> None:
    names = ["hello.md", "plain.md", "templates/greeting.md"]
    opened = opener(*(tree / name for name in names))
    seen = []
    for _ in names:
        opened.press(Qt.Key.Key_Tab, Control)
        seen.append(opened.front.path)
    assert seen == [tree / name for name in names]
    opened.press(Qt.Key.Key_Tab, Control | Shift)
    assert opened.front.path == tree / names[1]
    opened.press(Qt.Key.Key_PageUp, Control)
    assert opened.front.path == tree / names[0]
    opened.press(Qt.Key.Key_PageDown, Control)
    assert opened.front.path == tree / names[1]
    assert focused() == "sourceEditor"


def test_ctrl_tab_works_from_a_field_and_types_no_tab(opener: Opener, tree: Path) -> None:
    write(tree, {"other.md": "$facet"})
    opened = opener(tree / "other.md", tree / "hello.md")
    opened.focus(opened.field("context:facet"))
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.front.path == tree / "other.md"
    assert opened.rendered == "$facet"


def test_tab_indents_in_the_source_and_walks_from_field_to_field(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md")
    opened.caret_to_end()
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Tab)
    assert opened.source.toPlainText().endswith("\n\t")
    opened.press(Qt.Key.Key_Backspace)
    opened.focus(opened.find(QWidget, "panelContextChoice"))
    walked = [focused()]
    for _ in range(60):
        opened.press(Qt.Key.Key_Tab)
        walked.append(focused())
        if walked[-1] == "context:facet":
            break
    places = ["panelContextChoice", "context:facet"]
    assert [name for name in walked if name in places] == places


def test_every_control_can_be_reached_by_tab(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.action("edit.replace").trigger()
    start = QApplication.focusWidget()
    assert start is not None
    walked = set()
    widget = start.nextInFocusChain()
    while widget is not start:
        walked.add(widget.objectName())
        widget = widget.nextInFocusChain()
    walked.add(start.objectName())
    wanted = {
        *("workspaceTree", "documentTabs", "sourceEditor", "preview", "tints", "contextChoice"),
        *("panelContextChoice", "copyAs"),
        *("findField", "replaceField", "context:facet", "identity:preferred"),
    }
    assert wanted <= walked


def test_new_and_open_by_keys(opener: Opener, answers: Answers, tree: Path) -> None:
    opened = opener(tree)
    answers.open = [None, tree / "hello.md"]
    opened.press(Qt.Key.Key_O, Control)
    assert opened.find(QWidget, "welcomePage").isVisible()
    opened.press(Qt.Key.Key_O, Control)
    assert opened.front.path == tree / "hello.md"
    opened.press(Qt.Key.Key_N, Control)
    assert opened.front.path is None
    assert focused() == "sourceEditor"
    answers.folder = [tree / "templates"]
    opened.press(Qt.Key.Key_O, Control | Shift)
    project = opened.window.workbench.project
    assert project is not None
    assert project.root == tree


def test_the_welcome_page_opens_the_sample_workspace(opener: Opener, tmp_path: Path) -> None:
    opened = opener()
    opened.focus(opened.find(QWidget, "welcomeSample"))
    opened.press(Qt.Key.Key_Space)
    project = opened.window.workbench.project
    assert project is not None
    assert project.root == tmp_path / "home/data/sample_prompts"
    assert (project.root / "prompts").is_dir()
