"""Watching: each change is hinted at, however the file is written."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QFileSystemWatcher, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.session import watcher as watching
from editor.session.watcher import Watcher


@pytest.fixture
def watcher(qapp: QApplication) -> Watcher:
    return Watcher()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "p.md"
    made.write_text("0")
    return made


def in_place(file: Path, text: str) -> None:
    file.write_text(text)


def by_rename(file: Path, text: str) -> None:
    other = file.with_name("p.md.t")
    other.write_text(text)
    other.replace(file)


def by_removal(file: Path, text: str) -> None:
    file.unlink(missing_ok=True)
    file.write_text(text)


@pytest.mark.parametrize("change", [in_place, by_rename, by_removal])
def test_case_8_every_change_is_hinted_at(
    watcher: Watcher, file: Path, qtbot: QtBot, change: Callable[[Path, str], None]
) -> None:
    watcher.watch([file])
    for count in range(3):
        with qtbot.waitSignal(watcher.hinted):
            change(file, f"{count}")


def test_a_file_that_goes_and_one_that_comes(watcher: Watcher, file: Path, qtbot: QtBot) -> None:
    watcher.watch([file])
    with qtbot.waitSignal(watcher.hinted):
        file.unlink()
    with qtbot.waitSignal(watcher.hinted):
        file.write_text("again")
    with qtbot.waitSignal(watcher.hinted):
        file.write_text("and again")


def test_many_writes_are_one_hint(watcher: Watcher, file: Path, qtbot: QtBot) -> None:
    watcher.watch([file])
    hints: list[None] = []
    watcher.hinted.connect(lambda: hints.append(None))
    with qtbot.waitSignal(watcher.hinted):
        for count in range(20):
            in_place(file, f"{count}")
    assert len(hints) == 1


def test_the_target_of_a_link_is_watched_too(
    watcher: Watcher, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real/p.md"
    real.write_text("0")
    link = tmp_path / "link.md"
    link.symlink_to(real)
    watcher.watch([link])
    with qtbot.waitSignal(watcher.hinted):
        by_rename(real, "1")


def test_what_is_watched_no_more_is_not_told(
    watcher: Watcher, file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    watcher.watch([file])
    watcher.watch([], [other])
    file.write_text("1")
    with qtbot.waitSignal(watcher.hinted):
        (other / "x").write_text("x")
    watched = watcher._watcher
    assert (watched.files(), watched.directories()) == ([], [str(other)])


def test_changes_without_end_are_told_all_the_same(
    watcher: Watcher, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LONGEST_PAUSE", 2 * watching.PAUSE)
    watcher.watch([file])
    noise = QTimer()
    noise.setInterval(watching.PAUSE // 6)
    noise.timeout.connect(lambda: in_place(file, "noise"))
    watcher.hinted.connect(noise.stop)
    noise.start()
    with qtbot.waitSignal(watcher.hinted):
        in_place(file, "1")
    watcher.watch([])
    watcher._pause.stop()


def test_thousands_of_changes_are_few_hints(watcher: Watcher, file: Path, qtbot: QtBot) -> None:
    hints: list[None] = []
    watcher.hinted.connect(lambda: hints.append(None))
    watcher.watch([file])
    with qtbot.waitSignal(watcher.hinted):
        for count in range(3_000):
            (file.parent / f"{count}.md").touch()
    assert len(hints) == 1


def test_a_file_that_is_replaced_while_its_old_one_has_another_name(
    watcher: Watcher, file: Path, qtbot: QtBot
) -> None:
    os.link(file, file.with_name("hard.md"))
    watcher.watch([file])
    with qtbot.waitSignal(watcher.hinted):
        by_rename(file, "1")
    with qtbot.waitSignal(watcher.hinted):
        in_place(file, "2")  # tells nothing in its folder


def test_every_link_on_the_way_counts(watcher: Watcher, tmp_path: Path, qtbot: QtBot) -> None:
    for name in ("one", "two", "links"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.md").write_text(name)
    (tmp_path / "links/folder").symlink_to("../one")
    (tmp_path / "top").mkdir()
    (tmp_path / "top/p.md").symlink_to("../links/folder/p.md")
    watcher.watch([tmp_path / "top/p.md"])
    with qtbot.waitSignal(watcher.hinted):
        (tmp_path / "links/new").symlink_to("../two")
        (tmp_path / "links/new").replace(tmp_path / "links/folder")
    watcher.watch([tmp_path / "top/p.md"])
    with qtbot.waitSignal(watcher.hinted):
        in_place(tmp_path / "two/p.md", "changed")


def test_a_loop_of_links_is_watched_as_far_as_it_goes(watcher: Watcher, tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    watcher.watch([tmp_path / "a.md"])
    assert watcher._watcher.directories() == [str(tmp_path)]


def test_a_folder_that_goes_is_awaited_from_the_one_above(
    watcher: Watcher, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "p.md").write_text("0")
    watcher.watch([folder / "p.md"])
    with qtbot.waitSignal(watcher.hinted):
        (folder / "p.md").unlink()
        folder.rmdir()
    with qtbot.waitSignal(watcher.hinted):
        folder.mkdir()
        (folder / "p.md").write_text("1")
    with qtbot.waitSignal(watcher.hinted):
        in_place(folder / "p.md", "2")


def test_what_may_not_be_read_is_not_asked_for(
    watcher: Watcher, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != closed)
    asked = watcher.findChild(QFileSystemWatcher)
    watcher.watch((), [closed])
    assert asked is not None
    assert asked.directories() == [str(tmp_path)]
    with qtbot.waitSignal(watcher.hinted):
        closed.chmod(0o700)
