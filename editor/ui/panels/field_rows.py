"""Rows of a name and a value field, as the context and the identity panel show them."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.value_field import ValueField

_LABEL_SHARE = 0.36
_LABEL_MOST = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        key: What the signals call it; unique.
        label: The name that is shown.
        tooltip: More about it, over the name.
        value: The text, or None for not set.
        hint: Shown greyed in a field that is not set.
        mark: A word behind the field.
        note: A line under the field.
        editable: Whether the user can change it.
        quiet: Whether the name is greyed.
    """

    key: str
    label: str
    tooltip: str = ""
    value: str | None = None
    hint: str = ""
    mark: str = ""
    note: str = ""
    editable: bool = True
    quiet: bool = False


class _RowView(QWidget):
    """The widgets of one row; they live as long as their key is shown."""

    edited = Signal(str, str)
    unset_requested = Signal(str)

    def __init__(self, key: str, prefix: str, own_file: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = key
        self.label = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.label.setProperty("mono", True)
        self.label.setFixedHeight(26)
        self.field = ValueField(
            f"{prefix}:{key}", self, label=key, forward_undo=own_file, can_unset=not own_file
        )
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setProperty("role", "note")
        self.label.setBuddy(self.field)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self.field, 0, 1)
        self._grid.addWidget(self._note, 1, 1)
        self._grid.setColumnStretch(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.field.edited.connect(self._edit)
        self.field.unset_requested.connect(self._unset)

    def show_row(self, row: Row) -> None:
        self.label.setText(row.label)
        self.label.setToolTip(row.tooltip)
        role = "muted" if row.quiet else "name"
        if self.label.property("role") != role:
            self.label.setProperty("role", role)
            self.label.style().unpolish(self.label)
            self.label.style().polish(self.label)
        self.field.set_editable(row.editable)
        self.field.show_value(row.value, row.hint)
        self.field.show_mark(row.mark)
        self.field.show_description(row.tooltip)
        self._note.setText(row.note)
        self._note.setVisible(bool(row.note))

    def _edit(self, text: str) -> None:
        self.edited.emit(self._key, text)

    def _unset(self) -> None:
        self.unset_requested.emit(self._key)


class FieldRows(QScrollArea):
    """A list of rows that scrolls; rows are kept while their key is shown."""

    edited = Signal(str, str)
    unset_requested = Signal(str)

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
        self._views: dict[str, _RowView] = {}
        self._content = QWidget(self)
        self._layout = QVBoxLayout(self._content)
        self._layout.setContentsMargins(12, 8, 8, 8)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show `rows` in order; a field that stays keeps its caret and the focus."""
        keys = [row.key for row in rows]
        if keys != list(self._views):
            self._arrange(keys)
        for row in rows:
            self._views[row.key].show_row(row)
        self._align()

    def _arrange(self, keys: list[str]) -> None:
        old = self._views
        for key in old.keys() - set(keys):
            view = old[key]
            self._layout.removeWidget(view)
            view.hide()
            view.setParent(None)
            view.deleteLater()
        self._views = {key: old.get(key) or self._made(key) for key in keys}
        previous: QWidget | None = None
        for place, view in enumerate(self._views.values()):
            self._layout.removeWidget(view)
            self._layout.insertWidget(place, view)
            view.show()
            previous = view.field.follow_in_tab_order(previous)

    def _made(self, key: str) -> _RowView:
        view = _RowView(key, self._prefix, self._own_file, self._content)
        view.edited.connect(self.edited)
        view.unset_requested.connect(self.unset_requested)
        return view

    def _align(self) -> None:
        """Give all names one width: what the longest needs, at most a share of the panel."""
        most = min(_LABEL_MOST, round(self.viewport().width() * _LABEL_SHARE))
        needed = [view.label.sizeHint().width() for view in self._views.values()]
        width = min(max(needed, default=0), most)
        for view in self._views.values():
            view.label.setFixedWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._align()
