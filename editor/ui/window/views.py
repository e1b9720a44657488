"""The views of a window and where they stand."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from editor.ui.editor_pane import EditorPane
from editor.ui.forms.event_fields import EventFields
from editor.ui.forms.frontmatter_form import FrontmatterForm
from editor.ui.forms.sections.section_list import SectionList
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

_CARDS_SHARE = 0.55
"""How much of the height between tabs and problems the section cards have at first."""


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
        self.editor = EditorPane(theme, formats, self)
        self.line_bar = LineBar(self)
        self.preview = PreviewTabs(theme, formats, self)
        self.context = ContextPanel(self)
        self.identity = IdentityPanel(self)
        self.variables = VariablesTable(theme, self, titled=False)
        self.layers = LayersPanel(self, titled=False)
        self.problems = ProblemsPanel(icons, self)
        self.marks = ProblemMarks(self.editor.source, theme)
        self.welcome = WelcomePage(icons, self)
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
        self._middle = QStackedWidget(self)
        self._middle.addWidget(self.welcome)
        self._middle.addWidget(self.editor)
        vertical, horizontal = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        self._centre = ShareSplitter(self.sections, self._middle, _CARDS_SHARE)
        self.sections.room_wanted.connect(self._centre.give)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for view in (self.tabs, self.recovery, self.editor.notices, self.event_fields, self.form):
            column.addWidget(view)
        column.addWidget(self._centre, 1)
        column.addWidget(self.line_bar)
        self._panels = Tabbed("panelTabs", self.tr("Values and where they come from"), self)
        for title, panel in (
            (self.tr("Context"), self.context),
            (self.tr("Identity"), self.identity),
            (self.tr("Variables"), self.variables),
            (self.tr("Layers"), self.layers),
        ):
            self._panels.add(title, panel)
        self._side = _splitter(vertical, ((self.preview, 1), (self._panels, 1)), (470, 370))
        self._text = _splitter(horizontal, ((centre, 1), (self._side, 1)), (620, 580))
        self._work = _splitter(vertical, ((self._text, 1), (self.problems, 0)), (740, 110))
        self._left = _splitter(vertical, ((self.tree, 2), (self.outline, 1)), (560, 280))
        self._main = _splitter(horizontal, ((self._left, 0), (self._work, 1)), (230, 1210))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self._main, 1)


def _splitter(
    orientation: Qt.Orientation, views: tuple[tuple[QWidget, int], ...], sizes: tuple[int, ...]
) -> QSplitter:
    """Return a splitter of views, each with its share of the room that is left."""
    splitter = QSplitter(orientation)
    for view, share in views:
        splitter.addWidget(view)
        splitter.setStretchFactor(splitter.count() - 1, share)
    splitter.setSizes(list(sizes))
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter
