"""The card that tells of a placeholder beside it: its value, where that is from, what it hides.

It stands inside its window, never takes the focus and lets the pointer through.
"""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from editor.session.layerview import LayerView, RowState
from editor.ui.widgets.layer_text import LayerChip, ValueText

MOST_LINES = 6
"""Lines of a value that the card shows at most."""
MOST_COLUMNS = 300
_WIDTH = 420
_GAP = 4
_EDGE = 8


class HoverCard(QFrame):
    """Shows one `LayerView` at a time."""

    def __init__(self, window: QWidget) -> None:
        """Build a hidden card that stands inside `window`."""
        super().__init__(window)
        self._window = window
        self.setObjectName("hoverCard")
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._name = self._label(mono=True)
        self._name.setProperty("strong", True)
        self._value = self._label(mono=True)
        self._verdict = self._label()
        self._note = self._label()
        self._note.setProperty("role", "muted")
        self._rows = QWidget(self)
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        for widget in (self._name, self._value, self._verdict, self._rows, self._note):
            layout.addWidget(widget)
        window.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go when the window changes: the placeholder is elsewhere then."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.WindowDeactivate):
            self.hide()
        return False

    def show_view(self, view: LayerView, place: QRect, note: str = "") -> None:
        """Show `view` at `place`.

        Args:
            view: What the layers say of the name.
            place: The placeholder, in the window's coordinates; the card stands below it, or
                above it where there is no room.
            note: A last line, such as what stands at the place inside a template.
        """
        self._name.setText(view.written)
        self._value.setText(first_lines(view.value or ""))
        self._value.setVisible(bool(view.value))
        self._verdict.setText(view.verdict)
        self._verdict.setVisible(not view.value)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._show_rows(view)
        self.setAccessibleName("\n".join(filter(None, (view.verdict, note))))
        self._place(place)
        self.show()
        self.raise_()

    def _show_rows(self, view: LayerView) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        shown = [row for row in view.rows if row.state is not RowState.UNSET]
        for number, row in enumerate(shown):
            value = ValueText(self._rows)
            # The value of the winner stands above, at length.
            wins, lost = row.state is RowState.WINS, row.state is RowState.HIDDEN
            value.show_value(f"✓ {row.words}" if wins else row.shown, lost=lost, wins=wins)
            place = self._label()
            place.setWordWrap(False)
            place.setProperty("role", "note")
            place.setText(" · ".join(filter(None, (row.place, row.note))))
            self._grid.addWidget(LayerChip(row.layer, self._rows), number, 0)
            self._grid.addWidget(value, number, 1)
            self._grid.addWidget(place, number, 2)
        self._rows.setVisible(bool(shown))

    def _place(self, at: QRect) -> None:
        room = self._window.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        width = min(_WIDTH, room.width())
        for part in self.findChildren(QWidget):
            part.ensurePolished()  # fonts come from the style sheet, and sizes from fonts
        self.setFixedWidth(width)
        needed = max(self.heightForWidth(width), self.minimumSizeHint().height())
        below = room.bottom() - at.bottom() - _GAP
        above = at.top() - _GAP - room.top()
        # What does not fit on the larger side is cut off: the placeholder stays in sight.
        self.setFixedHeight(max(0, min(needed, max(below, above))))
        left = max(room.left(), min(at.left(), room.right() - width))
        fits_below = self.height() <= below
        top = at.bottom() + _GAP if fits_below else at.top() - _GAP - self.height()
        self.move(QPoint(left, top))

    def _label(self, *, mono: bool = False) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("mono", mono)
        return label


def first_lines(text: str) -> str:
    """Return the first lines of a value, cut where they are long; what is cut off is marked."""
    lines = text[: MOST_LINES * MOST_COLUMNS].split("\n")
    shown = [line[:MOST_COLUMNS] for line in lines[:MOST_LINES]]
    result = "\n".join(shown)
    return result if result == text else result + "…"
