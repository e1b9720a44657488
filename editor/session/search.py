"""Find and replace in one document, with Qt's own search.

Positions are Qt's. A replacement is inserted literally.
"""

from dataclasses import dataclass

from PySide6.QtGui import QTextCursor, QTextDocument

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for."""

    text: str
    match_case: bool = False

    @property
    def flags(self) -> QTextDocument.FindFlag:
        """The flags of Qt's search."""
        if self.match_case:
            return QTextDocument.FindFlag.FindCaseSensitively
        return QTextDocument.FindFlag(0)


def all_hits(document: Document, query: Query) -> list[tuple[int, int]]:
    """Return start and end of every hit, in order; none for an empty query."""
    if not query.text:
        return []
    hits: list[tuple[int, int]] = []
    cursor = QTextCursor(document.qdocument)
    while True:
        cursor = document.qdocument.find(query.text, cursor, query.flags)
        if cursor.isNull():
            return hits
        hits.append((cursor.selectionStart(), cursor.selectionEnd()))


def next_hit(
    hits: list[tuple[int, int]], position: int, *, backwards: bool = False
) -> tuple[int, int] | None:
    """Return the first hit at or behind `position` (or the last one before it), going round."""
    if not hits:
        return None
    if backwards:
        return next((hit for hit in reversed(hits) if hit[1] <= position), hits[-1])
    return next((hit for hit in hits if hit[0] >= position), hits[0])


def replace_hits(document: Document, hits: list[tuple[int, int]], replacement: str) -> int:
    """Replace `hits` as one undo step; return how many were replaced."""
    if not hits or document.read_only_reason is not None:
        return 0
    spans = (Span(document.offset_of(start), document.offset_of(end)) for start, end in hits)
    document.apply([Edit(span, replacement) for span in spans])
    return len(hits)
