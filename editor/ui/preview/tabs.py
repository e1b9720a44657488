"""The preview with its tabs: those of a text, or those of messages."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.livetext import LiveText
from editor.session.liveview import LiveView
from editor.ui.preview.changes import ChangesView
from editor.ui.preview.copy_button import CopyButton
from editor.ui.preview.formatted import FormattedView
from editor.ui.preview.messages_pane import MessagesPane
from editor.ui.preview.off_bar import OffBar
from editor.ui.preview.pane import PreviewPane
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.preview.slot_head import SlotHead
from editor.ui.preview.stale_bar import StaleBar
from editor.ui.preview.steps_view import StepsView
from editor.ui.preview.text_page import TextPage
from editor.ui.preview.wire import WireView
from editor.ui.theme import Theme
from editor.ui.widgets.tabbed import QuietTabBar
from editor.ui.widgets.text_formats import TextFormats


class PreviewTabs(QWidget):
    """Views of what a document becomes, one in sight.

    Rendered and Messages follow every key by themselves; the others show what they are given.
    """

    tints_toggled = Signal(bool)
    page_shown = Signal()
    """Another view came in sight."""

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tabs = QuietTabBar(self)
        self._tabs.setObjectName("previewTabs")
        self._tabs.setAccessibleName(self.tr("Views of the rendering"))
        self.copy_as = CopyButton(self)
        self.stale_bar = StaleBar(self)
        self.slot_head = SlotHead(self)
        self.off_bar = OffBar(self)
        self.pane = PreviewPane(theme, formats, self)
        self.formatted = FormattedView(theme, self)
        self.messages = MessagesPane(theme, formats, self)
        self.wire = WireView(theme, formats, self)
        self.log = TextPage(theme, formats, None, self)
        self.log.setObjectName("logView")
        self.log.setAccessibleName(self.tr("Context log"))
        self.changes = ChangesView(theme, self)
        self.steps = StepsView(theme, self)
        self._pages = QStackedWidget(self)
        for page in dict.fromkeys((*self._of_text, *self._of_messages)):
            self._pages.addWidget(page)
        self._shown: tuple[QWidget, ...] = ()
        self._last: dict[tuple[QWidget, ...], QWidget] = {}
        self._place()
        self._offer(self._of_text)
        self._tabs.currentChanged.connect(self._turn_to)
        self.pane.tints_toggled.connect(self.tints_toggled)
        self.pane.tints_toggled.connect(self.messages.view.show_tints)

    @property
    def view(self) -> RenderedView:
        """The text as it is sent."""
        return self.pane.view

    @property
    def has_messages(self) -> bool:
        """Whether the views are those of messages."""
        return self._shown == self._of_messages

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        self.pane.show_tints(on)
        self.messages.view.show_tints(on)

    def show_live(self, live: LiveView | None) -> None:
        """Show the rendering that `live` keeps; without one say what appears here."""
        self._offer(self._of_messages if isinstance(live, LiveSoul) else self._of_text)
        self.pane.show_live(live if isinstance(live, LiveText) else None)
        self.messages.show_live(live if isinstance(live, LiveSoul) else None)
        self.stale_bar.show_live(live)
        self.slot_head.setVisible(isinstance(live, LiveSlot))

    def show_rendered(self) -> None:
        """Turn to the text as it is sent."""
        self._turn(self.pane)

    def show_formatted(self) -> None:
        """Turn to the Markdown view."""
        self._turn(self.formatted)

    def show_messages(self) -> None:
        """Turn to the messages."""
        self._turn(self.messages)

    def show_wire(self) -> None:
        """Turn to what a provider is sent."""
        self._turn(self.wire)

    def show_log(self) -> None:
        """Turn to the context log."""
        self._turn(self.log)

    def show_changes(self) -> None:
        """Turn to the differences."""
        self._turn(self.changes)

    def show_steps(self) -> None:
        """Turn to the rendering layer by layer."""
        self._turn(self.steps)

    def focus_page(self) -> None:
        """Give the focus to the view in sight."""
        page = self._pages.currentWidget()
        if page is self.changes:
            self.changes.take_focus()
        elif page is self.steps:
            self.steps.take_focus()
        else:
            view = self.view if page is self.pane else page
            assert view is not None  # one is always in sight
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that a view is in sight."""
        super().showEvent(event)
        self.page_shown.emit()

    @property
    def _of_text(self) -> tuple[QWidget, ...]:
        return (self.pane, self.formatted, self.changes, self.steps)

    @property
    def _of_messages(self) -> tuple[QWidget, ...]:
        return (self.messages, self.wire, self.log, self.changes)

    def _place(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(0)
        row.addWidget(self._tabs, 1)
        row.addWidget(self.copy_as, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.slot_head)
        column.addWidget(self.stale_bar)
        column.addWidget(self.off_bar)
        column.addWidget(self._pages, 1)

    def _offer(self, pages: tuple[QWidget, ...]) -> None:
        """Have a tab for each of `pages`; the one that was in sight the last time is so again."""
        if pages == self._shown:
            return
        if self._shown:
            self._last[self._shown] = self._shown[max(0, self._tabs.currentIndex())]
        self._shown = pages
        with QSignalBlocker(self._tabs):
            while self._tabs.count():
                self._tabs.removeTab(0)
            for page in pages:
                self._tabs.addTab(self._title(page))
        index = pages.index(self._last.get(pages, pages[0]))
        self._tabs.setCurrentIndex(index)
        self._turn_to(index)

    def _title(self, page: QWidget) -> str:
        titles = (
            (self.pane, self.tr("Rendered")),
            (self.formatted, self.tr("Formatted")),
            (self.messages, self.tr("Messages")),
            (self.wire, self.tr("Wire")),
            (self.log, self.tr("Log")),
            (self.changes, self.tr("Changes")),
            (self.steps, self.tr("Steps")),
        )
        return next(title for each, title in titles if each is page)

    def _turn(self, page: QWidget) -> None:
        if page in self._shown:
            self._tabs.setCurrentIndex(self._shown.index(page))

    def _turn_to(self, index: int) -> None:
        self._pages.setCurrentWidget(self._shown[index])
        self.page_shown.emit()
