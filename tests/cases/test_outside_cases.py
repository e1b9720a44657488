"""Cases from the field about other programs: real files, real repositories, the whole window."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QComboBox, QPlainTextEdit, QTabBar

from editor.ui.dialogs import UnsavedChoice
from tests.ui.windowing import Answers, Control, Opened, Shift, write

Opener = Callable[..., Opened]
PLAIN = "Plain text for $who.\n"
CONFLICT = ["Compare", "Keep mine", "Take theirs", "Save as…", "Dismiss"]


def git(root: Path, *arguments: str) -> None:
    """Run git as somebody, whatever this machine is set up for."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def equal_stamp(path: Path, data: bytes) -> None:
    """Write as many bytes and set the time back, as a case of the field has it."""
    before = path.stat()
    assert len(data) == before.st_size
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def tab(opened: Opened, index: int = 0) -> str:
    """The text of a tab without its count of problems, which comes a moment later."""
    return opened.find(QTabBar, "documentTabs").tabText(index).rstrip("0123456789 ")


def text(opened: Opened) -> str:
    return opened.source.toPlainText()


def difference(opened: Opened) -> str:
    return opened.find(QPlainTextEdit, "differenceUnified").toPlainText()


@pytest.fixture
def repository(tree: Path) -> Path:
    """The workspace as a repository; on the branch `other` there is no plain.md."""
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "one")
    git(tree, "checkout", "-qb", "other")
    git(tree, "rm", "-q", "plain.md")
    write(tree, {"hello.md": "Hello from the other branch, $who\n"})
    git(tree, "commit", "-qam", "two")
    git(tree, "checkout", "-q", "main")
    return tree


@pytest.fixture
def conflict(opener: Opener, tree: Path) -> Opened:
    """A window with unsaved work whose file was changed with its stamp unchanged."""
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    equal_stamp(tree / "plain.md", b"THEIRS, all of it: x\n")
    opened.window.workbench.look_at_disk()
    opened.until(lambda: opened.notice is not None)
    return opened


# --- case 9: both sides changed -------------------------------------------------------------------


def test_case_9_both_sides_are_kept_until_the_user_says(conflict: Opened, tree: Path) -> None:
    assert conflict.offers() == CONFLICT
    assert "plain.md" in (conflict.notice or "")
    assert tab(conflict) == "plain.md (changed on disk) ●"
    assert text(conflict) == "Mine " + PLAIN
    assert (tree / "plain.md").read_bytes() == b"THEIRS, all of it: x\n"


def test_case_9_keep_mine_writes_over_what_was_shown_and_nothing_newer(
    conflict: Opened, tree: Path
) -> None:
    conflict.take("Keep mine")
    assert conflict.notice is None
    assert tab(conflict) == "plain.md ●"
    assert (tree / "plain.md").read_bytes() == b"THEIRS, all of it: x\n"
    (tree / "plain.md").write_bytes(b"newer\n")
    conflict.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_bytes() == b"newer\n"
    assert conflict.offers() == CONFLICT
    conflict.take("Keep mine")  # this time a save was asked for
    assert (tree / "plain.md").read_text() == "Mine " + PLAIN
    assert (conflict.notice, tab(conflict)) == (None, "plain.md")


def test_case_9_a_text_that_was_kept_stays_unsaved_whatever_is_undone(
    conflict: Opened, tree: Path
) -> None:
    conflict.take("Keep mine")
    for _ in range(8):
        conflict.press(Qt.Key.Key_Z, Control)
    assert text(conflict) == PLAIN
    assert conflict.source.document().isModified()
    conflict.press(Qt.Key.Key_S, Control)
    assert (tree / "plain.md").read_text() == PLAIN


def test_case_9_take_theirs_is_one_step(conflict: Opened, tree: Path) -> None:
    conflict.take("Take theirs")
    assert (text(conflict), tab(conflict)) == ("THEIRS, all of it: x\n", "plain.md")
    assert conflict.notice is None
    conflict.focus(conflict.source)
    conflict.press(Qt.Key.Key_Z, Control)
    assert text(conflict) == "Mine " + PLAIN


def test_case_9_compare_shows_the_text_against_what_the_disk_holds_now(
    conflict: Opened, tree: Path
) -> None:
    conflict.take("Compare")
    assert conflict.find(QComboBox, "comparisonChoice").currentText() == "The text on disk"
    shown = difference(conflict)
    assert "THEIRS, all of it: x" in shown
    assert "Mine Plain text for $who." in shown
    assert QApplication.focusWidget() is conflict.source
    assert conflict.offers() == CONFLICT
    (tree / "plain.md").write_bytes(b"newer\n")
    conflict.window.workbench.look_at_disk_now()
    conflict.settle()
    assert "newer" in difference(conflict)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("contexts/friday.yaml", "facet: work", "facet: play"),
        ("prompt-workspace.yaml", "prefix: voice_", "prefix: tone_"),
        ("hello.md", '"title": "Hello"', '"title": "Theirs"'),
    ],
)
def test_case_9_what_has_no_rendering_is_compared_too(
    opener: Opener, tree: Path, name: str, before: str, after: str
) -> None:
    opened = opener(tree / name)
    opened.caret_to_end()
    opened.type(" ", into=opened.source)
    (tree / name).write_text((tree / name).read_text().replace(before, after))
    opened.window.workbench.look_at_disk_now()
    opened.take("Compare")
    assert before in difference(opened)
    assert after in difference(opened)


# --- what nobody tells --------------------------------------------------------------------------


def test_case_8_without_a_single_signal_focus_and_saving_still_notice(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "plain.md", tree / "hello.md")
    watcher = opened.window.workbench._watcher
    watched = watcher._watcher
    monkeypatch.setattr(watched, "addPaths", list, raising=False)  # refuses all
    watched.removePaths(watched.files() + watched.directories())
    assert watched.files() == watched.directories() == []
    opened.type("Mine ", into=opened.source)
    (tree / "hello.md").write_text("theirs\n")
    opened.press(Qt.Key.Key_S, Control)
    assert opened.offers() == CONFLICT
    (tree / "plain.md").write_text("theirs too\n")
    other = opener(tree / "contexts/friday.yaml")
    opened.window.activateWindow()
    opened.until(opened.window.isActiveWindow)
    plain = opened.window.workbench.documents.find(tree / "plain.md")
    assert plain is not None
    opened.until(lambda: plain.text() == "theirs too\n")
    other.close()


# --- reloads are quiet ----------------------------------------------------------------------------


def test_case_14_42_62_a_reload_keeps_places_selection_and_focus(
    opener: Opener, tree: Path
) -> None:
    lines = [f"line {n} for $who\n" for n in range(300)]
    write(tree, {"long.md": "".join(lines)})
    opened = opener(tree / "long.md")
    opened.window.feeds.sync.on = False
    opened.place_caret(150, 2)
    opened.press(Qt.Key.Key_End, Shift)
    opened.source.centerCursor()
    opened.preview.verticalScrollBar().setValue(40)
    top = opened.source.firstVisibleBlock().text()
    preview_top = opened.preview.firstVisibleBlock().text()
    (tree / "long.md").write_text("new\n" + "".join(lines[:299]) + "last\n")
    opened.until(lambda: text(opened).startswith("new"))
    assert opened.source.textCursor().selectedText() == "ne 150 for $who"
    assert opened.source.firstVisibleBlock().text() == top
    assert opened.preview.firstVisibleBlock().text() == preview_top
    assert QApplication.focusWidget() is opened.source
    assert "read again" in (opened.notice or "")
    opened.press(Qt.Key.Key_Return)  # the text's, not the notice's
    assert opened.source.textCursor().block().text() == ""
    assert opened.notice is None


def test_case_68_a_reload_waits_for_the_end_of_a_composition(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.focus(opened.source)
    QApplication.sendEvent(opened.source, QInputMethodEvent("かん", []))
    (tree / "plain.md").write_text("theirs\n")
    opened.window.workbench.look_at_disk_now()
    assert (text(opened), opened.notice) == (PLAIN, None)
    QApplication.sendEvent(opened.source, QInputMethodEvent())  # given up
    opened.until(lambda: text(opened) == "theirs\n")


def test_case_68_composed_text_is_own_text(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.focus(opened.source)
    QApplication.sendEvent(opened.source, QInputMethodEvent("かん", []))
    (tree / "plain.md").write_text("theirs\n")
    opened.window.workbench.look_at_disk_now()
    event = QInputMethodEvent("じ", [])
    event.setCommitString("漢")
    QApplication.sendEvent(opened.source, event)
    opened.window.workbench.look_at_disk_now()
    assert text(opened) == "漢" + PLAIN
    assert opened.offers() == CONFLICT


def test_case_68_what_is_composed_when_its_tab_is_left_is_own_text(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.focus(opened.source)
    QApplication.sendEvent(opened.source, QInputMethodEvent("かん", []))
    opened.press(Qt.Key.Key_Tab, Control)
    (tree / "plain.md").write_text("theirs\n")
    opened.window.workbench.look_at_disk_now()
    opened.press(Qt.Key.Key_Tab, Control)
    assert text(opened) == "かん" + PLAIN
    assert opened.offers() == CONFLICT
    opened.take("Take theirs")  # nothing is held back any more
    assert text(opened) == "theirs\n"


# --- case 52: gone, and back ----------------------------------------------------------------------


def test_case_52_a_branch_without_the_file(
    opener: Opener, answers: Answers, repository: Path
) -> None:
    opened = opener(repository / "hello.md", repository / "plain.md")
    git(repository, "checkout", "-q", "other")
    opened.until(lambda: tab(opened, 1) == "plain.md (deleted) ●")
    assert "only here" in opened.find(QTabBar, "documentTabs").tabToolTip(1)
    assert text(opened) == PLAIN
    opened.press(Qt.Key.Key_S, Control)
    answers.choices = [UnsavedChoice.CANCEL]
    opened.press(Qt.Key.Key_W, Control)
    assert not (repository / "plain.md").exists()
    assert opened.offers()[:2] == ["Save as…", "Create it again"]
    git(repository, "checkout", "-q", "main")
    opened.until(lambda: tab(opened, 1) == "plain.md")
    assert opened.notice is None
    opened.press(Qt.Key.Key_Tab, Control)
    opened.until(lambda: "Dear" not in text(opened) and '"title": "Hello"' in text(opened))
    assert tab(opened, 0) == "hello.md"


def test_case_52_unsaved_work_survives_a_branch_and_a_stash(
    opener: Opener, repository: Path
) -> None:
    opened = opener(repository / "plain.md")
    opened.type("Mine ", into=opened.source)
    git(repository, "checkout", "-q", "other")
    opened.until(lambda: "(deleted)" in tab(opened))
    git(repository, "checkout", "-q", "main")
    opened.until(lambda: tab(opened) == "plain.md ●")
    opened.press(Qt.Key.Key_S, Control)
    assert (repository / "plain.md").read_text() == "Mine " + PLAIN
    git(repository, "stash", "-q")
    opened.until(lambda: text(opened) == PLAIN)
    git(repository, "stash", "pop", "-q")
    opened.until(lambda: text(opened) == "Mine " + PLAIN)
    assert tab(opened) == "plain.md"


def test_case_52_a_renamed_file_can_be_followed(opener: Opener, repository: Path) -> None:
    opened = opener(repository / "plain.md")
    opened.type("Mine ", into=opened.source)
    git(repository, "mv", "plain.md", "q.md")
    opened.window.workbench.look_at_disk_now()
    assert "q.md" in (opened.notice or "")
    assert opened.offers() == ["Follow it", "Save as…", "Create it again", "Dismiss"]
    opened.take("Follow it")
    assert (opened.notice, tab(opened)) == (None, "q.md ●")
    opened.press(Qt.Key.Key_S, Control)
    assert (repository / "q.md").read_text() == "Mine " + PLAIN
    assert not (repository / "plain.md").exists()


def test_case_52_a_folder_that_goes_and_returns(opener: Opener, tree: Path) -> None:
    write(tree, {"deep/down/p.md": "One\n"})
    opened = opener(tree / "deep/down/p.md")
    (tree / "deep").rename(tree / "moved")
    opened.until(lambda: "(deleted)" in tab(opened))
    assert text(opened) == "One\n"
    opened.press(Qt.Key.Key_S, Control)
    assert not (tree / "deep").exists()
    write(tree, {"deep/down/p.md": "Two\n"})
    opened.until(lambda: text(opened) == "Two\n")
    assert tab(opened) == "p.md"
    write(tree, {"deep/down/p.md": "Three\n"})
    opened.until(lambda: text(opened) == "Three\n")


def test_what_cannot_be_read_any_more_keeps_its_text(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").unlink()
    (tree / "plain.md").mkdir()
    opened.window.workbench.look_at_disk_now()
    assert "cannot be read any more" in (opened.notice or "")
    assert tab(opened) == "plain.md (unreadable) ●"
    opened.press(Qt.Key.Key_S, Control)
    assert text(opened) == PLAIN
    (tree / "plain.md").rmdir()
    (tree / "plain.md").write_text(PLAIN)
    opened.window.workbench.look_at_disk_now()
    assert tab(opened) == "plain.md"


# --- cases 39 and 53: names and windows -----------------------------------------------------------


def test_case_39_a_link_that_is_turned_to_another_file_is_seen(opener: Opener, tree: Path) -> None:
    write(tree, {"one/p.md": "One\n", "two/p.md": "Two\n"})
    (tree / "links").mkdir()
    (tree / "links/b.md").symlink_to("../one/p.md")
    (tree / "a.md").symlink_to("links/b.md")
    opened = opener(tree / "a.md")
    (tree / "links/new.md").symlink_to("../two/p.md")
    (tree / "links/new.md").replace(tree / "links/b.md")
    opened.until(lambda: text(opened) == "Two\n")
    write(tree, {"two/p.md": "Two again\n"})
    opened.until(lambda: text(opened) == "Two again\n")
    (tree / "two/p.md").unlink()
    opened.until(lambda: "(deleted)" in tab(opened))
    opened.press(Qt.Key.Key_S, Control)
    assert opened.offers()[:2] == ["Save as…", "Create it again"]
    assert not (tree / "two/p.md").exists()


def test_case_53_every_name_of_a_file_leads_to_its_tab(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    (tree.parent / "alias").symlink_to(tree)
    (tree / "linked.md").symlink_to("plain.md")
    os.link(tree / "plain.md", tree / "hard.md")
    opened = opener(tree / "plain.md")
    opened.type("X", into=opened.source)
    names = [
        tree / "templates/../plain.md",
        tree.parent / "alias/plain.md",
        tree / "linked.md",
        tree / "hard.md",
        os.path.relpath(tree / "plain.md"),
    ]
    for name in names:
        opened.window.open(Path(name))
    answers.open = [tree / "linked.md"]
    opened.press(Qt.Key.Key_O, Control)
    assert opened.find(QTabBar, "documentTabs").count() == 1
    assert text(opened) == "X" + PLAIN


def test_case_53_a_second_window_sees_the_first_one_s_save(opener: Opener, tree: Path) -> None:
    clean, dirty, writer = (opener(tree / "plain.md") for _ in range(3))
    dirty.window.activateWindow()
    dirty.until(dirty.window.isActiveWindow)
    dirty.type("Second ", into=dirty.source)
    writer.window.activateWindow()
    writer.until(writer.window.isActiveWindow)
    writer.type("First ", into=writer.source)
    writer.press(Qt.Key.Key_S, Control)
    clean.until(lambda: text(clean) == "First " + PLAIN)
    dirty.until(lambda: dirty.notice is not None)
    assert dirty.offers() == CONFLICT
    assert text(dirty) == "Second " + PLAIN
    assert writer.notice is None


def test_case_53_a_second_process_saves_as_the_editor_does(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    program = (
        "import sys; from editor.storage.saving import save; from pathlib import Path\n"
        "path = Path(sys.argv[1]); save(path, b'Theirs\\n', path.read_bytes())"
    )
    subprocess.run([sys.executable, "-c", program, tree / "plain.md"], check=True)
    opened.until(lambda: text(opened) == "Theirs\n")
    assert not opened.source.document().isModified()
