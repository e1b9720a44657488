"""What the commands on layers of a slot do: edits of its files, a new file, a way to the trash.

An edit is one undo step of the layer's document and stays unsaved until it is asked to be saved;
an app folder is made when the first override in it is saved (docs/formats.md, Slots).
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtCore import QCoreApplication

from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.formats.runtime_values import RuntimeValue, value_of
from editor.formats.slot_overlay import ENABLED, TEMPLATE, Overlay, SlotLayer, SlotLayerName, where
from editor.formats.slot_writing import key_edits, without_key
from editor.session.document import Document
from editor.session.documents import Documents, UnreadableFile
from editor.session.slot_source import SlotSource
from editor.session.trash import move_to_trash
from editor.storage.disk import shown
from editor.storage.refusals import SaveRefused
from editor.workspace.slot_list import Slot
from editor.workspace.workspace import Workspace

_Made = TypeVar("_Made")
NEUTRAL: dict[str, object] = {ENABLED: False, TEMPLATE: ""}
"""What a key has in effect that no layer sets."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("SlotEdits", text)


class SlotRefused(EditRefused):
    """Something that cannot be done with a layer: one sentence for the user.

    `outside` is the file if it lies outside the workspace and the user did not confirm that yet.
    """

    def __init__(self, message: str, outside: Path | None = None) -> None:
        super().__init__(message)
        self.outside = outside


class SlotHome(Protocol):
    """The workspace in use that slots belong to."""

    workspace: Workspace
    slots: SlotSource

    def runtime_slots(self, name: str) -> dict[str, object]:
        """Return the runtime layer of the slot called `name`."""
        ...

    def set_runtime(self, slot: str, key: str, value: RuntimeValue | None) -> None:
        """Set a key of a slot's runtime layer; None takes it away."""
        ...

    def source_text(self, path: Path) -> str:
        """Return the text of a file, unsaved text included; raises `OSError`, `ValueError`."""
        ...


class SlotEdits:
    """Changes the layers of the slots of one workspace.

    Each method that changes a file gives its document, for the window to bring to the front;
    None is the runtime layer, which has none.

    Raises (all):
        SlotRefused: nothing was changed.
    """

    def __init__(self, home: SlotHome, documents: Documents) -> None:
        self._home = home
        self._documents = documents

    def overlay(self, slot: Slot) -> Overlay:
        """Return the slot through its layers as they are now, unsaved text included."""
        return Overlay(slot.name, self._home.slots.layers(slot))

    def override_file(self, slot: Slot) -> Document:
        """Begin the app layer's file as a copy of the default layer's, its comments too."""
        overlay = self.overlay(slot)
        if overlay.layer(SlotLayerName.APP).exists:
            name = shown(slot.app.name)
            raise SlotRefused(_tr("There is an override {0} already: edit that.").format(name))
        if slot.default is None:
            raise SlotRefused(_tr("There is no default to copy: set a key instead."))
        _require_readable(overlay.layer(SlotLayerName.DEFAULT))
        return self._new(slot, self._home.source_text(slot.default))

    def set_here(self, slot: Slot, layer: SlotLayerName, key: str) -> Document | None:
        """Give `key` in a layer the value that is in effect without it, to begin with.

        That is the value of a layer below; without one, that of a layer above, else what the key
        counts as without any: nothing else comes out until the value is edited.
        """
        overlay = self.overlay(slot)
        found = _below(overlay, layer).winner(key) or overlay.scope.winner(key)
        return self.set_key(slot, layer, key, NEUTRAL.get(key) if found is None else found.value)

    def pin(self, slot: Slot, layer: SlotLayerName, key: str) -> Document | None:
        """Write the value below into a layer: what becomes of that one counts no more."""
        found = _below(self.overlay(slot), layer).winner(key)
        if found is None:
            message = _tr("No layer below sets {0}, so there is no value to pin.")
            raise SlotRefused(message.format(key))
        return self.set_key(slot, layer, key, found.value)

    def enable(self, slot: Slot, layer: SlotLayerName, on: bool) -> Document | None:
        """Let a layer say that the slot is enabled, or that it is not."""
        return self.set_key(slot, layer, ENABLED, on)

    def set_key(self, slot: Slot, layer: SlotLayerName, key: str, value: object) -> Document | None:
        """Let `key` have `value` in a layer; other bytes of its file stay."""
        if layer is SlotLayerName.RUNTIME:
            self._home.set_runtime(slot.name, key, _attempted(lambda: value_of(value)))
            return None
        found = self.overlay(slot).layer(layer)
        _require_readable(found)
        if not found.exists and layer is SlotLayerName.APP:
            edits = _attempted(lambda: key_edits("", key, value))
            return self._new(slot, apply_edits("", edits))
        document = self._opened(slot, layer)
        return _applied(document, lambda: key_edits(document.text(), key, value))

    def reset_key(self, slot: Slot, layer: SlotLayerName, key: str) -> Document | None:
        """Take `key` out of a layer, with the comments that belong to it; other bytes stay."""
        if layer is SlotLayerName.RUNTIME:
            self._home.set_runtime(slot.name, key, None)
            return None
        found = self.overlay(slot).layer(layer)
        _require_readable(found)
        if key not in found.definitions and key not in found.wrong:
            raise SlotRefused(_tr("{0} is not set in the {1} layer.").format(key, layer))
        document = self._opened(slot, layer)
        return _applied(document, lambda: without_key(document.text(), key))

    def reset_runtime(self, slot: Slot) -> None:
        """Take all keys of the runtime layer away."""
        for key in self._home.runtime_slots(slot.name):
            self._home.set_runtime(slot.name, key, None)

    def reset_file(self, slot: Slot) -> None:
        """Move the app layer's file to the system's trash; one with unsaved work stays."""
        document = self._documents.find(slot.app)
        name = shown(slot.app.name)
        if document is not None and document.is_modified():
            raise SlotRefused(_tr("{0} has unsaved changes: save them or close it.").format(name))
        if not os.path.lexists(slot.app):
            raise SlotRefused(_tr("There is no file {0} any more.").format(name))
        self.require_place(slot)
        if not move_to_trash(slot.app):
            message = _tr("{0} could not be moved to the trash, so it is still there.")
            raise SlotRefused(message.format(name))

    def require_place(self, slot: Slot) -> None:
        """Let the app layer's file be written or taken away: its place may have to be confirmed."""
        try:
            self._documents.require_place(slot.app)
        except SaveRefused as refusal:
            raise SlotRefused(str(refusal), outside=slot.app) from refusal

    def _new(self, slot: Slot, text: str) -> Document:
        """The app layer's file with its first text; it is not on disk until it is saved."""
        return self._documents.new(FileKind.SLOT, slot.app, text)

    def _opened(self, slot: Slot, layer: SlotLayerName) -> Document:
        path = slot.app if layer is SlotLayerName.APP else slot.default
        if path is None:
            raise SlotRefused(_tr("The {0} layer has no file of this slot.").format(layer))
        try:
            document = self._documents.open(path, FileKind.SLOT)
        except UnreadableFile as fault:
            raise SlotRefused(str(fault)) from fault
        if document.read_only_reason is not None:
            raise SlotRefused(document.read_only_reason)
        return document


def _below(overlay: Overlay, layer: SlotLayerName) -> Scope:
    """The layers under one, all of which must be readable."""
    order = list(SlotLayerName)
    lower = overlay.without(*order[: order.index(layer) + 1])
    for each in lower.layers:
        _require_readable(each)
    return lower.scope


def _require_readable(layer: SlotLayer) -> None:
    if layer.fault is not None:
        said = where(layer.path, layer.fault) + layer.fault.message.rstrip(".")
        message = _tr("The {0} layer is broken: {1}. Mend it first.")
        raise SlotRefused(message.format(layer.name, said))


def _applied(document: Document, propose: Callable[[], tuple[Edit, ...]]) -> Document:
    """Make edits as one undo step."""
    edits = _attempted(propose, shown(document.path.name) if document.path is not None else "")
    document.end_merge()
    document.apply(edits)
    return document


def _attempted(propose: Callable[[], _Made], name: str = "") -> _Made:
    try:
        return propose()
    except EditRefused as refusal:
        raise SlotRefused(": ".join(filter(None, (name, str(refusal))))) from refusal
