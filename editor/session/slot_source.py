"""The slots of a workspace in use: which there are, and what each is shown with.

Unsaved text of every layer counts, and so do the runtime values of the chosen context.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.formats.slot import file_layer
from editor.formats.slot_overlay import Overlay, SlotLayer, SlotLayerName, runtime_layer
from editor.session.slot_setting import SlotSetting, SlotShowing
from editor.session.slot_states import SlotNode, SlotStates
from editor.session.source_texts import SourceTexts
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.slot_list import Slot, slot_of, slots_among, unread
from editor.workspace.slots import SUFFIX, read_layer
from editor.workspace.workspace import Workspace

MOST_KEPT = 100
"""Layers that are kept as they were read last; more are read again."""


class SlotOwner(Protocol):
    """The workspace in use that slots belong to."""

    workspace: Workspace

    def runtime_slots(self, name: str) -> Mapping[str, object]:
        """Return the runtime layer of the slot called `name`."""
        ...

    def files(self) -> tuple[WorkspaceFile, ...]:
        """Return the files of the workspace, as far as they have been found."""
        ...

    def source_text(self, path: Path) -> str:
        """Return the text of a file, unsaved text included; raises `OSError`, `ValueError`."""
        ...

    def scope(self, kind: FileKind) -> Scope:
        """Return the scope for a file of `kind`."""
        ...


@dataclass(frozen=True, slots=True)
class UnreadSlot:
    """A file in a folder of slots that no program reads: it is of no slot.

    Attributes:
        path: The file.
        name: The file as the workspace names it.
        why: Why it is not read, with what to do.
    """

    path: Path
    name: str
    why: str


class SlotSource(QObject):
    """Knows the slots of one workspace.

    Attributes:
        states: What comes out of each slot, as far as it is known.

    Signals:
        changed: Slots are shown with other placeholders, or filled or not filled by now.
    """

    changed = Signal()

    def __init__(self, owner: SlotOwner, texts: SourceTexts, parent: QObject | None = None) -> None:
        """Look for nothing yet.

        Args:
            owner: The workspace in use.
            texts: Gives the texts of files.
            parent: Who keeps this.
        """
        super().__init__(parent)
        self._owner = owner
        self.states = SlotStates(texts, self._name_of, self)
        self._chosen: SlotShowing | None = None
        self._files: tuple[WorkspaceFile, ...] | None = None
        self._slots: tuple[Slot, ...] = ()
        self._nodes: tuple[SlotNode, ...] = ()
        self._unread: tuple[UnreadSlot, ...] = ()
        self._defaults: Mapping[str, Path] = {}
        self._layers: dict[tuple[SlotLayerName, Path], tuple[str, SlotLayer]] = {}

    @property
    def showing(self) -> SlotShowing:
        """How templates are shown: as chosen, else with the placeholders of the workspace."""
        written = self._owner.workspace.config.slots.placeholders
        return self._chosen or SlotShowing(written)

    def show_with(self, showing: SlotShowing) -> None:
        """Show templates so from now on."""
        if showing != self.showing:
            self._chosen = showing
            self.changed.emit()

    def all(self) -> tuple[Slot, ...]:
        """Return the slots that have been found so far, in order of name and folder."""
        files = self._owner.files()
        if files is not self._files:
            self._files = files
            self._slots = slots_among(files, self._owner.workspace.config.slots)
            self._nodes = tuple(map(SlotNode, self._slots))
            self._unread = _unread_among(files, self._slots)
            found = [(slot.name, slot.default) for slot in reversed(self._slots)]
            self._defaults = {name: path for name, path in found if path is not None}
            self.states.describe(self._slots)
        return self._slots

    def nodes(self) -> tuple[SlotNode, ...]:
        """Return an entry for each slot, as lists show them; the same tuple while it is so."""
        self.all()
        return self._nodes

    def unread_files(self) -> tuple[UnreadSlot, ...]:
        """Return the files in folders of slots that no program reads."""
        self.all()
        return self._unread

    def to_open(self, path: Path) -> Path:
        """Return the file to open for the slot that the file at `path` is of.

        It is that of the layer that wins, values given with a call aside; where no layer says
        anything, that of the highest one. A file that no program reads stands for itself.
        """
        if unread(path) is not None:
            return path
        slot = self.of(path)
        overlay = Overlay(slot.name, self.layers(slot)).without(SlotLayerName.RUNTIME)
        files = {SlotLayerName.APP: slot.app, SlotLayerName.DEFAULT: slot.default}
        wins = {name.value: file for name, file in files.items()}.get(overlay.deciding)
        return wins or SlotNode(slot).path

    def of(self, path: Path) -> Slot:
        """Return the slot that the slot file at `path` belongs to."""
        self.all()
        workspace = self._owner.workspace
        return slot_of(workspace.placed(path), workspace.config.slots, self._defaults)

    def look_again(self) -> None:
        """Look at the files of all slots again: another program may have changed some."""
        self.states.describe(self.all())

    def edited(self, path: Path) -> None:
        """Take note that the slot file at `path` is being edited."""
        slot = self.of(path)
        if slot in self.states.known():
            self.states.look_again(slot)

    def files_beside(self, path: Path) -> tuple[Path, ...]:
        """Return the files of the other layers of the slot that the file at `path` is of."""
        slot = self.of(path)
        return tuple(each for each in (slot.app, slot.default) if each and each != path)

    def setting(self, path: Path | None) -> SlotSetting:
        """Return what the slot file at `path` is shown with; a file without a place is new."""
        workspace = self._owner.workspace
        place = workspace.placed(path or workspace.root / f"untitled{SUFFIX}")
        slot = self.of(place)
        in_app = place.parent == workspace.config.slots.app
        own = SlotLayerName.APP if in_app else SlotLayerName.DEFAULT
        context = self._owner.scope(FileKind.SLOT)
        return SlotSetting(
            slot,
            own,
            workspace.name_of(place),
            self.layers(slot, without=own),
            self.showing.placeholders,
            context,
            self.showing.fill,
            None if path is None else unread(place),
        )

    def layers(self, slot: Slot, without: SlotLayerName | None = None) -> tuple[SlotLayer, ...]:
        """Return what the layers of a slot say, highest first, `without` one if it is named."""
        files = ((SlotLayerName.APP, slot.app), (SlotLayerName.DEFAULT, slot.default))
        found = [self._layer(name, path) for name, path in files if name is not without]
        return (runtime_layer(self._owner.runtime_slots(slot.name)), *found)

    def _name_of(self, path: Path) -> str:
        return self._owner.workspace.name_of(path)

    def _layer(self, name: SlotLayerName, path: Path | None) -> SlotLayer:
        if path is None:
            return SlotLayer(name)
        shown_as = self._owner.workspace.name_of(path)
        try:
            text = self._owner.source_text(path)
        except (OSError, ValueError):
            return read_layer(name, path, shown_as, self._owner.source_text)
        known = self._layers.get((name, path))
        if known is None or known[0] != text:
            if len(self._layers) >= MOST_KEPT:
                self._layers.clear()
            known = self._layers[name, path] = (text, file_layer(name, shown_as, text))
        return known[1]


def _unread_among(
    files: tuple[WorkspaceFile, ...], slots: tuple[Slot, ...]
) -> tuple[UnreadSlot, ...]:
    """Return the files in folders of slots that are of none of `slots`."""
    known = {path for slot in slots for path in (slot.default, slot.app)}
    others = (each for each in files if each.kind is FileKind.SLOT and each.path not in known)
    found = ((each, unread(each.path)) for each in others)
    return tuple(UnreadSlot(each.path, each.name, why) for each, why in found if why)
