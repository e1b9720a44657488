"""What a lookup says to people: the effective value, the verdict, and a row for each layer.

Any `Lookup` can be shown so: this module knows layers and values, and nothing of what is looked
up. What is particular to a kind of name, such as how it is written, comes as a `Wording`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from editor.core.hidden import on_one_line
from editor.core.layers import Definition, LayerEntry, Lookup, Origin
from editor.session.layer_commands import LayerCommand

MOST_SHOWN = 120
"""Characters of a value that a row shows at most."""
MOST_QUOTED = 40
"""Characters of a value that a sentence quotes at most."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("LayerView", text)


class RowState(StrEnum):
    """What one layer says of a name, compared with the winner."""

    WINS = "wins"
    HIDDEN = "hidden"
    SAME = "same"
    UNSET = "unset"
    WRONG = "wrong"
    """It is set to something that does not count."""
    BROKEN = "broken"
    """The layer cannot be read."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How to speak of a kind of name.

    Attributes:
        written: The name as its users write it, such as ``$day``.
        nowhere: One sentence for a name that no layer defines.
        layers: For a layer, how a sentence names it, such as ``the context``.
        made_from: For a layer, the name its generated value was made from.
    """

    written: str
    nowhere: str
    layers: Mapping[str, str] = field(default_factory=dict)
    made_from: Mapping[str, str] = field(default_factory=dict)

    def layer(self, name: str) -> str:
        """Return how a sentence names the layer `name`."""
        return self.layers.get(name, name)


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One layer of a view.

    Attributes:
        layer: The layer's name.
        state: Whether it wins, loses, agrees or does not speak.
        words: The same in words.
        value: The whole value as text, or None if the layer does not define the name.
        shown: The value on one line, shortened.
        place: File and line, such as ``templates/x.md:3``, or empty.
        note: More about the value, such as the name it was made from, or empty.
        origin: Where the value stands, if it stands in a file.
        commands: What can be done, the most likely first.
    """

    layer: str
    state: RowState
    words: str
    value: str | None = None
    shown: str = ""
    place: str = ""
    note: str = ""
    origin: Origin | None = None
    commands: tuple[LayerCommand, ...] = ()

    def with_commands(self, *commands: LayerCommand) -> "LayerRow":
        """Return the same row with other commands."""
        return replace(self, commands=commands)


def inserted(definition: Definition) -> str:
    """Return a value as it is inserted."""
    return definition.text


@dataclass(frozen=True, slots=True)
class LayerView:
    """The answer for one name.

    Attributes:
        name: The name as it is looked up.
        written: The name as its users write it.
        value: The effective value as text, or None if no layer defines the name.
        verdict: Where the value comes from and what it hides, in words.
        rows: A row for each layer, highest first.
    """

    name: str
    written: str
    value: str | None
    verdict: str
    rows: tuple[LayerRow, ...]


def layer_view(
    lookup: Lookup, wording: Wording, text_of: Callable[[Definition], str] = inserted
) -> LayerView:
    """Return what `lookup` says to people.

    Args:
        lookup: The answer for one name.
        wording: How to speak of it.
        text_of: Gives a value as text; by default as it is inserted.
    """
    winner = lookup.winner
    return LayerView(
        lookup.name,
        wording.written,
        text_of(winner) if winner is not None else None,
        _verdict(lookup, wording, text_of),
        tuple(_row(entry, winner, wording, text_of) for entry in lookup.stack),
    )


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """Return `text` on one line with at most `most` characters; what is cut off is marked."""
    head = text[: most * 4]
    line = " ".join(head.split())
    whole = len(head) == len(text) and len(line) <= most
    return line if whole else line[: most - 1].rstrip() + "…"


def place_of(origin: Origin | None) -> str:
    """Return file and line of `origin`, such as ``config/journal.json:4``, or nothing."""
    if origin is None or origin.path is None:
        return ""
    path = on_one_line(origin.path)
    return f"{path}:{origin.position.line}" if origin.position else path


def is_same_value(one: Definition, other: Definition) -> bool:
    """Whether two definitions give the same value, of the same type: ``1`` is not ``true``."""
    return type(one.value) is type(other.value) and one.value == other.value


def _row(
    entry: LayerEntry,
    winner: Definition | None,
    wording: Wording,
    text_of: Callable[[Definition], str],
) -> LayerRow:
    definition = entry.definition
    if definition is None or winner is None:
        return LayerRow(entry.layer, RowState.UNSET, _tr("not set here"))
    if definition is winner:
        state, words = RowState.WINS, _tr("wins")
    elif is_same_value(definition, winner):
        state, words = RowState.SAME, _tr("same value")
    else:
        state = RowState.HIDDEN
        words = _tr("hidden by {0}").format(wording.layer(winner.layer))
    origin, text = definition.origin, text_of(definition)
    return LayerRow(
        entry.layer,
        state,
        words,
        text,
        shortened(text) or _tr("(empty)"),
        place_of(origin),
        _note(definition, wording),
        origin if origin is not None and origin.path is not None else None,
    )


def _note(definition: Definition, wording: Wording) -> str:
    if not definition.generated:
        return ""
    base = wording.made_from.get(definition.layer)
    return _tr("made from {0}").format(base) if base else _tr("generated")


def _verdict(lookup: Lookup, wording: Wording, text_of: Callable[[Definition], str]) -> str:
    winner = lookup.winner
    if winner is None:
        return wording.nowhere
    layer, place = wording.layer(winner.layer), place_of(winner.origin)
    source = f"{layer} ({place})" if place else layer
    text = text_of(winner)
    if text:
        quoted = shortened(text, MOST_QUOTED)
        said = _tr("{0} is “{1}”, from {2}").format(wording.written, quoted, source)
    else:
        said = _tr("{0} is empty, set so by {1}").format(wording.written, source)
    hidden = [lost for lost in lookup.shadowed if not is_same_value(lost, winner)]
    agreed = [lost for lost in lookup.shadowed if is_same_value(lost, winner)]
    if hidden:
        said += "; " + _tr("it hides the value of {0}").format(_layers(hidden, wording))
    if agreed:
        said += "; " + _tr("the same value is set by {0}").format(_layers(agreed, wording))
    return said + "."


def _layers(definitions: list[Definition], wording: Wording) -> str:
    return ", ".join(wording.layer(each.layer) for each in definitions)
