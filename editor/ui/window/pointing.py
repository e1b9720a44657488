"""Hover, click and Ctrl+click on placeholders in the source and in the preview."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.session.document import Document
from editor.session.livetext import LiveText
from editor.session.liveview import LiveView
from editor.session.places import (
    Live,
    Pointed,
    at_preview_caret,
    at_source_caret,
    in_preview,
    in_source,
    inside_template,
    source_start,
)
from editor.session.project import Project
from editor.session.variable_list import variable_view
from editor.session.workbench import Workbench
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.widgets.hover_card import HoverCard
from editor.ui.widgets.placeholder_mouse import PlaceholderMouse
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.definitions import Definitions


class Pointing(QObject):
    """Tells of placeholders and leads from them to their source and their definition."""

    def __init__(
        self,
        workbench: Workbench,
        source: SourceEditor,
        preview: RenderedView,
        card: HoverCard,
        definitions: Definitions,
    ) -> None:
        super().__init__(source)
        self._workbench = workbench
        self._source = source
        self._preview = preview
        self._card = card
        self._definitions = definitions
        self._live: LiveView | None = None
        self._rendering: LiveText | None = None
        self._project: Project | None = None
        self._told: Pointed | None = None
        source_mouse = PlaceholderMouse(source, self._is_in_source)
        source_mouse.rested.connect(self._tell_in_source)
        source_mouse.moved_off.connect(self.hide_card)
        source_mouse.define_requested.connect(self._define_in_source)
        preview_mouse = PlaceholderMouse(preview, self._is_in_preview)
        preview_mouse.rested.connect(self._tell_in_preview)
        preview_mouse.moved_off.connect(self.hide_card)
        preview_mouse.clicked.connect(self._clicked_in_preview)
        preview_mouse.define_requested.connect(self._define_in_preview)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Point at the placeholders of `document`, which `live` renders."""
        if self._live is not None:
            self._live.updated.disconnect(self.hide_card)
        self._live = live if live is not None and live.reason is None else None
        self._rendering = self._live if isinstance(self._live, LiveText) else None
        self._project = self._workbench.project_of(document) if document is not None else None
        if self._live is not None:
            self._live.updated.connect(self.hide_card)
        self.hide_card()

    def hide_card(self) -> None:
        """Tell of nothing."""
        self._told = None
        self._card.hide()

    def describe(self) -> None:
        """Tell of the placeholder at the caret of the view with the focus."""
        view, found = self._at_caret()
        self.hide_card()
        if found is not None:
            self._tell(found, view, view.textCursor().position())
            said = self._card.accessibleName()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, said))

    def go_to_definition(self) -> None:
        """Go to the definition of the placeholder at the caret of the view with the focus."""
        _, found = self._at_caret()
        if found is not None:
            self._define(found)

    def go_to_source(self) -> None:
        """From the caret of the preview go to the placeholder in the source."""
        if self._preview.hasFocus():
            position = self._preview.textCursor().position()
            self._go_to_source(self._find(at_preview_caret, self._rendering, position))

    def _at_caret(self) -> tuple[QPlainTextEdit, Pointed | None]:
        if self._preview.hasFocus():
            position = self._preview.textCursor().position()
            return self._preview, self._find(at_preview_caret, self._rendering, position)
        position = self._source.textCursor().position()
        return self._source, self._find(at_source_caret, self._live, position)

    def _find(
        self, find: Callable[[Live, int], Pointed | None], live: Live | None, position: int
    ) -> Pointed | None:
        if live is None or self._source.shown is not live.document:
            return None
        return find(live, position)

    def _in_source(self, position: int) -> Pointed | None:
        return self._find(in_source, self._live, position)

    def _in_preview(self, position: int) -> Pointed | None:
        return self._find(in_preview, self._rendering, position)

    def _is_in_source(self, position: int) -> bool:
        return self._in_source(position) is not None

    def _is_in_preview(self, position: int) -> bool:
        return self._in_preview(position) is not None

    def _tell_in_source(self, position: int) -> None:
        self._tell(self._in_source(position), self._source, position)

    def _tell_in_preview(self, position: int) -> None:
        self._tell(self._in_preview(position), self._preview, position)

    def _define_in_source(self, position: int) -> None:
        self._define(self._in_source(position))

    def _define_in_preview(self, position: int) -> None:
        self._define(self._in_preview(position))

    def _clicked_in_preview(self, position: int) -> None:
        self._go_to_source(self._in_preview(position))

    def _go_to_source(self, found: Pointed | None) -> None:
        if found is None or self._live is None:
            return
        start = source_start(self._live, found)
        if start is not None:
            self._source.go_to(start)
            self._source.setFocus(Qt.FocusReason.MouseFocusReason)

    def _define(self, found: Pointed | None) -> None:
        scope, project = self._scope(), self._project
        if found is None or scope is None or project is None:
            return
        self.hide_card()
        place = inside_template(found, project)
        if place is not None:
            self._definitions.go_to_file(place)
        else:
            self._definitions.go_to_name(found.name, scope, project)

    def _tell(self, found: Pointed | None, view: QPlainTextEdit, position: int) -> None:
        scope, project, live = self._scope(), self._project, self._live
        if found is None or scope is None or project is None or live is None:
            self.hide_card()
            return
        told = Pointed(found.piece, found.source_line, found.inner)
        if told == self._told and self._card.isVisible():
            return
        self._told = told
        known = live.known(project.known_names(live.document.kind))
        note = ""
        if found.inner_name is not None:
            note = self.tr("Here in the template: {0}").format(
                variable_view(found.inner_name, project.scope(FileKind.TEMPLATE), known).verdict
            )
        shown = variable_view(found.name, scope, known, live.syntax)
        self._card.show_view(shown, self._place(view, position), note)

    def _scope(self) -> Scope | None:
        if self._live is None or self._project is None:
            return None
        return self._project.scope(self._live.document.kind)

    def _place(self, view: QPlainTextEdit, position: int) -> QRect:
        """Where a position is painted, in the window's coordinates."""
        cursor = QTextCursor(view.document())
        cursor.setPosition(position)
        box = view.cursorRect(cursor)
        window = self._card.parentWidget() or view
        corner = view.viewport().mapTo(window, QPoint(box.left(), box.top()))
        return QRect(corner, box.size())
