"""A splitter whose upper view keeps its share of the height, also while it is hidden.

The upper view comes and goes with the kind of file, and may be folded up to a row.
"""

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_LEAST = 0.1
_UNLIMITED = 16777215


class ShareSplitter(QSplitter):
    """Gives the upper view that is there its share whenever it is there in full."""

    def __init__(
        self, uppers: Sequence[QWidget], lower: QWidget, share: float, parent: QWidget
    ) -> None:
        """Put the views into one column.

        Args:
            uppers: Views of which one is there at most.
            lower: The view below.
            share: How much of the height an upper view gets at first.
            parent: The widget that holds the splitter.
        """
        super().__init__(Qt.Orientation.Vertical, parent)
        self._share = share
        self._uppers = tuple(uppers)
        for view in (*self._uppers, lower):
            self.addWidget(view)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for view in self._uppers:
            view.installEventFilter(self)
        self.splitterMoved.connect(self._moved)

    def give(self) -> None:
        """Give the upper view its share, unless it is hidden or wants only a row."""
        whole = self.height() - self.handleWidth()
        full = self._full()
        if full is not None and whole > 0:
            upper = round(whole * self._share)
            self.setSizes([*(upper if each is full else 0 for each in self._uppers), whole - upper])

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
        if watched in self._uppers and event.type() == QEvent.Type.Show:
            self.give()
        return super().eventFilter(watched, event)

    def _full(self) -> QWidget | None:
        """The upper view that is there and wants more than a row."""
        return next(
            (
                each
                for each in self._uppers
                if not each.isHidden() and each.maximumHeight() == _UNLIMITED
            ),
            None,
        )

    def _moved(self, _place: int, _handle: int) -> None:
        whole, full = sum(self.sizes()), self._full()
        if full is not None and whole:
            share = self.sizes()[self._uppers.index(full)] / whole
            self._share = min(1 - _LEAST, max(_LEAST, share))
