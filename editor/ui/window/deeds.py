"""What the commands of the window do: each finds the file or field the user means."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from editor.session.document import Document
from editor.session.memory import Memory
from editor.session.workbench import Workbench
from editor.ui.editor_pane import EditorPane
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.panels.workspace_tree import WorkspaceTree
from editor.ui.preview.pane import PreviewPane
from editor.ui.tabs import DocumentTabs
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.scroll_sync import ScrollSync


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a window that commands work on."""

    workbench: Workbench
    files: FileFlow
    tabs: DocumentTabs
    editor: EditorPane
    preview: PreviewPane
    tree: WorkspaceTree
    identity: IdentityPanel
    sync: ScrollSync
    theme: Theme
    memory: Memory
    open_sample: Callable[[], object]
    close_window: Callable[[], object]


class WindowDeeds(QObject):
    """Carries out the commands of one window."""

    def __init__(self, parts: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts

    def new_file(self) -> None:
        """Start an empty prompt."""
        self._parts.files.new()

    def open_file(self) -> None:
        """Ask for a file."""
        self._parts.files.ask_file()

    def open_folder(self) -> None:
        """Ask for a folder."""
        self._parts.files.ask_folder()

    def open_sample(self) -> None:
        """Open the copy of the sample workspace."""
        self._parts.open_sample()

    def save(self) -> None:
        """Save the file that is meant; it is on disk when this returns."""
        document = self._meant()
        if document is not None:
            self._parts.files.save(document)

    def save_as(self) -> None:
        """Save the file that is meant somewhere else."""
        document = self._meant()
        if document is not None:
            self._parts.files.save_as(document)

    def save_all(self) -> None:
        """Save every file with unsaved work."""
        self._parts.files.save_all()

    def close_tab(self) -> None:
        """Close the tab in front."""
        front = self._parts.workbench.front
        if front is not None:
            self._parts.files.close(front)

    def quit(self) -> None:
        """Close the window."""
        self._parts.close_window()

    def undo(self) -> None:
        """Take back the last step in the file that is meant."""
        self._step(Document.undo)

    def redo(self) -> None:
        """Make the last undone step again."""
        self._step(Document.redo)

    def cut(self) -> None:
        """Cut what is selected where the focus is."""
        focus = self._field()
        if focus is not None:
            focus.cut()

    def copy(self) -> None:
        """Copy what is selected where the focus is."""
        focus = self._field()
        if focus is not None:
            focus.copy()

    def paste(self) -> None:
        """Paste where the focus is."""
        focus = self._field()
        if focus is not None:
            focus.paste()

    def select_all(self) -> None:
        """Select everything where the focus is."""
        focus = self._field()
        if focus is not None:
            focus.selectAll()

    def find(self) -> None:
        """Open the find bar."""
        self._parts.editor.open_find(with_replace=False)

    def replace(self) -> None:
        """Open the find bar at its second field."""
        self._parts.editor.open_find(with_replace=True)

    def find_next(self) -> None:
        """Go to the next hit."""
        self._parts.editor.find_next()

    def find_previous(self) -> None:
        """Go to the hit before."""
        self._parts.editor.find_previous()

    def next_tab(self) -> None:
        """Go one tab to the right."""
        self._parts.tabs.step(1)

    def previous_tab(self) -> None:
        """Go one tab to the left."""
        self._parts.tabs.step(-1)

    def toggle_sync(self) -> None:
        """Switch on or off that source and preview scroll together."""
        self._parts.sync.on = not self._parts.sync.on
        memory = self._parts.memory
        memory.prefer(replace(memory.preferences, sync_scroll=self._parts.sync.on))

    def use_system_theme(self) -> None:
        """Follow the colours of the system."""
        self._choose_theme(ThemeChoice.SYSTEM)

    def use_light_theme(self) -> None:
        """Use light colours."""
        self._choose_theme(ThemeChoice.LIGHT)

    def use_dark_theme(self) -> None:
        """Use dark colours."""
        self._choose_theme(ThemeChoice.DARK)

    def refresh_now(self) -> None:
        """Take the clock again."""
        project = self._parts.workbench.acting_project
        if project is not None:
            project.refresh_now()

    def focus_tree(self) -> None:
        """Go to the workspace tree."""
        self._parts.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_source(self) -> None:
        """Go to the source."""
        self._parts.editor.source.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_preview(self) -> None:
        """Go to the preview."""
        self._parts.preview.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def has_document(self) -> bool:
        """Whether there is a file in front."""
        return self._parts.workbench.front is not None

    def has_project(self) -> bool:
        """Whether a workspace is open."""
        return self._parts.workbench.acting_project is not None

    def can_undo(self) -> bool:
        """Whether the file that is meant has a step to take back."""
        document = self._meant()
        return document is not None and document.qdocument.isUndoAvailable()

    def can_redo(self) -> bool:
        """Whether the file that is meant has an undone step."""
        document = self._meant()
        return document is not None and document.qdocument.isRedoAvailable()

    def is_sync_on(self) -> bool:
        """Whether source and preview scroll together."""
        return self._parts.sync.on

    def is_system_theme(self) -> bool:
        """Whether the colours follow the system."""
        return self._parts.theme.choice is ThemeChoice.SYSTEM

    def is_light_theme(self) -> bool:
        """Whether light colours were chosen."""
        return self._parts.theme.choice is ThemeChoice.LIGHT

    def is_dark_theme(self) -> bool:
        """Whether dark colours were chosen."""
        return self._parts.theme.choice is ThemeChoice.DARK

    def _choose_theme(self, choice: ThemeChoice) -> None:
        self._parts.theme.choose(choice)
        memory = self._parts.memory
        memory.prefer(replace(memory.preferences, theme=choice.value))

    def _step(self, step: Callable[[Document], None]) -> None:
        document = self._meant()
        if document is None:
            return
        step(document)
        source = self._parts.editor.source
        if source.shown is document and source.hasFocus():
            source.ensureCursorVisible()

    def _meant(self) -> Document | None:
        """The file of the widget with the focus: the identity's in its panel, else the front."""
        focus = QApplication.focusWidget()
        project = self._parts.workbench.acting_project
        if focus is not None and project is not None and self._holds(self._parts.identity, focus):
            return project.identity_document()
        return self._parts.workbench.front

    @staticmethod
    def _holds(panel: QWidget, focus: QWidget) -> bool:
        return panel is focus or panel.isAncestorOf(focus)

    @staticmethod
    def _field() -> QLineEdit | QPlainTextEdit | None:
        focus = QApplication.focusWidget()
        return focus if isinstance(focus, QLineEdit | QPlainTextEdit) else None
