"""Leads to where a value is defined: into a file, or to the field that sets it."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from editor.core.layers import Origin, Scope
from editor.session.places import FieldPlace, FilePlace, definition_of, file_of
from editor.session.project import Project
from editor.session.usage import context_name
from editor.session.workbench import Workbench
from editor.ui.panels.context_panel import ContextPanel
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.widgets.source_editor import SourceEditor
from editor.ui.window.file_flow import FileFlow

_CONTEXT = "context"


class Definitions(QObject):
    """Goes to definitions in one window."""

    panel_wanted = Signal(object)
    """A panel (`QWidget`) whose field is about to get the focus: bring it into sight."""

    def __init__(
        self,
        workbench: Workbench,
        files: FileFlow,
        source: SourceEditor,
        context: ContextPanel,
        identity: IdentityPanel,
    ) -> None:
        super().__init__(source)
        self._workbench = workbench
        self._files = files
        self._source = source
        self._panels: dict[str, ContextPanel | IdentityPanel] = {
            _CONTEXT: context,
            "identity": identity,
        }

    def go_to_name(self, name: str, scope: Scope, project: Project) -> bool:
        """Go to where the value of a variable is defined or, without one, can be; say whether."""
        place = definition_of(name, scope, project)
        if isinstance(place, FilePlace):
            return self.go_to_file(place)
        return place is not None and self._go_to_field(place)

    def go_to_origin(self, origin: Origin, project: Project) -> bool:
        """Go to where a value stands in its file; say whether that is possible."""
        place = file_of(origin, project)
        return place is not None and self.go_to_file(place)

    def go_to_file(self, place: FilePlace) -> bool:
        """Open a file and put the caret at a place of it; say whether it can be opened."""
        self._files.open(place.path)
        document = self._workbench.documents.find(place.path)
        if document is None or self._source.shown is not document:
            return False
        self._source.setFocus(Qt.FocusReason.OtherFocusReason)
        self._source.go_to(document.position_of(place.offset_in(document.text())))
        return True

    def override(self, name: str, scope: Scope, project: Project) -> bool:
        """Go to the context field of `name`; a value of a lower layer is taken over first."""
        key = context_name(name, scope, project)
        winner = scope.winner(name)
        if winner is not None and winner.layer != _CONTEXT:
            project.set_value(key, winner.text)
        return self._focus(FieldPlace(_CONTEXT, key))

    def _go_to_field(self, place: FieldPlace) -> bool:
        """Go to a field; to the file instead if the value stands in one and no field is shown."""
        is_shown = place.file is None or self._panels[place.panel].isVisible()
        if is_shown and self._focus(place):
            return True
        return place.file is not None and self.go_to_file(place.file)

    def _focus(self, place: FieldPlace) -> bool:
        panel = self._panels[place.panel]
        self.panel_wanted.emit(panel)
        if not panel.focus_field(place.key):
            return False
        # Into the control that the user types in. Not by `findChild` with the name: in a dotted
        # path there may be what it takes for a pattern.
        controls = panel.findChildren(QWidget)
        control = next((each for each in controls if each.objectName() == place.field), None)
        if control is not None:
            control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True
