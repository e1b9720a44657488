"""What all inputs of the form have in common: they show a field and tell what is wanted."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from editor.session.form_values import FormField, Intent
from editor.ui.widgets.composition import take_preedit


def described(field: FormField) -> str:
    """Return what a screen reader says about a field besides its name and value."""
    wrong = field.refused or (f"{field.title} {field.fault}." if field.fault else "")
    return "\n".join(filter(None, (field.description, wrong)))


class FieldInput(QWidget):
    """The part of a row in which the user edits; one subclass for each kind of field.

    The widget that takes the keys carries the object name ``<area>:<dotted path>``.
    """

    intended = Signal(object)  # Intent
    left = Signal()
    """The focus went elsewhere."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self.row_layout = QHBoxLayout(self)
        self.row_layout.setContentsMargins(0, 0, 0, 0)
        self.row_layout.setSpacing(4)

    @property
    def object_name(self) -> str:
        """The public name of the editing widget."""
        return f"{self.field.area}:{self.field.name}"

    def show_field(self, field: FormField) -> None:
        """Show the field as it is now; nothing is touched that shows it already."""
        self.field = field

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return ()

    def focus_target(self) -> QWidget:
        """Return the widget that takes the keys."""
        return self.tab_stops()[0]

    def want(self, intent: Intent) -> None:
        """Tell what the user wants."""
        self.intended.emit(intent)

    def watch(self, widget: QWidget) -> None:
        """Tell when the focus leaves `widget`."""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of the focus leaving; a menu on top of the field is no leaving."""
        if (
            event.type() == QEvent.Type.FocusOut
            and isinstance(event, QFocusEvent)
            and event.reason() != Qt.FocusReason.PopupFocusReason
        ):
            take_preedit(watched)
            self.flush()
            self.left.emit()
        return super().eventFilter(watched, event)
