"""Feeds the views beside Rendered and Messages after a pause, and only the one in sight."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from editor.session.comparison import (
    Against,
    Compared,
    Comparison,
    Task,
    compare,
)
from editor.session.copying import (
    CopyForm,
    WireForm,
    copied_as,
    copy_forms,
    log_of,
    messages_of,
    wire,
)
from editor.session.document import Document
from editor.session.jobs import Job
from editor.session.layer_comparison import all_choices, task_for
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.qtext import copied
from editor.session.workbench import Workbench
from editor.ui.preview.tabs import PreviewTabs

PAUSE = 150
LARGE = 200_000
"""From so many characters on a comparison is a job of its own thread."""
ON_DISK = Comparison(Against.DISK)


class PreviewFeed(QObject):
    """Joins the views beside Rendered and Messages to the document in front."""

    def __init__(self, workbench: Workbench, tabs: PreviewTabs) -> None:
        super().__init__(tabs)
        self._workbench = workbench
        self._tabs = tabs
        self._document: Document | None = None
        self._live: LiveView | None = None
        self._project: Project | None = None
        self._comparison = Comparison()
        self._due: set[QWidget] = set()
        self._new: set[QWidget] = set()
        self._form = WireForm.OPENAI
        self._job = Job(self)
        self._job.results.connect(self._show_results)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)
        tabs.page_shown.connect(self.refresh)
        tabs.changes.comparison_chosen.connect(self._choose)
        tabs.wire.form_chosen.connect(self._choose_form)
        workbench.provider_changed.connect(self._follow_provider)
        tabs.copy_as.wanted.connect(self._copy)
        workbench.documents.saved.connect(self._saved)
        workbench.changed_outside.connect(self._saved)
        workbench.settled_outside.connect(self._saved)
        workbench.reloaded.connect(self._saved)

    @property
    def is_waiting(self) -> bool:
        """Whether the view in sight follows after a pause."""
        return self._pause.isActive()

    @property
    def is_comparing(self) -> bool:
        """Whether a comparison is under way."""
        return self._job.is_busy

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Follow `document` and its rendering from now on."""
        if self._live is not None:
            self._live.updated.disconnect(self._changed)
            self._live.reason_changed.disconnect(self._changed)
            self._live.reason_changed.disconnect(self._offer_copies)
            self._live.document.settled.disconnect(self._changed)
        self._document, self._live = document, live
        self._follow(self._workbench.project_of(document) if document is not None else None)
        self._job.cancel()
        if live is not None:
            live.updated.connect(self._changed)
            live.reason_changed.connect(self._changed)
            live.reason_changed.connect(self._offer_copies)
            live.document.settled.connect(self._changed)  # a text without a rendering changes too
        self._due.update(self._pages())
        self._new.update(self._pages())
        self._offer_copies()
        self.refresh()

    def refresh(self) -> None:
        """Bring the view in sight up to date, if it is not."""
        self._pause.stop()
        for page, show in self._pages().items():
            if page in self._due and page.isVisible():
                self._due.discard(page)
                show()

    def _offer_copies(self) -> None:
        """Offer to copy what there is: nothing while nothing comes out."""
        self._tabs.copy_as.show_forms(copy_forms(self._live))

    def _pages(self) -> dict[QWidget, Callable[[], None]]:
        """The views that follow, each with what brings it up to date."""
        tabs = self._tabs
        return {
            tabs.formatted: self._show_formatted,
            tabs.wire: self._show_wire,
            tabs.log: self._show_log,
            tabs.changes: self._show_changes,
        }

    def compare_with_disk(self) -> None:
        """Turn to the difference between the text in front and what the disk holds."""
        self.compare(ON_DISK)

    def compare(self, comparison: object) -> None:
        """Turn to a difference."""
        self._tabs.show_changes()
        self._choose(comparison)

    def _follow(self, project: Project | None) -> None:
        """Compare within `project`: its contexts and their values count."""
        if self._project is not project:
            if self._project is not None:
                self._project.context_changed.disconnect(self._changed)
                self._project.files_changed.disconnect(self._changed)
            self._project = project
            if project is not None:
                project.context_changed.connect(self._changed)
                project.files_changed.connect(self._changed)

    def _changed(self) -> None:
        pages = self._pages()
        self._due.update(pages)
        if any(page.isVisible() for page in pages):
            self._pause.start()

    def _saved(self, document: object) -> None:
        if document is self._document:
            self._changed()

    def _choose(self, comparison: object) -> None:
        if isinstance(comparison, Comparison) and comparison != self._comparison:
            self._comparison = comparison
            self._due.add(self._tabs.changes)
            self.refresh()

    def _choose_form(self, form: object) -> None:
        if isinstance(form, WireForm) and form != self._form:
            self._form = form
            self._due.add(self._tabs.wire)
            self._new.add(self._tabs.wire)
            self.refresh()

    def _follow_provider(self) -> None:
        """Show the JSON that the provider chosen takes, if its form is known."""
        provider = self._workbench.provider
        form = next((each for each in WireForm if each.value == provider), None)
        if form is not None:
            self._tabs.wire.show_form(form)
            self._choose_form(form)

    def _copy(self, form: object) -> None:
        live, project = self._live, self._project
        if isinstance(form, CopyForm) and live is not None and project is not None:
            QGuiApplication.clipboard().setMimeData(copied(copied_as(live, form, project)))

    def _reason(self) -> str:
        """Why there is no rendering, or nothing."""
        if self._live is None:
            return self.tr("Open a prompt to see here what will be sent.")
        reason = self._live.reason
        return QCoreApplication.translate("LivePreview", reason) if reason else ""

    def _show_formatted(self) -> None:
        reason = self._reason()
        if self._live is None or reason:
            self._tabs.formatted.show_reason(reason)
        else:
            self._tabs.formatted.show_text(self._live.text())

    def _show_wire(self) -> None:
        reason, live = self._reason(), self._live
        shown = wire(() if live is None or reason else messages_of(live), self._form)
        anew = self._is_new(self._tabs.wire)
        self._tabs.wire.show_json("" if reason else shown.text, shown.left_out, anew=anew)

    def _show_log(self) -> None:
        live = self._live
        is_shown = live is not None and not self._reason()
        anew = self._is_new(self._tabs.log)
        self._tabs.log.show_text(log_of(live) if live and is_shown else "", anew=anew)

    def _is_new(self, page: QWidget) -> bool:
        """Whether a page shows this document, or this form of it, for the first time."""
        is_new = page in self._new
        self._new.discard(page)
        return is_new

    def _show_changes(self) -> None:
        reason = self._reason()
        if self._live is None or self._project is None:
            self._show_why(reason, ())
        else:
            live, project = self._live, self._project
            rendered = not reason
            offered = all_choices(project, live, self._comparison, is_rendered=rendered)
            if self._comparison in offered:
                self._tabs.changes.show_choices(offered, self._comparison)
                self._compare(task_for(project, live, self._comparison))
            elif rendered:
                self._comparison = Comparison()
                self._show_changes()
            else:
                self._show_why(reason, offered)

    def _show_why(self, reason: str, offered: tuple[Comparison, ...]) -> None:
        """Say why there is no comparison, and offer those that there may be."""
        self._job.cancel()
        self._tabs.changes.show_choices(offered, self._comparison)
        self._tabs.changes.show_reason(reason)

    def _compare(self, task: Task) -> None:
        if task.size < LARGE:
            self._job.cancel()
            self._tabs.changes.show_compared(compare(task))
        else:
            self._job.start(partial(_comparing, task))

    def _show_results(self, results: tuple[object, ...]) -> None:
        for result in results:
            if isinstance(result, Compared):
                self._tabs.changes.show_compared(result)


def _comparing(task: Task) -> Iterator[object]:
    """The work of a job: one comparison."""
    yield compare(task)
