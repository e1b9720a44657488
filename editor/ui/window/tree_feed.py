"""Feeds the workspace tree from the workspace that is shown."""

from PySide6.QtCore import QObject

from editor.session.document import Document
from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.ui.panels.workspace_tree import TreeFile, WorkspaceTree


class TreeFeed(QObject):
    """Keeps the tree true."""

    def __init__(self, workbench: Workbench, tree: WorkspaceTree) -> None:
        super().__init__(tree)
        self._workbench = workbench
        self._tree = tree
        self._project: Project | None = None

    def show_project(self, project: Project | None) -> None:
        """Show the files of `project`."""
        if self._project is not None:
            self._project.files_changed.disconnect(self._show_files)
        self._project = project
        if project is not None:
            project.files_changed.connect(self._show_files)
        self._show_files()

    def show_current(self, document: Document | None) -> None:
        """Mark the file that is in front."""
        self._tree.show_current(document.path if document is not None else None)

    def refresh_modified(self) -> None:
        """Mark the files with unsaved work."""
        documents = self._workbench.documents.all()
        self._tree.show_modified(
            frozenset(each.path for each in documents if each.path and each.is_modified())
        )

    def _show_files(self) -> None:
        project = self._project
        if project is None:
            self._tree.show_files("", ())
            return
        files = tuple(
            TreeFile(each.path, each.name, each.kind.value, project.detail_of(each))
            for each in project.files()
        )
        self._tree.show_files(str(project.root), files)
        self.show_current(self._workbench.front)
        self.refresh_modified()
