"""Every view of the window: names for all controls, texts through `tr`, colours by role only."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from editor.ui.icons import Icons
from editor.ui.panels.context_panel import ContextField, ContextPanel
from editor.ui.panels.identity_panel import IdentityField, IdentityPanel
from editor.ui.panels.workspace_tree import TreeFile, WorkspaceTree
from editor.ui.preview.legend import Legend
from editor.ui.status import Status, StatusBar
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.welcome import WelcomePage
from editor.ui.widgets.find_bar import FindBar
from editor.ui.widgets.notice_bar import Notice, NoticeAction, NoticeBar
from tests.ui.walking import visible_texts_missing_names

UI = Path(__file__).resolve().parents[2] / "editor" / "ui"

# --- the widgets ----------------------------------------------------------------------------------


def tree(theme: Theme, icons: Icons) -> QWidget:
    shown = WorkspaceTree(icons)
    shown.show_files("/w", (TreeFile(Path("/w/a.md"), "a.md", "prompt"),))
    return shown


def context(theme: Theme, icons: Icons) -> QWidget:
    shown = ContextPanel()
    shown.show_contexts(("review",), "review")
    shown.show_fields(
        (
            ContextField("day", "Friday", "set", uses=1),
            ContextField("notes", "a\nb", "set", uses=1),
            ContextField("now", None, "derived", hint="today", uses=1),
        )
    )
    return shown


def identity(theme: Theme, icons: Icons) -> QWidget:
    shown = IdentityPanel()
    shown.show_fields(
        (
            IdentityField("name", ("name", "Name"), "Ada"),
            IdentityField("bio", ("bio",), "a\nb", editable=False, note="an alias"),
        )
    )
    return shown


def identity_missing(theme: Theme, icons: Icons) -> QWidget:
    shown = IdentityPanel()
    shown.show_missing()
    return shown


def legend(theme: Theme, icons: Icons) -> QWidget:
    return Legend(theme)


def welcome(theme: Theme, icons: Icons) -> QWidget:
    shown = WelcomePage(icons)
    shown.show_recent(("/a", "/b"))
    return shown


def status(theme: Theme, icons: Icons) -> QWidget:
    shown = StatusBar()
    shown.show_status(Status(1, 2, "generator", 214, 310, "UTF-8", "LF", "saved", 14, 9))
    return shown


def find(theme: Theme, icons: Icons) -> QWidget:
    return FindBar()


def notice(theme: Theme, icons: Icons) -> QWidget:
    shown = NoticeBar()
    shown.show_notice(Notice("k", "Something.", actions=(NoticeAction("Do it", shown.hide),)))
    return shown


VIEWS = [
    tree,
    context,
    identity,
    identity_missing,
    legend,
    welcome,
    status,
    find,
    notice,
]
View = Callable[[Theme, Icons], QWidget]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_every_control_has_a_name_and_no_name_is_given_twice(
    view: View, qtbot: QtBot, theme: Theme, icons: Icons
) -> None:
    shown = view(theme, icons)
    qtbot.addWidget(shown)
    shown.show()
    assert visible_texts_missing_names(shown) == []


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_a_view_fits_into_a_narrow_panel(
    view: View, qtbot: QtBot, theme: Theme, icons: Icons
) -> None:
    if view in (find, notice):
        return
    shown = view(theme, icons)
    qtbot.addWidget(shown)
    shown.show()
    assert shown.minimumSizeHint().width() <= 320


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_a_view_looks_as_if_built_in_the_theme_it_is_switched_to(
    view: View, qtbot: QtBot, qapp: QApplication, theme: Theme, icons: Icons
) -> None:
    shown = view(theme, icons)
    qtbot.addWidget(shown)
    light = grabbed(shown)
    theme.choose(ThemeChoice.DARK)
    built_dark = view(theme, icons)
    qtbot.addWidget(built_dark)
    assert grabbed(shown).toImage() == grabbed(built_dark).toImage() != light.toImage()


def grabbed(shown: QWidget) -> QPixmap:
    shown.resize(480, 320)
    shown.show()
    # No control has the focus, whichever window is active.
    shown.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    shown.setFocus()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    return shown.grab()


def test_the_walk_finds_what_it_looks_for(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    layout = QVBoxLayout(root)
    for made in (QLineEdit(), QPushButton(), QPushButton("Named"), QPushButton("Twice")):
        layout.addWidget(made)
        made.setObjectName("same")
    found = visible_texts_missing_names(root)
    assert [line.split(":")[0] for line in found] == [
        "no accessible name",
        "no accessible name",
        "object name given 4 times",
    ]


# --- the source -----------------------------------------------------------------------------------

SHOWS_TEXT = {
    "setText",
    "setPlaceholderText",
    "setToolTip",
    "setStatusTip",
    "setWindowTitle",
    "setAccessibleName",
    "setAccessibleDescription",
    "setTitle",
    "addAction",
    "addItem",
    "addMenu",
    "addTab",
    "QAction",
    "QCheckBox",
    "QGroupBox",
    "QLabel",
    "QPushButton",
    "QRadioButton",
    "PanelTitle",
    "TickBox",
}
TRANSLATES = {"tr", "translate"}
COLORS = re.compile(r"#(?:[0-9a-fA-F]{3,4}){1,2}\b|\brgba?\(")
Rule = Callable[[ast.Module], Iterator[str]]


def visible_text_goes_through_tr(tree: ast.Module) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and called(call) in SHOWS_TEXT:
            for text in (found for given in call.args for found in bare_texts(given)):
                yield f"line {call.lineno}: {text!r} is shown without tr"


def colours_come_from_roles(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "QColor" and node.args:
            yield f"line {node.lineno}: a colour is made here; ask the theme for a role"
        if isinstance(node, ast.Attribute) and node.attr != "transparent":
            inside = node.value
            name = inside.attr if isinstance(inside, ast.Attribute) else getattr(inside, "id", "")
            if name == "GlobalColor":
                yield f"line {node.lineno}: {node.attr} is no role"
        written = node.value if isinstance(node, ast.Constant) else None
        if isinstance(written, str) and COLORS.search(written):
            yield f"line {node.lineno}: {written!r} names a colour; name a role"


def called(call: ast.Call) -> str:
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def bare_texts(node: ast.expr) -> Iterator[str]:
    """Texts with a word in them that reach a person untranslated; the parts of calls do not."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if re.search(r"[^\W\d_]{2}", node.value):
            yield node.value
    elif isinstance(node, ast.Call):
        if called(node) not in TRANSLATES and isinstance(node.func, ast.Attribute):
            yield from bare_texts(node.func.value)
    elif isinstance(node, ast.IfExp):
        yield from (found for side in (node.body, node.orelse) for found in bare_texts(side))
    elif isinstance(node, ast.JoinedStr | ast.BoolOp):
        yield from (found for part in node.values for found in bare_texts(part))
    elif isinstance(node, ast.BinOp):
        yield from (found for part in (node.left, node.right) for found in bare_texts(part))


def breaches(rule: Rule, *spared: str) -> list[str]:
    return [
        f"{path.relative_to(UI)}: {said}"
        for path in sorted(UI.rglob("*.py"))
        if path.name not in spared
        for said in rule(ast.parse(path.read_text("utf-8")))
    ]


def test_every_visible_text_goes_through_tr() -> None:
    assert breaches(visible_text_goes_through_tr) == []


def test_only_the_theme_makes_colours() -> None:
    assert breaches(colours_come_from_roles, "theme.py") == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (visible_text_goes_through_tr, "label.setText('Not found')"),
        (visible_text_goes_through_tr, "label.setText(f'{n} words')"),
        (visible_text_goes_through_tr, "label.setText('{} words'.format(n))"),
        (visible_text_goes_through_tr, "label.setText('Yes' if on else '')"),
        (visible_text_goes_through_tr, "label.setText(found or 'None')"),
        (visible_text_goes_through_tr, "label.setText(self.tr('It') + ' is')"),
        (visible_text_goes_through_tr, "QtWidgets.QLabel('Name', parent)"),
        (colours_come_from_roles, "QColor('red')"),
        (colours_come_from_roles, "QtGui.QColor(1, 2, 3)"),
        (colours_come_from_roles, "Qt.GlobalColor.black"),
        (colours_come_from_roles, "w.setStyleSheet('color: #fff')"),
        (colours_come_from_roles, "w.setStyleSheet(f'color: rgb({r}, 2, 3)')"),
    ],
)
def test_a_breach_is_caught(rule: Rule, code: str) -> None:
    assert list(rule(ast.parse(code)))


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (visible_text_goes_through_tr, "label.setText(self.tr('Found'))"),
        (visible_text_goes_through_tr, "label.setText(self.tr('{0} found').format(n))"),
        (visible_text_goes_through_tr, "label.setText(QCoreApplication.translate('c', 'Found'))"),
        (visible_text_goes_through_tr, "label.setText('×')"),
        (visible_text_goes_through_tr, "label.setText(f'${name} · {path}')"),
        (visible_text_goes_through_tr, "label.setObjectName('sourceEditor')"),
        (colours_come_from_roles, "pixmap.fill(Qt.GlobalColor.transparent)"),
        (colours_come_from_roles, "theme.color('context.text')"),
        (colours_come_from_roles, "issue = 'see #12'"),
    ],
)
def test_an_honest_line_passes(rule: Rule, code: str) -> None:
    assert list(rule(ast.parse(code))) == []
