"""A list of fields and groups of fields; rows are kept while their field is shown."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from editor.core.tree import Path
from editor.session.form_values import FieldKind, FormField
from editor.ui.forms.chips_input import ChipsInput
from editor.ui.forms.choice_input import ChoiceInput, SuggestionInput, SwitchInput
from editor.ui.forms.columns import Columns
from editor.ui.forms.field_input import FieldInput
from editor.ui.forms.field_row import FieldMenu, FieldNote, FieldRow
from editor.ui.forms.fold_button import FoldButton
from editor.ui.forms.picked_input import ColorInput, DateInput, PicksColors
from editor.ui.forms.text_input import NumberInput, OtherInput, TextInput
from editor.ui.widgets.plain_tip import plain_tip

_WIDE = (FieldKind.LONG_TEXT, FieldKind.CHIPS, FieldKind.GROUP, FieldKind.OTHER)
_INDENT = 16

Key = tuple[Path, FieldKind, bool]


def made_input(field: FormField, parent: QWidget, picker: PicksColors) -> FieldInput:
    """Return an input that fits `field`."""
    match field.kind:
        case FieldKind.NUMBER:
            return NumberInput(field, parent)
        case FieldKind.SWITCH:
            return SwitchInput(field, parent)
        case FieldKind.CHOICE if field.is_open:
            return SuggestionInput(field, parent)
        case FieldKind.CHOICE:
            return ChoiceInput(field, parent)
        case FieldKind.COLOR:
            return ColorInput(field, parent, picker)
        case FieldKind.DATE:
            return DateInput(field, parent)
        case FieldKind.CHIPS:
            return ChipsInput(field, parent)
        case FieldKind.OTHER:
            return OtherInput(field, parent)
        case _:
            return TextInput(field, parent)


class FieldList(Columns):
    """The fields of a form or of a group in it."""

    intended = Signal(object)  # Intent
    left = Signal()

    def __init__(self, picker: PicksColors, parent: QWidget) -> None:
        super().__init__(parent)
        self._picker = picker
        self._rows: dict[Key, FieldRow | FieldGroup] = {}

    def show_fields(self, fields: tuple[FormField, ...]) -> None:
        """Show `fields` in order; a row that stays keeps its caret and the focus."""
        old = self._rows
        keys = [(each.path, each.kind, each.is_open) for each in fields]
        for key in old.keys() - set(keys):
            _drop(old[key])
        self._rows = {
            key: old.get(key) or self._made(field) for key, field in zip(keys, fields, strict=True)
        }
        shown = list(zip(self._rows.values(), fields, strict=True))
        for row, field in shown:
            row.show_field(field)
        self.place([(row, _is_wide(field)) for row, field in shown])

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        for row in list(self._rows.values()):
            row.flush()

    def inputs(self) -> tuple[FieldInput, ...]:
        """Return all inputs, those of groups too."""
        return tuple(found for row in self._rows.values() for found in row.inputs())

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return tuple(stop for row in self._rows.values() for stop in row.tab_stops())

    def _made(self, field: FormField) -> "FieldRow | FieldGroup":
        row: FieldRow | FieldGroup
        if field.kind is FieldKind.GROUP:
            row = FieldGroup(field, self._picker, self)
        else:
            row = FieldRow(field, made_input(field, self, self._picker), self)
        row.intended.connect(self.intended)
        row.left.connect(self.left)
        return row


class FieldGroup(QWidget):
    """A field that holds fields: a row that folds away, with them below it."""

    intended = Signal(object)  # Intent
    left = Signal()

    def __init__(self, field: FormField, picker: PicksColors, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"field:{field.name}")
        self._head = FoldButton(f"fold:{field.name}", self)
        self._head.turned.connect(self._fold)
        self._menu = FieldMenu(field, self)
        self._note = FieldNote(self)
        self._list = FieldList(picker, self)
        self._menu.intended.connect(self.intended)
        self._list.intended.connect(self.intended)
        self._list.left.connect(self.left)
        head = QHBoxLayout()
        head.addWidget(self._head)
        head.addStretch(1)
        head.addWidget(self._menu)
        body = QHBoxLayout()
        body.setContentsMargins(_INDENT, 0, 0, 0)
        body.addWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._note)
        column.addLayout(body)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_field(self, field: FormField) -> None:
        """Show the fields of the group."""
        wrong = sum(1 for each in field.fields if each.fault or each.refused)
        marked = self.tr("{0} ({1} to correct)").format(field.title, wrong)
        self._head.setText(marked if wrong else field.title)
        key = self.tr("Field {0}").format(field.name)
        self._head.setToolTip(plain_tip("\n".join(filter(None, (key, field.description)))))
        self._menu.show_field(field)
        self._note.show_field(field)
        self._list.show_fields(field.fields)

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        self._list.flush()

    def inputs(self) -> tuple[FieldInput, ...]:
        """Return the inputs of the group."""
        return self._list.inputs()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (self._head, self._menu, *self._list.tab_stops())

    def _fold(self, is_open: bool) -> None:
        self._list.setVisible(is_open)


def _is_wide(field: FormField) -> bool:
    return field.kind in _WIDE or (field.kind is FieldKind.TEXT and len(field.path) == 1)


def _drop(row: FieldRow | FieldGroup) -> None:
    """Let a row go; the focus that leaves it with it is no wish of the user's."""
    for found in row.inputs():
        found.blockSignals(True)
    row.hide()
    row.setParent(None)
    row.deleteLater()
