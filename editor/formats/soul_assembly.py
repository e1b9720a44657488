"""From the sections of a soul and samples to chat messages.

Rules: docs/formats.md, Soul. One section is assembled without looking at any other.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.json_language import JsonLanguage
from editor.core.layers import Definition, LayerEntry, Lookup, Origin, Piece, PieceKind, Scope
from editor.core.spans import Span
from editor.formats.base import Body, Message
from editor.formats.prompt import render_body
from editor.formats.samples import Sample, Samples, inserted
from editor.formats.soul_sections import MOST_TURNS, Role, Section, SectionText
from editor.formats.soul_text import SoulSplit

SYSTEM_PROMPT = "system_prompt"


class SectionLayer(StrEnum):
    """The layers that a section's text is looked up in, highest first."""

    OVERRIDE = "override"
    TOOL = "tool"
    CONTENT = "content"


class Source(StrEnum):
    """Where a message's text comes from."""

    CONTENT = "content"
    TOOL = "tool"
    OVERRIDE = "override"
    CONVERSATION = "conversation"
    BUILT_IN = "built-in"
    RUNTIME = "runtime"


def tool_arguments(section: Section) -> dict[str, object] | None:
    """Return the loaded arguments of a section's tool; None if they are no JSON object."""
    if section.args is None:
        return {}
    try:
        root = JsonLanguage().parse(section.args.value).root
    except ParseFault:
        return None
    return root.value if root is not None and isinstance(root.value, dict) else None


def tool_result(section: Section, samples: Samples) -> Sample | None:
    """Return what a section's tool gives: its result field, or the result if it is no object.

    Returns:
        None if the section names no tool, or if there is no sample of it with that field: the
        text is then supplied at run time.

    Raises:
        Exception: whatever a caller's function raises.
    """
    tool = samples.tools.get(section.tool.value) if section.tool is not None else None
    args = tool_arguments(section) if tool is not None else None
    result = tool.result(args) if tool is not None and args is not None else None
    if result is None or not isinstance(result.value, Mapping):
        return None if result is None or result.value is None else result
    value = result.value.get(section.result_field)
    return None if value is None else Sample(value, result.origin)


def section_lookup(
    section: Section, samples: Samples, provider: str | None = None, path: str | None = None
) -> Lookup:
    """Return which layer gives the text of a section; the texts are as written.

    A tool without a sample wins over content all the same, with an empty text that is marked as
    generated: it is supplied at run time.

    Args:
        section: The section; one that expands has no such text.
        samples: What its tool gives.
        provider: The provider whose override counts, if any.
        path: The soul as the workspace names it, for the origins.
    """
    override = None if provider is None else section.overrides.get(provider)
    tool = None
    if section.tool is not None and section.tool.value:
        result = tool_result(section, samples)
        text, layer = "", SectionLayer.TOOL
        origin = Origin(path, None, section.tool.span)
        if result is not None:
            text, origin = inserted(result.value, section.limit), result.origin or Origin()
        tool = Definition(section.name or "", text, layer, origin, generated=result is None)
    return Lookup(
        section.name or "",
        (
            LayerEntry(SectionLayer.OVERRIDE, _written(section, override, "override", path)),
            LayerEntry(SectionLayer.TOOL, tool),
            LayerEntry(SectionLayer.CONTENT, _written(section, section.content, "content", path)),
        ),
    )


def _written(
    section: Section, text: SectionText | None, layer: str, path: str | None
) -> Definition | None:
    if text is None:
        return None
    return Definition(section.name or "", text.value, layer, Origin(path, None, text.span))


def assemble_section(
    section: Section, samples: Samples, provider: str | None = None
) -> tuple[Message, ...]:
    """Return the messages of one section: one, or of one that expands two for each turn.

    Args:
        section: The section.
        samples: Values, tool results and the conversation.
        provider: The provider whose override counts, if any.

    Returns:
        Messages whose pieces point at the text that `section` points at. The piece of a tool's
        result and of what was said points at the whole section and has the lookup that gave it.

    Raises:
        Exception: whatever a caller's function raises.
    """
    if section.role is Role.EXPAND:
        return _conversation(section, samples)
    lookup = section_lookup(section, samples, provider)
    winner = lookup.winner
    if winner is None:
        return (_message(section, Source.CONTENT, ()),)
    if winner.layer == SectionLayer.TOOL:
        source = Source.RUNTIME if winner.generated else Source.TOOL
        return (_message(section, source, given_piece(winner.text, section.span, lookup)),)
    is_override = winner.layer == SectionLayer.OVERRIDE
    text = section.overrides.get(provider or "") if is_override else section.content
    pieces = () if text is None else text.render(samples.scope(section.limit))
    return (_message(section, Source(winner.layer), pieces),)


def given_piece(text: str, source: Span, lookup: Lookup) -> tuple[Piece, ...]:
    """Return the piece of a text that a layer gives as a whole; none of an empty text."""
    if not text:
        return ()
    return (Piece(PieceKind.VALUE, text, source, Span(0, len(text)), None, lookup),)


def _message(section: Section, source: Source, pieces: Iterable[Piece]) -> Message:
    return Message(tuple(pieces), section.role_text, section.name, source)


def newest(section: Section, samples: Samples) -> int:
    """Return how many turns of the conversation a section that expands has."""
    return min(len(samples.conversation), section.limit or MOST_TURNS, MOST_TURNS)


def _conversation(section: Section, samples: Samples) -> tuple[Message, ...]:
    turns = samples.conversation[len(samples.conversation) - newest(section, samples) :]
    found = []
    for turn in turns:
        for role, said in ((Role.USER, turn.user), (Role.ASSISTANT, turn.assistant)):
            if said is not None:
                pieces = _said(section, role, said)
                found.append(Message(pieces, role, section.name, Source.CONVERSATION))
    return tuple(found)


def _said(section: Section, role: Role, said: Sample) -> tuple[Piece, ...]:
    layer = Source.CONVERSATION
    definition = Definition(role, said.text(), layer, said.origin)
    lookup = Lookup(role, (LayerEntry(layer, definition),))
    return given_piece(said.text(), section.span, lookup)


def personality(text: str, split: SoulSplit, source: Source = Source.CONTENT) -> Message:
    """Return the first message: what stands above the marker, in which nothing is resolved."""
    pieces = render_body(text, Body(split.personality, None), Scope())
    return Message(pieces, Role.SYSTEM, SYSTEM_PROMPT, source)
