"""The Rendered view: the text exactly as it is sent, in a plain text widget.

It keeps its place when the text changes and never takes the focus by itself.
"""

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.session import qtext
from editor.session.livetext import LiveText
from editor.ui.preview.preview_highlighter import PreviewHighlighter
from editor.ui.theme import Theme
from editor.ui.widgets.plain_view import make_page, show_in
from editor.ui.widgets.text_formats import TextFormats

_DARK = "coloured for dark"


class RenderedView(QPlainTextEdit):
    """Shows the rendering of one document at a time."""

    scrolled = Signal()

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setAccessibleName(self.tr("Rendered prompt"))
        make_page(self)
        self.setFont(theme.editor_font())
        self._theme = theme
        self._formats = formats
        # The document a view is made with goes as soon as it shows another one.
        self._empty = QTextDocument(self)
        self._live: LiveText | None = None
        self._highlighter: PreviewHighlighter | None = None
        self._tints = True
        self._top = QTextCursor(self.document())
        self._holding = False
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        theme.changed.connect(self._theme_changed)

    def show_live(self, live: LiveText | None) -> None:
        """Show the rendering that `live` keeps, or nothing."""
        if self._live is not None:
            self._live.updated.disconnect(self._hold_place)
        self._live = live
        document = live.preview if live is not None else self._empty
        document.setDocumentMargin(12)
        show_in(self, document)
        self._highlighter = None
        if live is not None:
            self._highlighter = self._highlighter_of(live)
            live.updated.connect(self._hold_place)
        self._remember_place()
        self._tell_sight()

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        self._tints = on
        if self._highlighter is not None:
            self._highlighter.show_tints(on)

    def top_line(self) -> int:
        """Return the number of the first line in sight, from 0."""
        return self.firstVisibleBlock().blockNumber()

    def scroll_to(self, line: int) -> None:
        """Make `line` the first one in sight, as far as the text allows."""
        block = self.document().findBlockByNumber(line)
        if block.isValid():
            self.verticalScrollBar().setValue(block.firstLineNumber())

    def reveal(self, line: int, column: int) -> None:
        """Bring a place into view with the least scrolling.

        Args:
            line: The line of the preview, from 0.
            column: The column in it, from 0, in Qt's count.
        """
        block = self.document().findBlockByNumber(line)
        if not block.isValid():
            return
        wrapped = block.layout().lineForTextPosition(min(column, block.length() - 1))
        row = block.firstLineNumber() + (wrapped.lineNumber() if wrapped.isValid() else 0)
        bar = self.verticalScrollBar()
        if row < bar.value():
            bar.setValue(row)
            return
        height = self.viewport().height()
        rows = max(1, int(height // QFontMetricsF(self.font()).lineSpacing()))
        if row >= bar.value() + rows:
            bar.setValue(row - rows + 1)
        place = QTextCursor(block)
        place.setPosition(block.position() + min(column, block.length() - 1))
        # Characters of another font may make lines higher than the font's own.
        while row > bar.value() < bar.maximum() and self.cursorRect(place).bottom() >= height:
            bar.setValue(bar.value() + 1)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters as they are: Qt would turn U+00A0 into a blank."""
        return qtext.copied(qtext.selected_text(self.textCursor()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Colour what comes into sight."""
        super().resizeEvent(event)
        self._tell_sight()

    def _tell_sight(self) -> None:
        """Let the lines in sight be coloured first."""
        if self._highlighter is not None:
            rows = int(self.viewport().height() // QFontMetricsF(self.font()).lineSpacing())
            first = self.top_line()
            self._highlighter.set_sight(range(first, first + rows + 2))

    def _scrolled(self) -> None:
        self._tell_sight()
        if not self._holding:
            self._remember_place()
            self.scrolled.emit()

    def _remember_place(self) -> None:
        block = self.firstVisibleBlock()
        self._top = QTextCursor(block) if block.isValid() else QTextCursor(self.document())
        self._top_row = self.verticalScrollBar().value() - max(0, block.firstLineNumber())

    def _hold_place(self) -> None:
        """Keep the text at the top where it is when lines above it come or go."""
        wanted = self._top.block().firstLineNumber() + self._top_row
        if wanted != self.verticalScrollBar().value():
            self._holding = True
            self.verticalScrollBar().setValue(wanted)
            self._holding = False

    def _highlighter_of(self, live: LiveText) -> PreviewHighlighter:
        """The highlighter of a rendering: one for its whole life, which is its document's."""
        found = live.preview.findChild(PreviewHighlighter)
        if not isinstance(found, PreviewHighlighter):
            found = PreviewHighlighter(live, self._formats, self._tints)
            found.setProperty(_DARK, self._theme.is_dark)
        found.show_tints(self._tints)
        self._recolour(found)
        return found

    def _theme_changed(self) -> None:
        """Colour what is shown again; the others when they are shown."""
        if self._highlighter is not None:
            self._recolour(self._highlighter)

    def _recolour(self, highlighter: PreviewHighlighter) -> None:
        if highlighter.property(_DARK) != self._theme.is_dark:
            highlighter.setProperty(_DARK, self._theme.is_dark)
            highlighter.rehighlight()
