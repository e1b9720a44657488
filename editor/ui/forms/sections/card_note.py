"""A line of a card that says what is wrong, with a button that mends it where there is one."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from editor.session.section_values import CardField, CardProblem
from editor.ui.widgets.plain_tip import plain_tip


@dataclass(frozen=True, slots=True)
class Said:
    """What a note says.

    Attributes:
        text: One sentence, or empty.
        role: The role of its colour.
        fix: What mends it, as a button says it, or empty.
        number: The number of the problem.
    """

    text: str = ""
    role: str = "note"
    fix: str = ""
    number: int = 0


def said_of(field: CardField | None, problem: CardProblem | None) -> Said:
    """Return what there is to say of a field: why it is refused or locked, or the problem."""
    if field is not None and field.refused:
        return Said(field.refused, "error")
    fix, number = (problem.fix, problem.number) if problem is not None else ("", 0)
    if field is not None and field.lock:
        return Said(field.lock, "note", fix, number)
    if problem is not None:
        return Said(problem.message, "error" if problem.is_error else "warning", fix, number)
    return Said()


class CardNote(QWidget):
    """Says why a field is locked or refused, or what a check has found."""

    fix_wanted = Signal(int)
    """The number of the problem to mend."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._number = 0
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._fix = QToolButton(self)
        self._fix.setProperty("flat", True)
        self._fix.setAccessibleName(self.tr("Mend what is wrong"))
        self._fix.clicked.connect(self._clicked)
        self._fix.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self._fix, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, said: Said) -> None:
        """Say it; the note is hidden while there is nothing to say."""
        text, role, fix = said.text, said.role, said.fix
        self._number = said.number
        if self._text.property("role") != role:
            self._text.setProperty("role", role)
            self._text.style().unpolish(self._text)
            self._text.style().polish(self._text)
        if self._text.text() != text:
            self._text.setText(text)
        if self._fix.text() != fix:
            self._fix.setText(fix)
            self._fix.setToolTip(plain_tip(fix))
            self._fix.setAccessibleName(fix or self.tr("Mend what is wrong"))
        self._fix.setVisible(bool(fix))
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))

    def _clicked(self) -> None:
        self.fix_wanted.emit(self._number)
