"""Notices in the window: none is lost, each goes when it is over, the urgent ones come first."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import Answers, Control, Opened, write

Opener = Callable[..., Opened]
THEIRS = b"Theirs, for $who.\n"
OFFERS = ["Compare", "Keep mine", "Take theirs", "Save as…"]


def look(opened: Opened) -> None:
    opened.window.workbench.look_at_disk_now()


@pytest.fixture
def refused(opener: Opener, tree: Path) -> Opened:
    """A window whose last save was refused, as another program changed the file."""
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    (tree / "plain.md").write_bytes(THEIRS)
    opened.press(Qt.Key.Key_S, Control)
    assert opened.offers() == [*OFFERS, "Dismiss"]
    return opened


def test_a_missing_file_does_not_take_the_offers_of_a_refused_save(
    refused: Opened, tree: Path
) -> None:
    refused.window.open(tree / "nowhere.md")
    assert refused.offers() == [*OFFERS, "Dismiss"]
    refused.take("Dismiss")
    assert refused.notice is not None
    assert "nowhere.md" in refused.notice
    refused.take("Dismiss")
    assert refused.notice is None


def test_a_settled_save_lets_the_next_notice_in(refused: Opened, tree: Path) -> None:
    refused.window.open(tree / "nowhere.md")
    refused.take("Keep mine")
    assert (tree / "plain.md").read_bytes().startswith(b"Mine ")
    assert "nowhere.md" in (refused.notice or "")
    refused.window.open(tree / "hello.md")
    refused.press(Qt.Key.Key_Tab, Control)
    assert refused.notice is None  # another file was opened since


def test_one_outside_change_is_told_once(refused: Opened) -> None:
    look(refused)
    refused.take("Dismiss")
    assert refused.notice is None


def test_a_refusal_and_an_outside_change_are_two_things(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    guarded = tree / "guarded.md"
    write(tree, {"guarded.md": "old\n"})
    guarded.chmod(0o444)
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    answers.save = [guarded]
    opened.press(Qt.Key.Key_S, Control | Qt.KeyboardModifier.ShiftModifier)
    (tree / "plain.md").write_bytes(THEIRS)
    look(opened)
    assert "Save anyway" in opened.offers()
    opened.take("Dismiss")
    assert opened.offers() == [*OFFERS, "Dismiss"]


@pytest.mark.parametrize("was_refused", [False, True], ids=["noticed", "refused"])
def test_a_reverted_outside_change_takes_its_notice_away(
    opener: Opener, tree: Path, was_refused: bool
) -> None:
    opened = opener(tree / "plain.md")
    before = (tree / "plain.md").read_bytes()
    opened.type("Mine ", into=opened.source)
    (tree / "plain.md").write_bytes(THEIRS)
    look(opened)
    if was_refused:
        opened.press(Qt.Key.Key_S, Control)
    assert opened.notice is not None
    (tree / "plain.md").write_bytes(before)
    look(opened)
    assert opened.notice is None
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"Mine " + before


def test_information_goes_with_the_next_edit(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").write_bytes(THEIRS)
    look(opened)
    assert "read again" in (opened.notice or "")
    opened.type("x", into=opened.source)
    assert opened.notice is None


def test_information_is_shown_once(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    (tree / "hello.md").write_bytes(THEIRS)
    look(opened)
    assert opened.notice is None  # it is about the other tab
    opened.press(Qt.Key.Key_Tab, Control)
    assert "hello.md" in (opened.notice or "")
    opened.press(Qt.Key.Key_Tab, Control)
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.notice is None


def test_a_file_without_a_tab_has_its_say_in_front(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.type("Grace", into=opened.field("identity:preferred"))
    journal = tree / "config/journal.json"
    journal.write_text(journal.read_text().replace("Lovelace", "Byron"))
    look(opened)
    assert "journal.json" in (opened.notice or "")
    opened.window.open(tree / "plain.md")
    assert opened.offers() == [*OFFERS, "Dismiss"]
    opened.take("Take theirs")
    assert opened.notice is None
    assert opened.front.path == tree / "plain.md"


# --- a file that is gone --------------------------------------------------------------------------


@pytest.mark.parametrize("choice", list(UnsavedChoice))
def test_closing_a_clean_file_that_is_gone_asks(
    opener: Opener, answers: Answers, tree: Path, choice: UnsavedChoice
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    (tree / "plain.md").unlink()
    look(opened)
    assert "not saved" in opened.status.split(" · ")
    assert opened.source.document().isModified()
    answers.choices = [choice]
    opened.press(Qt.Key.Key_W, Control)
    assert answers.asked_about == [("plain.md",)]
    closed = choice is UnsavedChoice.DISCARD
    assert (opened.front.path == tree / "hello.md") == closed
    if choice is UnsavedChoice.SAVE:
        opened.take("Create it again")
        assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
        assert "saved" in opened.status.split(" · ")


def test_a_file_that_returns_as_it_was_is_saved_again(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    before = (tree / "plain.md").read_bytes()
    (tree / "plain.md").unlink()
    look(opened)
    assert opened.notice is not None
    (tree / "plain.md").write_bytes(before)
    look(opened)
    assert opened.notice is None
    assert "saved" in opened.status.split(" · ")
    opened.press(Qt.Key.Key_W, Control)
