"""What a live rendering that is one text is to the preview: lines, their pieces, the line map."""

from dataclasses import dataclass

from PySide6.QtGui import QTextDocument

from editor.core.layers import Piece, PieceKind, joined
from editor.session.liveview import LiveView
from editor.session.qtext import qt_line_spans
from editor.session.sweep import Rerendered


@dataclass(frozen=True, slots=True)
class PieceAt:
    """The piece at a place of a preview.

    Attributes:
        piece: The piece; its source counts from the start of the source's line.
        source_line: The line of the source it was made from, or None if it comes from elsewhere.
        offset: How far into the piece's text the place is.
    """

    piece: Piece
    source_line: int | None
    offset: int


class LiveText(LiveView):
    """The rendering of one document as one text.

    Columns of pieces count code points, all other columns are Qt's.
    """

    marks: tuple[str, ...] = (
        "context",
        "identity",
        "variables",
        "template",
        "escape",
        "unresolved",
    )
    """What `mark_of` may say, for a legend."""

    @property
    def preview(self) -> QTextDocument:
        """The rendered text as a plain document; read it, never write it."""
        raise NotImplementedError

    @property
    def is_mapped(self) -> bool:
        """Whether the text is made from lines of the document."""
        return True

    def preview_line(self, source_line: int) -> int:
        """Return the line of the preview where a source line begins, or would."""
        raise NotImplementedError

    def source_line(self, preview_line: int) -> tuple[int, int]:
        """Return the source line a preview line comes from, and which line of its output."""
        raise NotImplementedError

    def rows_of(self, change: Rerendered) -> range:
        """Return the lines of the preview that lines with new pieces are shown in."""
        last = change.first_line + change.lines
        return range(self.preview_line(change.first_line), self.preview_line(last) + 1)

    def preview_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Return the pieces of a preview line, cut to it; output spans count from its start."""
        raise NotImplementedError

    def inner_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Return what a preview line holds of templates' own values and placeholders.

        Their output spans count from the line's start; literal text of templates is left out.
        """
        raise NotImplementedError

    def source_position_at(self, preview_line: int, column: int) -> tuple[int, int]:
        """Return the source line and column that a place in the preview was made from."""
        raise NotImplementedError

    def preview_position_of(self, source_line: int, column: int) -> tuple[int, int]:
        """Return the preview line and column where a place in the source is rendered."""
        raise NotImplementedError

    def piece_at(self, preview_line: int, column: int) -> PieceAt | None:
        """Return the piece at a place of the preview; the column counts code points."""
        line, row = self.source_line(preview_line)
        pieces = self.pieces(line)
        if not any(piece.kind is not PieceKind.LITERAL for piece in pieces):
            return None
        if self.preview_line(line) + row != preview_line:
            return None  # the line it was made from is gone while it is stale
        spans = qt_line_spans(joined(pieces))
        if row >= len(spans):
            return None
        at = spans[row].start + column
        if at >= spans[row].end:
            return None
        for piece in pieces:
            if piece.output.contains(at):
                return PieceAt(piece, line, at - piece.output.start)
        return None
