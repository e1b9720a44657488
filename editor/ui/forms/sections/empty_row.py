"""What stands in the place of cards while there are none, and the first step to some."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from editor.session.section_values import CardList, ListState


class EmptyRow(QWidget):
    """One sentence; with a button, in a soul without a template part."""

    write_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._note = QLabel(self)
        self._note.setObjectName("sectionsEmpty")
        self._note.setProperty("role", "muted")
        self._note.setWordWrap(True)
        self._write = QPushButton(self.tr("Write as template part"), self)
        self._write.setObjectName("writeTemplatePart")
        self._write.setToolTip(
            self.tr("Write that order below the personality, where it can be changed")
        )
        self._write.clicked.connect(self.write_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self._note, 1)
        row.addWidget(self._write)

    def show_list(self, cards: CardList) -> None:
        """Say why there are no cards in this list."""
        has_none = cards.state is ListState.NO_MARKER
        self._note.setText(
            self.tr("This soul has no template part, so agents use the built-in order.")
            if has_none
            else self.tr("No sections yet: only the personality is sent. Add section offers some.")
        )
        self._write.setVisible(has_none)
        self._write.setEnabled(not cards.read_only)
