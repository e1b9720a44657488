"""Feeds the context and identity panels with what the document in front uses."""

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.usage import names_used, takes_context
from editor.ui.panels.context_panel import ContextPanel
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.window.context_feed import ContextFeed
from editor.ui.window.identity_feed import IdentityFeed, PromptCounter

PAUSE = 150


class VariableFeed(QObject):
    """Joins the two panels to the workspace that is shown."""

    create_identity_requested = Signal()

    def __init__(self, context: ContextPanel, identity: IdentityPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._context = ContextFeed(context, self)
        self._identity = IdentityFeed(identity, self)
        self._identity.create_requested.connect(self.create_identity_requested)
        self._project: Project | None = None
        self._live: LiveView | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)

    def show_project(self, project: Project | None) -> None:
        """Take the variables of `project`; they are shown at the next refresh."""
        if self._project is not None:
            self._project.context_changed.disconnect(self.refresh)
        self._project = project
        if project is not None:
            project.context_changed.connect(self.refresh)

    def show_live(self, live: LiveView | None) -> None:
        """Show the variables that the rendering `live` uses."""
        if self._live is not None:
            self._live.names_changed.disconnect(self._pause.start)
        self._live = live
        if live is not None:
            live.names_changed.connect(self._pause.start)
        self.refresh()

    def show_counter(self, counter: PromptCounter | None) -> None:
        """Tell beside each identity field how many prompts use it; None for not at all."""
        self._identity.show_counter(counter)

    def flush(self) -> None:
        """Take over what is typed in the panels and not told yet: before a save."""
        self._identity.flush()

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into fields of `document` is not valid yet."""
        return self._identity.has_pending(document)

    def refresh(self) -> None:
        """Show the values as they are now, also in a panel that is not in sight."""
        self._pause.stop()
        project, live = self._project, self._live
        scope = project.scope(live.document.kind) if project and live else None
        if scope is not None and not takes_context(scope):
            scope = None
        used = names_used(live.names(), scope) if live and scope else {}
        of_soul = live is not None and live.document.kind is FileKind.SOUL
        self._context.show(project, used, scope, of_soul=of_soul)
        self._identity.show(project, used)
