"""The main window: it places the views and joins them to the session, and holds no logic."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from editor.session.document import Document
from editor.session.faults import attempt
from editor.session.memory import Memory
from editor.session.place_guard import OutsideGuard
from editor.session.project import Project
from editor.session.recovery import Recovery
from editor.session.saver import Saver
from editor.session.surveying import Surveying
from editor.session.workbench import Workbench
from editor.ui.dialogs import Questions
from editor.ui.icons import Icons
from editor.ui.menus import Actions
from editor.ui.theme import Theme
from editor.ui.widgets.composition import is_composing
from editor.ui.widgets.notice_bar import Notice
from editor.ui.window.backup_notices import BackupNotices
from editor.ui.window.closed_tabs import ClosedTabs
from editor.ui.window.command_list import command_table, menu_titles
from editor.ui.window.deeds import WindowDeeds
from editor.ui.window.drops import dropped_files
from editor.ui.window.event_flow import EventFlow
from editor.ui.window.fault_feed import FaultFeed
from editor.ui.window.feeds import Feeds
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.parts import Parts
from editor.ui.window.recent_menu import RecentMenu
from editor.ui.window.recovery_feed import RecoveryFeed
from editor.ui.window.session_keeper import SessionKeeper
from editor.ui.window.view_settings import ViewSettings
from editor.ui.window.views import Views


class MainWindow(QMainWindow):
    """One window with one workbench."""

    def __init__(
        self,
        workbench: Workbench,
        theme: Theme,
        icons: Icons,
        questions: Questions,
        memory: Memory,
        recovery: Recovery,
        sample: Callable[[], Path],
    ) -> None:
        """Put the window together.

        Args:
            workbench: What is open; it goes when the window has gone.
            theme: The colours in force.
            icons: The icons to use.
            questions: Asks the user for files and about unsaved work.
            memory: The user's choices and recent places.
            recovery: What an earlier program left unsaved, and the journal of this one.
            sample: Makes the copy of the sample workspace if needed and returns its folder.
        """
        super().__init__()
        self.destroyed.connect(workbench.deleteLater)
        self._memory = memory
        self._sample = sample
        self.workbench = workbench
        workbench.documents.guard_writing(OutsideGuard(workbench.workspaces, memory))
        self.setWindowTitle(self.tr("Prompt Editor"))
        self.views = Views(theme, icons, self)
        self.setCentralWidget(self.views)
        self.setStatusBar(self.views.status)
        saver = Saver(workbench.documents, self)
        self.files = FileFlow(workbench, saver, questions, self)
        self._events = EventFlow(workbench, saver, self.files, questions, self)
        self._backups = BackupNotices(workbench.documents, self)
        surveying = Surveying(workbench, workbench)
        self.feeds = Feeds(workbench, self.views, self.files, surveying, memory, theme)
        self.faults = FaultFeed(self.views.editor, self)
        self.files.ask_for_pending(self.feeds.has_pending)
        self.files.flush_by(self.feeds.flush)
        workbench.outside.wait_while(is_composing)
        self.feeds.sync.on = memory.preferences.sync_scroll
        self.views.preview.show_tints(memory.preferences.show_tints)
        source = self.views.editor.source
        self._settings = ViewSettings(source, self.views.preview, theme, memory, workbench)
        self._closed = ClosedTabs(self.views.editor)
        self._keeper = SessionKeeper(
            self, self.views.splitters, self.views.tabs, self.views.editor, memory, workbench
        )
        self.recovery = recovery
        RecoveryFeed(recovery, self.files, self.views.recovery, source)
        self.setAcceptDrops(True)
        parts = Parts(
            workbench,
            self.files,
            self.views,
            self.feeds,
            self._settings,
            self._closed,
            theme,
            memory,
            self._open_sample,
            self.open_at,
            self.close,
        )
        table = command_table(WindowDeeds(parts, self), self._events)
        self.commands = Actions(table, self)
        self.commands.fill(self.menuBar(), menu_titles(), table)
        self._recent = RecentMenu(memory, self.commands.menu("file"), self.commands["file.save"])
        self._join()
        self.resize(1440, 900)
        self.views.welcome.show_recent(memory.recent_folders)
        self._show_front(None)

    def open(self, path: Path) -> None:
        """Open a file or a folder; what cannot be opened is said in the window."""
        self.files.open(path)

    def open_at(self, path: Path, line: int, column: int) -> None:
        """Open a file with the caret at a line and column, both from 1."""
        self.files.open(path)
        shown = self.views.editor.source.shown
        if shown is not None and shown is self.workbench.documents.find(path):
            self.views.editor.source.go_to_line(line, column)

    def restore(self) -> None:
        """Open what was open when the last window was closed."""
        self._keeper.restore_shape()
        last = self._memory.last_workspace
        if last is not None:
            self.files.open(last)
            left = self._memory.left.context
            if left is not None:
                self.workbench.open_folder(last).restore_context(left)
        for each in self._keeper.files_to_open():
            self.open_at(each.path, each.line, each.column)

    def show_document(self, document: Document) -> None:
        """Bring the tab of `document` to the front, making one if there is none."""
        if document not in self.views.tabs.documents():
            self.views.tabs.add(document)
            self._keeper.leave_soon()
        if document.path is not None:
            attempt(self._memory.remember_file, document.path)
        self.views.tabs.bring_to_front(document)
        self.workbench.bring_to_front(document)

    def settle(self) -> None:
        """Finish at once what follows a pause, so that a picture shows the final state."""
        front = self.workbench.front
        self.feeds.settle(self.workbench.live(front) if front is not None else None)

    def keep_unsaved(self) -> None:
        """Have all unsaved text on the disk for recovery: the program may end any moment."""
        self.feeds.flush()
        attempt(self._keeper.leave)
        self.recovery.journal.flush()

    def follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Ask commands for their state: some mean the file of the widget with the focus."""
        if now is not None and self.isAncestorOf(now):
            self.views.sections.follow_focus(now)
            self.commands.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work before the window goes; a fault on the way there keeps it."""
        event.ignore()
        self.feeds.flush()
        if self.files.may_close_all():
            attempt(self._keeper.leave)
            attempt(self.recovery.journal.end, self.files.given_up)
            attempt(self.feeds.shut_down)
            event.accept()

    def event(self, event: QEvent) -> bool:
        """Take the focus off before the views go: losing it then would reach half of them."""
        if event.type() == QEvent.Type.DeferredDelete:
            focused = self.focusWidget()
            if focused is not None:
                focused.clearFocus()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the texts in the chosen size: the style has had its word only now."""
        super().showEvent(event)
        self._settings.apply()

    def changeEvent(self, event: QEvent) -> None:
        """Compare with the disk when the window gets the focus."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.workbench.look_at_disk()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        for path in dropped_files(event.mimeData()):
            self.files.open(path)

    def _show_outside(self, document: Document) -> None:
        self.views.tabs.show_outside(document, self.workbench.outside.change_of(document))

    def _close(self, document: Document) -> None:
        self.feeds.flush()
        self.files.close(document)

    def _open_sample(self) -> None:
        self.files.open(self._sample())

    def _join(self) -> None:
        views = self.views
        views.tabs.chosen.connect(self.workbench.bring_to_front)
        views.tabs.close_requested.connect(self._close)
        self.feeds.tree.open_requested.connect(self.files.open)
        views.preview.tints_toggled.connect(self._remember_tints)
        views.welcome.sample_requested.connect(self.commands["file.open_sample"].trigger)
        views.welcome.folder_requested.connect(self.files.ask_folder)
        views.welcome.new_requested.connect(self.files.new)
        views.welcome.recent_requested.connect(self._open_recent)
        views.line_bar.chosen.connect(views.editor.source.go_to_line)
        views.line_bar.closed.connect(self._focus_source)
        views.marks.changed.connect(self._show_marks)
        views.sections.current_changed.connect(self.commands.refresh)
        self._recent.open_requested.connect(self.files.open)
        self.files.wants_front.connect(self.show_document)
        self.files.closing.connect(self._forget)
        self.files.told.connect(views.editor.hear)
        self._events.told.connect(views.editor.hear)
        self._backups.told.connect(views.editor.hear)
        self._backups.open_requested.connect(self.files.open)
        self.files.compare_wanted.connect(self.feeds.preview.compare_with_disk)
        self.workbench.changed_outside.connect(self._show_outside)
        self.workbench.settled_outside.connect(self._show_outside)
        self.workbench.documents.opened.connect(self._follow)
        self.workbench.front_changed.connect(self._show_front)
        self.workbench.project_changed.connect(self._show_project)
        feeds = self.feeds
        feeds.variables.create_identity_requested.connect(self.files.create_identity)
        feeds.problems.failed.connect(self._tell_failure)
        feeds.sections.failed.connect(self._tell_failure)
        feeds.problems.open_requested.connect(self.files.open)
        feeds.problems.wants_front.connect(self.show_document)

    def _show_front(self, document: Document | None) -> None:
        self.feeds.show_front(document)
        self.views.show_file(document is not None)
        self._show_titles()
        if document is not None:
            self._focus_source()

    def _focus_source(self) -> None:
        self.views.editor.source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_marks(self) -> None:
        self.views.editor.show_problems(self.views.marks.selections())

    def _open_recent(self, folder: str) -> None:
        self.files.open(Path(folder))

    def _remember_tints(self, on: bool) -> None:
        self._memory.prefer(replace(self._memory.preferences, show_tints=on))

    def _show_project(self, project: Project | None) -> None:
        if project is not None:
            self._memory.remember_workspace(project.root)
        self.feeds.show_project(project)

    def _forget(self, document: Document) -> None:
        attempt(self._closed.remember, document)
        attempt(self.views.editor.forget, document)
        self.views.tabs.remove(document)
        self._keeper.leave_soon()
        self.commands.refresh()

    def _tell_failure(self, message: str) -> None:
        self.views.editor.tell(self.workbench.front, Notice("edit", message))

    def _follow(self, document: Document) -> None:
        """Show what becomes of a document, with a tab or without."""
        document.modified_changed.connect(self._document_changed)
        document.path_changed.connect(self._document_changed)
        document.qdocument.undoAvailable.connect(self.commands.refresh)
        document.qdocument.redoAvailable.connect(self.commands.refresh)

    def _document_changed(self) -> None:
        document = self.sender()
        if isinstance(document, Document):
            self.views.tabs.refresh(document)
        self._show_titles()

    def _show_titles(self) -> None:
        front = self.workbench.front
        name = self.views.tabs.title_of(front) if front is not None else ""
        title = self.tr("Prompt Editor")
        self.setWindowTitle(f"{name}[*] – {title}" if name else title)
        self.setWindowModified(front is not None and front.is_modified())
        self.feeds.tree.refresh_modified()
        self.commands.refresh()
