"""The whole window, in each state: names for all controls, texts through `tr`, colours by role.

The commands of all menus come from the table, and every command is in a menu.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QAction, QColor, QKeySequence, QPalette, QTextCharFormat, QTextFormat
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTreeView,
    QWidget,
)

from editor.ui.theme import Theme, ThemeChoice
from editor.ui.window.command_list import menu_titles
from tests.ui.walking import is_part, visible_texts_missing_names
from tests.ui.windowing import Opened, write

Opener = Callable[..., Opened]
State = Callable[[Opener, Path], Opened]
Palettes = dict[int, list[tuple[str, QColor]]]


# --- states of the window -------------------------------------------------------------------------


def welcome(opener: Opener, tree: Path) -> Opened:
    return opener()


def folder(opener: Opener, tree: Path) -> Opened:
    return opener(tree)


def prompt(opener: Opener, tree: Path) -> Opened:
    """A prompt that uses every layer and some code, with the find bar and a notice open."""
    write(
        tree,
        {
            "all.md": '{\n  "title": "T",\n  "priority": 1,\n  "x": true\n}\n'
            "# $facet $name\n\n- $voice_tone *e* **s** `c` <b> https://x.y $$ $greeting\n"
            "$nothing $day\n```python\ndef f(): return 'x' + 1  # why\n```\n"
        },
    )
    opened = opener(tree / "plain.md", tree / "all.md")
    opened.type("sea", into=opened.field("context:facet"))
    opened.action("edit.replace").trigger()
    opened.type("a")
    opened.type("x", into=opened.source)
    (tree / "all.md").write_text("theirs")
    opened.window.workbench.look_at_disk_now()
    assert opened.notice is not None
    opened.settle()
    return opened


def stale(opener: Opener, tree: Path) -> Opened:
    write(tree, {"stale.md": "---\na: [\n---\nBody $x\n"})
    return opener(tree / "stale.md")


def identity(opener: Opener, tree: Path) -> Opened:
    return opener(tree / "config/journal.json")


def no_identity(opener: Opener, tree: Path) -> Opened:
    (tree / "config/journal.json").unlink()
    return opener(tree / "hello.md")


def dark(opener: Opener, tree: Path) -> Opened:
    opened = prompt(opener, tree)
    opened.action("view.theme_dark").trigger()
    opened.settle()
    return opened


STATES = [welcome, folder, prompt, stale, identity, no_identity, dark]
states = pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)


# --- names, texts and colours ---------------------------------------------------------------------


@pytest.mark.usefixtures("translated")
@states
def test_all_has_a_name_every_text_comes_through_tr_and_every_colour_is_a_role(
    state: State, opener: Opener, tree: Path
) -> None:
    opened = state(opener, tree)
    assert visible_texts_missing_names(opened.window) == []
    bare = {f"{where}: {text!r}" for where, text in texts(opened) if is_bare(text, tree)}
    assert bare == set()
    roles = {theme().name_of(role).lower() for role in theme()._roles[ThemeChoice.LIGHT]}
    palettes: Palettes = {}
    wrong = {
        f"{type(widget).__name__} {widget.objectName()}: {where} {color.name()}"
        for widget in [opened.window, *opened.window.findChildren(QWidget)]
        for where, color in colors(widget, palettes)
        if color.alpha() and color.name() not in roles
    }
    assert wrong == set()


# --- colours --------------------------------------------------------------------------------------


def theme() -> Theme:
    application = QApplication.instance()
    assert application is not None
    found = application.findChild(Theme)
    assert isinstance(found, Theme)
    return found


def colors(widget: QWidget, palettes: Palettes) -> Iterator[tuple[str, QColor]]:
    """The colours of a widget; most widgets share their palette with others."""
    palette = widget.palette()
    key = palette.cacheKey()
    if key not in palettes:
        palettes[key] = list(colors_of_palette(palette))
    yield from palettes[key]
    if isinstance(widget, QPlainTextEdit):
        # Copies: a format of a selection goes with it.
        formats = [QTextCharFormat(each.format) for each in widget.extraSelections()]
        block = widget.document().firstBlock()
        while block.isValid():
            formats += [QTextCharFormat(each.format) for each in block.layout().formats()]
            block = block.next()
        kinds = QTextFormat.Property
        for found in formats:
            for kind, brush in (
                (kinds.ForegroundBrush, found.foreground()),
                (kinds.BackgroundBrush, found.background()),
            ):
                if found.hasProperty(kind.value):
                    yield kind.name, brush.color()


def colors_of_palette(palette: QPalette) -> Iterator[tuple[str, QColor]]:
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        for role in QPalette.ColorRole:
            if role in (QPalette.ColorRole.NoRole, QPalette.ColorRole.NColorRoles):
                continue
            brush = palette.brush(group, role)
            if brush.style() is not Qt.BrushStyle.NoBrush:
                yield role.name, brush.color()


def test_the_theme_that_is_chosen_is_used_at_once(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    text = opened.source.palette().color(QPalette.ColorRole.Text).name()
    assert opened.action("view.theme_system").isChecked()
    opened.action("view.theme_dark").trigger()
    opened.window.commands.refresh()
    assert opened.action("view.theme_dark").isChecked()
    assert not opened.action("view.theme_system").isChecked()
    assert opened.source.palette().color(QPalette.ColorRole.Text).name() != text
    opened.action("view.theme_light").trigger()
    assert theme().name_of("text").lower() == "#1f2328"


# --- texts ----------------------------------------------------------------------------------------


class Brackets(QTranslator):
    """Puts every text that is asked for between brackets."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return f"⟦{text}⟧"

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def translated(qapp: QApplication) -> Iterator[None]:
    translator = Brackets()
    assert qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


# Names, values and places of the workspace: they are data, not texts of the program.
DATA = (
    r"\$?\b(?:all|plain|hello|stale|greeting|tone|journal|friday|monday|prompt-workspace)"
    r"\.(?:md|json|yaml)\b",
    r"\$?\b(?:facet|name|preferred|day|nothing|who|x|Facet|Name|Preferred|Day|Who|X)\b",
    r"\b(?:HHMMSS_seconds|YYYYMMDD)\b|\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M \w+",
    r"\b(?:subject|object|possessive|reflexive|pronouns|aliases|bio|timezone|title)\b",
    r"\bemail_addresses\b",
    r"\$?\b(?:[Dd]ay_|[Aa]ctivity_|[Ss]egment_?|[Pp]ronouns[._]?)\w*\b",
    r"\$?\b[Aa]ge\b|\A\$?now\b|: now\Z",
    r"\b(?:friday|monday|config|contexts|templates|voice|sea|stale)\b",
    r"\bUTF-8\b|\bLF\b",
)


def is_bare(text: str, tree: Path) -> bool:
    """Whether a word of `text` is neither translated nor data."""
    rest = text.replace(str(tree), "")
    while rest != (rest := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)):
        pass
    for pattern in DATA:
        rest = re.sub(pattern, "", rest)
    return re.search(r"[^\W\d_]{2}", rest) is not None


def texts(opened: Opened) -> Iterator[tuple[str, str]]:
    """Yield where each text of the window stands, and the text."""
    yield "title", opened.window.windowTitle()
    for widget in opened.window.findChildren(QWidget):
        where = f"{type(widget).__name__} {widget.objectName()}"
        if is_part(widget) and not widget.isVisible():
            continue
        yield f"{where} tip", widget.toolTip()
        yield f"{where} name", widget.accessibleName()
        if isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            yield f"{where} hint", widget.placeholderText()
        if isinstance(widget, QMenu):
            yield where, widget.title()
        if isinstance(widget, QComboBox):
            yield from ((where, widget.itemText(index)) for index in range(widget.count()))
        if isinstance(widget, QTreeView):
            model = widget.model()
            yield from ((where, str(model.index(n, 0).data())) for n in range(model.rowCount()))
    for action in opened.window.findChildren(QAction):
        yield f"action {action.objectName()}", action.text()


def test_the_search_for_bare_texts_finds_them(tree: Path) -> None:
    for text in ("Save", "⟦Save⟧ now", f"{tree} saved", "hello.md is gone", "⟦a ⟦b⟧⟧ Ok"):
        assert is_bare(text, tree)
    for text in ("", "×", "⟦a ⟦b⟧ c⟧ · ●", f"{tree}/hello.md", "$facet", "1 · ⟦x⟧"):
        assert not is_bare(text, tree)


# --- commands -------------------------------------------------------------------------------------


def menus(opened: Opened) -> list[QMenu]:
    return [action.menu() for action in opened.window.menuBar().actions()]


def test_menus_and_shortcuts_are_those_of_the_table(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    actions = {
        each.objectName(): each
        for each in opened.window.findChildren(QAction)
        # Fields and panels bring actions of their own; those of commands have a dot.
        if "." in each.objectName()
    }
    in_menus = [
        each.objectName()
        for menu in menus(opened)
        for each in menu.actions()
        if not each.isSeparator()
    ]
    assert sorted(in_menus) == sorted(actions)
    assert len(in_menus) == len(set(in_menus))
    assert [menu.title() for menu in menus(opened)] == [title for _, title in menu_titles()]
    for name, action in actions.items():
        assert re.fullmatch(r"[a-z]+\.[a-z_0-9]+", name)
        assert action.text()


def test_no_shortcut_has_two_meanings(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    seen: dict[str, str] = {}
    for action in opened.window.findChildren(QAction):
        for shortcut in action.shortcuts():
            key = shortcut.toString(QKeySequence.SequenceFormat.PortableText)
            assert seen.setdefault(key, action.objectName()) == action.objectName()
    assert seen["Ctrl+S"] == "file.save"
    assert seen["Ctrl+Z"] == "edit.undo"


def test_access_keys_of_a_menu_are_its_own(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    for menu in [opened.window.menuBar(), *menus(opened)]:
        keys = [
            found[1].lower()
            for each in menu.actions()
            if (found := re.search(r"(?<!&)&([^&])", each.text()))
        ]
        assert len(keys) == len(set(keys)), menu.actions()[0].text()


def test_without_a_file_its_commands_cannot_be_used(opener: Opener, tree: Path) -> None:
    opened = opener()
    for name in ("file.save", "file.save_as", "file.close", "edit.find", "go.next_tab"):
        assert not opened.action(name).isEnabled()
    assert opened.action("file.open").isEnabled()
    opened.window.open(tree / "hello.md")
    assert opened.action("file.save").isEnabled()
