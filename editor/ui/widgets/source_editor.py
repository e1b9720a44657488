"""The source editor: the whole text of the file in front, with line numbers.

It holds no text of its own: it shows a `Document`, which is the truth.
"""

from PySide6.QtCore import QEvent, QMimeData, QRect, Qt, Signal
from PySide6.QtGui import (
    QDragLeaveEvent,
    QDropEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from editor.session import qtext
from editor.session.document import Document
from editor.session.dragging import move_text
from editor.ui.theme import Theme
from editor.ui.widgets.composition import take_preedit
from editor.ui.widgets.line_breaks import break_line
from editor.ui.widgets.line_numbers import LineNumbers, NumberedEdit
from editor.ui.widgets.plain_view import show_in
from editor.ui.widgets.undo_keys import is_undo


class SourceEditor(NumberedEdit):
    """Shows and edits one document at a time."""

    caret_moved = Signal()
    escaped = Signal()
    """Escape was pressed."""
    scrolled = Signal()
    sight_changed = Signal()
    """Other lines may be in sight: after scrolling, resizing, showing, or more or fewer lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sourceEditor")
        self.setAccessibleName(self.tr("Source text"))
        self.preedit = ""
        self._theme = theme
        self._document: Document | None = None
        # The document a view is made with goes as soon as it shows another one.
        self._empty = QTextDocument(self)
        self._extra: list[QTextEdit.ExtraSelection] = []
        self._top = QTextCursor(self._empty)
        self._top_row = 0
        self.setFont(theme.editor_font())
        self._numbers = LineNumbers(self, theme)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self.blockCountChanged.connect(self._place_numbers)
        self.updateRequest.connect(self._update_numbers)
        self.cursorPositionChanged.connect(self._caret_moved)
        self.blockCountChanged.connect(self.sight_changed)
        self.verticalScrollBar().valueChanged.connect(self.scrolled)
        self.verticalScrollBar().valueChanged.connect(self.sight_changed)
        theme.changed.connect(self._draw_marks)
        self._place_numbers()

    @property
    def shown(self) -> Document | None:
        """The document that is shown."""
        return self._document

    def show_document(self, document: Document | None) -> None:
        """Show `document`, or nothing."""
        take_preedit(self)
        before = self._document  # kept: its text must not go before another one is shown
        if before is not None:
            before.about_to_apply.disconnect(self._note_place)
            before.applied.disconnect(self._keep_place)
            before.read_only_changed.disconnect(self._guard)
        self._document = document
        if document is not None:
            document.about_to_apply.connect(self._note_place)
            document.applied.connect(self._keep_place)
            document.read_only_changed.connect(self._guard)
        # Marks hold places in the text that was shown; they must go before it does.
        self._extra = []
        self.setExtraSelections([])
        target = document.qdocument if document else self._empty
        show_in(self, target)
        self._guard()
        self._place_numbers()
        self._draw_marks()

    def scroll_to(self, line: int) -> None:
        """Make `line` (from 0) the first one in sight, as far as the text allows."""
        block = self.document().findBlockByNumber(line)
        if block.isValid():
            self.verticalScrollBar().setValue(block.firstLineNumber())

    def show_marks(self, selections: list[QTextEdit.ExtraSelection]) -> None:
        """Draw `selections` (search hits, problems) beside the current line."""
        self._extra = selections
        self._draw_marks()

    def go_to(self, position: int, length: int = 0) -> None:
        """Select `length` characters (Qt's count) at `position` and bring them into view."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor() if not self._in_sight(cursor) else self.ensureCursorVisible()

    def go_to_line(self, line: int, column: int = 1) -> None:
        """Put the caret at a line and column, both starting at 1 (columns in code points)."""
        block = self.document().findBlockByNumber(min(line, self.blockCount()) - 1)
        self.go_to(block.position() + qtext.to_utf16(qtext.line_text(block), column - 1))

    def place(self) -> tuple[int, int]:
        """Return line and column of the caret, both from 1 (columns in code points)."""
        return place_of(self.textCursor())

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters as they are: Qt would turn U+00A0 into a blank."""
        return qtext.copied(qtext.selected_text(self.textCursor()))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text; files that are dropped go on to the window, which opens them."""
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text as it is; an empty one takes nothing away."""
        text = source.text()
        if self._document is not None and text and not self.isReadOnly():
            self._document.insert(self.textCursor(), text)
            self.ensureCursorVisible()

    def dropEvent(self, event: QDropEvent) -> None:
        """Move text that is dragged within this view as one edit: Qt would mix up line ends."""
        moves = event.dropAction() is Qt.DropAction.MoveAction
        if event.source() is not self.viewport() or not moves or self.isReadOnly():
            super().dropEvent(event)
            return
        self.dragLeaveEvent(QDragLeaveEvent())  # Qt draws no place to drop any more
        self.move_selection(self.cursorForPosition(event.position().toPoint()).position())
        event.acceptProposedAction()

    def move_selection(self, position: int) -> None:
        """Move what is selected to `position`, with the caret behind it."""
        if self._document is not None:
            behind = move_text(self._document, self.textCursor(), position)
            if behind is not None:
                self.go_to(behind)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Follow what is composed, and take what is written."""
        if self._insert_stand_in(event.commitString()):
            event.setCommitString("")
        super().inputMethodEvent(event)
        self.preedit = event.preeditString()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what is composed: it stays here as text."""
        take_preedit(self)
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Break lines at Enter and Shift+Enter alike; a step back first ends a composition."""
        if is_undo(event):
            take_preedit(self)
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif not break_line(self, event) and not self._insert_stand_in(event.text()):
            super().keyPressEvent(event)

    def _insert_stand_in(self, typed: str) -> bool:
        """Type what holds the character that stand-ins look like; say whether it does.

        Typed the usual way behind a stand-in it would become one.
        """
        if self._document is None or self.isReadOnly() or qtext.STAND_IN not in typed:
            return False
        self._document.insert(self.textCursor(), typed)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the caret's line under the text: a mark would hide the tints of placeholders."""
        painter = QPainter(self.viewport())
        line = self.cursorRect()
        band = QRect(0, line.top(), self.viewport().width(), line.height())
        painter.fillRect(band, self._theme.color("current-line"))
        painter.end()
        super().paintEvent(event)

    def lines_in_sight(self) -> range:
        """Return the numbers (from 0) of the lines that are in sight."""
        lines = self.visible_lines(self.viewport().height())
        return range(lines[0][0], lines[-1][0] + 1) if lines else range(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin at the left edge."""
        super().resizeEvent(event)
        self._place_numbers()
        self.sight_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for line numbers of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_numbers"):
            self._place_numbers()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that there are lines in sight."""
        super().showEvent(event)
        self.sight_changed.emit()

    def _note_place(self) -> None:
        """Remember the text at the top: lines above it may come or go."""
        block = self.firstVisibleBlock()
        self._top = QTextCursor(block)
        self._top_row = self.verticalScrollBar().value() - block.firstLineNumber()

    def _keep_place(self) -> None:
        row = self._top.block().firstLineNumber() + self._top_row
        self.verticalScrollBar().setValue(row)

    def _guard(self) -> None:
        shown = self._document
        self.setReadOnly(shown is None or shown.read_only_reason is not None)

    def _in_sight(self, cursor: QTextCursor) -> bool:
        return self.viewport().rect().contains(self.cursorRect(cursor))

    def _place_numbers(self) -> None:
        self.setViewportMargins(self._numbers.width_needed(), 0, 0, 0)
        box = self.contentsRect()
        self._numbers.setGeometry(
            QRect(box.left(), box.top(), self._numbers.width_needed(), box.height())
        )

    def _update_numbers(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def _caret_moved(self) -> None:
        self.viewport().update()
        self._numbers.update()
        self.caret_moved.emit()

    def _draw_marks(self) -> None:
        self.setExtraSelections(self._extra)
        self.viewport().update()


def place_of(cursor: QTextCursor) -> tuple[int, int]:
    """Return line and column of `cursor`, both from 1 (columns in code points)."""
    column = qtext.from_utf16(qtext.line_text(cursor.block()), cursor.positionInBlock())
    return cursor.blockNumber() + 1, column + 1
