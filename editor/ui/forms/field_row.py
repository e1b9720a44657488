"""A row of the form: the field's name, its input, its commands and what is wrong with it."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from editor.session.form_values import Clear, FormField, Lock, Remove
from editor.ui.forms.field_input import FieldInput
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip

LABEL_WIDTH = 104
LABEL_SHARE = 0.36
_LINE = 26
_MENU_WIDTH = 28


class FieldMenu(QToolButton):
    """The commands for a field: clear and remove."""

    intended = Signal(object)  # Intent

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(parent)
        self._path = field.path
        self._menu: QMenu | None = None
        self.setObjectName(f"menu:{field.name}")
        self.setText("⋯")
        self.setProperty("flat", True)
        self.setFixedWidth(_MENU_WIDTH)
        self.setAccessibleName(self.tr("Commands for {0}").format(field.title))
        self.setToolTip(self.tr("Clear or remove this field"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._open)

    def show_field(self, field: FormField) -> None:
        """Offer what can be done with the field."""
        self.setEnabled(field.text is not None and field.lock is None)

    def _open(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.addAction(self.tr("Clear"), self._clear_wanted)
            self._menu.addAction(self.tr("Remove field"), self._remove_wanted)
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _clear_wanted(self) -> None:
        self.intended.emit(Clear(self._path))

    def _remove_wanted(self) -> None:
        self.intended.emit(Remove(self._path))


class FieldNote(QLabel):
    """What is wrong with a field, or why it cannot be edited, in words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    def show_field(self, field: FormField) -> None:
        """Say it, if there is something to say."""
        text, role = self._told(field)
        if self.property("role") != role:
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
        if self.text() != text:
            self.setText(text)
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))

    def _told(self, field: FormField) -> tuple[str, str]:
        if field.lock is Lock.DUPLICATE:
            lines = ", ".join(map(str, field.lock_lines))
            reason = self.tr("Stands here more than once (lines {0}): edit it in the text.")
            return reason.format(lines), "note"
        if field.lock is Lock.INHERITED:
            return self.tr("Comes through an alias: edit it in the text."), "note"
        if field.refused:
            return field.refused, "error"
        if field.fault:
            return self.tr("{0} {1}.").format(field.title, field.fault), "error"
        for number, item in enumerate(field.items, 1):
            if item.fault:
                reason = self.tr("Value {0} of {1} {2}.")
                return reason.format(number, field.title, item.fault), "error"
        return "", "note"


class FieldRow(QWidget):
    """One field."""

    intended = Signal(object)  # Intent
    left = Signal()

    def __init__(
        self, field: FormField, made: FieldInput, parent: QWidget, *, stacked: bool = False
    ) -> None:
        """Put a row around an input.

        Args:
            field: What it shows.
            made: The input; the row takes it over.
            parent: The widget it stands in.
            stacked: Whether the input stands below its name, as wide as the row.
        """
        super().__init__(parent)
        self.input = made
        self._label = ElidedLabel(self)
        self._label.setFixedHeight(_LINE)
        self._label.setFixedWidth(LABEL_WIDTH)
        self._menu = FieldMenu(field, self)
        self._note = FieldNote(self)
        self._label.setBuddy(made)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._label, 0, 0, top)
        grid.addWidget(self._menu, 0, 2, top)
        if stacked:
            grid.addWidget(made, 1, 0, 1, 3)
            grid.addWidget(self._note, 2, 0, 1, 3)
        else:
            grid.addWidget(made, 0, 1)
            grid.addWidget(self._note, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        made.intended.connect(self.intended)
        made.left.connect(self.left)
        self._menu.intended.connect(self.intended)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share a narrow row between name and input."""
        super().resizeEvent(event)
        self._label.setFixedWidth(min(LABEL_WIDTH, round(self.width() * LABEL_SHARE)))

    def show_field(self, field: FormField) -> None:
        """Show the field as it is now."""
        title = self.tr("{0} *").format(field.title) if field.required else field.title
        if self._label.text() != title:
            self._label.setText(title)
        needed = self.tr("Needed") if field.required else ""
        key = self.tr("Field {0}").format(field.name)
        self._label.setToolTip(plain_tip("\n".join(filter(None, (key, field.description, needed)))))
        self.input.show_field(field)
        self._menu.show_field(field)
        self._note.show_field(field)

    def flush(self) -> None:
        """Tell at once what was typed and not told yet."""
        self.input.flush()

    def inputs(self) -> tuple[FieldInput, ...]:
        """Return the inputs."""
        return (self.input,)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (*self.input.tab_stops(), self._menu)
