"""The identity panel: the fields behind the identity variables that are in use."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.field_rows import FieldRows, Row
from editor.ui.widgets.panel_title import PanelTitle


@dataclass(frozen=True, slots=True)
class IdentityField:
    """A field of the identity file.

    Attributes:
        path: Its dotted path below ``identity``.
        names: The variables it makes.
        value: Its text.
        editable: Whether a field can change it.
        note: Something worth knowing, such as why it cannot be edited.
    """

    path: str
    names: tuple[str, ...]
    value: str
    editable: bool = True
    note: str = ""


class IdentityPanel(QWidget):
    """Shows identity fields and tells what the user types into them."""

    value_edited = Signal(str, str)  # dotted path, text
    create_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("identityPanel")
        self._rows = FieldRows("identity", own_file=True, parent=self)
        self._rows.edited.connect(self.value_edited)
        self._note = EmptyNote(
            self, step=self.tr("Create identity file"), step_name="createIdentity"
        )
        self._note.clicked.connect(self.create_requested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(PanelTitle(self.tr("Identity"), self))
        layout.addWidget(self._rows, 1)
        layout.addWidget(self._note, 1)
        self.show_fields(())

    def show_fields(self, fields: tuple[IdentityField, ...]) -> None:
        """Show a row for each field whose variables are in use."""
        self._note.show_text(self.tr("The prompt in front uses no identity variables."))
        self._show_rows(tuple(_row(field) for field in fields))

    def show_missing(self) -> None:
        """Say that the workspace has no identity file, and offer to create it."""
        self._note.show_text(
            self.tr("This workspace has no identity file, so identity variables are not set."),
            with_step=True,
        )
        self._show_rows(())

    def show_fault(self, text: str) -> None:
        """Say why the identity file cannot be read."""
        self._note.show_text(
            self.tr("The identity file cannot be read: {0}").format(text), role="error"
        )
        self._show_rows(())

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        self._note.setVisible(not rows)
        self._rows.setVisible(bool(rows))
        self._rows.show_rows(rows)


def _row(field: IdentityField) -> Row:
    names = ", ".join(f"${name}" for name in field.names)
    return Row(
        key=field.path,
        label=field.path,
        tooltip="\n".join(filter(None, (field.path, names, field.note))),
        value=field.value,
        note=" · ".join(filter(None, (names, field.note))),
        editable=field.editable,
    )
