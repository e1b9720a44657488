"""Fields with values to choose from: a closed list, a list of suggestions, on or off."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor.session.form_values import Choose, FormField, SetText, Toggle
from editor.ui.forms.field_input import FieldInput, described
from editor.ui.forms.text_input import TextInput
from editor.ui.widgets.quiet_combo import QuietCombo
from editor.ui.widgets.tick_box import TickBox

_BUTTON_WIDTH = 24
_LEAST = 60


class ChoiceInput(FieldInput):
    """One of a closed list; a value that is not in the list is shown in front of it."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._shown: tuple[str, ...] = ()
        self._combo = QuietCombo(self)
        self._combo.setObjectName(self.object_name)
        self._combo.setAccessibleName(field.title)
        self._combo.setMinimumWidth(_LEAST)
        self._combo.setSizeAdjustPolicy(
            QuietCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._combo.activated.connect(self._activated)
        self.row_layout.addWidget(self._combo, 1)
        self.watch(self._combo)

    def show_field(self, field: FormField) -> None:
        """Show the choices and the one in force."""
        super().show_field(field)
        self._combo.setAccessibleDescription(described(field))
        self._combo.setEnabled(field.lock is None)
        self._combo.setPlaceholderText(self.tr("not set"))
        unlisted = () if field.chosen >= 0 or field.text is None else (field.text,)
        texts = (*unlisted, *field.choices)
        if texts != self._shown:
            self._shown = texts
            self._combo.clear()
            for number, text in enumerate(texts):
                self._combo.addItem(text, number - len(unlisted))
        index = -1 if field.text is None else max(0, field.chosen)
        if self._combo.currentIndex() != index:
            self._combo.setCurrentIndex(index)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the list."""
        return (self._combo,)

    def _activated(self, index: int) -> None:
        choice = self._combo.itemData(index)
        if choice >= 0 and choice != self.field.chosen:
            self.want(Choose(self.field.path, choice))


class SuggestionInput(TextInput):
    """Any text, with some to choose from."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._menu: QMenu | None = None
        self._button = QToolButton(self)
        self._button.setObjectName(f"suggest:{field.name}")
        self._button.setText("▾")
        self._button.setProperty("flat", True)
        self._button.setFixedWidth(_BUTTON_WIDTH)
        self._button.setToolTip(self.tr("Usual values"))
        self._button.setAccessibleName(self.tr("Usual values of {0}").format(field.title))
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self._open)
        self.row_layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)

    def show_field(self, field: FormField) -> None:
        """Show the text."""
        super().show_field(field)
        self._button.setEnabled(field.lock is None)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the editor and the button for the list."""
        return (self.value.editor, self._button)

    def _open(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.triggered.connect(self._taken)
        self._menu.clear()
        for choice in self.field.choices:
            action = self._menu.addAction(choice.replace("&", "&&"))
            action.setData(choice)
            action.setCheckable(True)
            action.setChecked(choice == self.field.text)
        self._menu.popup(self.value.mapToGlobal(QPoint(0, self.value.height())))

    def _taken(self, action: QAction) -> None:
        if action.data() != self.field.text:
            self.want(SetText(self.field.path, action.data()))
            self.left.emit()


class SwitchInput(FieldInput):
    """On or off, with the word that stands in the text."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._box = TickBox(self)
        self._box.setObjectName(self.object_name)
        self._box.setAccessibleName(field.title)
        self._box.clicked.connect(self._clicked)
        self.row_layout.addWidget(self._box)
        self.row_layout.addStretch(1)
        self.watch(self._box)

    def show_field(self, field: FormField) -> None:
        """Show whether it is on."""
        super().show_field(field)
        self._box.setAccessibleDescription(described(field))
        self._box.setEnabled(field.lock is None)
        self._box.setText(self.tr("not set") if field.text is None else field.text)
        if self._box.isChecked() != field.is_on:
            self._box.setChecked(field.is_on)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the box."""
        return (self._box,)

    def _clicked(self, on: bool) -> None:
        self.want(Toggle(self.field.path, on))
