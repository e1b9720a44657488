"""Does what the user wishes with layers: of variables, of sections of souls, of slots."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from editor.core.kinds import FileKind
from editor.formats.slot_overlay import SlotLayerName
from editor.session.comparison import Against, Comparison
from editor.session.document import Document
from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.liveview import LiveView
from editor.session.places import FilePlace
from editor.session.project import Project
from editor.session.slot_edits import SlotEdits, SlotRefused
from editor.session.usage import context_name
from editor.session.workbench import Workbench
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.widgets.notice_bar import Notice, NoticeAction
from editor.ui.widgets.notice_board import Told
from editor.ui.window.definitions import Definitions
from editor.ui.window.file_flow import FileFlow
from editor.workspace.slot_list import Slot

_KEY = "layer"
_CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class _Outside:
    """A reset of a file outside the workspace, ready to be confirmed."""

    deeds: "LayerDeeds"
    project: Project
    path: Path
    wish: LayerWish

    def run(self) -> None:
        self.project.confirm_place(self.path)
        self.deeds.do(self.wish)


class LayerDeeds(QObject):
    """Carries out wishes for the document in front."""

    told = Signal(object)
    """A `Told`: news for the notices of a document."""
    compare_wanted = Signal(object)
    """A `Comparison` to be shown."""

    def __init__(
        self, workbench: Workbench, layers: LayersPanel, files: FileFlow, definitions: Definitions
    ) -> None:
        super().__init__(layers)
        self._workbench = workbench
        self._layers = layers
        self._files = files
        self._definitions = definitions
        self._live: LiveView | None = None
        layers.wished.connect(self.do)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Work for `document` from now on."""
        self._live = live

    def do(self, wish: LayerWish) -> None:
        """Do what the user wishes; what cannot be done is said in the window."""
        live = self._live
        if live is None:
            return
        self._files.flush()
        project = self._workbench.project_of(live.document)
        self.told.emit(Told(live.document, settled=(_KEY,)))
        if wish.command is LayerCommand.OPEN and wish.origin is not None:
            self._definitions.go_to_origin(wish.origin, project)
        elif live.document.kind is FileKind.SLOT and live.document.path is not None:
            slot = project.slots.of(live.document.path)
            try:
                self._do_with_slot(wish, slot, project)
            except SlotRefused as refusal:
                self._refuse(live.document, refusal, wish, project)
        elif wish.command is LayerCommand.COMPARE:
            self.compare_wanted.emit(Comparison(Against.VALUE, wish.name, wish.layer))
        elif wish.layer == _CONTEXT:
            self._do_in_context(wish, project, live)

    def _do_in_context(self, wish: LayerWish, project: Project, live: LiveView) -> None:
        scope = project.scope(live.document.kind)
        key = context_name(wish.name, scope, project)
        if wish.command is LayerCommand.OVERRIDE:
            self._definitions.override(wish.name, scope, project)
        elif wish.command is LayerCommand.RESET:
            project.set_value(key, None)
        elif wish.command is LayerCommand.PIN:
            below = scope.without(_CONTEXT).winner(key)
            if below is not None:
                project.set_value(key, below.text)

    def _do_with_slot(self, wish: LayerWish, slot: Slot, project: Project) -> None:
        edits = SlotEdits(project, self._workbench.documents)
        layer = SlotLayerName(wish.layer)
        if wish.command is LayerCommand.COMPARE:
            self.compare_wanted.emit(_comparison(wish, edits, slot))
        elif wish.command is LayerCommand.OPEN_FOLDER:
            path = slot.app if layer is SlotLayerName.APP else slot.default
            if path is not None:
                QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
        elif wish.command is LayerCommand.RESET_FILE:
            self._reset(slot, layer, edits, project)
        elif wish.command is LayerCommand.OVERRIDE and layer is SlotLayerName.RUNTIME:
            self._edit_runtime(wish.name, slot, edits)
        else:
            self._edit(wish, slot, layer, edits)

    def _edit(self, wish: LayerWish, slot: Slot, layer: SlotLayerName, edits: SlotEdits) -> None:
        deeds: dict[LayerCommand, Callable[[], Document | None]] = {
            LayerCommand.OVERRIDE: lambda: edits.set_here(slot, layer, wish.name),
            LayerCommand.OVERRIDE_FILE: lambda: edits.override_file(slot),
            LayerCommand.ENABLE: lambda: edits.enable(slot, layer, True),
            LayerCommand.DISABLE: lambda: edits.enable(slot, layer, False),
            LayerCommand.PIN: lambda: edits.pin(slot, layer, wish.name),
            LayerCommand.RESET: lambda: edits.reset_key(slot, layer, wish.name),
        }
        document = deeds[wish.command]()
        if document is None or document.path is None:
            return
        found = edits.overlay(slot).layer(layer).definitions.get(wish.name)
        span = found.origin.span if found is not None and found.origin is not None else None
        if wish.command is LayerCommand.OVERRIDE:
            self._definitions.go_to_file(FilePlace(document.path, span))
        else:
            self._files.open(document.path)

    def _edit_runtime(self, key: str, slot: Slot, edits: SlotEdits) -> None:
        """Go to the field of a runtime value; one that is not there is set first."""
        layer = edits.overlay(slot).layer(SlotLayerName.RUNTIME)
        if key and key not in layer.definitions and key not in layer.wrong:
            edits.set_here(slot, SlotLayerName.RUNTIME, key)
        self._layers.slot.runtime.edit(key)

    def _reset(self, slot: Slot, layer: SlotLayerName, edits: SlotEdits, project: Project) -> None:
        """Take all away that a layer says; a file that is open is closed first, as ever."""
        if layer is SlotLayerName.RUNTIME:
            edits.reset_runtime(slot)
            return
        document = self._workbench.documents.find(slot.app)
        is_new = document is not None and self._workbench.documents.is_unborn(document)
        if document is not None and not self._files.close(document):
            return
        if not is_new:
            edits.reset_file(slot)
        project.rescan()
        if slot.default is not None:
            self._files.open(slot.default)

    def _refuse(
        self, document: Document, refusal: SlotRefused, wish: LayerWish, project: Project
    ) -> None:
        actions: tuple[NoticeAction, ...] = ()
        if refusal.outside is not None:
            answer = _Outside(self, project, refusal.outside, wish)
            actions = (NoticeAction(self.tr("Write there"), answer.run),)
        self.told.emit(Told(document, Notice(_KEY, str(refusal), actions=actions)))


def _comparison(wish: LayerWish, edits: SlotEdits, slot: Slot) -> Comparison:
    """Compare whole files as they are written, a template as it is rendered, other keys as such."""
    if wish.name:
        return Comparison(Against.VALUE, wish.name, wish.layer)
    return Comparison(Against.LAYER, SlotLayerName.DEFAULT, wish.layer)
