"""Feeds the editor of runtime layers from the context, and the context from the editor."""

from PySide6.QtCore import QObject

from editor.session.liveslot import LiveSlot
from editor.session.project import Project
from editor.session.runtime_editing import RuntimeEditing, RuntimeTyped
from editor.ui.panels.runtime_editor import RuntimeEditor


class RuntimeFeed(QObject):
    """Joins the editor to the slot in front."""

    def __init__(self, view: RuntimeEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._live: LiveSlot | None = None
        self._project: Project | None = None
        self._editing: RuntimeEditing | None = None
        view.typed.connect(self._typed)
        view.retyped.connect(self._retyped)
        view.removed.connect(self._removed)
        view.added.connect(self._added)

    def show(self, live: LiveSlot, project: Project) -> None:
        """Show the values of the slot that `live` renders, as they are now."""
        if project is not self._project or self._editing is None:
            self._project, self._editing = project, RuntimeEditing(project)
        self._live = live
        name = project.context.name
        note = (
            self.tr("Values that a program gives with its call. Saving the context {0} keeps them.")
            if name is not None
            else self.tr("Values that a program gives with its call. Save a context to keep them.")
        )
        rows = self._editing.rows(self._slot)
        keys = {row.key for row in rows}
        known = [key for key in live.overlay.keys if key not in keys]
        self._view.show_rows(rows, known, note.format(name))

    @property
    def _slot(self) -> str:
        return self._live.setting.slot.name if self._live is not None else ""

    def _typed(self, typed: RuntimeTyped) -> None:
        if self._editing is not None:
            self._view.show_row(self._editing.type(self._slot, typed))

    def _retyped(self, typed: RuntimeTyped) -> None:
        if self._editing is not None:
            self._editing.retype(self._slot, typed.key, typed.kind)
            self._again()

    def _removed(self, key: str) -> None:
        if self._editing is not None:
            self._editing.remove(self._slot, key)
            self._again()

    def _added(self, key: str) -> None:
        if self._editing is not None:
            self._view.show_fault(self._editing.add(self._slot, key))
            self._again()
            self._view.edit(key)

    def _again(self) -> None:
        if self._live is not None and self._project is not None:
            self.show(self._live, self._project)
