"""The row of tabs: one for each open document."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from editor.core.hidden import on_one_line
from editor.session.document import Document
from editor.session.documents import DiskChange
from editor.ui.icons import Icons
from editor.ui.widgets.tabbed import QuietTabBar


def _told_apart_from(folder: Path, others: Sequence[Path]) -> str:
    """The end of a folder's path that no other one has, and no more than that."""
    parts = folder.parts
    for count in range(1, len(parts)):
        end = parts[-count:]
        if all(each.parts[-count:] != end for each in others):
            return "/".join(end)
    return str(folder)


class _CloseButton(QToolButton):
    """The button that closes one tab."""

    close_requested = Signal(object)
    """The `Document` of the tab."""

    def __init__(self, document: Document, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._icons = icons
        self.setProperty("flat", True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Close tab"))
        self.setToolTip(self.tr("Close tab"))
        self.clicked.connect(self._clicked)
        icons.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(self._icons.icon("close"))

    def _clicked(self) -> None:
        self.close_requested.emit(self._document)


class DocumentTabs(QuietTabBar):
    """Tells which document the user wants in front, and which one closed."""

    chosen = Signal(object)
    """The `Document` to show, or None."""
    close_requested = Signal(object)
    """The `Document` whose tab is to be closed."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._problems: Mapping[Document, int] = {}
        self._outside: dict[Document, DiskChange] = {}
        self.setObjectName("documentTabs")
        self.setAccessibleName(self.tr("Open files"))
        self.setMovable(True)
        self.currentChanged.connect(self._current_changed)

    def add(self, document: Document) -> None:
        """Add a tab for `document`; it does not come to the front by itself."""
        index = self.addTab("")
        self.setTabData(index, document)
        button = _CloseButton(document, self._icons, self)
        button.close_requested.connect(self.close_requested)
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, button)
        self._refresh_named(document)

    def remove(self, document: Document) -> None:
        """Take the tab of `document` away."""
        index = self._index(document)
        self._outside.pop(document, None)
        if index >= 0:
            self.removeTab(index)
            self._refresh_named(document)

    def bring_to_front(self, document: Document) -> None:
        """Make the tab of `document` the current one."""
        self.setCurrentIndex(self._index(document))

    def refresh(self, document: Document) -> None:
        """Show the name and the dirty mark of `document` as they are now."""
        index = self._index(document)
        if index < 0:
            return
        name = self._told_apart(document)
        count = self._problems.get(document, 0)
        state, told = self._said_of_disk(document)
        marks = (state, "●" if document.is_modified() else "", str(count) if count else "")
        self.setTabText(index, " ".join(filter(None, (name, *marks))))
        lines = (on_one_line(str(document.path or name)), told, self._counted(count))
        self.setTabToolTip(index, "\n".join(filter(None, lines)))

    def show_problems(self, counts: Mapping[Document, int]) -> None:
        """Show how many problems each document has; one that is not named has none."""
        before, self._problems = self._problems, counts
        for document in self.documents():
            if before.get(document, 0) != counts.get(document, 0):
                self.refresh(document)

    def show_outside(self, document: Document, change: DiskChange | None) -> None:
        """Mark a document whose file is not what its text comes from, or mark it no more."""
        if change is None:
            self._outside.pop(document, None)
        else:
            self._outside[document] = change
        self.refresh(document)

    def title_of(self, document: Document) -> str:
        """Return what the tab is called."""
        return on_one_line(document.path.name) if document.path else self.tr("Untitled")

    def documents(self) -> list[Document]:
        """Return the open documents in the order of their tabs."""
        return [self.tabData(index) for index in range(self.count())]

    def front(self) -> Document | None:
        """Return the document whose tab is current."""
        document: Document | None = self.tabData(self.currentIndex())
        return document

    def step(self, by: int) -> None:
        """Go `by` tabs to the right, round the end."""
        if self.count():
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def _refresh_named(self, document: Document) -> None:
        """Show anew all tabs that are called as that of `document` is."""
        name = self.title_of(document)
        for each in self.documents():
            if self.title_of(each) == name:
                self.refresh(each)

    def _told_apart(self, document: Document) -> str:
        """The title of a tab; with its folder if another one has the same, as layers do."""
        name = self.title_of(document)
        alike = [each for each in self.documents() if self.title_of(each) == name]
        others = [each.path.parent for each in alike if each is not document and each.path]
        if document.path is None or not others:
            return name
        folder = _told_apart_from(document.path.parent, others)
        return self.tr("{0} – {1}").format(name, on_one_line(folder))

    def _said_of_disk(self, document: Document) -> tuple[str, str]:
        """The mark of a document for what became of its file, and a sentence about it."""
        change = self._outside.get(document)
        if change is None:
            return "", ""
        if change.gone:
            return self.tr("(deleted)"), self.tr("No longer on disk: its text is only here.")
        if change.digest is None:
            return self.tr("(unreadable)"), self.tr("The file cannot be read any more.")
        return self.tr("(changed on disk)"), self.tr("Another program changed the file.")

    def _counted(self, count: int) -> str:
        if count == 1:
            return self.tr("1 problem")
        return self.tr("%n problems", "", count) if count else ""

    def _index(self, document: Document) -> int:
        documents = self.documents()
        return documents.index(document) if document in documents else -1

    def _current_changed(self, index: int) -> None:
        self.chosen.emit(self.tabData(index) if index >= 0 else None)
