"""Moving a part of a text within it, as dragging does: one edit of two places."""

from PySide6.QtGui import QTextCursor

from editor.core.edits import Edit
from editor.core.spans import LINE_END, Span
from editor.session.document import Document
from editor.session.qtext import selected_text, utf16_length


def move_text(document: Document, cursor: QTextCursor, position: int) -> int | None:
    """Move what `cursor` selects to a Qt position, as one undo step.

    Lines that come to stand elsewhere take the line end of the line they are put into.

    Returns:
        The position behind the moved text, or None if nothing is to be moved: nothing is
        selected, or the place lies in the selection.
    """
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    if start == end or start <= position <= end:
        return None
    moved = selected_text(cursor)
    span = Span(document.offset_of(start), document.offset_of(end))
    at = document.offset_of(position)
    text = document.text()
    line_end = LINE_END.search(text, at if at > span.start else span.end)
    if at < span.start:
        line_end = LINE_END.search(text[: span.start], at) or line_end
    ending = line_end[0] if line_end else document.usual_line_end
    gone = Edit(span, _apart(text, span, ""))
    put = Edit(Span(at, at), _apart(text, Span(at, at), moved.replace("\n", ending)))
    document.apply([gone, put])
    return position + (utf16_length(moved) if position < start else 0)


def _apart(text: str, span: Span, new: str) -> str:
    """Return `new`, kept apart from a carriage return in front of it.

    A line feed right behind one would be no line end of its own any more.
    """
    behind = new[:1] or text[span.end : span.end + 1]
    return "\r" + new if text[: span.start].endswith("\r") and behind == "\n" else new
