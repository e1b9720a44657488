"""The preview pane: the rendered text with its legend, or one sentence why there is none."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from editor.session.livetext import LiveText
from editor.ui.preview.legend import Legend
from editor.ui.preview.reason_label import ReasonLabel
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats


class PreviewPane(QWidget):
    """Shows what a document renders to."""

    tints_toggled = Signal(bool)

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._live: LiveText | None = None
        self.view = RenderedView(theme, formats, self)
        self._legend = Legend(theme, self)
        self._legend.tints_toggled.connect(self.view.show_tints)
        self._legend.tints_toggled.connect(self.tints_toggled)
        self._reason = ReasonLabel(self)
        self._reason.setObjectName("previewReason")
        body = QWidget(self)
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._reason)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(body, 1)
        layout.addWidget(self._legend)
        self.show_live(None)

    def show_tints(self, on: bool) -> None:
        """Draw the tints of layers, or only the marks of unresolved placeholders."""
        self._legend.show_tints(on)

    def show_live(self, live: LiveText | None) -> None:
        """Show the rendering that `live` keeps; without one say what appears here."""
        if self._live is not None:
            self._live.reason_changed.disconnect(self._show)
        self._live = live
        if live is not None:
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
        if live is not None:
            self._legend.show_marks(live.marks)
