"""Keeps a survey of the workspace that is shown up to date, unsaved texts included.

What changes is looked at again a moment after the last key, in a job beside the window.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.jobs import Job
from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.storage.textfile import UTF_8
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.survey import FileReport, SurveyTask, survey

PAUSE = 150
"""Milliseconds between the last key and a look at what changed."""


@dataclass(frozen=True, slots=True)
class SurveyNews:
    """What a survey found out.

    Attributes:
        reports: Files whose report is new.
        forgotten: Files that are no longer there.
    """

    reports: tuple[FileReport, ...] = ()
    forgotten: tuple[Path, ...] = ()


class Surveying(QObject):
    """Surveys the workspace in front of the user.

    Signals:
        news: A `SurveyNews`.
        completed: All files are known as they are now.
    """

    news = Signal(object)  # SurveyNews
    completed = Signal()

    def __init__(self, workbench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._project: Project | None = None
        self._by_root: dict[Path, dict[Path, FileReport]] = {}
        self._reports: dict[Path, FileReport] = {}
        self._places: dict[Document, Path] = {}
        self._untitled = 0
        self._job = Job(self)
        self._job.results.connect(self._take)
        self._job.finished.connect(self.completed)
        self._job.failed.connect(self._fail)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._begin)
        workbench.project_changed.connect(self._show_project)
        workbench.documents.opened.connect(self._follow)
        workbench.documents.closed.connect(self._closed)
        workbench.documents.saved.connect(self._saved)
        for document in workbench.documents.all():
            self._follow(document)
        self._show_project(workbench.project)

    @property
    def reports(self) -> Mapping[Path, FileReport]:
        """What is known so far, by `place_of` a document or by path."""
        return MappingProxyType(self._reports)

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing is waiting to be looked at."""
        return not self._pause.isActive() and not self._job.is_busy

    def place_of(self, document: Document) -> Path | None:
        """Return the path under which an open document is reported; None for another workspace."""
        project = self._project
        if document not in self._places and project is not None:
            if self._workbench.project_of(document) is not project:
                return None
            listed = {file.path: file for file in project.files()}
            self._places[document] = self._placed(document, project, listed).path
        return self._places.get(document)

    def document_at(self, path: Path) -> Document | None:
        """Return the open document that is reported under `path`, or None."""
        documents = self._workbench.documents.all()
        return next((each for each in documents if self.place_of(each) == path), None)

    def finish(self) -> None:
        """Look at once at what waits for its turn; for pictures and tests."""
        self._pause.stop()
        self._job.cancel()
        self._take(tuple(self._work()))
        self.completed.emit()

    def shutdown(self) -> None:
        """Stop; the window goes."""
        self._pause.stop()
        self._job.shutdown()

    def _show_project(self, project: Project | None) -> None:
        if self._project is not None:
            self._project.context_changed.disconnect(self._pause.start)
            self._project.files_changed.disconnect(self._pause.start)
        self._project = project
        self._job.cancel()
        self._places.clear()
        before = tuple(self._reports)
        # What is known of a workspace stays: its files are only compared when it comes back.
        self._reports = {} if project is None else self._by_root.setdefault(project.root, {})
        self.news.emit(SurveyNews(tuple(self._reports.values()), before))
        if project is not None:
            # Told whenever the disk was looked at, though no value may have changed.
            project.context_changed.connect(self._pause.start)
            project.files_changed.connect(self._pause.start)
        self._pause.start()

    def _follow(self, document: Document) -> None:
        document.settled.connect(self._wait)
        document.kind_changed.connect(self._pause.start)
        document.path_changed.connect(self._pause.start)
        self._pause.start()

    def _closed(self, document: Document) -> None:
        self._places.pop(document, None)
        self._pause.start()

    def _saved(self, _document: Document) -> None:
        self._pause.start()

    def _wait(self) -> None:
        """Leave the machine to who types: Python runs one thread at a time."""
        self._job.cancel()
        self._pause.start()

    def _begin(self) -> None:
        if self._project is not None:
            self._job.start(self._work)

    def _work(self) -> Iterator[FileReport]:
        """Return the work there is now; what is gone is forgotten."""
        return iter(()) if self._project is None else survey(self._task(self._project))

    def _task(self, project: Project) -> SurveyTask:
        listed = {file.path: file for file in project.files()}
        extra: list[WorkspaceFile] = []
        texts: dict[Path, str] = {}
        for document in self._open_documents(project):
            file = self._placed(document, project, listed)
            self._places[document] = file.path
            if document.encoding == UTF_8 and document.fault is None:
                texts[file.path] = document.text()  # others are what they are for readers: bytes
            if file.path in listed:
                listed[file.path] = file
            else:
                extra.append(file)
        there = {*listed, *(file.path for file in extra)}
        self._forget(tuple(path for path in self._reports if path not in there))
        scopes = {kind: project.scope(kind) for kind in (FileKind.PROMPT, FileKind.TEMPLATE)}
        return SurveyTask(
            project.workspace,
            tuple(listed.values()),
            tuple(extra),
            texts,
            scopes,
            dict(self._reports),
        )

    def _open_documents(self, project: Project) -> list[Document]:
        """The open documents of a workspace, the one in front first."""
        found = [
            document
            for document in self._workbench.documents.all()
            if self._workbench.project_of(document) is project
        ]
        return sorted(found, key=lambda document: document is not self._workbench.front)

    def _placed(
        self, document: Document, project: Project, listed: Mapping[Path, WorkspaceFile]
    ) -> WorkspaceFile:
        """Return an open document as a file of its workspace."""
        if document.path is None:
            place = self._places.get(document)
            if place is None or place.is_absolute():
                self._untitled += 1
                place = Path(f"untitled-{self._untitled}")
            return WorkspaceFile(place, self.tr("Untitled"), document.kind)
        place = project.workspace.placed(document.path)
        if place not in listed:
            real = Path(os.path.realpath(place))
            place = real if real in listed else place
        found = listed.get(place)
        if found is not None:
            return replace(found, kind=document.kind)
        return WorkspaceFile(place, project.workspace.name_of(place), document.kind)

    def _fail(self, error: Exception) -> None:
        """Let a fault of the program be seen where all are: a job has nobody to tell."""
        raise error

    def _take(self, reports: tuple[FileReport, ...]) -> None:
        self._reports.update({report.file.path: report for report in reports})
        if reports:
            self.news.emit(SurveyNews(reports))

    def _forget(self, paths: tuple[Path, ...]) -> None:
        for path in paths:
            del self._reports[path]
        if paths:
            self.news.emit(SurveyNews((), paths))
