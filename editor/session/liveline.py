"""One line of a document and what it renders to: pieces, and places that match."""

from dataclasses import dataclass, field, replace

from editor.core.layers import Lookup, Piece, PieceKind, Scope
from editor.core.placeholders import Dollar
from editor.core.rendering import resolve, substitute
from editor.core.spans import Span
from editor.session.qtext import fits_one_block, qt_line_spans


@dataclass(frozen=True, slots=True)
class Answers:
    """A scope and what it said of names so far."""

    scope: Scope
    known: dict[str, Lookup] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveLine:
    """A line that is more than its own text, or that is not sent.

    A long text has many lines that nobody looks at, so little is kept of each: its pieces are
    made when they are asked for.

    Attributes:
        text: The rendered text.
        names: The placeholders, as often as they occur.
        unresolved: How many placeholders were left as typed.
        height: How many lines Qt makes of it; none of a line that is not sent.
        generation: When it was rendered, to tell whether a scope is newer.
    """

    text: str = ""
    names: tuple[str, ...] = ()
    unresolved: int = 0
    height: int = 0
    generation: int = 0
    _shown: str = ""
    _lead: int = 0
    _answers: Answers | None = None
    _rows: tuple[Span, ...] = ()

    @property
    def rows(self) -> tuple[Span, ...]:
        """The spans of the output that Qt shows as lines."""
        return (Span(0, len(self.text)),) if self.height == 1 else self._rows

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces; source spans count from the line's start, others from its output's."""
        if self._answers is None:
            return ()
        pieces = resolve(self._shown, self._answers.scope, Dollar(), self._answers.known).pieces
        if self._lead:
            return tuple(piece.shifted(self._lead, 0) for piece in pieces)
        return pieces

    def row_pieces(self, row: int) -> tuple[Piece, ...]:
        """Return the pieces cut to one row; their output spans count from its start."""
        span, pieces = self.rows[row], self.pieces
        has_empty_rims = (
            not pieces or not pieces[0].output.end or pieces[-1].output.start == span.end
        )
        if self.height == 1 and not has_empty_rims:
            return pieces
        return tuple(cut(piece, span) for piece in pieces if piece.output.overlaps(span))

    def inner_row_pieces(self, row: int) -> tuple[Piece, ...]:
        """Return what stands in templates' own bodies in one row, except their literal text."""
        span = self.rows[row]
        inner = (
            each.shifted(0, piece.output.start)
            for piece in self.pieces
            for each in piece.pieces
            if each.kind is not PieceKind.LITERAL
        )
        return tuple(cut(each, span) for each in inner if each.output.overlaps(span))

    def row_of(self, output: int) -> tuple[int, int]:
        """Return row and column of an offset in the output."""
        rows = self.rows
        row = 0
        while row + 1 < len(rows) and rows[row + 1].start <= output:
            row += 1
        return row, min(output, rows[row].end) - rows[row].start

    def source_at(self, row: int, column: int) -> int:
        """Return the column of the line that a place in the output was made from."""
        output = self.rows[row].start + column
        end = 0
        for piece in self.pieces:
            if output < piece.output.end:
                is_literal = piece.kind is PieceKind.LITERAL
                return piece.source.start + (output - piece.output.start if is_literal else 0)
            end = piece.source.end
        return end

    def output_at(self, column: int) -> int:
        """Return the offset in the output of a column of the line.

        Inside a placeholder that is the start of its value, behind it the end.
        """
        end = 0
        for piece in self.pieces:
            if column < piece.source.end:
                is_literal = piece.kind is PieceKind.LITERAL
                inside = max(0, column - piece.source.start)
                return piece.output.start + (inside if is_literal else 0)
            end = piece.output.end
        return end


Line = LiveLine | None
"""None stands for a line without placeholders, sent as it is: nearly all lines."""


def height(line: Line) -> int:
    """Return how many lines of the preview a line makes."""
    return 1 if line is None else line.height


def render_line(
    text: str, answers: Answers, generation: int, *, is_first: bool, is_last: bool, room: int
) -> Line:
    """Render one line of a body; the first and last one that are not blank lose their rim.

    Raises:
        RenderingTooLarge: with its values it has more characters than there is `room` for.
    """
    shown = text.lstrip() if is_first else text
    lead = len(text) - len(shown)
    shown = shown.rstrip() if is_last else shown
    if len(shown) == len(text) and "$" not in text and fits_one_block(text):
        return None
    found = substitute(shown, answers.scope, Dollar(), answers.known, max(room, len(shown)))
    whole = found.text
    rows = () if fits_one_block(whole) else qt_line_spans(whole)
    count = max(1, len(rows))
    return LiveLine(
        whole, found.names, found.unresolved, count, generation, shown, lead, answers, rows
    )


def plain_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a line without placeholders."""
    span = Span(0, len(text))
    return (Piece(PieceKind.LITERAL, text, span, span),) if text else ()


def cut(piece: Piece, row: Span) -> Piece:
    """Return the part of a piece in one row; its output counts from the start of the row."""
    start, end = max(piece.output.start, row.start), min(piece.output.end, row.end)
    part = piece.text[start - piece.output.start : end - piece.output.start]
    source = piece.source
    if piece.kind is PieceKind.LITERAL:
        begin = source.start + start - piece.output.start
        source = Span(begin, begin + len(part))
    output = Span(start - row.start, end - row.start)
    return replace(piece, text=part, source=source, output=output)
