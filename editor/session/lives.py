"""The live rendering for a kind of document: the one place that chooses it."""

from PySide6.QtCore import QObject

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.project import Project


def make_live(document: Document, project: Project, parent: QObject) -> LiveView:
    """Return a rendering of `document` with the values of `project`."""
    if document.kind is FileKind.SOUL:
        return LiveSoul(document, project.soul_setting(), parent)
    if document.kind is FileKind.SLOT:
        slot = LiveSlot(document, project.slots.setting(document.path), parent)
        slot.switch_off(project.switched_off)
        return slot
    return LivePreview(document, project.shown_scope(document.kind), parent)


def still_fits(live: LiveView) -> bool:
    """Whether `live` is the rendering that its document has now; its kind may be another one."""
    kinds = {FileKind.SOUL: LiveSoul, FileKind.SLOT: LiveSlot}
    return isinstance(live, kinds.get(live.document.kind, LivePreview))


def refresh_live(live: LiveView, project: Project) -> None:
    """Render with the values that `project` has now."""
    if isinstance(live, LiveSoul):
        live.set_setting(project.soul_setting())
    elif isinstance(live, LiveSlot):
        live.set_setting(project.slots.setting(live.document.path))
        live.switch_off(project.switched_off)
    elif isinstance(live, LivePreview):
        live.set_scope(project.shown_scope(live.document.kind))
