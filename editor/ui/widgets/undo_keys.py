"""The keys of undo and redo, which fields of a file leave to the window."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence


def is_undo(event: QEvent) -> bool:
    """Whether `event` is a key of undo or redo."""
    return isinstance(event, QKeyEvent) and (
        event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
    )
