"""Extra selections: marks that a view draws over its text without touching it."""

from collections.abc import Iterable

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit


def mark(cursor: QTextCursor, background: QColor) -> QTextEdit.ExtraSelection:
    """Return a mark over the selection of `cursor`."""
    char_format = QTextCharFormat()
    char_format.setBackground(background)
    selection = QTextEdit.ExtraSelection()
    selection.cursor = cursor
    selection.format = char_format
    return selection


def span_marks(
    document: QTextDocument, spans: Iterable[tuple[int, int]], background: QColor
) -> list[QTextEdit.ExtraSelection]:
    """Return marks over ranges of `document`, given as positions in Qt's count."""
    marks = []
    for start, end in spans:
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        marks.append(mark(cursor, background))
    return marks
