"""Marks over characters that nobody sees, drawn on top of a text view while they are wanted."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.core.hidden import HIDDEN, joins_letters
from editor.session import qtext
from editor.ui.theme import Theme

_WIDTH = 4


class HiddenMarks(QWidget):
    """A transparent sheet over a view's text; it takes no mouse and no focus."""

    def __init__(self, view: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.viewport().installEventFilter(self)
        view.updateRequest.connect(self.update)
        self.hide()

    def show_marks(self, on: bool) -> None:
        """Draw marks, or none."""
        self.setGeometry(self._view.viewport().rect())
        self.setVisible(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the view."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QEvent) -> None:
        """Draw a small box where each hidden character stands."""
        painter = QPainter(self)
        painter.setPen(self._theme.color("warning"))
        for box in self.boxes():
            painter.drawRect(box)

    def boxes(self) -> list[QRect]:
        """Return where the marks of the lines in sight are, in pixels of the viewport."""
        found: list[QRect] = []
        block = self._view.cursorForPosition(self.rect().topLeft()).block()
        while block.isValid():
            boxes = self._boxes_of(block)
            start = self._view.cursorRect(QTextCursor(block))
            if start.top() > self.height():
                break
            found += boxes
            block = block.next()
        return found

    def _boxes_of(self, block: QTextBlock) -> list[QRect]:
        text = block.text()
        boxes = []
        for match in HIDDEN.finditer(text):
            if joins_letters(text, match):
                continue
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + qtext.to_utf16(text, match.start()))
            left = self._view.cursorRect(cursor)
            cursor.setPosition(block.position() + qtext.to_utf16(text, match.end()))
            right = self._view.cursorRect(cursor)
            width = right.left() - left.left() if right.top() == left.top() else _WIDTH
            boxes.append(QRect(left.left(), left.top() + 1, max(_WIDTH, width), left.height() - 3))
        return boxes
