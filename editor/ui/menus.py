"""Menus and shortcuts, drawn from the command table and from nothing else."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor.session.commands import Command, CommandTable


class CommandAction(QAction):
    """The action of one command."""

    ran = Signal()
    """The command was called; others may have another state now."""

    def __init__(self, command: Command, parent: QObject) -> None:
        super().__init__(command.text, parent)
        self._command = command
        self.setObjectName(command.id)
        self.setShortcuts([QKeySequence(shortcut) for shortcut in command.shortcuts])
        self.setCheckable(command.checked is not None)
        self.triggered.connect(self._run)
        self.refresh()

    def refresh(self) -> None:
        """Ask the command whether it is of use here, can be used and is on."""
        if self._command.shown is not None:
            self.setVisible(self._command.shown())
        if self._command.enabled is not None:
            self.setEnabled(self._command.enabled())
        if self._command.checked is not None:
            self.setChecked(self._command.checked())

    def _run(self) -> None:
        self._command.run()
        self.ran.emit()


class Actions(QObject):
    """One action for each command, kept up to date."""

    refreshed = Signal()

    def __init__(self, table: CommandTable, window: QWidget) -> None:
        super().__init__(window)
        self._actions = {command.id: CommandAction(command, window) for command in table}
        self._menus: dict[str, QMenu] = {}
        for action in self._actions.values():
            window.addAction(action)
            action.ran.connect(self.refresh)

    def __getitem__(self, command_id: str) -> CommandAction:
        return self._actions[command_id]

    def menu(self, menu_id: str) -> QMenu:
        """Return a menu of the bar that was filled."""
        return self._menus[menu_id]

    def refresh(self) -> None:
        """Ask every command for its state."""
        for action in self._actions.values():
            action.refresh()
        self.refreshed.emit()

    def fill(self, bar: QMenuBar, menus: Sequence[tuple[str, str]], table: CommandTable) -> None:
        """Build the menus.

        Args:
            bar: The menu bar to fill.
            menus: Menu ids and their translated titles, in order.
            table: Where the commands stand.
        """
        for menu_id, title in menus:
            menu = self._menus[menu_id] = bar.addMenu(title)
            menu.aboutToShow.connect(self.refresh)
            group: int | None = None
            for command in table.in_menu(menu_id):
                if group is not None and command.group != group:
                    menu.addSeparator()
                group = command.group
                menu.addAction(self._actions[command.id])
