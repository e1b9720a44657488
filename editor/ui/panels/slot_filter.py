"""The filter of the slots in the workspace tree: a button with what can be asked for."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor.ui.icons import Icons


@dataclass(frozen=True, slots=True)
class SlotFilter:
    """Which slots are shown.

    Attributes:
        overridden: Only those that the app layer has a file of.
        broken: Only those with a file that cannot be read.
    """

    overridden: bool = False
    broken: bool = False

    def __bool__(self) -> bool:
        """Whether any are left out."""
        return self.overridden or self.broken


class SlotFilterButton(QToolButton):
    """Offers the filters; both together ask for slots that are both."""

    chosen = Signal(object)
    """A `SlotFilter`."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setObjectName("slotFilter")
        self.setProperty("flat", True)
        self.setCheckable(True)
        self.setToolTip(self.tr("Show only some slots"))
        self.setAccessibleName(self.tr("Filter of slots"))
        self._menu = QMenu(self)
        self._overridden = self._made("filterOverridden", self.tr("Overridden only"))
        self._broken = self._made("filterBroken", self.tr("Broken only"))
        self.clicked.connect(self._open)
        icons.changed.connect(self._draw)
        self._draw()

    @property
    def filter(self) -> SlotFilter:
        """What is asked for."""
        return SlotFilter(self._overridden.isChecked(), self._broken.isChecked())

    def _made(self, name: str, text: str) -> QAction:
        action = self._menu.addAction(text)
        action.setObjectName(name)
        action.setCheckable(True)
        action.toggled.connect(self._toggled)
        return action

    def _toggled(self) -> None:
        self._show()
        self.chosen.emit(self.filter)

    def _open(self) -> None:
        self._show()
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _show(self) -> None:
        self.setChecked(bool(self.filter))
        said = [each.text() for each in (self._overridden, self._broken) if each.isChecked()]
        self.setAccessibleDescription(", ".join(said))
        self._draw()

    def _draw(self) -> None:
        self.setIcon(self._icons.icon("filter", "accent" if self.filter else "muted"))
