"""One column of a difference: its lines, with sign and line numbers in the margin."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QWidget

from editor.session import qtext
from editor.ui.theme import Theme
from editor.ui.widgets.difference_rows import Row, RowKind
from editor.ui.widgets.line_numbers import NumberedEdit
from editor.ui.widgets.plain_view import make_page

_ROLES = {RowKind.REMOVED: "removed", RowKind.ADDED: "added"}
_SHOWN = re.compile("[\r\u2028\u2029\ufdd0\ufdd1\ufeff\ud800-\udfff]")
"""Characters that a line of a plain text widget cannot hold; a stand-in is shown for each."""
_PADDING = 8
MOST_EMPHASISED = 10_000
"""In differences of more rows only the lines are marked, not the words in them."""


class _Words(QSyntaxHighlighter):
    """Emphasises the words that differ and colours changed lines and folds."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.rows: Sequence[Row] = ()

    def highlightBlock(self, text: str) -> None:
        """Colour one row."""
        number = self.currentBlock().blockNumber()
        if number >= len(self.rows):
            return
        row = self.rows[number]
        if row.kind is RowKind.FOLD:
            plain = QTextCharFormat()
            plain.setForeground(self._theme.color("muted"))
            self.setFormat(0, len(text), plain)
        if row.kind not in _ROLES:
            return
        role = _ROLES[row.kind]
        word = QTextCharFormat()
        word.setForeground(self._theme.color(f"{role}.text"))
        word.setBackground(self._theme.color(f"{role}.word"))
        word.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        for span in row.spans:
            start = qtext.to_utf16(row.text, span.start)
            self.setFormat(start, qtext.to_utf16(row.text, span.end) - start, word)


class DifferenceText(NumberedEdit):
    """Shows rows, read-only; a fold opens on a click or Enter."""

    fold_opened = Signal(int)
    """The fold before this hunk is to be opened."""
    next_requested = Signal()
    previous_requested = Signal()

    def __init__(self, theme: Theme, name: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(label)
        make_page(self)
        self.setFont(theme.editor_font())
        self._theme = theme
        self._rows: tuple[Row, ...] = ()
        self._numbers = (True, True)
        self._highest = 0
        self._pressed_at: int | None = None
        self._words = _Words(self.document(), theme)
        self._margin = _Margin(self)
        self.updateRequest.connect(self._update_margin)
        theme.changed.connect(self._recolour)
        self._place_margin()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in sight, one for each block."""
        return self._rows

    def show_rows(
        self, rows: Sequence[Row], *, old: bool = True, new: bool = True, highest: int = 0
    ) -> None:
        """Show `rows`, in the margin their line numbers in the old text and in the new one.

        Args:
            rows: One for each line; equal rows leave all as it is.
            old, new: Whether the numbers in that text are shown.
            highest: The highest line number: the margin has room for it.
        """
        if tuple(rows) == self._rows and (old, new) == self._numbers and highest == self._highest:
            return
        self._rows = tuple(rows)
        few = len(self._rows) <= MOST_EMPHASISED
        self._words.rows = self._rows if few else ()
        self._numbers = (old, new)
        self._highest = highest
        self._place_margin()
        self.setPlainText("\n".join(self._shown(row) for row in rows))

    def go_to_row(self, number: int) -> None:
        """Put the caret at a row and bring it into view with some rows above it."""
        block = self.document().findBlockByNumber(number)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - 2))

    def place(self, top: int, caret: int) -> None:
        """Put row `top` first in sight and the caret at row `caret`, without a selection."""
        block = self.document().findBlockByNumber(caret)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
        block = self.document().findBlockByNumber(top)
        if block.isValid():
            self.verticalScrollBar().setValue(block.firstLineNumber())

    def caret_row(self) -> int:
        """Return the number of the caret's row, from 0."""
        return self.textCursor().blockNumber()

    def top_row(self) -> int:
        """Return the number of the first row in sight, from 0."""
        return self.firstVisibleBlock().blockNumber()

    def height_of(self, number: int) -> int:
        """Return how many lines row `number` takes, wrapped as it is."""
        block = self.document().findBlockByNumber(number)
        self.document().documentLayout().blockBoundingRect(block)  # lays it out if need be
        return block.layout().lineCount()

    def margin_width(self) -> int:
        """Return the width of the margin in pixels."""
        return sum(self._numbers) * self._digits_width() + self._sign_width() + _PADDING

    def paint_margin(self, painter: QPainter, area: QRect) -> None:
        """Draw numbers and signs of the rows in sight."""
        painter.fillRect(area, self._theme.color("gutter"))
        painter.setFont(self.font())
        height = self.fontMetrics().height()
        for number, top in self.visible_lines(area.bottom()):
            if number < len(self._rows):
                self._paint_row(painter, self._rows[number], top, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tint the rows that differ, over their whole width, then draw the text."""
        painter = QPainter(self.viewport())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            number = block.blockNumber()
            role = self._tint(self._rows[number]) if number < len(self._rows) else None
            if role is not None:
                box = QRect(
                    0, round(top), self.viewport().width(), round(top + height) - round(top)
                )
                painter.fillRect(box, self._theme.color(role))
            top += height
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters of the lines as they are, without signs and numbers."""
        return qtext.copied(self._selected_text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a fold with Enter; go from change to change with Alt+Down and Alt+Up."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and event.key() == Qt.Key.Key_Down:
            self.next_requested.emit()
        elif alt and event.key() == Qt.Key.Key_Up:
            self.previous_requested.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_fold(self.caret_row())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click begins."""
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed_at = (
            self.cursorForPosition(event.position().toPoint()).blockNumber() if left else None
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the fold that was clicked."""
        super().mouseReleaseEvent(event)
        row = self.cursorForPosition(event.position().toPoint()).blockNumber()
        if row == self._pressed_at and not self.textCursor().hasSelection():
            self._open_fold(row)
        self._pressed_at = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin at the left; a change of its width here would not wrap lines again."""
        super().resizeEvent(event)
        self._move_margin()

    def changeEvent(self, event: QEvent) -> None:
        """Give the margin the room that another font needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_margin"):
            self._place_margin()

    def _shown(self, row: Row) -> str:
        if row.kind is RowKind.FOLD:
            return self.tr("… {0} equal lines").format(row.hidden)
        return _SHOWN.sub(qtext.STAND_IN, row.text)

    def _tint(self, row: Row) -> str | None:
        if row.kind in _ROLES:
            return f"{_ROLES[row.kind]}.tint"
        return {RowKind.FOLD: "window", RowKind.FILLER: "gutter"}.get(row.kind)

    def _paint_row(self, painter: QPainter, row: Row, top: int, height: int) -> None:
        digits, sign = self._digits_width(), self._sign_width()
        role = _ROLES.get(row.kind)
        if role is not None:
            width = self.margin_width()
            painter.fillRect(QRect(0, top, width, height), self._theme.color(f"{role}.tint"))
        painter.setPen(self._theme.color(f"{role}.text" if role else "line-number"))
        wanted = zip((row.old, row.new), self._numbers, strict=True)
        for column, number in enumerate(number for number, shown in wanted if shown):
            if number is not None:
                box = QRect(column * digits, top, digits - _PADDING // 2, height)
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(number))
        if role is not None:
            box = QRect(sum(self._numbers) * digits, top, sign + _PADDING // 2, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, row.kind.value)

    def _digits_width(self) -> int:
        digits = max(2, len(str(self._highest)))
        return round(QFontMetricsF(self.font()).horizontalAdvance("9") * digits) + _PADDING

    def _sign_width(self) -> int:
        return round(QFontMetricsF(self.font()).horizontalAdvance("+")) + _PADDING // 2

    def _selected_text(self) -> str:
        cursor = self.textCursor()
        document = self.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        lines = []
        for block in qtext.blocks(
            document, first.blockNumber(), last.blockNumber() - first.blockNumber() + 1
        ):
            number = block.blockNumber()
            row = self._rows[number] if number < len(self._rows) else Row(RowKind.FILLER)
            if row.kind is RowKind.FILLER:
                continue
            text = self._shown(row) if row.kind is RowKind.FOLD else row.text
            start = cursor.selectionStart() - block.position() if block == first else 0
            end = cursor.selectionEnd() - block.position() if block == last else len(text) * 2
            lines.append(text[qtext.from_utf16(text, start) : qtext.from_utf16(text, end)])
        return "\n".join(lines)

    def _open_fold(self, number: int) -> None:
        if 0 <= number < len(self._rows) and self._rows[number].kind is RowKind.FOLD:
            self.fold_opened.emit(self._rows[number].change or 0)

    def _place_margin(self) -> None:
        self.setViewportMargins(self.margin_width(), 0, 0, 0)
        self._move_margin()

    def _move_margin(self) -> None:
        box = self.contentsRect()
        self._margin.setGeometry(QRect(box.left(), box.top(), self.margin_width(), box.height()))
        self._margin.update()

    def _update_margin(self, rect: QRect, dy: int) -> None:
        if dy:
            self._margin.scroll(0, dy)
        else:
            self._margin.update(0, rect.y(), self._margin.width(), rect.height())

    def _recolour(self) -> None:
        self._words.rehighlight()
        self._margin.update()


class _Margin(QWidget):
    """Draws line numbers and signs beside the rows."""

    def __init__(self, text: DifferenceText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        """The width that numbers and signs need."""
        return QSize(self._text.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the margin of the rows in sight."""
        self._text.paint_margin(QPainter(self), event.rect())
