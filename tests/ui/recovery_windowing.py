"""What tests of recovery in the window share: windows that die, and what they leave behind."""

from pathlib import Path

from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from editor import paths
from editor.storage.recovery import Damaged, RecoveryStore, Snapshot, Unsaved, stored
from editor.storage.textfile import digest_of
from tests.ui.windowing import Opened

WHEN = 1_769_178_600.0


def root() -> Path:
    """Where snapshots lie."""
    return paths.user_state_dir() / "recovery"


def kept() -> list[str]:
    """The texts on the disk, oldest first."""
    return [each.unsaved.text for each in stored(root()) if isinstance(each, Snapshot)]


def left_behind(
    path: Path | None, text: str, base: bytes | None = None, *, encoding: str = "utf-8"
) -> Path:
    """Leave a snapshot as a program that died does; return its file."""
    digest = None if base is None else digest_of(base)
    title = "" if path is None else path.name
    unsaved = Unsaved(text, path, "prompt", encoding, False, digest, title, WHEN)
    return RecoveryStore(root()).write(unsaved)


def die(opened: Opened) -> None:
    """End a window as `kill -9` does: nothing is asked, nothing written, its lock is freed."""
    opened.window.recovery.journal._writer.wait(5)
    store = opened.window.recovery._store
    for folder in (store._own, *store._claimed):
        if folder is not None:
            folder._close()
    opened.close()


def type_and_die(opened: Opened, text: str) -> None:
    """Type, let typing pause, and die."""
    opened.type(text, opened.source)
    opened.window.recovery.journal.flush()
    die(opened)


def is_offering(opened: Opened) -> bool:
    return opened.find(QFrame, "recoveryPanel").isVisible()


def said(opened: Opened, number: int) -> str:
    """What the row of an offer says, line by line."""
    row = opened.find(QFrame, f"recovery:{number}")
    return "\n".join(label.text() for label in row.findChildren(QLabel))


def rows(opened: Opened) -> list[str]:
    """The names of the rows."""
    found = opened.find(QFrame, "recoveryPanel").findChildren(QFrame)
    return sorted(each.objectName() for each in found if each.objectName().startswith("recovery:"))


def choices(opened: Opened, number: int) -> list[str]:
    """The buttons of a row that can be clicked."""
    row = opened.find(QFrame, f"recovery:{number}")
    return [each.text() for each in row.findChildren(QPushButton) if each.isVisible()]


def damaged() -> int:
    """How many snapshots cannot be read."""
    return sum(isinstance(each, Damaged) for each in stored(root()))
