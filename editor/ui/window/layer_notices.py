"""Tells, above the editor, that a higher layer decides, or that a default has changed."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.layers import Origin
from editor.session.comparison import Against, Comparison
from editor.session.default_watch import DefaultWatch
from editor.session.document import Document
from editor.session.higher_layers import higher_layer
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.ui.widgets.notice_bar import Notice, NoticeAction, NoticeLevel
from editor.ui.widgets.notice_board import Told
from editor.ui.window.definitions import Definitions

_HIGHER, _DEFAULT = "higher-layer", "default-changed"
_PAUSE = 150


@dataclass(frozen=True, slots=True)
class _GoThere:
    """The place of the value that wins, ready to be gone to."""

    definitions: Definitions
    project: Project
    live: LiveView
    name: str
    origin: Origin | None

    def run(self) -> None:
        if self.origin is None or not self.definitions.go_to_origin(self.origin, self.project):
            scope = self.project.scope(self.live.document.kind)
            self.definitions.go_to_name(self.name, scope, self.project)


@dataclass(frozen=True, slots=True)
class _Changed:
    """A changed default, ready to be looked at or to be taken for known."""

    notices: "LayerNotices"
    document: Document

    def compare(self) -> None:
        self.notices.compare_wanted.emit(Comparison(Against.LAYER, "default", "app"))

    def know(self) -> None:
        self.notices.know(self.document)


class LayerNotices(QObject):
    """Keeps two notices of the document in front true."""

    told = Signal(object)
    """A `Told`: news for the notices of a document."""
    compare_wanted = Signal(object)
    """A `Comparison` to be shown."""
    runtime_wanted = Signal()
    """The runtime values of the slot in front shall be shown."""

    def __init__(self, workbench: Workbench, watch: DefaultWatch, definitions: Definitions) -> None:
        super().__init__(definitions)
        self._workbench = workbench
        self._watch = watch
        self._definitions = definitions
        self._live: LiveView | None = None
        self._said: dict[Document, str] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.refresh)
        workbench.outside.looked.connect(self._pause.start)
        workbench.documents.closed.connect(self._forget)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Follow `document` from now on."""
        if self._live is not None:
            self._live.updated.disconnect(self._pause.start)
        self._live = live
        if live is not None:
            live.updated.connect(self._pause.start)
        self.refresh()

    def refresh(self) -> None:
        """Look again, and tell what is new."""
        self._pause.stop()
        if self._live is not None:
            self._tell_higher(self._live)
            self._tell_default(self._live.document)

    def know(self, document: Document) -> None:
        """Take the default as it is now for known."""
        self._watch.remember(document)
        self.told.emit(Told(document, settled=(_DEFAULT,)))

    def _tell_higher(self, live: LiveView) -> None:
        document = live.document
        project = self._workbench.project_of(document)
        found = higher_layer(project, live)
        words = found.words if found is not None else ""
        if self._said.get(document, "") == words:
            return  # what was dismissed stays so until it is another
        self._said[document] = words
        if found is None:
            self.told.emit(Told(document, settled=(_HIGHER,)))
            return
        if found.name or found.origin is not None:
            there = _GoThere(self._definitions, project, live, found.name, found.origin)
            actions = (NoticeAction(self.tr("Go there"), there.run),)
        else:
            actions = (NoticeAction(self.tr("Go there"), self.runtime_wanted.emit),)
        self.told.emit(Told(document, Notice(_HIGHER, words, NoticeLevel.WARNING, actions)))

    def _tell_default(self, document: Document) -> None:
        if not self._watch.has_changed(document):
            self.told.emit(Told(document, settled=(_DEFAULT,)))
            return
        answer = _Changed(self, document)
        actions = (
            NoticeAction(self.tr("Compare"), answer.compare),
            NoticeAction(self.tr("Mark as seen"), answer.know),
        )
        text = self.tr("The default has changed since this override was last saved here.")
        self.told.emit(Told(document, Notice(_DEFAULT, text, NoticeLevel.INFO, actions)))

    def _forget(self, document: Document) -> None:
        self._said.pop(document, None)
