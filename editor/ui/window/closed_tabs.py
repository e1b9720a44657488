"""Tabs that were closed, to open again where the caret was."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from editor.session.document import Document
from editor.ui.widgets.source_editor import SourceEditor

MOST = 50


@dataclass(frozen=True, slots=True)
class ClosedTab:
    """A file and the caret in it; line and column count from 1."""

    path: Path
    line: int = 1
    column: int = 1


class ClosedTabs(QObject):
    """Remembers the tabs that were closed in this window, the last one first."""

    def __init__(self, source: SourceEditor) -> None:
        super().__init__(source)
        self._source = source
        self._tabs: list[ClosedTab] = []

    def remember(self, document: Document) -> None:
        """Take note of a document whose tab is about to go."""
        if document.path is None:
            return
        place = ClosedTab(document.path)
        if self._source.shown is document:
            place = ClosedTab(document.path, *self._source.place())
        self._tabs = [*self._tabs[-MOST + 1 :], place]

    def take(self) -> ClosedTab | None:
        """Return the tab that was closed last, and forget it."""
        return self._tabs.pop() if self._tabs else None

    def is_empty(self) -> bool:
        """Whether there is none to open again."""
        return not self._tabs
