"""A key of a slot: its field in this layer, or what counts in its place and how to set it here."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from editor.core.hidden import on_one_line
from editor.core.placeholders import Syntax
from editor.session.form_values import FormField
from editor.session.slot_form_values import SetHere, SlotKey
from editor.ui.forms.field_input import FieldInput
from editor.ui.forms.field_list import made_input
from editor.ui.forms.field_row import LABEL_WIDTH, FieldRow
from editor.ui.forms.picked_input import PicksColors
from editor.ui.forms.slots.template_input import TemplateInput
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.text_formats import TextFormats


class KeyRow(QWidget):
    """One key; it keeps its widgets while its value keeps its kind."""

    intended = Signal(object)  # Intent | SetHere
    left = Signal()

    def __init__(
        self, key: str, title: str, formats: TextFormats, picker: PicksColors, parent: QWidget
    ) -> None:
        """Build an empty row.

        Args:
            key: The key.
            title: Its name for people.
            formats: Formats for placeholders.
            picker: Asks for colours.
            parent: The widget it stands in.
        """
        super().__init__(parent)
        self._key = key
        self._title = title
        self._formats = formats
        self._picker = picker
        self._syntax: Syntax | None = None
        self._row: FieldRow | None = None
        self._shape: tuple[object, ...] = ()
        self._absent = self._absent_row()
        self._hidden = QLabel(self)
        self._hidden.setProperty("role", "note")
        self._hidden.setWordWrap(True)
        self._hidden.setContentsMargins(LABEL_WIDTH + 8, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._absent)
        self._column.addWidget(self._hidden)

    def show_key(self, row: SlotKey, syntax: Syntax | None) -> None:
        """Show what the layer says of the key."""
        self._syntax = syntax
        self._absent.setVisible(row.field is None)
        if row.field is None:
            self._drop()
            self._say_absent(row)
        else:
            self._show_field(row.field)
        text = self._hidden_words(row.hidden_by)
        self._hidden.setText(text)
        self._hidden.setVisible(bool(text))

    def inputs(self) -> tuple[FieldInput, ...]:
        """Return the input, if there is one."""
        return () if self._row is None else self._row.inputs()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (self._set,) if self._row is None else self._row.tab_stops()

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        if self._row is not None:
            self._row.flush()

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        for each in self.inputs():
            if isinstance(each, TemplateInput):
                each.rehighlight()

    def drop(self) -> None:
        """Let go of the field; the focus that leaves it with it is no wish of the user's."""
        self._drop()

    def _show_field(self, field: FormField) -> None:
        shape = (field.kind, field.is_open)
        if self._row is None or shape != self._shape:
            self._drop()
            self._shape = shape
            made: FieldInput
            if self._key == "template" and field.kind != "other":
                made = TemplateInput(field, self._formats, self)
            else:
                made = made_input(field, self, self._picker)
            is_text = isinstance(made, TemplateInput)
            self._row = FieldRow(field, made, self, stacked=is_text)
            self._row.intended.connect(self.intended)
            self._row.left.connect(self.left)
            self._column.insertWidget(0, self._row)
        for each in self._row.inputs():
            if isinstance(each, TemplateInput):
                each.show_syntax(self._syntax)
        self._row.show_field(field)

    def _drop(self) -> None:
        row, self._row = self._row, None
        if row is not None:
            for each in row.inputs():
                each.blockSignals(True)
            row.hide()
            row.setParent(None)
            row.deleteLater()

    def _hidden_words(self, layer: str) -> str:
        names = {
            "app": self.tr("Does not count: the app layer sets it too."),
            "runtime": self.tr("Does not count: the runtime layer sets it too."),
        }
        return names.get(layer, "")

    def _say_absent(self, row: SlotKey) -> None:
        value = on_one_line(row.elsewhere.text) or self.tr("(empty)")
        words = {
            "default": self.tr("Not set here: {0} from the default layer"),
            "app": self.tr("Not set here: {0} from the app layer"),
            "runtime": self.tr("Not set here: {0} from the runtime layer"),
        }
        said = words.get(row.elsewhere.layer, self.tr("Not set in any layer")).format(value)
        self._said.setText(said)
        self._said.setToolTip(plain_tip(said))

    def _absent_row(self) -> QWidget:
        holder = QWidget(self)
        label = ElidedLabel(holder)
        label.setText(self._title)
        label.setFixedWidth(LABEL_WIDTH)
        self._said = ElidedLabel(holder)
        self._said.setObjectName(f"notSet:{self._key}")
        self._said.setProperty("role", "muted")
        self._set = QToolButton(holder)
        self._set.setObjectName(f"setHere:{self._key}")
        self._set.setText(self.tr("Set here"))
        self._set.setProperty("flat", True)
        self._set.setAccessibleName(self.tr("Set {0} here").format(self._title))
        self._set.setToolTip(self.tr("Write the key into this file, with the value it has now"))
        self._set.clicked.connect(self._set_wanted)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self._said, 1)
        row.addWidget(self._set)
        return holder

    def _set_wanted(self) -> None:
        self.intended.emit(SetHere(self._key))
