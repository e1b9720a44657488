"""Tints of the preview: every span in the colour of the layer it comes from."""

from PySide6.QtGui import QSyntaxHighlighter

from editor.core.layers import PieceKind
from editor.session import qtext
from editor.session.live import LivePreview, Rerendered
from editor.ui.widgets.text_formats import TextFormats


class PreviewHighlighter(QSyntaxHighlighter):
    """Colours the preview of one live pipeline; it reads the pieces and parses nothing."""

    def __init__(self, live: LivePreview, formats: TextFormats, tints: bool) -> None:
        super().__init__(live.preview)
        self._live = live
        self._formats = formats
        self._tints = tints
        self.blocks_highlighted = 0
        live.rendered.connect(self._rendered)

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        if on != self._tints:
            self._tints = on
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line by its pieces."""
        self.blocks_highlighted += 1
        line = self.currentBlock().blockNumber()
        for piece in self._live.preview_pieces(line):
            if piece.kind is PieceKind.LITERAL:
                continue
            if not self._tints and piece.kind is not PieceKind.UNRESOLVED:
                continue
            start = qtext.to_utf16(text, piece.output.start)
            end = qtext.to_utf16(text, piece.output.end)
            self.setFormat(start, end - start, self._formats.of_layer(piece.layer or piece.kind))

    def _rendered(self, change: Rerendered) -> None:
        """Colour lines again whose origin may have changed while their text did not."""
        first = self._live.preview_line(change.first_line)
        last = self._live.preview_line(change.first_line + change.lines)
        for line in range(first, last + 1):
            self.rehighlightBlock(self.document().findBlockByNumber(line))
