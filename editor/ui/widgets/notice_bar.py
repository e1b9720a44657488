"""A bar above the editor that tells something and offers what to do about it.

It never takes the focus and never takes a key that was meant for the text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from editor.ui.widgets.flow_layout import FlowLayout

_GAP = 8
_ROOM = 36
"""Margins and gaps in pixels beside text and buttons."""


class NoticeLevel(StrEnum):
    """How much a notice matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button of a notice."""

    text: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Notice:
    """What a bar shows.

    Attributes:
        key: A later notice with the same key replaces this one.
        text: One or two sentences.
        actions: Buttons, the safest first.
        everywhere: Whether it is no document's, and shown whatever is in front.
    """

    key: str
    text: str
    level: NoticeLevel = NoticeLevel.WARNING
    actions: tuple[NoticeAction, ...] = ()
    everywhere: bool = False


class _ActionButton(QPushButton):
    """A button that runs a notice's action; the notice stays until its owner takes it away."""

    def __init__(self, action: NoticeAction, parent: QWidget) -> None:
        super().__init__(action.text, parent)
        self._action = action
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(action.text)
        self.clicked.connect(self._run)

    def _run(self) -> None:
        self._action.run()


class NoticeBar(QFrame):
    """Shows one notice, or nothing."""

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self._notice: Notice | None = None
        self._waiting = 0
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons: list[QWidget] = []
        self._row = QWidget(self)
        self._row_layout = FlowLayout(self._row, _GAP)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(12, 8, 8, 8)
        self._layout.setSpacing(_GAP)
        self._layout.addWidget(self._label, 1)
        self._layout.addWidget(self._row)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """What is shown now."""
        return self._notice

    def show_notice(self, notice: Notice | None, waiting: int = 0) -> None:
        """Show `notice`, or hide the bar.

        Args:
            notice: What to show, or None.
            waiting: How many others wait until this one is answered.
        """
        if (notice, waiting) == (self._notice, self._waiting):
            return
        self._notice, self._waiting = notice, waiting
        for button in self._buttons:
            self._row_layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        if notice is None:
            self.hide()
            return
        self._label.setText(notice.text)
        self.setAccessibleName(notice.text)
        dismiss = NoticeAction(self.tr("Dismiss"), self._dismiss)
        actions = (*notice.actions, dismiss)
        self._buttons = [_ActionButton(action, self._row) for action in actions]
        if waiting:
            more = QLabel(self.tr("%n more", "", waiting), self._row)
            more.setProperty("role", "muted")
            more.setMinimumHeight(self._buttons[0].sizeHint().height())
            self._buttons.append(more)
        for widget in self._buttons:
            self._row_layout.addWidget(widget)
            widget.show()  # at once, not when the event loop comes back
        self.setProperty("role", f"notice-{notice.level}")
        self.style().unpolish(self)
        self.style().polish(self)
        self._arrange()
        self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the text where both do not fit side by side."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        text = self._label.fontMetrics().horizontalAdvance(self._label.text())
        needed = text + self._row.sizeHint().width() + _ROOM
        direction = QBoxLayout.Direction
        self._layout.setDirection(
            direction.LeftToRight if needed <= self.width() else direction.TopToBottom
        )

    def _dismiss(self) -> None:
        self.show_notice(None)
        self.dismissed.emit()
