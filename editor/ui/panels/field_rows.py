"""Rows of a name and a value field, as the context and the identity panel show them."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from editor.ui.panels.row import Row, RowGroup
from editor.ui.panels.row_view import RowSignals, RowView

__all__ = ["FieldRows", "Row", "RowGroup"]

_LABEL_SHARE = 0.36
_LABEL_MOST = 200
_NARROW = 440
MOST_ROWS = 200
"""Rows that are shown at most: each is several widgets."""


class _GroupHead(QWidget):
    """The title of a group; if it can be collapsed, a button."""

    toggled = Signal(object, bool)  # key, open

    def __init__(self, group: RowGroup, prefix: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = group.key
        self._title = group.title
        self._label = QLabel(self)
        self._label.setProperty("role", "title")
        self.button: QToolButton | None = None
        self._note = QLabel(self)
        self._note.setProperty("role", "note")
        self._note.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(2)
        if group.collapsible:
            self.button = QToolButton(self)
            self.button.setObjectName(f"{prefix}Group{group.key.capitalize()}")
            self.button.setProperty("role", "group")
            self.button.setProperty("flat", True)
            self.button.setCheckable(True)
            self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.button.clicked.connect(self._toggle)
            layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
            self._label.hide()
        else:
            layout.addWidget(self._label)
        layout.addWidget(self._note)

    def show_group(self, group: RowGroup, is_open: bool) -> None:
        """Show title, note and whether the group is open."""
        self._label.setText(group.title.upper())
        self._note.setText(group.note)
        self._note.setVisible(bool(group.note) and is_open)
        if self.button is not None:
            self.button.setText(f"{'▾' if is_open else '▸'}  {group.title.upper()}")
            self.button.setChecked(is_open)
            self.button.setAccessibleName(group.title)

    def _toggle(self, is_open: bool) -> None:
        self.toggled.emit(self._key, is_open)


class FieldRows(QScrollArea):
    """A list of rows that scrolls; rows are kept while their key is shown."""

    group_toggled = Signal(object, bool)  # key of the group, open

    def __init__(self, prefix: str, own_file: bool, parent: QWidget | None = None) -> None:
        """Build an empty list.

        Args:
            prefix: Before the colon of each field's object name.
            own_file: Whether the fields are a file's, so that undo is the window's and no
                value can be unset here.
            parent: The widget it stands in.
        """
        super().__init__(parent)
        self._prefix = prefix
        self._own_file = own_file
        self.told = RowSignals(self)
        self._views: dict[str, RowView] = {}
        self._heads: dict[str, _GroupHead] = {}
        self._groups: tuple[RowGroup, ...] = ()
        self._closed: frozenset[str] = frozenset()
        self._order: tuple[tuple[str, str], ...] = ()
        self._shape: tuple[object, ...] = ()
        self._content = QWidget(self)
        self._layout = QVBoxLayout(self._content)
        self._layout.setContentsMargins(12, 8, 8, 8)
        self._layout.setSpacing(4)
        self._all: tuple[Row, ...] = ()
        self._asked: str | None = None
        self._more = QLabel(self._content)
        self._more.setProperty("role", "note")
        self._more.setWordWrap(True)
        self._more.hide()
        self._layout.addWidget(self._more)
        self._layout.addStretch(1)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_rows(self, rows: tuple[Row, ...], groups: tuple[RowGroup, ...] = ()) -> None:
        """Show `rows` in order, under the titles of `groups` if there are some.

        A field that stays keeps its caret and the focus. Rows of one group stand together, in
        the order of the groups. Of very many rows the first are shown, and one that was asked for.
        """
        self._all = rows
        rows = self._bounded(rows)
        order = tuple((row.group, row.key + "\n" + row.editor) for row in rows)
        if order != self._order or [g.key for g in groups] != [g.key for g in self._groups]:
            self._order, self._groups = order, groups
            self._arrange(rows)
        self._groups = groups
        for row in rows:
            self._views[row.key].show_row(row)
        self._show_groups(rows)
        shape = tuple((row.key, row.label, row.mark, row.depth, bool(row.actions)) for row in rows)
        if shape != self._shape:
            self._shape = shape
            self._align()

    def _bounded(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        hidden = len(rows) - MOST_ROWS
        self._more.setVisible(hidden > 0)
        if hidden <= 0:
            return rows
        self._more.setText(self.tr("%n more are not shown here. They are in the file.", "", hidden))
        asked = tuple(row for row in rows[MOST_ROWS:] if row.key == self._asked)
        return (*rows[:MOST_ROWS], *asked)

    def show_closed(self, groups: frozenset[str]) -> None:
        """Close these groups and open all others."""
        self._closed = groups
        self._show_open()

    def show_problem(self, key: str, text: str) -> None:
        """Say under a row why what was typed in it is not taken."""
        if key in self._views:
            self._views[key].show_problem(text)

    def refused(self) -> dict[str, tuple[str, str]]:
        """Return by row what was typed and is not taken, each with the reason."""
        found = ((key, view.refused) for key, view in self._views.items())
        return {key: refused for key, refused in found if refused is not None}

    def show_refused(self, refused: Mapping[str, tuple[str, str]]) -> None:
        """Show again what was not taken, and the value wherever nothing was refused."""
        for key in self.refused():
            self._views[key].take_back()
        for key, (text, problem) in refused.items():
            if key in self._views:
                self._views[key].show_refused(text, problem)

    def flush(self) -> None:
        """Tell at once what is typed and not told yet."""
        for view in self._views.values():
            view.flush()

    def focus_row(self, key: str) -> bool:
        """Bring a row into sight and the focus into it; say whether it is there."""
        if key not in self._views and any(row.key == key for row in self._all):
            self._asked = key
            self.show_rows(self._all, self._groups)
        view = self._views.get(key)
        if view is None:
            return False
        group = next((group for group, each in self._order if each.split("\n")[0] == key), "")
        if group in self._closed:
            self.show_closed(self._closed - {group})
            self.group_toggled.emit(group, True)
        self._layout.activate()
        self.ensureWidgetVisible(view)
        view.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _arrange(self, rows: tuple[Row, ...]) -> None:
        old = self._views
        focused = next((key for key, view in old.items() if _holds_focus(view)), None)
        kept = {row.key for row in rows if row.key in old and old[row.key].kind == row.editor}
        for key in old.keys() - kept:
            _let_go(old[key], self._layout)
        self._views = {
            row.key: old[row.key] if row.key in kept else self._made(row) for row in rows
        }
        self._arrange_heads()
        self._place(rows)
        if focused is not None and focused not in kept and focused in self._views:
            self._views[focused].setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self, rows: tuple[Row, ...]) -> None:
        """Put all rows in their order, on the screen and for Tab."""
        widgets: list[_GroupHead | RowView] = []
        for group in self._groups or (RowGroup("", ""),):
            if group.key in self._heads:
                widgets.append(self._heads[group.key])
            widgets += [self._views[row.key] for row in rows if row.group == group.key]
        previous: QWidget | None = None
        for place, widget in enumerate(widgets):
            self._layout.removeWidget(widget)
            self._layout.insertWidget(place, widget)
            widget.show()
            if isinstance(widget, RowView):
                previous = widget.follow_in_tab_order(previous)
            elif widget.button is not None:
                if previous is not None:
                    QWidget.setTabOrder(previous, widget.button)
                previous = widget.button

    def _arrange_heads(self) -> None:
        wanted = {group.key: group for group in self._groups}
        for key in self._heads.keys() - wanted.keys():
            _let_go(self._heads.pop(key), self._layout)
        for key, group in wanted.items():
            if key not in self._heads:
                self._heads[key] = _GroupHead(group, self._prefix, self._content)
                self._heads[key].toggled.connect(self._toggle)

    def _made(self, row: Row) -> RowView:
        return RowView(row, self._prefix, self._own_file, self.told, self._content)

    def _toggle(self, key: str, is_open: bool) -> None:
        self._closed = self._closed - {key} if is_open else self._closed | {key}
        self._show_open()
        self.group_toggled.emit(key, is_open)

    def _show_groups(self, rows: tuple[Row, ...]) -> None:
        for group in self._groups:
            self._heads[group.key].show_group(group, group.key not in self._closed)
        for row in rows:
            self._views[row.key].setVisible(row.group not in self._closed)

    def _show_open(self) -> None:
        groups = {key.split("\n")[0]: group for group, key in self._order}
        for group in self._groups:
            self._heads[group.key].show_group(group, group.key not in self._closed)
        for key, view in self._views.items():
            view.setVisible(groups[key] not in self._closed)

    def _align(self) -> None:
        """Give all names one width: what the longest needs, at most a share of the panel."""
        narrow = self.viewport().width() < _NARROW
        most = min(_LABEL_MOST, round(self.viewport().width() * _LABEL_SHARE))
        views = self._views.values()
        needed = [view.label.sizeHint().width() for view in views if view.editor is not None]
        width = min(max(needed, default=0) + 8, most)
        mark = max((view.mark.sizeHint().width() for view in views), default=0)
        with_menu = any(view.has_menu for view in views)
        for view in views:
            view.arrange(narrow=narrow)
            view.show_widths(width, mark, with_menu=with_menu)

    def showEvent(self, event: QShowEvent) -> None:
        """Let fields of several lines have their height at once, not at the next event."""
        super().showEvent(event)
        self._align()
        self._layout.activate()
        for view in self._views.values():
            view.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._align()


def _holds_focus(view: QWidget) -> bool:
    focus = view.window().focusWidget()
    return focus is not None and view.isAncestorOf(focus)


def _let_go(widget: QWidget, layout: QVBoxLayout) -> None:
    layout.removeWidget(widget)
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
