"""The words of a message's card, and what is said of it where it cannot be seen."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from editor.core.hidden import on_one_line
from editor.session.soul_messages import MessageView

MOST_SPOKEN = 2_000
"""Characters of a text that are spoken at most."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("MessageCard", text)


@dataclass(frozen=True, slots=True)
class CardWords:
    """What a card says of its message.

    Attributes:
        name: The section's name, or that it has none.
        role: Who the message is from; empty if the section does not say.
        source: Where the text comes from.
        size: How long it is.
        empty: What stands in the place of an empty text.
        cut: How much of a long text is not shown, or empty.
        spoken: All of the head as one sentence.
    """

    name: str
    role: str
    source: str
    size: str
    empty: str
    cut: str
    spoken: str


def card_words(message: MessageView, shown: int) -> CardWords:
    """Return the words of a card that shows `shown` characters of its message."""
    name = on_one_line(message.name) or _tr("(no name)")
    role = on_one_line(message.role) or _tr("no role")
    source, size = _source(message), _size(message)
    empty = _tr("Supplied at run time.") if message.is_given_at_run_time else _tr("No text.")
    left = message.characters - shown
    cut = _tr("{0} more characters stand in the log.").format(f"{left:,}") if left > 0 else ""
    spoken = ", ".join(filter(None, (name, role, source, size)))
    return CardWords(name, role, source, size, empty, cut, spoken)


def _source(message: MessageView) -> str:
    words = {
        "content": _tr("content"),
        "tool": _tr("sample of the tool"),
        "override": _tr("override"),
        "conversation": _tr("conversation"),
        "built-in": _tr("built-in"),
        "runtime": _tr("supplied at run time"),
    }
    return words.get(message.source, message.source)


def _size(message: MessageView) -> str:
    if message.is_given_at_run_time:
        return ""
    said = _tr("1 char") if message.characters == 1 else _tr("{0} chars")
    tokens = _tr("~1 token") if message.tokens == 1 else _tr("~{0} tokens")
    both = (said.format(f"{message.characters:,}"), tokens.format(f"{message.tokens:,}"))
    return ", ".join(both)
