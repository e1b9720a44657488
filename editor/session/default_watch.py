"""Whether the default of a slot has changed since its override was last saved here.

The program remembers the digest of the default file at each save of an override; what another
program saved is not known (docs/formats.md, Slots).
"""

from PySide6.QtCore import QObject

from editor.core.kinds import FileKind
from editor.formats.slot_overlay import SlotLayerName
from editor.session.document import Document
from editor.session.memory import Memory
from editor.session.ondisk import digest_on_disk
from editor.session.workbench import Workbench
from editor.workspace.slot_list import Slot


class DefaultWatch(QObject):
    """Remembers defaults and compares them."""

    def __init__(self, workbench: Workbench, memory: Memory) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._memory = memory
        workbench.documents.saved.connect(self.remember)

    def remember(self, document: Document) -> None:
        """Take the default of an override as it is now for the one that it was made for."""
        slot = self._overridden(document)
        if slot is not None and slot.default is not None:
            digest = digest_on_disk(slot.default) or ""
            self._memory.remember_default(str(slot.app), str(slot.default), digest)

    def has_changed(self, document: Document) -> bool:
        """Whether the default of an override is another one than when that was saved."""
        slot = self._overridden(document)
        if slot is None or slot.default is None:
            return False
        known = self._memory.default_of(str(slot.app), str(slot.default))
        return known is not None and known != (digest_on_disk(slot.default) or "")

    def _overridden(self, document: Document) -> Slot | None:
        """The slot that a document overrides the default of, or None if it is no override."""
        path = document.path
        if path is None or document.kind is not FileKind.SLOT:
            return None
        project = self._workbench.project_of(document)
        slot = project.slots.of(path)
        is_override = slot.layer_of(project.workspace.placed(path)) is SlotLayerName.APP
        return slot if is_override and slot.default is not None else None
