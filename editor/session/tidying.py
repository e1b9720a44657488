"""Removing, beside the window, the temporary files that a killed program left behind.

Each folder is looked at once: those of the workspace that is shown, those of opened files, and
the program's own. Only what is older than this program's start and held by no other is removed;
backups never are (docs/reliability.md, Saving).
"""

import os
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QThreadPool

from editor.session.document import Document
from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.storage.temporary import remove_stale


class Tidying(QObject):
    """Tidies the folders that a window works in."""

    def __init__(self, workbench: Workbench, started: float, own: Iterable[Path] = ()) -> None:
        """Begin with the program's `own` folders; `started` is when it was started."""
        super().__init__(workbench)
        self._projects: set[Project] = set()
        self._started = started
        self._seen: set[Path] = set()
        self._is_gone = Event()
        self.destroyed.connect(self._is_gone.set)
        workbench.project_changed.connect(self._follow)
        workbench.documents.opened.connect(self._opened)
        self._tidy(own)

    def _follow(self, project: Project | None) -> None:
        if project is None:
            return
        if project not in self._projects:
            self._projects.add(project)
            project.files_changed.connect(self._tidy_changed)
        self._tidy(project.inventory.folders())

    def _tidy_changed(self) -> None:
        project = self.sender()
        if isinstance(project, Project):
            self._tidy(project.inventory.folders())

    def _opened(self, document: Document) -> None:
        if document.path is not None:
            # Of a link, the folder of the file itself: there its temporary files are made.
            self._tidy((document.path.parent, Path(os.path.realpath(document.path)).parent))

    def _tidy(self, folders: Iterable[Path]) -> None:
        new = tuple(folder for folder in dict.fromkeys(folders) if folder not in self._seen)
        if new:
            self._seen.update(new)
            work = _Work(new, self._started, self._is_gone)
            QThreadPool.globalInstance().start(work.execute)


class _Work:
    """Some folders to be tidied in the pool; it tells nothing, so nobody waits for it."""

    def __init__(self, folders: tuple[Path, ...], before: float, is_gone: Event) -> None:
        self._folders = folders
        self._before = before
        self._is_gone = is_gone

    def execute(self) -> None:
        """Do the work; called in the pool."""
        for folder in self._folders:
            if self._is_gone.is_set():
                return
            remove_stale(folder, self._before)
