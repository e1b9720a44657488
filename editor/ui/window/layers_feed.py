"""Feeds the variables table and the layers panel from the document in front."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer

from editor.core.layers import Scope
from editor.session.document import Document
from editor.session.layerview import LayerView
from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.places import at_source_caret, next_use
from editor.session.project import Project
from editor.session.section_layers import section_view
from editor.session.slot_layers import slot_view
from editor.session.usage import context_name, names_used
from editor.session.variable_list import variable_rows, variable_view
from editor.session.workbench import Workbench
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.panels.variables_table import VariablesTable
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.runtime_feed import RuntimeFeed

PAUSE = 150


class LayersFeed(QObject):
    """Keeps both panels true, while they are visible, a pause after the last change."""

    def __init__(
        self,
        workbench: Workbench,
        source: SourceEditor,
        table: VariablesTable,
        layers: LayersPanel,
    ) -> None:
        super().__init__(layers)
        self._workbench = workbench
        self._source = source
        self._table = table
        self._layers = layers
        self.runtime = RuntimeFeed(layers.slot.runtime, self)
        self._live: LiveView | None = None
        self._soul: LiveSoul | None = None
        self._project: Project | None = None
        self._name = ""
        self._section: int | None = None
        self._meant: int | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)
        self._caret_pause = QTimer(self)
        self._caret_pause.setSingleShot(True)
        self._caret_pause.setInterval(PAUSE)
        self._caret_pause.timeout.connect(self.follow_caret)
        source.caret_moved.connect(self._caret_pause.start)
        table.name_selected.connect(self._name_selected)
        table.name_activated.connect(self._go_to_next_use)
        table.installEventFilter(self)
        layers.installEventFilter(self)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the variables of `document`, which `live` renders."""
        if self._live is not None:
            self._live.names_changed.disconnect(self._pause.start)
        if self._soul is not None:
            self._soul.messages_changed.disconnect(self._pause.start)
        if isinstance(self._live, LiveSlot):
            self._live.overlay_changed.disconnect(self._pause.start)
        if self._project is not None:
            self._project.scope_changed.disconnect(self._pause.start)
            self._project.context_changed.disconnect(self._pause.start)
        self._live = live
        self._soul = live if isinstance(live, LiveSoul) else None
        self._project = self._workbench.project_of(document) if document is not None else None
        if live is not None:
            live.names_changed.connect(self._pause.start)
        if self._soul is not None:
            self._soul.messages_changed.connect(self._pause.start)
        if isinstance(live, LiveSlot):
            live.overlay_changed.connect(self._pause.start)
        if self._project is not None:
            self._project.scope_changed.connect(self._pause.start)
            self._project.context_changed.connect(self._pause.start)
        self._name, self._section, self._meant = "", None, None
        if not self._table.isVisible():
            self._table.show_rows(())  # what is selected there is another document's
        self.refresh()
        self.follow_caret()

    def refresh(self) -> None:
        """Show the values, and what the caret stands on, as they are now."""
        self._pause.stop()
        if self._caret_pause.isActive():
            self.follow_caret()
        if self._table.isVisible():
            self._show_table()
        self._show_layers()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when a panel comes into sight."""
        if event.type() == QEvent.Type.Show:
            self.refresh()
        return False

    def _show_table(self) -> None:
        live, project, scope = self._live, self._project, self._scope()
        if live is None or project is None or scope is None:
            self._table.show_rows(())
            return
        order = project.workspace.catalogue.names()
        used = names_used(live.names(), scope)
        known = live.known(project.known_names(live.document.kind))
        self._table.show_rows(variable_rows(used, scope, known, order))

    def _show_layers(self) -> None:
        if not self._layers.isVisible():
            return
        live, project = self._live, self._project
        if isinstance(live, LiveSlot) and project is not None:
            slot = live.setting.slot
            name_of = project.workspace.name_of
            self._layers.show_slot(slot_view(live.overlay, slot, name_of, live.setting.unread))
            self.runtime.show(live, project)
        else:
            self._layers.show_view(self._view())

    def _view(self) -> LayerView | None:
        live, project, scope = self._live, self._project, self._scope()
        if live is None or project is None or scope is None:
            return None
        if self._name:
            known = live.known(project.known_names(live.document.kind))
            is_set = project.context.text(context_name(self._name, scope, project)) is not None
            return variable_view(self._name, scope, known, live.syntax, is_set=is_set)
        soul, section = self._soul, self._section
        if soul is None or section is None or section not in soul.parts.numbers():
            return None
        path = soul.document.path
        return section_view(soul, section, project.workspace.name_of(path) if path else None)

    def _scope(self) -> Scope | None:
        """The layers of the document in front; None for one that is not rendered."""
        live = self._live
        if live is None or self._project is None or live.reason is not None:
            return None
        return self._project.scope(live.document.kind)

    def follow_caret(self) -> None:
        """Show the name under the caret; else the section there, or what the table selects.

        While the keys go to a section's card, that section is meant.
        """
        self._caret_pause.stop()
        live = self._live
        if live is None or self._source.shown is not live.document or self._meant is not None:
            return
        found = at_source_caret(live, self._source.textCursor().position())
        section = None
        if self._soul is not None:
            section = self._soul.parts.at_line(self._source.textCursor().blockNumber())
        other = self._table.selected if section is None else ""
        self._look_at(found.name if found is not None else other, section)

    def mean(self, section: int | None) -> None:
        """Show the section whose card has the keys; None for the place of the source's caret."""
        self._meant = section
        if section is not None:
            self._look_at("", section)

    def _look_at(self, name: str, section: int | None) -> None:
        if (name, section) != (self._name, self._section):
            self._name, self._section = name, section
            self._show_layers()

    def _name_selected(self, name: str) -> None:
        self._caret_pause.stop()
        self._name = name
        self._show_layers()

    def _go_to_next_use(self, name: str) -> None:
        live, scope = self._live, self._scope()
        if live is None or scope is None:
            return
        at = self._source.textCursor().selectionStart()
        found = next_use(live, name, at, scope)
        if found is not None:
            self._source.setFocus(Qt.FocusReason.OtherFocusReason)
            self._source.go_to(*found)
            self._caret_pause.stop()
