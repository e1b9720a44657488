"""The welcome page: the first steps, and the way back to recent folders."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.core.hidden import on_one_line
from editor.ui.icons import Icons
from editor.ui.widgets.plain_tip import plain_tip

_WIDTH = 400
_ROW = 24
_MOST_RECENT = 8


class WelcomePage(QWidget):
    """What stands in the window while no file is open."""

    sample_requested = Signal()
    folder_requested = Signal()
    new_requested = Signal()
    recent_requested = Signal(object)  # str

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcomePage")
        self._icons = icons
        self._recent_title = QLabel(self.tr("Recent folders").upper(), self)
        self._recent_title.setProperty("role", "title")
        self._recent = self._recent_list()
        column = QWidget(self)
        column.setMaximumWidth(_WIDTH)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(24, 24, 24, 24)
        inner.setSpacing(8)
        inner.addStretch(1)
        inner.addWidget(self._title())
        inner.addWidget(self._sentence())
        inner.addSpacing(8)
        sample = self._button("welcomeSample", self.tr("Open the sample workspace"))
        sample.setDefault(True)
        folder = self._button("welcomeFolder", self.tr("Open folder…"))
        new = self._button("welcomeNew", self.tr("New prompt"))
        self._buttons: tuple[tuple[QPushButton, str, str], ...] = (
            (sample, "prompt", "accent.text"),
            (folder, "folder", "muted"),
            (new, "new", "muted"),
        )
        for button in (sample, folder, new):
            inner.addWidget(button)
        inner.addSpacing(8)
        inner.addWidget(self._recent_title)
        inner.addWidget(self._recent)
        inner.addStretch(2)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addStretch(1)
        outer.addWidget(column, 100)
        outer.addStretch(1)
        sample.clicked.connect(self._ask_for_sample)
        folder.clicked.connect(self._ask_for_folder)
        new.clicked.connect(self._ask_for_new)
        self.show_recent(())

    def show_recent(self, folders: tuple[str, ...]) -> None:
        """List `folders`, the last used first; nothing is shown for none."""
        self._recent.clear()
        for folder in folders[:_MOST_RECENT]:
            item = QListWidgetItem(on_one_line(folder), self._recent)
            item.setData(Qt.ItemDataRole.UserRole, folder)
            item.setToolTip(plain_tip(folder))
            item.setSizeHint(QSize(0, _ROW))
        self._recent.setFixedHeight(_ROW * self._recent.count() + 2)
        self._paint_icons()
        self._recent_title.setVisible(bool(folders))
        self._recent.setVisible(bool(folders))

    def _title(self) -> QLabel:
        title = QLabel(self.tr("Prompt Editor"), self)
        title.setProperty("role", "welcome")
        return title

    def _sentence(self) -> QLabel:
        sentence = QLabel(
            self.tr("Write prompts for agents and see, at every key, the exact text they get."),
            self,
        )
        sentence.setProperty("role", "muted")
        sentence.setWordWrap(True)
        return sentence

    def changeEvent(self, event: QEvent) -> None:
        """Paint the icons anew in another theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._paint_icons()

    def _paint_icons(self) -> None:
        for button, icon, role in self._buttons:
            button.setIcon(self._icons.icon(icon, role))
        for row in range(self._recent.count()):
            self._recent.item(row).setIcon(self._icons.icon("folder"))

    def _button(self, name: str, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        return button

    def _recent_list(self) -> QListWidget:
        listed = QListWidget(self)
        listed.setObjectName("recentFolders")
        listed.setAccessibleName(self.tr("Recent folders"))
        listed.setIconSize(QSize(16, 16))
        listed.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        listed.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        listed.itemClicked.connect(self._choose)
        listed.itemActivated.connect(self._choose)
        return listed

    def _choose(self, item: QListWidgetItem) -> None:
        self.recent_requested.emit(item.data(Qt.ItemDataRole.UserRole))

    def _ask_for_sample(self) -> None:
        self.sample_requested.emit()

    def _ask_for_folder(self) -> None:
        self.folder_requested.emit()

    def _ask_for_new(self) -> None:
        self.new_requested.emit()
