"""What the commands of the window do: each finds the file or field the user means."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from editor.session.document import Document
from editor.ui.theme import ThemeChoice
from editor.ui.widgets.composition import commit_composition
from editor.ui.window.arranging import Arranging


class WindowDeeds(Arranging):
    """Carries out the commands of one window."""

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
        self._parts.feeds.flush()
        document = self._meant()
        if document is not None:
            self._parts.files.save(document)

    def save_as(self) -> None:
        """Save the file that is meant somewhere else."""
        self._parts.feeds.flush()
        document = self._meant()
        if document is not None:
            self._parts.files.save_as(document)

    def save_all(self) -> None:
        """Save every file with unsaved work."""
        self._parts.feeds.flush()
        self._parts.files.save_all()

    def close_tab(self) -> None:
        """Close the tab in front."""
        self._parts.feeds.flush()
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
        """Copy what is selected where the focus is; in the messages the current one."""
        messages = self._parts.views.preview.messages.view
        if messages.hasFocus():
            messages.copy_current()
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
        self._parts.views.editor.open_find(with_replace=False)

    def replace(self) -> None:
        """Open the find bar at its second field."""
        self._parts.views.editor.open_find(with_replace=True)

    def find_next(self) -> None:
        """Go to the next hit."""
        self._parts.views.editor.find_next()

    def find_previous(self) -> None:
        """Go to the hit before."""
        self._parts.views.editor.find_previous()

    def reopen_tab(self) -> None:
        """Open the tab again that was closed last, with the caret where it was."""
        tab = self._parts.closed.take()
        if tab is not None:
            self._parts.open_at(tab.path, tab.line, tab.column)

    def go_to_line(self) -> None:
        """Ask for a line."""
        self._parts.views.line_bar.open(self._parts.views.editor.source.blockCount())

    def go_to_definition(self) -> None:
        """Go to where the value of the placeholder at the caret is defined."""
        self._parts.feeds.pointing.go_to_definition()

    def go_to_source(self) -> None:
        """Go to the placeholder that made what the preview's caret is in."""
        self._parts.feeds.pointing.go_to_source()

    def describe(self) -> None:
        """Tell of the placeholder at the caret."""
        self._parts.feeds.pointing.describe()

    def next_problem(self) -> None:
        """Go to the next problem of the file."""
        self._parts.feeds.problems.next_problem()

    def previous_problem(self) -> None:
        """Go to the problem before."""
        self._parts.feeds.problems.previous_problem()

    def toggle_form(self) -> None:
        """Fold the frontmatter form up, or open it."""
        form = self._parts.views.form
        form.set_folded(not form.is_folded)

    def zoom_in(self) -> None:
        """Show the text larger."""
        self._parts.settings.zoom_in()

    def zoom_out(self) -> None:
        """Show the text smaller."""
        self._parts.settings.zoom_out()

    def zoom_reset(self) -> None:
        """Show the text in its usual size."""
        self._parts.settings.zoom_reset()

    def toggle_wrap(self) -> None:
        """Wrap long lines, or let them run on."""
        self._parts.settings.toggle_wrap()

    def toggle_white_space(self) -> None:
        """Show white space and hidden characters, or not."""
        self._parts.settings.toggle_white_space()

    def use_tab_2(self) -> None:
        """Set tab stops every 2 columns."""
        self._parts.settings.use_tab_width(2)

    def use_tab_4(self) -> None:
        """Set tab stops every 4 columns."""
        self._parts.settings.use_tab_width(4)

    def use_tab_8(self) -> None:
        """Set tab stops every 8 columns."""
        self._parts.settings.use_tab_width(8)

    def next_tab(self) -> None:
        """Go one tab to the right."""
        self._parts.views.tabs.step(1)

    def previous_tab(self) -> None:
        """Go one tab to the left."""
        self._parts.views.tabs.step(-1)

    def toggle_sync(self) -> None:
        """Switch on or off that source and preview scroll together."""
        self._parts.feeds.sync.on = not self._parts.feeds.sync.on
        memory = self._parts.memory
        memory.prefer(replace(memory.preferences, sync_scroll=self._parts.feeds.sync.on))

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
        self._parts.views.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_source(self) -> None:
        """Go to the source."""
        self._parts.views.editor.source.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_preview(self) -> None:
        """Go to the preview."""
        self._parts.views.preview.focus_page()

    def focus_problems(self) -> None:
        """Go to the list of problems."""
        self._parts.views.problems.focus_list()

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

    def has_closed_tab(self) -> bool:
        """Whether there is a tab to open again."""
        return not self._parts.closed.is_empty()

    def has_problems(self) -> bool:
        """Whether the file in front has a problem."""
        return self._parts.feeds.problems.has_problems()

    def is_form_open(self) -> bool:
        """Whether the frontmatter form shows its fields."""
        return not self._parts.views.form.is_folded

    def is_wrapping(self) -> bool:
        """Whether long lines are wrapped."""
        return self._parts.settings.options.word_wrap

    def is_white_space_shown(self) -> bool:
        """Whether white space is shown."""
        return self._parts.settings.options.white_space

    def is_tab_2(self) -> bool:
        """Whether tab stops are every 2 columns."""
        return self._parts.settings.options.tab_width == 2

    def is_tab_4(self) -> bool:
        """Whether tab stops are every 4 columns."""
        return self._parts.settings.options.tab_width == 4

    def is_tab_8(self) -> bool:
        """Whether tab stops are every 8 columns."""
        return self._parts.settings.options.tab_width == 8

    def is_sync_on(self) -> bool:
        """Whether source and preview scroll together."""
        return self._parts.feeds.sync.on

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
        commit_composition()
        document = self._meant()
        if document is None:
            return
        step(document)
        source = self._parts.views.editor.source
        if source.shown is document and source.hasFocus():
            source.ensureCursorVisible()

    def _meant(self) -> Document | None:
        """The file of the widget with the focus: the identity's in its panel, else the front."""
        focus = QApplication.focusWidget()
        project = self._parts.workbench.acting_project
        if (
            focus is not None
            and project is not None
            and self._holds(self._parts.views.identity, focus)
        ):
            return project.identity_document()
        return self._parts.workbench.front

    @staticmethod
    def _holds(panel: QWidget, focus: QWidget) -> bool:
        return panel is focus or panel.isAncestorOf(focus)

    @staticmethod
    def _field() -> QLineEdit | QPlainTextEdit | None:
        focus = QApplication.focusWidget()
        return focus if isinstance(focus, QLineEdit | QPlainTextEdit) else None
