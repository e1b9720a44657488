"""A line typed into a section's text: only that line is resolved again, the other pieces stay."""

from dataclasses import replace

from editor.core.layers import Piece, PieceKind, Scope
from editor.core.placeholders import Mustache
from editor.core.rendering import resolve
from editor.core.spans import Span
from editor.core.yaml_retyping import Retyped
from editor.formats.base import Message
from editor.formats.soul_assembly import SectionLayer
from editor.formats.soul_sections import Section
from editor.session.soul_messages import Group, SoulSetting
from editor.session.soul_places import SectionPlaces

_Split = tuple[list[Piece], list[Piece], list[Piece]]


def retyped_group(
    old: Group, section: Section, typed: Retyped, line: int, setting: SoulSetting
) -> Group | None:
    """Return the messages of a section in which a line was typed anew, without assembling it.

    Args:
        old: Its messages before.
        section: The section as it is now.
        typed: What was typed.
        line: The number of the line in the section's lines.
        setting: What the soul is shown with.

    Returns:
        None if the line is no part of the text that is sent: other pieces may say where it is.
    """
    message = old.messages[0] if len(old.messages) == 1 else None
    if message is None or not _is_sent(message, section, typed, setting.provider):
        return None
    scope = setting.samples.scope(section.limit)
    pieces = retyped_pieces(message.pieces, typed, scope)
    group = Group((replace(message, pieces=pieces),))
    if old.places is not None:
        group.places = retyped_places(old.places, typed, line, scope)
    return group


def retyped_pieces(old: tuple[Piece, ...], typed: Retyped, scope: Scope) -> tuple[Piece, ...]:
    """Return the pieces of a text in which a line was typed anew.

    They are those that resolving all of it would give: no placeholder spans a line end.
    """
    above, own, below = _split(old, typed)
    first, last, end = own[0], own[-1], typed.start + typed.old
    tail = ""  # the line's end, and empty lines behind it, are in one piece with its text
    if last.source.end > end:
        tail = last.text[len(last.text.rstrip("\n")) :]
    text = typed.new[typed.indent :] + tail
    shift = first.output.start
    new = [
        piece.shifted(typed.start + typed.indent, shift)
        for piece in resolve(text, scope, Mustache()).pieces
    ]
    if tail:
        source = Span(new[-1].source.start, last.source.end + typed.by)
        new[-1] = replace(new[-1], source=source)
    further = new[-1].output.end - last.output.end
    if typed.by or further:
        below = [piece.shifted(typed.by, further) for piece in below]
    return (*above, *new, *below)


def retyped_places(old: SectionPlaces, typed: Retyped, line: int, scope: Scope) -> SectionPlaces:
    """Return where the placeholders of a section stand, one line of which was typed anew."""
    found = resolve(typed.new[typed.indent :], scope, Mustache()).pieces
    named = tuple(piece.shifted(typed.indent, 0) for piece in found if piece.name is not None)
    if not named and line not in old.pieces:
        return old
    pieces = {number: each for number, each in old.pieces.items() if number != line}
    return SectionPlaces({**pieces, line: named} if named else pieces, old.text_lines)


def _is_sent(message: Message, section: Section, typed: Retyped, provider: str | None) -> bool:
    """Whether the line stands in the text that gives the message."""
    if message.source == SectionLayer.OVERRIDE:
        text = section.overrides.get(provider or "")
    elif message.source == SectionLayer.CONTENT:
        text = section.content
    else:
        return False
    return text is not None and text.span.start < typed.start < text.span.end


def _split(pieces: tuple[Piece, ...], typed: Retyped) -> _Split:
    """Return the pieces above a line as it was, of the line, and below it."""
    start, end = typed.start + typed.indent, typed.start + typed.old
    above = [piece for piece in pieces if piece.source.start < start]
    own = [
        piece
        for piece in pieces[len(above) :]
        if piece.source.start < end
        or (piece.source.start == end and piece.kind is PieceKind.LITERAL)
    ]
    return above, own, list(pieces[len(above) + len(own) :])
