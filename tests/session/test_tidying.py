"""Temporary files of a killed program: gone after the next start, and nothing else is."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QThreadPool
from pytestqt.qtbot import QtBot

from editor.session.tidying import Tidying
from editor.session.workbench import Workbench
from tests.storage.faulty import leftovers

TOKEN = "0123456789abcdef"


def leave(folder: Path, suffix: str = "tmp") -> Path:
    """What a save of a program that was killed a moment ago leaves."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f".p.md.{TOKEN}.prompt-editor.{suffix}"
    file.write_text("half a te")
    moment = time.time() - 1
    os.utime(file, (moment, moment))
    return file


def tidied(bench: Workbench, own: Iterable[Path] = ()) -> Tidying:
    return Tidying(bench, time.time(), own)


def done() -> None:
    assert QThreadPool.globalInstance().waitForDone(5000)


def test_case_70_temporary_files_of_a_workspace_go_when_it_is_shown(
    bench: Workbench, house: Path
) -> None:
    (house / "deep/er").mkdir(parents=True)
    (house / "deep/er/r.md").write_text("$name")
    for folder in (house, house / "templates", house / "contexts", house / "deep/er"):
        leave(folder)
    backup = leave(house, "backup")
    tidied(bench)
    bench.open_folder(house)
    done()
    places = [house, *(path for path in house.rglob("*") if path.is_dir())]
    assert leftovers(*places) == [backup.name]


def test_case_70_temporary_files_beside_an_opened_file_go_also_through_a_link(
    bench: Workbench, house: Path, tmp_path: Path
) -> None:
    far = tmp_path / "far"
    stale = leave(far)
    (far / "p.md").write_text("far")
    link = house / "link.md"
    link.symlink_to(far / "p.md")
    tidied(bench)
    done()
    assert stale.exists()
    bench.open(link)
    done()
    assert not stale.exists()


def test_case_70_the_program_s_own_folders_are_tidied_at_its_start(
    bench: Workbench, tmp_path: Path
) -> None:
    leave(tmp_path / "settings")
    tidied(bench, (tmp_path / "settings", tmp_path / "not there"))
    done()
    assert os.listdir(tmp_path / "settings") == []


def test_case_70_what_is_younger_than_the_program_is_left_alone(
    bench: Workbench, house: Path
) -> None:
    file = leave(house)
    Tidying(bench, time.time() - 60)
    bench.open_folder(house)
    done()
    assert file.exists()


def test_case_70_a_folder_that_may_not_be_changed_is_passed_over_quietly(
    bench: Workbench, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied")

    kept = leave(house)
    monkeypatch.setattr(os, "unlink", refuse)
    tidied(bench)
    bench.open_folder(house)
    done()
    assert kept.exists()


def test_case_70_each_folder_is_looked_at_once(
    bench: Workbench, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(
        "editor.session.tidying.remove_stale", lambda folder, before: seen.append(folder)
    )
    tidied(bench)
    bench.open_folder(house)
    bench.open(house / "p.md")
    bench.open(house / "q.md")
    done()
    assert sorted(seen) == sorted(set(seen))
    assert house in seen


def test_case_70_a_workspace_that_is_not_shown_is_tidied_when_its_files_change(
    bench: Workbench, house: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    tidied(bench)
    for folder in (house, other, house, other):
        bench.open_folder(folder)
    file = leave(house / "new")
    (house / "new/r.md").write_text("$name")
    bench.look_at_disk_now()
    qtbot.waitUntil(lambda: not file.exists())
