"""Opening, switching and closing: what `open_window` promises (docs/testing.md)."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QTreeView, QWidget
from shiboken6 import isValid

from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import Answers, Control, Opened, without_count, write

Opener = Callable[..., Opened]
PUBLIC = ("workspaceTree", "documentTabs", "sourceEditor", "preview", "statusBar", "noticeBar")


def tab_names(opened: Opened) -> list[str]:
    tabs = opened.find(QTabBar, "documentTabs")
    return [without_count(tabs.tabText(index)) for index in range(tabs.count())]


def names_given_twice(opened: Opened) -> list[str]:
    names = Counter(
        each.objectName()
        for each in opened.window.findChildren(QObject)
        if each.objectName() and not each.objectName().startswith("qt_")
    )
    return [name for name, count in names.items() if count > 1]


def test_a_file_as_text_or_path_is_open_and_in_front(opener: Opener, tree: Path) -> None:
    for place in (tree / "hello.md", str(tree / "hello.md")):
        opened = opener(place)
        assert opened.window.isVisible()
        assert tab_names(opened) == ["hello.md"]
        assert opened.source.toPlainText() == (tree / "hello.md").read_text()
        assert not opened.source.document().isModified()


def test_several_places_are_opened_in_order_the_last_in_front(opener: Opener, tree: Path) -> None:
    opened = opener(tree, tree / "hello.md", str(tree / "plain.md"))
    assert tab_names(opened) == ["hello.md", "plain.md"]
    assert opened.front.path == tree / "plain.md"
    assert opened.rendered == "Plain text for $who."


def test_a_folder_shows_its_files_and_a_click_opens_one(opener: Opener, tree: Path) -> None:
    opened = opener(str(tree))
    view = opened.find(QTreeView, "workspaceTree")
    model = view.model()
    (group,) = [
        index
        for row in range(model.rowCount())
        if "Prompts" in (index := model.index(row, 0)).data()
    ]
    rows = range(model.rowCount(group))
    names = [without_count(model.index(row, 0, group).data()) for row in rows]
    assert names == ["hello.md", "plain.md"]
    place = view.visualRect(model.index(1, 0, group)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tab_names(opened) == ["plain.md"]


def test_nothing_to_open_shows_the_welcome_page(opener: Opener) -> None:
    opened = opener()
    assert opened.find(QWidget, "welcomePage").isVisible()
    assert not opened.source.isVisible()
    assert tab_names(opened) == []


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside a file"])
def test_what_cannot_be_opened_is_said_in_the_window(
    opener: Opener, tree: Path, beside: bool
) -> None:
    opened = opener(*([tree / "plain.md"] if beside else []), tree / "missing.md")
    assert opened.notice is not None
    assert "missing.md" in opened.notice
    assert "\n" not in opened.notice
    assert tab_names(opened) == (["plain.md"] if beside else [])
    opened.take("Dismiss")
    assert opened.notice is None


def test_a_file_that_is_no_text_is_said_to_be_read_only(opener: Opener, tree: Path) -> None:
    write(tree, {"latin.md": b"caf\xe9 $who\n"})
    opened = opener(tree / "latin.md")
    assert opened.source.isReadOnly()
    assert opened.notice is not None
    assert "line 1, column 4" in opened.notice
    opened.type("x", into=opened.source)
    assert not opened.source.document().isModified()


def test_one_file_has_one_tab_whatever_its_name(opener: Opener, tree: Path) -> None:
    (tree / "alias.md").symlink_to(tree / "plain.md")
    opened = opener(tree / "plain.md", tree / "hello.md", tree / "alias.md")
    assert tab_names(opened) == ["plain.md", "hello.md"]
    assert opened.front.path == tree / "plain.md"


def test_names_stay_unique_and_mean_the_tab_in_front(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    assert names_given_twice(opened) == []
    for name in PUBLIC:
        opened.find(QWidget, name)
    assert opened.has("context:who")
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.front.path == tree / "hello.md"
    assert opened.source.toPlainText() == (tree / "hello.md").read_text()
    assert opened.rendered == "Dear Ada, write about $facet, Calm and kind."
    assert opened.has("context:facet")
    assert opened.has("identity:preferred")
    assert not opened.has("context:who")
    assert names_given_twice(opened) == []
    opened.press(Qt.Key.Key_W, Control)
    assert tab_names(opened) == ["plain.md"]
    assert opened.rendered == "Plain text for $who."
    opened.press(Qt.Key.Key_W, Control)
    assert opened.find(QWidget, "welcomePage").isVisible()
    assert not opened.preview.isVisible()
    assert not opened.has("context:who")
    opened.window.open(tree / "hello.md")
    assert opened.rendered == "Dear Ada, write about $facet, Calm and kind."
    assert opened.has("context:facet")
    assert names_given_twice(opened) == []


def test_the_button_of_a_tab_closes_that_tab(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md", tree / "templates/greeting.md")
    tabs = opened.find(QTabBar, "documentTabs")
    for index, left in ((0, ["plain.md", "greeting.md"]), (1, ["plain.md"]), (0, [])):
        button = tabs.tabButton(index, QTabBar.ButtonPosition.RightSide)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert tab_names(opened) == left
    assert opened.find(QWidget, "welcomePage").isVisible()


def test_the_names_that_are_promised_are_there(opener: Opener, tree: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/testing.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \|$", page, re.MULTILINE)
    assert len(rows) > 10
    soul = "---template---\n- {section: a, role: user, content: x}\n"
    files = {"soul.md": soul, "prompt_slots/s.yaml": "enabled: true\ntemplate: T\n"}
    write(tree, files)
    opened = opener(tree / "hello.md")
    there: dict[str, list[QObject]] = {}
    for front in ("hello.md", *files):
        opened.window.open(tree / front)
        for found in opened.window.findChildren(QObject):
            there.setdefault(found.objectName(), []).append(found)
    filled = {
        "context:<name>": "context:facet",
        "identity:<dotted path>": "identity:preferred",
        "field:<dotted path>": "field:title",
        "section:<index>:<field>": "section:0:content",
        "slot:<key>": "slot:template",
    }
    for names, kinds, more in rows:
        others = re.findall(r"`([a-z]\w+)`", re.split(r"also|with", more, maxsplit=1)[-1])
        others = others if "also" in more or "with" in more else []
        for name in (*re.findall(r"`([^`]+)`", names), *others):
            if name.endswith("Menu") or name == "recoveryDifference":
                continue  # made when it is first wanted
            found_here = there.get(filled.get(name, name), [])
            assert found_here, name
            wanted = re.findall(r"`(\w+)`", kinds) if name not in others else []
            assert not wanted or any(each.inherits(kind) for each in found_here for kind in wanted)


def test_a_tab_opened_again_is_read_from_disk(opener: Opener, answers: Answers, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.type("X", into=opened.source)
    answers.choices = [UnsavedChoice.DISCARD]
    opened.press(Qt.Key.Key_W, Control)
    opened.window.open(tree / "plain.md")
    assert opened.source.toPlainText() == "Plain text for $who.\n"
    assert not opened.source.document().isUndoAvailable()


def test_each_tab_keeps_its_caret_and_its_place(opener: Opener, tree: Path) -> None:
    write(tree, {"long.md": "".join(f"line {n}\n" for n in range(300))})
    opened = opener(tree / "long.md", tree / "plain.md")
    opened.press(Qt.Key.Key_Tab, Control)
    opened.place_caret(200, 3)
    scrolled = opened.source.verticalScrollBar().value()
    assert scrolled > 0
    opened.press(Qt.Key.Key_Tab, Control)
    opened.press(Qt.Key.Key_Tab, Control)
    cursor = opened.source.textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == (200, 3)
    assert opened.source.verticalScrollBar().value() == scrolled


def test_a_closed_window_takes_everything_with_it(opener: Opener, tree: Path) -> None:
    before = set(QApplication.topLevelWidgets())
    opened = opener(tree / "hello.md", tree / "templates/greeting.md")
    opened.type("x", into=opened.source)  # timers run
    workbench, source = opened.window.workbench, opened.source
    opened.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not isValid(source)
    assert not isValid(workbench)
    assert set(QApplication.topLevelWidgets()) <= before


def test_two_windows_do_not_share_files(opener: Opener, tree: Path) -> None:
    one, other = opener(tree / "plain.md"), opener(tree / "plain.md")
    other.type("X", into=other.source)
    assert one.source.toPlainText() == "Plain text for $who.\n"
    assert not one.source.document().isModified()


ALONE = """
import sys
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from editor.app import open_window
assert QApplication.instance() is None
window = open_window(sys.argv[1])
assert QApplication.instance() is not None and window.isVisible()
source = window.findChild(QPlainTextEdit, "sourceEditor")
source.insertPlainText("Hi $preferred, ")
preview = window.findChild(QPlainTextEdit, "preview")
assert preview.toPlainText() == "Hi Ada, Plain text for $who.", preview.toPlainText()
print("returned")
"""
EVENTS = "QApplication.processEvents()\n"
CLOSED = "source.document().setModified(False); window.close(); window.deleteLater()\n"


@pytest.mark.parametrize("rest", ["", EVENTS, CLOSED + EVENTS], ids=["open", "events", "closed"])
def test_a_program_that_opens_a_window_ends_with_0(tree: Path, rest: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE + rest, str(tree / "plain.md")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert (done.returncode, done.stdout) == (0, "returned\n"), done.stderr
    assert "Traceback" not in done.stderr
    assert "QThread" not in done.stderr
