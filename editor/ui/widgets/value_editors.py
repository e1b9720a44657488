"""The two editors a value field switches between: one line, and two to five lines.

Both keep every character they can hold, leave undo to the window if asked to, and tell
when a composition (text typed through an input method) has ended.
"""

import math

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QDropEvent,
    QFocusEvent,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from editor.session import qtext
from editor.ui.widgets.composition import take_preedit
from editor.ui.widgets.line_breaks import break_line
from editor.ui.widgets.undo_keys import is_undo

_NO_LIMIT = 2**31 - 1
_FEWEST_LINES = 2
_MARGIN = 2
# Above and below the lines: margins, the style sheet's padding and border, and the pixel that
# Qt wants to spare before it does without a scroll bar.
_AROUND = 2 * (_MARGIN + 2 + 1) + 1


class LineEditor(QLineEdit):
    """Edits a value on one line; it holds line breaks too, without showing them as such."""

    composed = Signal()

    def __init__(self, forward_undo: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.preedit = ""
        self._forward_undo = forward_undo
        self.setMaxLength(_NO_LIMIT)

    @property
    def caret(self) -> int:
        """The caret's place in UTF-16 units."""
        return self.cursorPosition()

    def replace(self, text: str, caret: int) -> None:
        """Show another text with the caret at `caret` (UTF-16 units)."""
        self.setText(qtext.whole(text))
        self.setCursorPosition(caret)

    def event(self, event: QEvent) -> bool:
        """Do not claim the keys of undo and redo if they are the window's."""
        if (
            self._forward_undo
            and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            and is_undo(event)
        ):
            event.ignore()
            return False
        if isinstance(event, QDropEvent) and event.mimeData().hasUrls():
            event.ignore()  # a file goes on to the window, which opens it
            return False
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Follow what is composed."""
        super().inputMethodEvent(event)
        self.preedit = event.preeditString()
        if not self.preedit:
            self.composed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what is composed: it stays here as text."""
        take_preedit(self)
        super().focusOutEvent(event)


class LinesEditor(QPlainTextEdit):
    """Edits a value with line breaks."""

    composed = Signal()
    most_lines = 5
    """So many lines are shown at most."""

    def __init__(self, forward_undo: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.preedit = ""
        self._forward_undo = forward_undo
        self.setUndoRedoEnabled(not forward_undo)
        self.setTabChangesFocus(True)
        self.setProperty("role", "field")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # lines wrap
        self.document().setDocumentMargin(_MARGIN)
        self.textChanged.connect(self._fit)
        self._fit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text; files go on to the window, which opens them."""
        return source.hasText() and not source.hasUrls()

    def text(self) -> str:
        """Return the text with every character as it was given; `toPlainText` changes some."""
        return self.document().toRawText().replace("\u2029", "\n")

    @property
    def caret(self) -> int:
        """The caret's place in UTF-16 units."""
        return self.textCursor().position()

    def replace(self, text: str, caret: int) -> None:
        """Show another text with the caret at `caret` (UTF-16 units), silently."""
        with QSignalBlocker(self):
            self.setPlainText(qtext.whole(text))
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(caret, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Do not claim the keys of undo and redo if they are the window's."""
        if (
            self._forward_undo
            and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            and is_undo(event)
        ):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Break lines at Enter and Shift+Enter alike."""
        if not break_line(self, event):
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Follow what is composed."""
        super().inputMethodEvent(event)
        self.preedit = event.preeditString()
        if not self.preedit:
            self.composed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what is composed: it stays here as text."""
        take_preedit(self)
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll only a field that is being edited; else the panel scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew and fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        shown = max(_FEWEST_LINES, min(lines, self.most_lines))
        height = shown * math.ceil(QFontMetricsF(self.font()).lineSpacing()) + _AROUND
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if lines > self.most_lines
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)
