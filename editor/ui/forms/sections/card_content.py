"""What stands in a card once it was in sight: its line, notes, and its fields while it is open."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.session.section_values import CardBody, CardHead, CardProblem, CardSize
from editor.ui.forms.sections.card_body import CardBodyView
from editor.ui.forms.sections.card_header import CardHeader
from editor.ui.forms.sections.card_signals import CardSignals
from editor.ui.forms.sections.note_place import NotePlace
from editor.ui.icons import Icons
from editor.ui.widgets.text_formats import TextFormats

_IN_LINE = ("role", "limit", "")
"""What the notes below the line are about; the others stand beside their fields."""
_INSET = 28


class CardContent(QWidget):
    """The controls of one card."""

    folded = Signal()
    """Open the card, or fold it up."""
    stepped = Signal(int)
    """Move the card by so many places."""

    def __init__(
        self, key: int, signals: CardSignals, icons: Icons, formats: TextFormats, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._key = key
        self._signals = signals
        self._formats = formats
        self._prefix = ""
        self._name = ""
        self.body: CardBodyView | None = None
        self.header = CardHeader(key, icons, self)
        self.header.intended.connect(signals.intended)
        self.header.left.connect(signals.left)
        self.header.folded.connect(self.folded)
        self.header.stepped.connect(self.stepped)
        self.header.text_wanted.connect(self._want_text)
        self.header.add_wanted.connect(self._want_add)
        self.header.handle.dragged.connect(self._drag)
        self.header.handle.dropped.connect(self._drop)
        self.header.handle.cancelled.connect(signals.drag_ended)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2, 0, 0, 1)
        self._column.setSpacing(0)
        self._column.addWidget(self.header)
        notes = QVBoxLayout()
        self._column.addLayout(notes)
        self._notes = {part: NotePlace(self, notes, inset=_INSET) for part in _IN_LINE}
        for note in self._notes.values():
            note.fix_wanted.connect(signals.fix_wanted)

    def needed_height(self, width: int) -> int:
        """Return how high this is at a width."""
        if self._column.hasHeightForWidth():
            return self._column.totalHeightForWidth(width)
        return self._column.totalSizeHint().height()

    def rename(self, index: int, name: str) -> None:
        """Take the names of card `index`."""
        self._prefix, self._name = f"section:{index}", name
        self.header.rename(index)
        for part, note in self._notes.items():
            note.rename(f"{self._prefix}:{part or 'item'}:note")
        if self.body is not None:
            self.body.rename(self._prefix, name)

    def show_head(
        self,
        head: CardHead,
        size: CardSize,
        problems: Mapping[str, CardProblem],
        refused: str,
        *,
        editable: bool,
    ) -> None:
        """Show the line, and what is wrong with the section and with the fields in the line."""
        self.header.show_head(head, size, editable=editable)
        found = list(problems.values())
        told = "\n".join(each.message for each in found)
        self.header.show_problems(len(found), told, is_error=any(each.is_error for each in found))
        fields = {"role": head.role, "limit": head.limit}
        for part, note in self._notes.items():
            problem = problems.get(part)
            if not part and refused:
                problem = CardProblem("", refused, True)
            note.show_about(fields.get(part), problem)

    def open(self, is_open: bool) -> None:
        """Show the fields, or fold them up; they are made when they are first to be seen."""
        self.header.show_open(is_open)
        if self.body is not None:
            self.body.setVisible(is_open)
        elif is_open:
            self.body = CardBodyView(self._key, self._formats, self)
            self.body.intended.connect(self._signals.intended)
            self.body.left.connect(self._signals.left)
            self.body.fix_wanted.connect(self._signals.fix_wanted)
            self._column.addWidget(self.body)
            self.body.rename(self._prefix, self._name)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab, as far as they are made."""
        inner = self.body.tab_stops() if self.body is not None else ()
        return (*self.header.tab_stops(), *inner)

    def show_fields(
        self, body: CardBody, head: CardHead, problems: Mapping[str, CardProblem], editable: bool
    ) -> None:
        """Show the fields, if they are made."""
        if self.body is not None:
            self.body.show_body(body, head, problems, editable=editable)

    def event(self, event: QEvent) -> bool:
        """Hear that what is in the card needs another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._signals.height_changed.emit(self._key)
        return super().event(event)

    def _drag(self, at: QPoint) -> None:
        self._signals.dragged.emit(self._key, at)

    def _drop(self, at: QPoint) -> None:
        self._signals.dropped.emit(self._key, at)

    def _want_text(self) -> None:
        self._signals.text_wanted.emit(self._key)

    def _want_add(self) -> None:
        self._signals.add_wanted.emit(self._key)
