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


@dataclass(slots=True)
class LiveLine:
    """A line that is more than its own text, or that is not sent; it never changes.

    Its pieces are made when somebody asks for them: a long text has many that nobody sees.

    Attributes:
        text: The rendered text.
        names: The placeholders, as often as they occur.
        unresolved: How many placeholders were left as typed.
        rows: The spans of the output that Qt shows as lines; none for a line that is not sent.
        generation: When it was rendered, to tell whether a scope is newer.
    """

    text: str = ""
    names: tuple[str, ...] = ()
    unresolved: int = 0
    rows: tuple[Span, ...] = ()
    generation: int = 0
    _shown: str = ""
    _lead: int = 0
    _answers: Answers | None = None
    _pieces: tuple[Piece, ...] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces; source spans count from the line's start, others from its output's."""
        if self._pieces is None:
            found: tuple[Piece, ...] = ()
            if self._answers is not None:
                answers = self._answers
                found = resolve(self._shown, answers.scope, Dollar(), answers.known).pieces
            if self._lead:
                found = tuple(piece.shifted(self._lead, 0) for piece in found)
            self._pieces = found
        return self._pieces

    def row_pieces(self, row: int) -> tuple[Piece, ...]:
        """Return the pieces cut to one row; their output spans count from its start."""
        span = self.rows[row]
        pieces = self.pieces
        has_empty_rims = (
            not pieces or not pieces[0].output.end or pieces[-1].output.start == span.end
        )
        if len(self.rows) == 1 and not has_empty_rims:
            return pieces
        return tuple(_cut(piece, span) for piece in pieces if piece.output.overlaps(span))

    def row_of(self, output: int) -> tuple[int, int]:
        """Return row and column of an offset in the output."""
        row = 0
        while row + 1 < len(self.rows) and self.rows[row + 1].start <= output:
            row += 1
        return row, min(output, self.rows[row].end) - self.rows[row].start

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
    return 1 if line is None else len(line.rows)


def render_line(
    text: str, answers: Answers, generation: int, *, is_first: bool, is_last: bool
) -> Line:
    """Render one line of a body; the first and last one that are not blank lose their rim."""
    shown = text.lstrip() if is_first else text
    lead = len(text) - len(shown)
    shown = shown.rstrip() if is_last else shown
    if len(shown) == len(text) and "$" not in text and fits_one_block(text):
        return None
    found = substitute(shown, answers.scope, Dollar(), answers.known)
    whole = found.text
    rows = (Span(0, len(whole)),) if fits_one_block(whole) else qt_line_spans(whole)
    return LiveLine(whole, found.names, found.unresolved, rows, generation, shown, lead, answers)


def plain_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a line without placeholders."""
    span = Span(0, len(text))
    return (Piece(PieceKind.LITERAL, text, span, span),) if text else ()


def _cut(piece: Piece, row: Span) -> Piece:
    start, end = max(piece.output.start, row.start), min(piece.output.end, row.end)
    part = piece.text[start - piece.output.start : end - piece.output.start]
    source = piece.source
    if piece.kind is PieceKind.LITERAL:
        begin = source.start + start - piece.output.start
        source = Span(begin, begin + len(part))
    output = Span(start - row.start, end - row.start)
    return replace(piece, text=part, source=source, output=output)
