"""Fields that are typed or picked: colours and dates."""

from typing import Protocol

from PySide6.QtCore import QDate, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QCalendarWidget,
    QColorDialog,
    QMenu,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from editor.session.form_values import FormField, SetText
from editor.ui.forms.text_input import TextInput

_SWATCH = 18
_DATE = "yyyy-MM-dd"


class PicksColors(Protocol):
    """Asks the user for a colour."""

    def color(self, parent: QWidget, current: str) -> str | None:
        """Return the colour as ``#rrggbb``, or None if the user chose none."""
        ...


class ColorDialog:
    """Asks with the usual dialog."""

    def color(self, parent: QWidget, current: str) -> str | None:
        """Return the colour as ``#rrggbb``, or None if the user chose none."""
        found = QColorDialog.getColor(color_of(current), parent)
        return found.name() if found.isValid() else None


def color_of(text: str) -> QColor:
    """Return the colour that `text` means in CSS, where alpha comes last; invalid if none."""
    digits = text[1:]
    if text.startswith("#") and len(digits) == 4:
        digits = "".join(digit * 2 for digit in digits)
    if text.startswith("#") and len(digits) == 8:
        return QColor.fromString(f"#{digits[6:]}{digits[:6]}")
    return QColor.fromString(text) if text else QColor()


class _Swatch(QToolButton):
    """A patch of the colour, which opens the dialog."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown = QColor()
        self.setProperty("flat", True)
        self.setFixedSize(QSize(_SWATCH + 8, _SWATCH + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the patch; crossed out where the text is no colour."""
        super().paintEvent(event)
        box = QRectF(4.5, 4.5, _SWATCH - 1, _SWATCH - 1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1))
        if self.shown.isValid():
            painter.setBrush(self.shown)
        painter.drawRoundedRect(box, 3, 3)
        if not self.shown.isValid():
            painter.drawLine(box.bottomLeft(), box.topRight())


class ColorInput(TextInput):
    """A colour as text, with a patch that shows it."""

    def __init__(self, field: FormField, parent: QWidget, picker: PicksColors) -> None:
        super().__init__(field, parent)
        self._picker = picker
        self._swatch = _Swatch(self)
        self._swatch.setObjectName(f"pick:{field.name}")
        self._swatch.setToolTip(self.tr("Choose a colour…"))
        self._swatch.setAccessibleName(self.tr("Choose {0}").format(field.title))
        self._swatch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._swatch.clicked.connect(self._pick)
        self.row_layout.insertWidget(0, self._swatch, 0, Qt.AlignmentFlag.AlignTop)

    def show_field(self, field: FormField) -> None:
        """Show the text and its colour."""
        super().show_field(field)
        self._swatch.setEnabled(field.lock is None)
        shown = color_of(field.text or "")
        if shown != self._swatch.shown:
            self._swatch.shown = shown
            self._swatch.update()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the editor and the patch."""
        return (self.value.editor, self._swatch)

    def _pick(self) -> None:
        picked = self._picker.color(self, self.field.text or "")
        if picked is not None and picked != self.field.text:
            self.want(SetText(self.field.path, picked))
            self.left.emit()


class DateInput(TextInput):
    """A date as text, with a calendar to choose from."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._menu: QMenu | None = None
        self._calendar: QCalendarWidget | None = None
        self._button = QToolButton(self)
        self._button.setObjectName(f"pick:{field.name}")
        self._button.setText("▾")
        self._button.setProperty("flat", True)
        self._button.setToolTip(self.tr("Choose a day…"))
        self._button.setAccessibleName(self.tr("Choose {0}").format(field.title))
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self._open)
        self.row_layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)

    def show_field(self, field: FormField) -> None:
        """Show the text."""
        super().show_field(field)
        self._button.setEnabled(field.lock is None)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the editor and the button for the calendar."""
        return (self.value.editor, self._button)

    def _open(self) -> None:
        if self._menu is None or self._calendar is None:
            self._menu = QMenu(self)
            self._calendar = QCalendarWidget(self._menu)
            self._calendar.setAccessibleName(self.tr("Calendar"))
            self._calendar.activated.connect(self._picked)
            self._calendar.clicked.connect(self._picked)
            action = QWidgetAction(self._menu)
            action.setDefaultWidget(self._calendar)
            self._menu.addAction(action)
        day = QDate.fromString(self.field.text or "", _DATE)
        self._calendar.setSelectedDate(day if day.isValid() else QDate.currentDate())
        self._menu.popup(self.value.mapToGlobal(QPoint(0, self.value.height())))

    def _picked(self, day: QDate) -> None:
        if self._menu is not None:
            self._menu.close()
        text = day.toString(_DATE)
        if text != self.field.text:
            self.want(SetText(self.field.path, text))
            self.left.emit()
