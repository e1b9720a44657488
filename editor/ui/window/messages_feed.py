"""Joins the Messages view to the source: the caret's card is marked, a click leads to its place."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.message_places import offset_at, source_offset
from editor.session.project import Project
from editor.session.soul_messages import MessagesChanged
from editor.session.variable_list import variable_view
from editor.session.workbench import Workbench
from editor.ui.preview.messages_view import MessagePlace, MessagesView
from editor.ui.widgets.hover_card import HoverCard
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.definitions import Definitions


class MessagesFeed(QObject):
    """Follows the soul in front."""

    def __init__(
        self,
        workbench: Workbench,
        view: MessagesView,
        source: SourceEditor,
        sections: QWidget,
        card: HoverCard,
        definitions: Definitions,
    ) -> None:
        super().__init__(view)
        self._workbench = workbench
        self._view = view
        self._source = source
        self._sections = sections
        self._card = card
        self._definitions = definitions
        self._live: LiveSoul | None = None
        self._meant: int | None = None
        self._project: Project | None = None
        self._shown = range(0)
        self._is_leading = False
        source.caret_moved.connect(self._show_caret)
        view.chosen.connect(self._go_to_source)
        view.define_requested.connect(self._define)
        view.rested.connect(self._tell)
        view.moved_off.connect(card.hide)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the messages of `document`, if it is a soul."""
        if self._live is not None:
            self._live.updated.disconnect(self._updated)
            self._live.messages_changed.disconnect(self._changed)
        self._live = live if isinstance(live, LiveSoul) else None
        self._project = self._workbench.project_of(document) if document is not None else None
        if self._live is not None:
            self._live.updated.connect(self._updated)
            self._live.messages_changed.connect(self._changed)
        self._show_caret()

    def mean(self, section: int | None) -> None:
        """Mark the messages of this section while its card has the keys; None: no card has."""
        self._meant = section
        self._show_caret()

    def _updated(self) -> None:
        """After a key in the source or a card: show what it became, with the least scrolling."""
        live = self._live
        self._show_caret()
        if live is not None and self._meant is not None and self._meant < live.parts.sections_count:
            rows = live.rows_of(self._meant)
            if rows:
                self._view.reveal(rows.start)
            return
        if live is None or not self._source.hasFocus() or self._source.shown is not live.document:
            return
        cursor = self._source.textCursor()
        row = live.row_at(cursor.blockNumber())
        if row is not None:
            is_long = self._view.exceeds(row)  # to look for the very line costs a pass
            line, column = cursor.blockNumber(), cursor.positionInBlock()
            offset = offset_at(live, row, line, column) if is_long else None
            self._view.reveal(row, offset)

    def _changed(self, change: MessagesChanged) -> None:
        """After a key in a section's card: show what it became."""
        focus = self._sections.focusWidget()
        if change.added == 1 and focus is not None and focus.hasFocus():
            self._view.reveal(change.first)

    def _show_caret(self) -> None:
        live = self._live
        if live is None or self._source.shown is not live.document:
            self._view.mark(range(0))
            return
        if self._meant is not None and self._meant < live.parts.sections_count:
            self._view.mark(live.rows_of(self._meant))
            return
        row = live.row_at(self._source.textCursor().blockNumber())
        rows = range(0) if row is None else live.rows_of(live.message(row).section)
        self._view.mark(rows)
        if rows != self._shown:
            self._shown = rows
            if row is not None and self._source.hasFocus() and not self._is_leading:
                self._view.reveal(row)

    def _go_to_source(self, place: MessagePlace) -> None:
        live = self._live
        if live is None:
            return
        offset = source_offset(live, place.row, place.piece, place.offset)
        if offset is not None:
            self._source.setFocus(Qt.FocusReason.MouseFocusReason)
            self._is_leading = True  # what was clicked stays where it is
            self._source.go_to(live.document.position_of(offset))
            self._is_leading = False

    def _define(self, place: MessagePlace) -> None:
        live, project, piece = self._live, self._project, place.piece
        if live is None or project is None or piece is None or piece.name is None:
            return
        scope = project.scope(live.document.kind)
        self._definitions.go_to_name(piece.name, scope, project)

    def _tell(self, place: MessagePlace | None) -> None:
        live, project = self._live, self._project
        piece = place.piece if place is not None else None
        if place is None or live is None or project is None or piece is None or piece.name is None:
            return
        kind = live.document.kind
        known = project.known_names(kind)
        shown = variable_view(piece.name, project.scope(kind), known, live.syntax)
        window = self._card.parentWidget() or self._view
        corner = self._view.viewport().mapTo(window, place.box.topLeft())
        self._card.show_view(shown, place.box.translated(corner - place.box.topLeft()))
