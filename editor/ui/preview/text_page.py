"""A page of exact text to read, select and copy; what stays of it stays where it is."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.core.tokens import LineState, LineToken, Mode, TokenRole, line_tokens
from editor.session import qtext
from editor.session.previewtext import PreviewText
from editor.ui.theme import Theme
from editor.ui.widgets.plain_view import make_page, show_in
from editor.ui.widgets.sliced_highlighter import SlicedHighlighter
from editor.ui.widgets.text_formats import TextFormats

_RULE = "=" * 60
_SECTION = "Section: "
_COUNT = "Sections: "


class PageHighlighter(SlicedHighlighter):
    """Colours JSON, or the heads of a context log."""

    def __init__(self, text: PreviewText, formats: TextFormats, mode: Mode | None) -> None:
        """Colour `text` as `mode`; None is a context log."""
        super().__init__(text.qdocument)
        self._formats = formats
        self._state = None if mode is None else LineState(mode)

    def colour_line(self, text: str) -> int:
        """Colour one line; the next one needs to know nothing."""
        tokens = _log_tokens(text) if self._state is None else line_tokens(text, self._state)[0]
        wide = not text.isascii()
        for token in tokens:
            start, end = token.start, token.end
            if wide:
                start, end = qtext.to_utf16(text, start), qtext.to_utf16(text, end)
            self.setFormat(start, end - start, self._formats.of_token(token.role))
        return 0


def _log_tokens(text: str) -> tuple[LineToken, ...]:
    if text == _RULE:
        return (LineToken(TokenRole.PUNCTUATION, 0, len(text)),)
    if text.startswith((_SECTION, _COUNT)):
        return (LineToken(TokenRole.HEADING, 0, len(text)),)
    return ()


class TextPage(QPlainTextEdit):
    """Shows a text exactly; a new one replaces only the lines that differ."""

    def __init__(
        self, theme: Theme, formats: TextFormats, mode: Mode | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        make_page(self)
        self.setFont(theme.editor_font())
        self._lines = PreviewText(self)
        self._lines.qdocument.setDocumentMargin(12)
        self._count = 0
        show_in(self, self._lines.qdocument)
        self._highlighter = PageHighlighter(self._lines, formats, mode)
        theme.changed.connect(self._highlighter.rehighlight)

    def show_text(self, text: str, *, anew: bool = False) -> None:
        """Show `text`; the line at the top stays there unless all of it is `anew`."""
        lines = qtext.lines_as_qt(text)
        top = QTextCursor(self.firstVisibleBlock())
        inside = self.verticalScrollBar().value() - max(0, top.block().firstLineNumber())
        self._lines.replace(0, self._count, lines)
        anew |= not self._count
        self._count = len(lines)
        self.verticalScrollBar().setValue(0 if anew else top.block().firstLineNumber() + inside)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters as they are: Qt would turn U+00A0 into a blank."""
        return qtext.copied(qtext.selected_text(self.textCursor()))
