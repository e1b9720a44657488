"""Showing a text document of the session in a plain text widget."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit

_LAID_OUT = "plainTextLayout"


def make_page(view: QPlainTextEdit) -> None:
    """Make `view` a page to read, select and copy, with mouse or keys."""
    view.setReadOnly(True)
    view.setUndoRedoEnabled(False)
    view.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    view.setFrameShape(QPlainTextEdit.Shape.NoFrame)


def show_in(view: QPlainTextEdit, document: QTextDocument) -> None:
    """Let `view` show `document`, giving it the layout that plain text views need."""
    # Asking for the layout would make the slow one of rich text first.
    if not document.property(_LAID_OUT):
        document.setDocumentLayout(QPlainTextDocumentLayout(document))
        document.setProperty(_LAID_OUT, True)
    document.setDefaultFont(view.font())
    if view.document() is not document:
        view.setDocument(document)
