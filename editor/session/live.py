"""The live pipeline: a file's rendering, equal to its unsaved text at every key.

Changed lines are resolved again and exactly their part of the preview is replaced. A change of
frontmatter reads the frontmatter again; a change of variables renders the lines that use them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextDocument

from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.layers import Piece, Scope
from editor.core.placeholders import Dollar, Syntax
from editor.core.rendering import RenderingTooLarge
from editor.core.tokens import Mode
from editor.formats.definitions import LayerName
from editor.formats.frontmatter import Frontmatter
from editor.session.document import Document
from editor.session.head import Head
from editor.session.linechanges import LinesChanged
from editor.session.livebody import LiveBody, Work
from editor.session.liveline import Line, plain_pieces
from editor.session.livetext import LiveText
from editor.session.no_preview import why_no_preview
from editor.session.previewtext import PreviewText
from editor.session.qtext import from_utf16, to_utf16
from editor.session.sweep import Rerendered, Sweep

__all__ = ["LivePreview", "Rerendered", "Work"]

RETRY = 500
"""Milliseconds after the last change until a rendering that was too large is tried again."""
_WITH_HEAD = frozenset((FileKind.PROMPT, FileKind.TEMPLATE, FileKind.VARIABLE))


class LivePreview(LiveText):
    """The rendering of one document with one scope, as one text.

    Columns of pieces count code points, all other columns are Qt's.
    """

    def __init__(self, document: Document, scope: Scope, parent: QObject | None = None) -> None:
        """Render `document` with `scope` and follow both from now on."""
        super().__init__(document, parent)
        self._preview = PreviewText(self)
        self._body = LiveBody(document, self._preview)
        self._scope = scope
        self._head = Head(document)
        self._is_rendered = self._is_too_large = False
        self._waiting: LinesChanged | None = None
        self._sweep = Sweep(self._body)
        self._head_news = self._stale_news = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._run_sweep)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(RETRY)
        self._retry.timeout.connect(self._try_again)
        self._render_all()
        self._sweep.forget()
        self._body.names_before.clear()
        self._stale_news = False
        document.lines_changed.connect(self._on_lines_changed)
        document.settled.connect(self._on_settled)
        document.kind_changed.connect(self._on_kind_changed)
        document.read_only_changed.connect(self._on_fault_changed)
        self._told_reason = self.reason
        self._followed = document.changes

    @property
    def syntax(self) -> Syntax:
        """Dollar signs."""
        return Dollar()

    @property
    def preview(self) -> QTextDocument:
        """The rendered text as a plain document; read it, never write it."""
        return self._preview.qdocument

    @property
    def reason(self) -> str | None:
        """Why this file has no preview, in one sentence, or None."""
        return why_no_preview(self._document, is_too_large=self._is_too_large)

    @property
    def head(self) -> Frontmatter:
        """The frontmatter as it is now; of its body span only the start counts."""
        return self._head.frontmatter

    @property
    def head_lines(self) -> int:
        """How many lines belong to the head; while it has a fault, as far as last known."""
        if self.reason is None:
            return self._placed(self._body.start)
        return self._head.lines if self._document.kind in _WITH_HEAD else 0

    @property
    def stale_line(self) -> int | None:
        """The line of the fault, from 1 as people count, or None."""
        return None if self.stale is None else self._head.fault_line

    @property
    def is_rendered(self) -> bool:
        """Whether there is a rendering: none yet if the head had a fault from the start."""
        return self._is_rendered

    @property
    def work(self) -> Work:
        """What was done so far."""
        self._body.work.heads_parsed = self._head.reads
        return self._body.work

    def text(self) -> str:
        """Return the rendered text, character for character; the last good one while stale."""
        self.finish()
        return self._body.text()

    def names(self) -> Mapping[str, int]:
        """Return the placeholders in use and how often each occurs."""
        return MappingProxyType(self._body.names)

    def unresolved(self) -> int:
        """Return how many placeholders of the file itself were left as typed."""
        return self._body.unresolved

    def pieces(self, source_line: int) -> tuple[Piece, ...]:
        """Return the pieces of a line; their spans count from its start and its output's."""
        origin = self._origin(source_line)
        if origin is None:
            return ()
        line = self._body.lines[origin]
        return plain_pieces(self._document.line(source_line)) if line is None else line.pieces

    def line_mode(self, source_line: int) -> Mode | None:
        """Return the language of the head for its lines."""
        if source_line >= self.head_lines:
            return None
        fields = self.head.fields
        is_json = fields is not None and fields.language.name == "json"
        return Mode.JSON if is_json else Mode.YAML

    def preview_line(self, source_line: int) -> int:
        """Return the line of the preview where a source line begins, or would."""
        origin = self._origin(source_line)
        if origin is None:
            origin = self._waiting.first if self._waiting else 0
        row = self._body.lines.height_before(origin)
        return min(row, max(0, self._body.lines.total_height() - 1))

    def source_line(self, preview_line: int) -> tuple[int, int]:
        """Return the source line a preview line comes from, and which line of its output."""
        try:
            line, row = self._body.lines.at_height(preview_line)
        except IndexError:
            return min(self.head_lines, self._document.line_count() - 1), 0
        return self._placed(line), row

    def preview_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Return the pieces of a preview line, cut to it; output spans count from its start."""
        found = self._at(preview_line)
        if found is None:
            return ()
        line, row = found
        if line is None:
            return plain_pieces(self._preview.lines(preview_line, 1)[0])
        return line.row_pieces(row)

    def inner_pieces(self, preview_line: int) -> tuple[Piece, ...]:
        """Return what a preview line holds of templates' own values and placeholders.

        Their output spans count from the line's start; literal text of templates is left out.
        """
        line, row = self._at(preview_line) or (None, 0)
        return () if line is None else line.inner_row_pieces(row)

    def source_position_at(self, preview_line: int, column: int) -> tuple[int, int]:
        """Return the source line and column that a place in the preview was made from."""
        found = self._at(preview_line)
        source, _ = self.source_line(preview_line)
        if found is None:
            return source, 0
        line, row = found
        if line is None:
            return source, column
        text = self._preview.lines(preview_line, 1)[0]
        at = line.source_at(row, from_utf16(text, column))
        return source, to_utf16(self._document.line(source), at)

    def preview_position_of(self, source_line: int, column: int) -> tuple[int, int]:
        """Return the preview line and column where a place in the source is rendered."""
        first = self.preview_line(source_line)
        origin = self._origin(source_line)
        if origin is None:
            return first, 0
        line = self._body.lines[origin]
        if line is None:
            return first, column
        if not line.height:
            return first, 0
        at = line.output_at(from_utf16(self._document.line(source_line), column))
        row, inside = line.row_of(at)
        return first + row, to_utf16(self._preview.lines(first + row, 1)[0], inside)

    def set_visible(self, first: int, last: int) -> None:
        """Say which source lines are in sight; they are rendered first."""
        self._sweep.visible = range(first, last + 1)

    def set_scope(self, scope: Scope, changed: frozenset[str] | None = None) -> None:
        """Render with another scope.

        Args:
            scope: The layers from now on.
            changed: The names whose lookups differ; None to find out.
        """
        old, self._scope = self._body.scope, scope
        self._body.scope = new = self._seen_scope()
        if self._is_too_large:
            self._retry.start()
            return
        in_use = self._body.names
        if changed is None:
            changed = frozenset(name for name in in_use if old.lookup(name) != new.lookup(name))
        self._body.generation += 1
        self._sweep.begin(changed)
        if self._sweep.is_needed and self.stale is None:
            self._run_sweep(visible_first=True)

    def finish(self) -> None:
        """Render at once what still waits for its turn."""
        self._run_sweep(to_the_end=True)

    def _seen_scope(self) -> Scope:
        if self._document.kind is FileKind.TEMPLATE:
            return self._scope.without(LayerName.TEMPLATE)
        return self._scope

    def _tell_reason(self) -> None:
        if self.reason != self._told_reason:
            self._told_reason = self.reason
            self.reason_changed.emit()

    def _on_fault_changed(self) -> None:
        if (self._document.fault is not None) != self._had_fault:
            self._on_kind_changed()

    def _on_kind_changed(self) -> None:
        self._begin_anew()
        self._told_reason = ""  # to be told in any case
        self._tell()

    def _begin_anew(self) -> None:
        self._head = Head(self._document)
        self._head_news = True
        self._render_all()

    def _give_up(self) -> None:
        """Show nothing: the rendering is too large."""
        self._is_too_large = True
        self._sweep.forget()
        self._waiting = None
        self._is_rendered = False
        self._body.clear()

    def _try_again(self) -> None:
        """Render what was too large: it was changed, or its values were."""
        self._render_all()
        self._tell()

    def _render_all(self) -> None:
        """Begin anew: another kind of file, or the first time."""
        self._retry.stop()
        self._is_too_large = False
        self._had_fault = self._document.fault is not None
        self._body.scope = self._seen_scope()
        self._body.generation += 1
        self._sweep.forget()
        self._waiting = None
        self._body.clear()
        self._is_rendered = False
        self._stale_news = self.stale is not None
        self.stale = None
        if self.reason is None:
            self._follow(LinesChanged(0, len(self._body.lines), self._document.line_count()))

    def _on_lines_changed(self, change: LinesChanged) -> None:
        if self._followed != self._document.changes - 1:
            return  # one was missed: only all lines make sense again
        if self._document.kind in _WITH_HEAD:
            self._head_news |= self._head.update(change)
        if self.reason is None:
            self._follow(change)
        elif self._is_too_large:
            self._retry.start()
        self._followed = self._document.changes

    def _on_settled(self) -> None:
        if self._followed != self._document.changes:  # a fault of the program was in the way
            self._followed = self._document.changes
            self._begin_anew()
            self._sweep.news.append(Rerendered(0, self._document.line_count()))
            self._tell()
        elif self._sweep.is_needed and self.stale is None:
            self._run_sweep()  # variables that changed while the head had a fault
        else:
            self._tell()

    def _follow(self, change: LinesChanged) -> None:
        """Bring the rendering up to date, or let it wait while the head has a fault."""
        if self._waiting is not None:
            change = self._waiting.then(change)
            self._waiting = None
        fault = self._head.fault
        was_stale = self.stale is not None
        self._stale_news |= _told(fault) != _told(self.stale)
        self.stale = fault
        if fault is not None:
            self._waiting = change
            return
        self._is_rendered = True
        try:
            ranges = self._body.update(change, self._head.lines)
        except RenderingTooLarge:
            self._give_up()
            return
        self._sweep.shift(change)
        if was_stale:
            self._sweep.begin_again()
        self._sweep.news += [Rerendered(each.start, len(each)) for each in ranges[1:]]

    def _origin(self, line: int) -> int | None:
        """Return where a source line is among the rendered lines, if it is there."""
        if not 0 <= line < self._document.line_count() or self.reason is not None:
            return None
        return line if self._waiting is None else self._waiting.origin(line)

    def _placed(self, line: int) -> int:
        """Return where a rendered line is in the source now; the nearest if it is gone."""
        if self._waiting is None:
            return line
        moved = self._waiting.moved(line)
        return min(line, self._waiting.new_end - 1) if moved is None else moved

    def _at(self, preview_line: int) -> tuple[Line, int] | None:
        try:
            line, row = self._body.lines.at_height(preview_line)
        except IndexError:
            return None
        return self._body.lines[line], row

    def _run_sweep(self, to_the_end: bool = False, visible_first: bool = False) -> None:
        """Render for a moment, or `to_the_end`; the rest when the event loop comes back."""
        if not self._sweep.is_needed or self.stale is not None:
            self._timer.stop()
            return
        is_done = True
        try:
            if visible_first:
                self._sweep.render_visible()
            is_done = self._sweep.go_on(to_the_end)
        except RenderingTooLarge:
            self._give_up()
        if is_done:
            self._timer.stop()
        else:
            self._timer.start()
        self._tell()

    def _tell(self) -> None:
        """Emit what is new; nobody is in the midst of a change now."""
        news = self._sweep.taken_news()
        head_news, self._head_news = self._head_news, False
        stale_news, self._stale_news = self._stale_news, False
        self._tell_reason()
        for each in news:
            self.rendered.emit(each)
        if head_news:
            self.head_changed.emit()
        if stale_news:
            self.stale_changed.emit()
        before, self._body.names_before = self._body.names_before, {}
        if any(self._body.names[name] != count for name, count in before.items()):
            self.names_changed.emit()
        self.updated.emit()


def _told(fault: ParseFault | None) -> tuple[str, int] | None:
    return None if fault is None else (fault.message, fault.offset)
