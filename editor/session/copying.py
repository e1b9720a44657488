"""What can be copied of a rendering, as text: messages for providers, the log, a Python call."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from editor.core.layers import Piece, PieceKind
from editor.core.spans import Span
from editor.formats.base import Message
from editor.formats.soul_sections import Role
from editor.formats.wire import anthropic_form, context_log, left_out, openai_form
from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.livetext import LiveText
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.workspace.contexts import NOW


class WireForm(StrEnum):
    """The form of a provider's API."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class CopyForm(StrEnum):
    """What a rendering can be copied as."""

    TEXT = "text"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    LOG = "log"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class Wire:
    """Messages as a provider takes them.

    Attributes:
        text: JSON.
        left_out: The sections that are supplied at run time, which are not in it.
    """

    text: str
    left_out: tuple[str, ...]


def wire(messages: Sequence[Message], form: WireForm) -> Wire:
    """Return `messages` in the form of a provider."""
    forms: dict[WireForm, Callable[[Sequence[Message]], dict[str, object]]] = {
        WireForm.OPENAI: openai_form,
        WireForm.ANTHROPIC: anthropic_form,
    }
    return Wire(_json(forms[form](messages)), left_out(messages))


def messages_of(live: LiveView) -> tuple[Message, ...]:
    """Return the messages of a rendering; a prompt is one message of the user's."""
    if isinstance(live, LiveSoul):
        return live.sent()
    if isinstance(live, LiveText):
        text = live.text()
        piece = Piece(PieceKind.LITERAL, text, Span(0, len(text)), Span(0, len(text)))
        return (Message((piece,), Role.USER),)
    return ()


def log_of(live: LiveView) -> str:
    """Return the context log of a soul's messages."""
    return context_log(messages_of(live))


def copy_forms(live: LiveView | None) -> tuple[CopyForm, ...]:
    """Return what `live` can be copied as; nothing if it has no rendering."""
    if live is None or live.reason is not None:
        return ()
    if isinstance(live, LiveSlot):
        return (CopyForm.TEXT,)
    last = CopyForm.LOG if isinstance(live, LiveSoul) else CopyForm.CALL
    return (CopyForm.TEXT, CopyForm.OPENAI, CopyForm.ANTHROPIC, last)


def copied_as(live: LiveView, form: CopyForm, project: Project) -> str:
    """Return a rendering as text for the clipboard."""
    if form is CopyForm.TEXT:
        return live.text()
    if form is CopyForm.LOG:
        return log_of(live)
    if form is CopyForm.CALL:
        return load_prompt_call(live.document.path, project)
    return wire(messages_of(live), WireForm(form.value)).text


def load_prompt_call(path: Path | None, project: Project) -> str:
    """Return Python that loads a prompt with the context in force.

    Args:
        path: The prompt's file, or None if it is not saved yet.
        project: Its workspace, with the context.
    """
    name = "NAME" if path is None else path.stem
    folder = project.root if path is None else path.parent
    values = {key: value for key, value in project.context.effective().items() if key != NOW}
    return (
        "from editor import load_prompt\n\n"
        f"prompt = load_prompt(\n    {name!r},\n    base_dir={str(folder)!r},\n"
        f"{_context(values)})\n"
    )


def _context(values: Mapping[str, str]) -> str:
    if not values:
        return ""
    lines = "".join(f"        {key!r}: {value!r},\n" for key, value in values.items())
    return f"    context={{\n{lines}    }},\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
