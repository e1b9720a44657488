"""What a change of a Qt document was: a new step, or an undo or redo of old ones.

Qt does not say. It matters because a new step may need a correction of line ends that belongs
to it, and an undo or redo never does: it restores them.
"""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QTextDocument


class UndoSteps:
    """Follows the undo history of one document; `look` must be called within each change."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._could_redo = False
        self._depth = document.availableUndoSteps()
        self._command_added = False
        self._midway: set[int] = set()
        self._passing: Callable[[], None] | None = None
        document.undoCommandAdded.connect(self._on_command_added)

    def look(self) -> bool:
        """Tell whether the change that is going on is a new step."""
        document = self._document
        before, self._could_redo = self._could_redo, document.isRedoAvailable()
        added, self._command_added = self._command_added, False
        old, self._depth = self._depth, document.availableUndoSteps()
        if not self._could_redo and (added or not before):
            self._midway = {depth for depth in self._midway if depth <= old}
            return True
        if self._depth in self._midway:
            self._passing = document.undo if self._depth < old else document.redo
        return False

    def clear(self) -> None:
        """Drop the history: there is nothing to undo or redo, and no step is the clean one."""
        self._document.clearUndoRedoStacks()
        self._could_redo = self._command_added = False
        self._depth = 0
        self._midway.clear()
        self.forget_clean()

    def forget_clean(self) -> None:
        """Let no step, undone or not, lead to a text that counts as saved."""
        with QSignalBlocker(self._document):
            self._document.setModified(False)  # else Qt keeps which step was the clean one
        self._document.setModified(True)

    def expect_correction(self) -> None:
        """Note that a correction follows that belongs to the step just made.

        Qt does not let it join every step, so an undo or redo that stops here shall pass on.
        """
        self._midway.add(self._document.availableUndoSteps())

    def pass_on(self) -> bool:
        """Undo or redo on if the last one stopped in the midst of a step; tell whether it did."""
        passing, self._passing = self._passing, None
        if passing is None:
            return False
        passing()
        return True

    def _on_command_added(self) -> None:
        self._command_added = True
