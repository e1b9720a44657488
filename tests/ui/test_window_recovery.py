"""Recovery in the window: what is offered after a crash, and that nothing goes without a word."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPlainTextEdit, QPushButton, QWidget

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session import journal as timing
from editor.ui.dialogs import UnsavedChoice
from editor.ui.widgets.difference_view import DifferenceView
from tests.ui.recovery_windowing import (
    choices,
    damaged,
    die,
    is_offering,
    kept,
    left_behind,
    root,
    rows,
    said,
    type_and_die,
)
from tests.ui.windowing import Answers, Control, Opened

Opener = Callable[..., Opened]


@pytest.fixture
def prompt(tree: Path) -> Path:
    return tree / "plain.md"


OLD = b"Plain text for $who.\n"


def test_typing_is_on_the_disk_after_a_pause(
    opener: Opener, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "PAUSE", 1)
    opened = opener(prompt)
    opened.type("x", opened.source)
    opened.until(lambda: kept() == ["x" + OLD.decode()])
    assert prompt.read_bytes() == OLD


def test_a_first_start_offers_nothing(opener: Opener, prompt: Path) -> None:
    assert not is_offering(opener(prompt))
    assert not root().exists()


def test_case_66_unsaved_text_is_offered_after_a_crash_and_recovered_unsaved(
    opener: Opener, prompt: Path
) -> None:
    type_and_die(opener(prompt), "typed ")
    opened = opener(prompt)
    assert (is_offering(opened), rows(opened)) == (True, ["recovery:1"])
    assert "plain.md" in said(opened, 1)
    assert str(prompt.parent) in said(opened, 1)
    assert "The file on disk is as it was" in said(opened, 1)
    assert opened.front.text() == OLD.decode()
    opened.click("recoverFile:1")
    assert opened.front.text() == "typed " + OLD.decode()
    assert opened.front.is_modified()
    assert not is_offering(opened)
    assert (prompt.read_bytes(), kept()) == (OLD, ["typed " + OLD.decode()])
    opened.press(Qt.Key.Key_S, Control)
    opened.window.recovery.journal.flush()
    assert (prompt.read_bytes(), kept()) == (b"typed " + OLD, [])


def test_case_66_a_recovery_is_one_step_and_undoing_it_offers_again(
    opener: Opener, prompt: Path
) -> None:
    left_behind(prompt, "quite\nanother\ntext $who\n", OLD)
    opened = opener(prompt)
    opened.click("recoverFile:1")
    assert not is_offering(opened)
    opened.press(Qt.Key.Key_Z, Control)
    assert (opened.front.text(), opened.front.is_modified()) == (OLD.decode(), False)
    assert is_offering(opened)
    assert kept() == ["quite\nanother\ntext $who\n"]


def test_case_66_no_key_reaches_the_offer(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "kept\n", OLD)
    opened = opener(prompt)
    assert QApplication.focusWidget() is opened.source
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Space):
        opened.press(key)
    assert (is_offering(opened), rows(opened)) == (True, ["recovery:1"])
    assert opened.front.text() == "\n\n " + OLD.decode()
    assert (prompt.read_bytes(), kept()) == (OLD, ["kept\n"])


def test_case_66_enter_in_a_window_without_a_file_recovers_nothing(
    opener: Opener, tree: Path
) -> None:
    left_behind(tree / "plain.md", "kept\n", OLD)
    opened = opener(tree)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        opened.press(key)
    assert (is_offering(opened), opened.window.workbench.documents.all()) == (True, ())
    assert kept() == ["kept\n"]


def test_case_66_a_file_changed_since_is_never_overwritten(opener: Opener, prompt: Path) -> None:
    type_and_die(opener(prompt), "mine ")
    prompt.write_bytes(b"theirs\n")
    opened = opener(prompt)
    assert "The file on disk was changed since" in said(opened, 1)
    opened.click("recoverFile:1")
    assert opened.front.text() == "mine " + OLD.decode()
    assert opened.notice == "Another program changed plain.md. Your unsaved text is kept."
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == b"theirs\n"
    assert "was not saved" in (opened.notice or "")
    assert opened.front.is_modified()
    opened.take("Overwrite with mine")
    assert prompt.read_bytes() == b"mine " + OLD


def test_case_66_taking_theirs_after_a_recovery_settles_it(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "mine\n", OLD)
    prompt.write_bytes(b"theirs\n")
    opened = opener(prompt)
    opened.click("recoverFile:1")
    opened.take("Take theirs")
    opened.window.recovery.journal.flush()
    assert (opened.front.text(), opened.front.is_modified(), kept()) == ("theirs\n", False, [])
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.front.text() == "mine\n"


def test_case_66_undoing_a_recovery_over_a_changed_file_reads_the_file(
    opener: Opener, prompt: Path
) -> None:
    left_behind(prompt, "mine\n", OLD)
    prompt.write_bytes(b"theirs\n")
    opened = opener(prompt)
    opened.click("recoverFile:1")
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.front.text() == "theirs\n"
    opened.window.workbench.look_at_disk_now()
    opened.place_caret(0)
    opened.type("x", opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (prompt.read_bytes(), kept()) == (b"xtheirs\n", ["mine\n"])


def test_case_66_text_that_is_on_disk_anyhow_asks_nothing(opener: Opener, prompt: Path) -> None:
    type_and_die(opener(prompt), "typed ")
    prompt.write_bytes(b"typed " + OLD)
    opened = opener(prompt)
    assert not is_offering(opened)
    opened.window.close()
    assert os.listdir(root()) == []


def test_case_66_nothing_goes_by_dismissing_typing_and_crashing_again(
    opener: Opener, prompt: Path
) -> None:
    type_and_die(opener(prompt), "first ")
    opened = opener(prompt)
    opened.click("recoverLater")
    assert not is_offering(opened)
    type_and_die(opened, "second ")
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1", "recovery:2"]
    assert kept() == ["first " + OLD.decode(), "second " + OLD.decode()]
    die(opened)
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1", "recovery:2"]
    opened.window.close()
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1", "recovery:2"]
    assert prompt.read_bytes() == OLD


def test_case_66_a_recovered_text_survives_the_next_crash_once(
    opener: Opener, prompt: Path
) -> None:
    type_and_die(opener(prompt), "first ")
    opened = opener(prompt)
    opened.click("recoverFile:1")
    type_and_die(opened, "second ")
    opened = opener(prompt)
    assert rows(opened) == ["recovery:1"]
    opened.click("recoverFile:1")
    assert sorted(opened.front.text().split()) == sorted(f"first second {OLD.decode()}".split())


def test_case_66_comparing_shows_both_and_changes_nothing(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "mine\n", OLD)
    prompt.write_bytes(b"theirs\n")
    opened = opener(prompt)
    opened.click("compareFile:1")
    difference = opened.find(DifferenceView, "recoveryDifference")
    shown = difference.findChild(QPlainTextEdit, "recoveryDifferenceUnified").toPlainText()
    assert difference.isVisible()
    assert ("theirs" in shown, "mine" in shown) == (True, True)
    assert (prompt.read_bytes(), kept(), opened.front.text()) == (
        b"theirs\n",
        ["mine\n"],
        "theirs\n",
    )
    opened.click("compareFile:1")
    assert not difference.isVisible()


def test_discarding_takes_two_clicks_and_a_double_click_keeps_it(
    opener: Opener, prompt: Path
) -> None:
    left_behind(prompt, "mine\n", OLD)
    opened = opener(prompt)
    assert choices(opened, 1) == ["Recover", "Compare", "Discard"]
    discard = opened.find(QPushButton, "discardFile:1")
    row = opened.find(QFrame, "recovery:1")
    at = discard.mapTo(row, QPoint(3, 3))
    opened.click("discardFile:1")
    assert choices(opened, 1) == ["Recover", "Compare", "Keep it", "Discard for good"]
    opened.until(lambda: row.childAt(at).objectName() == "keepFile:1")
    opened.click("keepFile:1")
    assert (choices(opened, 1), kept()) == (["Recover", "Compare", "Discard"], ["mine\n"])
    opened.click("discardFile:1")
    opened.click("discardForGood:1")
    opened.window.recovery.journal.flush()
    assert (is_offering(opened), kept()) == (False, [])


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


def test_a_text_without_a_place_comes_back_without_one(
    opener: Opener, tree: Path, answers: Answers
) -> None:
    opened = opener(tree)
    opened.action("file.new").trigger()
    type_and_die(opened, "You are kind.\nBe it.")
    opened = opener(tree)
    assert said(opened, 1).startswith("You are kind.")
    assert "It was never saved." in said(opened, 1)
    opened.click("recoverFile:1")
    assert (opened.front.path, opened.front.text()) == (None, "You are kind.\nBe it.")
    assert opened.front.is_modified()
    answers.save = [tree / "kind.md"]
    opened.press(Qt.Key.Key_S, Control)
    opened.window.recovery.journal.flush()
    assert ((tree / "kind.md").read_bytes(), kept()) == (b"You are kind.\nBe it.", [])


def test_case_52_a_file_that_is_gone_is_not_made_without_a_question(
    opener: Opener, prompt: Path
) -> None:
    type_and_die(opener(prompt), "mine ")
    prompt.unlink()
    opened = opener(prompt.parent)
    assert "The file no longer exists." in said(opened, 1)
    opened.click("recoverFile:1")
    assert (opened.front.path, opened.front.text()) == (prompt, "mine " + OLD.decode())
    opened.press(Qt.Key.Key_S, Control)
    assert not prompt.exists()
    assert opened.front.is_modified()
    opened.take("Create it again")
    opened.window.recovery.journal.flush()
    assert (prompt.read_bytes(), kept()) == (b"mine " + OLD, [])


def test_case_52_a_folder_that_is_gone_keeps_nobody_from_the_text(
    opener: Opener, tree: Path, tmp_path: Path
) -> None:
    left_behind(tmp_path / "no" / "such" / "folder" / "p.md", "mine\n", OLD)
    opened = opener(tree)
    opened.click("recoverFile:1")
    assert (opened.front.text(), opened.front.is_modified()) == ("mine\n", True)
    opened.press(Qt.Key.Key_S, Control)
    assert kept() == ["mine\n"]
    assert not (tmp_path / "no").exists()


def test_case_66_recovering_into_unsaved_text_can_be_undone(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "theirs from before\n", OLD)
    opened = opener(prompt)
    opened.type("mine ", opened.source)
    opened.click("recoverFile:1")
    assert opened.front.text() == "theirs from before\n"
    opened.window.recovery.journal.flush()
    assert sorted(kept()) == ["mine " + OLD.decode(), "theirs from before\n"]
    opened.press(Qt.Key.Key_Z, Control)
    assert (opened.front.text(), is_offering(opened)) == ("mine " + OLD.decode(), True)


def test_a_file_in_another_encoding_is_recovered_in_it(opener: Opener, prompt: Path) -> None:
    base = "caf\u00e9 \u20ac\n".encode("cp1252")
    prompt.write_bytes(base)
    left_behind(prompt, "mine caf\u00e9 \u20ac\n", base, encoding="cp1252")
    opened = opener(prompt)
    opened.click("recoverFile:1")
    assert (opened.front.encoding, opened.front.is_modified()) == ("cp1252", True)
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == "mine caf\u00e9 \u20ac\n".encode("cp1252")


def test_case_41_a_file_that_became_something_else_keeps_nobody_from_the_text(
    opener: Opener, prompt: Path
) -> None:
    left_behind(prompt, "mine\n", OLD)
    prompt.write_bytes(b"\xff\xfe\x00\xd8 not text")
    opened = opener(prompt.parent)
    opened.click("recoverFile:1")
    assert (opened.front.path, opened.front.text()) == (None, "mine\n")
    assert prompt.read_bytes() == b"\xff\xfe\x00\xd8 not text"


def test_a_damaged_snapshot_is_told_and_kept_until_it_is_discarded(
    opener: Opener, prompt: Path
) -> None:
    file = left_behind(prompt, "mine\n", OLD)
    file.write_bytes(file.read_bytes()[:-2])
    opened = opener(prompt)
    assert str(file) in said(opened, 1)
    assert "its text is not whole" in said(opened, 1)
    assert choices(opened, 1) == ["Discard"]
    opened.window.close()
    assert damaged() == 1
    opened = opener(prompt)
    opened.click("discardFile:1")
    opened.click("discardForGood:1")
    opened.window.recovery.journal.flush()
    assert damaged() == 0


def test_a_recovered_text_keeps_its_line_ends_and_odd_characters(
    opener: Opener, prompt: Path
) -> None:
    base = b"a\r\nb\nc\rd"
    text = "a\r\nb\u2029\u2028\u0085\u00a0\ufdd0\nc\rd\r\r\n\U0001f600\0"
    prompt.write_bytes(base)
    left_behind(prompt, text, base)
    opened = opener(prompt)
    opened.click("recoverFile:1")
    assert opened.front.text() == text
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == text.encode()


def test_a_window_opens_and_edits_where_nothing_can_be_kept(opener: Opener, prompt: Path) -> None:
    root().parent.parent.mkdir(parents=True, exist_ok=True)
    root().parent.write_bytes(b"a file where the folder was to be")
    opened = opener(prompt)
    opened.type("x", opened.source)
    assert not opened.window.recovery.journal.flush()
    assert "not safe from a crash" in (opened.notice or "")
    opened.take("Dismiss")
    opened.type("y", opened.source)
    assert not opened.window.recovery.journal.flush()
    assert opened.notice is None
    opened.press(Qt.Key.Key_S, Control)
    assert prompt.read_bytes() == b"xy" + OLD


def test_a_notice_on_unsafe_text_goes_when_the_text_is_saved(opener: Opener, prompt: Path) -> None:
    root().parent.parent.mkdir(parents=True, exist_ok=True)
    root().parent.write_bytes(b"a file where the folder was to be")
    opened = opener(prompt)
    opened.type("x", opened.source)
    opened.window.recovery.journal.flush()
    assert opened.notice is not None
    opened.press(Qt.Key.Key_S, Control)
    assert opened.notice is None


def test_the_end_that_the_system_asks_for_keeps_what_is_typed(opener: Opener, prompt: Path) -> None:
    opened = opener(prompt)
    opened.type("x", opened.source)
    opened.window.keep_unsaved()
    assert kept() == ["x" + OLD.decode()]


def test_a_context_without_a_tab_is_kept_too(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    journal = opened.window.workbench.documents.open(tree / "config" / "journal.json")
    journal.apply([Edit(Span(0, 0), " ")])
    opened.window.recovery.journal.flush()
    die(opened)
    opened = opener(tree / "plain.md")
    assert "journal.json" in said(opened, 1)


def test_the_tabs_of_a_window_that_died_come_back(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.window._keeper._pause.setInterval(0)
    opened.type("x", opened.source)
    opened.window.show_document(opened.front)
    opened.until(lambda: not opened.window._keeper._pause.isActive())
    opened.window.recovery.journal.flush()
    die(opened)
    opened = opener()
    paths_open = [each.path for each in opened.window.workbench.documents.all()]
    assert paths_open == [tree / "hello.md", tree / "plain.md"]
    assert (opened.front.path, rows(opened)) == (tree / "plain.md", ["recovery:1"])


def test_the_offer_never_widens_the_window(opener: Opener, tree: Path) -> None:
    left_behind(tree / ("a" * 200 + "\n\u202e.md"), "mine\n", OLD)
    opened = opener(tree / "plain.md")
    before = opened.window.minimumSizeHint().width()
    opened.find(QPushButton, "recoverLater").click()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    assert opened.window.minimumSizeHint().width() == before
    assert "\n" not in opened.find(QFrame, "recovery:1").findChildren(QLabel)[0].text()


def test_offers_can_be_reached_by_keys(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "mine\n", OLD)
    opened = opener(prompt)
    button = opened.find(QPushButton, "recoverFile:1")
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert opened.front.text() == "mine\n"
    assert opened.find(QWidget, "recoveryPanel").accessibleName() != ""
