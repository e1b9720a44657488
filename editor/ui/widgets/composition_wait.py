"""Waits for the end of a composition in a view: nothing new may be shown in it meanwhile."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from editor.ui.widgets.composition import composes
from editor.ui.widgets.value_editors import LineEditor, LinesEditor


class CompositionWait(QObject):
    """Knows whether something is being composed in one view."""

    ended = Signal()
    """A composition has ended that was waited for."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._editor: LineEditor | LinesEditor | None = None

    def is_needed(self) -> bool:
        """Whether to wait; `ended` tells when that is over."""
        editor = self._view.window().focusWidget()
        if not isinstance(editor, LineEditor | LinesEditor) or not self._view.isAncestorOf(editor):
            return False
        if not composes(editor):
            return False
        if self._editor is None:
            self._editor = editor
            editor.composed.connect(self._composed)
        return True

    def _composed(self) -> None:
        if self._editor is not None:
            self._editor.composed.disconnect(self._composed)
            self._editor = None
        self.ended.emit()
