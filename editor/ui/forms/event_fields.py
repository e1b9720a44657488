"""The Nostr event around a soul: its other fields, to be read and copied, above the text."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from editor.session.event_view import EventField, EventView
from editor.ui.forms.columns import Columns
from editor.ui.forms.fields_area import FieldsArea
from editor.ui.forms.fold_button import FoldButton
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import restyle
from editor.ui.widgets.panel_title import TITLE_HEIGHT
from editor.ui.widgets.value_field import ValueField

_HIGHEST = 140
"""Pixels for all fields; more are scrolled."""
_NAME_WIDTH = 80


class EventFields(QWidget):
    """Shows the fields of one event; nothing can be typed into them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("eventFields")
        self._view: EventView | None = None
        self._is_wanted = True
        self._rows: list[_Row] = []
        self._title = QFrame(self)
        self._title.setProperty("role", "panel-title")
        self._title.setFixedHeight(TITLE_HEIGHT)
        self._fold = FoldButton("eventFold", self._title)
        self._fold.setText(self.tr("Nostr event").upper())
        self._fold.setToolTip(self.tr("Show or hide the other fields of the event"))
        self._fold.turned.connect(self._turned)
        self._said = ElidedLabel(self._title)
        self._said.setObjectName("eventState")
        self._said.setProperty("role", "muted")
        self._area = FieldsArea(self)
        self._inside = QWidget(self._area)
        self._columns = Columns(self._inside)
        self._padded = QVBoxLayout(self._inside)
        self._padded.setContentsMargins(12, 6, 12, 8)
        self._padded.addWidget(self._columns)
        self._padded.addStretch(1)
        self._area.setWidget(self._inside)
        self._place()
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self._fit)
        self._inside.installEventFilter(self)
        self.show_event(None)

    def show_event(self, view: EventView | None) -> None:
        """Show an event; there is nothing to be seen without one."""
        if view is not None and view != self._view:
            self._said.setText(self._state(view))
            self._show_fields(view)
        self._view = view
        self.setVisible(self._is_wanted)

    def setVisible(self, visible: bool) -> None:
        """Show the fields, if there is an event."""
        self._is_wanted = visible
        super().setVisible(visible and self._view is not None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit when the fields need another height."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fitting.start()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self._area.want(min(self._padded.sizeHint().height(), _HIGHEST))

    def _place(self) -> None:
        row = QHBoxLayout(self._title)
        row.setContentsMargins(4, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self._fold)
        row.addWidget(self._said, 1)
        line = QFrame(self)
        line.setProperty("role", "line")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for each in (self._title, self._area, line):
            column.addWidget(each)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _show_fields(self, view: EventView) -> None:
        names = [each.name for each in view.fields]
        if names != [row.name for row in self._rows]:
            for row in self._rows:
                row.setParent(None)
                row.deleteLater()
            self._rows = [_Row(name, self._columns) for name in names]
        for row, each in zip(self._rows, view.fields, strict=True):
            row.show_field(each)
        self._columns.place([(row, row.has_lines) for row in self._rows])

    def _state(self, view: EventView) -> str:
        if view.leaving:
            return self.tr("saving removes {0}").format(self.tr(" and ").join(view.leaving))
        return self.tr("signed") if "sig" in view.signature else self.tr("not signed")

    def _turned(self, is_open: bool) -> None:
        self._area.setVisible(is_open)


class _Row(QWidget):
    """One field."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.has_lines = False
        label = QLabel(name, self)
        label.setFixedWidth(_NAME_WIDTH)
        label.setProperty("role", "muted")
        self._value = ValueField(
            f"event:{name}", self, label=name, forward_undo=True, can_unset=False
        )
        self._value.set_editable(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self._value, 1)

    def show_field(self, field: EventField) -> None:
        """Show the value as the file writes it."""
        self.has_lines = "\n" in field.source
        self._value.show_value(field.source)
        restyle(self._value.editor, role="reading")
