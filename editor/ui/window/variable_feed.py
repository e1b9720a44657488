"""Feeds the context and identity panels from the document in front, and takes their edits."""

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from editor.core.edits import EditRefused
from editor.session.live import LivePreview
from editor.session.project import Project
from editor.session.usage import context_uses, identity_uses, names_used
from editor.ui.panels.context_panel import ContextField, ContextPanel
from editor.ui.panels.identity_panel import IdentityField, IdentityPanel

PAUSE = 150


class VariableFeed(QObject):
    """Joins the two panels to the workspace that is shown."""

    failed = Signal(str)
    """An edit that could not be made: one sentence."""
    create_identity_requested = Signal()

    def __init__(self, context: ContextPanel, identity: IdentityPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._identity = identity
        self._project: Project | None = None
        self._live: LivePreview | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)
        context.value_edited.connect(self._set_value)
        context.unset_requested.connect(self._unset_value)
        context.context_chosen.connect(self._choose_context)
        context.refresh_now_requested.connect(self._refresh_now)
        identity.value_edited.connect(self._set_identity)
        identity.create_requested.connect(self.create_identity_requested)

    def show_project(self, project: Project | None) -> None:
        """Show the variables of `project`."""
        if self._project is not None:
            self._project.context_changed.disconnect(self.refresh)
        self._project = project
        if project is not None:
            project.context_changed.connect(self.refresh)
        self.refresh()

    def show_live(self, live: LivePreview | None) -> None:
        """Show the variables that the rendering `live` uses."""
        if self._live is not None:
            self._live.names_changed.disconnect(self._pause.start)
        self._live = live
        if live is not None:
            live.names_changed.connect(self._pause.start)
        self.refresh()

    def refresh(self) -> None:
        """Show the values as they are now."""
        self._pause.stop()
        project = self._project
        if project is None:
            self._context.show_contexts((), None)
            self._context.show_fields(())
            self._identity.show_fields(())
            return
        names = self._live.names() if self._live is not None else {}
        scope = project.scope(self._live.document.kind) if self._live is not None else None
        used = names_used(names, scope) if scope is not None else {}
        self._context.show_contexts(project.context_names(), project.context.name)
        fields = context_uses(used, scope, project) if scope is not None else ()
        self._context.show_fields(
            tuple(
                ContextField(
                    each.name,
                    each.value,
                    each.state.value,
                    each.hint,
                    _translated(each.description),
                    each.uses,
                )
                for each in fields
            )
        )
        self._show_identity(project, used)

    def _show_identity(self, project: Project, used: dict[str, int]) -> None:
        fault = project.identity_fault()
        if not project.has_identity_file():
            self._identity.show_missing()
        elif fault is not None:
            self._identity.show_fault(fault)
        else:
            shown = identity_uses(used, project.identity_values())
            self._identity.show_fields(
                tuple(IdentityField(each.path, each.names, each.text) for each in shown)
            )

    def _set_value(self, name: str, text: str) -> None:
        if self._project is not None:
            self._project.set_value(name, text)

    def _unset_value(self, name: str) -> None:
        if self._project is not None:
            self._project.set_value(name, None)

    def _choose_context(self, name: str) -> None:
        if self._project is not None:
            self._project.choose_context(name or None)

    def _refresh_now(self) -> None:
        if self._project is not None:
            self._project.refresh_now()

    def _set_identity(self, path: str, text: str) -> None:
        if self._project is None:
            return
        try:
            self._project.set_identity(path, text)
        except (EditRefused, OSError) as error:
            self.failed.emit(str(error))


def _translated(description: str) -> str:
    """A sentence of the catalogue in the user's language."""
    return QCoreApplication.translate("Catalogue", description) if description else ""
