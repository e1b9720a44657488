"""From a place in a source or a preview to the placeholder there, and on to its definition.

Positions are Qt's; everything is read from the pieces of the live rendering. A value of several
lines and the inside of a template are followed to the very character.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QTextDocument

from editor.core.layers import Origin, Piece, PieceKind, Scope
from editor.core.spans import FoldedText, LineIndex, Span
from editor.formats.definitions import LayerName
from editor.session.livetext import LiveText
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.qtext import from_utf16, line_text, to_utf16
from editor.session.usage import context_name
from editor.session.variable_list import base_of, using_names

Live = TypeVar("Live", bound=LiveView)


@dataclass(frozen=True, slots=True)
class Pointed:
    """The placeholder at a place.

    Attributes:
        piece: Its piece; spans count in its line.
        source_line: The line of the source it stands in, from 0; None for another file's.
        inner: From the template outwards in: the pieces of the template's body at the place,
            the innermost last; empty for a plain value and in a source.
        offset: How far into the last of `inner` the place is, in code points.
    """

    piece: Piece
    source_line: int | None
    inner: tuple[Piece, ...] = ()
    offset: int = 0

    @property
    def name(self) -> str:
        """The placeholder's name."""
        return self.piece.name or ""

    @property
    def inner_name(self) -> str | None:
        """The name of the placeholder at the place inside a template, or None."""
        return next((piece.name for piece in reversed(self.inner) if piece.name), None)


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A place in a file.

    Attributes:
        path: The file.
        span: Where, in code points of its text; None for its start.
        folded: How far behind the start of `span`, counted with folded line ends.
    """

    path: Path
    span: Span | None = None
    folded: int = 0

    def offset_in(self, text: str) -> int:
        """Return the offset in the file's text, clamped to it."""
        if self.span is None:
            return 0
        part = FoldedText(self.span.of(text))
        return min(self.span.start + part.to_original(self.folded), len(text))


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A form field, and the file its value stands in, if it stands in one.

    Attributes:
        panel: ``context`` or ``identity``.
        key: What the field edits: a name, or a dotted path.
        file: Where its value is written, or None.
    """

    panel: str
    key: str
    file: FilePlace | None = None

    @property
    def field(self) -> str:
        """The object name of the field."""
        return f"{self.panel}:{self.key}"


def in_source(live: LiveView, position: int) -> Pointed | None:
    """Return the placeholder whose source text holds the character at a Qt position."""
    block = live.document.qdocument.findBlock(position)
    if not block.isValid():
        return None
    line = block.blockNumber()
    column = from_utf16(live.document.line(line), position - block.position())
    for piece in live.pieces(line):
        if _is_placeholder(piece) and piece.source.contains(column):
            return Pointed(piece, line)
    return None


def at_source_caret(live: LiveView, position: int) -> Pointed | None:
    """Return the placeholder a caret stands in, before or behind."""
    found = in_source(live, position)
    return found or _before_caret(live.document.qdocument, live, position, in_source)


def in_preview(live: LiveText, position: int) -> Pointed | None:
    """Return the placeholder that the character at a Qt position of the preview comes from."""
    block = live.preview.findBlock(position)
    if not block.isValid() or live.reason is not None:
        return None
    column = from_utf16(line_text(block), position - block.position())
    found = live.piece_at(block.blockNumber(), column)
    if found is None or not _is_placeholder(found.piece):
        return None
    inner, offset = _inside(found.piece, found.offset)
    return Pointed(found.piece, found.source_line, inner, offset)


def at_preview_caret(live: LiveText, position: int) -> Pointed | None:
    """Return the placeholder whose text a caret in the preview stands in, before or behind."""
    found = in_preview(live, position)
    return found or _before_caret(live.preview, live, position, in_preview)


def source_start(live: LiveView, pointed: Pointed) -> int | None:
    """Return the Qt position in the source at which a placeholder begins, if it is in it."""
    if pointed.source_line is None:
        return None
    block = live.document.qdocument.findBlockByNumber(pointed.source_line)
    line = live.document.line(pointed.source_line)
    return block.position() + to_utf16(line, pointed.piece.source.start)


def next_use(live: LiveView, name: str, position: int, scope: Scope) -> tuple[int, int] | None:
    """Return the next placeholder of the source that uses `name`, going round at the end.

    Args:
        live: The rendering of the source.
        name: A variable; a template that uses it counts.
        position: Where to begin, a Qt position; the use at it is the last one.
        scope: The layers of `live`.

    Returns:
        Position and length in Qt's count, or None if there is none.
    """
    wanted = using_names(name, live.names(), scope)
    if not wanted:
        return None
    document = live.document.qdocument
    here = document.findBlock(position)
    count = document.blockCount()
    first = here.blockNumber()
    for step in range(count + 1):
        number = (first + step) % count
        pieces = [each for each in live.pieces(number) if each.name in wanted]
        if not pieces:
            continue
        line, start = live.document.line(number), document.findBlockByNumber(number).position()
        for piece in pieces:
            begin = start + to_utf16(line, piece.source.start)
            if (step == 0 and begin <= position) or (step == count and begin > position):
                continue
            return begin, start + to_utf16(line, piece.source.end) - begin
    return None


def inside_template(pointed: Pointed, project: Project) -> FilePlace | None:
    """Return the place in the template's file that a place in its rendering comes from."""
    winner = pointed.piece.lookup.winner if pointed.piece.lookup else None
    if not pointed.inner or winner is None or winner.origin is None or winner.origin.path is None:
        return None
    piece = pointed.inner[0]
    folded = pointed.offset if piece.kind is PieceKind.LITERAL else 0
    return FilePlace(project.workspace.path_of(winner.origin.path), piece.source, folded)


def definition_of(name: str, scope: Scope, project: Project) -> FilePlace | FieldPlace | None:
    """Return where the value of a variable is defined; for one without, where it can be."""
    winner = scope.winner(name)
    file = file_of(winner.origin, project) if winner is not None else None
    layer = winner.layer if winner is not None else LayerName.CONTEXT
    if winner is not None and layer == LayerName.IDENTITY:
        values = project.identity.values()
        base = base_of(name, layer, scope)
        path = next((each.path for each in reversed(values) if each.names[0] == base), None)
        if path is not None:
            return FieldPlace("identity", path, file)
    if layer != LayerName.CONTEXT and file is not None:
        return file
    if scope.layer(LayerName.CONTEXT) is None:  # a name of a soul: samples give it a value
        samples = project.workspace.config.samples
        return None if samples is None else FilePlace(samples)
    return FieldPlace("context", context_name(name, scope, project), file)


def file_of(origin: Origin | None, project: Project) -> FilePlace | None:
    """Return the place in a file that `origin` names, or None if it names no file."""
    if origin is None or origin.path is None:
        return None
    path = project.workspace.path_of(origin.path)
    if origin.span is not None or origin.position is None:
        return FilePlace(path, origin.span)
    try:
        lines = LineIndex(project.source_text(path))
    except (OSError, ValueError):
        return FilePlace(path)
    offset = lines.offset(origin.position.line, origin.position.column)
    return FilePlace(path, Span(offset, offset))


def _is_placeholder(piece: Piece) -> bool:
    return piece.name is not None


def _inside(piece: Piece, offset: int) -> tuple[tuple[Piece, ...], int]:
    """Follow an offset of a piece's text into the pieces it was rendered from."""
    for inner in piece.pieces:
        if inner.output.contains(offset):
            deeper, rest = _inside(inner, offset - inner.output.start)
            return (inner, *deeper), rest
    return (), offset


def _before_caret(
    document: QTextDocument,
    live: Live,
    position: int,
    find: Callable[[Live, int], Pointed | None],
) -> Pointed | None:
    """Ask for the character before a caret, if there is one in its line."""
    if document.findBlock(position).position() >= position:
        return None
    return find(live, position - 1)
