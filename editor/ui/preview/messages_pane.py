"""The messages of a soul, or one sentence why there are none."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QStackedLayout, QWidget

from editor.session.livesoul import LiveSoul
from editor.ui.preview.messages_view import MessagesView
from editor.ui.preview.reason_label import ReasonLabel
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats


class MessagesPane(QWidget):
    """Shows what a soul becomes."""

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._live: LiveSoul | None = None
        self.view = MessagesView(theme, formats, self)
        self._reason = ReasonLabel(self)
        self._reason.setObjectName("messagesReason")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._reason)
        self.setFocusProxy(self.view)
        self.show_live(None)

    def show_live(self, live: LiveSoul | None) -> None:
        """Show the messages of `live`; without one say what appears here."""
        if self._live is not None:
            self._live.reason_changed.disconnect(self._show)
        self._live = live
        if live is not None:
            live.reason_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        live = self._live
        reason = self.tr("Open a soul to see here, at every key, the messages it becomes.")
        if live is not None:
            reason = QCoreApplication.translate("LivePreview", live.reason) if live.reason else ""
        self.view.show_live(live)
        self._reason.setText(reason)
        self._stack.setCurrentWidget(self._reason if reason else self.view)
