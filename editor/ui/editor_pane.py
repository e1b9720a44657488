"""The editor pane: the source of the file in front with find below, and its notices."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit, QVBoxLayout, QWidget

from editor.core.kinds import FileKind
from editor.core.tokens import Mode
from editor.session import qtext
from editor.session.document import Document
from editor.session.liveview import LiveView
from editor.session.search import Query, all_hits, next_hit, replace_hits
from editor.ui.theme import Theme
from editor.ui.widgets.find_bar import FindBar
from editor.ui.widgets.highlighter import SourceHighlighter
from editor.ui.widgets.marks import span_marks
from editor.ui.widgets.notice_bar import Notice, NoticeBar, NoticeLevel
from editor.ui.widgets.notice_board import NoticeBoard, Posted, Told
from editor.ui.widgets.source_editor import SourceEditor, place_of
from editor.ui.widgets.text_formats import TextFormats

SEARCH_PAUSE = 150
_TOLD_BY_LINE = (
    *(FileKind.PROMPT, FileKind.TEMPLATE, FileKind.VARIABLE),
    *(FileKind.SOUL, FileKind.SLOT),
)
"""Files of which the rendering tells line by line what is data."""


@dataclass(slots=True)
class _Place:
    """Where the user was in a document."""

    cursor: QTextCursor
    scroll: int
    sideways: int


class EditorPane(QWidget):
    """Shows one document at a time and remembers the place in each.

    Its `notices` are placed by the window, so that they are seen without a file too.
    """

    caret_moved = Signal()

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._formats = formats
        self._places: dict[Document, _Place] = {}
        self._highlighters: dict[Document, SourceHighlighter] = {}
        self._board = NoticeBoard()
        self._posted: Posted | None = None
        self._live: LiveView | None = None
        self._hits: list[tuple[int, int]] = []
        self._problem_marks: list[QTextEdit.ExtraSelection] = []
        self.source = SourceEditor(theme, self)
        self.notices = NoticeBar(self)
        self.find_bar = FindBar(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.source, 1)
        layout.addWidget(self.find_bar)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_PAUSE)
        self._pause.timeout.connect(self._search)
        self.source.caret_moved.connect(self.caret_moved)
        self.source.escaped.connect(self._escaped)
        self.source.scrolled.connect(self._mark_hits)
        self.source.sight_changed.connect(self._tell_sight)
        self.find_bar.text_changed.connect(self._search)
        self.find_bar.next_requested.connect(self.find_next)
        self.find_bar.previous_requested.connect(self.find_previous)
        self.find_bar.replace_requested.connect(self.replace_one)
        self.find_bar.replace_all_requested.connect(self.replace_all)
        self.find_bar.closed.connect(self._find_closed)
        self.notices.dismissed.connect(self._notice_dismissed)
        theme.changed.connect(self._theme_changed)

    def show_document(self, document: Document | None, live: LiveView | None) -> None:
        """Show `document` where the user left it; a file's first line of text the first time."""
        before = self.source.shown
        if before is not None:
            before.lines_changed.disconnect(self._text_changed)
            before.settled.disconnect(self._text_settled)
            self._places[before] = _Place(
                self.source.textCursor(),
                self.source.verticalScrollBar().value(),
                self.source.horizontalScrollBar().value(),
            )
        if before is not document:
            self._drop_information()
        self._live = live
        self._hits = []
        if before is not document:
            self._problem_marks = []
        self.source.show_document(document)
        if document is not None:
            self._board.see(document)
            document.lines_changed.connect(self._text_changed)
            document.settled.connect(self._text_settled)
            if live is not None:
                self._highlight(document, live)
            self._return_to_place(document)
        self._tell_sight()
        self._show_notices()
        self._search()

    def forget(self, document: Document) -> None:
        """Drop what is remembered of a document that is closed."""
        if self.source.shown is document:
            self.show_document(None, None)
        self._places.pop(document, None)
        self._board.forget(document)
        self._show_notices()
        highlighter = self._highlighters.pop(document, None)
        if highlighter is not None:
            highlighter.detach()

    def place_of(self, document: Document) -> tuple[int, int]:
        """Return line and column (from 1) of the caret in a document that was shown."""
        if self.source.shown is document:
            return self.source.place()
        place = self._places.get(document)
        return place_of(place.cursor) if place is not None else (1, 1)

    def show_problems(self, marks: list[QTextEdit.ExtraSelection]) -> None:
        """Draw the marks of problems beside those of hits."""
        self._problem_marks = marks
        self._mark_hits()

    def tell(self, document: Document | None, notice: Notice) -> None:
        """Show a notice whenever `document` is in front, when its turn comes."""
        self.hear(Told(document, notice))

    def is_told(self, document: Document | None, key: str) -> bool:
        """Whether a notice is still there, shown or waiting."""
        return self._board.has(document, key)

    def hear(self, told: Told) -> None:
        """Show what is told of a document, and no more what is settled."""
        self._board.hear(told)
        self._show_notices()

    def open_find(self, with_replace: bool) -> None:
        """Open the find bar with the selected text."""
        selected = self.source.textCursor().selectedText()
        self.find_bar.open(selected if "\u2029" not in selected else "", with_replace)

    def find_next(self) -> None:
        """Select the next hit behind the caret, going round at the end."""
        self._go_to_hit(backwards=False)

    def find_previous(self) -> None:
        """Select the hit before the caret, going round at the start."""
        self._go_to_hit(backwards=True)

    def replace_one(self) -> None:
        """Replace the selected hit and select the next one."""
        self._search()
        cursor = self.source.textCursor()
        selected = (cursor.selectionStart(), cursor.selectionEnd())
        document = self.source.shown
        if document is not None and selected in self._hits:
            replacement = self.find_bar.replacement
            replace_hits(document, [selected], replacement)
            self.source.go_to(selected[0] + qtext.utf16_length(replacement))
            self._search()
        self.find_next()

    def replace_all(self) -> None:
        """Replace every hit as one undo step."""
        self._search()
        if self.source.shown is not None:
            replace_hits(self.source.shown, self._hits, self.find_bar.replacement)
            self._search()

    def _highlight(self, document: Document, live: LiveView) -> None:
        """Colour a document by its rendering; of another kind of file that is another one."""
        highlighter = self._highlighters.get(document)
        if highlighter is not None and highlighter.live is not live:
            highlighter.detach()
            highlighter.deleteLater()
            highlighter = None
        if highlighter is None:
            self._highlighters[document] = SourceHighlighter(
                document.qdocument, live, self._formats, _data_mode(document)
            )
        else:
            highlighter.read_as(_data_mode(document))

    def _return_to_place(self, document: Document) -> None:
        place = self._places.get(document)
        if place is None:
            # The form shows the frontmatter, so a file opens at its text.
            self.source.scroll_to(self._live.head_lines if self._live is not None else 0)
            return
        self.source.setTextCursor(place.cursor)
        self.source.verticalScrollBar().setValue(place.scroll)
        self.source.horizontalScrollBar().setValue(place.sideways)

    def _go_to_hit(self, *, backwards: bool) -> None:
        if self.find_bar.isHidden() and not self.find_bar.text:
            self.open_find(with_replace=False)
            return
        self._search()
        cursor = self.source.textCursor()
        position = cursor.selectionStart() if backwards else cursor.selectionEnd()
        hit = next_hit(self._hits, position, backwards=backwards)
        if hit is not None:
            self.source.go_to(hit[0], hit[1] - hit[0])
            self.find_bar.show_count(self._hits.index(hit) + 1, len(self._hits))

    def _text_changed(self, _change: object) -> None:
        self._hits = []  # places in the text as it was
        if not self.find_bar.isHidden():
            self._pause.start()

    def _search(self) -> None:
        self._pause.stop()
        document = self.source.shown
        query = Query(self.find_bar.text, self.find_bar.match_case)
        self._hits = all_hits(document, query) if document is not None else []
        self.find_bar.show_count(0, len(self._hits))
        self._mark_hits()

    def _mark_hits(self) -> None:
        lines = self.source.visible_lines(self.source.viewport().height())
        if not self._hits or not lines or self.find_bar.isHidden():
            self.source.show_marks(self._problem_marks)
            return
        document = self.source.document()
        first = document.findBlockByNumber(lines[0][0]).position()
        last_block = document.findBlockByNumber(lines[-1][0])
        last = last_block.position() + last_block.length()
        seen = [hit for hit in self._hits if hit[1] >= first and hit[0] <= last]
        hits = span_marks(document, seen, self._theme.color("search.hit"))
        self.source.show_marks([*self._problem_marks, *hits])

    def _escaped(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_bar()

    def _find_closed(self) -> None:
        self._search()
        self.source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _text_settled(self) -> None:
        if self._posted is not None and self.source.shown is not None:
            self._board.drop_passing(self.source.shown)
            self._drop_information()

    def _drop_information(self) -> None:
        """Mere information is shown once."""
        if self._posted is not None and self._posted.notice.level is NoticeLevel.INFO:
            self._board.drop(self._posted)
        self._show_notices()

    def _notice_dismissed(self) -> None:
        if self._posted is not None:
            self._board.drop(self._posted)
        self._show_notices()

    def _show_notices(self) -> None:
        waiting = self._board.waiting(self.source.shown)
        self._posted = waiting[0] if waiting else None
        shown = self._posted.notice if self._posted is not None else None
        self.notices.show_notice(shown, max(0, len(waiting) - 1))

    def _tell_sight(self) -> None:
        """Let the lines in sight be rendered first."""
        lines = self.source.lines_in_sight()
        if self._live is not None and lines:
            self._live.set_visible(lines.start, lines.stop - 1)
            highlighter = self._highlighters.get(self._live.document)
            if highlighter is not None:  # it is made only when the document is shown
                highlighter.set_sight(lines)

    def _theme_changed(self) -> None:
        self._mark_hits()
        for highlighter in self._highlighters.values():
            highlighter.rehighlight()


def _data_mode(document: Document) -> Mode | None:
    """How to colour a file that is data from end to end."""
    if document.kind in _TOLD_BY_LINE:
        return None
    suffix = document.path.suffix.lower() if document.path else ""
    return {".json": Mode.JSON, ".yaml": Mode.YAML, ".yml": Mode.YAML}.get(suffix)
