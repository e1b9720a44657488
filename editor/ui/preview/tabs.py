"""The preview with its tabs: Rendered, Formatted, Changes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from editor.session.live import LivePreview
from editor.ui.preview.changes import ChangesView
from editor.ui.preview.formatted import FormattedView
from editor.ui.preview.pane import PreviewPane
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.theme import Theme
from editor.ui.widgets.tabbed import QuietTabBar
from editor.ui.widgets.text_formats import TextFormats


class PreviewTabs(QWidget):
    """Three views of what a document renders to, one in sight.

    Rendered follows every key by itself; the others show what they are given.
    """

    tints_toggled = Signal(bool)
    page_shown = Signal()
    """Another view came in sight."""

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tabs = QuietTabBar(self)
        self._tabs.setObjectName("previewTabs")
        self._tabs.setAccessibleName(self.tr("Views of the rendering"))
        self.pane = PreviewPane(theme, formats, self)
        self.formatted = FormattedView(theme, self)
        self.changes = ChangesView(theme, self)
        self._pages = QStackedWidget(self)
        for title, page in (
            (self.tr("Rendered"), self.pane),
            (self.tr("Formatted"), self.formatted),
            (self.tr("Changes"), self.changes),
        ):
            self._tabs.addTab(title)
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._tabs, self.pane.stale_bar):
            column.addWidget(widget)
        column.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)
        self.pane.tints_toggled.connect(self.tints_toggled)

    @property
    def view(self) -> RenderedView:
        """The text as it is sent."""
        return self.pane.view

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        self.pane.show_tints(on)

    def show_live(self, live: LivePreview | None) -> None:
        """Show the rendering that `live` keeps; without one say what appears here."""
        self.pane.show_live(live)

    def show_rendered(self) -> None:
        """Turn to the text as it is sent."""
        self._tabs.setCurrentIndex(0)

    def show_formatted(self) -> None:
        """Turn to the Markdown view."""
        self._tabs.setCurrentIndex(1)

    def show_changes(self) -> None:
        """Turn to the differences."""
        self._tabs.setCurrentIndex(2)

    def focus_page(self) -> None:
        """Give the focus to the view in sight."""
        page = self._pages.currentWidget()
        if page is self.changes:
            self.changes.take_focus()
        else:
            view = self.formatted if page is self.formatted else self.view
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that a view is in sight."""
        super().showEvent(event)
        self.page_shown.emit()

    def _turn_to(self, index: int) -> None:
        self._pages.setCurrentIndex(index)
        self.page_shown.emit()
