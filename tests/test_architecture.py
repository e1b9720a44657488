"""Holds CONTRIBUTING.md's rules on the source: who imports whom, and what nobody writes."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "editor"

CORE, FORMATS, STORAGE, WORKSPACE = (
    f"editor.{room}" for room in ("core", "formats", "storage", "workspace")
)
SESSION, UI, PATHS = "editor.session", "editor.ui", "editor.paths"
SHARED_UI = ("editor.ui.widgets", "editor.ui.theme", "editor.ui.icons")
FLOORS_BELOW_WINDOW = (CORE, FORMATS, STORAGE, WORKSPACE, PATHS)

# The table of floors: a module under the name on the left imports only from those on the right
# (a module of its own room it may always import, as long as no circle comes of it). The longest
# name that fits a module counts.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "editor": (CORE, FORMATS, STORAGE, WORKSPACE),
    "editor.__main__": ("editor.cli",),
    PATHS: (),
    CORE: (),
    FORMATS: (CORE,),
    STORAGE: (CORE,),
    WORKSPACE: (CORE, FORMATS, STORAGE, PATHS),
    SESSION: FLOORS_BELOW_WINDOW,
    "editor.ui.theme": (CORE, PATHS),
    "editor.ui.icons": (CORE, PATHS, "editor.ui.theme"),
    "editor.ui.widgets": (CORE, SESSION, *SHARED_UI),
    UI: (CORE, SESSION, *SHARED_UI),
    "editor.ui.window": (CORE, SESSION, UI),
    "editor.cli": (*FLOORS_BELOW_WINDOW, "editor.app"),
    "editor.app": (*FLOORS_BELOW_WINDOW, SESSION, UI),
}

ALL_QT = ("PySide6", "shiboken6")
MAY_IMPORT_QT: dict[str, tuple[str, ...]] = {
    "editor": (),
    SESSION: ("PySide6.QtCore", "PySide6.QtGui"),
    UI: ALL_QT,
    "editor.app": ALL_QT,
    "editor.cli": ALL_QT,
}

# What may be imported inside a function: slow to load and not needed at every start.
HEAVY = ("pygments", "pathspec", "yaml")
ONLY_LATE: dict[str, tuple[str, ...]] = {"editor.cli": ("editor.app", *ALL_QT)}
LATE: dict[str, tuple[str, ...]] = {
    "editor": HEAVY,
    "editor.cli": (*HEAVY, *ONLY_LATE["editor.cli"]),
}

HEARS_CONTENTS_CHANGED = ("editor.session.document", "editor.ui.widgets.sliced_highlighter")
COUNTS_UTF_16 = "editor.session.qtext"
RICH_TEXT_VIEW = "editor.ui.preview.formatted"
TURNED_BY_THE_WHEEL = {
    *("QComboBox", "QFontComboBox", "QTabBar", "QTabWidget", "QSlider", "QDial", "QSpinBox"),
    *("QDoubleSpinBox", "QDateEdit", "QTimeEdit", "QDateTimeEdit", "QAbstractSpinBox"),
}
QUIET_CONTROLS = ("editor.ui.widgets.quiet_combo", "editor.ui.widgets.tabbed")
ASKS = ("is_file", "is_dir", "is_symlink", "exists")
MOST_LINES = 400


@dataclass(frozen=True)
class Import:
    """One imported module: its full name, its line, and whether a function or class holds it."""

    name: str
    line: int
    late: bool


@dataclass(frozen=True)
class Module:
    """The source of one module of the package."""

    name: str
    text: str
    known: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @cached_property
    def imports(self) -> list[Import]:
        return list(self._imports(self.tree, late=False))

    def _imports(self, node: ast.AST, *, late: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(alias.name, child.lineno, late)
            elif isinstance(child, ast.ImportFrom):
                for name in self._from(child):
                    yield Import(name, child.lineno, late)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                yield from self._imports(child, late=late or inside)

    def _from(self, node: ast.ImportFrom) -> set[str]:
        """The modules that `from X import a, b` names: X.a where that is a module, else X."""
        base = "." * node.level + (node.module or "")
        dotted = {f"{base}.{alias.name}" for alias in node.names}
        modules = {name for name in dotted if name in self.known or base == "PySide6"}
        return modules if len(modules) == len(dotted) else modules | {base}


def under(name: str, roots: Iterable[str]) -> bool:
    return any(name == root or name.startswith(root + ".") for root in roots)


def entry(table: dict[str, tuple[str, ...]], module: str) -> str:
    """The longest name of a table that the module is or lies under; `editor` fits all."""
    return max((key for key in table if under(module, [key])), key=len)


def room(module: str) -> tuple[str, ...]:
    """The names under which a module's neighbours lie: its floor, or in `ui` its folder there."""
    floor = entry(MAY_IMPORT, module)
    if floor == "editor":
        return ()
    if floor != UI:
        return (floor,)
    return (".".join(module.split(".")[:3]),)


# --- the rules: each yields a sentence for every breach -------------------------------------------


def a_module_imports_only_from_the_floors_below(module: Module) -> Iterator[str]:
    allowed = MAY_IMPORT[entry(MAY_IMPORT, module.name)]
    for found in module.imports:
        ours = under(found.name, ["editor"])
        if ours and not under(found.name, (*allowed, *room(module.name))):
            yield f"line {found.line}: {module.name} may not import {found.name}"


def qt_stays_on_its_floors(module: Module) -> Iterator[str]:
    allowed = MAY_IMPORT_QT[entry(MAY_IMPORT_QT, module.name)]
    for found in module.imports:
        if under(found.name, ALL_QT) and not under(found.name, allowed):
            yield f"line {found.line}: {module.name} may not import {found.name}"


def imports_are_absolute_and_at_the_top(module: Module) -> Iterator[str]:
    floor = entry(LATE, module.name)
    may_be_late, only_late = LATE[floor], ONLY_LATE.get(floor, ())
    for found in module.imports:
        if found.name.startswith("."):
            yield f"line {found.line}: write the import of {found.name} absolutely"
        if found.late and not under(found.name, may_be_late):
            yield f"line {found.line}: the import of {found.name} belongs at the top of the file"
        if not found.late and under(found.name, only_late):
            yield f"line {found.line}: import {found.name} only where the window is opened"


def no_lambda_or_partial_is_connected(module: Module) -> Iterator[str]:
    for call in calls(module):
        if called(call) == "connect" and any(map(keeps_its_owner, call.args)):
            yield f"line {call.lineno}: connect a bound method; this keeps its owner alive"


def a_signal_carries_no_dict_or_list(module: Module) -> Iterator[str]:
    for call in calls(module):
        if called(call) != "Signal":
            continue
        for given in call.args:
            plain = given.value if isinstance(given, ast.Subscript) else given
            if isinstance(plain, ast.Name) and plain.id in {"dict", "list"}:
                yield f"line {call.lineno}: Qt converts a {plain.id}; use object and a dataclass"


def a_signal_carries_no_str(module: Module) -> Iterator[str]:
    """PySide drops a first U+FEFF and half pairs of a `str`, and swaps bytes behind U+FFFE."""
    for call in calls(module):
        if called(call) == "Signal":
            for given in call.args:
                if isinstance(given, ast.Name) and given.id == "str":
                    yield f"line {call.lineno}: a str may arrive as another one; use object"


def text_is_shown_by_plain_text_widgets(module: Module) -> Iterator[str]:
    if module.name == RICH_TEXT_VIEW:
        return
    allowed = {
        id(node.value)
        for node in module.nodes
        if isinstance(node, ast.Attribute) and node.attr == "ExtraSelection"
    }
    for node in module.nodes:
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in {"QTextEdit", "QTextBrowser"} and id(node) not in allowed:
            yield f"line {node.lineno}: {name} is slow on long texts; use QPlainTextEdit"


def the_wheel_passes_over_every_control(module: Module) -> Iterator[str]:
    """Case 48: a control that Qt turns by the wheel is made once, with the wheel let through."""
    made = [each.func for each in calls(module)]
    classes = [each for each in module.nodes if isinstance(each, ast.ClassDef)]
    bases = [base for each in classes for base in each.bases]
    for node in made if module.name in QUIET_CONTROLS else [*made, *bases]:
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if name in TURNED_BY_THE_WHEEL:
            yield f"line {node.lineno}: the wheel changes a {name}; use one of {QUIET_CONTROLS}"


def nobody_listens_to_mere_colouring(module: Module) -> Iterator[str]:
    """`contentsChanged` comes after highlighting too; two hear it, each with a guard."""
    if module.name in HEARS_CONTENTS_CHANGED:
        return
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr == "contentsChanged":
            yield f"line {node.lineno}: listen to contentsChange, or to the document or its preview"


def utf_16_is_counted_in_one_place(module: Module) -> Iterator[str]:
    if module.name == COUNTS_UTF_16 or not under(module.name, (SESSION, UI)):
        return
    for node in module.nodes:
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and value.lower().replace("_", "-").startswith("utf-16"):
            yield f"line {node.lineno}: count UTF-16 with {COUNTS_UTF_16}"


def asking_for_a_file_never_raises(module: Module) -> Iterator[str]:
    """`Path.is_file` and its kin raise in a folder that may not be looked into."""
    for call in calls(module):
        ask, has_arguments = call.func, bool(call.args or call.keywords)
        if not isinstance(ask, ast.Attribute) or ask.attr not in ASKS or has_arguments:
            continue
        if not (isinstance(ask.value, ast.Name) and ask.value.id == "entry"):
            yield f"line {call.lineno}: ask os.path, or catch the error of an entry"


def only_the_command_prints(module: Module) -> Iterator[str]:
    if not under(module.name, ["editor.cli"]):
        for call in calls(module):
            if isinstance(call.func, ast.Name) and call.func.id == "print":
                yield f"line {call.lineno}: only the command prints"


def only_the_app_asks_for_the_application(module: Module) -> Iterator[str]:
    if module.name != "editor.app":
        for call in calls(module):
            if isinstance(call.func, ast.Attribute) and call.func.attr == "instance":
                yield f"line {call.lineno}: take what you need through the constructor"


def a_module_fits_in_the_head(module: Module) -> Iterator[str]:
    lines = module.text.count("\n")
    if lines > MOST_LINES:
        yield f"{lines} lines; is a room missing?"


def a_module_says_what_it_is_for(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield "the first lines are no docstring"


def calls(module: Module) -> Iterator[ast.Call]:
    return (node for node in module.nodes if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def keeps_its_owner(slot: ast.expr) -> bool:
    return isinstance(slot, ast.Lambda) or (
        isinstance(slot, ast.Call) and called(slot) == "partial"
    )


def circles(modules: Iterable[Module]) -> list[list[str]]:
    """Groups of modules that import each other, late imports and imports for types included."""
    graph = {module.name: {found.name for found in module.imports} for module in modules}
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        todo = [start]
        while todo:
            fresh = {name for name in graph[todo.pop()] if name in graph} - seen
            seen |= fresh
            todo.extend(fresh)
        reach[start] = seen
    in_circle = [name for name in graph if name in reach[name]]
    groups = {
        tuple(sorted(other for other in in_circle if other in reach[name] and name in reach[other]))
        for name in in_circle
    }
    return sorted(list(group) for group in groups)


# --- the house ------------------------------------------------------------------------------------


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.fixture(scope="module")
def house() -> list[Module]:
    """The modules of the package, read and parsed once for all rules."""
    paths = sorted(PACKAGE.rglob("*.py"))
    known = frozenset(dotted(path) for path in paths)
    return [Module(dotted(path), path.read_text("utf-8"), known) for path in paths]


Rule = Callable[[Module], Iterator[str]]
RULES: list[Rule] = [
    a_module_imports_only_from_the_floors_below,
    qt_stays_on_its_floors,
    imports_are_absolute_and_at_the_top,
    no_lambda_or_partial_is_connected,
    a_signal_carries_no_dict_or_list,
    a_signal_carries_no_str,
    text_is_shown_by_plain_text_widgets,
    the_wheel_passes_over_every_control,
    nobody_listens_to_mere_colouring,
    utf_16_is_counted_in_one_place,
    asking_for_a_file_never_raises,
    only_the_command_prints,
    only_the_app_asks_for_the_application,
    a_module_fits_in_the_head,
    a_module_says_what_it_is_for,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rule(rule: Rule, house: list[Module]) -> None:
    breaches = [f"{module.name}: {said}" for module in house for said in rule(module)]
    assert not breaches, "\n".join([rule.__name__.replace("_", " "), *breaches])


def test_no_modules_import_each_other_in_a_circle(house: list[Module]) -> None:
    assert circles(house) == []


def test_every_folder_of_the_package_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []


# --- the rules themselves: who breaks one is caught, an honest neighbour is not -------------------

FLOORS = a_module_imports_only_from_the_floors_below
TOP = imports_are_absolute_and_at_the_top
ONE, TWO = "import os\n", '"""What it is for."""\n'
BREACHES: list[tuple[Rule, str, str]] = [
    (FLOORS, "editor.core.spans", "import editor.storage"),
    (FLOORS, "editor.formats.prompt", "from editor.storage import textfile"),
    (FLOORS, "editor.workspace.index", "from editor.session.document import Document"),
    (FLOORS, "editor.session.live", "def late():\n    from editor.ui.window import Window"),
    (FLOORS, "editor.ui.panels.context", "from editor.ui.preview.view import Preview"),
    (FLOORS, "editor.ui.dialogs", "from editor.workspace.config import Config"),
    (FLOORS, "editor.ui.window", "from editor.app import open_window"),
    (FLOORS, "editor.workspace.loaders", "from editor import load_prompt"),
    (qt_stays_on_its_floors, "editor.core.tokens", "from PySide6.QtCore import QObject"),
    (qt_stays_on_its_floors, "editor.workspace.index", "import PySide6.QtCore"),
    (qt_stays_on_its_floors, "editor.storage.saving", "from PySide6 import QtCore"),
    (qt_stays_on_its_floors, "editor", "def f():\n    import PySide6"),
    (qt_stays_on_its_floors, "editor.session.live", "from PySide6.QtWidgets import QWidget"),
    (qt_stays_on_its_floors, "editor.session.live", "from PySide6 import QtGui, QtWidgets"),
    (TOP, "editor.core.edits", "from . import spans"),
    (TOP, "editor.core.edits", "from .spans import Span"),
    (TOP, "editor.core.edits", "def f():\n    from editor.core.spans import Span"),
    (TOP, "editor.core.edits", "class C:\n    import json"),
    (TOP, "editor.cli", "from editor.app import open_window"),
    (TOP, "editor.cli.check", "from PySide6.QtWidgets import QApplication"),
    (no_lambda_or_partial_is_connected, "editor.app", "a.saved.connect(lambda: b.close())"),
    (no_lambda_or_partial_is_connected, "editor.app", "a.saved.connect(partial(b.show, 1))"),
    (
        no_lambda_or_partial_is_connected,
        "editor.ui.window",
        "a.saved.connect(functools.partial(b.show, 1), QUEUED)",
    ),
    (a_signal_carries_no_dict_or_list, "editor.session.live", "saved = Signal(dict)"),
    (a_signal_carries_no_dict_or_list, "editor.session.live", "saved = QtCore.Signal(str, list)"),
    (a_signal_carries_no_dict_or_list, "editor.session.live", "saved = Signal(list[str])"),
    (a_signal_carries_no_str, "editor.ui.widgets.field", "edited = Signal(int, str)"),
    (text_is_shown_by_plain_text_widgets, "editor.ui.dialogs", "QTextEdit(parent)"),
    (text_is_shown_by_plain_text_widgets, "editor.ui.dialogs", "class V(QtWidgets.QTextEdit): ..."),
    (text_is_shown_by_plain_text_widgets, "editor.ui.dialogs", "view: QTextBrowser"),
    (the_wheel_passes_over_every_control, "editor.ui.tabs", "class Tabs(QTabBar): ..."),
    (the_wheel_passes_over_every_control, "editor.ui.tabs", "QtWidgets.QDoubleSpinBox(self)"),
    (the_wheel_passes_over_every_control, QUIET_CONTROLS[0], "QComboBox(self)"),
    (
        nobody_listens_to_mere_colouring,
        "editor.ui.preview.view",
        "text.contentsChanged.connect(self.keep)",
    ),
    (utf_16_is_counted_in_one_place, "editor.ui.widgets.field", "n = len(t.encode('utf-16-le'))"),
    (utf_16_is_counted_in_one_place, "editor.session.search", "b.decode('UTF_16')"),
    (asking_for_a_file_never_raises, "editor.workspace.slots", "path.is_file()"),
    (asking_for_a_file_never_raises, "editor.ui.window", "Path(folder).exists()"),
    (only_the_command_prints, "editor.workspace.index", "print(1)"),
    (only_the_app_asks_for_the_application, "editor.ui.window", "QApplication.instance()"),
    (a_module_fits_in_the_head, "editor.core.spans", ONE * (MOST_LINES + 1)),
    (a_module_says_what_it_is_for, "editor.core.spans", ONE + TWO),
    (a_module_says_what_it_is_for, "editor.core", ""),
]
HONEST: list[tuple[Rule, str, str]] = [
    (FLOORS, "editor.core.edits", "import editor.core.spans"),
    (
        FLOORS,
        "editor.ui.panels.context",
        "from editor.ui.widgets.chip import Chip\nfrom editor.core.layers import Lookup",
    ),
    (
        FLOORS,
        "editor.ui.preview.view",
        "from editor.ui.preview.margin import Margin\nfrom editor.ui.theme import Theme",
    ),
    (FLOORS, "editor.cli", "def main():\n    from editor.app import open_window"),
    (qt_stays_on_its_floors, "editor.session.live", "from PySide6 import QtCore, QtGui"),
    (qt_stays_on_its_floors, "editor.ui.window", "from PySide6.QtWidgets import QWidget"),
    (TOP, "editor.core.tree", "def f():\n    import yaml"),
    (TOP, "editor.cli", "def main():\n    from editor.app import open_window"),
    (no_lambda_or_partial_is_connected, "editor.app", "a.saved.connect(b.show)\nf(lambda: 1)"),
    (a_signal_carries_no_dict_or_list, "editor.session.live", "saved = Signal(object)"),
    (the_wheel_passes_over_every_control, QUIET_CONTROLS[0], "class C(QComboBox): ..."),
    (the_wheel_passes_over_every_control, "editor.ui.tabs", "x = QTabBar.ButtonPosition.LeftSide"),
    (a_signal_carries_no_str, "editor.session.live", "saved = Signal(object, int)"),
    (
        text_is_shown_by_plain_text_widgets,
        "editor.ui.dialogs",
        "from PySide6.QtWidgets import QTextEdit\nmark = QTextEdit.ExtraSelection()",
    ),
    (text_is_shown_by_plain_text_widgets, RICH_TEXT_VIEW, "QTextEdit(parent)"),
    (
        nobody_listens_to_mere_colouring,
        HEARS_CONTENTS_CHANGED[0],
        "text.contentsChanged.connect(self.look)",
    ),
    (
        nobody_listens_to_mere_colouring,
        "editor.ui.preview.view",
        "text.contentsChange.connect(self.keep)",
    ),
    (utf_16_is_counted_in_one_place, COUNTS_UTF_16, "n = len(t.encode('utf-16-le'))"),
    (utf_16_is_counted_in_one_place, "editor.storage.textfile", "names = ('utf-16-le',)"),
    (asking_for_a_file_never_raises, "editor.ui.window", "os.path.isfile(path)"),
    (asking_for_a_file_never_raises, "editor.workspace.discovery", "entry.is_dir()"),
    (only_the_command_prints, "editor.cli.check", "print(1)"),
    (only_the_app_asks_for_the_application, "editor.app", "QApplication.instance()"),
    (a_module_fits_in_the_head, "editor.core.spans", ONE * MOST_LINES),
    (a_module_says_what_it_is_for, "editor.core.spans", TWO + ONE),
]


def described(case: object) -> str:
    return case.__name__ if callable(case) else str(case).splitlines()[0][:60] if case else "empty"


@pytest.mark.parametrize(("rule", "name", "text"), BREACHES, ids=described)
def test_a_breach_is_caught(rule: Rule, name: str, text: str) -> None:
    assert list(rule(Module(name, text)))


@pytest.mark.parametrize(("rule", "name", "text"), HONEST, ids=described)
def test_an_honest_module_passes(rule: Rule, name: str, text: str) -> None:
    assert list(rule(Module(name, text))) == []


def test_every_rule_has_a_breach_and_an_honest_neighbour() -> None:
    assert {rule for rule, _, _ in BREACHES} == {rule for rule, _, _ in HONEST} == set(RULES)


def test_a_circle_is_caught_even_through_late_imports_and_longer_ways() -> None:
    known = frozenset(f"editor.core.{name}" for name in "abcd")
    modules = [
        Module("editor.core.a", "from editor.core import b", known),
        Module("editor.core.b", "def f():\n    from editor.core.c import C", known),
        Module("editor.core.c", "if TYPE_CHECKING:\n    import editor.core.a", known),
        Module("editor.core.d", "from editor.core import a, b", known),
    ]
    assert circles(modules) == [["editor.core.a", "editor.core.b", "editor.core.c"]]


# --- without Qt -----------------------------------------------------------------------------------

WITHOUT_QT = """
import sys
sys.modules["PySide6"] = None
sys.modules["shiboken6"] = None
"""
ALL_BELOW_QT = """
import importlib, pkgutil
import editor
for floor in ("core", "formats", "storage", "workspace"):
    package = importlib.import_module(f"editor.{floor}")
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
import editor.paths
"""
PUBLIC_NAMES = """
from editor import PromptContent, PromptMetadataError, PromptNotFoundError, load_prompt
assert issubclass(PromptNotFoundError, FileNotFoundError)
"""


@pytest.mark.parametrize(
    "code",
    [ALL_BELOW_QT, PUBLIC_NAMES, "import editor.cli"],
    ids=["the floors below the window", "the public names", "the command"],
)
def test_a_child_without_qt_imports(code: str) -> None:
    child = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (child.returncode, child.stderr) == (0, "")
