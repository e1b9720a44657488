"""Shift+Enter in plain text editors: a line break like Enter, where Qt would put U+2028."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit


def break_line(view: QPlainTextEdit, event: QKeyEvent) -> bool:
    """Break the line of `view` if `event` asks for a line separator; say whether it did.

    A view that may only be read takes no such key.
    """
    shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    separates = event.matches(QKeySequence.StandardKey.InsertLineSeparator) or (shifted and enter)
    if not separates or view.isReadOnly():
        return False
    view.textCursor().insertBlock()
    view.ensureCursorVisible()
    return True
