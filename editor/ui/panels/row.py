"""What a row of the context and the identity panel shows."""

from dataclasses import dataclass
from typing import Literal

EditorKind = Literal["text", "long", "day", "code", "zone", "switch", "list", "choice", "none"]


@dataclass(frozen=True, slots=True)
class Action:
    """A command of a row's menu.

    Attributes:
        key: What the signal calls it.
        text: What the menu or the button says.
        name: The object name of a button.
    """

    key: str
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        key: What the signals call it; unique.
        label: The name that is shown.
        tooltip: More about it, over the name.
        value: The text, or None for not set.
        hint: Shown greyed in a field that is not set.
        mark: The state of the value, in words.
        note: A line under the field.
        editable: Whether the user can change it.
        quiet: Whether the name is greyed.
        editor: What edits it; a row without an editor is the head of a group.
        items: The texts of a list.
        choices: Values and words of a choice; `own_choice` is the word for none of them.
        depth: How far it stands in.
        group: The key of the group of rows it belongs to; empty if there are no groups.
        can_reset: Whether taking the value away gives a derived one back.
        actions: What its menu offers.
        button: The text of a button behind the field, or empty.
    """

    key: str
    label: str
    tooltip: str = ""
    value: str | None = None
    hint: str = ""
    mark: str = ""
    note: str = ""
    editable: bool = True
    quiet: bool = False
    editor: EditorKind = "text"
    items: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    own_choice: str = ""
    depth: int = 0
    group: str = ""
    can_reset: bool = False
    actions: tuple[Action, ...] = ()
    button: Action | None = None


@dataclass(frozen=True, slots=True)
class RowGroup:
    """A group of rows under a title.

    Attributes:
        key: What rows and signals call it.
        title: Its title.
        note: A sentence under the title, or empty.
        collapsible: Whether a click on the title hides its rows.
    """

    key: str
    title: str
    note: str = ""
    collapsible: bool = False
