"""Does what the user wishes with layers: of variables, of sections of souls, of slots."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from editor.session.comparison import Against, Comparison
from editor.session.document import Document
from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.liveslot import LiveSlot
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.slot_edits import SlotRefused
from editor.session.slot_wishes import Outcome, SlotWishes
from editor.session.usage import context_name
from editor.session.workbench import Workbench
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.widgets.notice_bar import Notice, NoticeAction
from editor.ui.widgets.notice_board import Told
from editor.ui.window.definitions import Definitions
from editor.ui.window.file_flow import FileFlow

_KEY = "layer"
_CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class _Confirmed:
    """A reset of a file outside the workspace, ready to be confirmed."""

    deeds: "LayerDeeds"
    project: Project
    path: Path
    wishes: SlotWishes

    def run(self) -> None:
        self.project.confirm_place(self.path)
        self.deeds.reset(self.wishes, self.path, self.project)


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
        project, path = self._workbench.project_of(live.document), live.document.path
        self.told.emit(Told(live.document, settled=(_KEY,)))
        if wish.command is LayerCommand.OPEN and wish.origin is not None:
            self._definitions.go_to_origin(wish.origin, project)
        elif isinstance(live, LiveSlot) and path is not None:
            wishes = SlotWishes(project, self._workbench.documents, path)
            try:
                self._show(wishes.do(wish), wishes, project)
            except SlotRefused as refusal:
                self._refuse(str(refusal))
        elif wish.command is LayerCommand.COMPARE:
            self.compare_wanted.emit(Comparison(Against.VALUE, wish.name, wish.layer))
        elif wish.layer == _CONTEXT:
            self._do_in_context(wish, project, live)

    def reset(self, wishes: SlotWishes, path: Path, project: Project) -> None:
        """Move a file to the trash; if it is open it is closed first, as ever."""
        documents = self._workbench.documents
        document = documents.find(path)
        is_new = document is not None and documents.is_unborn(document)
        try:
            wishes.require_place()
            if document is not None and not self._files.close(document):
                return
            below = wishes.below() if is_new else wishes.reset_file()
        except SlotRefused as refusal:
            answer = _Confirmed(self, project, path, wishes)
            offer = NoticeAction(self.tr("Write there"), answer.run)
            self._refuse(str(refusal), *([offer] if refusal.outside is not None else []))
            return
        project.rescan()
        if below is not None:
            self._files.open(below.path)

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

    def _show(self, outcome: Outcome, wishes: SlotWishes, project: Project) -> None:
        if outcome.comparison is not None:
            self.compare_wanted.emit(outcome.comparison)
        if outcome.folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(outcome.folder)))
        if outcome.runtime_key is not None:
            self._layers.edit_runtime(outcome.runtime_key)
        if outcome.reset is not None:
            self.reset(wishes, outcome.reset, project)
        if outcome.place is not None and outcome.keeps_caret:
            self._files.open(outcome.place.path)
        elif outcome.place is not None:
            self._definitions.go_to_file(outcome.place)

    def _refuse(self, message: str, *actions: NoticeAction) -> None:
        front = self._workbench.front
        self.told.emit(Told(front, Notice(_KEY, message, actions=actions)))
