"""The variables panel: every name that the prompt in front uses, its value and its layer."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from editor.session.variable_list import VariableRow
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.variables_model import FROM, LAYER_ROLE, NAME, USES, VALUE, VariablesModel
from editor.ui.theme import Theme
from editor.ui.widgets.chip_delegate import ChipDelegate
from editor.ui.widgets.panel_title import PanelTitle

_ROW_HEIGHT = 24
_SHARES = ((NAME, 0.32, 160), (FROM, 0.3, 92), (USES, 0.15, 48))
"""For a column its share of the width, and the pixels it takes at most; values get the rest."""
_COLUMN_LEAST = 32
_FILTER_LEAST, _FILTER_MOST = 88, 220


class _Table(QTableView):
    """A table whose Enter key is heard."""

    entered_by_key = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Enter; Tab leaves the table, as it leaves every list."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_by_key.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class VariablesTable(QWidget):
    """Shows names in use and tells which one the user means."""

    name_selected = Signal(object)  # str
    """A name that the user moved to; empty for none."""
    name_activated = Signal(object)  # str
    """A name whose next use the user wants to see."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, titled: bool = True) -> None:
        """Build the panel, with its title in the filter's row unless a tab says what it is."""
        super().__init__(parent)
        self.setObjectName("variablesPanel")
        self._name = ""
        self._showing = False
        self._has_rows = False
        self._model = VariablesModel(self)
        self._model.modelAboutToBeReset.connect(self._about_to_show)
        self._filter = self._made_filter()
        self.view = self._made_view(theme)
        self._model.modelReset.connect(self._shown)  # when the view has heard of it
        self._empty = EmptyNote(self)
        title = PanelTitle(self.tr("Variables") if titled else "", self)
        title.add(self._filter, 100)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(title)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._empty, 1)
        self.show_rows(())

    @property
    def selected(self) -> str:
        """The selected name, or nothing."""
        return self._name

    def show_rows(self, rows: tuple[VariableRow, ...]) -> None:
        """Show `rows`; selection and scrolling stay as far as the names do."""
        self._has_rows = bool(rows)
        if self._name and all(row.name != self._name for row in rows):
            self._name = ""
        self._model.show_rows(rows)
        self._show_either()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        for column, share, most in _SHARES:
            width = max(_COLUMN_LEAST, min(most, round(self.width() * share)))
            self.view.horizontalHeader().resizeSection(column, width)

    def _made_filter(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName("variablesFilter")
        field.setAccessibleName(self.tr("Filter variables"))
        field.setPlaceholderText(self.tr("Filter"))
        field.setClearButtonEnabled(True)
        field.setMinimumWidth(_FILTER_LEAST)
        field.setMaximumWidth(_FILTER_MOST)
        field.textChanged.connect(self._filter_changed)
        return field

    def _made_view(self, theme: Theme) -> _Table:
        view = _Table(self)
        view.setObjectName("variablesTable")
        view.setAccessibleName(self.tr("Variables in use"))
        view.setModel(self._model)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        view.setItemDelegateForColumn(FROM, ChipDelegate(theme, LAYER_ROLE, view))
        self._arrange_header(view.horizontalHeader())
        view.setSortingEnabled(True)
        view.selectionModel().currentRowChanged.connect(self._row_changed)
        view.doubleClicked.connect(self._activate)
        view.entered_by_key.connect(self._activate)
        return view

    @staticmethod
    def _arrange_header(header: QHeaderView) -> None:
        """Give spare room to values; a third click on a title takes the order back."""
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(_COLUMN_LEAST)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.Stretch)

    def _filter_changed(self, text: str) -> None:
        self._model.show_only(text)
        self._show_either()

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        row = self._model.row(current.row()) if current.isValid() else None
        if row is None or self._showing or row.name == self._name:
            return
        self._name = row.name
        self.name_selected.emit(row.name)

    def _activate(self, index: QModelIndex) -> None:
        row = self._model.row(index.row())
        if row is not None:
            self.name_activated.emit(row.name)

    def _about_to_show(self) -> None:
        self._showing = True
        self._scrolled = self.view.verticalScrollBar().value()

    def _shown(self) -> None:
        """Select the same name again, without telling of it."""
        place = self._model.place_of(self._name)
        if place is not None:
            self.view.setCurrentIndex(self._model.index(place, NAME))
        self.view.verticalScrollBar().setValue(self._scrolled)
        self._showing = False

    def _show_either(self) -> None:
        filled = self._model.rowCount() > 0
        self.view.setVisible(filled)
        self._empty.setVisible(not filled)
        self._empty.show_text(
            self.tr("No variable has this in its name or value.")
            if self._has_rows
            else self.tr("The prompt in front uses no variables.")
        )
