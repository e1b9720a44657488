"""The text of a section: an editor of several lines with its placeholders marked."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.core.placeholders import Mustache
from editor.core.tree import Path
from editor.session.section_values import CardField, CardProblem, RemoveCardField, SetCardText
from editor.ui.forms.sections.leave_watch import LeaveWatch
from editor.ui.forms.sections.note_place import NotePlace
from editor.ui.widgets.text_field import PlaceholderMarks, TextField
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.value_editors import LinesEditor


class ContentField(QWidget):
    """The content of a section, or the text of it for one provider."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    fix_wanted = Signal(int)

    def __init__(self, key: int, path: Path, formats: TextFormats, parent: QWidget) -> None:
        """Build an empty field.

        Args:
            key: The card.
            path: The field's keys in the section.
            formats: Formats for placeholders.
            parent: The widget it stands in.
        """
        super().__init__(parent)
        self.path = path
        self._key = key
        self._formats = formats
        self._given: frozenset[str] = frozenset()
        self._marks: PlaceholderMarks | None = None
        is_content = path == ("content",)
        self.value = TextField("", self, can_unset=is_content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.value)
        self._note = NotePlace(self, column)
        self._watch = LeaveWatch(self)
        self._watch.left.connect(self.left)
        self._note.fix_wanted.connect(self.fix_wanted)
        self.value.edited.connect(self._edited)
        self.value.unset_requested.connect(self._unset)

    def rename(self, name: str, label: str) -> None:
        """Take another object name, and another name for screen readers."""
        self.value.rename(name)
        self.value.relabel(label)
        self._note.rename(f"{name}:note")

    def show_field(self, field: CardField, problem: CardProblem | None, *, editable: bool) -> None:
        """Show the text; the caret stays."""
        self.value.set_editable(editable and not field.lock)
        self.value.show_value(field.text)
        self._note.show_about(field, problem)
        self.value.show_description(self._note.text)
        self._follow_editor()

    def show_given(self, names: frozenset[str]) -> None:
        """Say which names have a value."""
        if names == self._given:
            return
        self._given = names
        if self._marks is not None:
            self._marks.rehighlight()

    def rehighlight(self) -> None:
        """Mark the placeholders in the colours of now."""
        if self._marks is not None:
            self._marks.rehighlight()

    def take_keys(self) -> None:
        """Let the user type in place of the text, or go on with it."""
        self.value.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return self.value.tab_stops()

    def _follow_editor(self) -> None:
        """Watch and mark the editor that is in use: it may be another one than before."""
        editor = self.value.editor
        self._watch.watch(editor)
        if self._marks is None and isinstance(editor, LinesEditor):
            self._marks = PlaceholderMarks(
                editor.document(), self._formats, Mustache(), self._mark_of
            )

    def _mark_of(self, name: str) -> str:
        return "values" if name in self._given else "unresolved"

    def _edited(self, text: str) -> None:
        self._follow_editor()
        self.intended.emit(SetCardText(self._key, self.path, text))

    def _unset(self) -> None:
        self.intended.emit(RemoveCardField(self._key, self.path))
