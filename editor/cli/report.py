"""A rendering as the JSON document of `render --format json`.

The keys are those of docs/formats.md, render.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from editor.cli.common import as_json
from editor.core.layers import Definition, Origin, Piece, PieceKind
from editor.core.rendering import walk
from editor.core.spans import LineIndex, Position, Span
from editor.formats.base import Message, ParsedFile, Rendered
from editor.formats.definitions import LayerName


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file of the workspace."""

    path: str
    position: Position

    def as_json(self) -> dict[str, object]:
        """Return the place as output names it."""
        return {"path": self.path, "line": self.position.line, "column": self.position.column}


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A placeholder that was left as typed; `via` is where its template is named."""

    name: str
    place: Place
    via: Place | None


def unresolved(
    rendered: Rendered, path: str, text: str, text_of: Callable[[str], str]
) -> tuple[Unresolved, ...]:
    """Return all placeholders left as typed, those inside templates included, in order.

    Args:
        rendered: What a file renders to.
        path: The file as the workspace names it.
        text: Its text.
        text_of: Gives the text of a template by the name in its origin.
    """
    lines_of = cache(lambda name: LineIndex(text_of(name)))
    return tuple(
        found
        for message in rendered.messages
        for found in _unresolved(message.pieces, path, LineIndex(text), lines_of, None)
    )


def left_as_typed(rendered: Rendered) -> tuple[str, ...]:
    """Return the names of all placeholders left as typed, each once, in order."""
    names: dict[str, None] = {}
    inside: set[str] = set()
    for piece in (piece for message in rendered.messages for piece in message.pieces):
        if piece.name is None or piece.name in inside:
            continue
        inside.add(piece.name)
        for each in walk([piece]):
            if each.kind is PieceKind.UNRESOLVED and each.name is not None:
                names[each.name] = None
    return tuple(names)


def _unresolved(
    pieces: Iterable[Piece],
    path: str,
    lines: LineIndex,
    lines_of: Callable[[str], LineIndex],
    via: Place | None,
) -> Iterator[Unresolved]:
    for piece in pieces:
        place = Place(path, lines.position(piece.source.start))
        if piece.kind is PieceKind.UNRESOLVED and piece.name is not None:
            yield Unresolved(piece.name, place, via)
        origin = _origin_of(piece)
        if piece.pieces and origin is not None and origin.path is not None:
            template = origin.path
            yield from _unresolved(piece.pieces, template, lines_of(template), lines_of, place)


def report(
    parsed: ParsedFile, rendered: Rendered, path: str, missing: Iterable[Unresolved]
) -> dict[str, object]:
    """Return the whole document."""
    return {
        "kind": parsed.kind.value,
        "path": path,
        "metadata": None if parsed.metadata is None else as_json(parsed.metadata),
        "messages": [message_json(message) for message in rendered.messages],
        "unresolved": [
            {
                "name": found.name,
                **found.place.as_json(),
                "via": None if found.via is None else found.via.as_json(),
            }
            for found in missing
        ],
        "reason": rendered.reason,
    }


def message_json(message: Message) -> dict[str, object]:
    """Return one message with its pieces."""
    return {
        "role": message.role,
        "section": message.section,
        "source": message.source,
        "text": message.text,
        "pieces": [_piece(piece) for piece in message.pieces],
    }


def _piece(piece: Piece) -> dict[str, object]:
    shadowed: tuple[Definition, ...] = piece.lookup.shadowed if piece.lookup else ()
    is_template = piece.layer == LayerName.TEMPLATE
    inner = {"pieces": [_piece(each) for each in piece.pieces]} if is_template else {}
    return {
        "kind": piece.kind.value,
        "text": piece.text,
        "source": _span(piece.source),
        "output": _span(piece.output),
        "name": piece.name,
        "layer": piece.layer,
        "origin": _origin(_origin_of(piece)),
        "shadowed": [{"layer": lost.layer, "origin": _origin(lost.origin)} for lost in shadowed],
        **inner,
    }


def _origin_of(piece: Piece) -> Origin | None:
    winner = piece.lookup.winner if piece.lookup else None
    return winner.origin if winner else None


def _origin(origin: Origin | None) -> dict[str, object] | None:
    if origin is None or origin.path is None or origin.position is None:
        return None
    return Place(origin.path, origin.position).as_json()


def _span(span: Span) -> list[int]:
    return [span.start, span.end]
