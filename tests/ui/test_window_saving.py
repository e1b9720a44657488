"""Saving from the window: exact bytes, nothing of another program's lost, a bar for refusals."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import Alt, Answers, Control, Opened, Shift, without_count, write

Opener = Callable[..., Opened]
THEIRS = b"Theirs: longer than before, for $who.\n"
OFFERS = ["Compare", "Keep mine", "Take theirs", "Save as…"]


def stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns


def write_with_equal_stamp(path: Path, data: bytes) -> None:
    """Let another program write as many bytes and set the time back."""
    before = path.stat()
    path.write_bytes(data[: before.st_size].ljust(before.st_size, b"."))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def looked_at_disk(opened: Opened) -> None:
    opened.window.workbench.look_at_disk_now()


# --- saving ---------------------------------------------------------------------------------------


def test_ctrl_s_has_saved_the_exact_bytes_when_it_returns(opener: Opener, tree: Path) -> None:
    odd = "\ufeffone\r\ntwo \u00a0\u2028 x\rthree\n\n last 😀".encode()
    write(tree, {"odd.md": odd})
    opened = opener(tree / "odd.md")
    opened.type("A", into=opened.source)
    assert opened.source.document().isModified()
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "odd.md").read_bytes() == odd.replace(b"one", b"Aone")
    assert not opened.source.document().isModified()
    assert opened.notice is None
    opened.caret_to_end()
    opened.type("\nZ", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "odd.md").read_bytes().startswith(odd.replace(b"one", b"Aone"))


def test_case_54_a_clean_file_is_not_written(opener: Opener, tree: Path) -> None:
    path = tree / "plain.md"
    os.utime(path, ns=(1, 1))
    before = stamp(path)
    opened = opener(path)
    opened.press(Qt.Key.Key_S, Control)
    assert stamp(path) == before
    opened.type("x", into=opened.source)
    opened.press(Qt.Key.Key_Backspace)
    opened.press(Qt.Key.Key_S, Control)  # the text is as on disk
    assert stamp(path) == before
    opened.type("x")
    opened.press(Qt.Key.Key_Z, Control)
    assert not opened.source.document().isModified()
    opened.press(Qt.Key.Key_S, Control)
    assert stamp(path) == before


def test_the_dirty_mark_follows_the_text(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    tabs = opened.find(QTabBar, "documentTabs")
    assert "saved" in opened.status.split(" · ")
    opened.type("x", into=opened.source)
    assert without_count(tabs.tabText(0)) == "plain.md ●"
    assert opened.window.isWindowModified()
    assert "not saved" in opened.status
    opened.press(Qt.Key.Key_Z, Control)
    assert without_count(tabs.tabText(0)) == "plain.md"
    assert not opened.window.isWindowModified()
    assert "saved" in opened.status.split(" · ")


def test_new_asks_for_a_place_and_is_a_file_of_the_workspace_then(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree)
    opened.press(Qt.Key.Key_N, Control)
    opened.type("Hi $preferred")
    answers.save = [None, tree / "templates/fresh.md"]
    opened.press(Qt.Key.Key_S, Control)
    assert opened.source.document().isModified()
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "templates/fresh.md").read_bytes() == b"Hi $preferred"
    assert [place.parent for place in answers.suggested] == [tree, tree]
    assert without_count(opened.find(QTabBar, "documentTabs").tabText(0)) == "fresh.md"
    opened.settle()
    assert "template" in opened.status
    opened.window.open(tree / "hello.md")
    opened.caret_to_end()
    opened.type("$fresh", into=opened.source)
    assert opened.rendered.endswith("Hi Ada")


def test_save_as_goes_to_a_new_place_and_stays_there(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    opened.type("X", into=opened.source)
    answers.save = [tree / "deep.md"]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
    assert (tree / "deep.md").read_bytes() == b"XPlain text for $who.\n"
    opened.type("Y")
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "deep.md").read_bytes() == b"XYPlain text for $who.\n"
    assert without_count(opened.find(QTabBar, "documentTabs").tabText(0)) == "deep.md"


def test_save_as_to_another_kind_of_file_changes_what_is_shown(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    answers.save = [tree / "contexts/new.yaml", tree / "again.md"]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert opened.find(QWidget, "previewReason").isVisible()
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert opened.preview.isVisible()
    assert opened.rendered == "Plain text for $who."


def test_save_as_replaces_a_file_the_dialog_confirmed(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    answers.save = [tree / "hello.md"]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert (tree / "hello.md").read_bytes() == b"Plain text for $who.\n"
    assert opened.notice is None


def test_save_as_to_its_own_path_is_as_guarded_as_a_save(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    (tree / "plain.md").write_bytes(THEIRS)
    answers.save = [tree / "plain.md"]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert (tree / "plain.md").read_bytes() == THEIRS
    assert opened.notice is not None
    assert opened.source.document().isModified()


def test_save_as_onto_a_file_open_in_another_tab_is_refused(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    hello = (tree / "hello.md").read_bytes()
    opened.type("Mine ", into=opened.source)
    answers.save = [tree / "hello.md", tree / "other.md"]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert opened.notice is not None
    assert "hello.md" in opened.notice
    assert opened.offers() == ["Save as…", "Dismiss"]
    assert (tree / "hello.md").read_bytes() == hello
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
    opened.take("Save as…")
    assert (tree / "other.md").read_bytes() == b"Mine Plain text for $who.\n"
    assert opened.notice is None


def test_what_is_chosen_after_a_refused_save_as_is_for_the_place_that_was_asked(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    guarded = tree / "guarded.md"
    write(tree, {"guarded.md": "old\n"})
    guarded.chmod(0o444)
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    answers.save = [guarded]
    opened.press(Qt.Key.Key_S, Control | Shift)
    assert guarded.read_bytes() == b"old\n"
    opened.take("Save anyway")
    assert guarded.read_bytes() == b"Mine Plain text for $who.\n"
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
    assert opened.front.path == guarded


def test_save_all_saves_what_it_can_and_shows_what_it_cannot(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.type("P", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    opened.caret_to_end()
    opened.type("H", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    (tree / "hello.md").write_bytes(THEIRS)
    opened.press(Qt.Key.Key_S, Control | Alt)
    assert (tree / "plain.md").read_bytes() == b"PPlain text for $who.\n"
    assert (tree / "hello.md").read_bytes() == THEIRS
    assert opened.front.path == tree / "hello.md"
    assert opened.notice is not None


# --- refused --------------------------------------------------------------------------------------


@pytest.fixture
def refused(opener: Opener, tree: Path) -> Opened:
    """A window with a save that was refused: the file changed, its stamp did not."""
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    write_with_equal_stamp(tree / "plain.md", b"Other text, no $who.\n")
    opened.press(Qt.Key.Key_S, Control)
    return opened


def test_case_9_a_file_that_changed_is_never_overwritten(refused: Opened, tree: Path) -> None:
    assert (tree / "plain.md").read_bytes() == b"Other text, no $who.\n"
    assert refused.source.document().isModified()
    assert refused.notice is not None
    assert "plain.md" in refused.notice
    assert refused.offers() == [*OFFERS, "Dismiss"]
    refused.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"Other text, no $who.\n"
    refused.type("\n")  # Enter is the text's
    assert refused.source.toPlainText() == "Mine \nPlain text for $who.\n"
    assert refused.notice is not None


def test_take_theirs_can_be_undone(refused: Opened, tree: Path) -> None:
    refused.take("Take theirs")
    assert refused.source.toPlainText() == "Other text, no $who.\n"
    assert not refused.source.document().isModified()
    assert refused.notice is None
    refused.focus(refused.source)
    refused.press(Qt.Key.Key_Z, Control)
    assert refused.source.toPlainText() == "Mine Plain text for $who.\n"
    assert refused.source.document().isModified()
    refused.press(Qt.Key.Key_S, Control)  # theirs was seen, and undone by hand
    assert (tree / "plain.md").read_bytes() == b"Mine Plain text for $who.\n"


def test_keep_mine_ends_the_save_that_was_refused(refused: Opened, tree: Path) -> None:
    refused.take("Keep mine")
    assert (tree / "plain.md").read_bytes() == b"Mine Plain text for $who.\n"
    assert refused.notice is None
    assert not refused.source.document().isModified()


def test_save_as_keeps_both(refused: Opened, answers: Answers, tree: Path) -> None:
    answers.save = [tree / "mine.md"]
    refused.take("Save as…")
    assert (tree / "plain.md").read_bytes() == b"Other text, no $who.\n"
    assert (tree / "mine.md").read_bytes() == b"Mine Plain text for $who.\n"
    assert refused.notice is None


def test_a_notice_stays_until_it_is_settled_and_is_the_file_s_own(
    refused: Opened, answers: Answers, tree: Path
) -> None:
    answers.save = [None]
    refused.take("Save as…")  # and then cancelled: nothing is settled yet
    assert refused.notice is not None
    refused.window.open(tree / "hello.md")
    assert refused.notice is None
    refused.press(Qt.Key.Key_Tab, Control)
    assert refused.notice is not None
    refused.take("Take theirs")
    refused.press(Qt.Key.Key_Tab, Control)
    refused.press(Qt.Key.Key_Tab, Control)
    assert refused.notice is None


# --- closing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", list(UnsavedChoice))
@pytest.mark.parametrize("whole", [False, True], ids=["tab", "window"])
def test_closing_with_unsaved_work_asks(
    opener: Opener, answers: Answers, tree: Path, choice: UnsavedChoice, whole: bool
) -> None:
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    answers.choices = [choice]
    opened.press(Qt.Key.Key_Q if whole else Qt.Key.Key_W, Control)
    assert answers.asked_about == [("plain.md",)]
    saved = (tree / "plain.md").read_bytes() == b"Mine Plain text for $who.\n"
    assert saved == (choice is UnsavedChoice.SAVE)
    stays = choice is UnsavedChoice.CANCEL
    if whole:
        assert opened.window.isVisible() == stays
    else:
        assert opened.find(QTabBar, "documentTabs").count() == int(stays)
    if stays:
        assert opened.source.toPlainText() == "Mine Plain text for $who.\n"


def test_closing_stops_where_saving_is_refused(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    (tree / "plain.md").write_bytes(THEIRS)
    answers.choices = [UnsavedChoice.SAVE, UnsavedChoice.SAVE]
    opened.press(Qt.Key.Key_W, Control)
    assert opened.find(QTabBar, "documentTabs").count() == 1
    assert opened.notice is not None
    opened.window.close()
    assert opened.window.isVisible()
    assert (tree / "plain.md").read_bytes() == THEIRS


def test_closing_without_unsaved_work_asks_nothing(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md", tree / "hello.md")
    opened.press(Qt.Key.Key_W, Control)
    opened.window.close()
    assert not opened.window.isVisible()


# --- other programs -------------------------------------------------------------------------------


def test_case_8_every_outside_save_of_a_clean_file_is_seen(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    for count in range(3):
        text = f"Version {count} for $who.\n"
        other = tree / "plain.md.tmp"
        other.write_text(text)
        other.replace(tree / "plain.md")
        opened.until(lambda text=text: opened.source.toPlainText() == text)
        assert not opened.source.document().isModified()
        assert opened.rendered == text.strip()
    assert opened.notice is not None
    opened.type("x", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    (tree / "plain.md").write_text("After our own save.\n")
    opened.until(lambda: opened.source.toPlainText() == "After our own save.\n")


def test_a_reload_is_one_step_that_keeps_caret_and_scroll(opener: Opener, tree: Path) -> None:
    lines = [f"line {n} of $who\n" for n in range(300)]
    write(tree, {"long.md": "".join(lines)})
    opened = opener(tree / "long.md")
    opened.place_caret(150, 6)
    opened.source.centerCursor()
    top = opened.source.firstVisibleBlock().text()
    theirs = ["new\n", "new\n", *lines[:149], "changed\n", *lines[150:], "end\n"]
    (tree / "long.md").write_text("".join(theirs))
    looked_at_disk(opened)
    assert opened.source.toPlainText() == "".join(theirs)
    cursor = opened.source.textCursor()
    assert (cursor.block().text(), cursor.positionInBlock()) == ("line 150 of $who", 6)
    assert opened.source.firstVisibleBlock().text() == top
    opened.focus(opened.source)
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == "".join(lines)
    assert opened.source.document().isModified()
    opened.press(Qt.Key.Key_Z, Control | Shift)
    assert not opened.source.document().isModified()


def test_a_dirty_file_is_left_alone_and_told_once(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    (tree / "plain.md").write_bytes(THEIRS)
    opened.until(lambda: opened.notice is not None)
    assert "plain.md" in (opened.notice or "")
    assert opened.source.toPlainText() == "Mine Plain text for $who.\n"
    opened.take("Dismiss")
    looked_at_disk(opened)
    assert opened.notice is None
    (tree / "plain.md").write_bytes(THEIRS * 2)
    looked_at_disk(opened)
    assert opened.notice is not None


@pytest.mark.parametrize("dirty", [False, True], ids=["clean", "dirty"])
def test_case_52_a_deleted_file_keeps_its_text_and_is_not_brought_back(
    opener: Opener, tree: Path, dirty: bool
) -> None:
    opened = opener(tree / "plain.md")
    if dirty:
        opened.type("Mine ", into=opened.source)
    text = opened.source.toPlainText()
    (tree / "plain.md").unlink()
    opened.until(lambda: opened.notice is not None)
    assert opened.source.toPlainText() == text
    opened.take("Dismiss")
    looked_at_disk(opened)
    assert opened.notice is None
    opened.press(Qt.Key.Key_S, Control)
    assert not (tree / "plain.md").exists()
    assert opened.notice is not None
    assert opened.offers()[:2] == ["Save as…", "Create it again"]
    opened.take("Create it again")
    assert (tree / "plain.md").read_text() == text
    assert opened.notice is None


def test_a_file_that_becomes_no_text_keeps_its_text_until_the_user_says(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").write_bytes(b"caf\xe9 $who\n")
    looked_at_disk(opened)
    assert "line 1, column 4" in (opened.notice or "")
    assert opened.source.toPlainText() == "Plain text for $who.\n"
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"caf\xe9 $who\n"
    assert "line 1, column 4" in (opened.notice or "")
    assert opened.offers()[:3] == ["Compare", "Keep mine", "Save as…"]
    assert "Take theirs" not in opened.offers()
    opened.take("Reopen as cp1252")
    assert opened.source.toPlainText() == "café $who\n"
    assert opened.notice is None
    assert not opened.source.document().isModified()
    opened.press(Qt.Key.Key_Home, Control)
    opened.type("x", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"xcaf\xe9 $who\n"


def test_a_file_that_was_no_text_for_a_while_is_read_again(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").write_bytes(b"caf\xe9 $who\n")
    looked_at_disk(opened)
    (tree / "plain.md").write_text("tea $who\n")
    looked_at_disk(opened)
    assert opened.source.toPlainText() == "tea $who\n"
    assert not opened.source.document().isModified()


def test_a_deleted_file_that_returns_is_read_again(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").unlink()
    opened.until(lambda: opened.notice is not None)
    (tree / "plain.md").write_bytes(THEIRS)
    opened.until(lambda: opened.source.toPlainText() == THEIRS.decode())
    assert not opened.source.document().isModified()


def test_what_other_programs_do_to_sources_shows_in_the_prompt(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    (tree / "templates/greeting.md").write_text("Hello $preferred,\n")
    opened.until(lambda: opened.rendered.startswith("Hello Ada, "))
    journal = tree / "config/journal.json"
    journal.write_text(journal.read_text().replace('"Ada"', '"Countess"'))
    opened.until(lambda: opened.rendered.startswith("Hello Countess, "))
    assert not opened.source.document().isModified()


def test_a_file_made_outside_appears_in_the_tree(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    project = opened.window.workbench.project
    assert project is not None
    write(tree, {"brand_new.md": "x"})
    opened.until(lambda: any(each.name == "brand_new.md" for each in project.files()))


def test_looking_at_the_disk_writes_and_changes_nothing(opener: Opener, tree: Path) -> None:
    before = {path: stamp(path) for path in tree.rglob("*") if path.is_file()}
    opened = opener(tree / "hello.md", tree / "config/journal.json")
    looked_at_disk(opened)
    assert {path: stamp(path) for path in tree.rglob("*") if path.is_file()} == before
    assert opened.notice is None
