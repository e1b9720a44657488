"""The slots of a workspace: which files belong to one, and their overlay.

A slot of the default layer is known by its folder and its name; the app layer has one folder for
all (docs/formats.md, Slots).
"""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from editor.core.kinds import FileKind
from editor.core.placeholders import Braces, Dollar, Mustache, Syntax
from editor.formats.slot_overlay import (
    Overlay,
    SlotAround,
    SlotLayer,
    SlotLayerName,
    runtime_layer,
)
from editor.workspace.config import SlotPlaces
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.reading import read_text
from editor.workspace.slots import SUFFIX, is_slot_name, is_there, read_layer

SYNTAXES = ("mustache", "braces", "dollar", "none")
"""How placeholders in templates can be written, as the workspace file says it."""
_SYNTAXES: Mapping[str, type[Syntax]] = {"mustache": Mustache, "braces": Braces, "dollar": Dollar}


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot.

    Attributes:
        name: Its name.
        default: Its file of the default layer; None if only the app layer has one.
        app: Where its file of the app layer is or would be.
        has_app: Whether that file is there.
    """

    name: str
    default: Path | None
    app: Path
    has_app: bool

    def layer_of(self, path: Path) -> SlotLayerName | None:
        """Return the layer that the file at `path` is, or None if it is none of this slot."""
        if path == self.app:
            return SlotLayerName.APP
        return SlotLayerName.DEFAULT if path == self.default else None


def slots_among(files: Iterable[WorkspaceFile], places: SlotPlaces) -> tuple[Slot, ...]:
    """Return the slots that the files of a workspace make, in order of name and folder.

    Files that no loader reads (another suffix, a name no loader takes) make none.
    """
    read = [file.path for file in files if file.kind is FileKind.SLOT and unread(file.path) is None]
    app = {path.stem: path for path in read if path.parent == places.app}
    default = [path for path in read if path.parent != places.app]
    found = [
        Slot(path.stem, path, app.get(path.stem, places.app / path.name), path.stem in app)
        for path in default
    ]
    known = {slot.name for slot in found}
    found += [Slot(name, None, path, True) for name, path in app.items() if name not in known]
    return tuple(sorted(found, key=lambda slot: (slot.name, str(slot.default or ""))))


def slot_of(path: Path, places: SlotPlaces, defaults: Mapping[str, Path]) -> Slot:
    """Return the slot that a slot file belongs to.

    Args:
        path: The file, absolute.
        places: Where the workspace's slots lie.
        defaults: The files of the default layer by slot name, for a file of the app layer whose
            workspace names no folder of the default layer.
    """
    name = path.stem
    app = places.app / f"{name}{SUFFIX}"
    default: Path | None = path
    if path.parent == places.app:
        default = defaults.get(name)
        if places.default is not None:
            named = places.default / f"{name}{SUFFIX}"
            default = named if is_there(named) else None
    return Slot(name, default, app, os.path.isfile(app))


def overlay_of(
    slot: Slot,
    name_of: Callable[[Path], str],
    runtime: Mapping[str, object] | None = None,
    read: Callable[[Path], str] = read_text,
) -> Overlay:
    """Return a slot seen through its layers; faults are in them, none is raised.

    Args:
        slot: The slot.
        name_of: Names a file as the workspace does.
        runtime: The runtime layer's keys and values.
        read: Gives the text of a file, unsaved text included; may raise `OSError`, `ValueError`.
    """

    def layer(name: SlotLayerName, path: Path | None) -> SlotLayer:
        return SlotLayer(name) if path is None else read_layer(name, path, name_of(path), read)

    return Overlay(
        slot.name,
        (
            runtime_layer(runtime),
            layer(SlotLayerName.APP, slot.app),
            layer(SlotLayerName.DEFAULT, slot.default),
        ),
    )


def around_slot(path: Path, slot: Slot, overlay: Overlay, syntax: Syntax | None) -> SlotAround:
    """Return what the checks of the slot file at `path` may know."""
    layer = slot.layer_of(path) or SlotLayerName.DEFAULT
    below = SlotLayer(SlotLayerName.DEFAULT)
    if layer is SlotLayerName.APP:
        below = overlay.layer(SlotLayerName.DEFAULT)
    return SlotAround(layer, below, unread(path), syntax)


def unread(path: Path) -> str | None:
    """Return why no loader reads a file in a folder of slots, with what to do, or None."""
    if path.suffix != SUFFIX:
        twin = path.with_suffix(SUFFIX)
        if os.path.lexists(twin):
            return f"Only .yaml files are read, so {twin.name} counts and not this one. Delete it."
        return f"Only .yaml files are read, so this one never is. Rename it to {twin.name}."
    if not is_slot_name(path.stem):
        return (
            "No program can ask for a slot of this name, so this file is never read. Rename it "
            "with letters, digits, _, - and ., beginning with a letter, a digit or _."
        )
    return None


def syntax_of(places: SlotPlaces) -> Syntax | None:
    """Return how placeholders in templates of slots are written, or None if they have none."""
    return syntax_called(places.placeholders)


def syntax_called(name: str) -> Syntax | None:
    """Return one of `SYNTAXES`; None for ``none``."""
    made = _SYNTAXES.get(name)
    return None if made is None else made()
