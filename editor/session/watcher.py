"""Noticing that files changed on disk: one file-system watcher for files and their folders.

A change is only a hint; whoever listens compares contents. Atomic saves replace the file, and
the watch on it is gone with the old one, so folders are watched too and every file is added
again after each hint (docs/decisions.md). Where the system watches nothing, as on some network
shares or when it has no watches left, the window compares when it gets the focus, and every
save compares before it writes.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QFileSystemWatcher, QObject, QTimer, Signal

from editor.session.ondisk import FileNumber, number_of

PAUSE = 300
"""Milliseconds of quiet before a hint is passed on; other programs may still be writing."""
LONGEST_PAUSE = 1_500
"""Milliseconds after which a hint is passed on though there is no quiet."""
_MOST_LINKS = 40
"""As many as Linux follows."""


class Watcher(QObject):
    """Watches a set of files; gone or not yet existing ones through the folders above them."""

    hinted = Signal()
    """Something changed in or beside a watched file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: frozenset[Path] = frozenset()
        self._folders: frozenset[Path] = frozenset()
        self._armed: dict[str, FileNumber] = {}
        self._watcher = QFileSystemWatcher(self)
        self._since = QElapsedTimer()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._pass_on)
        self._watcher.fileChanged.connect(self._changed)
        self._watcher.directoryChanged.connect(self._changed)

    def watch(self, files: Iterable[Path], folders: Iterable[Path] = ()) -> None:
        """Watch exactly these files and folders from now on.

        Of a file that is reached through links, every link counts and the file behind them.
        """
        wanted: set[Path] = set()
        above: set[Path] = set(folders)
        linked: dict[Path, tuple[Path, ...]] = {}
        for file in files:
            folder = file.parent
            if folder not in linked:
                linked[folder] = tuple(_names_of(folder))
            *links, real = linked[folder]
            places = tuple(_names_of(real / file.name))
            wanted.update((file, *places))
            above.update((folder, *(each.parent for each in (*links, *places))))
        self._files, self._folders = frozenset(wanted), frozenset(above)
        self._arm()

    def _changed(self, _path: str) -> None:
        if not self._pause.isActive():
            self._since.start()
        elif self._since.hasExpired(LONGEST_PAUSE - PAUSE):
            return  # there is no quiet: what has changed by now is told when the pause ends
        self._pause.start()

    def _pass_on(self) -> None:
        self._arm()
        self.hinted.emit()

    def _arm(self) -> None:
        """Watch what there is of what is wanted.

        A name whose file is another one than when it was added is added again: the system
        watches the file it was, as long as that has another name.
        """
        wanted: dict[str, FileNumber] = {}
        for path in (*self._files, *map(_nearest, self._folders)):
            number = number_of(path)
            if number is not None and os.access(path, os.R_OK):
                wanted[str(path)] = number
        watched = {*self._watcher.files(), *self._watcher.directories()}
        kept = {name for name in watched if self._armed.get(name) == wanted.get(name, ())}
        if gone := watched - kept:
            self._watcher.removePaths(sorted(gone))
        if new := wanted.keys() - kept:
            self._watcher.addPaths(sorted(new))  # what it refuses is tried at the next hint
        self._armed = wanted


def _names_of(path: Path) -> Iterator[Path]:
    """Yield the links that a path leads through, and at last the path without them."""
    path = path.absolute()
    done, left = Path(path.anchor), list(path.parts[1:])[::-1]
    followed = 0
    while left:
        part = left.pop()
        place = done.parent if part == os.pardir else done / part
        try:
            target = os.readlink(place) if part != os.pardir else ""
        except OSError:
            target = ""  # no link, or nothing at all
        if target and followed < _MOST_LINKS:
            followed += 1
            yield place
            linked = Path(target)
            done = Path(linked.anchor) if linked.is_absolute() else done
            left += [each for each in linked.parts[::-1] if each != linked.anchor]
        else:
            done = place
    yield done


def _nearest(folder: Path) -> Path:
    """Return the folder; of one that is gone or closed the nearest above it that can be read."""
    above = (folder, *folder.parents)
    return next(
        (each for each in above if os.path.isdir(each) and os.access(each, os.R_OK)), folder
    )
