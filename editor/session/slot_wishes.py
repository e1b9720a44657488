"""Wishes of users for layers of a slot: what is done, and what the window shows then."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from editor.formats.slot_overlay import SlotLayerName
from editor.session.comparison import Against, Comparison
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.places import FilePlace
from editor.session.project import Project
from editor.session.slot_edits import SlotEdits


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the window shows after a wish; None of all if there is nothing to show.

    Attributes:
        place: A place in a file, which may not be on disk yet.
        keeps_caret: Whether the caret stays where it is in that file.
        comparison: A difference.
        folder: A folder, in the system's file manager.
        runtime_key: The runtime value that gets the focus; empty for the name of another one.
        reset: The file that goes to the trash, which has to be closed first.
    """

    place: FilePlace | None = None
    keeps_caret: bool = False
    comparison: Comparison | None = None
    folder: Path | None = None
    runtime_key: str | None = None
    reset: Path | None = None


class SlotWishes:
    """Does what is wished for the slot that a file belongs to.

    Raises (all):
        SlotRefused: nothing was changed; one sentence.
    """

    def __init__(self, project: Project, documents: Documents, path: Path) -> None:
        self._slot = project.slots.of(path)
        self._edits = SlotEdits(project, documents)

    def do(self, wish: LayerWish) -> Outcome:
        """Do what can be done at once, and tell what is left to show."""
        slot, layer = self._slot, SlotLayerName(wish.layer)
        is_runtime = layer is SlotLayerName.RUNTIME
        if wish.command is LayerCommand.COMPARE:
            return Outcome(comparison=self._comparison(wish))
        if wish.command is LayerCommand.OPEN_FOLDER:
            path = slot.app if layer is SlotLayerName.APP else slot.default
            return Outcome(folder=None if path is None else path.parent)
        if wish.command is LayerCommand.RESET_FILE and not is_runtime:
            return Outcome(reset=slot.app)
        if wish.command is LayerCommand.RESET_FILE:
            self._edits.reset_runtime(slot)
            return Outcome()
        if wish.command is LayerCommand.OVERRIDE and is_runtime:
            return self._edit_runtime(wish.name)
        document = self._edit(wish, layer)
        if document is None or document.path is None:
            return Outcome()
        found = self._edits.overlay(slot).layer(layer).definitions.get(wish.name)
        span = found.origin.span if found is not None and found.origin is not None else None
        keeps = wish.command is not LayerCommand.OVERRIDE
        return Outcome(FilePlace(document.path, span), keeps_caret=keeps)

    def require_place(self) -> None:
        """Let the override be taken away; see `SlotEdits.require_place`."""
        self._edits.require_place(self._slot)

    def reset_file(self) -> FilePlace | None:
        """Move the override to the trash, once it is closed; tell the file that counts then."""
        self._edits.reset_file(self._slot)
        return self.below()

    def below(self) -> FilePlace | None:
        """Return the file of the default layer, if there is one."""
        return None if self._slot.default is None else FilePlace(self._slot.default)

    def _edit(self, wish: LayerWish, layer: SlotLayerName) -> Document | None:
        edits, slot = self._edits, self._slot
        deeds: dict[LayerCommand, Callable[[], Document | None]] = {
            LayerCommand.OVERRIDE: lambda: edits.set_here(slot, layer, wish.name),
            LayerCommand.OVERRIDE_FILE: lambda: edits.override_file(slot),
            LayerCommand.ENABLE: lambda: edits.enable(slot, layer, True),
            LayerCommand.DISABLE: lambda: edits.enable(slot, layer, False),
            LayerCommand.PIN: lambda: edits.pin(slot, layer, wish.name),
            LayerCommand.RESET: lambda: edits.reset_key(slot, layer, wish.name),
        }
        return deeds[wish.command]()

    def _edit_runtime(self, key: str) -> Outcome:
        """Have a runtime value edited; one that is not there is set first."""
        layer = self._edits.overlay(self._slot).layer(SlotLayerName.RUNTIME)
        if key and key not in layer.mapping:
            self._edits.set_here(self._slot, SlotLayerName.RUNTIME, key)
        return Outcome(runtime_key=key)

    def _comparison(self, wish: LayerWish) -> Comparison:
        """Compare whole files as they are written, what comes out for a template, other values."""
        if wish.name:
            return Comparison(Against.VALUE, wish.name, wish.layer)
        below = self._edits.overlay(self._slot).below(wish.layer)
        lower = SlotLayerName.DEFAULT if below is None else below.name
        return Comparison(Against.LAYER, lower, wish.layer)
