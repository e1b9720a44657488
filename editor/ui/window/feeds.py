"""All feeds of a window, told together what is in front."""

from PySide6.QtCore import QObject

from editor.session.default_watch import DefaultWatch
from editor.session.document import Document
from editor.session.faults import attempt
from editor.session.indexing import Indexing
from editor.session.livetext import LiveText
from editor.session.liveview import LiveView
from editor.session.memory import Memory
from editor.session.problems import Problems
from editor.session.project import Project
from editor.session.surveying import Surveying
from editor.session.workbench import Workbench
from editor.ui.theme import Theme
from editor.ui.widgets.composition import commit_composition
from editor.ui.window.bar_feed import BarFeed
from editor.ui.window.count_feed import CountFeed
from editor.ui.window.definitions import Definitions
from editor.ui.window.event_feed import EventFeed
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.form_feed import FormFeed
from editor.ui.window.layer_deeds import LayerDeeds
from editor.ui.window.layer_notices import LayerNotices
from editor.ui.window.layers_feed import LayersFeed
from editor.ui.window.messages_feed import MessagesFeed
from editor.ui.window.outline_feed import OutlineFeed
from editor.ui.window.pointing import Pointing
from editor.ui.window.preview_feed import PreviewFeed
from editor.ui.window.problems_feed import ProblemsFeed
from editor.ui.window.scroll_sync import ScrollSync
from editor.ui.window.section_feed import SectionFeed
from editor.ui.window.slot_feed import SlotFeed
from editor.ui.window.status_feed import StatusFeed
from editor.ui.window.steps_feed import StepsFeed
from editor.ui.window.tree_feed import TreeFeed
from editor.ui.window.variable_feed import VariableFeed
from editor.ui.window.views import Views


class Feeds(QObject):
    """Joins the views of one window to its workbench."""

    def __init__(
        self,
        workbench: Workbench,
        views: Views,
        files: FileFlow,
        surveying: Surveying,
        memory: Memory,
        theme: Theme,
    ) -> None:
        super().__init__(views)
        self._workbench = workbench
        self._views = views
        self._surveying = surveying
        source = views.editor.source
        problems = Problems(workbench, surveying, self)
        self.event_fields = EventFeed(views.event_fields)
        self.form = FormFeed(workbench, views.form, self)
        self.sync = ScrollSync(source, views.preview.view)
        self.variables = VariableFeed(views.context, views.identity, self)
        self.variables.show_counter(Indexing(surveying, self))
        self.definitions = Definitions(workbench, files, source, views.context, views.identity)
        self.layers = LayersFeed(workbench, source, views.variables, views.layers)
        self.layer_deeds = LayerDeeds(workbench, views.layers, files, self.definitions)
        self.pointing = Pointing(
            workbench, source, views.preview.view, views.card, self.definitions
        )
        self.messages = MessagesFeed(
            workbench,
            views.preview.messages.view,
            source,
            views.sections,
            views.card,
            self.definitions,
        )
        self.outline = OutlineFeed(views.outline, source)
        self.preview = PreviewFeed(workbench, views.preview)
        self.steps = StepsFeed(workbench, views.preview)
        watch = DefaultWatch(workbench, memory)
        self.layer_notices = LayerNotices(workbench, watch, self.definitions)
        self.bar = BarFeed(workbench, views.bar, memory)
        self.problems = ProblemsFeed(problems, views.problems, source, views.marks)
        self.sections = SectionFeed(workbench, problems, views.sections, source, theme)
        self.slots = SlotFeed(
            workbench, views.slot, views.preview.slot_head, files, self.layer_deeds, theme
        )
        self.tree = TreeFeed(workbench, views.tree)
        self.status = StatusFeed(workbench, problems, source, views.status)
        self.counts = CountFeed(workbench, surveying, problems, views.tree, views.tabs)
        self.definitions.panel_wanted.connect(views.bring_into_sight)
        self.sections.meant.connect(self.messages.mean)
        self.sections.meant.connect(self.layers.mean)
        self.layer_deeds.compare_wanted.connect(self.preview.compare)
        self.layer_deeds.told.connect(views.editor.hear)
        self.layer_notices.compare_wanted.connect(self.preview.compare)
        self.layer_notices.told.connect(views.editor.hear)
        self.layer_notices.runtime_wanted.connect(self._go_to_runtime)

    def show_front(self, document: Document | None) -> None:
        """Show `document` in every view, or nothing; one that fails leaves the others right.

        What was typed goes where it was meant before.
        """
        self.flush()
        live = attempt(self._workbench.live, document) if document is not None else None
        project = self._workbench.acting_project
        attempt(self.event_fields.show, document)
        # Before the form: Tab reaches fields in the order in which they were made.
        attempt(self.variables.show_project, project)
        attempt(self.variables.show_live, live)
        attempt(self.form.show_project, project)
        attempt(self.form.show, document, live)
        attempt(self.sections.show, document, live)
        attempt(self.slots.show, document, live)
        attempt(self._views.editor.show_document, document, live)
        attempt(self._views.preview.show_live, live)
        attempt(self.sync.show_live, live if isinstance(live, LiveText) else None)
        attempt(self.layer_deeds.show, document, live)
        attempt(self.steps.show, document, live)
        attempt(self.layer_notices.show, document, live)
        for feed in (self.layers, self.pointing, self.messages, self.outline, self.preview):
            attempt(feed.show, document, live)
        attempt(self.problems.show, document, live)
        attempt(self.bar.show, document, live)
        attempt(self.status.show, document, live)
        attempt(self.tree.show_current, document)

    def _go_to_runtime(self) -> None:
        self._views.bring_into_sight(self._views.layers)
        self._views.layers.edit_runtime()

    def show_project(self, project: Project | None) -> None:
        """Show the files of `project`; values are those of the document in front."""
        self.flush()
        attempt(self.tree.show_project, project)
        attempt(self.bar.show_project, self._workbench.acting_project)
        if self._workbench.front is None:
            attempt(self.variables.show_project, project)
            attempt(self.variables.refresh)

    def flush(self) -> None:
        """Put into the texts what was typed or composed and is not there yet.

        Saving and closing follow, so nothing is raised.
        """
        attempt(commit_composition)
        attempt(self.form.flush)
        attempt(self.slots.flush)
        attempt(self.variables.flush)

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into fields of `document` is not valid yet, so in no text."""
        feeds = (self.form, self.sections, self.slots, self.variables)
        return any(each.has_pending(document) for each in feeds)

    def shut_down(self) -> None:
        """End what goes on beside the window."""
        self._surveying.shutdown()

    def settle(self, live: LiveView | None) -> None:
        """Finish at once what follows a pause."""
        if live is not None:
            live.finish()
        self._surveying.finish()
        for feed in (self.form, self.variables, self.layers, self.outline, self.preview):
            feed.refresh()
        self.steps.refresh()
        self.layer_notices.refresh()
        self.sections.refresh()
        self.problems.refresh()
        self.status.recount()
