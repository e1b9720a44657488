"""Where Python's text and Qt's meet: the only place that knows how they differ.

Python counts code points, Qt counts UTF-16 units. Qt ends a block at more characters than a
file ends a line at, and the binding drops half surrogate pairs on the way out and a byte order
mark at the start of a string on the way in. In an edited document a character that Qt cannot
hold is a stand-in that carries the true one as a property of its format; a line end that is
not the file's usual one is a property of the block's format. Both survive undo and redo.
"""

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QMimeData, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrame,
)

from editor.core.spans import LineIndex, Span

STAND_IN = "\N{REPLACEMENT CHARACTER}"
"""What is shown for a character that Qt cannot hold inside a block."""

_MARGIN = 8
"""Pixels around the text in a view."""

_FEW, _MOST = 8, 512
"""Lines that are read one by one, and at once."""

_TRUE_CHARACTER = QTextFormat.Property.UserProperty.value + 0x51
_LINE_END = QTextFormat.Property.UserProperty.value + 0x52

_QT_BREAK = re.compile("\r\n|[\n\r\u2029\ufdd0\ufdd1]")
_NEEDS_STAND_IN = re.compile("[\u2029\ufdd0\ufdd1\ud800-\udfff]")
_MARK = "\ufeff"
_STEERS_DECODING = (_MARK, "\ufffe")


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units `text` has: its length in Qt."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def to_utf16(line: str, column: int) -> int:
    """Return the Qt column of code point `column` (from 0, clamped) of `line`."""
    return utf16_length(line[:column])


def from_utf16(line: str, position: int) -> int:
    """Return the code point column of a Qt column (clamped); inside a pair, the one before it."""
    if line.isascii():
        return min(position, len(line))
    units = line.encode("utf-16-le", "surrogatepass")[: 2 * position]
    column = len(units.decode("utf-16-le", "surrogatepass"))
    return column - 1 if utf16_length(line[:column]) > position else column


def lines_as_qt(text: str) -> list[str]:
    """Return the blocks that Qt makes of `text` when it is inserted as it is."""
    return _QT_BREAK.split(text)


def qt_line_spans(text: str) -> tuple[Span, ...]:
    """Return the spans of those blocks in `text`, in code points."""
    starts, ends = [0], []
    for match in _QT_BREAK.finditer(text):
        ends.append(match.start())
        starts.append(match.end())
    return tuple(map(Span, starts, [*ends, len(text)]))


def fits_one_block(text: str) -> bool:
    """Whether Qt makes a single block of `text`."""
    return _QT_BREAK.search(text) is None


def line_text(block: QTextBlock) -> str:
    """Return the exact text of a line of an edited document, stand-ins undone."""
    text = block.text()
    if utf16_length(text) != block.length() - 1:
        text = _with_half_pairs(block)
    return _true_text(block, text) if STAND_IN in text else text


def all_lines(document: QTextDocument) -> list[str]:
    """Return the exact text of every line of an edited document, in one pass."""
    raw = document.toRawText()
    if STAND_IN in raw or utf16_length(raw) != document.characterCount() - 1:
        return [line_text(block) for block in blocks(document)]
    return raw.split("\u2029")


def line_texts(document: QTextDocument, first: int, count: int) -> list[str]:
    """Return the exact text of `count` lines of an edited document; fewer where it ends."""
    count = min(count, document.blockCount() - first)
    if count < _FEW:
        return [line_text(block) for block in blocks(document, first, max(count, 0))]
    last = document.findBlockByNumber(first + count - 1)
    cursor = QTextCursor(document.findBlockByNumber(first))
    start, end = cursor.position(), last.position() + last.length() - 1
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    raw = cursor.selectedText()
    if STAND_IN in raw or utf16_length(raw) != end - start:
        return [line_text(block) for block in blocks(document, first, count)]
    return raw.split("\u2029")


def lines_from(document: QTextDocument, first: int) -> Iterator[str]:
    """Yield the exact text of the lines from number `first` on; not many more are read."""
    size = _FEW
    while first < document.blockCount():
        yield from line_texts(document, first, size)
        first, size = first + size, min(2 * size, _MOST)


def blocks(
    document: QTextDocument, first: int = 0, count: int | None = None
) -> Iterator[QTextBlock]:
    """Yield `count` blocks from number `first` on; all that follow without `count`."""
    block = document.findBlockByNumber(first)
    while block.isValid() and count != 0:
        yield block
        block = block.next()
        count = None if count is None else count - 1


def position_at(document: QTextDocument, index: LineIndex, offset: int) -> int:
    """Return the position in `document` of an offset in its text; both are clamped.

    Args:
        document: The document.
        index: The lines of its text.
        offset: Code points of the text with its own line ends.
    """
    place = index.position(offset)
    block = document.findBlockByNumber(place.line - 1)
    line = line_text(block)
    return block.position() + to_utf16(line, min(place.column - 1, len(line)))


def offset_at(document: QTextDocument, index: LineIndex, position: int) -> int:
    """Return the offset in the text of `document`, whose lines are `index`, of a position."""
    block = document.findBlock(min(position, document.characterCount() - 1))
    start = index.starts[block.blockNumber()]
    return start + from_utf16(line_text(block), position - block.position())


def selected_text(cursor: QTextCursor) -> str:
    """Return exactly what `cursor` selects, with line feeds between lines."""
    document = cursor.document()
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    first, last = document.findBlock(start), document.findBlock(end)
    count = last.blockNumber() - first.blockNumber() + 1
    lines = [line_text(block) for block in blocks(document, first.blockNumber(), count)]
    lines[-1] = lines[-1][: from_utf16(lines[-1], end - last.position())]
    lines[0] = lines[0][from_utf16(lines[0], start - first.position()) :]
    return "\n".join(lines)


def insert_exact(cursor: QTextCursor, text: str) -> None:
    """Insert text that reads back exactly (`line_text`); line feeds are its only line ends."""
    done = 0
    for match in _NEEDS_STAND_IN.finditer(text):
        insert_as_qt(cursor, text[done : match.start()])
        form = QTextCharFormat()
        form.setProperty(_TRUE_CHARACTER, ord(match[0]))
        cursor.insertText(STAND_IN, form)
        done = match.end()
    insert_as_qt(cursor, text[done:])


def fill(document: QTextDocument, text: str, ends: Sequence[str | None]) -> None:
    """Fill an empty document, with nothing to undo afterwards.

    Args:
        document: The document.
        text: Its text, with line feeds as the only line ends.
        ends: What `set_line_end` shall be given for each line.
    """
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(_MARGIN)  # set later, it would be an undo step
    insert_exact(QTextCursor(document), text)
    if any(ends):
        for block, end in zip(blocks(document), ends, strict=True):
            set_line_end(block, end)
    document.setUndoRedoEnabled(True)
    document.setModified(False)


def insert_as_qt(cursor: QTextCursor, text: str) -> None:
    """Insert `text` and let Qt make blocks of it; no character is lost on the way."""
    if text:
        cursor.insertText(whole(text), QTextCharFormat())


def whole(text: str) -> str:
    """Return what to hand to Qt so that all of `text` arrives, a first U+FEFF or U+FFFE too."""
    return _MARK + text if text.startswith(_STEERS_DECODING) else text


def copied(text: str) -> QMimeData:
    """Return `text` as the clipboard takes it, every character as it is."""
    mime = QMimeData()
    mime.setText(whole(text))
    return mime


def line_end_of(block: QTextBlock) -> str | None:
    """Return the line end that was given to this line, or None if it has the usual one."""
    code = block.blockFormat().property(_LINE_END)
    return None if code is None else str(code)


def set_line_end(block: QTextBlock, ending: str | None) -> None:
    """Give the line its own line end, or None for the usual one; an undoable change."""
    if line_end_of(block) == ending:
        return
    form = QTextBlockFormat(block.blockFormat())
    if ending is None:
        form.clearProperty(_LINE_END)
    else:
        form.setProperty(_LINE_END, ending)
    QTextCursor(block).setBlockFormat(form)


def _with_half_pairs(block: QTextBlock) -> str:
    """Read a block unit by unit: half pairs are lost when it is read as a whole."""
    document, start = block.document(), block.position()
    units = (document.characterAt(start + i) for i in range(block.length() - 1))
    data = b"".join(unit.encode("utf-16-le", "surrogatepass") for unit in units)
    return data.decode("utf-16-le", "surrogatepass")


def _true_text(block: QTextBlock, text: str) -> str:
    """Put the true characters back where the block has stand-ins."""
    parts: list[str] = []
    done = 0
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        start = from_utf16(text, fragment.position() - block.position())
        end = from_utf16(text, fragment.position() - block.position() + fragment.length())
        code = fragment.charFormat().property(_TRUE_CHARACTER)
        if code is not None:
            true = text[start:end].replace(STAND_IN, chr(code))
            parts += [text[done:start], true]
            done = end
        iterator += 1
    return "".join(parts) + text[done:]


class BareLayout(QAbstractTextDocumentLayout):
    """A layout that lays nothing out.

    A document tells its changes only if it has a layout, and the light one for plain text
    belongs to the widgets, which set it when they first show the document.
    """

    def documentChanged(self, position: int, removed: int, added: int) -> None:
        """Place nothing again: nothing is shown."""

    def documentSize(self) -> QSizeF:
        """Return no size."""
        return QSizeF()

    def pageCount(self) -> int:
        """Return one page."""
        return 1

    def frameBoundingRect(self, frame: QTextFrame) -> QRectF:
        """Return no place."""
        return QRectF()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return no place."""
        return QRectF()

    def hitTest(self, point: QPointF | object, accuracy: Qt.HitTestAccuracy) -> int:
        """Hit nothing."""
        return -1

    def draw(self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext) -> None:
        """Draw nothing."""
