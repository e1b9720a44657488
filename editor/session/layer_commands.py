"""What can be done with a layer, and the wish of a user to do it."""

from dataclasses import dataclass
from enum import StrEnum

from editor.core.layers import Origin


class LayerCommand(StrEnum):
    """A command on what one layer says, or on its whole file."""

    OVERRIDE = "override"
    """Set a value in the layer, or edit the one it has where it is edited."""
    OPEN = "open"
    """Show where the value, or the file, is written."""
    ENABLE = "enable"
    DISABLE = "disable"
    RESET = "reset"
    """Take the value out of the layer."""
    PIN = "pin"
    """Write the value below into the layer."""
    COMPARE = "compare"
    """Show the difference to the layer below."""
    OPEN_FOLDER = "open-folder"
    OVERRIDE_FILE = "override-file"
    """Begin the layer's file as a copy of the one below."""
    RESET_FILE = "reset-file"
    """Take all that the layer says away; a file goes to the trash."""


@dataclass(frozen=True, slots=True)
class LayerWish:
    """What the user wants done.

    Attributes:
        command: What to do.
        layer: The layer that was pointed at.
        name: The name or key that was pointed at; empty for the whole layer.
        origin: Where the value, or the file, stands, if it stands in a file.
    """

    command: LayerCommand
    layer: str
    name: str = ""
    origin: Origin | None = None
