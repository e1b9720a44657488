"""The live rendering of a slot: the template in effect as programs get it, at every key.

The file is one layer of its slot; unsaved text of the others counts too (docs/formats.md, Slots).
While the file cannot be read the last good rendering stays.
"""

from bisect import bisect_left
from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextDocument

from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.layers import Piece
from editor.core.placeholders import Mustache, Syntax
from editor.core.rendering import MOST_RENDERED
from editor.core.spans import LineIndex
from editor.core.tokens import Mode
from editor.formats.slot import SlotFile, SlotFormat, no_mapping
from editor.formats.slot_overlay import TEMPLATE, Overlay
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.livetext import LiveText, PieceAt
from editor.session.no_preview import why_no_preview
from editor.session.previewtext import PreviewText
from editor.session.qtext import from_utf16, lines_as_qt, to_utf16
from editor.session.slot_setting import SlotSetting, sentence
from editor.session.slot_text import ShownTemplate, TemplateLines
from editor.session.sweep import Rerendered

LARGE = 64 * 1024
"""A file of more characters is read after a pause, not at each key."""
MANY = 8 * 1024
"""So is one with more characters outside its template: keys cost far more to read than text."""
PAUSE = 150


class LiveSlot(LiveText):
    """The effective template of the slot that one document is a layer of.

    Signals:
        overlay_changed: `overlay` is another one: any layer of the slot says something else.
    """

    overlay_changed = Signal()
    marks = ("unfilled", "context", "escape", "unresolved")

    def __init__(
        self, document: Document, setting: SlotSetting, parent: QObject | None = None
    ) -> None:
        """Render `document` with `setting` and follow both from now on."""
        super().__init__(document, parent)
        self._setting = setting
        self._preview = PreviewText(self)
        self._rows = 0
        self._waiting: LinesChanged | None = None
        self._followed = document.changes
        self._news: list[Rerendered] = []
        self._switched_off: frozenset[str] = frozenset()
        self._stale_line: int | None = None
        self._is_due = False
        self._good: SlotFile | None = None
        self._file = self._parsed()
        self._lines = TemplateLines(self._file, None, None)
        self._shown = ShownTemplate("", None, None)
        self._overlay = self._whole = setting.overlay(self._file.layer(setting.layer, setting.path))
        self._told_reason: str | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.finish)
        self._take(self._file)
        self._news.clear()
        self._told_names = dict(self.names())
        self._told_stale, self._told_overlay = _told(self.stale), self._overlay
        self._told_reason = self.reason
        document.lines_changed.connect(self._on_lines_changed)
        document.settled.connect(self._on_settled)
        document.kind_changed.connect(self._on_kind_changed)
        document.read_only_changed.connect(self._on_kind_changed)

    @property
    def setting(self) -> SlotSetting:
        """What the slot is shown with."""
        return self._setting

    @property
    def overlay(self) -> Overlay:
        """The slot through all its layers as they are now, broken ones too."""
        return self._overlay

    @property
    def file(self) -> SlotFile:
        """The document as it was read last, with a fault if it has one."""
        return self._file

    @property
    def verdict(self) -> str:
        """What comes out and why, in words, without the layers that are switched off."""
        return self._overlay.without(*self._switched_off).verdict

    @property
    def switched_off(self) -> frozenset[str]:
        """The layers that the preview goes without."""
        return self._switched_off

    @property
    def syntax(self) -> Syntax:
        """How placeholders are written; double braces where there are none."""
        return self._setting.syntax or Mustache()

    @property
    def preview(self) -> QTextDocument:
        """The template as a plain document; read it, never write it."""
        return self._preview.qdocument

    @property
    def reason(self) -> str | None:
        """Why there is no template, in one sentence, or None."""
        is_too_large = len(self._shown.text) > MOST_RENDERED
        why = why_no_preview(self._document, is_too_large=is_too_large) or self._setting.unread
        if why is not None:
            return why
        if self._visible.template is None:
            return sentence(self._visible.verdict)
        return None

    @property
    def stale_line(self) -> int | None:
        """The line of the fault, from 1 as people count, or None."""
        return None if self.stale is None else self._stale_line

    @property
    def is_rendered(self) -> bool:
        """Whether the file could ever be read."""
        return self._good is not None

    @property
    def is_mapped(self) -> bool:
        """Whether the template in effect stands in this very file."""
        winner = self._visible.scope.winner(TEMPLATE)
        own = self._lines.source is not None
        return own and winner is not None and winner.layer == self._setting.layer

    def text(self) -> str:
        """Return the template in effect, character for character; empty if there is none."""
        self.finish()
        return self._shown.text if self.reason is None else ""

    def names(self) -> Mapping[str, int]:
        """Return the placeholders of the template in effect and how often each occurs."""
        return MappingProxyType(self._shown.names)

    def known(self, names: frozenset[str]) -> frozenset[str]:
        """Return all names there are: whatever a template asks for, a program fills in."""
        own = (piece.name for line in self._lines.placeholders.values() for piece in line)
        return names.union(self._shown.names, filter(None, own))

    def unresolved(self) -> int:
        """Return how many placeholders the values left as typed; none if they are not filled."""
        return self._shown.unresolved() if self._setting.fill else 0

    def mark_of(self, piece: Piece) -> str:
        """Return the mark of a piece; what nobody asked to fill is a mere placeholder."""
        if piece.name is not None and not self._setting.fill:
            return "unfilled"
        return super().mark_of(piece)

    def pieces(self, source_line: int) -> tuple[Piece, ...]:
        """Return the placeholders of a line; their spans count from its start."""
        origin = self._origin(source_line)
        return () if origin is None else self._lines.placeholders.get(origin, ())

    def line_mode(self, source_line: int) -> Mode | None:
        """Return that the file is YAML, but for a template that is a block of text."""
        origin = self._origin(source_line)
        return None if origin is not None and origin in self._lines.text_lines else Mode.YAML

    def preview_line(self, source_line: int) -> int:
        """Return the line of the preview where a source line begins, or would."""
        origin = self._origin(source_line)
        if origin is None:
            origin = self._waiting.first if self._waiting is not None else 0
        rows = range(len(self._shown.rows))
        return min(bisect_left(rows, origin, key=self._line_of_row), max(0, len(rows) - 1))

    def source_line(self, preview_line: int) -> tuple[int, int]:
        """Return the source line a preview line comes from; each is of a line of its own."""
        return self._placed(self._line_of_row(preview_line)), 0

    def rows_of(self, change: Rerendered) -> range:
        """Return all lines: the template may come from elsewhere."""
        return range(len(self._shown.rows))

    def preview_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Return the pieces of a preview line, cut to it; output spans count from its start."""
        return self._shown.row_pieces(preview_line)

    def inner_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Nothing: values of a context have no parts."""
        return ()

    def piece_at(self, preview_line: int, column: int) -> PieceAt | None:
        """Return the piece at a place of the preview; the column counts code points."""
        found = self._shown.piece_at(preview_line, column)
        if found is None:
            return None
        piece, offset = found
        source = self._lines.source
        if not self.is_mapped or source is None:
            return PieceAt(piece, None, offset)
        line = self._lines.line_of(source.span(piece.source).start)
        same = (each for each in self._lines.placeholders.get(line, ()) if each.name == piece.name)
        own = next((each for each in same if each.output == piece.output), None)
        return None if own is None else PieceAt(own, self._placed(line), offset)

    def source_position_at(self, preview_line: int, column: int) -> tuple[int, int]:
        """Return the source line and column that a place in the preview was made from."""
        source, rows = self._lines.source, self._shown.rows
        if not self.is_mapped or source is None or not 0 <= preview_line < len(rows):
            return 0, 0
        text = rows[preview_line].of(self._shown.text)
        output = rows[preview_line].start + from_utf16(text, column)
        offset = source.place(self._shown.place_in_template(output))
        line = self._lines.line_of(offset)
        now = self._placed(line)
        at = offset - self._lines.starts[line] if self._origin(now) == line else 0
        return now, to_utf16(self._document.line(now), at)

    def preview_position_of(self, source_line: int, column: int) -> tuple[int, int]:
        """Return the preview line and column where a place in the source is rendered."""
        origin, source = self._origin(source_line), self._lines.source
        if not self.is_mapped or source is None or origin is None:
            return self.preview_line(source_line), 0
        inside = from_utf16(self._document.line(source_line), column)
        place = source.value_at(self._lines.starts[origin] + inside)
        row, at = self._shown.row_of(self._shown.output_of(place))
        return row, to_utf16(self._shown.rows[row].of(self._shown.text), at)

    def set_visible(self, first: int, last: int) -> None:
        """Do nothing: a template is rendered at once."""

    def set_setting(self, setting: SlotSetting) -> None:
        """Show the slot with other layers, values or placeholders."""
        if setting != self._setting:
            self._setting = setting
            self._render_all()
            self._tell()

    def switch_off(self, layers: frozenset[str]) -> None:
        """Let the preview go without some layers."""
        if layers != self._switched_off:
            self._switched_off = layers
            self._render_all()
            self._tell()

    def finish(self) -> None:
        """Read at once what still waits for a pause."""
        self._pause.stop()
        if self._is_due:
            self._take(self._parsed())
            self._tell()

    def _parsed(self) -> SlotFile:
        return SlotFormat().parse(self._document.text())

    def _on_kind_changed(self) -> None:
        if self._document.kind is FileKind.SLOT:
            self._render_all()
            self._tell()

    def _on_lines_changed(self, change: LinesChanged) -> None:
        if self._followed != self._document.changes - 1:
            return  # one was missed: only all lines make sense again
        self._waiting = change if self._waiting is None else self._waiting.then(change)
        self._followed = self._document.changes

    def _on_settled(self) -> None:
        if self._followed != self._document.changes:  # a fault of the program was in the way
            self._followed = self._document.changes
            self._waiting = LinesChanged(0, len(self._lines.starts), self._document.line_count())
        if self._is_rendered_at_once():
            self._pause.stop()
            self._take(self._parsed())
        else:
            self._is_due = True
            self._pause.start()
        self._tell()

    def _is_rendered_at_once(self) -> bool:
        if self._good is None:
            return True
        count = self._document.character_count()
        block = self._good.template_block
        return count <= LARGE and count - (0 if block is None else len(block)) <= MANY

    def _take(self, file: SlotFile) -> None:
        """Take what was read: render it, or keep what was good."""
        self._is_due = False
        self._file = file
        fault = file.fields.fault or no_mapping(file.fields)
        self.stale = fault
        if fault is not None:
            self._stale_line = LineIndex(file.text).position(fault.offset).line
            own = file.layer(self._setting.layer, self._setting.path)
            self._overlay = self._setting.overlay(own)
            if self._good is None:
                self._whole = self._overlay
            return
        self._good = file
        self._render()
        self._waiting = None

    def _render_all(self) -> None:
        """Render again: what the file is shown with is another setting."""
        own = self._file.layer(self._setting.layer, self._setting.path)
        self._overlay = self._setting.overlay(own)
        self._render()
        self._news = [Rerendered(0, self._document.line_count())]

    def _render(self) -> None:
        """Render the last good file with the layers beside it."""
        setting, good = self._setting, self._good
        before, change = self._lines.placeholders, self._waiting
        if good is None:
            self._whole = self._overlay
        else:
            self._lines = TemplateLines(good, setting.syntax, setting.filling)
            self._whole = setting.overlay(good.layer(setting.layer, setting.path))
            if self.stale is None:
                self._overlay = self._whole
        template = self._visible.template or ""
        is_own = good is not None and template == good.template
        own = self._lines.pieces if is_own else ()  # none, too, where no place of it is known
        self._shown = ShownTemplate(template, setting.syntax, setting.filling, own or None)
        lines = lines_as_qt(self._shown.text) if template else []
        self._preview.replace(0, self._rows, lines)
        self._rows = len(lines)
        if change is not None and self.stale is None:
            self._note_others(before, change)

    def _note_others(self, before: Mapping[int, tuple[Piece, ...]], change: LinesChanged) -> None:
        """Have lines coloured again that did not change but hold other placeholders."""
        moved = {change.moved(line): pieces for line, pieces in before.items()}
        known = {line: pieces for line, pieces in moved.items() if line is not None}
        for line in self._lines.differing(known):
            if not change.first <= line < change.new_end:
                self._news.append(Rerendered(line, 1))

    @property
    def _visible(self) -> Overlay:
        """What the preview shows: the last good file, without the layers switched off."""
        return self._whole.without(*self._switched_off)

    def _line_of_row(self, row: int) -> int:
        """Return the line of the file as it was read that a line of the preview begins in."""
        source, rows = self._lines.source, self._shown.rows
        if source is None or not self.is_mapped or not 0 <= row < len(rows):
            return 0
        place = self._shown.place_in_template(rows[row].start)
        return self._lines.line_of(source.place(place))

    def _origin(self, line: int) -> int | None:
        """Return the number a line had when the file was read, if it was there."""
        if self._waiting is None:
            return line if 0 <= line < self._document.line_count() else None
        return self._waiting.origin(line)

    def _placed(self, line: int) -> int:
        """Return where a line that was read is now; the nearest if it is gone."""
        if self._waiting is None:
            return line
        moved = self._waiting.moved(line)
        return max(0, min(line, self._waiting.new_end - 1)) if moved is None else moved

    def _tell(self) -> None:
        """Emit what is new; nobody is in the midst of a change now."""
        news, self._news = self._news, []
        reason, stale = self.reason, _told(self.stale)
        if reason != self._told_reason:
            self._told_reason = reason
            self.reason_changed.emit()
        for each in news:
            self.rendered.emit(each)
        if stale != self._told_stale:
            self._told_stale = stale
            self.stale_changed.emit()
        if self._overlay != self._told_overlay:
            self._told_overlay = self._overlay
            self.overlay_changed.emit()
        if self._shown.names != self._told_names:
            self._told_names = self._shown.names
            self.names_changed.emit()
        self.updated.emit()


def _told(fault: ParseFault | None) -> tuple[str, int] | None:
    return None if fault is None else (fault.message, fault.offset)
