"""From a place in a soul's messages to its source, and back."""

from editor.core.layers import Piece, PieceKind
from editor.session.livesoul import LiveSoul
from editor.session.qtext import from_utf16


def source_offset(live: LiveSoul, row: int, piece: Piece | None, offset: int) -> int | None:
    """Return where in the text a place of a message was made.

    Args:
        live: The messages.
        row: The message.
        piece: The piece of its text, or None for the section as a whole.
        offset: How far into the piece's text the place is.

    Returns:
        None for a message that the file has no section for.
    """
    section = live.message(row).section
    if section is None and row:
        return None
    start = 0 if section is None else live.parts.slice_start(section)
    if piece is None or (piece.name is None and piece.kind is not PieceKind.LITERAL):
        return start if section is None else start + live.parts.section(section).span.start
    inside = min(offset, len(piece.source)) if piece.kind is PieceKind.LITERAL else 0
    return start + piece.source.start + inside


def offset_at(live: LiveSoul, row: int, line: int, column: int) -> int | None:
    """Return the offset in a message's text that a place of the source becomes, or None.

    Args:
        live: The messages.
        row: The message.
        line: A line of its section.
        column: A column there, in Qt's count.
    """
    message, document = live.message(row), live.document
    first = 0 if message.section is None else live.parts.slice_line(message.section)
    above = document.lines_text(line - first, first)  # the text as a whole would cost a pass
    at = len(above) + from_utf16(document.line(line), column)
    for piece in message.pieces:
        if piece.source.start <= at <= piece.source.end:
            is_literal = piece.kind is PieceKind.LITERAL
            inside = min(at - piece.source.start, len(piece.text)) if is_literal else 0
            return piece.output.start + inside
    return None
