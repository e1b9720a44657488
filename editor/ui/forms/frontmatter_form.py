"""The frontmatter form: the fields above a text, drawn from a schema.

It shows values and tells what the user wants; the text document holds the truth.
"""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.core.tree import Path
from editor.session.form_values import AddFrontmatter, AddItem, Form, FormState, Intent
from editor.ui.forms.chips_input import ChipsInput
from editor.ui.forms.field_input import FieldInput
from editor.ui.forms.field_list import FieldList
from editor.ui.forms.fields_area import FieldsArea
from editor.ui.forms.fold_button import FoldButton
from editor.ui.forms.picked_input import ColorDialog, PicksColors
from editor.ui.forms.title_row import TitleRow
from editor.ui.forms.words import worded
from editor.ui.widgets.composition_wait import CompositionWait
from editor.ui.widgets.value_editors import LineEditor

MOST_HEIGHT = 280
SHARE = 0.34
"""How much of the window's height the fields take at most."""


class FrontmatterForm(QWidget):
    """Shows the frontmatter of one document."""

    intended = Signal(object)
    """An `Intent` of the user."""
    left = Signal()
    """The focus left a field."""
    folded = Signal(bool)
    """The user folded the form away, or out again."""

    def __init__(self, picker: PicksColors | None = None, parent: QWidget | None = None) -> None:
        """Build an empty form.

        Args:
            picker: Asks for colours; the usual dialog if None.
            parent: The widget it stands in.
        """
        self._offered = True
        super().__init__(parent)
        self.setObjectName("frontmatterForm")
        self._form = Form(FormState.NONE)
        self._held: Form | None = None
        self._stops: tuple[QWidget, ...] = ()
        self._waiting = CompositionWait(self)
        self._waiting.ended.connect(self._show_held)
        chosen = picker if picker is not None else ColorDialog()
        self._title = TitleRow(self)
        self._title.intended.connect(self.intended)
        self._title.folded.connect(self._folded)
        self._fault = QLabel(self)
        self._fault.setObjectName("frontmatterFault")
        self._fault.setProperty("role", "error")
        self._fault.setWordWrap(True)
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        self._fault.setContentsMargins(12, 6, 12, 0)
        self._none = self._none_row()
        self._content = QWidget(self)
        self._fields = FieldList(chosen, self._content)
        self._others_head = FoldButton("otherFieldsFold", self._content)
        self._others_head.setText(self.tr("Other fields"))
        self._others_head.setToolTip(
            self.tr("Fields that no schema describes, as they are written")
        )
        self._others = FieldList(chosen, self._content)
        self._others_head.turned.connect(self._others.setVisible)
        self._more = QLabel(self._content)
        self._more.setProperty("role", "note")
        self._more.setWordWrap(True)
        for each in (self._fields, self._others):
            each.intended.connect(self.intended)
            each.left.connect(self.left)
        self._scroll = self._scroll_area()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(self._fault)
        layout.addWidget(self._none)
        layout.addWidget(self._scroll)
        line = QFrame(self)
        line.setProperty("role", "line")
        line.setFixedHeight(1)
        layout.addWidget(line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self._fit)
        self.show_form(self._form)

    @property
    def is_folded(self) -> bool:
        """Whether only the title row is to be seen."""
        return not self._title.fold_button.is_open

    def set_folded(self, folded: bool) -> None:
        """Fold the fields away, or out again."""
        self._title.fold_button.turn(not folded)

    def offer(self, offered: bool) -> None:
        """Say whether the file in front has a form; without one nothing is to be seen."""
        self._offered = offered
        self.setVisible(offered)

    def setVisible(self, visible: bool) -> None:
        """Show the form, if there is one."""
        super().setVisible(visible and self._offered)

    def show_form(self, form: Form) -> None:
        """Show `form`; while a composition is open it waits for its end."""
        if self._waiting.is_needed():
            self._held = form
            return
        self._form = form = worded(form)
        self._title.show_form(form)
        faulty = form.state is FormState.FAULT
        message = self.tr("Line {0}: {1}").format(form.fault_line, form.fault) if faulty else ""
        self._fault.setText(message or form.read_only)
        if form.state is not FormState.NONE:
            self._fields.show_fields(form.fields)
            self._others.show_fields(form.others)
            self._others_head.setVisible(bool(form.others))
            self._others.setVisible(bool(form.others) and self._others_head.is_open)
            more = self.tr("%n more fields are not shown; edit them in the text.", "", form.more)
            self._more.setText(more)
            self._order_tabs()
        else:
            self._fields.show_fields(())
            self._others.show_fields(())
        self._more.setVisible(form.more > 0)
        self._content.setEnabled(not faulty and not form.read_only)
        self._note.setText(form.note or self.tr("This file has no frontmatter."))
        self._add.setEnabled(not form.read_only)
        self._add_yaml.setEnabled(not form.read_only)
        self._fold()

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        self._fields.flush()
        self._others.flush()

    def give_back(self, intent: Intent) -> None:
        """Keep what was typed where it could not be written."""
        if isinstance(intent, AddItem):
            for each in self._inputs():
                if isinstance(each, ChipsInput) and each.field.path == intent.path:
                    each.keep_entry(intent.text)

    def say(self, message: str) -> None:
        """Say why a wish could not be fulfilled, until the next form is shown."""
        self._fault.setText(message)
        self._fault.setVisible(bool(message))

    def focus_field(self, path: Path) -> None:
        """Go to the field at `path`, or to the first one below it."""
        for each in self._inputs():
            if each.field.path[: len(path)] == path:
                target = each.focus_target()
                target.setFocus(Qt.FocusReason.OtherFocusReason)
                self._scroll.ensureWidgetVisible(each)
                if isinstance(target, LineEditor):
                    target.selectAll()
                return

    def _inputs(self) -> tuple[FieldInput, ...]:
        return (*self._fields.inputs(), *self._others.inputs())

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the height of the window."""
        super().showEvent(event)
        self.window().installEventFilter(self)
        self._fitting.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit when the window or the content has another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fitting.start()
        return super().eventFilter(watched, event)

    def _show_held(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self.show_form(held)

    def _folded(self, folded: bool) -> None:
        self._fold()
        self.folded.emit(folded)

    def _fold(self) -> None:
        is_open = not self.is_folded
        none = self._form.state is FormState.NONE
        self._fault.setVisible(is_open and bool(self._fault.text()))
        self._none.setVisible(is_open and none)
        self._scroll.setVisible(is_open and not none)
        self._fitting.start()

    def _fit(self) -> None:
        """Give the fields the height they need, within bounds; the text needs most of the room."""
        width = self._scroll.viewport().width()
        layout = self._content.layout()
        hint = layout.sizeHint().height() if layout is not None else 0
        needed = layout.heightForWidth(width) if layout and layout.hasHeightForWidth() else hint
        most = max(96, min(MOST_HEIGHT, round(self.window().height() * SHARE)))
        self._scroll.want(min(needed, most))

    def _order_tabs(self) -> None:
        stops = (*self._fields.tab_stops(), self._others_head, *self._others.tab_stops())
        if stops == self._stops:
            return
        self._stops = stops
        previous: QWidget = self._title.add_button
        for stop in stops:
            QWidget.setTabOrder(previous, stop)
            previous = stop

    def _scroll_area(self) -> FieldsArea:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(4)
        column.addWidget(self._fields)
        column.addWidget(self._others_head)
        column.addWidget(self._others)
        column.addWidget(self._more)
        column.addStretch(1)
        self._content.installEventFilter(self)
        area = FieldsArea(self)
        area.setWidget(self._content)
        return area

    def _none_row(self) -> QWidget:
        row = QWidget(self)
        self._note = QLabel(row)
        self._note.setProperty("role", "muted")
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._add = QPushButton(self.tr("Add frontmatter"), row)
        self._add.setObjectName("addFrontmatter")
        self._add.clicked.connect(self._add_json)
        self._add_yaml = QPushButton(self.tr("Add as YAML"), row)
        self._add_yaml.setObjectName("addYamlFrontmatter")
        self._add_yaml.clicked.connect(self._add_as_yaml)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self._note, 1)
        layout.addWidget(self._add)
        layout.addWidget(self._add_yaml)
        return row

    def _add_json(self) -> None:
        self.intended.emit(AddFrontmatter("json"))

    def _add_as_yaml(self) -> None:
        self.intended.emit(AddFrontmatter("yaml"))
