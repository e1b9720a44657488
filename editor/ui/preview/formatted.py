"""The Formatted view: the rendered text as Markdown for reading, tags shown as they are written.

What is sent is in the Rendered view; this one says so. Nothing is loaded, no link is followed.
"""

import re
from itertools import islice, takewhile

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextImageFormat,
    QTextTable,
)
from PySide6.QtWidgets import QLabel, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from editor.core.markdown_text import NO_NAME, for_display
from editor.session import qtext
from editor.ui.theme import Theme

MOST_CHARACTERS = 40_000
MOST_TABLE_ROWS = 500
"""Longer texts are cut here: laying out rich text, and most of all tables, takes long."""
_MARKDOWN = QTextDocument.MarkdownFeature
FEATURES = _MARKDOWN.MarkdownDialectGitHub | _MARKDOWN.MarkdownNoHTML
_SIZE = QTextFormat.Property.FontSizeAdjustment.value
_TOP_HEADING = 4
_LINE_HEIGHT = 125
_SCHEMES = ("http:", "https:", "ftp:", "mailto:")
_MARGIN = 12
_TABLE_ROW = re.compile(r"^[^\n|]*\|", re.MULTILINE)


class _Page(QTextEdit):
    """The text itself: read-only, selectable, copied as plain text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("formattedText")
        self.setAccessibleName(self.tr("Formatted prompt"))
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def loadResource(self, kind: int, name: object) -> object:
        """Load nothing: a prompt may name any address."""
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy plain text."""
        return qtext.copied(qtext.selected_text(self.textCursor()).replace("\u2028", "\n"))


class FormattedView(QWidget):
    """Shows rendered text as Markdown, or one sentence why there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("formatted")
        self._theme = theme
        self._text: str | None = None
        self._label = _muted(self, "formattedLabel")
        self._label.setContentsMargins(12, 6, 12, 6)
        self._page = _Page(self)
        # The document that a view is made with goes as soon as it shows another one.
        self._document = QTextDocument(self)
        self._page.setDocument(self._document)
        self._reason = _muted(self, "formattedReason")
        self._reason.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reason.setMargin(32)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._page)
        self._stack.addWidget(self._reason)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._label)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self._page)
        theme.changed.connect(self._redraw)

    def show_text(self, text: str) -> None:
        """Show rendered text; the part in sight stays where it is as far as it can."""
        self._stack.setCurrentWidget(self._page)
        self._label.show()
        if text == self._text:
            return
        self._text = text
        self._show()

    def show_reason(self, sentence: str) -> None:
        """Show a sentence in the place of a text."""
        self._text = None
        self._page.clear()
        self._label.hide()
        self._reason.setText(sentence)
        self._stack.setCurrentWidget(self._reason)

    def _show(self) -> None:
        text = self._text or ""
        said = self.tr("Rendered as Markdown, for reading. What is sent stands under Rendered.")
        shown = _beginning(text)
        if len(shown) < len(text):
            said = self.tr("{0} This text is too long: only its beginning is shown.").format(said)
        self._label.setText(said)
        old = self._document
        place = self._place(old)
        lines = [block.text() for block in qtext.blocks(old)]
        document = self._document = self._made(shown)
        self._page.setDocument(document)
        old.deleteLater()
        self._return(place, lines, [block.text() for block in qtext.blocks(document)])

    def _made(self, text: str) -> QTextDocument:
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDefaultFont(_in_points(self.font()))
        document.setDocumentMargin(_MARGIN)
        document.setMarkdown(for_display(text), FEATURES)
        _mend_tables(document)
        self._dress(document)
        return document

    def _place(self, document: QTextDocument) -> tuple[int, int]:
        """The block at the top and how far it is scrolled off, in pixels."""
        top = self._page.verticalScrollBar().value()
        if document.isEmpty() or top == 0:
            return 0, top
        cursor = self._page.cursorForPosition(self._page.viewport().rect().topLeft())
        return cursor.blockNumber(), top - round(_top_of(document, cursor.block()))

    def _return(self, place: tuple[int, int], before: list[str], after: list[str]) -> None:
        """Bring the block that was at the top there again, though blocks above it changed."""
        number, offset = place
        if number == 0:
            self._page.verticalScrollBar().setValue(offset)
            return
        same = sum(1 for _ in takewhile(_equal, zip(before, after, strict=False)))
        if number >= same:
            number = max(same, number + len(after) - len(before))
        block = self._page.document().findBlockByNumber(min(number, len(after) - 1))
        top = round(_top_of(self._page.document(), block))
        self._page.verticalScrollBar().setValue(top + offset)

    def _dress(self, document: QTextDocument) -> None:
        """Give code its font and background, links their colour, headings one size."""
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        form = QTextBlockFormat()
        form.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(form)
        code = QTextBlockFormat()
        code.setBackground(self._theme.color("window"))
        code.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        # From the end on, so that what is written out moves nothing that is still to come.
        for block in reversed(list(qtext.blocks(document))):
            fragments = _fragments(block)
            if fragments and all(found.fontFixedPitch() for _, _, found in fragments):
                QTextCursor(block).mergeBlockFormat(code)
            heading = block.blockFormat().headingLevel()
            for start, text, found in reversed(fragments):
                written = _in_words(text, found)
                dressed = None if written else self._dressed(found, heading)
                if written or dressed:
                    cursor.setPosition(start)
                    end = start + qtext.utf16_length(text)
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                if written:
                    cursor.insertText(written, QTextCharFormat())
                elif dressed:
                    cursor.mergeCharFormat(dressed)
        cursor.endEditBlock()

    def _dressed(self, found: QTextCharFormat, heading: int) -> QTextCharFormat | None:
        is_link, is_code = found.isAnchor(), found.fontFixedPitch()
        if not (heading or is_link or is_code):
            return None
        form = QTextCharFormat()
        if heading:
            form.setProperty(_SIZE, _TOP_HEADING - heading)
            form.setFontWeight(QFont.Weight.Bold)
        if is_link:
            form.setForeground(self._theme.color("link"))
        elif is_code:
            form.setFontFamilies([self._theme.editor_font().family()])
            form.setForeground(self._theme.color("markdown.code"))
            form.setBackground(self._theme.color("window"))
        return form

    def _redraw(self) -> None:
        if self._text is not None:
            self._show()


def _beginning(text: str) -> str:
    """As much of `text` as can be laid out while somebody types: whole lines if possible."""
    if len(text) > MOST_CHARACTERS:
        text = text[: text.rfind("\n", 0, MOST_CHARACTERS) + 1] or text[:MOST_CHARACTERS]
    rows = list(islice(_TABLE_ROW.finditer(text), MOST_TABLE_ROWS + 1))
    return text[: rows[-1].start()] if len(rows) > MOST_TABLE_ROWS else text


def _in_words(text: str, form: QTextCharFormat) -> str:
    """What to write in the place of a picture, or of a tag that was taken for an address."""
    if form.isImageFormat():
        return _image_text(form.toImageFormat())
    name = form.anchorHref() if form.isAnchor() else ""
    times = text.count(name) if ":" in name else 0  # equal neighbours are one fragment
    if times == 0 or text != name * times or name.startswith(_SCHEMES):
        return ""
    return f"<{name}>" * times


def _mend_tables(document: QTextDocument) -> None:
    """Take an empty line out of a table's first cell, and make all of its heading bold."""
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.Bold)
    for table in document.rootFrame().childFrames():
        if not isinstance(table, QTextTable):
            continue
        first = table.cellAt(0, 0)
        cursor = first.firstCursorPosition()
        if cursor.block().length() == 1 and cursor.block() != first.lastCursorPosition().block():
            cursor.deleteChar()
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            cursor = cell.firstCursorPosition()
            end = cell.lastCursorPosition().position()
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(bold)


def _image_text(image: QTextImageFormat) -> str:
    name = str(image.property(QTextFormat.Property.ImageAltText.value) or "")
    return f"![{name.replace(NO_NAME, '')}]({image.name()})"


def _fragments(block: QTextBlock) -> list[tuple[int, str, QTextCharFormat]]:
    """Stretches of one format: where they start in the document, in Qt's count, and their text."""
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment: QTextFragment = iterator.fragment()
        found.append((fragment.position(), fragment.text(), fragment.charFormat()))
        iterator += 1
    return found


def _in_points(font: QFont) -> QFont:
    """The same font, its size in points: Qt makes the gaps between paragraphs of those."""
    result = QFont(font)
    result.setPointSizeF(QFontInfo(font).pointSizeF())
    return result


def _top_of(document: QTextDocument, block: QTextBlock) -> float:
    return document.documentLayout().blockBoundingRect(block).top()


def _equal(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]


def _muted(parent: QWidget, name: str) -> QLabel:
    label = QLabel(parent)
    label.setObjectName(name)
    label.setProperty("role", "muted")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
