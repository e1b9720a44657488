"""Leaves a note of how the window stands when it closes, and puts it back at the next start."""

import base64
import os

from PySide6.QtCore import QByteArray, QObject, QTimer
from PySide6.QtWidgets import QMainWindow, QSplitter

from editor.session.memory import LeftContext, LeftWindow, Memory, OpenFile
from editor.session.workbench import Workbench
from editor.ui.editor_pane import EditorPane
from editor.ui.tabs import DocumentTabs

PAUSE = 1_000
"""Milliseconds after which other tabs are remembered."""
_BETWEEN = ";"


class SessionKeeper(QObject):
    """Knows place, size, parts, tabs and carets of one window."""

    def __init__(
        self,
        window: QMainWindow,
        splitters: tuple[QSplitter, ...],
        tabs: DocumentTabs,
        editor: EditorPane,
        memory: Memory,
        workbench: Workbench,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._splitters = splitters
        self._tabs = tabs
        self._editor = editor
        self._memory = memory
        self._workbench = workbench
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.leave)

    def leave_soon(self) -> None:
        """Remember it before long, in case the window never closes in order."""
        self._pause.start()

    def leave(self) -> None:
        """Remember how the window stands, and the values that were tried."""
        self._pause.stop()
        project = self._workbench.project
        context = project.context if project is not None else None
        files = tuple(
            OpenFile(document.path, *self._editor.place_of(document))
            for document in self._tabs.documents()
            if document.path is not None
        )
        front = self._tabs.front()
        sizes = (_written(splitter.saveState()) for splitter in self._splitters)
        self._memory.leave(
            LeftWindow(
                _written(self._window.saveGeometry()),
                _BETWEEN.join(sizes),
                files,
                front.path if front is not None else None,
                None
                if context is None
                else LeftContext(context.name, context.typed, context.typed_slots),
            )
        )

    def restore_shape(self) -> None:
        """Give the window the place, size and parts it had; what cannot be read changes nothing."""
        left = self._memory.left
        if left.geometry:
            self._window.restoreGeometry(_read(left.geometry))
        states = left.splitters.split(_BETWEEN) if left.splitters else []
        for splitter, state in zip(self._splitters, states, strict=False):
            splitter.restoreState(_read(state))

    def files_to_open(self) -> tuple[OpenFile, ...]:
        """Return the files that were open and are still there, in order; the front one again."""
        left = self._memory.left
        there = tuple(each for each in left.files if os.path.isfile(each.path))
        return (*there, *(each for each in there if each.path == left.current))


def _written(state: QByteArray) -> str:
    return base64.b64encode(state.data()).decode("ascii")


def _read(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "replace"))
