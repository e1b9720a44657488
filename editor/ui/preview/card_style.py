"""How cards are drawn: fonts with their measures, made once for all of them."""

from dataclasses import dataclass, field

from PySide6.QtGui import QFont, QFontMetricsF

from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats


@dataclass(frozen=True)
class Face:
    """A font and its measures."""

    font: QFont
    metrics: QFontMetricsF = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "metrics", QFontMetricsF(self.font))

    def width(self, text: str) -> float:
        """Return how wide `text` is."""
        return self.metrics.horizontalAdvance(text)

    def baseline(self, middle: float) -> float:
        """Return the baseline of a line whose middle is at `middle`."""
        return middle + (self.metrics.ascent() - self.metrics.descent()) / 2


@dataclass(frozen=True)
class CardStyle:
    """How cards are drawn.

    Attributes:
        theme: The colours in force.
        formats: The formats of placeholders.
        body: The face of texts.
        name: The face of names.
        small: The face of everything else in a head.
        note: The face of what stands in the place of a text.
        tints: Whether values are tinted.
        wrap: Whether long lines are wrapped.
        tab: Columns from one tab stop to the next.
    """

    theme: Theme
    formats: TextFormats
    body: Face
    name: Face
    small: Face
    note: Face
    tints: bool = True
    wrap: bool = True
    tab: int = 4


def card_style(theme: Theme, formats: TextFormats, interface: QFont, pixels: int) -> CardStyle:
    """Return the style at the usual size of texts.

    Args:
        theme: The colours.
        formats: The formats of placeholders.
        interface: The font of the program.
        pixels: How large names are written.
    """
    name, small, note = QFont(interface), QFont(interface), QFont(interface)
    name.setPixelSize(pixels)
    name.setWeight(QFont.Weight.DemiBold)
    small.setPixelSize(pixels - 2)
    note.setPixelSize(pixels)
    note.setItalic(True)
    body = theme.editor_font()
    return CardStyle(theme, formats, Face(body), Face(name), Face(small), Face(note))
