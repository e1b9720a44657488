"""The main window: it places the views and joins them to the session, and holds no logic."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor.session.document import Document
from editor.session.memory import Memory
from editor.session.project import Project
from editor.session.saver import Saver
from editor.session.workbench import Workbench
from editor.ui.dialogs import Questions
from editor.ui.editor_pane import EditorPane
from editor.ui.icons import Icons
from editor.ui.menus import Actions
from editor.ui.panels.context_panel import ContextPanel
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.panels.workspace_tree import WorkspaceTree
from editor.ui.preview.pane import PreviewPane
from editor.ui.status import StatusBar
from editor.ui.tabs import DocumentTabs
from editor.ui.theme import Theme
from editor.ui.welcome import WelcomePage
from editor.ui.widgets.notice_bar import Notice
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.window.command_list import command_table, menu_titles
from editor.ui.window.deeds import Parts, WindowDeeds
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.scroll_sync import ScrollSync
from editor.ui.window.status_feed import StatusFeed
from editor.ui.window.tree_feed import TreeFeed
from editor.ui.window.variable_feed import VariableFeed


class MainWindow(QMainWindow):
    """One window with one workbench."""

    def __init__(
        self,
        workbench: Workbench,
        theme: Theme,
        icons: Icons,
        questions: Questions,
        memory: Memory,
        sample: Callable[[], Path],
    ) -> None:
        """Put the window together.

        Args:
            workbench: What is open; it goes when the window has gone.
            theme: The colours in force.
            icons: The icons to use.
            questions: Asks the user for files and about unsaved work.
            memory: The user's choices and recent places.
            sample: Makes the copy of the sample workspace if needed and returns its folder.
        """
        super().__init__()
        self.destroyed.connect(workbench.deleteLater)
        self._memory = memory
        self._sample = sample
        self.setWindowTitle(self.tr("Prompt Editor"))
        self.workbench = workbench
        formats = TextFormats(theme)
        self.tree = WorkspaceTree(icons, self)
        self.tabs = DocumentTabs(icons, self)
        self.editor = EditorPane(theme, formats, self)
        self.preview = PreviewPane(theme, formats, self)
        self.context = ContextPanel(self)
        self.identity = IdentityPanel(self)
        self.welcome = WelcomePage(icons, self)
        self.status = StatusBar(self)
        self.setStatusBar(self.status)
        self._place()
        self.files = FileFlow(workbench, Saver(workbench.documents, self), questions, self)
        self.sync = ScrollSync(self.editor.source, self.preview.view)
        self.sync.on = memory.preferences.sync_scroll
        self.preview.show_tints(memory.preferences.show_tints)
        self._variables = VariableFeed(self.context, self.identity, self)
        self._tree_feed = TreeFeed(workbench, self.tree)
        self._status_feed = StatusFeed(workbench, self.editor.source, self.status)
        parts = Parts(
            workbench,
            self.files,
            self.tabs,
            self.editor,
            self.preview,
            self.tree,
            self.identity,
            self.sync,
            theme,
            memory,
            self._open_sample,
            self.close,
        )
        table = command_table(WindowDeeds(parts, self))
        self.commands = Actions(table, self)
        self.commands.fill(self.menuBar(), menu_titles(), table)
        self._join()
        self.resize(1440, 900)
        self.welcome.show_recent(memory.recent_folders)
        self._show_front(None)

    def open(self, path: Path) -> None:
        """Open a file or a folder; what cannot be opened is said in the window."""
        self.files.open(path)

    def show_document(self, document: Document) -> None:
        """Bring the tab of `document` to the front, making one if there is none."""
        if document not in self.tabs.documents():
            self.tabs.add(document)
        self.tabs.bring_to_front(document)
        self.workbench.bring_to_front(document)

    def settle(self) -> None:
        """Finish at once what follows a pause, so that a picture shows the final state."""
        live = self.workbench.live(self.workbench.front) if self.workbench.front else None
        if live is not None:
            live.finish()
        self._variables.refresh()
        self._status_feed.recount()

    def follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Ask commands for their state: some mean the file of the widget with the focus."""
        if now is not None and self.isAncestorOf(now):
            self.commands.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work before the window goes."""
        if self.files.may_close_all():
            event.accept()
        else:
            event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        """Compare with the disk when the window gets the focus."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.workbench.look_at_disk_now()

    def _open_sample(self) -> None:
        self.files.open(self._sample())

    def _place(self) -> None:
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._middle = QStackedWidget(self)
        self._middle.addWidget(self.welcome)
        self._middle.addWidget(self.editor)
        column.addWidget(self.tabs)
        column.addWidget(self.editor.notices)
        column.addWidget(self._middle, 1)
        self._side = QSplitter(Qt.Orientation.Vertical, self)
        _fill(self._side, ((self.preview, 5), (self.context, 2), (self.identity, 2)))
        self._side.setSizes([480, 210, 150])
        self._main = QSplitter(Qt.Orientation.Horizontal, self)
        _fill(self._main, ((self.tree, 0), (centre, 1), (self._side, 1)))
        self._main.setSizes([240, 620, 580])
        self.setCentralWidget(self._main)

    def _join(self) -> None:
        self.tabs.chosen.connect(self.workbench.bring_to_front)
        self.tabs.close_requested.connect(self.files.close)
        self.tree.open_requested.connect(self.files.open)
        self.files.wants_front.connect(self.show_document)
        self.files.closing.connect(self._forget)
        self.files.told.connect(self.editor.hear)
        self.workbench.documents.opened.connect(self._follow)
        self.workbench.front_changed.connect(self._show_front)
        self.workbench.project_changed.connect(self._show_project)
        self._variables.failed.connect(self._tell_failure)
        self._variables.create_identity_requested.connect(self.files.create_identity)
        self.welcome.sample_requested.connect(self.commands["file.open_sample"].trigger)
        self.welcome.folder_requested.connect(self.files.ask_folder)
        self.welcome.new_requested.connect(self.files.new)
        self.welcome.recent_requested.connect(self._open_recent)
        self.preview.tints_toggled.connect(self._remember_tints)

    def _show_front(self, document: Document | None) -> None:
        live = self.workbench.live(document) if document is not None else None
        self.editor.show_document(document, live)
        self.preview.show_live(live)
        self.sync.show_live(live)
        self._variables.show_project(self.workbench.acting_project)
        self._variables.show_live(live)
        self._status_feed.show(document, live)
        self._tree_feed.show_current(document)
        self._middle.setCurrentIndex(0 if document is None else 1)
        self.tabs.setVisible(document is not None)
        self._side.setVisible(document is not None)
        self._show_titles()
        if document is not None:
            self.editor.source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_recent(self, folder: str) -> None:
        self.files.open(Path(folder))

    def _remember_tints(self, on: bool) -> None:
        self._memory.prefer(replace(self._memory.preferences, show_tints=on))

    def _show_project(self, project: Project | None) -> None:
        if project is not None:
            self._memory.remember_workspace(project.root)
        self._tree_feed.show_project(project)
        self._variables.show_project(self.workbench.acting_project)

    def _forget(self, document: Document) -> None:
        self.editor.forget(document)
        self.tabs.remove(document)

    def _tell_failure(self, message: str) -> None:
        self.editor.tell(self.workbench.front, Notice("edit", message))

    def _follow(self, document: Document) -> None:
        """Show what becomes of a document, with a tab or without."""
        document.modified_changed.connect(self._document_changed)
        document.path_changed.connect(self._document_changed)
        document.qdocument.undoAvailable.connect(self.commands.refresh)
        document.qdocument.redoAvailable.connect(self.commands.refresh)

    def _document_changed(self) -> None:
        document = self.sender()
        if isinstance(document, Document):
            self.tabs.refresh(document)
        self._show_titles()

    def _show_titles(self) -> None:
        front = self.workbench.front
        name = self.tabs.title_of(front) if front is not None else ""
        title = self.tr("Prompt Editor")
        self.setWindowTitle(f"{name}[*] – {title}" if name else title)
        self.setWindowModified(front is not None and front.is_modified())
        self._tree_feed.refresh_modified()
        self.commands.refresh()


def _fill(splitter: QSplitter, views: tuple[tuple[QWidget, int], ...]) -> None:
    """Put views into a splitter, each with its share of the room that is left."""
    for view, share in views:
        splitter.addWidget(view)
        splitter.setStretchFactor(splitter.count() - 1, share)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
