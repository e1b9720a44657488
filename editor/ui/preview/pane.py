"""The preview pane: the rendered text with its legend, or one sentence why there is none."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QStackedLayout, QVBoxLayout, QWidget

from editor.session.live import LivePreview
from editor.ui.preview.legend import Legend
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats


class PreviewPane(QWidget):
    """Shows what a document renders to."""

    tints_toggled = Signal(bool)

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._live: LivePreview | None = None
        self.view = RenderedView(theme, formats, self)
        self._legend = Legend(theme, self)
        self._legend.tints_toggled.connect(self.view.show_tints)
        self._legend.tints_toggled.connect(self.tints_toggled)
        self._stale = QLabel(self)
        self._stale.setTextFormat(Qt.TextFormat.PlainText)
        self._stale.setWordWrap(True)
        self._stale.setContentsMargins(12, 6, 12, 6)
        self.stale_bar = QFrame(self)
        self.stale_bar.setObjectName("staleBar")
        self.stale_bar.setProperty("role", "notice-error")
        bar = QVBoxLayout(self.stale_bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self._stale)
        self._reason = QLabel(self)
        self._reason.setObjectName("previewReason")
        self._reason.setProperty("role", "muted")
        self._reason.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reason.setWordWrap(True)
        self._reason.setContentsMargins(32, 32, 32, 32)
        body = QWidget(self)
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._reason)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.stale_bar)
        layout.addWidget(body, 1)
        layout.addWidget(self._legend)
        self.show_live(None)

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        self._legend.show_tints(on)

    def show_live(self, live: LivePreview | None) -> None:
        """Show the rendering that `live` keeps; without one say what appears here."""
        if self._live is not None:
            self._live.stale_changed.disconnect(self._show_stale)
            self._live.reason_changed.disconnect(self._show)
        self._live = live
        if live is not None:
            live.stale_changed.connect(self._show_stale)
            live.reason_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        live = self._live
        reason = self.tr("Open a prompt to see here, at every key, what will be sent.")
        if live is not None:
            reason = QCoreApplication.translate("LivePreview", live.reason) if live.reason else ""
        has_text = live is not None and not reason
        self.view.show_live(live if has_text else None)
        self._reason.setText(reason)
        self._stack.setCurrentWidget(self.view if has_text else self._reason)
        self._legend.setVisible(has_text)
        self._show_stale()

    def _show_stale(self) -> None:
        fault = self._live.stale if self._live is not None else None
        self.stale_bar.setVisible(fault is not None)
        if fault is not None and self._live is not None:
            said = (
                self.tr("This is the last good rendering. Line {0}: {1}")
                if self._live.is_rendered
                else self.tr("The frontmatter cannot be read, so nothing is shown. Line {0}: {1}")
            )
            self._stale.setText(said.format(self._live.stale_line, fault.message))
