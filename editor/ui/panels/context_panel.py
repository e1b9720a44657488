"""The context panel: values for the variables that the prompt in front uses."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.field_rows import FieldRows, Row
from editor.ui.widgets.panel_title import PanelTitle
from editor.ui.widgets.quiet_combo import QuietCombo

_CHOICE_LEAST = 96
_CHOICE_MOST = 200


@dataclass(frozen=True, slots=True)
class ContextField:
    """A context variable.

    Attributes:
        name: The variable's name.
        value: Its text, or None if nothing sets it.
        state: ``set``: given by hand or by the chosen context; ``derived``: it follows from
            another value (docs/formats.md, Context); ``unset``: it stays as typed.
        hint: The derived value, or an example.
        description: One sentence from the catalogue, or empty.
        uses: How often the prompt in front uses it.
    """

    name: str
    value: str | None
    state: Literal["set", "derived", "unset"]
    hint: str = ""
    description: str = ""
    uses: int = 0


class ContextPanel(QWidget):
    """Shows context values and tells what the user wants them to be."""

    value_edited = Signal(str, str)  # name, text
    unset_requested = Signal(str)  # name
    context_chosen = Signal(str)  # name of a saved context; empty for none
    refresh_now_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextPanel")
        self._names: tuple[str, ...] | None = None
        self._contexts = QuietCombo(self)
        self._contexts.setObjectName("contextChoice")
        self._contexts.setAccessibleName(self.tr("Saved context"))
        self._contexts.setToolTip(self.tr("The saved context that sets the values"))
        self._contexts.setSizeAdjustPolicy(
            QuietCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._contexts.setMinimumWidth(_CHOICE_LEAST)
        self._contexts.setMaximumWidth(_CHOICE_MOST)
        self._contexts.activated.connect(self._choose)
        title = PanelTitle(self.tr("Context"), self)
        title.add(self._contexts, 100)
        title.add(self._refresh_button())
        self._rows = FieldRows("context", own_file=False, parent=self)
        self._rows.edited.connect(self.value_edited)
        self._rows.unset_requested.connect(self.unset_requested)
        self._empty = EmptyNote(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(title)
        layout.addWidget(self._rows, 1)
        layout.addWidget(self._empty, 1)
        self.show_contexts((), "")
        self.show_fields(())

    def show_contexts(self, names: tuple[str, ...], current: str | None) -> None:
        """Offer the saved contexts `names`; `current` is chosen, or none of them."""
        if names != self._names:
            self._names = names
            self._contexts.clear()
            self._contexts.addItem(self.tr("No context"), "")
            for name in names:
                self._contexts.addItem(name, name)
        self._contexts.setCurrentIndex(max(0, self._contexts.findData(current or "")))

    def show_fields(self, fields: tuple[ContextField, ...]) -> None:
        """Show a row for each variable in use."""
        self._empty.show_text(self.tr("The prompt in front uses no context variables."))
        self._empty.setVisible(not fields)
        self._rows.setVisible(bool(fields))
        self._rows.show_rows(tuple(self._row(field) for field in fields))

    def _row(self, field: ContextField) -> Row:
        derived = field.state == "derived"
        example = self.tr("not set, e.g. {0}").format(field.hint) if field.hint else ""
        return Row(
            key=field.name,
            label=field.name,
            tooltip=self._tooltip(field),
            value=field.value if field.state == "set" else None,
            hint=(field.hint or field.value or "") if derived else example,
            mark=self.tr("derived") if derived else "",
            quiet=not field.uses,
        )

    def _tooltip(self, field: ContextField) -> str:
        if not field.uses:
            uses = self.tr("Not used in the prompt in front")
        elif field.uses == 1:
            uses = self.tr("Used once in the prompt in front")
        else:
            uses = self.tr("Used %n times in the prompt in front", "", field.uses)
        return "\n".join(filter(None, (f"${field.name}", field.description, uses)))

    def _choose(self, index: int) -> None:
        self.context_chosen.emit(self._contexts.itemData(index))

    def _refresh_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("refreshNow")
        button.setProperty("flat", True)
        button.setText(self.tr("Refresh now"))
        button.setToolTip(self.tr("Set $now to the present time"))
        button.setAccessibleName(self.tr("Refresh now"))
        button.clicked.connect(self.refresh_now_requested)
        return button
