"""Panels behind a row of tabs; the row looks like the title row of a panel."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget


class QuietTabBar(QTabBar):
    """A row of tabs that the wheel passes over."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(True)
        for button in self.findChildren(QToolButton):
            button.setObjectName("")  # Qt calls the scroll buttons of every row of tabs alike

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change nothing."""
        event.ignore()


class Tabbed(QWidget):
    """Shows one of several panels."""

    turned = Signal()
    """Another panel came in sight."""

    def __init__(self, name: str, meaning: str, parent: QWidget | None = None) -> None:
        """Begin without panels; the row of tabs is called `name` and means `meaning`."""
        super().__init__(parent)
        self._tabs = QuietTabBar(self)
        self._tabs.setObjectName(name)
        self._tabs.setAccessibleName(meaning)
        self.pages = QStackedWidget(self)
        """What the panels stand in; one that is made in it need not be put there."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self.pages, 1)
        self._tabs.currentChanged.connect(self._turn)

    def add(self, title: str, page: QWidget) -> None:
        """Put `page` behind a tab called `title`."""
        self.pages.addWidget(page)
        self._tabs.addTab(title)

    def turn_to(self, page: QWidget) -> None:
        """Bring `page` in sight."""
        self._tabs.setCurrentIndex(self.pages.indexOf(page))

    def _turn(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self.turned.emit()
