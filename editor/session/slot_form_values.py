"""What the form of a slot file shows: frozen values, no logic."""

from dataclasses import dataclass
from pathlib import Path

from editor.core.placeholders import Syntax
from editor.session.form_values import FormField, FormState


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What counts for a key that a layer does not set.

    Attributes:
        layer: The layer whose value it is; empty if no layer sets it.
        text: The value on one line, shortened.
    """

    layer: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SlotKey:
    """A key of a slot.

    Attributes:
        key: The key.
        field: The value in this file, or None if it does not set the key.
        elsewhere: What counts for it then.
        hidden_by: The higher layer whose value counts in its place, or empty.
    """

    key: str
    field: FormField | None
    elsewhere: Elsewhere = Elsewhere()
    hidden_by: str = ""


@dataclass(frozen=True, slots=True)
class LayerTab:
    """A layer that has files.

    Attributes:
        name: ``default`` or ``app``.
        path: Its file, or where it would be; None if there is no place for one.
        exists: Whether it is there, unsaved ones too.
        is_shown: Whether it is the file that is shown.
        wins: Whether it decides what comes out of the slot.
        is_broken: Whether its file cannot be read.
    """

    name: str
    path: Path | None
    exists: bool
    is_shown: bool
    wins: bool
    is_broken: bool = False


@dataclass(frozen=True, slots=True)
class SlotForm:
    """A slot file.

    Attributes:
        state: Readable or faulty; never none.
        name: The slot.
        layer: The layer that the file is.
        layers: The layers with files, lowest first.
        enabled, template: Their rows.
        others: The other keys: those of the file in its order, then those of other layers.
        more: How many keys of the file are not shown.
        syntax: How placeholders are written, or None for a template without any.
        fault: Why it cannot be read; the fields are those of the last readable text.
        fault_line: The line of the fault, from 1; 0 without one.
        read_only: Why nothing can be edited, or empty.
        broken_layer: Another layer whose file cannot be read, so that nothing comes out, or empty.
        unread: Why no program reads the file, or empty.
    """

    state: FormState
    name: str
    layer: str
    layers: tuple[LayerTab, ...]
    enabled: SlotKey
    template: SlotKey
    others: tuple[SlotKey, ...] = ()
    more: int = 0
    syntax: Syntax | None = None
    fault: str = ""
    fault_line: int = 0
    read_only: str = ""
    broken_layer: str = ""
    unread: str = ""

    @property
    def has_fields(self) -> bool:
        """Whether a key is set in the file, as far as it could be read."""
        return any(each.field is not None for each in (self.enabled, self.template, *self.others))


@dataclass(frozen=True, slots=True)
class SetHere:
    """Give a key that the file does not set the value that is in effect, to begin with."""

    key: str
