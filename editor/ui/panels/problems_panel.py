"""The problems panel: what the checks say of the file in front or of all files, with fixes."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QListView,
    QMenu,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.session.problems import Problem
from editor.ui.icons import Icons
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.problem_delegate import ProblemDelegate
from editor.ui.panels.problems_model import ProblemsModel
from editor.ui.widgets.panel_title import TITLE_HEIGHT, PanelTitle
from editor.ui.widgets.plain_tip import plain_tip

_NO_LIMIT = 16_777_215
"""Qt's own limit of a widget's height."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _List(QListView):
    """The view; Enter goes to a place, Alt+Enter offers fixes."""

    entered_by_key = Signal(QModelIndex)
    fixes_asked = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in _ENTER and index.isValid():
            if event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.fixes_asked.emit(index)
            else:
                self.entered_by_key.emit(index)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor
            if self.link_at(event.position().toPoint())
            else Qt.CursorShape.ArrowCursor
        )

    def link_at(self, at: QPoint) -> bool:
        """Whether a point lies on a fix."""
        index = self.indexAt(at)
        delegate = self.itemDelegate()
        if not index.isValid() or not isinstance(delegate, ProblemDelegate):
            return False
        option = self.option_of(index)
        return delegate.is_on_link(option, index, at)

    def option_of(self, index: QModelIndex) -> QStyleOptionViewItem:
        """Return how a row is drawn."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return option


class ProblemsPanel(QWidget):
    """Shows problems and tells what the user wants done about them.

    Signals:
        go_requested: The `Problem` whose place is wanted.
        fix_requested: A `Problem` and the number of the fix that is wanted.
        scope_changed: `shows_all_files` changed: other problems are wanted.
        informations_changed: `shows_informations` changed.
        collapsed_changed: Only the title is shown from now on, or everything again.
        shown: The panel came into sight.
    """

    go_requested = Signal(object)  # Problem
    fix_requested = Signal(object, int)  # Problem, number of the fix
    scope_changed = Signal()
    informations_changed = Signal()
    collapsed_changed = Signal(bool)
    shown = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problemsPanel")
        self._icons = icons
        self._given: tuple[Problem, ...] = ()
        self._title = PanelTitle(self.tr("Problems"), self)
        self._this_file = self._button("problemsThisFile", self.tr("This file"))
        self._all_files = self._button("problemsAllFiles", self.tr("All files"))
        self._informations = self._button("problemsInformations", self.tr("Notes"))
        self._informations.setToolTip(self.tr("Also show what is only worth knowing"))
        self._scope = QButtonGroup(self)
        self._scope.addButton(self._this_file)
        self._scope.addButton(self._all_files)
        self._this_file.setChecked(True)
        self._informations.setChecked(True)
        self._fold = self._button("problemsFold", "")
        self._model = ProblemsModel(icons, self)
        self._view = self._made_view()
        self._menu = QMenu(self)
        self._menu_problem: Problem | None = None
        self._empty = EmptyNote(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        self._scope.buttonToggled.connect(self._scope_toggled)
        self._informations.toggled.connect(self._informations_toggled)
        self._fold.toggled.connect(self._fold_toggled)
        self._menu.triggered.connect(self._menu_chosen)
        icons.changed.connect(self._draw_fold)
        self._draw_fold()
        self._show_rows()

    @property
    def shows_all_files(self) -> bool:
        """Whether the problems of all files are wanted, not of the file in front only."""
        return self._all_files.isChecked()

    @property
    def shows_informations(self) -> bool:
        """Whether informations are shown too."""
        return self._informations.isChecked()

    @property
    def is_collapsed(self) -> bool:
        """Whether only the title is shown."""
        return self._fold.isChecked()

    def collapse(self, on: bool) -> None:
        """Show only the title, or everything."""
        self._fold.setChecked(on)

    def show_all_files(self, on: bool) -> None:
        """Ask for the problems of all files, or of the file in front only."""
        (self._all_files if on else self._this_file).setChecked(True)

    def show_informations(self, on: bool) -> None:
        """Show informations too, or not."""
        self._informations.setChecked(on)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show `problems`; the row that is selected stays so as long as it is there."""
        if problems != self._given:
            self._given = problems
            self._show_rows()

    def select(self, problem: Problem) -> None:
        """Select the row of `problem`, if it is shown, without going to its place."""
        if problem in self._model.problems:
            index = self._model.index(self._model.problems.index(problem), 0)
            self._view.setCurrentIndex(index)
            self._view.scrollTo(index)

    def focus_list(self) -> None:
        """Unfold and put the focus into the list."""
        self.collapse(False)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self._view.currentIndex().isValid() and self._model.rowCount():
            self._view.setCurrentIndex(self._model.index(0, 0))

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that problems are wanted now."""
        super().showEvent(event)
        self.shown.emit()

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setAccessibleName(text)
        button.setCheckable(True)
        button.setProperty("flat", True)
        self._title.add(button)
        return button

    def _made_view(self) -> _List:
        view = _List(self)
        view.setObjectName("problemsList")
        view.setAccessibleName(self.tr("Problems"))
        view.setModel(self._model)
        delegate = ProblemDelegate(view)
        view.setItemDelegate(delegate)
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setTabKeyNavigation(False)
        view.doubleClicked.connect(self._go)
        view.entered_by_key.connect(self._go)
        view.fixes_asked.connect(self._offer_fixes)
        view.customContextMenuRequested.connect(self._offer_all)
        delegate.fix_clicked.connect(self._fix_first)
        delegate.fixes_clicked.connect(self._offer_fixes)
        return view

    def _show_rows(self) -> None:
        rows = tuple(each for each in self._given if each.counts or self.shows_informations)
        selected = self._model.problem(self._view.currentIndex())
        scrolled = self._view.verticalScrollBar().value()
        self._model.show(rows)
        self._select_again(selected)
        self._view.verticalScrollBar().setValue(scrolled)
        self._title.show_count(sum(each.counts for each in self._given))
        self._empty.show_text(self._nothing(len(self._given) - len(rows)))
        self._show_either()

    def _select_again(self, problem: Problem | None) -> None:
        """Select what was selected, or the same kind of problem on a line nearby."""
        if problem is None:
            return
        rows = self._model.problems
        alike = [
            (abs(each.position.line - problem.position.line), row)
            for row, each in enumerate(rows)
            if (each.path, each.code, each.message) == (problem.path, problem.code, problem.message)
        ]
        if alike:
            self._view.setCurrentIndex(self._model.index(min(alike)[1], 0))

    def _nothing(self, hidden: int) -> str:
        if self.shows_all_files:
            text = self.tr("No problems in this workspace.")
        else:
            text = self.tr("No problems in this file.")
        if hidden == 1:
            text += " " + self.tr("One information is not shown.")
        elif hidden:
            text += " " + self.tr("%n informations are not shown.", "", hidden)
        return text

    def _show_either(self) -> None:
        filled = self._model.rowCount() > 0
        self._view.setVisible(filled and not self.is_collapsed)
        self._empty.setVisible(not filled and not self.is_collapsed)
        self.setMaximumHeight(TITLE_HEIGHT if self.is_collapsed else _NO_LIMIT)

    def _scope_toggled(self, _button: object, on: bool) -> None:
        if on:
            self.scope_changed.emit()
            self._show_rows()

    def _informations_toggled(self) -> None:
        self._show_rows()
        self.informations_changed.emit()

    def _fold_toggled(self, on: bool) -> None:
        self._draw_fold()
        self._show_either()
        self.collapsed_changed.emit(on)

    def _draw_fold(self) -> None:
        text = self.tr("Show the problems") if self.is_collapsed else self.tr("Fold the problems")
        self._fold.setIcon(
            self._icons.icon("chevron-right" if self.is_collapsed else "chevron-down")
        )
        self._fold.setToolTip(plain_tip(text))
        self._fold.setAccessibleName(text)

    def _go(self, index: QModelIndex) -> None:
        problem = self._model.problem(index)
        if problem is not None:
            self.go_requested.emit(problem)

    def _fix_first(self, index: QModelIndex) -> None:
        problem = self._model.problem(index)
        if problem is not None:
            self.fix_requested.emit(problem, 0)

    def _offer_fixes(self, index: QModelIndex) -> None:
        self._offer(index, with_more=False)

    def _offer_all(self, at: QPoint) -> None:
        index = self._view.indexAt(at)
        self._offer(index if index.isValid() else self._view.currentIndex(), with_more=True)

    def _offer(self, index: QModelIndex, *, with_more: bool) -> None:
        """Open the menu of a row: its fixes and, from a context menu, the rest."""
        problem = self._model.problem(index)
        if problem is None or not (problem.fixes or with_more):
            return
        self._menu_problem = problem
        self._menu.clear()
        for number, fix in enumerate(problem.fixes):
            self._menu.addAction(fix.title.replace("&", "&&")).setData(number)
        if with_more:
            self._menu.addSeparator()
            self._menu.addAction(self.tr("Go to the place")).setData("go")
            self._menu.addAction(self.tr("Copy the message")).setData("copy")
        below = self._view.visualRect(index).bottomLeft() + QPoint(28, 0)
        self._menu.popup(self._view.viewport().mapToGlobal(below))

    def _menu_chosen(self, action: QAction) -> None:
        problem, chosen = self._menu_problem, action.data()
        if problem is None:
            return
        if chosen == "go":
            self.go_requested.emit(problem)
        elif chosen == "copy":
            QGuiApplication.clipboard().setText(problem.message)
        else:
            self.fix_requested.emit(problem, chosen)
