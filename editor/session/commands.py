"""Commands: everything the user can do, declared once.

Menus, tool bar, shortcuts and later the palette are drawn from a `CommandTable`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One thing the user can do.

    Attributes:
        id: The stable name, such as ``file.save``; the part before the dot is its menu.
        text: What menus show, translated, with ``&`` before the access key.
        run: What it calls; its result is ignored.
        shortcut: A portable key sequence, or empty. Several are separated by ``; ``.
        enabled: When it can be used; always if None.
        checked: For a switch, whether it is on; None for everything else.
        group: Commands of one group stand between two separators of their menu.
        shown: Where it is of use; its menu has it only there. Always if None.
    """

    id: str
    text: str
    run: Callable[[], object]
    shortcut: str = ""
    enabled: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    group: int = 0
    shown: Callable[[], bool] | None = None

    @property
    def menu(self) -> str:
        """The menu it stands in."""
        return self.id.partition(".")[0]

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Its key sequences, the one that menus show first."""
        return tuple(filter(None, self.shortcut.split("; ")))


class CommandTable:
    """Commands in order of declaration; ids and shortcuts are unique."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self._commands: dict[str, Command] = {}
        shortcuts: dict[str, str] = {}
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"command declared twice: {command.id}")
            for shortcut in command.shortcuts:
                other = shortcuts.setdefault(shortcut, command.id)
                if other != command.id:
                    raise ValueError(f"{shortcut} belongs to {other} and {command.id}")
            self._commands[command.id] = command

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, command_id: str) -> Command:
        return self._commands[command_id]

    def in_menu(self, menu: str) -> tuple[Command, ...]:
        """Return the commands of one menu in order."""
        return tuple(command for command in self if command.menu == menu)
