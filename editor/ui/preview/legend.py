"""The preview's legend: what the tints mean, and the switch that turns them off."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from editor.ui.theme import Theme
from editor.ui.widgets.flow_layout import FlowLayout
from editor.ui.widgets.tick_box import TickBox

_WAVE = 2


class _UnresolvedChip(QLabel):
    """A chip with the wavy underline that marks unresolved placeholders in the texts."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip, then the wave under its text."""
        super().paintEvent(event)
        room = self.contentsRect()
        text = self.fontMetrics().boundingRect(
            room, Qt.AlignmentFlag.AlignCenter.value, self.text()
        )
        painter = QPainter(self)
        painter.setPen(QPen(self._theme.color("unresolved.underline"), 1))
        low = self.rect().bottom() - 1
        for step, left in enumerate(range(text.left(), text.right() - _WAVE, _WAVE)):
            up, down = (low - _WAVE, low) if step % 2 else (low, low - _WAVE)
            painter.drawLine(left, up, left + _WAVE, down)


class Legend(QWidget):
    """Chips for the layers and the marks, and the switch for the tints."""

    tints_toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("legend")
        self._theme = theme
        self._tints = TickBox(self.tr("Tints"), self)
        self._tints.setObjectName("tints")
        self._tints.setAccessibleName(self.tr("Tints"))
        self._tints.setToolTip(self.tr("Tint what does not come from the file's own text"))
        self._tints.setChecked(True)
        self._tints.toggled.connect(self.tints_toggled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(8)
        self._chips: dict[str, QLabel] = {}
        layout.addWidget(self._chip_row(), 1)
        layout.addWidget(self._tints, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_tints(self, on: bool) -> None:
        """Show whether tints are on."""
        with QSignalBlocker(self._tints):
            self._tints.setChecked(on)

    def show_marks(self, marks: tuple[str, ...]) -> None:
        """Tell of these marks and no others."""
        for role, chip in self._chips.items():
            chip.setVisible(role in marks)

    def _entries(self) -> tuple[tuple[str, str, str], ...]:
        return (
            ("context", self.tr("context"), self.tr("Values of the context")),
            ("identity", self.tr("identity"), self.tr("Values of the identity file")),
            ("variables", self.tr("variables"), self.tr("Texts of extra variable folders")),
            ("template", self.tr("template"), self.tr("Texts of templates")),
            ("escape", self.tr("escape"), self.tr("A dollar sign written as $$")),
            ("unfilled", self.tr("placeholder"), self.tr("Placeholders that programs fill")),
            ("unresolved", self.tr("unresolved"), self.tr("Placeholders left as typed")),
        )

    def _chip_row(self) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row, gap=4)
        for role, text, tip in self._entries():
            self._chips[role] = self._chip(row, role, text, tip)
            flow.addWidget(self._chips[role])
        return row

    def _chip(self, row: QWidget, role: str, text: str, tip: str) -> QLabel:
        chip = _UnresolvedChip(self._theme, row) if role == "unresolved" else QLabel(row)
        chip.setText(text)
        chip.setProperty("role", f"layer-{role}")
        chip.setProperty("chip", True)
        chip.setToolTip(tip)
        return chip
