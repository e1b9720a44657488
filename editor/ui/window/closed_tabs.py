"""Tabs that were closed, to open again where the caret was."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from editor.session.document import Document
from editor.ui.editor_pane import EditorPane

MOST = 50


@dataclass(frozen=True, slots=True)
class ClosedTab:
    """A file and the caret in it; line and column count from 1."""

    path: Path
    line: int = 1
    column: int = 1


class ClosedTabs(QObject):
    """Remembers the tabs that were closed in this window, the last one first."""

    def __init__(self, editor: EditorPane) -> None:
        super().__init__(editor)
        self._editor = editor
        self._tabs: list[ClosedTab] = []

    def remember(self, document: Document) -> None:
        """Take note of a document whose tab is about to go."""
        if document.path is not None:
            tab = ClosedTab(document.path, *self._editor.place_of(document))
            self._tabs = [*self._tabs[-MOST + 1 :], tab]

    def take(self) -> ClosedTab | None:
        """Return the tab that was closed last, and forget it."""
        return self._tabs.pop() if self._tabs else None

    def is_empty(self) -> bool:
        """Whether there is none to open again."""
        return not self._tabs
