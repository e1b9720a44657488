"""Feeds the Steps view after a pause, while it is in sight, and switches layers of the preview."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from editor.session.document import Document
from editor.session.jobs import Job
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.steps import Step, StepsTask, layers_of, steps_task
from editor.session.workbench import Workbench
from editor.ui.preview.steps_view import LayerSwitch
from editor.ui.preview.tabs import PreviewTabs

PAUSE = 150
LARGE = 200_000
"""From so many characters on the steps are a job of their own thread."""


class StepsFeed(QObject):
    """Joins the Steps view and the bar of missing layers to the document in front."""

    def __init__(self, workbench: Workbench, tabs: PreviewTabs) -> None:
        super().__init__(tabs)
        self._workbench = workbench
        self._tabs = tabs
        self._live: LiveView | None = None
        self._project: Project | None = None
        self._is_due = True
        self._job = Job(self)
        self._job.results.connect(self._show_results)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)
        tabs.page_shown.connect(self.refresh)
        tabs.steps.switched.connect(self._switch)
        tabs.off_bar.all_wanted.connect(self._switch_all_on)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Follow `document` and its rendering from now on."""
        if self._live is not None:
            self._live.updated.disconnect(self._changed)
            self._live.reason_changed.disconnect(self._changed)
        if self._project is not None:
            self._project.scope_changed.disconnect(self._changed)
        self._live = live
        self._project = self._workbench.project_of(document) if document is not None else None
        self._job.cancel()
        if live is not None:
            live.updated.connect(self._changed)
            live.reason_changed.connect(self._changed)
        if self._project is not None:
            self._project.scope_changed.connect(self._changed)
        self._is_due = True
        self._show_off()
        self.refresh()

    def refresh(self) -> None:
        """Bring the view up to date, if it is in sight and is not."""
        self._pause.stop()
        if not self._is_due or not self._tabs.steps.isVisible():
            return
        self._is_due = False
        live, project = self._live, self._project
        task = steps_task(project, live) if live is not None and project is not None else None
        if task is None:
            self._job.cancel()
            self._tabs.steps.show_reason(self._reason())
        elif task.size < LARGE:
            self._job.cancel()
            self._tabs.steps.show_steps(tuple(task.steps()))
        else:
            self._job.start(partial(_stepping, task))

    def _changed(self) -> None:
        self._is_due = True
        self._show_off()
        if self._tabs.steps.isVisible():
            self._pause.start()

    def _reason(self) -> str:
        reason = self._live.reason if self._live is not None else None
        if reason:
            return QCoreApplication.translate("LivePreview", reason)
        return self.tr("Open a prompt or a slot to see here what each layer does to it.")

    def _show_results(self, results: tuple[object, ...]) -> None:
        for found in results:
            if isinstance(found, tuple):
                self._tabs.steps.show_steps([each for each in found if isinstance(each, Step)])

    def _show_off(self) -> None:
        live, project = self._live, self._project
        off = project.switched_off if project is not None else frozenset()
        self._tabs.off_bar.show_layers([each for each in layers_of(live) if each in off])

    def _switch(self, switch: LayerSwitch) -> None:
        if self._project is not None:
            off = self._project.switched_off - {switch.layer}
            self._project.switch_off(off if switch.on else off | {switch.layer})
            self.refresh()

    def _switch_all_on(self) -> None:
        if self._project is not None:
            self._project.switch_off(frozenset())
            self.refresh()


def _stepping(task: StepsTask) -> Iterator[object]:
    """The work of a job: all steps."""
    yield tuple(task.steps())
