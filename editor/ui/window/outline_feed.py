"""Feeds the outline: headings follow a pause after the last key, the current one the caret."""

from PySide6.QtCore import QObject, Qt, QTimer

from editor.core.outline import Heading, current_heading
from editor.session.document import Document
from editor.session.liveview import LiveView
from editor.session.outline import outline_of
from editor.ui.panels.outline_panel import OutlinePanel
from editor.ui.widgets.source_editor import SourceEditor

PAUSE = 150


class OutlineFeed(QObject):
    """Joins the outline to the document in front, while it is in sight."""

    def __init__(self, panel: OutlinePanel, source: SourceEditor) -> None:
        super().__init__(panel)
        self._panel = panel
        self._source = source
        self._live: LiveView | None = None
        self._headings: tuple[Heading, ...] = ()
        self._is_due = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.refresh)
        panel.go_requested.connect(self._go)
        panel.shown.connect(self.refresh)
        source.caret_moved.connect(self._show_current)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the headings of `document` from now on."""
        if self._live is not None:
            self._live.updated.disconnect(self._changed)
            self._live.reason_changed.disconnect(self._changed)
        self._live = live
        if live is not None:
            live.updated.connect(self._changed)
            live.reason_changed.connect(self._changed)
        self._is_due = True
        self.refresh()

    def refresh(self) -> None:
        """Bring the outline up to date, if it is in sight and not so already."""
        self._pause.stop()
        if not self._is_due or not self._panel.isVisible():
            return
        self._is_due = False
        self._headings = outline_of(self._live)
        self._panel.show_headings(self._headings, has_file=self._live is not None)
        self._show_current()

    def _changed(self) -> None:
        self._is_due = True
        if self._panel.isVisible():
            self._pause.start()

    def _show_current(self) -> None:
        if self._is_due or not self._panel.isVisible():
            return
        line = self._source.textCursor().blockNumber()
        self._panel.show_current(current_heading(self._headings, line))

    def _go(self, line: int) -> None:
        self._source.setFocus(Qt.FocusReason.OtherFocusReason)
        self._source.go_to_line(line + 1)
