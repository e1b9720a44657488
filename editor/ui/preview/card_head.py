"""The head of a card on one line: name, role, source and size, as far as there is room."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.ui.preview.card_style import CardStyle, Face
from editor.ui.preview.card_words import CardWords

HEIGHT = 34
ROLE_COLOURS = {"system": "template", "user": "context", "assistant": "identity"}
_GAP = 8.0
_CHIP_PAD = 6.0
_LEAST_NAME = 48.0
_MIDDLE = 1 + HEIGHT / 2


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    face: Face
    colour: str
    left: float


class CardHead:
    """The head of one card, laid out for one width; what has no room goes, last the name."""

    def __init__(self, words: CardWords, style: CardStyle, left: float, right: float) -> None:
        self._style = style
        self._words: list[_Word] = []
        self._chip: tuple[QRectF, str] | None = None
        room, small = right - left, style.small
        whole = style.name.width(words.name) + 1
        chip = small.width(words.role) + 2 * _CHIP_PAD + _GAP
        size = small.width(words.size) + _GAP if words.size else 0.0
        source = small.width(words.source) + _GAP
        least = min(whole, _LEAST_NAME)
        chip = chip if least + chip <= room else 0.0
        size = size if least + chip + size <= room else 0.0
        has_source = whole + chip + size + source <= room
        elide = Qt.TextElideMode.ElideRight
        name = style.name.metrics.elidedText(words.name, elide, min(whole, room - chip - size))
        self._words.append(_Word(name, style.name, "text", left))
        x = left + style.name.width(name)
        if chip:
            self._add_chip(words, x + _GAP, chip - _GAP)
            x += chip
        if has_source:
            self._words.append(_Word(words.source, small, "muted", x + _GAP))
        if size:
            self._words.append(_Word(words.size, small, "muted", right - size + _GAP))

    def paint(self, painter: QPainter, top: float) -> None:
        """Paint the head of a card that begins at `top`."""
        theme = self._style.theme
        if self._chip is not None:
            box, layer = self._chip
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"{layer}.tint"))
            painter.drawRoundedRect(box.translated(0, top), 3, 3)
        for word in self._words:
            painter.setFont(word.face.font)
            painter.setPen(theme.color(word.colour))
            painter.drawText(QPointF(word.left, word.face.baseline(top + _MIDDLE)), word.text)

    def _add_chip(self, words: CardWords, left: float, width: float) -> None:
        small, layer = self._style.small, ROLE_COLOURS.get(words.role, "escape")
        height = small.metrics.height() + 2
        self._chip = QRectF(left, _MIDDLE - height / 2, width, height), layer
        self._words.append(_Word(words.role, small, f"{layer}.text", left + _CHIP_PAD))
