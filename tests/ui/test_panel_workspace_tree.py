"""The workspace tree: groups, folders, marks, and what opens by click and by key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.icons import Icons
from editor.ui.panels.workspace_model import BADGES, Badges
from editor.ui.panels.workspace_tree import TreeFile, WorkspaceTree
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets.badge_delegate import BadgeDelegate
from editor.ui.widgets.panel_title import PanelTitle

ROOT = Path("/w")


def file(name: str, kind: str = "prompt", detail: str = "") -> TreeFile:
    return TreeFile(ROOT / name, name, kind, detail)


FILES = (
    file("prompts/daily.md", detail="generator"),
    file("prompts/helper.md", detail="agent"),
    file("prompts/plain.md"),
    file("prompts/routines/north/harbour.md"),
    file("prompts/routines/week.md"),
    file("souls/host.md", "soul"),
    file("souls/watch.json", "soul"),
    file("templates/intro.md", "template"),
    file("voice/tone.md", "variable"),
    file("contexts/friday.yaml", "context"),
    file("samples.yaml", "samples"),
    file("config/journal.json", "identity"),
    file("prompt-workspace.yaml", "workspace"),
)
ROWS = [
    "Prompts",
    "  daily.md",
    "  helper.md",
    "  plain.md",
    "  routines",
    "    north",
    "      harbour.md",
    "    week.md",
    "Templates",
    "  intro.md",
    "Souls",
    "  host.md",
    "  watch.json",
    "Variables",
    "  tone.md",
    "Contexts",
    "  friday.yaml",
    "Samples of souls",
    "Identity",
    "Workspace file",
]


@pytest.fixture
def tree(qtbot: QtBot, icons: Icons) -> WorkspaceTree:
    made = WorkspaceTree(icons)
    qtbot.addWidget(made)
    made.resize(300, 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def full(tree: WorkspaceTree) -> WorkspaceTree:
    tree.show_files("/w", FILES)
    return tree


def view(tree: WorkspaceTree) -> QTreeView:
    found = tree.findChild(QTreeView, "workspaceTree")
    assert found is not None
    return found


def nodes(tree: WorkspaceTree, only_visible: bool = False) -> Iterator[tuple[str, QModelIndex]]:
    """Every node's text, indented by its depth, and its index."""

    def below(parent: QModelIndex, depth: int) -> Iterator[tuple[str, QModelIndex]]:
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            yield "  " * depth + str(index.data()), index
            if not only_visible or view(tree).isExpanded(index):
                yield from below(index, depth + 1)

    model = view(tree).model()
    yield from below(QModelIndex(), 0)


def rows(tree: WorkspaceTree) -> list[str]:
    return [text for text, _ in nodes(tree)]


def visible(tree: WorkspaceTree) -> list[str]:
    return [text for text, _ in nodes(tree, only_visible=True)]


def node(tree: WorkspaceTree, text: str) -> QModelIndex:
    return next(index for found, index in nodes(tree) if found.strip() == text)


def place(tree: WorkspaceTree, text: str) -> QPoint:
    return view(tree).visualRect(node(tree, text)).center()


def opened(tree: WorkspaceTree) -> list[Path]:
    told: list[Path] = []
    tree.open_requested.connect(told.append)
    return told


def test_files_stand_under_their_kind_and_shared_folders_are_left_out(full: WorkspaceTree) -> None:
    assert rows(full) == visible(full) == ROWS
    title = full.findChild(PanelTitle)
    assert title is not None
    assert title.toolTip() == "/w"


def test_only_groups_that_have_files_are_shown(tree: WorkspaceTree) -> None:
    tree.show_files("/w", (file("a.md"), file("b.txt", "text"), file("t/x.md", "template")))
    assert rows(tree) == ["Prompts", "  a.md", "Templates", "  x.md"]


def test_two_files_of_a_kind_that_has_one_stand_in_a_group(tree: WorkspaceTree) -> None:
    tree.show_files("/w", (file("a/journal.json", "identity"), file("b/j.json", "identity")))
    assert rows(tree) == ["Identity", "  a", "    journal.json", "  b", "    j.json"]


def test_an_empty_workspace_says_what_appears_here(tree: WorkspaceTree) -> None:
    assert not view(tree).isVisible()
    tree.show_files("/w", FILES)
    assert view(tree).isVisible()
    tree.show_files("/w", ())
    assert not view(tree).isVisible()


def test_a_click_opens_a_file_and_toggles_a_folder(qtbot: QtBot, full: WorkspaceTree) -> None:
    told = opened(full)
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(view(full).viewport(), left, pos=place(full, "week.md"))
    assert told == [ROOT / "prompts/routines/week.md"]
    qtbot.mouseClick(view(full).viewport(), left, pos=place(full, "routines"))
    assert "    week.md" not in visible(full)
    qtbot.mouseClick(view(full).viewport(), left, pos=place(full, "routines"))
    assert visible(full) == ROWS
    assert len(told) == 1


def test_a_double_click_opens_once(qtbot: QtBot, full: WorkspaceTree) -> None:
    told = opened(full)
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(view(full).viewport(), left, pos=place(full, "Identity"))
    qtbot.mouseDClick(view(full).viewport(), left, pos=place(full, "Identity"))
    assert told == [ROOT / "config/journal.json"]


def test_everything_can_be_done_by_keys(qtbot: QtBot, full: WorkspaceTree) -> None:
    told = opened(full)
    keys = view(full)
    keys.setCurrentIndex(node(full, "Prompts"))
    qtbot.keyClick(keys, Qt.Key.Key_Down)
    assert told == []
    qtbot.keyClick(keys, Qt.Key.Key_Return)
    qtbot.keyClick(keys, Qt.Key.Key_Down)
    qtbot.keyClick(keys, Qt.Key.Key_Enter)
    assert told == [ROOT / "prompts/daily.md", ROOT / "prompts/helper.md"]
    qtbot.keyClick(keys, Qt.Key.Key_Home)
    qtbot.keyClick(keys, Qt.Key.Key_Return)
    assert visible(full)[:2] == ["Prompts", "Templates"]
    qtbot.keyClick(keys, Qt.Key.Key_Right)
    assert visible(full) == ROWS
    qtbot.keyClicks(keys, "tone")
    qtbot.keyClick(keys, Qt.Key.Key_Return)
    assert told[2:] == [ROOT / "voice/tone.md"]


def test_folders_and_selection_stay_when_files_are_shown_again(full: WorkspaceTree) -> None:
    view(full).setExpanded(node(full, "north"), False)
    view(full).setExpanded(node(full, "Templates"), False)
    full.show_current(ROOT / "voice/tone.md")
    told = opened(full)
    full.show_files("/w", (*FILES, file("prompts/zebra.md")))
    expected = [row for row in ROWS if row not in ("      harbour.md", "  intro.md")]
    expected.insert(expected.index("Templates"), "  zebra.md")
    assert visible(full) == expected
    assert view(full).currentIndex().data() == "tone.md"
    full.show_files("/w", tuple(found for found in FILES if found.kind != "variable"))
    assert not view(full).selectionModel().hasSelection()
    assert told == []


def test_the_same_files_change_nothing(full: WorkspaceTree) -> None:
    index = view(full).model().index(0, 0)
    full.show_files("/w", tuple(FILES))
    assert index == view(full).model().index(0, 0)
    assert rows(full) == ROWS


def test_the_file_in_front_is_selected_and_its_folders_open(full: WorkspaceTree) -> None:
    view(full).collapseAll()
    told = opened(full)
    full.show_current(ROOT / "prompts/routines/north/harbour.md")
    assert "      harbour.md" in visible(full)
    assert [index.data() for index in view(full).selectedIndexes()] == ["harbour.md"]
    for nothing in (None, ROOT / "elsewhere.md"):
        full.show_current(nothing)
        assert view(full).selectedIndexes() == []
    assert told == []


def test_modified_files_are_marked_also_after_the_files_change(full: WorkspaceTree) -> None:
    full.show_modified(frozenset({ROOT / "prompts/plain.md", ROOT / "config/journal.json"}))
    marked = [row for row in rows(full) if "●" in row]
    assert marked == ["  plain.md ●", "Identity ●"]
    spoken = node(full, "plain.md ●").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "plain.md, modified"
    full.show_files("/w", FILES[2:])
    assert [row for row in rows(full) if "●" in row] == marked
    full.show_modified(frozenset({ROOT / "voice/tone.md"}))
    assert [row for row in rows(full) if "●" in row] == ["  tone.md ●"]


def test_every_kind_has_its_icon_in_the_colour_of_the_theme(
    full: WorkspaceTree, icons: Icons, theme: Theme
) -> None:
    expected = {
        "daily.md": "generator",
        "helper.md": "agent",
        "plain.md": "prompt",
        "routines": "folder",
        "intro.md": "template",
        "tone.md": "variables",
        "friday.yaml": "context",
        "Identity": "identity",
        "Workspace file": "file",
    }
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme.choose(choice)
        for text, name in expected.items():
            shown = node(full, text).data(Qt.ItemDataRole.DecorationRole)
            assert shown.cacheKey() == icons.icon(name).cacheKey()


def test_two_thousand_files_begin_with_closed_folders(tree: WorkspaceTree) -> None:
    many = tuple(file(f"p/{number // 100:02}/{number:04}.md") for number in range(2000))
    tree.show_files("/w", many)
    assert len(rows(tree)) == 1 + 20 + 2000
    assert visible(tree) == ["Prompts", *(f"  {number:02}" for number in range(20))]
    tree.show_current(ROOT / "p/19/1999.md")
    assert view(tree).currentIndex().data() == "1999.md"


# Slots: one node for all files of one, with badges, and filters.


def slot(name: str, layers: str) -> TreeFile:
    default, app = ROOT / f"d/{name}.yaml", ROOT / f"a/{name}.yaml"
    paths = {"both": (app, default), "default": (default, app), "app": (app,)}[layers]
    known = f"a/{name}.yaml" if layers == "app" else f"d/{name}.yaml"
    return TreeFile(
        paths[0], known, "slot", label=name, others=paths[1:], overridden=layers != "default"
    )


SLOTS = (file("a.md"), slot("one", "default"), slot("two", "both"), slot("three", "app"))


def tick(tree: WorkspaceTree, name: str) -> None:
    action = tree.findChild(QAction, name)
    assert action is not None
    action.trigger()


def shown_rows(tree: WorkspaceTree) -> list[str]:
    return [
        text.strip()
        for text, index in nodes(tree)
        if not view(tree).isRowHidden(index.row(), index.parent())
    ]


def test_a_slot_is_one_node_that_all_its_files_lead_to(qtbot: QtBot, tree: WorkspaceTree) -> None:
    tree.show_files("/w", SLOTS)
    assert rows(tree) == ["Prompts", "  a.md", "Slots", "  one", "  two", "  three"]
    tree.show_badges(
        {ROOT / "a/two.yaml": Badges(("off", "both"), "disabled, both layers")}, frozenset()
    )
    index = node(tree, "two")
    assert index.data(BADGES) == ("off", "both")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "two, disabled, both layers"
    for path in (ROOT / "a/two.yaml", ROOT / "d/two.yaml"):
        tree.show_current(path)
        assert view(tree).currentIndex() == index
    tree.show_modified(frozenset((ROOT / "d/two.yaml",)))
    tree.show_problems({ROOT / "a/two.yaml": 1, ROOT / "d/two.yaml": 2})
    assert index.data() == "two ● 3"
    told = opened(tree)
    where = view(tree).visualRect(index).center()
    qtbot.mouseClick(view(tree).viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert told == [ROOT / "a/two.yaml"]


def test_slots_are_filtered(tree: WorkspaceTree) -> None:
    button = tree.findChild(QWidget, "slotFilter")
    assert button is not None
    tree.show_files("/w", FILES)
    assert not button.isVisible()
    tree.show_files("/w", SLOTS)
    assert button.isVisible()
    tree.show_badges({}, frozenset((ROOT / "a/two.yaml",)))
    tick(tree, "filterOverridden")
    assert shown_rows(tree) == ["Prompts", "a.md", "Slots (2 of 3)", "two", "three"]
    tick(tree, "filterBroken")
    assert shown_rows(tree) == ["Prompts", "a.md", "Slots (1 of 3)", "two"]
    tick(tree, "filterOverridden")
    tree.show_badges({}, frozenset((ROOT / "d/one.yaml",)))
    assert shown_rows(tree) == ["Prompts", "a.md", "Slots (1 of 3)", "one"]
    tree.show_files("/w", SLOTS[:3])
    assert shown_rows(tree) == ["Prompts", "a.md", "Slots (1 of 2)", "one"]
    tick(tree, "filterBroken")
    assert shown_rows(tree) == ["Prompts", "a.md", "Slots", "one", "two"]


def test_badges_leave_room_for_the_name(tree: WorkspaceTree) -> None:
    long = "a_name_that_is_much_longer_than_the_tree_is_wide_for_sure"
    tree.show_files("/w", (slot(long, "both"),))
    tree.show_badges({ROOT / f"a/{long}.yaml": Badges(("broken", "both"), "")}, frozenset())
    tree.resize(180, 300)
    delegate = view(tree).itemDelegate()
    assert isinstance(delegate, BadgeDelegate)
    option = QStyleOptionViewItem()
    option.initFrom(view(tree))
    option.widget = view(tree)
    option.rect = view(tree).visualRect(node(tree, long))
    delegate.initStyleOption(option, node(tree, long))
    assert option.text.endswith("…")
    assert len(option.text) > 4
