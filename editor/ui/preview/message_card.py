"""One message as a card: its head on one line, its text below, laid out once for a width."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout, QTextOption

from editor.core.layers import Piece, PieceKind
from editor.core.spans import Span
from editor.session import qtext
from editor.session.soul_messages import MessageView
from editor.ui.preview.card_head import HEIGHT, CardHead
from editor.ui.preview.card_list import MARGIN
from editor.ui.preview.card_style import CardStyle
from editor.ui.preview.card_words import CardWords

_PAD = 12
_RADIUS = 6.0
_GAP = 8.0
_BAR = 3.0
_LEADING = 0.25
_LEAST = 24.0
MOST_CHARACTERS = 20_000
"""Of a longer text a card shows the beginning; the log has all of it."""

_Key = tuple[str, tuple[tuple[int, int, str], ...]]
"""A line of a text, and where which colours begin and how far they go."""
_Line = tuple[QTextLayout, float]
"""A line that is laid out, and how high it is."""


@dataclass(frozen=True, slots=True)
class CardState:
    """What marks a card: the keyboard's place, and the caret of the source."""

    current: bool = False
    focused: bool = False
    marked: bool = False


class MessageCard:
    """A message laid out for one width."""

    def __init__(
        self,
        message: MessageView,
        words: CardWords,
        style: CardStyle,
        width: int,
        before: "MessageCard | None" = None,
    ) -> None:
        """Lay out `message`; lines that are those of the card `before` are taken over from it."""
        self.message = message
        self._words = words
        self._style = style
        self._width = width
        self._left = float(MARGIN + _PAD)
        self._head = CardHead(words, style, self._left, width - self._left)
        self._text = message.text[:MOST_CHARACTERS]
        self._spans = _shown_lines(self._text)
        self._lines: dict[int, tuple[_Key, QTextLayout, float]] = {}
        self.height = self._lay_out(before)

    def paint(self, painter: QPainter, top: float, state: CardState, sight: QRectF) -> None:
        """Paint the card; `top` is where it begins, `sight` what can be seen."""
        theme = self._style.theme
        box = QRectF(MARGIN + 0.5, top + 0.5, self._width - 2 * MARGIN - 1, self.height - 1)
        has_keys = state.current and state.focused
        painter.setPen(QPen(theme.color("focus" if has_keys else "border"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        if state.marked:
            bar = QRectF(box.left(), box.top() + _RADIUS, _BAR, box.height() - 2 * _RADIUS)
            painter.fillRect(bar, theme.color("accent"))
        self._head.paint(painter, top)
        self._paint_body(painter, top, sight)

    def piece_at(self, x: float, y: float) -> tuple[Piece, int] | None:
        """Return the piece at a place of the card, and how far into its text that is."""
        at = self._offset_at(x, y)
        if at is None:
            return None
        for piece in self.message.pieces:
            if piece.output.contains(at):
                return piece, at - piece.output.start
        return None

    def box_of(self, offset: int) -> QRectF:
        """Return the line that holds an offset of the text; the head for one that is cut off."""
        for number, span in enumerate(self._spans):
            if span.start <= offset <= span.end:
                layout = self._lines[number][1]
                column = qtext.to_utf16(span.of(self._text), offset - span.start)
                line = layout.lineForTextPosition(column)
                return line.rect().translated(layout.position())
        return QRectF(0, 0, self._width, HEIGHT)

    def _lay_out(self, before: "MessageCard | None") -> float:
        y, note = float(HEIGHT), self._style.note.metrics.height()
        if not self._text:
            return y + note + _PAD
        kept = before.taken_lines(self._width, self._style) if before is not None else {}
        marks = self._marks()
        for number, span in enumerate(self._spans):
            key = (span.of(self._text), tuple(marks.get(number, ())))
            same = kept.get(key)
            layout, height = same.pop() if same else self._made(key)
            layout.setPosition(QPointF(self._left, y))
            self._lines[number] = (key, layout, height)
            y += height
        return y + (note + _GAP if self._words.cut else 0) + _PAD

    def taken_lines(self, width: int, style: CardStyle) -> dict[_Key, list[_Line]]:
        """Return the lines of this card, which is done with, if they are laid out like that."""
        if (width, style) != (self._width, self._style):
            return {}
        found: dict[_Key, list[_Line]] = {}
        for key, layout, height in self._lines.values():
            found.setdefault(key, []).append((layout, height))
        return found

    def _made(self, key: _Key) -> _Line:
        """Lay one line of the text out; it may take several on the screen."""
        text, marks = key
        option = QTextOption()
        mode = QTextOption.WrapMode
        option.setWrapMode(mode.WrapAtWordBoundaryOrAnywhere if self._style.wrap else mode.NoWrap)
        option.setTabStopDistance(self._style.tab * self._style.body.width(" "))
        layout = QTextLayout(qtext.whole(text), self._style.body.font)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.setFormats([self._format(*mark) for mark in marks])
        leading = self._style.body.metrics.height() * _LEADING
        width, height = max(_LEAST, self._width - 2 * self._left), 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height + leading / 2))
            height += line.height() + leading
        layout.endLayout()
        return layout, height

    def _format(self, start: int, length: int, layer: str) -> QTextLayout.FormatRange:
        form = QTextLayout.FormatRange()
        form.start, form.length = start, length
        form.format = self._style.formats.of_layer(layer)
        return form

    def _marks(self) -> dict[int, list[tuple[int, int, str]]]:
        """Return the tints of each line, and the marks of what is unresolved, in Qt's count."""
        found: dict[int, list[tuple[int, int, str]]] = {}
        for piece in self.message.pieces:
            is_open = piece.kind is PieceKind.UNRESOLVED
            if piece.name is None or not (self._style.tints or is_open):
                continue
            for number, span in enumerate(self._spans):
                start, end = max(piece.output.start, span.start), min(piece.output.end, span.end)
                if start < end:
                    line = span.of(self._text)
                    first = qtext.to_utf16(line, start - span.start)
                    length = qtext.to_utf16(line, end - span.start) - first
                    found.setdefault(number, []).append((first, length, piece.layer or piece.kind))
        return found

    def _paint_body(self, painter: QPainter, top: float, sight: QRectF) -> None:
        low = top + HEIGHT
        if not self._text:
            self._paint_note(painter, self._words.empty, low)
            return
        painter.setPen(self._style.theme.color("text"))
        if not self._style.wrap:
            painter.save()
            painter.setClipRect(QRectF(MARGIN + 1, top, self._width - 2 * MARGIN - 2, self.height))
        for _, layout, height in self._lines.values():
            if low + height >= sight.top() and low <= sight.bottom():
                layout.draw(painter, QPointF(0, top))
            low += height
        if not self._style.wrap:
            painter.restore()
        if self._words.cut:
            self._paint_note(painter, self._words.cut, low + _GAP)

    def _paint_note(self, painter: QPainter, text: str, y: float) -> None:
        face = self._style.note
        painter.setFont(face.font)
        painter.setPen(self._style.theme.color("muted"))
        width = self._width - 2 * self._left
        elided = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QPointF(self._left, y + face.metrics.ascent()), elided)

    def _offset_at(self, x: float, y: float) -> int | None:
        for (_, layout, height), span in zip(self._lines.values(), self._spans, strict=True):
            local = QPointF(x, y) - layout.position()
            if not 0 <= local.y() < height:
                continue
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                inside = line.y() <= local.y() < line.y() + line.height()
                if inside and 0 <= local.x() < line.naturalTextWidth():
                    column = line.xToCursor(local.x(), line.CursorPosition.CursorOnCharacter)
                    return span.start + qtext.from_utf16(span.of(self._text), column)
        return None


def _shown_lines(text: str) -> tuple[Span, ...]:
    """The lines of a text; behind the end of the last one is no other to look at."""
    spans = qtext.qt_line_spans(text)
    return spans[:-1] if len(spans) > 1 and not len(spans[-1]) else spans
