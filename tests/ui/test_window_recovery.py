"""Recovery in the window: what is offered after a crash, and that nothing goes without a word."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QPushButton, QWidget

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session import journal as timing
from editor.ui.dialogs import UnsavedChoice
from editor.ui.widgets.difference_view import DifferenceView
from tests.leftovers import kept, left_behind, root
from tests.ui.recovery_windowing import choices, die, is_offering, rows, said
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import Answers, Control, Opened

Opener = Callable[..., Opened]
OLD = b"Plain text for $who.\n"


@pytest.fixture
def prompt(tree: Path) -> Path:
    return tree / "plain.md"


def test_case_66_what_was_typed_before_a_crash_is_recovered_unsaved(
    opener: Opener, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "PAUSE", 1)
    opened = opener(prompt)
    assert (is_offering(opened), root().exists()) == (False, False)
    opened.type("typed ", opened.source)
    opened.until(lambda: kept() == ["typed " + OLD.decode()])
    other = opened.window.workbench.documents.open(prompt.parent / "config" / "journal.json")
    other.apply([Edit(Span(0, 0), " ")])  # it has no tab
    die(opened)
    opened = opener(prompt)
    assert (is_offering(opened), rows(opened)) == (True, ["recovery:1", "recovery:2"])
    said_of = {number: said(opened, number) for number in (1, 2)}
    number = next(each for each, text in said_of.items() if "plain.md" in text)
    assert str(prompt.parent) in said_of[number]
    assert "The file on disk is as it was" in said_of[number]
    assert "journal.json" in said_of[3 - number]
    assert opened.front.text() == OLD.decode()
    opened.click(f"recoverFile:{number}")
    assert (opened.front.text(), opened.front.is_modified()) == ("typed " + OLD.decode(), True)
    assert rows(opened) == [f"recovery:{3 - number}"]
    assert (prompt.read_bytes(), len(kept())) == (OLD, 2)
    opened.press(Qt.Key.Key_S, Control)
    opened.window.recovery.journal.flush()
    assert (prompt.read_bytes(), len(kept())) == (b"typed " + OLD, 1)


def test_case_66_no_key_reaches_the_offer(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "kept\n", OLD)
    opened = opener(prompt)
    assert QApplication.focusWidget() is opened.source
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Space):
        opened.press(key)
    assert (is_offering(opened), rows(opened)) == (True, ["recovery:1"])
    assert opened.front.text() == "\n\n " + OLD.decode()
    assert (prompt.read_bytes(), kept()) == (OLD, ["kept\n"])
    button = opened.find(QPushButton, "recoverFile:1")
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus  # but who goes there by keys can use it
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert opened.front.text() == "kept\n"
    assert QApplication.focusWidget() is opened.source
    opened.press(Qt.Key.Key_Z, Control)
    assert (opened.front.text(), is_offering(opened)) == ("\n\n " + OLD.decode(), True)


def test_case_66_enter_in_a_window_without_a_file_recovers_nothing(
    opener: Opener, tree: Path
) -> None:
    left_behind(tree / "plain.md", "kept\n", OLD)
    left_behind(tree / ("a" * 200 + ".md"), "mine\n", OLD)
    opened = opener(tree)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        opened.press(key)
    assert (is_offering(opened), opened.window.workbench.documents.all()) == (True, ())
    assert sorted(kept()) == ["kept\n", "mine\n"]
    width = opened.window.minimumSizeHint().width()
    opened.click("recoverLater")
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    assert (is_offering(opened), opened.window.minimumSizeHint().width()) == (False, width)


def test_case_66_a_file_changed_since_is_never_overwritten(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "mine\n", OLD)
    prompt.write_bytes(b"theirs\n")
    opened = opener(prompt)
    assert "The file on disk was changed since" in said(opened, 1)
    opened.click("compareFile:1")
    difference = opened.find(DifferenceView, "recoveryDifference")
    shown = opened.find(QPlainTextEdit, "recoveryDifferenceUnified").toPlainText()
    assert (difference.isVisible(), "theirs" in shown, "mine" in shown) == (True, True, True)
    assert visible_texts_missing_names(opened.window) == []
    assert (prompt.read_bytes(), opened.front.text()) == (b"theirs\n", "theirs\n")
    opened.click("compareFile:1")
    assert not difference.isVisible()
    opened.click("recoverFile:1")
    assert opened.front.text() == "mine\n"
    assert opened.notice == "Another program changed plain.md. Your unsaved text is kept."
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == b"theirs\n"
    assert "was not saved" in (opened.notice or "")
    opened.take("Keep mine")
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == b"mine\n"


def test_case_66_nothing_goes_by_dismissing_typing_and_crashing_again(
    opener: Opener, prompt: Path
) -> None:
    left_behind(prompt, "first\n", OLD)
    opened = opener(prompt)
    opened.click("recoverLater")
    opened.type("second ", opened.source)
    die(opened)
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1", "recovery:2"]
    opened.window.close()  # in order, but without a decision
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1", "recovery:2"]
    assert sorted(kept()) == ["first\n", "second " + OLD.decode()]
    assert prompt.read_bytes() == OLD


def test_discarding_takes_two_clicks_in_two_places(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "mine\n", OLD)
    file = left_behind(prompt, "damaged\n", OLD)
    file.write_bytes(file.read_bytes()[:-2])
    opened = opener(prompt)
    assert choices(opened, 1) == ["Recover", "Compare", "Discard"]
    assert choices(opened, 2) == ["Discard"]
    assert str(file) in said(opened, 2)
    assert "its text is not whole" in said(opened, 2)
    row = opened.find(QFrame, "recovery:1")
    at = opened.find(QPushButton, "discardFile:1").mapTo(row, QPoint(3, 3))
    opened.click("discardFile:1")
    assert choices(opened, 1) == ["Recover", "Compare", "Keep it", "Discard for good"]
    opened.until(lambda: _name_at(row, at) == "keepFile:1")
    opened.click("keepFile:1")
    assert (choices(opened, 1), kept()) == (["Recover", "Compare", "Discard"], ["mine\n"])
    for number in (1, 2):
        opened.click(f"discardFile:{number}")
        opened.click(f"discardForGood:{number}")
    opened.window.recovery.journal.flush()
    assert (is_offering(opened), kept(), file.exists()) == (False, [], False)


def test_case_66_closing_without_saving_is_a_decision(
    opener: Opener, prompt: Path, answers: Answers
) -> None:
    left_behind(prompt, "mine\n", OLD)
    opened = opener(prompt)
    opened.click("recoverFile:1")
    answers.choices = [UnsavedChoice.CANCEL, UnsavedChoice.DISCARD]
    assert not opened.window.close()
    assert kept() == ["mine\n"]
    assert opened.window.close()
    assert (os.listdir(root()), prompt.read_bytes()) == ([], OLD)


def test_case_40_a_window_edits_on_where_nothing_can_be_kept(opener: Opener, prompt: Path) -> None:
    root().parent.parent.mkdir(parents=True, exist_ok=True)
    root().parent.write_bytes(b"a file where the folder was to be")
    opened = opener(prompt)
    opened.type("x", opened.source)
    assert not opened.window.recovery.journal.flush()
    assert "not safe from a crash" in (opened.notice or "")
    opened.press(Qt.Key.Key_S, Control)
    assert (opened.notice, prompt.read_bytes()) == (None, b"x" + OLD)
    opened.type("y", opened.source)
    assert not opened.window.recovery.journal.flush()
    opened.take("Dismiss")
    opened.type("z", opened.source)
    assert not opened.window.recovery.journal.flush()
    assert opened.notice is None


def test_the_tabs_of_a_window_that_died_come_back_with_what_was_typed(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.type("x", opened.source)
    opened.window.keep_unsaved()
    assert kept() == ["x" + OLD.decode()]
    die(opened)
    opened = opener()
    found = [each.path for each in opened.window.workbench.documents.all()]
    assert found == [tree / "hello.md", tree / "plain.md"]
    assert (opened.front.path, rows(opened)) == (tree / "plain.md", ["recovery:1"])
    assert opened.find(QWidget, "recoveryPanel").accessibleName() != ""


def test_other_tabs_are_remembered_before_the_window_closes(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "hello.md")
    timer = opened.window._keeper._pause
    assert timer.isActive()
    timer.setInterval(0)
    opened.window.open(tree / "plain.md")
    opened.until(lambda: not timer.isActive())
    left = opened.window._memory.left
    assert [each.path for each in left.files] == [tree / "hello.md", tree / "plain.md"]
    opened.action("file.close").trigger()
    assert timer.isActive()


def _name_at(row: QWidget, at: QPoint) -> str:
    found = row.childAt(at)
    return "" if found is None else found.objectName()
