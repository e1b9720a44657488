"""The outline: the headings of the file in front, as a tree; the current one is marked."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QShowEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from editor.core.outline import Heading
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.widgets.enter_tree import EnterTree
from editor.ui.widgets.panel_title import PanelTitle
from editor.ui.widgets.plain_tip import plain_tip

_LINE = Qt.ItemDataRole.UserRole


class OutlinePanel(QWidget):
    """Shows headings and tells which one the user wants to go to.

    Signals:
        go_requested: The line of a heading, from 0.
        shown: The panel came into sight.
    """

    go_requested = Signal(int)
    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outlinePanel")
        self._headings: tuple[Heading, ...] = ()
        self._items: list[QStandardItem] = []
        self._current: QStandardItem | None = None
        self._model = QStandardItemModel(self)
        self._view = self._made_view()
        self._empty = EmptyNote(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(PanelTitle(self.tr("Outline"), self))
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        self.show_headings((), has_file=False)

    def show_headings(self, headings: tuple[Heading, ...], *, has_file: bool = True) -> None:
        """Show `headings`; what is folded stays so.

        Args:
            headings: In the order of the text.
            has_file: Whether there is a file in front; an empty outline says what is missing.
        """
        before, self._headings = self._headings, headings
        if [*map(_name, before)] != [*map(_name, headings)]:
            folded = self._folded(before)
            self._fill(headings)
            self._fold(folded)
        for item, heading in zip(self._items, headings, strict=True):
            item.setData(heading.line, _LINE)
        self._empty.show_text(
            self.tr("This file has no headings.")
            if has_file
            else self.tr("The headings of the file in front are shown here.")
        )
        self._view.setVisible(bool(headings))
        self._empty.setVisible(not headings)

    def show_current(self, heading: Heading | None) -> None:
        """Mark the heading under which the caret stands, and no other."""
        if heading in self._headings and heading is not None:
            item: QStandardItem | None = self._items[self._headings.index(heading)]
        else:
            item = None
        if item is not self._current:
            self._mark(self._current, on=False)
            self._mark(item, on=True)
            self._current = item
        # Whoever looks through the outline by keys keeps their place.
        if not self._view.hasFocus():
            self._select(item)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the outline is wanted now."""
        super().showEvent(event)
        self.shown.emit()

    def _made_view(self) -> EnterTree:
        view = EnterTree(self)
        view.setObjectName("outlineTree")
        view.setAccessibleName(self.tr("Headings of the file"))
        view.setModel(self._model)
        view.setHeaderHidden(True)
        view.setUniformRowHeights(True)
        view.setIndentation(16)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setExpandsOnDoubleClick(False)
        view.clicked.connect(self._enter)
        view.entered_by_key.connect(self._enter)
        return view

    def _folded(self, headings: tuple[Heading, ...]) -> set[tuple[int, str]]:
        return {
            _name(heading)
            for item, heading in zip(self._items, headings, strict=True)
            if item.hasChildren() and not self._view.isExpanded(item.index())
        }

    def _fold(self, names: set[tuple[int, str]]) -> None:
        for item, heading in zip(self._items, self._headings, strict=True):
            if _name(heading) in names:
                self._view.collapse(item.index())

    def _fill(self, headings: tuple[Heading, ...]) -> None:
        scrolled = self._view.verticalScrollBar().value()
        self._model.clear()
        self._current = None
        self._items = []
        above: list[tuple[int, QStandardItem]] = []
        for heading in headings:
            while above and above[-1][0] >= heading.level:
                above.pop()
            item = QStandardItem(heading.title or self.tr("(no title)"))
            item.setToolTip(plain_tip(heading.title))
            item.setAccessibleText(self.tr("{0}, level {1}").format(item.text(), heading.level))
            (above[-1][1] if above else self._model.invisibleRootItem()).appendRow(item)
            above.append((heading.level, item))
            self._items.append(item)
        self._view.expandAll()
        self._view.verticalScrollBar().setValue(scrolled)

    def _mark(self, item: QStandardItem | None, *, on: bool) -> None:
        if item is not None:
            font = QFont(item.font())
            font.setBold(on)
            item.setFont(font)
            item.setAccessibleDescription(self.tr("The caret is here") if on else "")

    def _select(self, item: QStandardItem | None) -> None:
        if item is None:
            self._view.selectionModel().setCurrentIndex(
                QModelIndex(), QItemSelectionModel.SelectionFlag.Clear
            )
            return
        index = self._in_sight(item)
        if self._view.currentIndex() != index:
            self._view.setCurrentIndex(index)

    def _in_sight(self, item: QStandardItem) -> QModelIndex:
        """Return the node of a heading, or of the folded one it is in; selecting unfolds."""
        found = item
        above = item.parent()
        while above is not None:
            if not self._view.isExpanded(above.index()):
                found = above
            above = above.parent()
        return found.index()

    def _enter(self, index: QModelIndex) -> None:
        line: int = index.data(_LINE)
        self.go_requested.emit(line)


def _name(heading: Heading) -> tuple[int, str]:
    return heading.level, heading.title
