"""The source highlighter: a thin shell that maps tokens and pieces to formats of the theme.

It parses nothing itself. Placeholders come from the live pipeline, which has already resolved
the changed lines when this runs; Markdown, JSON and YAML come from `editor.core.tokens`.
"""

from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtGui import (
    QTextBlock,
    QTextBlockUserData,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from editor.core.code_tokens import code_tokens
from editor.core.layers import PieceKind
from editor.core.tokens import LineState, LineToken, Mode, line_tokens
from editor.session import qtext
from editor.session.live import Rerendered
from editor.session.liveview import LiveView
from editor.ui.widgets.sliced_highlighter import SLICE, SlicedHighlighter
from editor.ui.widgets.text_formats import TextFormats

CODE_PAUSE = 150
"""Milliseconds after the last key until whole fences are read again."""
MAX_FENCE_LINES = 2_000


@dataclass(frozen=True, slots=True)
class _Code:
    """Tokens of one line of a fence that was read as a whole."""

    language: str
    text: str
    tokens: tuple[LineToken, ...]


class BlockData(QTextBlockUserData):
    """What the highlighter keeps with a line: the state behind it, and its code's tokens.

    `waits` says that the fence it is in is still to be read as a whole.
    """

    def __init__(self, state: LineState) -> None:
        super().__init__()
        self.state = state
        self.code: _Code | None = None
        self.waits = False


class SourceHighlighter(SlicedHighlighter):
    """Colours one document."""

    def __init__(
        self, document: QTextDocument, live: LiveView, formats: TextFormats, plain: Mode | None
    ) -> None:
        """Colour `document`.

        Args:
            document: The source text.
            live: The pipeline of the same text.
            formats: The formats to use.
            plain: How to read a file that is data from end to end; None for Markdown with an
                optional head.
        """
        super().__init__(document)
        self._live = live
        self._formats = formats
        self._plain = plain
        self._outside = LineState()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(CODE_PAUSE)
        self._pause.timeout.connect(self._read_fences)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._read_fences)
        self._fences: list[QTextCursor] = []
        self._reading = False
        self._head_lines = live.head_lines
        live.rendered.connect(self._rendered)
        live.head_changed.connect(self._head_changed)

    @property
    def live(self) -> LiveView:
        """The pipeline whose pieces are coloured."""
        return self._live

    def read_as(self, plain: Mode | None) -> None:
        """Read the file as another kind of text from now on; `plain` as when it was made."""
        if plain is not self._plain:
            self._plain = plain
            self.rehighlight()

    def colour_line(self, text: str) -> int:
        """Colour one line from the state behind the line before it; return the one behind it."""
        block = self.currentBlock()
        state = self._state_before(block)
        tokens, after = line_tokens(text, state)
        after = state if after == state else after  # nearly always: one object for all lines
        old = block.userData()
        data = BlockData(after)
        wide = len(text) != block.length() - 1
        self._paint(text, tokens, wide)
        if state.mode is Mode.FENCE and state.language:
            if not tokens:
                data.code = self._code_of(state.language, text, old)
                self._paint(text, data.code.tokens, wide)
            data.waits = not self._reading
            if data.waits:
                self._wait_for(block)
        self._paint_pieces(text, block.blockNumber(), wide)
        self.setCurrentBlockUserData(data)
        return hash(after) & 0x7FFFFFFE

    def _code_of(self, language: str, text: str, old: QTextBlockUserData | None) -> _Code:
        """What is known of a line of code; a new one is read alone for the moment."""
        known = old.code if isinstance(old, BlockData) else None
        if known is not None and (known.language, known.text) == (language, text):
            return known
        return _Code(language, text, code_tokens(language, text)[0])

    def _wait_for(self, block: QTextBlock) -> None:
        """Let the fence around `block` be read after a pause; one mark for lines in a row."""
        before = block.previous().userData()
        if not (isinstance(before, BlockData) and before.waits):
            self._fences.append(QTextCursor(block))
        self._pause.start()

    def _state_before(self, block: QTextBlock) -> LineState:
        if self._plain is not None:
            return LineState(self._plain)
        mode = self._live.line_mode(block.blockNumber())
        if mode is not None:
            return LineState(mode)
        data = block.previous().userData()
        state = data.state if isinstance(data, BlockData) else self._outside
        return state if state.mode is Mode.FENCE else self._outside

    def _paint(self, text: str, tokens: tuple[LineToken, ...], wide: bool) -> None:
        for token in tokens:
            char_format = self._formats.of_token(token.role)
            self._set(text, token.start, token.end, char_format, wide)

    def _paint_pieces(self, text: str, line: int, wide: bool) -> None:
        for piece in self._live.pieces(line):
            if piece.kind is PieceKind.LITERAL:
                continue
            span, mark = piece.source, self._live.mark_of(piece)
            self._set(text, span.start, span.end, self._formats.of_layer(mark), wide)

    def _set(
        self, text: str, start: int, end: int, char_format: QTextCharFormat, wide: bool
    ) -> None:
        if wide:
            start, end = qtext.to_utf16(text, start), qtext.to_utf16(text, end)
        self.setFormat(start, end - start, char_format)

    def _rendered(self, change: Rerendered) -> None:
        self.colour_soon(range(change.first_line, change.first_line + change.lines))

    def _head_changed(self) -> None:
        last = max(self._live.head_lines, self._head_lines)
        self._head_lines = self._live.head_lines
        self.colour_again(range(last + 1))

    def _read_fences(self) -> None:
        """Read changed fences as a whole, a few milliseconds at a time."""
        clock = QElapsedTimer()
        clock.start()
        self._reading = True
        while self._fences and clock.elapsed() < SLICE:
            block = self._fences.pop().block()
            for near in (block, block.previous(), block.next()):  # its line may have gone
                if _inside_fence(near):
                    self._read_fence(near)
        self._reading = False
        if self._fences:
            self._soon.start(0)

    def _read_fence(self, block: QTextBlock) -> None:
        steps = 0
        while _inside_fence(block.previous()) and steps < MAX_FENCE_LINES:
            block = block.previous()
            steps += 1
        lines: list[QTextBlock] = []
        language = ""
        opener = block.previous().userData()
        if isinstance(opener, BlockData):
            language = opener.state.language
        while _inside_fence(block) and len(lines) < MAX_FENCE_LINES:
            lines.append(block)
            block = block.next()
        text = "\n".join(line.text() for line in lines)
        for line, tokens in zip(lines, code_tokens(language, text), strict=False):
            data = line.userData()
            if not isinstance(data, BlockData) or data.code is None:
                continue
            data.waits = False
            if data.code.tokens != tokens:
                data.code = _Code(language, line.text(), tokens)
                number = line.blockNumber()
                self.colour_again(range(number, number + 1))


def _inside_fence(block: QTextBlock) -> bool:
    data = block.userData()
    return isinstance(data, BlockData) and data.code is not None
