"""Noticing that files changed on disk: one file-system watcher for files and their folders.

A change is only a hint; whoever listens compares contents. Atomic saves replace the file, and
the watch on it is gone with the old one, so folders are watched too and every file is added
again after each hint (docs/decisions.md).
"""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

PAUSE = 300
"""Milliseconds of quiet before a hint is passed on; other programs may still be writing."""


class Watcher(QObject):
    """Watches a set of files; gone or not yet existing ones through their folder."""

    hinted = Signal()
    """Something changed in or beside a watched file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: frozenset[Path] = frozenset()
        self._folders: frozenset[Path] = frozenset()
        self._watcher = QFileSystemWatcher(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._pass_on)
        self._watcher.fileChanged.connect(self._changed)
        self._watcher.directoryChanged.connect(self._changed)

    def watch(self, files: Iterable[Path], folders: Iterable[Path] = ()) -> None:
        """Watch exactly these files and folders from now on."""
        wanted = frozenset(files)
        targets = {file.resolve() for file in wanted}
        self._files = wanted | targets
        self._folders = frozenset(folders) | {file.parent for file in self._files}
        self._arm()

    def check_soon(self) -> None:
        """Pass a hint on after a pause."""
        self._pause.start()

    def check_now(self) -> None:
        """Pass a hint on without waiting, as when the window gets the focus."""
        self._pause.stop()
        self._pass_on()

    def _changed(self, _path: str) -> None:
        self._pause.start()

    def _pass_on(self) -> None:
        self._arm()
        self.hinted.emit()

    def _arm(self) -> None:
        wanted = {str(path) for path in self._files | self._folders if path.exists()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if new := wanted - watched:
            self._watcher.addPaths(sorted(new))
