"""What stands in the place of cards in a soul without a template part, and how to get one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class NoMarkerRow(QWidget):
    """One sentence and a button."""

    write_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        note = QLabel(self)
        note.setProperty("role", "muted")
        note.setWordWrap(True)
        note.setText(
            self.tr(
                "This soul has no template part, so agents use their own order of eight sections."
            )
        )
        self._write = QPushButton(self.tr("Write as template part"), self)
        self._write.setObjectName("writeTemplatePart")
        self._write.setToolTip(
            self.tr("Write that order below the personality, where it can be changed")
        )
        self._write.clicked.connect(self.write_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(note, 1)
        row.addWidget(self._write)

    def set_editable(self, editable: bool) -> None:
        """Let the user write it, or only read."""
        self._write.setEnabled(editable)
