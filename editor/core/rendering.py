"""The resolver: one pass over a text and a scope gives a rendering that knows its origins.

Substitution is a single pass: a value is inserted as it is and never scanned again
(docs/formats.md, One idea).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from editor.core.layers import Lookup, Piece, PieceKind, Scope, joined
from editor.core.placeholders import Syntax, TokenKind
from editor.core.spans import Span


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


def resolve(text: str, scope: Scope, syntax: Syntax) -> Rendering:
    """Replace the placeholders of `text` by the values of `scope`.

    Args:
        text: Any text whose slices are whole lines; its line ends stay as they are.
        scope: The layers that names are looked up in.
        syntax: How placeholders are written.

    Returns:
        A rendering whose pieces cover `text` without gaps, in order. A malformed placeholder
        is literal text; an escape is a piece of its own.
    """
    pieces: list[Piece] = []
    answers: dict[str, Lookup] = {}  # a name is looked up once, however often it is used
    output = 0
    done = 0

    def literal(until: int) -> None:
        nonlocal output, done
        if until > done:
            part = text[done:until]
            span = Span(output, output + len(part))
            pieces.append(Piece(PieceKind.LITERAL, part, Span(done, until), span))
            output = span.end
            done = until

    for token in syntax.tokens(text):
        if token.kind is TokenKind.MALFORMED:
            continue
        literal(token.span.start)
        lookup = None
        if token.name is not None:
            lookup = answers.get(token.name)
            if lookup is None:
                lookup = answers[token.name] = scope.lookup(token.name)
        winner = None if lookup is None else lookup.winner
        if token.kind is TokenKind.ESCAPE:
            kind, part = PieceKind.ESCAPE, token.text
        elif winner is None:
            kind, part = PieceKind.UNRESOLVED, token.text
        else:
            kind, part = PieceKind.VALUE, winner.text
        span = Span(output, output + len(part))
        pieces.append(Piece(kind, part, token.span, span, token.name, lookup))
        output = span.end
        done = token.span.end
    literal(len(text))
    return Rendering(tuple(pieces))


def walk(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Yield pieces and, behind each template's piece, the pieces of its body, at any depth."""
    for piece in pieces:
        yield piece
        yield from walk(piece.pieces)
