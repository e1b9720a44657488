"""A line of a card that says what is wrong, with a button that mends it where there is one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from editor.session.section_values import CardField, CardProblem


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
        self._fix.clicked.connect(self._clicked)
        self._fix.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self._fix, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it says nothing."""
        return self._text.text()

    def rename(self, name: str) -> None:
        """Take another object name."""
        self.setObjectName(name)

    def show_about(self, field: CardField | None, problem: CardProblem | None) -> None:
        """Say what there is to say of a field, or nothing."""
        text, role = "", "note"
        if field is not None and (field.lock or field.refused):
            text, role = field.refused or field.lock, "error" if field.refused else "note"
        elif problem is not None:
            text, role = problem.message, "error" if problem.is_error else "warning"
        fix = problem.fix if problem is not None and text and not (field and field.refused) else ""
        self._number = problem.number if problem is not None else 0
        if self._text.property("role") != role:
            self._text.setProperty("role", role)
            self._text.style().unpolish(self._text)
            self._text.style().polish(self._text)
        if self._text.text() != text:
            self._text.setText(text)
        if self._fix.text() != fix:
            self._fix.setText(fix)
            self._fix.setToolTip(fix)
        self._fix.setVisible(bool(fix))
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))

    def _clicked(self) -> None:
        self.fix_wanted.emit(self._number)
