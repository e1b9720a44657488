"""What the section cards show, and what their user wants: frozen values, no logic.

A card is named by its key, which it keeps wherever it is moved and whatever is typed into it.
"""

from dataclasses import dataclass
from enum import StrEnum

from editor.core.tree import Path
from editor.formats.soul_sections import Role

ROLES = tuple(role.value for role in Role)
"""The roles that a section can have."""


class ListState(StrEnum):
    """What there is to show."""

    NO_MARKER = "no marker"
    READY = "ready"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class CardList:
    """The section list as a whole.

    Attributes:
        state: No template part, one that can be read, or one that cannot.
        keys: The cards in order; with a fault those of the last text that could be read.
        fault: Why it cannot be read.
        fault_line: The line of the fault, from 1; 0 without one.
        read_only: Why nothing can be edited, or empty.
    """

    state: ListState
    keys: tuple[int, ...] = ()
    fault: str = ""
    fault_line: int = 0
    read_only: str = ""


@dataclass(frozen=True, slots=True)
class CardField:
    """A field of a section.

    Attributes:
        path: Its keys in the section.
        text: A text's value, else the source of the value; what was typed while that could not
            be written. None if the field is missing.
        is_source: Whether `text` is the source of a value that is no text.
        refused: Why what was typed is not in the text yet, or empty.
        lock: Why it cannot be edited here, or empty.
    """

    path: Path
    text: str | None = None
    is_source: bool = False
    refused: str = ""
    lock: str = ""

    @property
    def name(self) -> str:
        """Its public name: ``content``, ``provider:anthropic``."""
        return ":".join(map(str, self.path))


@dataclass(frozen=True, slots=True)
class CardHead:
    """What a card says in one line.

    Attributes:
        name: The section's name; empty without one.
        source: ``override`` of the provider chosen, ``tool``, ``content``, ``conversation`` or
            empty.
        tool: The name of the tool, or empty.
        role: The field of this name.
        limit: The field of this name.
        overrides: The providers that have a text of their own.
        provider: The provider chosen, if it is one of these.
    """

    name: str
    source: str
    tool: str
    role: CardField
    limit: CardField
    overrides: tuple[str, ...] = ()
    provider: str = ""


@dataclass(frozen=True, slots=True)
class CardBody:
    """All fields of a card but those of its head.

    Attributes:
        fields: ``section``, ``tool``, ``args`` and ``result_field``.
        texts: ``content``, then one for each provider.
        others: Fields that no section knows, as YAML.
        provider: The provider chosen, or empty.
    """

    fields: tuple[CardField, ...]
    texts: tuple[CardField, ...]
    others: tuple[CardField, ...] = ()
    provider: str = ""


@dataclass(frozen=True, slots=True)
class CardSize:
    """What a section makes of its text for the provider chosen.

    Attributes:
        characters: How long its messages are; None if that is not known.
        unresolved: How many placeholders are left as typed.
    """

    characters: int | None = None
    unresolved: int = 0


@dataclass(frozen=True, slots=True)
class CardProblem:
    """What a check says of a section.

    Attributes:
        field: The name of the field it is about, or empty.
        message: One sentence.
        is_error: Whether it is an error, not a warning.
        fix: What mends it, as a button says it, or empty.
        number: Its number among the problems of the file, for mending it.
    """

    field: str
    message: str
    is_error: bool
    fix: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class KnownSection:
    """A section that agents know.

    Attributes:
        name: Its name.
        text: What it says.
        is_used: Whether the list has one of this name.
    """

    name: str
    text: str = ""
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class SetCardText:
    """Type `text` as the value of a field."""

    key: int
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class SetCardSource:
    """Make the value of a field what `text` says as YAML."""

    key: int
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class RemoveCardField:
    """Take a field, or a provider's text, out of the section."""

    key: int
    path: Path


@dataclass(frozen=True, slots=True)
class AddOverride:
    """Give a provider a text of its own, which begins as the content."""

    key: int
    provider: str


@dataclass(frozen=True, slots=True)
class RenameOverride:
    """Let a text be that of another provider."""

    key: int
    provider: str
    new: str


@dataclass(frozen=True, slots=True)
class AddCard:
    """Add a section behind the card `behind`, or at the end; an empty one without `name`."""

    name: str
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class DuplicateCard:
    """Put a copy behind the card."""

    key: int


@dataclass(frozen=True, slots=True)
class RemoveCard:
    """Take the section out."""

    key: int


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Make the card number `to` of the list."""

    key: int
    to: int


@dataclass(frozen=True, slots=True)
class WriteTemplatePart:
    """Write the order that agents use without a template part into the file."""


CardIntent = (
    SetCardText
    | SetCardSource
    | RemoveCardField
    | AddOverride
    | RenameOverride
    | AddCard
    | DuplicateCard
    | RemoveCard
    | MoveCard
    | WriteTemplatePart
)
