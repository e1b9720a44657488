"""A splitter of two views of which the upper one keeps its share of the height, also while hidden.

The upper view comes and goes with the kind of file, and may be folded up to a row.
"""

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_LEAST = 0.1
_UNLIMITED = 16777215


class ShareSplitter(QSplitter):
    """Gives the upper view its share whenever it is there in full."""

    def __init__(self, upper: QWidget, lower: QWidget, share: float) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._share = share
        self._upper = upper
        self.addWidget(upper)
        self.addWidget(lower)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        upper.installEventFilter(self)
        self.splitterMoved.connect(self._moved)

    def give(self) -> None:
        """Give the upper view its share, unless it is hidden or wants only a row."""
        whole = self.height() - self.handleWidth()
        if self._is_full() and whole > 0:
            upper = round(whole * self._share)
            self.setSizes([upper, whole - upper])

    def saveState(self) -> QByteArray:
        """Return the share as `restoreState` takes it."""
        return QByteArray(f"{self._share:.4f}".encode())

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview) -> bool:
        """Take the share of an earlier window; what cannot be read changes nothing."""
        try:
            share = float(bytes(QByteArray(state).data()))
        except ValueError:
            return False
        if _LEAST <= share <= 1 - _LEAST:
            self._share = share
            self.give()
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the share."""
        super().resizeEvent(event)
        self.give()

    def event(self, event: QEvent) -> bool:
        """Keep the share when a view needs another height, or the style is another one."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.StyleChange):
            self.give()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the upper view its share when it comes."""
        if watched is self._upper and event.type() == QEvent.Type.Show:
            self.give()
        return super().eventFilter(watched, event)

    def _is_full(self) -> bool:
        return not self._upper.isHidden() and self._upper.maximumHeight() == _UNLIMITED

    def _moved(self, _place: int, _handle: int) -> None:
        whole = sum(self.sizes())
        if self._is_full() and whole:
            self._share = min(1 - _LEAST, max(_LEAST, self.sizes()[0] / whole))
