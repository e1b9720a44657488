"""The template of a slot: an editor of several lines with its placeholders marked."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.core.placeholders import Syntax
from editor.session.form_values import FormField, SetText
from editor.ui.forms.field_input import FieldInput, described
from editor.ui.widgets.text_field import PlaceholderMarks, TextField
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.value_editors import LinesEditor

_MOST_LINES = 24


class TemplateInput(FieldInput):
    """A text that is sent as it is, so its end is told: with a line break, or without one."""

    def __init__(self, field: FormField, formats: TextFormats, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._formats = formats
        self._syntax: Syntax | None = None
        self._marks: PlaceholderMarks | None = None
        self._watched: set[QWidget] = set()
        self.value = TextField(self.object_name, self, label=field.title, most_lines=_MOST_LINES)
        self.value.edited.connect(self._edited)
        self._end = QLabel(self)
        self._end.setObjectName(f"{self.object_name}:end")
        self._end.setProperty("role", "note")
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.value)
        foot = QHBoxLayout()
        foot.addWidget(self._end, 1, Qt.AlignmentFlag.AlignRight)
        column.addLayout(foot)
        self.row_layout.addLayout(column, 1)
        self._follow_editor()

    def show_field(self, field: FormField) -> None:
        """Show the text; the caret stays."""
        super().show_field(field)
        self.value.set_editable(field.lock is None)
        self.value.show_value(field.text)
        self._say_end(field.text or "")
        self.value.show_description("\n".join(filter(None, (described(field), self._end.text()))))
        self._follow_editor()

    def show_syntax(self, syntax: Syntax | None) -> None:
        """Mark the placeholders that are written so."""
        self._syntax = syntax
        if self._marks is not None:
            self._marks.show_syntax(syntax)

    def rehighlight(self) -> None:
        """Mark the placeholders in the colours of now."""
        if self._marks is not None:
            self._marks.rehighlight()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the editor."""
        return self.value.tab_stops()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Do not take the change of one editor for the other for a leaving."""
        if event.type() == QEvent.Type.FocusOut and watched is not self.value.editor:
            return False
        return super().eventFilter(watched, event)

    def _say_end(self, text: str) -> None:
        breaks = len(text) - len(text.rstrip("\n"))
        if not text:
            said = ""
        elif not breaks:
            said = self.tr("No line break at the end")
        elif breaks == 1:
            said = self.tr("Ends with a line break")
        else:
            said = self.tr("Ends with %n line breaks", "", breaks)
        self._end.setText(said)

    def _follow_editor(self) -> None:
        """Watch and mark the editor that is in use: it may be another one than before."""
        editor = self.value.editor
        if editor not in self._watched:
            self._watched.add(editor)
            self.watch(editor)
        if self._marks is None and isinstance(editor, LinesEditor):
            self._marks = PlaceholderMarks(
                editor.document(), self._formats, self._syntax, self._mark_of
            )

    def _mark_of(self, _name: str) -> str:
        return "unfilled"

    def _edited(self, text: str) -> None:
        self._follow_editor()
        self._say_end(text)
        self.want(SetText(self.field.path, text))
