"""The resolver: one pass over a text and a scope gives a rendering that knows its origins.

Substitution is a single pass: a value is inserted as it is and never scanned again
(docs/formats.md, One idea).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from editor.core.layers import Lookup, Piece, PieceKind, Scope, joined
from editor.core.placeholders import Syntax, TokenKind
from editor.core.spans import Span

MOST_RENDERED = 10_000_000
"""Characters: a larger rendering is told of, not shown, checked or written by the command."""


class RenderingTooLarge(Exception):
    """A rendering has more characters than there is room for."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """Pieces that, joined, are the rendered text."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The rendered text."""
        return joined(self.pieces)

    def names(self) -> tuple[str, ...]:
        """Return the names of the placeholders, each once, in order of first use."""
        return tuple(dict.fromkeys(piece.name for piece in self.pieces if piece.name is not None))

    def unresolved(self) -> tuple[Piece, ...]:
        """Return the pieces of placeholders that were left as typed, without nested ones."""
        return tuple(piece for piece in self.pieces if piece.kind is PieceKind.UNRESOLVED)


@dataclass(frozen=True, slots=True)
class Substitution:
    """What a rendering says of a text without saying where its parts come from.

    Attributes:
        text: The rendered text.
        names: The placeholders, as often as they occur.
        unresolved: How many of them were left as typed.
    """

    text: str
    names: tuple[str, ...]
    unresolved: int


def resolve(
    text: str, scope: Scope, syntax: Syntax, answers: dict[str, Lookup] | None = None
) -> Rendering:
    """Replace the placeholders of `text` by the values of `scope`.

    Args:
        text: Any text whose slices are whole lines; its line ends stay as they are.
        scope: The layers that names are looked up in.
        syntax: How placeholders are written.
        answers: What the scope said of names before; a name is looked up once, however often
            it is used.

    Returns:
        A rendering whose pieces cover `text` without gaps, in order. A malformed placeholder
        is literal text; an escape is a piece of its own.
    """
    pieces: list[Piece] = []
    known = {} if answers is None else answers
    output = done = 0
    for token, start, end, name, typed in syntax.matches(text):
        if token is TokenKind.MALFORMED:
            continue
        if start > done:
            pieces.append(_literal(text[done:start], done, output))
            output += start - done
        kind, part, lookup = PieceKind.ESCAPE, typed, None
        if name is not None:
            lookup = known.get(name)
            if lookup is None:
                lookup = known[name] = scope.lookup(name)
            winner = lookup.winner
            if winner is None:
                kind = PieceKind.UNRESOLVED
            else:
                kind, part = PieceKind.VALUE, winner.text
        begin, output, done = output, output + len(part), end
        pieces.append(Piece(kind, part, Span(start, end), Span(begin, output), name, lookup))
    if len(text) > done:
        pieces.append(_literal(text[done:], done, output))
    return Rendering(tuple(pieces))


def substitute(
    text: str,
    scope: Scope,
    syntax: Syntax,
    answers: dict[str, Lookup] | None = None,
    room: int | None = None,
) -> Substitution:
    """Return what `resolve` renders, several times quicker: for text that nobody looks at.

    Args:
        text: See `resolve`, as the others.
        scope: The layers.
        syntax: How placeholders are written.
        answers: What the scope said before.
        room: How many characters the text and its values may have at most, if that is bounded.

    Raises:
        RenderingTooLarge: there is not so much room; nothing so large was made.
    """
    left = 0 if room is None else room - len(text)
    parts: list[str] = []
    names: list[str] = []
    known = {} if answers is None else answers
    unresolved = done = 0
    for token, start, end, name, part in syntax.matches(text):
        if token is TokenKind.MALFORMED:
            continue
        parts.append(text[done:start])
        done = end
        if name is not None:
            names.append(name)
            lookup = known.get(name)
            if lookup is None:
                lookup = known[name] = scope.lookup(name)
            winner = lookup.winner
            if winner is None:
                unresolved += 1
            else:
                part = winner.text
                left -= len(part)
                if left < 0 and room is not None:
                    raise RenderingTooLarge
        parts.append(part)
    parts.append(text[done:])
    return Substitution("".join(parts), tuple(names), unresolved)


def _literal(part: str, start: int, output: int) -> Piece:
    source = Span(start, start + len(part))
    shown = source if start == output else Span(output, output + len(part))
    return Piece(PieceKind.LITERAL, part, source, shown)


def walk(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Yield pieces and, behind each template's piece, the pieces of its body, at any depth."""
    for piece in pieces:
        yield piece
        yield from walk(piece.pieces)
