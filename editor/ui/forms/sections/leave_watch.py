"""Hears of the focus leaving a field, and makes text of what is composed there first."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from editor.ui.widgets.composition import take_preedit


class LeaveWatch(QObject):
    """Watches the widgets of one field."""

    left = Signal()
    """The focus went elsewhere."""

    def watch(self, widget: QWidget) -> None:
        """Watch one more widget; watching it twice changes nothing."""
        widget.removeEventFilter(self)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of it; a menu on top, or the field's other editor in its place, is no leaving."""
        if (
            event.type() == QEvent.Type.FocusOut
            and isinstance(event, QFocusEvent)
            and event.reason() != Qt.FocusReason.PopupFocusReason
            and isinstance(watched, QWidget)
            and watched.objectName()
        ):
            take_preedit(watched)
            self.left.emit()
        return super().eventFilter(watched, event)
