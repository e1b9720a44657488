"""Where the placeholders of a section stand in its lines, and which of its lines are text."""

from bisect import bisect_right
from dataclasses import dataclass, field

from editor.core.layers import Piece, PieceKind
from editor.core.spans import LineIndex, Span
from editor.formats.samples import Samples
from editor.formats.soul_sections import Section


@dataclass(frozen=True, slots=True)
class SectionPlaces:
    """What the lines of one section hold.

    Attributes:
        pieces: For a line (from 0, counted in the section), its placeholders with spans that
            count from the line's start.
        text_lines: The lines that are nothing but text of a literal or folded block.
    """

    pieces: dict[int, tuple[Piece, ...]] = field(default_factory=dict)
    text_lines: frozenset[int] = frozenset()


def places_of(section: Section, text: str, samples: Samples) -> SectionPlaces:
    """Return where the placeholders of a section stand, those of all overrides included.

    Args:
        section: The section.
        text: The text that its places count in; it begins with the section's first line.
        samples: What the names stand for.
    """
    index = LineIndex(text)
    first = bisect_right(index.starts, section.span.start) - 1
    scope = samples.scope(section.limit)
    found: dict[int, list[Piece]] = {}
    for each in section.texts:
        if each.read_only:
            continue  # it stands where its anchor is
        for piece in each.render(scope):
            if piece.name is not None and piece.kind is not PieceKind.LITERAL:
                line = bisect_right(index.starts, piece.source.start) - 1
                start = index.starts[line]
                if piece.source.end <= index.line_span(line + 1).end:
                    moved = piece.shifted(-start, 0)
                    found.setdefault(line - first, []).append(moved)
    blocks = {line - first for line in _block_lines(section, index)}
    return SectionPlaces({line: tuple(each) for line, each in found.items()}, frozenset(blocks))


def _block_lines(section: Section, index: LineIndex) -> set[int]:
    """Return the numbers of the lines of `index` that hold text of blocks."""
    lines: set[int] = set()
    for each in section.texts:
        block = each.node.block
        if block is None or each.read_only or not len(block.content):
            continue
        content: Span = block.content.shifted(each.base)
        start = bisect_right(index.starts, content.start) - 1
        end = bisect_right(index.starts, content.end - 1)
        lines.update(range(start, end))
    return lines
