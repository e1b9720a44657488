"""The bar that says that what is shown is the last good rendering, with the error and its line."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView


class StaleBar(QFrame):
    """Follows one rendering at a time, and is there only while that one is stale."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("staleBar")
        self.setProperty("role", "notice-error")
        self._live: LiveView | None = None
        self._said = QLabel(self)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setWordWrap(True)
        self._said.setContentsMargins(12, 6, 12, 6)
        bar = QVBoxLayout(self)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self._said)
        self.hide()

    def show_live(self, live: LiveView | None) -> None:
        """Follow `live` from now on."""
        if self._live is not None:
            self._live.stale_changed.disconnect(self._show)
        self._live = live
        if live is not None:
            live.stale_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        live = self._live
        fault = live.stale if live is not None else None
        # Of a slot that was never read the verdict says it in the place of the rendering.
        is_said = isinstance(live, LiveSlot) and not live.is_rendered
        self.setVisible(fault is not None and not is_said)
        if live is not None and fault is not None:
            self._said.setText(self._sentence(live).format(live.stale_line, fault.message))

    def _sentence(self, live: LiveView) -> str:
        if isinstance(live, LiveSoul):
            if live.is_rendered:
                return self.tr("These are the last good messages. Line {0}: {1}")
            return self.tr("The sections cannot be read, so none are shown. Line {0}: {1}")
        if live.is_rendered:
            return self.tr("This is the last good rendering. Line {0}: {1}")
        return self.tr("The frontmatter cannot be read, so nothing is shown. Line {0}: {1}")
