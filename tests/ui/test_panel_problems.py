"""The problems panel with its feed and marks: real documents, keys, clicks and files."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QListView,
    QMenu,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from editor.core.diagnostics import Severity
from editor.core.spans import Position, Span
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.problems import Problem, Problems
from editor.session.surveying import Surveying
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.ui.icons import Icons
from editor.ui.panels.problem_delegate import ProblemDelegate
from editor.ui.panels.problems_panel import ProblemsPanel
from editor.ui.panels.workspace_tree import TreeFile, WorkspaceTree
from editor.ui.tabs import DocumentTabs
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.panel_title import TITLE_HEIGHT
from editor.ui.widgets.problem_marks import ProblemMarks
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.count_feed import CountFeed
from editor.ui.window.problems_feed import ProblemsFeed
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import write

FILES: dict[str, str | bytes] = {
    "config/journal.json": '{"identity": {"name": "Ada"}}',
    "templates/preamble.md": "About $nme.\n",
    "hello.md": "One $nme\n$day\n\n$nobody_at_all\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
    "fine.md": "Nothing but $preamble.\n",
}
Key = Qt.Key
Alt = Qt.KeyboardModifier.AltModifier


class Desk(QWidget):
    """A source editor over a problems panel, joined as in the window."""

    def __init__(self, root: Path, theme: Theme, icons: Icons, qtbot: QtBot) -> None:
        super().__init__()
        self.root = root
        self._qtbot = qtbot
        self.workbench = Workbench(
            Documents(), Watcher(), lambda: datetime(2026, 2, 3, tzinfo=UTC), self
        )
        self.surveying = Surveying(self.workbench, self)
        self.problems = Problems(self.workbench, self.surveying, self)
        self.source = SourceEditor(theme, self)
        self.tabs = DocumentTabs(icons, self)
        self.tree = WorkspaceTree(icons, self)
        self.panel = ProblemsPanel(icons, self)
        self.marks = ProblemMarks(self.source, theme)
        self.feed = ProblemsFeed(self.problems, self.panel, self.source, self.marks)
        self.counts = CountFeed(self.workbench, self.surveying, self.problems, self.tree, self.tabs)
        self.failures: list[str] = []
        layout = QVBoxLayout(self)
        for widget in (self.tabs, self.source, self.panel):
            layout.addWidget(widget)
        self.tree.setFixedSize(240, 200)
        self.feed.open_requested.connect(self.open_path)
        self.feed.wants_front.connect(self.bring)
        self.feed.failed.connect(self.failures.append)
        self.marks.changed.connect(self.draw)

    def open_path(self, path: Path) -> None:
        self.bring(self.workbench.open(path))

    def bring(self, document: Document) -> None:
        if document not in self.tabs.documents():
            self.tabs.add(document)
        self.tabs.bring_to_front(document)
        self.workbench.bring_to_front(document)
        self.source.show_document(document)
        self.feed.show(document, None)

    def draw(self) -> None:
        self.source.show_marks(self.marks.selections())

    def open(self, name: str) -> Document:
        self.open_path(self.root / name)
        self.surveying.finish()
        document = self.workbench.front
        assert document is not None
        return document

    def wait(self) -> None:
        """Let the event loop run until all is looked at and shown."""
        self._qtbot.waitUntil(self.is_settled, timeout=5000)

    def is_settled(self) -> bool:
        return self.surveying.is_up_to_date and not self.feed._rest.isActive()

    @property
    def view(self) -> QListView:
        found = self.findChild(QListView, "problemsList")
        assert found is not None
        return found

    def button(self, name: str) -> QToolButton:
        found = self.findChild(QToolButton, name)
        assert found is not None
        return found

    def click(self, name: str) -> None:
        QTest.mouseClick(self.button(name), Qt.MouseButton.LeftButton)

    @property
    def title(self) -> str:
        label = self.panel.findChild(QLabel)
        assert label is not None
        return label.text()

    @property
    def note(self) -> str | None:
        """What stands in place of the list, or None."""
        labels = self.panel.findChildren(QLabel)
        seen = [each.text() for each in labels if each.isVisible() and each is not labels[0]]
        return seen[0] if seen else None

    def index(self, row: int) -> QModelIndex:
        return self.view.model().index(row, 0)

    def said(self) -> list[str]:
        """What a screen reader says of each row."""
        role = Qt.ItemDataRole.AccessibleTextRole
        rows = self.view.model().rowCount()
        return [str(self.index(row).data(role)) for row in range(rows)]

    def places(self) -> list[str]:
        """The place of each row, and its kind."""
        return [
            f"{each.name}:{each.position.line} {each.code}"
            for row in range(self.view.model().rowCount())
            if isinstance(each := self.index(row).data(Qt.ItemDataRole.UserRole), Problem)
        ]

    def select(self, row: int) -> None:
        self.view.setFocus()
        self.view.setCurrentIndex(self.index(row))

    def link(self, row: int) -> QPoint:
        """The middle of the fix of a row."""
        view = self.view
        delegate = view.itemDelegate()
        assert isinstance(delegate, ProblemDelegate)
        option = view.option_of(self.index(row))  # type: ignore[attr-defined]  # the view is found by name
        return delegate.link_rect(option, self.index(row)).center()

    @property
    def menu(self) -> list[QAction]:
        found = self.panel.findChild(QMenu)
        assert found is not None
        assert found.isVisible()
        return [each for each in found.actions() if not each.isSeparator()]

    def choose(self, text: str) -> None:
        """Take an entry of the menu by keys."""
        menu = self.panel.findChild(QMenu)
        assert menu is not None
        for _ in range(20):
            active = menu.activeAction()
            if active is not None and active.text() == text:
                QTest.keyClick(menu, Key.Key_Return)
                return
            QTest.keyClick(menu, Key.Key_Down)
        raise AssertionError(f"no entry {text}")

    @property
    def selected(self) -> str:
        return self.source.textCursor().selectedText()


@pytest.fixture
def desk(tmp_path: Path, theme: Theme, icons: Icons, qtbot: QtBot) -> Iterator[Desk]:
    write(tmp_path / "ws", FILES)
    made = Desk(tmp_path / "ws", theme, icons, qtbot)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    made.surveying.shutdown()
    made.source.show_document(None)
    made.hide()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


HELLO = [
    "hello.md:1 unresolved-variable",
    "hello.md:2 runtime-variable",
    "hello.md:4 unresolved-variable",
    "hello.md:5 conflict-markers",
]


def test_problems_of_the_file_in_front_are_told_apart_in_words(desk: Desk) -> None:
    desk.open("hello.md")
    assert desk.places() == HELLO
    assert desk.title == "PROBLEMS 3"
    assert [each.split(":")[0] for each in desk.said()] == [
        "Warning, Unresolved variable",
        "Information, Run-time variable",
        "Warning, Unresolved variable",
        "Warning, Conflict markers",
    ]
    first = desk.said()[0]
    assert "hello.md, line 1" in first
    assert "Did you mean $name?" in first
    assert "Fix: Use $name" in first


def test_a_file_without_problems_says_so(desk: Desk) -> None:
    desk.open("fine.md")
    assert (desk.title, desk.note) == ("PROBLEMS", "No problems in this file.")
    assert not desk.view.isVisible()
    desk.open("hello.md")
    assert desk.note is None


def test_all_files_are_shown_when_asked(desk: Desk) -> None:
    desk.open("hello.md")
    desk.click("problemsAllFiles")
    assert desk.places() == [*HELLO, "templates/preamble.md:1 unresolved-variable"]
    assert desk.title == "PROBLEMS 4"
    desk.open("fine.md")
    assert len(desk.places()) == 5
    desk.click("problemsThisFile")
    assert desk.places() == []


def test_informations_can_be_left_out(desk: Desk) -> None:
    desk.open("hello.md")
    desk.click("problemsInformations")
    assert desk.places() == [each for each in HELLO if "runtime" not in each]
    document = desk.open("fine.md")
    document.replace_text("$day")
    desk.wait()
    assert desk.note == "No problems in this file. One information is not shown."
    desk.click("problemsInformations")
    assert desk.places() == ["fine.md:1 runtime-variable"]
    assert desk.title == "PROBLEMS"


def test_typing_changes_the_list_a_moment_later(desk: Desk) -> None:
    desk.open("fine.md")
    desk.source.setFocus()
    QTest.keyClicks(desk.source, "$oops ")
    desk.wait()
    assert desk.places() == ["fine.md:1 unresolved-variable"]
    for _ in range(6):
        QTest.keyClick(desk.source, Key.Key_Backspace)
    desk.wait()
    assert desk.note == "No problems in this file."


def test_enter_and_double_click_go_to_the_place(desk: Desk) -> None:
    desk.open("hello.md")
    desk.select(2)
    assert desk.selected == ""
    QTest.keyClick(desk.view, Key.Key_Return)
    assert desk.selected == "$nobody_at_all"
    assert desk.source.hasFocus()
    middle = desk.view.visualRect(desk.index(0)).center()
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseDClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert desk.selected == "$nme"


def test_a_place_in_another_file_opens_it(desk: Desk) -> None:
    desk.open("hello.md")
    desk.click("problemsAllFiles")
    desk.select(4)
    QTest.keyClick(desk.view, Key.Key_Enter)
    front = desk.workbench.front
    assert front is not None
    assert front.path == desk.root / "templates/preamble.md"
    assert desk.selected == "$nme"
    assert not front.is_modified()


def test_a_place_behind_wide_characters_is_exact(desk: Desk) -> None:
    document = desk.open("fine.md")
    document.replace_text("\U0001f600 é\u0301\r\n\U0001f600\U0001f600$nobody_here\r\n")
    desk.wait()
    desk.select(0)
    QTest.keyClick(desk.view, Key.Key_Return)
    assert desk.selected == "$nobody_here"


def test_keys_step_through_the_problems_of_the_file(desk: Desk) -> None:
    desk.open("hello.md")
    desk.source.setFocus()
    seen = []
    for _ in range(5):
        desk.feed.next_problem()
        seen.append((desk.selected, desk.view.currentIndex().row()))
    names = ["$nme", "$day", "$nobody_at_all", "<<<<<<< ours"]
    assert seen == [*zip(names, range(4), strict=True), ("$nme", 0)]
    desk.feed.previous_problem()
    assert desk.selected == "<<<<<<< ours"
    desk.feed.previous_problem()
    assert desk.selected == "$nobody_at_all"
    desk.click("problemsInformations")
    desk.feed.previous_problem()
    assert desk.selected == "$nme"


def test_stepping_through_no_problems_does_nothing(desk: Desk) -> None:
    desk.open("fine.md")
    desk.feed.next_problem()
    desk.feed.previous_problem()
    assert not desk.feed.has_problems()
    assert desk.selected == ""


def test_several_fixes_are_offered_by_a_menu(desk: Desk) -> None:
    document = desk.open("hello.md")
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.link(0))
    assert [each.text() for each in desk.menu] == ["Use $name", "Keep it as text: write $$nme"]
    desk.choose("Use $name")
    assert document.text().startswith("One $name\n$day")
    desk.wait()
    assert desk.places() == HELLO[1:]
    assert desk.title == "PROBLEMS 2"
    document.undo()
    assert document.text() == FILES["hello.md"]
    assert not document.is_modified()


def test_a_click_on_the_only_fix_makes_it(desk: Desk) -> None:
    document = desk.open("hello.md")
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.link(2))
    assert "\n$$nobody_at_all\n" in document.text()
    assert document.is_modified()


def test_a_click_beside_the_fix_only_selects(desk: Desk) -> None:
    document = desk.open("hello.md")
    beside = desk.view.visualRect(desk.index(2)).center()
    beside.setX(40)
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert desk.view.currentIndex().row() == 2
    assert document.text() == FILES["hello.md"]


def test_the_menu_of_a_row_by_keys_fixes_goes_and_copies(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.select(0)
    QTest.keyClick(desk.view, Key.Key_Return, Alt)
    desk.choose("Keep it as text: write $$nme")
    assert document.text().startswith("One $$nme\n")
    document.undo()
    desk.wait()
    desk.select(0)
    for text in ("Go to the place", "Copy the message"):
        desk.view.customContextMenuRequested.emit(desk.view.visualRect(desk.index(0)).center())
        desk.choose(text)
    assert desk.selected == "$nme"
    assert QGuiApplication.clipboard().text().startswith("Nothing defines $nme")


def test_a_fix_of_another_file_opens_it_and_leaves_it_unsaved(desk: Desk) -> None:
    desk.open("fine.md")
    desk.click("problemsAllFiles")
    row = desk.places().index("templates/preamble.md:1 unresolved-variable")
    desk.select(row)
    QTest.keyClick(desk.view, Key.Key_Return, Alt)
    desk.choose("Use $name")
    front = desk.workbench.front
    assert front is not None
    assert (front.text(), front.is_modified()) == ("About $name.\n", True)
    assert (desk.root / "templates/preamble.md").read_text() == FILES["templates/preamble.md"]


def test_a_fix_of_a_changed_text_is_refused(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.source.setFocus()
    QTest.keyClicks(desk.source, "x")
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.link(2))
    assert document.text() == f"x{FILES['hello.md']}"
    assert len(desk.failures) == 1


def test_the_selection_stays_when_the_text_above_changes(desk: Desk) -> None:
    desk.open("hello.md")
    desk.select(2)
    desk.source.setFocus()
    QTest.keyClick(desk.source, Key.Key_Return)
    desk.wait()
    assert desk.places()[desk.view.currentIndex().row()] == "hello.md:5 unresolved-variable"


def test_folded_only_the_title_is_left(desk: Desk) -> None:
    desk.open("hello.md")
    desk.click("problemsFold")
    assert desk.panel.is_collapsed
    assert not desk.view.isVisible()
    assert desk.panel.maximumHeight() == TITLE_HEIGHT
    assert desk.title == "PROBLEMS 3"
    desk.panel.focus_list()
    assert desk.view.isVisible()
    assert desk.view.hasFocus()
    assert desk.view.currentIndex().row() == 0


def test_numbers_stand_in_tabs_and_tree(desk: Desk) -> None:
    desk.tree.show_files(
        str(desk.root),
        tuple(TreeFile(desk.root / n, n, "prompt") for n in ("hello.md", "fine.md")),
    )
    hello = desk.open("hello.md")
    fine = desk.open("fine.md")
    texts = [desk.tabs.tabText(index) for index in range(desk.tabs.count())]
    assert texts == ["hello.md 3", "fine.md"]
    assert desk.tabs.tabToolTip(0) == f"{desk.root / 'hello.md'}\n3 problems"
    assert desk.tabs.tabToolTip(1) == str(desk.root / "fine.md")
    assert tree_rows(desk.tree) == [("hello.md 3", "hello.md, 3 problems"), ("fine.md", "fine.md")]
    desk.tree.show_modified(frozenset({desk.root / "hello.md"}))
    assert tree_rows(desk.tree)[0] == ("hello.md ● 3", "hello.md, modified, 3 problems")
    fine.replace_text("$oops")
    hello.replace_text("fine")
    desk.wait()
    assert tree_rows(desk.tree) == [
        ("hello.md ●", "hello.md, modified"),
        ("fine.md 1", "fine.md, 1 problem"),
    ]
    assert desk.tabs.tabText(1) == "fine.md ● 1"


def tree_rows(tree: WorkspaceTree) -> list[tuple[str, str]]:
    model = tree._model
    group = model.index(0, 0)
    indexes = [model.index(row, 0, group) for row in range(model.rowCount(group))]
    role = Qt.ItemDataRole.AccessibleTextRole
    return [(str(each.data()), str(each.data(role))) for each in indexes]


def test_every_control_has_a_name(desk: Desk) -> None:
    desk.open("hello.md")
    assert visible_texts_missing_names(desk.panel) == []


def many(count: int) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            Path(f"/w/{row % 50}.md"),
            f"{row % 50}.md",
            Span(row, row + 1),
            Position(row + 1, 1),
            Severity.WARNING,
            "unresolved-variable",
            f"Nothing defines $name_{row}.",
            (),
            "",
        )
        for row in range(count)
    )


def test_five_thousand_problems_paint_only_what_is_in_sight(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[int] = []
    original: Callable[..., None] = ProblemDelegate.paint

    def counting(self: ProblemDelegate, *given: object) -> None:
        painted.append(1)
        original(self, *given)

    monkeypatch.setattr(ProblemDelegate, "paint", counting)
    desk.panel.show_problems(many(5000))
    desk.view.scrollToBottom()
    QApplication.processEvents()
    assert desk.title == "PROBLEMS 5000"
    assert 0 < len(painted) < 200


# --- marks in the source --------------------------------------------------------------------------


def underlines(desk: Desk) -> list[tuple[str, QTextCharFormat.UnderlineStyle]]:
    """The underlined texts that the source draws now."""
    none = QTextCharFormat.UnderlineStyle.NoUnderline
    drawn: list[QTextEdit.ExtraSelection] = desk.source.extraSelections()
    return [
        (each.cursor.selectedText(), each.format.underlineStyle())
        for each in drawn
        if each.format.underlineStyle() != none
    ]


WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline
DOTS = QTextCharFormat.UnderlineStyle.DotLine


def test_problems_are_underlined_but_for_what_the_highlighter_marks(desk: Desk) -> None:
    desk.open("hello.md")
    assert underlines(desk) == [("<<<<<<< ours", WAVE)]


def test_marks_count_characters_as_people_do_and_stay_in_their_line(desk: Desk) -> None:
    document = desk.open("fine.md")
    document.replace_text(
        '{\n"\U0001f600": 1, "title": {\n"a": 1\n}\n}\n\U0001f600\u200b.\n${ x }\n'
    )
    desk.wait()
    assert underlines(desk) == [
        ('"\U0001f600"', DOTS),
        ("{", WAVE),
        ("\u200b", DOTS),
        ("${ x }", DOTS),
    ]


def test_a_fault_at_the_end_of_a_line_is_seen(desk: Desk) -> None:
    document = desk.open("fine.md")
    document.replace_text('{\n"title":\n')
    desk.wait()
    assert all(text for text, _ in underlines(desk))
    (problem,) = desk.problems.of(document)
    assert problem.code == "invalid-frontmatter"


def test_marks_follow_the_text_until_it_is_checked_again(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.source.setFocus()
    QTest.keyClick(desk.source, Key.Key_Return)
    desk.draw()
    assert underlines(desk) == [("<<<<<<< ours", WAVE)]
    block = document.qdocument.findBlockByNumber(5)
    desk.source.go_to(block.position())
    QTest.keyClicks(desk.source, "x")
    desk.draw()
    assert underlines(desk) == []


def test_only_lines_in_sight_are_marked(desk: Desk) -> None:
    document = desk.open("fine.md")
    document.replace_text("${ x }\n" * 2000)
    desk.wait()
    assert 0 < len(underlines(desk)) < 100
    desk.source.verticalScrollBar().setValue(1000)
    lines = [
        each.cursor.block().blockNumber()
        for each in desk.source.extraSelections()
        if each.format.underlineStyle() == DOTS
    ]
    assert lines == list(range(1000, 1000 + len(lines)))
    assert len(lines) < 100


def test_marks_have_the_colours_of_the_theme(desk: Desk, theme: Theme) -> None:
    desk.open("hello.md")
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        theme.choose(choice)
        colors = [
            each.format.underlineColor()
            for each in desk.source.extraSelections()
            if each.format.underlineStyle() == WAVE
        ]
        assert colors == [theme.color("warning")]


def test_another_file_has_its_own_marks(desk: Desk) -> None:
    desk.open("hello.md")
    desk.open("fine.md")
    assert underlines(desk) == []
    desk.open("hello.md")
    assert underlines(desk) == [("<<<<<<< ours", WAVE)]
