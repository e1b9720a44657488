"""Everything that is open: documents, the workspaces they belong to, their live renderings.

Only the rendering in front follows a change of variables at once; the others catch up when
they come to the front.
"""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.documents import Documents, UnreadableFile
from editor.session.identity_fields import NEW_IDENTITY
from editor.session.lives import make_live, refresh_live, still_fits
from editor.session.liveslot import LiveSlot
from editor.session.liveview import LiveView
from editor.session.outside import Outside
from editor.session.project import Project
from editor.session.watcher import Watcher
from editor.storage.disk import shown
from editor.workspace.config import find_workspace, is_marked
from editor.workspace.souls import may_be_event
from editor.workspace.workspace import Workspace


class Workbench(QObject):
    """The open documents and workspaces of one window."""

    front_changed = Signal(object)
    """The `Document` in front, or None."""
    project_changed = Signal(object)
    """The `Project` whose files and variables are shown, or None."""
    provider_changed = Signal()
    """Souls are shown with the overrides for another provider."""
    reloaded = Signal(object)
    """A clean `Document` that took over what another program wrote."""
    changed_outside = Signal(object)
    """A `Document` with unsaved work whose file another program changed, or whose file is gone
    or cannot be read any more."""
    settled_outside = Signal(object)
    """A `Document` that `changed_outside` told of and that needs no answer any more."""

    def __init__(
        self,
        documents: Documents,
        watcher: Watcher,
        clock: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        documents.setParent(self)
        watcher.setParent(self)
        self.documents = documents
        self.outside = Outside(documents, self)
        self._watcher = watcher
        self.clock = clock
        self._projects: dict[Path, Project] = {}
        self._lives: dict[Document, LiveView] = {}
        self._project_by_document: dict[Document, Project] = {}
        self._behind: set[Document] = set()
        self._provider: str | None = None
        self._front: Document | None = None
        self._project: Project | None = None
        self._to_rescan: list[Project] = []
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._rescan_next)
        documents.opened.connect(self._document_opened)
        documents.saved.connect(self._document_saved)
        documents.closed.connect(self._document_closed)
        watcher.hinted.connect(self.look_at_disk)
        self.outside.reloaded.connect(self.reloaded)
        self.outside.changed.connect(self.changed_outside)
        self.outside.settled.connect(self.settled_outside)
        self.outside.looked.connect(self._rescan)

    @property
    def front(self) -> Document | None:
        """The document in front."""
        return self._front

    @property
    def project(self) -> Project | None:
        """The workspace of the document in front, or the one opened last."""
        return self._project

    @property
    def acting_project(self) -> Project | None:
        """The workspace of the document in front; without one the workspace that is shown."""
        return self._project_by_document[self._front] if self._front else self._project

    def workspaces(self) -> tuple[Workspace, ...]:
        """Return all workspaces in use."""
        return tuple(project.workspace for project in self._projects.values())

    def open_folder(self, folder: Path) -> Project:
        """Make the workspace of `folder` the one that is shown."""
        project = self._project_for(folder)
        self._show_project(project)
        return project

    def open(self, path: Path) -> Document:
        """Open a file; one that is open under another name is not opened twice.

        Raises:
            UnreadableFile: it cannot be opened; the message is one line for the user.
        """
        try:
            project = self._project_for(path)
            return self.documents.open(path, project.workspace.kind_of(path))
        except UnreadableFile:
            raise
        except (OSError, ValueError):  # no such folder, or a name that no file can have
            raise UnreadableFile(path, f"{shown(path)} does not exist: check the name.") from None

    def new(self) -> Document:
        """Start an empty prompt without a place on disk."""
        return self.documents.new()

    def new_identity(self, project: Project) -> Document:
        """Start the identity file of a workspace; it is not on disk until it is saved."""
        path = project.workspace.config.identity
        return self.documents.find(path) or self.documents.new(
            FileKind.IDENTITY, path, NEW_IDENTITY
        )

    def close(self, document: Document) -> None:
        """Forget a document; its unsaved text is gone."""
        if self._front is document:
            self.bring_to_front(None)
        live = self._lives.pop(document, None)
        self._behind.discard(document)
        self.documents.close(document)
        if live is not None:
            live.deleteLater()
        self._watch()

    def live(self, document: Document) -> LiveView:
        """Return the live rendering of an open document, up to date with its variables."""
        project, live = self.project_of(document), self._lives.get(document)
        if live is None or not still_fits(live):
            if live is not None:
                live.deleteLater()
            self._lives[document] = make_live(document, project, self)
        elif document in self._behind:
            refresh_live(live, project)
        self._behind.discard(document)
        return self._lives[document]

    @property
    def provider(self) -> str | None:
        """The provider whose overrides souls are shown with, or None."""
        return self._provider

    def choose_provider(self, name: str | None) -> None:
        """Show souls with the overrides for a provider, or with none."""
        if name != self._provider:
            self._provider = name
            for project in self._projects.values():
                project.choose_provider(name)
            self.provider_changed.emit()

    def project_of(self, document: Document) -> Project:
        """Return the workspace an open document belongs to."""
        return self._project_by_document[document]

    def moved(self, document: Document) -> None:
        """Find the workspace and the kind of a document again: it was saved elsewhere."""
        if document.path is not None:
            project = self._project_for(document.path)
            self._project_by_document[document] = project
            document.kind = _kind_at(document, project, document.path)
            self._behind.add(document)
            project.rescan()
            if document is self._front:
                self._show_project(project)
                self.front_changed.emit(document)
        self._watch()

    def bring_to_front(self, document: Document | None) -> None:
        """Show `document`, or nothing."""
        if document is self._front:
            return
        self._front = document
        if document is not None and document.path is not None:
            self._show_project(self.project_of(document))
        self.front_changed.emit(document)

    def look_at_disk(self) -> None:
        """Compare with the disk, a little at a time, as when the window gets the focus."""
        self.outside.look(self._front)

    def look_at_disk_now(self) -> None:
        """Compare with the disk before this returns; for pictures and tests."""
        self.outside.look_now()
        self._rescan()
        while self._to_rescan:
            self._rescan_next()

    def _document_opened(self, document: Document) -> None:
        """Let the variables that a document defines count from now on."""
        if document.path is None and self._project is not None:
            project = self._project
        else:
            path = document.path or Path.cwd()
            project = self._naming(path) or self._project_for(_in_a_folder(path))
        self._project_by_document[document] = project
        document.settled.connect(self._document_edited)
        project.source_opened(document)
        self._layer_changed(document, project)
        self._watch()

    def _document_closed(self, document: Document) -> None:
        """Forget a document that something else closed, such as a context without a tab."""
        project = self._project_by_document.pop(document, None)
        if project is not None:
            project.source_closed(document)
            self._layer_changed(document, project)

    def _document_edited(self) -> None:
        document = self.sender()
        if isinstance(document, Document) and document in self._project_by_document:
            self.project_of(document).source_edited(document)
            self._layer_changed(document, self.project_of(document))

    def _project_for(self, path: Path) -> Project:
        """The workspace of a path: one that names it, one found by its marker, an open folder."""
        known = list(self._projects.values())
        known.sort(key=lambda each: each is not self._project)  # two may name one folder of slots
        for project in known:
            if project.defines(path):
                return project
        root = find_workspace(_in_a_folder(path))
        if not is_marked(root):
            above = [each for each in self._projects if path.absolute().is_relative_to(each)]
            root = max(above, key=lambda each: len(each.parts), default=root)
        return self._project_at(root)

    def _naming(self, path: Path) -> Project | None:
        """The workspace that names a file; the one that is shown comes first."""
        found = [each for each in self._projects.values() if each.defines(path)]
        return self._project if self._project in found else next(iter(found), None)

    def _document_saved(self, document: Document) -> None:
        project = self._project_by_document.get(document)
        if project is None:
            return
        project.rescan()
        kinds = {document.kind, _kind_at(document, project, document.path or project.root)}
        if kinds == {FileKind.PROMPT, FileKind.SOUL}:  # a marker line came or went
            self.moved(document)

    def _project_at(self, root: Path) -> Project:
        if root not in self._projects:
            project = Project(Workspace.open(root, root), self.documents, self.clock, self)
            project.choose_provider(self._provider)
            project.scope_changed.connect(self._scope_changed)
            for signal in (project.context_changed, project.files_changed, project.slots.changed):
                signal.connect(self._slots_changed)
            self._projects[root] = project
        return self._projects[root]

    def _show_project(self, project: Project) -> None:
        if project is not self._project:
            self._project = project
            self._watch()
            self.project_changed.emit(project)

    def _scope_changed(self) -> None:
        self._behind.update(self._lives)
        if self._front is not None and self._front in self._lives:
            self.live(self._front)

    def _slots_changed(self) -> None:
        """Let slots be shown with the other layers as they are now."""
        self._behind.update(
            document for document, live in self._lives.items() if isinstance(live, LiveSlot)
        )
        if self._front in self._behind and isinstance(self._lives.get(self._front), LiveSlot):
            self.live(self._front)

    def _layer_changed(self, document: Document, project: Project) -> None:
        """Let the other layers of a slot know what this one says, or says no more, by now."""
        if document.kind is FileKind.SLOT and document.path is not None:
            project.slots.edited(document.path)
            self._slots_changed()

    def _watch(self) -> None:
        files = {each.path: self.project_of(each) for each in self.documents.all() if each.path}
        # A folder that is renamed tells nothing itself; the one above it does.
        folders = [
            folder
            for path, project in files.items()
            for folder in path.parents
            if folder.is_relative_to(project.root)
        ]
        sources = [
            path
            for each in self.documents.all()
            if each.kind is FileKind.SLOT and each.path
            for path in self.project_of(each).slots.files_beside(each.path)
        ]
        if self._project is not None:
            sources += self._project.inventory.sources()
            folders += self._project.inventory.folders()
        self._watcher.watch((*files, *sources), folders)

    def _rescan(self) -> None:
        """Look for files and variables again, one workspace after the other."""
        self._to_rescan = list(self._projects.values())
        self._turn.start()

    def _rescan_next(self) -> None:
        if self._to_rescan:
            self._to_rescan.pop(0).rescan()
        if not self._to_rescan:
            self._turn.stop()
            self._watch()


def _kind_at(document: Document, project: Project, path: Path) -> FileKind:
    """The kind of a document at a new place: whether it is an event was settled by opening it."""
    kind = project.workspace.kind_of(path)
    if document.enclosure is not None:
        return FileKind.SOUL
    return FileKind.TEXT if may_be_event(path, kind) else kind


def _in_a_folder(path: Path) -> Path:
    """The path, or if its folder is gone, the nearest one above it whose folder is there."""
    return next((each for each in (path, *path.parents) if os.path.isdir(each.parent)), path)
