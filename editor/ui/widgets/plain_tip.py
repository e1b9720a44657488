"""Tool tips that show a text of the user's as it is written."""

from html import escape

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return what makes a tool tip show `text` itself: Qt takes some texts for HTML."""
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'
