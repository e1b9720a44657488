"""One field of a card: its name, an editor and what is wrong with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from editor.core.tree import Path
from editor.session.section_values import (
    CardField,
    CardProblem,
    RemoveCardField,
    SetCardSource,
    SetCardText,
)
from editor.ui.forms.sections.leave_watch import LeaveWatch
from editor.ui.forms.sections.note_place import NotePlace
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.value_field import ValueField

LABEL_WIDTH = 84
_LINE = 26
_MONO_PIXELS = 12


class CardFieldRow(QWidget):
    """A row of a card's body; each key is told."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    fix_wanted = Signal(int)

    def __init__(
        self, key: int, path: Path, title: str, parent: QWidget, *, as_yaml: bool = False
    ) -> None:
        """Build an empty row.

        Args:
            key: The card.
            path: The field's keys in the section.
            title: Its name for people.
            parent: The widget it stands in.
            as_yaml: Whether what is typed is YAML, not the text itself.
        """
        super().__init__(parent)
        self._key = key
        self._path = path
        self._as_yaml = as_yaml
        self._label = ElidedLabel(self)
        self._label.setText(title)
        self._label.setToolTip(self.tr("Field {0}").format(".".join(map(str, path))))
        self._label.setFixedSize(LABEL_WIDTH, _LINE)
        can_unset = path != ("section",)
        self.value = ValueField("", self, label=title, forward_undo=True, can_unset=can_unset)
        if as_yaml:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            font.setPixelSize(_MONO_PIXELS)
            self.value.setFont(font)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self.value)
        row.addLayout(column, 1)
        self._note = NotePlace(self, column)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._watch = LeaveWatch(self)
        self._watch.left.connect(self.left)
        self._watch.watch(self.value.editor)
        self._note.fix_wanted.connect(self.fix_wanted)
        self.value.edited.connect(self._edited)
        self.value.unset_requested.connect(self._unset)

    def rename(self, name: str, label: str) -> None:
        """Take another object name, and another name for screen readers."""
        self.value.rename(name)
        self.value.relabel(label)
        self._note.rename(f"{name}:note")

    def show_field(self, field: CardField, problem: CardProblem | None) -> None:
        """Show the value, or that there is none; the caret stays."""
        self.value.show_value(field.text)
        self._note.show_about(field, problem)
        self.value.show_description(self._note.text)
        self._watch.watch(self.value.editor)

    def set_editable(self, editable: bool) -> None:
        """Let the user edit, or only read and copy."""
        self.value.set_editable(editable)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return self.value.tab_stops()

    def _edited(self, text: str) -> None:
        self._watch.watch(self.value.editor)
        made = SetCardSource if self._as_yaml else SetCardText
        self.intended.emit(made(self._key, self._path, text))

    def _unset(self) -> None:
        self.intended.emit(RemoveCardField(self._key, self._path))
