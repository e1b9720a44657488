"""The views of a window and where they stand."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from editor.ui.editor_pane import EditorPane
from editor.ui.forms.event_fields import EventFields
from editor.ui.forms.frontmatter_form import FrontmatterForm
from editor.ui.forms.sections.section_list import SectionList
from editor.ui.forms.slots.slot_form import SlotFormView
from editor.ui.icons import Icons
from editor.ui.panels.context_panel import ContextPanel
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.panels.layers_panel import LayersPanel
from editor.ui.panels.outline_panel import OutlinePanel
from editor.ui.panels.problems_panel import ProblemsPanel
from editor.ui.panels.variables_table import VariablesTable
from editor.ui.panels.workspace_tree import WorkspaceTree
from editor.ui.preview.tabs import PreviewTabs
from editor.ui.recovery_panel import RecoveryPanel
from editor.ui.status import StatusBar
from editor.ui.tabs import DocumentTabs
from editor.ui.theme import Theme
from editor.ui.top_bar import TopBar
from editor.ui.welcome import WelcomePage
from editor.ui.widgets.hover_card import HoverCard
from editor.ui.widgets.line_bar import LineBar
from editor.ui.widgets.problem_marks import ProblemMarks
from editor.ui.widgets.share_splitter import ShareSplitter
from editor.ui.widgets.tabbed import Tabbed
from editor.ui.widgets.text_formats import TextFormats

_FORM_SHARE = 0.55
"""How much of the height between tabs and problems a form has that stands before its text."""


class Views(QWidget):
    """All views of one window; they know nothing of each other."""

    def __init__(self, theme: Theme, icons: Icons, window: QWidget) -> None:
        super().__init__(window)
        formats = TextFormats(theme)
        self.bar = TopBar(self)
        self.tree = WorkspaceTree(icons, self)
        self.outline = OutlinePanel(self)
        self.tabs = DocumentTabs(icons, self)
        self.recovery = RecoveryPanel(theme, self)
        self.event_fields = EventFields(self)
        self.form = FrontmatterForm(parent=self)
        self.sections = SectionList(icons, formats, self)
        self.slot = SlotFormView(formats, self)
        self.editor = EditorPane(theme, formats, self)
        self.line_bar = LineBar(self)
        self.welcome = WelcomePage(icons, self)
        self.preview = PreviewTabs(theme, formats, self)
        self._panels = Tabbed("panelTabs", self.tr("Values and where they come from"), self)
        self.context = ContextPanel(self)
        self.identity = IdentityPanel(self)
        self.variables = VariablesTable(theme, self, titled=False)
        self.layers = LayersPanel(self, titled=False)
        self.problems = ProblemsPanel(icons, self)
        self.marks = ProblemMarks(self.editor.source, theme)
        self.status = StatusBar(window)
        self.card = HoverCard(window)
        self._place()

    @property
    def splitters(self) -> tuple[QSplitter, ...]:
        """The splitters whose sizes the user chooses."""
        return (self._main, self._left, self._work, self._text, self._side, self._centre)

    def show_file(self, has_file: bool) -> None:
        """Show the views of a file, or the welcome page."""
        self._middle.setCurrentIndex(1 if has_file else 0)
        # A page out of sight would ask for its height all the same.
        policy = QSizePolicy.Policy.Ignored if has_file else QSizePolicy.Policy.Preferred
        self.welcome.setSizePolicy(policy, policy)
        above = (self.bar, self.tabs, self.event_fields, self.form)
        for view in (*above, self._side, self.problems, self.outline):
            view.setVisible(has_file)
        self.sections.setVisible(has_file)
        self.slot.setVisible(has_file)

    def bring_into_sight(self, panel: QWidget) -> None:
        """Turn to the tab of a panel."""
        self._panels.turn_to(panel)

    def go_to(self, panel: QWidget) -> None:
        """Turn to the tab of a panel and put the focus into its first field."""
        self.bring_into_sight(panel)
        for field in panel.findChildren(QWidget):
            takes_keys = field.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes_keys and field.isVisible() and field.isEnabled():
                field.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _place(self) -> None:
        """Put the views into one another, the outermost first.

        Whatever is put elsewhere is styled anew with all in it: so nothing is that is full.
        """
        file = QWidget(self)
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._middle = QStackedWidget(file)
        forms = (self.sections, self.slot)
        self._centre = ShareSplitter(forms, self._middle, _FORM_SHARE, file)
        self.sections.room_wanted.connect(self._centre.give)
        self._main = QSplitter(across, self)
        self._left = QSplitter(down, self._main)
        self._work = QSplitter(down, self._main)
        self._text = QSplitter(across, self._work)
        self._side = QSplitter(down, self._text)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self._main, 1)
        _fill(self._main, ((self._left, 0), (self._work, 1)), (230, 1210))
        _fill(self._left, ((self.tree, 2), (self.outline, 1)), (560, 280))
        _fill(self._work, ((self._text, 1), (self.problems, 0)), (740, 110))
        _fill(self._text, ((file, 1), (self._side, 1)), (620, 580))
        _fill(self._side, ((self.preview, 1), (self._panels, 1)), (470, 370))
        column = QVBoxLayout(file)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for view in (self.tabs, self.recovery, self.editor.notices, self.event_fields, self.form):
            column.addWidget(view)
        column.addWidget(self._centre, 1)
        column.addWidget(self.line_bar)
        self._middle.addWidget(self.welcome)
        self._middle.addWidget(self.editor)
        for title, panel in (
            (self.tr("Context"), self.context),
            (self.tr("Identity"), self.identity),
            (self.tr("Variables"), self.variables),
            (self.tr("Layers"), self.layers),
        ):
            self._panels.add(title, panel)


def _fill(
    splitter: QSplitter, views: tuple[tuple[QWidget, int], ...], sizes: tuple[int, ...]
) -> None:
    """Put views into a splitter, each with its share of the room that is left."""
    for view, share in views:
        splitter.addWidget(view)
        splitter.setStretchFactor(splitter.count() - 1, share)
    splitter.setSizes(list(sizes))
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
