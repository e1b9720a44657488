"""A template as the preview shows it, and where each line of it stands in its file.

Everything is worked out once for a template: what is asked at every paint is looked up.
"""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property

from editor.core.layers import Piece, PieceKind, Scope, joined
from editor.core.placeholders import Syntax
from editor.core.spans import LineIndex, Span
from editor.core.yaml_sources import ScalarSource
from editor.formats.slot import SlotFile, marked_pieces
from editor.session.liveline import cut
from editor.session.qtext import qt_line_spans


class ShownTemplate:
    """The template in effect, filled or not.

    Attributes:
        text: What the preview shows.
        pieces: Its pieces; their sources are places in the template.
        rows: The spans of its lines, as Qt breaks them.
        names: Its placeholders and how often each occurs.
    """

    def __init__(
        self,
        template: str,
        syntax: Syntax | None,
        values: Scope | None,
        pieces: tuple[Piece, ...] | None = None,
    ) -> None:
        """Mark the placeholders of `template`, or fill them with `values`.

        `pieces` is what comes of that, if it is known.
        """
        self.pieces = marked_pieces(template, syntax, values) if pieces is None else pieces
        self.text = joined(self.pieces)
        self.rows = qt_line_spans(self.text)
        self.names: dict[str, int] = {}
        for piece in self.pieces:
            if piece.name is not None:
                self.names[piece.name] = self.names.get(piece.name, 0) + 1

    def unresolved(self) -> int:
        """Return how many placeholders were left as typed."""
        return sum(piece.kind is PieceKind.UNRESOLVED for piece in self.pieces)

    def row_pieces(self, row: int) -> tuple[Piece, ...]:
        """Return the pieces of a line, cut to it; output spans count from its start."""
        if not 0 <= row < len(self.rows):
            return ()
        span = self.rows[row]
        found: list[Piece] = []
        for piece in self.pieces[self._number(span.start) :]:
            if piece.output.start >= span.end:
                break
            if piece.output.end > span.start:
                found.append(cut(piece, span))
        return tuple(found)

    def piece_at(self, row: int, column: int) -> tuple[Piece, int] | None:
        """Return the piece that holds a character, and how far into its text it is."""
        if not 0 <= row < len(self.rows) or column >= len(self.rows[row]):
            return None
        output = self.rows[row].start + column
        piece = self.pieces[self._number(output)]
        return piece, output - piece.output.start

    def place_in_template(self, output: int) -> int:
        """Return the place in the template that a place of the text was made from."""
        if not self.pieces:
            return 0
        piece = self.pieces[self._number(output)]
        if piece.kind is not PieceKind.LITERAL:
            return piece.source.start if output < piece.output.end else piece.source.end
        return min(piece.source.start + output - piece.output.start, piece.source.end)

    def output_of(self, place: int) -> int:
        """Return where a place in the template is shown; in a placeholder its value's start."""
        if not self.pieces:
            return 0
        number = max(0, bisect_right(self._sources, place) - 1)
        piece = self.pieces[number]
        if piece.kind is PieceKind.LITERAL:
            return min(piece.output.start + place - piece.source.start, piece.output.end)
        return piece.output.start if place < piece.source.end else piece.output.end

    def row_of(self, output: int) -> tuple[int, int]:
        """Return line and column, in code points, of a place in the text."""
        row = max(0, bisect_right(self._row_starts, output) - 1)
        return row, min(output, self.rows[row].end) - self.rows[row].start

    def _number(self, output: int) -> int:
        return max(0, bisect_right(self._outputs, output) - 1)

    @cached_property
    def _outputs(self) -> list[int]:
        return [piece.output.start for piece in self.pieces]

    @cached_property
    def _sources(self) -> list[int]:
        return [piece.source.start for piece in self.pieces]

    @cached_property
    def _row_starts(self) -> list[int]:
        return [row.start for row in self.rows]


class TemplateLines:
    """The lines of a slot file, as far as its own template is concerned.

    Attributes:
        starts: Where each line of the file begins.
        pieces: Those of the file's own template, as `ShownTemplate` has them.
        placeholders: For a line, numbered from 0, the pieces that are no literal text; their
            sources count from its start.
        text_lines: The lines that belong to a block of text from end to end.
    """

    def __init__(self, file: SlotFile, syntax: Syntax | None, values: Scope | None) -> None:
        self._file = file
        self._lines = LineIndex(file.text)
        self.starts = self._lines.starts
        self.placeholders: dict[int, tuple[Piece, ...]] = {}
        self.text_lines = self._lines_of_text()
        self.pieces: tuple[Piece, ...] = ()
        source = file.template_source
        if source is None or file.template is None:
            return
        self.pieces = marked_pieces(file.template, syntax, values)
        for piece in self.pieces:
            if piece.kind is not PieceKind.LITERAL:
                self._place(piece, source.span(piece.source))

    @property
    def source(self) -> ScalarSource | None:
        """Where the characters of the template stand."""
        return self._file.template_source

    def line_of(self, offset: int) -> int:
        """Return the number of the line, from 0, that holds a place of the file."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def differing(self, before: Mapping[int, tuple[Piece, ...]]) -> list[int]:
        """Return the lines whose placeholders are others than those of `before`."""
        lines = sorted({*self.placeholders, *before})
        return [line for line in lines if _facts(self.placeholders, line) != _facts(before, line)]

    def _place(self, piece: Piece, span: Span) -> None:
        """Note a piece at every line that its source touches: a fold may break it."""
        first, last = self.line_of(span.start), self.line_of(max(span.start, span.end - 1))
        for line in range(first, last + 1):
            whole = self._lines.line_span(line + 1)
            start, end = max(span.start, whole.start), min(span.end, whole.end)
            part = Span(start, max(start, end)).shifted(-whole.start)
            if len(part):
                moved = Piece(piece.kind, piece.text, part, piece.output, piece.name, piece.lookup)
                self.placeholders[line] = (*self.placeholders.get(line, ()), moved)

    def _lines_of_text(self) -> range:
        block = self._file.template_block
        if block is None or not len(block):
            return range(0)
        return range(self.line_of(block.start), self.line_of(block.end - 1) + 1)


def _facts(found: Mapping[int, tuple[Piece, ...]], line: int) -> list[tuple[object, ...]]:
    pieces = found.get(line, ())
    return [(each.kind, each.source, each.name, each.layer, each.text) for each in pieces]
