"""The text of a preview: lines in a Qt document, replaced by edits that touch what differs."""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor, QTextDocument

from editor.core.diff import gaps
from editor.core.edits import difference
from editor.core.matching import matching_runs
from editor.session.qtext import BareLayout, blocks, insert_as_qt, line_text, utf16_length


class PreviewText:
    """Lines, none of which holds a character that Qt would break it at."""

    def __init__(self, parent: QObject) -> None:
        self.qdocument = QTextDocument(parent)
        self.qdocument.setUndoRedoEnabled(False)
        self.qdocument.setDocumentLayout(BareLayout(self.qdocument))
        self._count = 0

    def lines(self, first: int, count: int) -> list[str]:
        """Return the exact text of `count` lines from `first` on."""
        return [line_text(block) for block in blocks(self.qdocument, first, count)]

    def replace(self, first: int, removed: int, lines: Sequence[str]) -> int:
        """Put `lines` in the place of `removed` lines; return how many characters were copied."""
        old, new = self.lines(first, removed), list(lines)
        while old and new and old[0] == new[0]:
            first += 1
            del old[0], new[0]
        while old and new and old[-1] == new[-1]:
            del old[-1], new[-1]
        if len(old) < 2 or len(new) < 2 or set(old).isdisjoint(new):
            return self._replace(first, old, new)
        # Lines that stay are not touched: places and selections of views are in them.
        changed = list(gaps(matching_runs(old, new), len(old), len(new)))
        cursor = QTextCursor(self.qdocument)
        cursor.beginEditBlock()
        copied = 0
        for ours, theirs in reversed(changed):
            put = new[theirs.start : theirs.end]
            copied += self._replace(first + ours.start, old[ours.start : ours.end], put)
        cursor.endEditBlock()
        return copied

    def _replace(self, first: int, old: list[str], new: list[str]) -> int:
        """Put `new` lines in the place of `old` ones; return how many characters were copied."""
        count = self._count
        self._count += len(new) - len(old)
        if old and new:
            return self._rewrite(self._start(first), "\n".join(old), "\n".join(new))
        if new:
            return self._insert(first, count, "\n".join(new))
        if old:
            self._remove(first, len(old), count)
        return 0

    def clear(self) -> None:
        """Take all lines out."""
        cursor = QTextCursor(self.qdocument)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        self._count = 0

    def _start(self, line: int) -> int:
        return self.qdocument.findBlockByNumber(line).position()

    def _rewrite(self, start: int, old: str, new: str) -> int:
        edit = difference(old, new)
        if edit is None:
            return 0
        cursor = QTextCursor(self.qdocument)
        start += utf16_length(old[: edit.span.start])
        cursor.setPosition(start)
        end = start + utf16_length(edit.span.of(old))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        insert_as_qt(cursor, edit.text)
        cursor.endEditBlock()
        return len(edit.text)

    def _insert(self, first: int, count: int, text: str) -> int:
        """Add whole lines before line `first` of `count`, or behind the last one."""
        cursor = QTextCursor(self.qdocument)
        if first < count:
            cursor.setPosition(self._start(first))
            text += "\n"
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            text = "\n" + text if count else text
        cursor.beginEditBlock()
        insert_as_qt(cursor, text)
        cursor.endEditBlock()
        return len(text)

    def _remove(self, first: int, removed: int, count: int) -> None:
        """Take whole lines out, with the line end before or behind them."""
        end = self.qdocument.characterCount() - 1
        start = self._start(first)
        if first + removed < count:
            end = self._start(first + removed)
        elif first > 0:
            start -= 1
        cursor = QTextCursor(self.qdocument)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
