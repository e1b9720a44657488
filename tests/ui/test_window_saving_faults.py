"""Saves from the window on a disk that fails: text kept, one notice, and saved once it is well."""

import errno
import os
import stat
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QThreadPool
from PySide6.QtWidgets import QApplication, QTabBar

from editor import app, paths
from editor.storage import saving
from editor.storage.disk import Disk
from editor.ui.dialogs import UnsavedChoice
from tests.storage.faulty import ERRORS, Faulty, Killed, leftovers
from tests.ui.windowing import Alt, Answers, Control, Opened

Opener = Callable[..., Opened]


class Plan:
    """Which disk the next save gets; a well one unless a test says otherwise."""

    def __init__(self) -> None:
        self.make: Callable[[], Disk] = Disk

    def __call__(self) -> Disk:
        disk, self.make = self.make(), Disk
        return disk


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Plan:
    plan = Plan()
    monkeypatch.setattr(saving, "Disk", plan)
    return plan


def saved(opened: Opened, plan: Plan, at: int = -1, error: int | None = None) -> Faulty:
    """Press Ctrl+S with a disk whose call `at` fails."""
    disk = Faulty(at, error)
    plan.make = lambda: disk
    opened.press(Qt.Key.Key_S, Control)
    return disk


@pytest.mark.parametrize("linked", [False, True], ids=["replaced", "in place"])
def test_case_40_every_call_of_a_save_may_fail_and_no_text_is_lost(
    opener: Opener, tree: Path, plan: Plan, linked: bool
) -> None:
    path = tree / "plain.md"
    if linked:
        os.link(path, tree / "other.md")
    opened = opener(path)
    opened.type("x", into=opened.source)
    calls = saved(opened, plan).calls
    assert path.read_bytes() == b"xPlain text for $who.\n"
    for (at, call), error in zip(enumerate(calls), cycle(ERRORS), strict=False):
        where = f"{call} (call {at}) fails with {errno.errorcode[error]}"
        opened.type("x")
        text = opened.source.toPlainText()
        old = path.read_bytes()
        saved(opened, plan, at, error)
        found = path.read_bytes()
        assert found in (old, text.encode()), where
        assert opened.source.toPlainText() == text, where
        if opened.notice is None:  # the fault did no harm
            assert found == text.encode(), where
            assert not opened.source.document().isModified(), where
            continue
        assert opened.notice.startswith("plain.md was "), where
        assert opened.notice.endswith("."), where
        assert "\n" not in opened.notice, where
        assert opened.source.document().isModified(), where
        assert "not saved" in opened.status, where
        assert opened.offers()[0] == "Save as…", where
        if call != "unlink":
            assert leftovers(tree) == [], where
        if found != old:
            opened.window.workbench.look_at_disk_now()  # no other program did that
        opened.take("Dismiss")
        assert opened.notice is None, where
        saved(opened, plan)
        assert path.read_bytes() == text.encode(), where
        assert not opened.source.document().isModified(), where
        assert opened.notice is None, where


def test_case_40_text_that_was_written_but_not_confirmed_is_unsaved(
    opener: Opener, tree: Path, plan: Plan
) -> None:
    path = tree / "plain.md"
    opened = opener(path)
    opened.type("x", into=opened.source)
    calls = saved(opened, plan).calls
    opened.type("y")
    saved(opened, plan, calls.index("sync_folder"), errno.EIO)
    assert path.read_bytes() == b"xyPlain text for $who.\n"
    assert opened.notice == (
        "plain.md was written, but the disk did not confirm it (Input/output error). "
        "Save it again, or a copy elsewhere."
    )
    opened.window.workbench.look_at_disk_now()
    assert opened.offers() == ["Save as…", "Dismiss"]
    assert opened.source.document().isModified()
    disk = saved(opened, plan)
    assert "sync" in disk.calls  # written once more, though the disk held the same bytes
    assert opened.notice is None
    assert not opened.source.document().isModified()


def failing(name: str, error: int) -> type[Disk]:
    """A disk on which every call of this name fails."""

    def fail(*_arguments: object) -> None:
        raise OSError(error, os.strerror(error))

    return type("Failing", (Disk,), {name: fail})


class NoTemporary(Disk):
    """A folder that takes no new file."""

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        if path.endswith(".prompt-editor.tmp"):
            raise OSError(errno.EACCES, "Permission denied")
        return super().open(path, flags, mode)


def test_case_71_writing_in_place_is_offered_and_never_done_by_itself(
    opener: Opener, tree: Path, plan: Plan
) -> None:
    path = tree / "plain.md"
    inode = path.stat().st_ino
    opened = opener(path)
    opened.type("Mine ", into=opened.source)
    plan.make = NoTemporary
    opened.press(Qt.Key.Key_S, Control)
    assert path.read_bytes() == b"Plain text for $who.\n"
    assert "folder is read-only" in (opened.notice or "")
    assert opened.offers() == ["Save as…", "Save in place, with a backup", "Dismiss"]
    plan.make = NoTemporary
    opened.take("Save in place, with a backup")
    assert path.read_bytes() == b"Mine Plain text for $who.\n"
    assert path.stat().st_ino == inode
    assert opened.notice is None
    assert leftovers(tree, *tree.parent.rglob("backups")) == []


def test_case_63_closing_with_save_keeps_the_tab_of_a_file_that_became_read_only(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    path = tree / "plain.md"
    opened = opener(path)
    opened.type("Mine ", into=opened.source)
    path.chmod(0o444)
    answers.choices = [UnsavedChoice.SAVE, UnsavedChoice.SAVE]
    opened.press(Qt.Key.Key_W, Control)
    assert opened.find(QTabBar, "documentTabs").count() == 1
    opened.press(Qt.Key.Key_Q, Control)
    assert opened.window.isVisible()
    assert path.read_bytes() == b"Plain text for $who.\n"
    assert opened.source.toPlainText() == "Mine Plain text for $who.\n"
    assert "write-protected" in (opened.notice or "")
    opened.take("Save anyway")
    assert path.read_bytes() == b"Mine Plain text for $who.\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    opened.press(Qt.Key.Key_W, Control)
    assert opened.find(QTabBar, "documentTabs").count() == 0


def test_case_63_a_file_opened_read_only_says_so_and_can_be_saved_elsewhere(
    opener: Opener, answers: Answers, tree: Path
) -> None:
    path = tree / "plain.md"
    path.chmod(0o444)
    opened = opener(path)
    assert "read-only" in opened.status
    assert opened.offers() == ["Save as…", "Dismiss"]
    opened.type("x", into=opened.source)
    assert opened.source.toPlainText() == "Plain text for $who.\n"
    answers.save = [tree / "mine.md"]
    opened.take("Save as…")
    assert opened.notice is None
    opened.focus(opened.source)
    opened.type("x")
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "mine.md").read_bytes() == b"xPlain text for $who.\n"
    assert path.read_bytes() == b"Plain text for $who.\n"


def test_case_63_what_did_not_help_is_not_offered_again(
    opener: Opener, tree: Path, plan: Plan
) -> None:
    path = tree / "plain.md"
    os.link(path, tree / "other.md")
    opened = opener(path)
    opened.type("Mine ", into=opened.source)
    path.chmod(0o444)

    class Protected(Disk):
        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            if flags & os.O_RDWR:
                raise OSError(errno.EACCES, "Permission denied")
            return super().open(path, flags, mode)

    plan.make = Protected
    opened.press(Qt.Key.Key_S, Control)
    assert opened.offers() == ["Save as…", "Save anyway", "Dismiss"]
    plan.make = Protected
    opened.take("Save anyway")
    assert opened.offers() == ["Save as…", "Dismiss"]
    assert path.read_bytes() == b"Plain text for $who.\n"


def test_case_40_save_all_with_one_refused_saves_the_others_and_shows_that_one(
    opener: Opener, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.caret_to_end()
    opened.type("P", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    opened.caret_to_end()
    opened.type("H", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    whole = Disk.replace

    def replace(self: Disk, source: str, target: str) -> None:
        if target.endswith("hello.md"):
            raise OSError(errno.EDQUOT, "Disk quota exceeded")
        whole(self, source, target)

    monkeypatch.setattr(Disk, "replace", replace)
    opened.press(Qt.Key.Key_S, Control | Alt)
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\nP"
    assert opened.front.path == tree / "hello.md"
    assert opened.source.document().isModified()
    assert opened.notice == (
        "hello.md was not saved: your share of the disk is used up. "
        "Free some space or save it elsewhere."
    )
    assert leftovers(tree) == []


def test_case_40_on_a_full_disk_save_as_goes_elsewhere(
    opener: Opener, answers: Answers, tree: Path, tmp_path: Path, plan: Plan
) -> None:
    opened = opener(tree / "plain.md")
    opened.type("Mine ", into=opened.source)
    plan.make = failing("write", errno.ENOSPC)
    opened.press(Qt.Key.Key_S, Control)
    assert "disk is full" in (opened.notice or "")
    opened.type("more ")
    assert opened.notice is not None  # it is not over
    answers.save = [tmp_path / "elsewhere.md"]
    opened.take("Save as…")
    assert (tmp_path / "elsewhere.md").read_bytes() == b"Mine more Plain text for $who.\n"
    assert (tree / "plain.md").read_bytes() == b"Plain text for $who.\n"
    assert opened.notice is None
    assert not opened.source.document().isModified()


def test_case_70_files_of_a_killed_save_are_no_part_of_the_workspace_and_go_after_the_start(
    opener: Opener, tree: Path
) -> None:
    token = "0123456789abcdef"
    for folder in (tree, tree / "contexts", tree / "templates", tree / "voice"):
        for name in ("friday.yaml", "greeting.md"):
            for suffix in ("tmp", "backup"):
                file = folder / f".{name}.{token}.prompt-editor.{suffix}"
                file.write_text("name: $x\n")
                os.utime(file, (1, 1))
    opened = opener(tree / "plain.md")
    project = opened.window.workbench.project
    assert project is not None
    assert not [each.name for each in project.files() if "prompt-editor." in each.name]
    assert project.context_names() == ("friday", "monday")
    opened.until(lambda: not list(tree.rglob("*.prompt-editor.tmp")))
    assert len(list(tree.rglob("*.prompt-editor.backup"))) == 8  # perhaps the only good copy


def test_a_picture_removes_nothing(
    qapp: QApplication, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "qInstallMessageHandler", lambda handler: None)
    monkeypatch.setattr(app, "SETTLING", 1)
    stale = [
        folder / ".p.md.0123456789abcdef.prompt-editor.tmp"
        for folder in (tree, paths.user_state_dir() / "backups")
    ]
    for file in stale:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("half a te")
        os.utime(file, (1, 1))
    assert app.screenshot(tmp_path / "shots/p.png", tree / "plain.md") == 0
    assert QThreadPool.globalInstance().waitForDone(5000)
    assert all(file.exists() for file in stale)


def test_case_64_a_save_in_place_that_was_cut_short_is_told_with_its_backup(
    opener: Opener, tree: Path
) -> None:
    path, other = tree / "plain.md", tree / "other.md"
    os.link(path, other)
    backups = paths.user_state_dir() / "backups"
    old = path.read_bytes()
    learnt = Faulty()
    saving.save(path, old + b"more\n", old, backup_folder=backups, disk=learnt)
    path.write_bytes(old)
    disk = Faulty(learnt.calls.index("truncate"))
    with pytest.raises(Killed):
        saving.save(path, b"new text\n" * 9, old, backup_folder=backups, disk=disk)
    [backup] = backups.iterdir()
    opened = opener(tree / "hello.md")
    assert opened.notice is None
    opened.window.open(path)
    assert opened.notice == (
        f"A save of plain.md was cut short. What the file held before is in {backup}."
    )
    assert opened.offers() == ["Open the backup", "Remove the backup", "Dismiss"]
    opened.take("Open the backup")
    assert opened.source.toPlainText().encode() == old
    opened.press(Qt.Key.Key_W, Control)
    opened.window.open(path)
    opened.take("Remove the backup")
    assert opened.notice == (
        f"Remove {backup} for good? It may be the only whole copy of plain.md."
    )
    assert backup.exists()
    opened.take("Keep the backup")
    assert backup.exists()
    assert opened.offers() == ["Open the backup", "Remove the backup", "Dismiss"]
    opened.take("Remove the backup")
    opened.take("Remove for good")
    assert opened.notice is None
    assert not backup.exists()
