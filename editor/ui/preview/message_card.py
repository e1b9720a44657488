"""One message as a card: its head on one line, its text below, laid out once for a width."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout, QTextOption

from editor.core.layers import Piece, PieceKind
from editor.session import qtext
from editor.session.soul_messages import MessageView
from editor.ui.preview.card_list import MARGIN
from editor.ui.preview.card_words import CardWords
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats

_PAD = 12
_HEAD = 34
_RADIUS = 6.0
_GAP = 8.0
_CHIP_PAD = 6.0
_BAR = 3.0
_LEADING = 1.25
_LEAST_NAME = 48.0
MOST_CHARACTERS = 20_000
"""Of a longer text a card shows the beginning; the log has all of it."""
ROLE_COLOURS = {"system": "template", "user": "context", "assistant": "identity"}


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How cards are drawn.

    Attributes:
        theme: The colours in force.
        formats: The formats of placeholders.
        body: The font of texts.
        head: The font of heads.
        tints: Whether values are tinted.
        wrap: Whether long lines are wrapped.
    """

    theme: Theme
    formats: TextFormats
    body: QFont
    head: QFont
    tints: bool = True
    wrap: bool = True


@dataclass(frozen=True, slots=True)
class CardState:
    """What marks a card: the keyboard's place, and the caret of the source."""

    current: bool = False
    focused: bool = False
    marked: bool = False


class MessageCard:
    """A message laid out for one width."""

    def __init__(
        self, message: MessageView, words: CardWords, style: CardStyle, width: int
    ) -> None:
        self.message = message
        self._words = words
        self._style = style
        self._width = width
        self._text = message.text[:MOST_CHARACTERS]
        spans = qtext.qt_line_spans(self._text)
        # The end of the last line is no line of its own to look at.
        self._spans = spans[:-1] if len(spans) > 1 and not len(spans[-1]) else spans
        self._lines: list[QTextLayout] = []
        self.height = self._lay_out()

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
        self._paint_head(painter, top)
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
        for layout, span in zip(self._lines, self._spans, strict=False):
            if span.start <= offset <= span.end:
                column = qtext.to_utf16(span.of(self._text), offset - span.start)
                line = layout.lineForTextPosition(column)
                return line.rect().translated(layout.position())
        return QRectF(0, 0, self._width, _HEAD)

    def _lay_out(self) -> float:
        body, left = self._style.body, MARGIN + _PAD
        width = max(24.0, self._width - 2.0 * left)
        y = float(_HEAD)
        if not self._text:
            return y + QFontMetricsF(self._style.head).height() + _PAD
        option = QTextOption()
        mode = QTextOption.WrapMode
        option.setWrapMode(mode.WrapAtWordBoundaryOrAnywhere if self._style.wrap else mode.NoWrap)
        leading = QFontMetricsF(body).height() * (_LEADING - 1)
        formats = self._formats()
        for number, span in enumerate(self._spans):
            layout = QTextLayout(qtext.whole(span.of(self._text)), body)
            layout.setTextOption(option)
            layout.setCacheEnabled(True)
            layout.setFormats(formats.get(number, []))
            layout.setPosition(QPointF(left, y))
            inner = 0.0
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                line.setPosition(QPointF(0, inner + leading / 2))
                inner += line.height() + leading
            layout.endLayout()
            self._lines.append(layout)
            y += inner
        if self._words.cut:
            y += QFontMetricsF(self._style.head).height() + _GAP
        return y + _PAD

    def _formats(self) -> dict[int, list[QTextLayout.FormatRange]]:
        """Return the tints of each line, and the marks of what is unresolved."""
        found: dict[int, list[QTextLayout.FormatRange]] = {}
        for piece in self.message.pieces:
            if piece.name is None:
                continue
            is_open = piece.kind is PieceKind.UNRESOLVED
            if not self._style.tints and not is_open:
                continue
            for number, span in enumerate(self._spans):
                start, end = max(piece.output.start, span.start), min(piece.output.end, span.end)
                if start < end:
                    line = span.of(self._text)
                    form = QTextLayout.FormatRange()
                    form.start = qtext.to_utf16(line, start - span.start)
                    form.length = qtext.to_utf16(line, end - span.start) - form.start
                    form.format = self._style.formats.of_layer(piece.layer or piece.kind)
                    found.setdefault(number, []).append(form)
        return found

    def _paint_body(self, painter: QPainter, top: float, sight: QRectF) -> None:
        theme = self._style.theme
        if not self._text:
            self._paint_note(painter, self._words.empty, top + _HEAD)
            return
        painter.setPen(theme.color("text"))
        clip = QRectF(MARGIN + 1, top, self._width - 2 * MARGIN - 2, self.height)
        painter.save()
        painter.setClipRect(clip & sight)
        for layout in self._lines:
            y = top + layout.position().y()
            if y > sight.bottom():
                break
            if y + layout.boundingRect().bottom() >= sight.top():
                layout.draw(painter, QPointF(0, top))
        painter.restore()
        if self._words.cut:
            low = top + self.height - _PAD - QFontMetricsF(self._style.head).height()
            self._paint_note(painter, self._words.cut, low)

    def _paint_note(self, painter: QPainter, text: str, y: float) -> None:
        font = QFont(self._style.head)
        font.setItalic(True)
        painter.setFont(font)
        painter.setPen(self._style.theme.color("muted"))
        left = MARGIN + _PAD
        room = QRectF(left, y, self._width - 2 * left, QFontMetricsF(font).height())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, flags, elided)

    def _paint_head(self, painter: QPainter, top: float) -> None:
        """Paint name, role, source and size on one line; what has no room goes, last the name."""
        words = self._words
        bold, small = QFont(self._style.head), QFont(self._style.head)
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(max(8, self._style.head.pixelSize() - 2))
        left, right = float(MARGIN + _PAD), float(self._width - MARGIN - _PAD)
        middle = top + 1 + _HEAD / 2
        room = right - left
        chip = QFontMetricsF(small).horizontalAdvance(words.role) + 2 * _CHIP_PAD
        size = QFontMetricsF(small).horizontalAdvance(words.size) + _GAP
        source = QFontMetricsF(small).horizontalAdvance(words.source) + _GAP
        whole = QFontMetricsF(bold).horizontalAdvance(words.name) + 1
        least = min(whole, _LEAST_NAME)
        shown_chip = chip + _GAP if words.role and least + chip + _GAP <= room else 0.0
        shown_size = size if least + shown_chip + size <= room else 0.0
        has_source = whole + shown_chip + shown_size + source <= room
        name_width = min(whole, room - shown_chip - shown_size - (source if has_source else 0))
        x = self._word(painter, words.name, bold, "text", left, middle, name_width)
        if shown_chip:
            x = self._chip(painter, words.role, small, x + _GAP, middle)
        if has_source:
            self._word(painter, words.source, small, "muted", x + _GAP, middle, source)
        if shown_size:
            at = right - size + _GAP
            self._word(painter, words.size, small, "muted", at, middle, size)

    def _word(
        self,
        painter: QPainter,
        text: str,
        font: QFont,
        role: str,
        left: float,
        middle: float,
        width: float,
    ) -> float:
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._style.theme.color(role))
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QPointF(left, middle + (metrics.ascent() - metrics.descent()) / 2), elided)
        return left + metrics.horizontalAdvance(elided)

    def _chip(self, painter: QPainter, text: str, font: QFont, left: float, middle: float) -> float:
        metrics = QFontMetricsF(font)
        width, height = metrics.horizontalAdvance(text) + 2 * _CHIP_PAD, metrics.height() + 2
        layer = ROLE_COLOURS.get(self.message.role, "escape")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._style.theme.color(f"{layer}.tint")))
        painter.drawRoundedRect(QRectF(left, middle - height / 2, width, height), 3, 3)
        self._word(painter, text, font, f"{layer}.text", left + _CHIP_PAD, middle, width)
        return left + width

    def _offset_at(self, x: float, y: float) -> int | None:
        for layout, span in zip(self._lines, self._spans, strict=True):
            box = layout.boundingRect().translated(layout.position())
            if not box.top() <= y < box.bottom():
                continue
            local = QPointF(x, y) - layout.position()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                inside = line.y() <= local.y() < line.y() + line.height()
                if inside and 0 <= local.x() < line.naturalTextWidth():
                    column = line.xToCursor(local.x(), line.CursorPosition.CursorOnCharacter)
                    return span.start + qtext.from_utf16(span.of(self._text), column)
        return None
