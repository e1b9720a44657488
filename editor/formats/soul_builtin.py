"""The order of eight that a soul without a template part uses, and writing it as one.

Rules: docs/formats.md, Soul.
"""

from functools import lru_cache

from editor.core.edits import Edit
from editor.core.layers import Definition, LayerEntry, Lookup, Piece, PieceKind
from editor.core.spans import LINE_END, Span, usual_line_end
from editor.formats.base import Message
from editor.formats.samples import Samples
from editor.formats.soul_assembly import Source, assemble_section, personality
from editor.formats.soul_sections import Section, read_sections
from editor.formats.soul_text import MARKER, split_soul

_TEMPLATE = """\
- section: admin_identity
  role: system
  content: |
    This is your administrator! Admin pubkey: {{admin_pubkey}}

- section: admin_profile
  role: system
  content: |
    Administrator profile: {{admin_kind0_json}}

- section: admin_relay_list
  role: system
  content: |
    Administrator relay list: {{admin_kind10002_json}}

- section: startup_events
  role: system
  content: |
    Startup events memory: {{startup_events_json}}

- section: adopted_skills
  role: system
  content: |
    {{adopted_skills_content}}

- section: dm_history
  role: expand
  limit: 12

- section: admin_notes
  role: system
  limit: 10
  content: |
    {{admin_notes_content}}
"""


def builtin_template() -> str:
    """Return the built-in sections as a template part, with ``\\n`` line ends."""
    return _TEMPLATE


@lru_cache(maxsize=1)
def builtin_sections() -> tuple[Section, ...]:
    """Return the built-in sections; their places are those of `builtin_template`."""
    return read_sections(_TEMPLATE, Span(0, len(_TEMPLATE))).sections


def builtin_messages(text: str, samples: Samples) -> tuple[Message, ...]:
    """Return the messages of a soul without a marker line.

    All have the source ``built-in``; one whose values are not all given has ``runtime`` and no
    text. What the file does not hold points at its end.

    Args:
        text: The whole file.
        samples: Values and the conversation.
    """
    found = [personality(text, split_soul(text), Source.BUILT_IN)]
    for section in builtin_sections():
        for message in assemble_section(section, samples):
            found.append(_built_in(message, len(text)))
    return tuple(found)


def _built_in(message: Message, end: int) -> Message:
    if any(piece.kind is PieceKind.UNRESOLVED for piece in message.pieces):
        return Message((), message.role, message.section, Source.RUNTIME)
    name = message.section or ""
    pieces = tuple(_placed(piece, Span(end, end), name) for piece in message.pieces)
    return Message(pieces, message.role, name, Source.BUILT_IN)


def _placed(piece: Piece, source: Span, section: str) -> Piece:
    if piece.kind is not PieceKind.LITERAL:
        return Piece(piece.kind, piece.text, source, piece.output, piece.name, piece.lookup)
    layer = Source.BUILT_IN
    lookup = Lookup(section, (LayerEntry(layer, Definition(section, piece.text, layer)),))
    return Piece(PieceKind.VALUE, piece.text, source, piece.output, None, lookup)


def write_template_edits(text: str) -> tuple[Edit, ...]:
    """Return the edit that appends the built-in sections as a template part.

    The new lines end as most of the file do; the personality keeps every byte. A file with a
    marker line needs no edit.
    """
    if split_soul(text).marker is not None:
        return ()
    ending = usual_line_end(text)
    gap = "" if not text else ending * (2 - min(2, _ends(text)))
    part = ending.join([MARKER, "", *_TEMPLATE.split("\n")])
    return (Edit(Span(len(text), len(text)), gap + part),)


def _ends(text: str) -> int:
    """Count the line ends at the end of `text`."""
    return len(LINE_END.findall(text[len(text.rstrip("\r\n")) :]))
