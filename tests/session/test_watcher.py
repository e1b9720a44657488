"""Watching: each change is hinted at, however the file is written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

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
