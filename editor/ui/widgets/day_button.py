"""A button that opens a calendar and tells which day was picked in it."""

from PySide6.QtCore import QDate, QLocale, QPoint, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QCalendarWidget, QFrame, QToolButton, QVBoxLayout, QWidget

_SIZE = (300, 210)


class _CalendarPopup(QFrame):
    """A calendar that goes with Escape or a click elsewhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("dayCalendarPopup")
        self.setProperty("role", "popup")
        self.calendar = QCalendarWidget(self)
        self.calendar.setObjectName("dayCalendar")
        self.calendar.setLocale(QLocale())
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.calendar.setAccessibleName(self.tr("Calendar"))
        self.calendar.setHorizontalHeaderFormat(
            QCalendarWidget.HorizontalHeaderFormat.SingleLetterDayNames
        )
        self.calendar.setDateEditEnabled(False)
        self._name_steps()
        self.calendar.setMinimumSize(*_SIZE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self.calendar)
        self.setFocusProxy(self.calendar)

    def _name_steps(self) -> None:
        """Give the steps from month to month signs that stand out in every theme, and names."""
        for name, sign, text in (
            ("qt_calendar_prevmonth", "‹", self.tr("Previous month")),
            ("qt_calendar_nextmonth", "›", self.tr("Next month")),
        ):
            step = self.calendar.findChild(QToolButton, name)
            if isinstance(step, QToolButton):
                step.setIcon(QIcon())
                step.setText(sign)
                step.setAccessibleName(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


class DayButton(QToolButton):
    """Opens a calendar at a day and tells the day that is picked."""

    day_picked = Signal(QDate)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._day = QDate()
        self._popup: _CalendarPopup | None = None
        self.setText("▾")
        self.setProperty("flat", True)
        self.setToolTip(self.tr("Pick a day in a calendar"))
        self.setAccessibleName(self.tr("Pick a day in a calendar"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._open)

    def show_day(self, day: QDate) -> None:
        """Let the calendar open at `day`; at today if it is no day."""
        self._day = day

    def _open(self) -> None:
        if self._popup is None:
            self._popup = _CalendarPopup(self)
            self._popup.calendar.clicked.connect(self._pick)
            self._popup.calendar.activated.connect(self._pick)
        day = self._day if self._day.isValid() else QDate.currentDate()
        self._popup.calendar.setSelectedDate(day)
        self._popup.adjustSize()
        self._popup.move(self._place(self._popup))
        self._popup.show()
        self._popup.calendar.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self, popup: QWidget) -> QPoint:
        """Below the button, its right ends together, and on the screen."""
        size = popup.sizeHint()
        corner = self.mapToGlobal(QPoint(self.width() - size.width(), self.height() + 2))
        room = self.screen().availableGeometry()
        x = min(max(corner.x(), room.left()), room.right() - size.width())
        above = self.mapToGlobal(QPoint(0, -2)).y() - size.height()
        y = corner.y() if corner.y() + size.height() <= room.bottom() else max(room.top(), above)
        return QPoint(x, y)

    def _pick(self, day: QDate) -> None:
        if self._popup is not None and self._popup.isVisible():
            self._popup.close()
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.day_picked.emit(day)
