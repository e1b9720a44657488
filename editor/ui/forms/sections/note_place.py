"""A place for a note, which is made when there is first something to say: most never speak."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from editor.session.section_values import CardField, CardProblem
from editor.ui.forms.sections.card_note import CardNote, said_of


class NotePlace(QObject):
    """Speaks at the end of a layout, or at a place of it."""

    fix_wanted = Signal(int)
    """The number of the problem to mend."""

    def __init__(self, widget: QWidget, layout: QBoxLayout, at: int = -1, inset: int = 0) -> None:
        """Prepare.

        Args:
            widget: The widget that the note stands in.
            layout: Its layout.
            at: Where in the layout; at the end if negative.
            inset: Pixels to the left of the note.
        """
        super().__init__(widget)
        self._widget = widget
        self._layout = layout
        self._at = at
        self._inset = inset
        self._note: CardNote | None = None
        self._name = ""
        self.text = ""

    def rename(self, name: str) -> None:
        """Take another object name."""
        self._name = name
        if self._note is not None:
            self._note.setObjectName(name)

    def show_about(self, field: CardField | None, problem: CardProblem | None) -> None:
        """Say what there is to say of a field, or nothing."""
        said = said_of(field, problem)
        self.text = said.text
        if self._note is None:
            if not said.text:
                return
            self._note = CardNote(self._widget)
            self._note.setObjectName(self._name)
            self._note.setContentsMargins(self._inset, 0, 8 if self._inset else 0, 2)
            self._note.fix_wanted.connect(self.fix_wanted)
            self._layout.insertWidget(self._at, self._note)
        self._note.say(said)
