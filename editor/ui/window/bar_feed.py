"""Feeds the bar above the panes: the contexts of the workspace, the providers of the soul."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.memory import Memory
from editor.session.project import Project
from editor.session.providers import providers
from editor.session.workbench import Workbench
from editor.ui.top_bar import TopBar

PAUSE = 150


class BarFeed(QObject):
    """Joins the bar to what is in front; the provider is remembered."""

    def __init__(self, workbench: Workbench, bar: TopBar, memory: Memory) -> None:
        super().__init__(bar)
        self._workbench = workbench
        self._bar = bar
        self._memory = memory
        self._project: Project | None = None
        self._live: LiveSoul | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._show_providers)
        bar.context.chosen.connect(self._choose_context)
        bar.provider.chosen.connect(self._choose_provider)
        workbench.provider_changed.connect(self._show_providers)
        workbench.choose_provider(memory.preferences.provider or None)

    def show_project(self, project: Project | None) -> None:
        """Offer the contexts of `project`."""
        if self._project is not None:
            self._project.context_changed.disconnect(self._show_contexts)
        self._project = project
        if project is not None:
            project.context_changed.connect(self._show_contexts)
        self._show_contexts()

    def show(self, _document: Document | None, live: LiveView | None) -> None:
        """Offer the providers of the soul in front; nothing if there is none."""
        if self._live is not None:
            self._live.messages_changed.disconnect(self._pause.start)
        self._live = live if isinstance(live, LiveSoul) else None
        if self._live is not None:
            self._live.messages_changed.connect(self._pause.start)
        self._bar.offer_provider(self._live is not None)
        self._show_providers()

    def _show_contexts(self) -> None:
        project = self._project
        names = project.context_names() if project is not None else ()
        current = project.context.name if project is not None else None
        self._bar.context.show_contexts(names, current if current in names and current else "")
        self._bar.context.setEnabled(bool(names))

    def _show_providers(self) -> None:
        self._pause.stop()
        if self._live is not None:
            self._bar.provider.show_providers(providers(self._live), self._workbench.provider)

    def _choose_context(self, name: str) -> None:
        if self._project is not None:
            self._project.choose_context(name or None)

    def _choose_provider(self, name: str | None) -> None:
        self._workbench.choose_provider(name)
        self._memory.prefer(replace(self._memory.preferences, provider=name or ""))
