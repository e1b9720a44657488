"""A row above the cards: why they cannot be shown or edited, the place in the text, a way out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from editor.session.section_values import CardList, CardProblem, ListState
from editor.ui.widgets.plain_tip import plain_tip


class FaultRow(QWidget):
    """Says what is wrong with the list as a whole."""

    fix_wanted = Signal(int)
    """The number of the problem to mend."""
    line_wanted = Signal(int)
    """Show this line of the text, from 1."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._line = 0
        self._number = 0
        self._text = QLabel(self)
        self._text.setObjectName("sectionsFault")
        self._text.setProperty("role", "error")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._fix = self._button("sectionsFix")
        self._fix.setAccessibleName(self.tr("Mend what is wrong"))
        self._fix.clicked.connect(self._want_fix)
        self._show = self._button("sectionsFaultLine")
        self._show.setText(self.tr("Show in text"))
        self._show.clicked.connect(self._want_line)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(4)
        row.addWidget(self._text, 1)
        for button in (self._fix, self._show):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def has_something(self) -> bool:
        """Whether it says anything."""
        return bool(self._text.text())

    def show_list(self, cards: CardList) -> None:
        """Say why the cards are not those of the text, or cannot be edited."""
        if cards.state is ListState.FAULT:
            message = self.tr("Line {0}: {1}").format(cards.fault_line, cards.fault)
            self.say(message, cards.fault_line)
        else:
            self.say(cards.read_only)

    def say(self, text: str, line: int = 0) -> None:
        """Say `text`, about a line of the text if it is not 0."""
        self._line = line
        self._text.setText(text)
        self._show.setVisible(line > 0)
        self._fix.hide()

    def offer(self, problem: CardProblem | None) -> None:
        """Offer to mend a problem, or nothing."""
        if problem is not None:
            self._number = problem.number
            self._fix.setText(problem.fix)
            self._fix.setAccessibleName(problem.fix)
            self._fix.setToolTip(plain_tip(problem.message))
        self._fix.setVisible(problem is not None)

    def _want_fix(self) -> None:
        self.fix_wanted.emit(self._number)

    def _want_line(self) -> None:
        self.line_wanted.emit(self._line)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.hide()
        return button
