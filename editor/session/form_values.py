"""What the frontmatter form shows, and what its user wants: frozen values, no logic."""

from dataclasses import dataclass
from enum import StrEnum

from editor.core.tree import Path


class FieldKind(StrEnum):
    """The widget that fits a field."""

    TEXT = "text"
    LONG_TEXT = "long text"
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    COLOR = "color"
    DATE = "date"
    CHIPS = "chips"
    GROUP = "group"
    OTHER = "other"


class Lock(StrEnum):
    """Why a form leaves a field alone (docs/formats.md, Files)."""

    DUPLICATE = "duplicate"
    INHERITED = "inherited"


class FormState(StrEnum):
    """What there is to show."""

    NONE = "none"
    READY = "ready"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Item:
    """A plain value of a list.

    Attributes:
        text: Its text, or its source if it is no text.
        fault: What the schema has against it, or empty.
    """

    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field.

    Attributes:
        path: Where it stands in the frontmatter.
        name: The same, dotted.
        kind: The widget that fits it.
        text: A string's value, else the source of the value; what was typed while that means
            the same or could not be written. None if the field is missing.
        title: Its name for people.
        description: One or two sentences, or empty.
        hint: An example, or empty.
        items: The values of chips.
        choices: What can be chosen; for an open choice what can be chosen as well.
        chosen: The number of the choice in force, or -1.
        is_open: Whether another text than the choices may be typed.
        is_on: Whether a switch is on.
        required: Whether the schema asks for it.
        fault: What is wrong with it, as the rest of a sentence that begins with its title.
        refused: Why what was typed is not in the text yet, as a sentence of its own.
        lock: Why it cannot be edited, or None.
        lock_lines: For a duplicate the lines it stands on, from 1.
        fields: The fields of a group.
        area: What the object names of its widgets begin with.
    """

    path: Path
    name: str
    kind: FieldKind
    text: str | None
    title: str = ""
    description: str = ""
    hint: str = ""
    items: tuple[Item, ...] = ()
    choices: tuple[str, ...] = ()
    chosen: int = -1
    is_open: bool = False
    is_on: bool = False
    required: bool = False
    fault: str = ""
    refused: str = ""
    lock: Lock | None = None
    lock_lines: tuple[int, ...] = ()
    fields: "tuple[FormField, ...]" = ()
    area: str = "field"


@dataclass(frozen=True, slots=True)
class Addable:
    """A known field that is not there.

    Attributes:
        path: Where it would stand.
        title: Its name for people.
        description: One or two sentences, or empty.
        group: The title of the group it belongs to, or empty.
    """

    path: Path
    title: str
    description: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The frontmatter of a document.

    Attributes:
        state: None there, readable or faulty.
        language: ``json`` or ``yaml``, or empty without frontmatter.
        file_kind: ``generator``, ``agent``, ``prompt``, ``template`` or ``variable``.
        fields: The known fields, in the order of the schema.
        others: The other fields, in the order of the file.
        more: How many fields there are besides those.
        addable: Known fields that are not there, in the order of the schema.
        fault: Why it cannot be read; the fields are those of the last readable text.
        fault_line: The line of the fault, from 1; 0 without one.
        note: Why something that looks like frontmatter is none, or empty.
        read_only: Why nothing can be edited, or empty.
    """

    state: FormState
    language: str = ""
    file_kind: str = ""
    fields: tuple[FormField, ...] = ()
    others: tuple[FormField, ...] = ()
    more: int = 0
    addable: tuple[Addable, ...] = ()
    fault: str = ""
    fault_line: int = 0
    note: str = ""
    read_only: str = ""


@dataclass(frozen=True, slots=True)
class SetText:
    """Type `text` as the value; what it means follows from the field."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class SetSource:
    """Make the value what `text` says as JSON or YAML."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Take the choice number `index`."""

    path: Path
    index: int


@dataclass(frozen=True, slots=True)
class Toggle:
    """Turn a switch on or off."""

    path: Path
    on: bool


@dataclass(frozen=True, slots=True)
class AddItem:
    """Put a value at the end of a list."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class EditItem:
    """Type `text` as a value of a list."""

    path: Path
    index: int
    text: str


@dataclass(frozen=True, slots=True)
class RemoveItem:
    """Take a value out of a list."""

    path: Path
    index: int


@dataclass(frozen=True, slots=True)
class MoveItem:
    """Move a value of a list to the place `to`."""

    path: Path
    index: int
    to: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Make the value empty; the field stays."""

    path: Path


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the field out."""

    path: Path


@dataclass(frozen=True, slots=True)
class AddField:
    """Put a known field in its place."""

    path: Path


@dataclass(frozen=True, slots=True)
class AddFrontmatter:
    """Put frontmatter above the text, in JSON or as ``yaml``."""

    language: str = "json"


Intent = (
    SetText
    | SetSource
    | Choose
    | Toggle
    | AddItem
    | EditItem
    | RemoveItem
    | MoveItem
    | Clear
    | Remove
    | AddField
    | AddFrontmatter
)
