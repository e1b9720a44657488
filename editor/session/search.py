"""Find and replace in one document, with Qt's own search.

Positions are Qt's. A replacement is inserted literally. Qt takes U+00A0 in a text for a blank and
sees a stand-in for what it cannot hold; a hit must hold what is looked for.
"""

from dataclasses import dataclass

from PySide6.QtGui import QTextCursor, QTextDocument

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.qtext import STAND_IN, selected_text, whole

_MIXED_UP = frozenset((" ", "\xa0", STAND_IN))


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
    sought = whole(query.text.replace("\xa0", " "))
    while True:
        cursor = document.qdocument.find(sought, cursor, query.flags)
        if cursor.isNull():
            return hits
        if _holds(cursor, query.text):
            hits.append((cursor.selectionStart(), cursor.selectionEnd()))
        else:
            cursor.setPosition(cursor.selectionStart() + 1)


def _holds(hit: QTextCursor, text: str) -> bool:
    """Whether the characters of a hit that Qt mixes up are those of `text`."""
    if _MIXED_UP.isdisjoint(text):
        return True
    pairs = zip(selected_text(hit), text, strict=False)
    return all(a == b or _MIXED_UP.isdisjoint((a, b)) for a, b in pairs)


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
