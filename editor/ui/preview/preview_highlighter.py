"""Tints of the preview: every span in the colour of the layer it comes from."""

from editor.core.layers import Piece, PieceKind
from editor.session import qtext
from editor.session.livetext import LiveText
from editor.session.sweep import Rerendered
from editor.ui.widgets.sliced_highlighter import SlicedHighlighter
from editor.ui.widgets.text_formats import TextFormats


class PreviewHighlighter(SlicedHighlighter):
    """Colours the preview of one live pipeline; it reads the pieces and parses nothing."""

    def __init__(self, live: LiveText, formats: TextFormats, tints: bool) -> None:
        super().__init__(live.preview)
        self._live = live
        self._formats = formats
        self._tints = tints
        live.rendered.connect(self._rendered)

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        if on != self._tints:
            self._tints = on
            self.rehighlight()

    def colour_line(self, text: str) -> int:
        """Colour one line by its pieces; the next one needs to know nothing."""
        line = self.currentBlock().blockNumber()
        pieces = self._live.preview_pieces(line)
        self._paint(text, pieces)
        if any(piece.pieces for piece in pieces):
            self._paint(text, self._live.inner_pieces(line))
        return 0

    def _paint(self, text: str, pieces: tuple[Piece, ...]) -> None:
        is_ascii = text.isascii()
        for piece in pieces:
            if piece.kind is PieceKind.LITERAL:
                continue
            mark = self._live.mark_of(piece)
            if not self._tints and mark != PieceKind.UNRESOLVED:
                continue
            start, end = piece.output.start, piece.output.end
            if not is_ascii:
                start, end = qtext.to_utf16(text, start), qtext.to_utf16(text, end)
            self.setFormat(start, end - start, self._formats.of_layer(mark))

    def _rendered(self, change: Rerendered) -> None:
        """Colour lines again whose origin may have changed while their text did not."""
        self.colour_soon(self._live.rows_of(change))
