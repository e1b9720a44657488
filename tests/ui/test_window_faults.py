"""Faults of the program itself: told once, and no text is lost whatever fails."""

import ast
import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, wraps
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

import editor
from editor.app import Guard
from editor.session.document import Document
from editor.session.form import FormEditor
from editor.session.live import LivePreview
from editor.ui.dialogs import UnsavedChoice
from editor.ui.window.form_feed import FormFeed
from tests.ui.windowing import Answers, Control, Opened, Qt, write

Opener = Callable[..., Opened]
Switch = Callable[..., None]
"""Called with the names of the listeners that fail from now on."""
FAULTS = (ValueError, KeyError, RuntimeError, MemoryError, RecursionError, KeyboardInterrupt)
TOLD_OF_TEXTS = {
    "lines_changed",
    "settled",
    "about_to_apply",
    "applied",
    "modified_changed",
    "saved",
    "contentsChange",
    "rendered",
    "head_changed",
    "names_changed",
    "scope_changed",
    "changed",
    "news",
    "results",
    "completed",
    "caret_moved",
    "sight_changed",
    "undoAvailable",
    "redoAvailable",
    "textChanged",
    "timeout",
}
"""Signals that a key, an edit or a save sets off, at once or after a pause."""
AT_ONCE = 4
"""How many listeners fail together, each in another part of the window."""
OWN = {
    "editor.session.document:Document._on_contents_change",
    "editor.session.fault_watch:FaultWatch._tell",
}
DRAWN = {
    "editor.ui.widgets.highlighter:SourceHighlighter.colour_line",
    "editor.ui.widgets.sliced_highlighter:SlicedHighlighter.highlightBlock",
    "editor.ui.preview.preview_highlighter:PreviewHighlighter.colour_line",
    "editor.ui.widgets.source_editor:SourceEditor.paintEvent",
    "editor.ui.widgets.line_numbers:LineNumbers.paintEvent",
    "editor.ui.widgets.source_editor:SourceEditor.resizeEvent",
}
"""What Qt calls while it draws."""
"""The document is the text, and the watch tells of the faults."""


@pytest.fixture
def guarded(opener: Opener, qapp: QApplication) -> Iterator[Opener]:
    """Open a window the way the program does, with its faults told in it."""
    guard = Guard(qapp)
    with guard.watching():

        def opened(*places: Path) -> Opened:
            made = opener(*places)
            guard.look_after(made.window)
            return made

        yield opened
    guard.deleteLater()


@cache
def listeners() -> list[str]:
    """Every method of ours that is connected to one of the signals above."""
    found: set[str] = set()
    root = Path(editor.__file__).parent
    for path in [*root.glob("session/*.py"), *root.glob("ui/**/*.py")]:
        module = ".".join(("editor", *path.relative_to(root).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found |= {f"{module}:{node.name}.{name}" for name in connected(node)}
    return sorted((found | DRAWN) - OWN)


def connected(owner: ast.ClassDef) -> Iterator[str]:
    """The methods `m` of a class in each `….signal.connect(self.m)`."""
    methods = {node.name for node in owner.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(owner):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        signal, slots = node.func.value, node.args
        if node.func.attr != "connect" or not isinstance(signal, ast.Attribute):
            continue
        method = slots[0].attr if isinstance(slots[0], ast.Attribute) else None
        if signal.attr in TOLD_OF_TEXTS and method in methods:
            yield method


@pytest.fixture
def switch(monkeypatch: pytest.MonkeyPatch) -> Switch:
    """Let listeners fail, after their work or instead of it; the others go on."""
    failing: set[str] = set()
    calls = {"number": 0}

    def spoilt(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        count = len(signature(method).parameters)

        @wraps(method)
        def run(*given: Any, **named: Any) -> Any:
            if name not in failing:
                return method(*given[:count], **named)
            calls["number"] += 1
            if calls["number"] % 2:
                method(*given[:count], **named)
            raise FAULTS[calls["number"] % len(FAULTS)]("of the user")

        del run.__wrapped__  # Qt counts the arguments that it can give
        return run

    for name in listeners():
        module, _, dotted = name.partition(":")
        owner, method = dotted.split(".")
        kind = getattr(importlib.import_module(module), owner)
        monkeypatch.setattr(kind, method, spoilt(name, vars(kind)[method]))

    def let_fail(*names: str) -> None:
        failing.clear()
        failing.update(names)

    return let_fail


def test_there_are_listeners_to_fail() -> None:
    found = listeners()
    assert "editor.session.live:LivePreview._on_lines_changed" in found
    assert "editor.ui.panels.problems_panel:ProblemsPanel._draw_fold" in found
    assert len(found) > 50


def test_case_69_no_listener_that_fails_takes_text_or_skips_a_save(
    guarded: Opener, switch: Switch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "alone" / "mixed.md"
    start = '{\r\n  "title": "T"\r\n}\r\nOne $who\nTwo\r$greeting\n```python\nx = 1\n```\n'
    write(path.parent, {path.name: start})
    opened = guarded(path)
    rounds = len(listeners()) // AT_ONCE + 1
    for number in range(rounds):
        names = listeners()[number::rounds]
        switch()
        opened.front.replace_text(start)
        switch(*names)
        opened.caret_to_end()
        opened.type(f"{number}\n$w", into=opened.source)
        text = f"{start}{number}\n$w"
        assert opened.front.text() == text, names
        opened.press(Qt.Key.Key_Z, Control)
        opened.press(Qt.Key.Key_Z, Control | Qt.KeyboardModifier.ShiftModifier)
        opened.front.insert(opened.source.textCursor(), "é\r\n\u2028")
        text += "é\n\u2028"
        title = opened.find(QLineEdit, "field:title")
        title.setFocus()
        title.selectAll()
        letter = chr(ord("a") + number % 26)
        opened.type(letter)
        text = f'{{\r\n  "title": "{letter}"\r\n}}{text.partition("}")[2]}'
        with suppress(*FAULTS):  # called by hand, not by a signal
            opened.settle()
        QApplication.processEvents()
        assert opened.front.text() == text, names
        opened.press(Qt.Key.Key_S, Control)
        assert path.read_bytes() == text.encode(), names
        assert not opened.source.document().isModified(), names
    switch()
    opened.type("$who", into=opened.source)
    opened.settle()
    workbench = opened.window.workbench
    scope = workbench.project_of(opened.front).scope(opened.front.kind)
    fresh, live = LivePreview(opened.front, scope), workbench.live(opened.front)
    assert live.text() == fresh.text()
    assert live.text().endswith("$who")
    assert live.names() == fresh.names()
    assert live.unresolved() == fresh.unresolved() > 1
    assert live.preview.toPlainText() == opened.rendered
    fresh.deleteLater()
    assert "of the user" not in capfd.readouterr().err
    assert "Something in the program failed" in (opened.notice or "")


def test_the_preview_follows_again_after_a_change_it_missed(
    guarded: Opener, switch: Switch, tree: Path
) -> None:
    opened = guarded(tree / "hello.md")
    opened.caret_to_end()
    switch("editor.session.live:LivePreview._on_lines_changed")
    opened.type("one\ntwo $facet", into=opened.source)
    switch()
    opened.type("!")
    assert opened.rendered.endswith("one\ntwo $facet!")
    opened.place_caret(1, 0)
    opened.type("\n")
    assert opened.rendered.endswith("one\ntwo $facet!")
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.rendered.startswith("Dear Ada,")
    opened.until(lambda: opened.notice is not None)


# --- what is told ---------------------------------------------------------------------------------


def fail_once(monkeypatch: pytest.MonkeyPatch, kind: type[object], name: str) -> None:
    """Let a method fail at its next call only."""
    method = getattr(kind, name)

    def fail(*_given: object) -> None:
        monkeypatch.setattr(kind, name, method)
        raise ValueError("hunter2 in $greeting")

    monkeypatch.setattr(kind, name, fail)


def test_a_fault_is_shown_whatever_is_in_front_and_its_details_can_be_copied(
    guarded: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = guarded(tree / "hello.md", tree / "plain.md")
    fail_once(monkeypatch, FormFeed, "refresh")
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.source.toPlainText().endswith("$voice_tone\n")  # the text is shown all the same
    opened.until(lambda: opened.notice is not None)
    said = "Something in the program failed. Your text is safe; you can go on."
    assert opened.notice == said
    assert opened.offers() == ["Copy details", "Dismiss"]
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.notice == said
    opened.take("Copy details")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Prompt Editor ")
    assert "ValueError in the window, once" in copied
    assert "editor.ui.window.form_feed" in copied
    for private in ("hunter2", "greeting", str(tree), "hello.md", str(Path.home())):
        assert private not in copied
    opened.take("Dismiss")
    assert opened.notice is None


def test_a_fault_waits_behind_a_refused_save(
    guarded: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = guarded(tree / "plain.md")
    fail_once(monkeypatch, Document, "data")
    opened.type("Mine ", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    opened.until(lambda: opened.offers() == ["Copy details", "Dismiss"])
    (tree / "plain.md").write_text("Theirs\n")
    opened.press(Qt.Key.Key_S, Control)
    assert "Take theirs" in opened.offers()
    opened.take("Take theirs")
    assert opened.offers() == ["Copy details", "Dismiss"]


def test_a_storm_in_a_paint_is_one_notice_and_typing_goes_on(
    guarded: Opener, switch: Switch, tree: Path
) -> None:
    opened = guarded(tree / "plain.md")
    switch("editor.ui.widgets.source_editor:SourceEditor.paintEvent")

    def draw_again() -> bool:
        opened.source.viewport().update()
        return "times)" in (opened.notice or "")

    opened.until(draw_again)
    opened.type("on ", into=opened.source)
    assert opened.offers() == ["Copy details", "Dismiss"]
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"on Plain text for $who.\n"


def test_a_storm_in_a_timer_can_be_dismissed(guarded: Opener, tree: Path, qtbot: QtBot) -> None:
    opened = guarded(tree / "plain.md")
    storm = Storm()
    opened.until(lambda: opened.notice is not None)
    opened.take("Dismiss")
    assert storm.count < 1000
    opened.until(lambda: storm.count > 1000)
    assert opened.notice is None
    storm.timer.stop()


class Storm(QObject):
    """A timer that fails as often as it can."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.fail)
        self.timer.start(0)

    def fail(self) -> None:
        self.count += 1
        raise ValueError


# --- closing --------------------------------------------------------------------------------------


def test_a_form_that_fails_does_not_skip_a_save_nor_the_question(
    guarded: Opener, answers: Answers, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = guarded(tree / "hello.md")
    opened.caret_to_end()
    opened.type("more", into=opened.source)
    fail_once(monkeypatch, FormFeed, "flush")
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "hello.md").read_bytes().endswith(b"$voice_tone\nmore")
    opened.type("!")
    fail_once(monkeypatch, FormFeed, "flush")
    answers.choices = [UnsavedChoice.CANCEL]
    assert not opened.window.close()
    assert answers.asked_about == [("hello.md",)]
    fail_once(monkeypatch, FormEditor, "has_pending")
    monkeypatch.setattr(Document, "is_modified", lambda _document: False)
    with pytest.raises(ValueError, match="closeEvent"):
        opened.window.close()  # not known whether something would be lost
    assert opened.window.isVisible()


def test_the_system_ends_the_program_without_a_question(
    guarded: Opener, answers: Answers, tree: Path
) -> None:
    opened = guarded(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    opened.window.keep_unsaved()
    assert answers.asked_about == []
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
    assert opened.front.is_modified()


# --- case 69: what comes too late -----------------------------------------------------------------


@pytest.mark.parametrize("tabs", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_case_69_tabs_are_closed_within_every_pause(
    guarded: Opener, answers: Answers, tree: Path, tabs: int
) -> None:
    opened = guarded(tree / "plain.md")
    for number in range(tabs):
        write(tree, {f"many/{number}.md": '{\n  "title": "T"\n}\n```python\nx\n```\n$who\n'})
        opened.window.open(tree / f"many/{number}.md")
        opened.type("Q", into=opened.source)
        if number % 10 == 0:
            QApplication.processEvents()
        is_saved = bool(number % 2)
        answers.choices = [UnsavedChoice.SAVE if is_saved else UnsavedChoice.DISCARD]
        opened.press(Qt.Key.Key_W, Control)
        assert ("Q" in (tree / f"many/{number}.md").read_text()) == is_saved
        assert opened.front.path == tree / "plain.md"
    opened.settle()
    opened.until(lambda: opened.notice is None)
    assert len(opened.window.workbench.documents.all()) == 1


def test_case_69_the_window_goes_while_files_are_looked_at(
    guarded: Opener, answers: Answers, tree: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in range(50):
        write(tree, {f"many/{number}.md": "$who\n" * 2000})
    opened = guarded(tree / "plain.md")
    opened.type("y", into=opened.source)
    surveying = opened.window.feeds._surveying
    opened.until(lambda: surveying._job.is_busy)
    answers.choices = [UnsavedChoice.DISCARD]
    assert opened.window.close()
    opened.close()
    QApplication.processEvents()
    assert "in the window" not in capfd.readouterr().err
