"""The Python API of slots: YAML files by name, and prompts that layers of them overlay.

Both loaders may be used from several threads. Rules: docs/formats.md, Slots.
"""

import copy
import errno
import os
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from editor.core.layers import Lookup
from editor.core.spans import Position
from editor.formats.slot import file_layer
from editor.formats.slot_overlay import (
    Overlay,
    SlotLayer,
    SlotLayerName,
    broken_layer,
    runtime_layer,
    where,
)
from editor.storage.textfile import UnreadableFile
from editor.workspace.config import APP_SLOTS, SLOT_FOLDER, absolute
from editor.workspace.reading import read_text

SUFFIX = ".yaml"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


class SlotError(ValueError):
    """A slot file that is no YAML or cannot be read; the message names file, line and column."""


@dataclass(frozen=True, slots=True)
class SlotResolution:
    """What all layers together say of a slot.

    Attributes:
        name: The slot.
        template: The template in effect, as it is written, or None for the algorithm's own.
        verdict: What comes out and which layer made it so, in words.
        keys: For each key that a layer mentions, its winner and the layers that lost.
    """

    name: str
    template: str | None
    verdict: str
    keys: Mapping[str, Lookup]


class YamlConfigLoader:
    """The YAML files of one folder by name; a file is read once, when it is asked for first."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Look into `folder`, which need not exist."""
        self._files = _Files(Path(folder), SlotLayerName.DEFAULT)

    def find(self, name: str) -> Path | None:
        """Return the file of `name`, or None if there is none.

        Raises:
            ValueError: `name` is no slot name.
        """
        path = self._files.path(name)
        return path if os.path.isfile(path) else None

    def names(self) -> list[str]:
        """Return the names that have a file, in order."""
        return self._files.names()

    def load(self, name: str) -> dict[str, object]:
        """Return the mapping in the file of `name`, the caller's own; ``{}`` without a file.

        Raises:
            ValueError: `name` is no slot name.
            SlotError: the file is no YAML or cannot be read.
            TypeError: the file holds no mapping.
        """
        layer = self._files.layer(name)
        _require_readable(layer)
        return copy.deepcopy(dict(layer.mapping))

    def refresh(self, name: str | None = None) -> None:
        """Read the file of `name`, or every file, again when it is asked for next.

        Raises:
            ValueError: `name` is no slot name.
        """
        self._files.refresh(name)


class PromptLoader:
    """The templates of slots: the default layer under the app layer under values of a call.

    The default layer is read now, the app layer when a slot is first asked for.
    """

    def __init__(
        self,
        config_root: str | os.PathLike[str],
        app_root: str | os.PathLike[str] | None = None,
    ) -> None:
        """Read the default layer; a file with a fault is told of when its slot is asked for.

        Args:
            config_root: The parent of the folder ``prompt_slots``.
            app_root: The folder of the app layer, ``~/.everos/prompt_slots`` by default; neither
                folder need exist.
        """
        folder = Path(config_root) / SLOT_FOLDER
        self._default = _Files(folder, SlotLayerName.DEFAULT, is_eager=True)
        self._app = _Files(Path(APP_SLOTS if app_root is None else app_root), SlotLayerName.APP)

    def load(self, name: str, override: Mapping[str, object] | None = None) -> str | None:
        """Return the template of a slot as it is written, or None for the algorithm's own.

        Args:
            name: The slot.
            override: Keys that count before those of all files, for this call.

        Raises:
            ValueError: `name` is no slot name.
            SlotError: a file of the slot is no YAML or cannot be read.
            TypeError: a file of the slot holds no mapping, or `override` is none.
        """
        return self._overlay(name, override).template

    def resolve(self, name: str, override: Mapping[str, object] | None = None) -> SlotResolution:
        """Return who decides each key of a slot, and what comes out; arguments as for `load`.

        Raises:
            ValueError, SlotError, TypeError: see `load`.
        """
        overlay = self._overlay(name, override)
        keys = {key: overlay.lookup(key) for key in overlay.keys}
        return SlotResolution(name, overlay.template, overlay.verdict, keys)

    def names(self) -> list[str]:
        """Return the names that have a file in either layer, in order."""
        return sorted({*self._default.names(), *self._app.names()})

    def refresh(self, name: str | None = None) -> None:
        """Take the files of one slot, or of all, as they are now.

        Raises:
            ValueError: `name` is no slot name.
        """
        self._default.refresh(name)
        self._app.refresh(name)

    def _overlay(self, name: str, override: Mapping[str, object] | None) -> Overlay:
        if override is not None and not isinstance(override, Mapping):
            kind = type(override).__name__
            raise TypeError(f"override must be a mapping of keys to values, not {kind}.")
        layers = (self._app.layer(name), self._default.layer(name))
        for layer in layers:
            _require_readable(layer)
        return Overlay(name, (runtime_layer(override), *layers))


class _Files:
    """The files of one layer, each read once; safe for use from several threads.

    An eager one reads them all now: a file that comes later counts from the next `refresh` on.
    """

    def __init__(self, folder: Path, layer_name: SlotLayerName, *, is_eager: bool = False) -> None:
        self._folder = absolute(folder.expanduser())
        self._layer_name = layer_name
        self._is_eager = is_eager
        self._lock = threading.Lock()
        self._layers: dict[str, SlotLayer] = {}
        self._is_complete = False
        self.refresh(None)

    def path(self, name: str) -> Path:
        if not isinstance(name, str) or not is_slot_name(name):
            raise ValueError(
                f"not the name of a slot: {name!r}; it has letters, digits, _, - and ., and "
                "begins with a letter, a digit or _"
            )
        return self._folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        return [name for name in self._listed() or () if os.path.isfile(self.path(name))]

    def layer(self, name: str) -> SlotLayer:
        path = self.path(name)
        with self._lock:
            if name not in self._layers:
                absent = SlotLayer(self._layer_name)
                self._layers[name] = absent if self._is_complete else self._read(path)
            return self._layers[name]

    def refresh(self, name: str | None) -> None:
        names = (self._listed() if self._is_eager else None) if name is None else [name]
        paths = {each: self.path(each) for each in names or ()}
        read = {each: self._read(path) for each, path in paths.items()} if self._is_eager else {}
        with self._lock:
            if name is None:
                self._layers, self._is_complete = read, names is not None
            else:
                self._layers.pop(name, None)
                self._layers |= read

    def _listed(self) -> list[str] | None:
        """The names of which something is there; None if that cannot be told."""
        try:
            found = os.listdir(self._folder)
        except OSError as fault:
            return [] if _says_missing(fault) else None
        stems = (entry.removesuffix(SUFFIX) for entry in found if entry.endswith(SUFFIX))
        return sorted(filter(is_slot_name, stems))

    def _read(self, path: Path) -> SlotLayer:
        return read_layer(self._layer_name, path, str(path))


def is_slot_name(name: str) -> bool:
    """Whether a slot can be called so: one path component that leads out of no folder."""
    return _NAME.fullmatch(name) is not None


def is_there(path: Path) -> bool:
    """Whether there is anything at `path`, or may be: its folder may not be looked into."""
    try:
        os.lstat(path)
    except OSError as fault:
        return not _says_missing(fault)
    return True


def _says_missing(fault: BaseException | None) -> bool:
    """Whether a file certainly is not there; one with too long a name cannot be."""
    is_too_long = isinstance(fault, OSError) and fault.errno == errno.ENAMETOOLONG
    return is_too_long or isinstance(fault, FileNotFoundError | NotADirectoryError)


def read_layer(
    layer_name: SlotLayerName,
    path: Path,
    shown_as: str,
    read: Callable[[Path], str] = read_text,
) -> SlotLayer:
    """Return what the file at `path` says of its slot; a fault is in the layer, none is raised.

    Args:
        layer_name: The layer it belongs to.
        path: The file, which need not exist.
        shown_as: The file as messages and origins name it.
        read: Gives the text of a file; may raise `OSError` or `ValueError`.
    """
    try:
        text = read(path)
    except UnreadableFile as fault:
        if _says_missing(fault.__cause__) and not os.path.islink(path):
            return SlotLayer(layer_name)  # told by what was read: by now it may be there
        byte = fault.fault
        place = None if byte is None else Position(byte.line, byte.column)
        return broken_layer(layer_name, shown_as, fault.reason, place)
    except FileNotFoundError:
        return SlotLayer(layer_name)
    except (OSError, ValueError) as fault:
        return broken_layer(layer_name, shown_as, str(fault))
    return file_layer(layer_name, shown_as, text)


def _require_readable(layer: SlotLayer) -> None:
    fault = layer.fault
    if fault is not None:
        message = where(layer.path, fault) + fault.message
        raise TypeError(message) if fault.is_type else SlotError(message)
