"""Files and folders dropped on the window: which they are."""

from pathlib import Path

from PySide6.QtCore import QMimeData


def dropped_files(data: QMimeData) -> list[Path]:
    """Return the local files and folders that a drop brings; none for text and the like."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
