"""Why a document has no preview, in one sentence."""

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.event_view import why_no_event

_NOT_TEXT = "The file is not UTF-8, so nothing can read it as a prompt. Reopen it in its encoding."
_TOO_LARGE = (
    "With its values filled in, this file has more than ten million characters, so it is not shown."
)
_MOST_LOOKED_AT = 64 * 1024
_REASONS = {
    FileKind.VARIABLE: "An extra variable is inserted as it is: its text is what prompts get.",
    FileKind.IDENTITY: "The identity is not sent by itself: its values fill the variables.",
    FileKind.CONTEXT: "A context is not sent by itself: its values fill the variables.",
    FileKind.WORKSPACE: "The workspace file is not sent: it says where everything is.",
    FileKind.SAMPLES: "Samples are not sent by themselves: they fill souls.",
    FileKind.SOUL: "A soul is shown as its messages.",
    FileKind.TEXT: "This file is no prompt or template, so nothing of it is sent.",
}


def why_no_preview(document: Document, *, is_too_large: bool) -> str | None:
    """Return why `document` has no preview, or None if it has one.

    Args:
        document: The document.
        is_too_large: Whether its rendering has more than `MOST_RENDERED` characters.
    """
    if document.fault is not None:
        return _NOT_TEXT
    if is_too_large:
        return _TOO_LARGE
    # Asked at every key: whether a long text is meant as an event is said when it is opened.
    is_long = document.character_count() > _MOST_LOOKED_AT
    return (None if is_long else why_no_event(document)) or _REASONS.get(document.kind)


def why_no_messages(document: Document, *, is_too_large: bool) -> str | None:
    """Return why a soul has no messages, or None if it has; the arguments are the same."""
    if document.fault is not None:
        return _NOT_TEXT
    return _TOO_LARGE if is_too_large else None
