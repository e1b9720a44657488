"""Names looked up through ordered layers, and what a rendering is made of.

One idea serves prompt variables, slot keys and soul sections: the highest layer that defines
a name wins, and the result remembers every layer that lost (docs/formats.md, One idea).
A definition may have been rendered from pieces, and a piece remembers the lookup it came
from; that is why both live in this module.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from editor.core.spans import Position, Span


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from.

    Attributes:
        path: The file, as the workspace names it (relative, with ``/``), or None for a value
            given by a caller.
        position: Line and column in that file, if known.
        span: The value's span in that file's decoded text, if known.
    """

    path: str | None = None
    position: Position | None = None
    span: Span | None = None


class PieceKind(StrEnum):
    """What a stretch of rendered text is."""

    LITERAL = "literal"
    ESCAPE = "escape"
    VALUE = "value"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Definition:
    """One value of one name in one layer.

    Attributes:
        name: The name as it is looked up.
        value: The text that is inserted; for slot keys any YAML value.
        layer: The name of the layer.
        origin: Where the value stands, if known.
        generated: True for an uppercase-first form and other names nobody wrote.
        pieces: The pieces of a template's own body; empty for plain values. Their source
            spans refer to the file named by `origin`.
    """

    name: str
    value: object
    layer: str
    origin: Origin | None = None
    generated: bool = False
    pieces: "tuple[Piece, ...]" = ()

    @property
    def text(self) -> str:
        """The value as inserted text."""
        return self.value if isinstance(self.value, str) else str(self.value)


@dataclass(frozen=True, slots=True)
class Layer:
    """A named mapping from names to definitions."""

    name: str
    definitions: Mapping[str, Definition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LayerEntry:
    """What one layer says of a name: a definition, or nothing."""

    layer: str
    definition: Definition | None


@dataclass(frozen=True, slots=True)
class Lookup:
    """The answer to one question: who defines `name`, highest layer first."""

    name: str
    stack: tuple[LayerEntry, ...]

    @property
    def winner(self) -> Definition | None:
        """The definition of the highest layer that has one."""
        for entry in self.stack:
            if entry.definition is not None:
                return entry.definition
        return None

    @property
    def shadowed(self) -> tuple[Definition, ...]:
        """The definitions that lost, highest first."""
        return tuple(entry.definition for entry in self.stack if entry.definition)[1:]


@dataclass(frozen=True, slots=True)
class Scope:
    """Layers in order, highest first."""

    layers: tuple[Layer, ...] = ()

    def lookup(self, name: str) -> Lookup:
        """Ask every layer for `name`."""
        return Lookup(
            name,
            tuple(LayerEntry(layer.name, layer.definitions.get(name)) for layer in self.layers),
        )

    def winner(self, name: str) -> Definition | None:
        """Return what the highest layer that has it says of `name`: quicker than a lookup."""
        for layer in self.layers:
            found = layer.definitions.get(name)
            if found is not None:
                return found
        return None

    def layer(self, name: str) -> Layer | None:
        """Return the layer called `name`, or None."""
        return next((layer for layer in self.layers if layer.name == name), None)

    def names(self) -> Iterator[str]:
        """Yield every defined name once, in order of layer and definition."""
        seen: set[str] = set()
        for layer in self.layers:
            for name in layer.definitions:
                if name not in seen:
                    seen.add(name)
                    yield name

    def without(self, *layers: str) -> "Scope":
        """Return the scope without the layers called so."""
        return Scope(tuple(layer for layer in self.layers if layer.name not in layers))


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of rendered text that comes from one place.

    Attributes:
        kind: Literal text, an escape, a value, or an unresolved placeholder left as typed.
        text: The rendered text of this piece.
        source: The span of the source text it was made from.
        output: The span of the rendered text; the spans of neighbours join.
        name: The placeholder's name for values and unresolved placeholders.
        lookup: The whole answer for `name`.
        pieces: For a template, the pieces of its own body (spans in its own file and text).
    """

    kind: PieceKind
    text: str
    source: Span
    output: Span
    name: str | None = None
    lookup: Lookup | None = None

    @property
    def layer(self) -> str | None:
        """The layer whose value stands here, or None."""
        winner = self.lookup.winner if self.lookup else None
        return winner.layer if winner else None

    @property
    def pieces(self) -> "tuple[Piece, ...]":
        """The pieces of a template's own body; empty for everything else."""
        winner = self.lookup.winner if self.lookup else None
        return winner.pieces if winner else ()

    def shifted(self, source: int, output: int) -> "Piece":
        """Return the piece with its spans moved by so many code points."""
        return replace(self, source=self.source.shifted(source), output=self.output.shifted(output))


def joined(pieces: Iterable[Piece]) -> str:
    """Return the rendered text of `pieces`."""
    return "".join(piece.text for piece in pieces)
