"""Fields whose value is typed: texts, numbers and what is written as JSON or YAML."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QWidget

from editor.session.form_values import FieldKind, FormField, SetSource, SetText
from editor.ui.forms.field_input import FieldInput, described
from editor.ui.widgets.value_editors import LineEditor, LinesEditor
from editor.ui.widgets.value_field import ValueField

_MONO_PIXELS = 12


class _WrappedField(ValueField):
    """A field for one value that has several lines also for a text without line breaks."""

    def _wanted_editor(self, text: str) -> LineEditor | LinesEditor:
        return super()._wanted_editor(text + "\n")


class TextInput(FieldInput):
    """A text on one line or, if it has line breaks or is long, on several; each key is told."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        made = _WrappedField if field.kind is FieldKind.LONG_TEXT else ValueField
        self.value = made(
            self.object_name, self, label=field.title, forward_undo=True, can_unset=False
        )
        self.row_layout.addWidget(self.value, 1)
        self.value.edited.connect(self._edited)
        self._watched: set[QWidget] = set()
        self._watch_editor()

    def show_field(self, field: FormField) -> None:
        """Show the text; the caret stays."""
        super().show_field(field)
        self.value.set_editable(field.lock is None)
        example = self.tr("not set, e.g. {0}").format(field.hint) if field.hint else ""
        self.value.show_value(field.text, example)
        self.value.show_description(described(field))
        self._watch_editor()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the editor."""
        return (self.value.editor,)

    def _watch_editor(self) -> None:
        editor = self.value.editor
        if editor not in self._watched:
            self._watched.add(editor)
            self.watch(editor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Do not take the change of one editor for the other for a leaving."""
        if event.type() == QEvent.Type.FocusOut and watched is not self.value.editor:
            return False
        return super().eventFilter(watched, event)

    def _edited(self, text: str) -> None:
        self._watch_editor()
        self.want(SetText(self.field.path, text))


class NumberInput(TextInput):
    """A number as it is spelled; it has no buttons and no range, so it shows every value."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.value.editor.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)


class OtherInput(TextInput):
    """Any value as JSON or YAML text."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(_MONO_PIXELS)
        self.value.setFont(font)

    def _edited(self, text: str) -> None:
        self._watch_editor()
        self.want(SetSource(self.field.path, text))
