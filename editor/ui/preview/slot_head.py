"""The head of a slot's preview: the verdict, how placeholders are written, whether to fill them."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.session.slot_setting import SlotShowing
from editor.ui.widgets.quiet_combo import QuietCombo
from editor.ui.widgets.tick_box import TickBox


class SlotHead(QFrame):
    """Says what comes out of the slot in front and lets the user choose how it is shown."""

    chosen = Signal(object)
    """A `SlotShowing`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("slotHead")
        self.setProperty("role", "panel-title")
        self._verdict = QLabel(self)
        self._verdict.setObjectName("slotOutcome")
        self._verdict.setTextFormat(Qt.TextFormat.PlainText)
        self._verdict.setWordWrap(True)
        label = QLabel(self.tr("Placeholders"), self)
        label.setProperty("role", "muted")
        self._syntax = QuietCombo(self)
        self._syntax.setObjectName("slotSyntax")
        self._syntax.setAccessibleName(self.tr("How placeholders are written"))
        for text, name in (
            (self.tr("{{name}}"), "mustache"),
            (self.tr("{name}"), "braces"),
            (self.tr("$name"), "dollar"),
            (self.tr("none"), "none"),
        ):
            self._syntax.addItem(text, name)
        self._syntax.activated.connect(self._choose)
        label.setBuddy(self._syntax)
        self._fill = TickBox(self.tr("Fill from context"), self)
        self._fill.setObjectName("slotFill")
        self._fill.setAccessibleName(self.tr("Fill from context"))
        self._fill.setToolTip(
            self.tr("Show what the values of the context give; programs get the text without them")
        )
        self._fill.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self._syntax)
        row.addSpacing(8)
        row.addWidget(self._fill)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 6)
        column.setSpacing(4)
        column.addWidget(self._verdict)
        column.addLayout(row)
        self.hide()

    def show_slot(self, verdict: str, showing: SlotShowing) -> None:
        """Show the verdict, a sentence, and the choices in force; no verdict if it is empty."""
        self._verdict.setText(verdict)
        self._verdict.setVisible(bool(verdict))
        with QSignalBlocker(self._syntax), QSignalBlocker(self._fill):
            self._syntax.setCurrentIndex(max(0, self._syntax.findData(showing.placeholders)))
            self._fill.setChecked(showing.fill)
        self._fill.setEnabled(showing.placeholders != "none")

    def _choose(self) -> None:
        self.chosen.emit(SlotShowing(self._syntax.currentData(), self._fill.isChecked()))
