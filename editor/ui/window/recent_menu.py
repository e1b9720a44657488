"""Files and folders that were open lately, in a menu of their own."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from editor.core.hidden import on_one_line
from editor.session.memory import Memory

MOST = 10


class RecentMenu(QObject):
    """Fills a menu anew each time it opens."""

    open_requested = Signal(object)
    """The `Path` of a file or folder."""

    def __init__(self, memory: Memory, file_menu: QMenu, before: QAction) -> None:
        """Stand in `file_menu` before the action `before`."""
        super().__init__(file_menu)
        self._memory = memory
        self._menu = QMenu(self.tr("Open &recent"), file_menu)
        self._menu.menuAction().setObjectName("file.open_recent")
        file_menu.insertMenu(before, self._menu)
        file_menu.insertSeparator(before)
        self._menu.aboutToShow.connect(self._fill)
        self._menu.triggered.connect(self._chosen)
        self._fill()

    def _fill(self) -> None:
        self._menu.clear()
        for place in self._memory.recent_files[:MOST]:
            self._add(place)
        self._menu.addSeparator()
        for place in self._memory.recent_folders[:MOST]:
            self._add(place)
        if self._menu.isEmpty():
            nothing = self._menu.addAction(self.tr("Nothing was open yet"))
            nothing.setEnabled(False)

    def _add(self, place: str) -> None:
        action = self._menu.addAction(on_one_line(place).replace("&", "&&"))
        action.setData(place)

    def _chosen(self, action: QAction) -> None:
        self.open_requested.emit(Path(action.data()))
