"""The system's trash: files go there where the user takes them away."""

from pathlib import Path

from PySide6.QtCore import QDir, QFile, QStandardPaths


def move_to_trash(path: Path) -> bool:
    """Move a file to the trash; say whether it went. It is never deleted instead."""
    _make_possible()
    moved = QFile.moveToTrash(str(path))
    return moved[0] if isinstance(moved, tuple) else moved


def _make_possible() -> None:
    """Make the user's data folder: on a fresh account Qt refuses only because it is not there."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    if place:
        QDir().mkpath(place)
