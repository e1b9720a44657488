"""Enter and Shift+Enter in plain text editors: each breaks the line, whatever line it is.

Left alone, Qt puts U+2028 for Shift+Enter, and Enter in an empty line that has an ending of its
own would only take that ending away, as it ends a list.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit


def break_line(view: QPlainTextEdit, event: QKeyEvent) -> bool:
    """Break the line of `view` if `event` asks for it; say whether it did.

    A view that may only be read takes no such key.
    """
    if view.isReadOnly() or not _breaks(event):
        return False
    view.textCursor().insertBlock()
    view.ensureCursorVisible()
    return True


def _breaks(event: QKeyEvent) -> bool:
    standard = QKeySequence.StandardKey
    shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return (
        event.matches(standard.InsertParagraphSeparator)
        or event.matches(standard.InsertLineSeparator)
        or bool(shifted and enter)
    )
