"""Feeds the numbers of problems in the workspace tree and behind the names of tabs."""

from PySide6.QtCore import QObject

from editor.session.problems import Problems
from editor.session.surveying import Surveying
from editor.session.workbench import Workbench
from editor.ui.panels.workspace_tree import WorkspaceTree
from editor.ui.tabs import DocumentTabs


class CountFeed(QObject):
    """Keeps the numbers true."""

    def __init__(
        self,
        workbench: Workbench,
        surveying: Surveying,
        problems: Problems,
        tree: WorkspaceTree,
        tabs: DocumentTabs,
    ) -> None:
        super().__init__(tabs)
        self._problems = problems
        self._tree = tree
        self._tabs = tabs
        problems.counted.connect(self.refresh)
        surveying.completed.connect(self.refresh)  # a file may have got another place
        workbench.front_changed.connect(self.refresh)  # there may be a new tab
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers as they are known now."""
        self._tree.show_problems(self._problems.counts.by_path)
        documents = self._tabs.documents()
        counts = {document: self._problems.count_of(document) for document in documents}
        self._tabs.show_problems(counts)
