"""The role of a section: one of the four, or what stands there instead."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.session.section_values import ROLES, CardField
from editor.ui.widgets.quiet_combo import QuietCombo

_WIDTH = 92


class RoleChoice(QuietCombo):
    """A list of roles; a role that is none stays in front of them until another is chosen."""

    chosen = Signal(object)  # str

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._role: str | None = None
        self._shown: tuple[str, ...] = ()
        self.setFixedWidth(_WIDTH)
        self.setPlaceholderText(self.tr("no role"))
        self.activated.connect(self._activated)

    def show_role(self, field: CardField) -> None:
        """Show the roles and the one in force."""
        self._role = field.text
        unlisted = () if field.text is None or field.text in ROLES else (field.text,)
        texts = (*unlisted, *ROLES)
        if texts != self._shown:
            self._shown = texts
            self.clear()
            self.addItems(list(texts))
        index = -1 if field.text is None else texts.index(field.text)
        if self.currentIndex() != index:
            self.setCurrentIndex(index)

    def _activated(self, index: int) -> None:
        if self._shown[index] != self._role:
            self.chosen.emit(self._shown[index])
