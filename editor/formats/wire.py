"""Messages as providers take them, and as an agent's log shows them.

Rules: docs/formats.md, Soul (Output).
"""

from collections.abc import Iterable, Sequence

from editor.formats.base import Message
from editor.formats.soul_assembly import Source
from editor.formats.soul_sections import Role

_RULE = "=" * 60
_LINE_ENDS = "\r\n"


def openai_form(messages: Iterable[Message]) -> dict[str, object]:
    """Return ``{"messages": [{"role", "content"}]}`` of all that is not supplied at run time."""
    return {"messages": [_chat(message) for message in _sent(messages)]}


def anthropic_form(messages: Iterable[Message]) -> dict[str, object]:
    """Return ``{"system", "messages"}``.

    ``system`` is the texts of all system messages without their trailing line ends, joined by a
    blank line; empty ones are left out.
    """
    sent = _sent(messages)
    system = [each.text.rstrip(_LINE_ENDS) for each in sent if each.role == Role.SYSTEM]
    return {
        "system": "\n\n".join(text for text in system if text),
        "messages": [_chat(message) for message in sent if message.role != Role.SYSTEM],
    }


def left_out(messages: Iterable[Message]) -> tuple[str, ...]:
    """Return the sections whose messages both forms leave out, supplied at run time."""
    return tuple(each.section or "" for each in messages if each.source == Source.RUNTIME)


def context_log(messages: Sequence[Message]) -> str:
    """Return the context log, without its first line, which holds the time.

    Between two messages stand two blank lines, whatever their texts end with.
    """
    parts = [f"Sections: {len(messages)}\n"]
    for message in messages:
        head = f"Section: {message.section or ''} | role={message.role or ''}"
        text = message.text.rstrip(_LINE_ENDS)
        parts.append(f"{_RULE}\n{head}\n{_RULE}\n\n{text}\n")
    return parts[0] + "\n" + "\n\n".join(parts[1:])


def _sent(messages: Iterable[Message]) -> list[Message]:
    return [message for message in messages if message.source != Source.RUNTIME]


def _chat(message: Message) -> dict[str, object]:
    return {"role": message.role, "content": message.text}
