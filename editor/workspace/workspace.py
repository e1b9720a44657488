"""A workspace: a folder of prompts with what belongs to it.

Nothing is kept between questions but the configuration and the shipped tables: files are asked
for anew, so that an answer is never older than its question.
"""

import json
import os
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from editor import paths
from editor.core.kinds import FileKind
from editor.core.placeholders import Syntax
from editor.core.spans import LineIndex, Position
from editor.core.tree import Path as FieldPath
from editor.formats.base import Surroundings
from editor.formats.frontmatter import split
from editor.formats.samples import Samples
from editor.formats.schema import Schema
from editor.formats.slot_overlay import Overlay
from editor.formats.workspacefile import WorkspaceFileFormat
from editor.storage.textfile import UnreadableFile, read_bytes
from editor.workspace.absent import absent_places
from editor.workspace.config import WorkspaceConfig, absolute, find_workspace
from editor.workspace.contexts import Catalogue, SavedContext, parse_context, saved_context
from editor.workspace.discovery import Discovery, WorkspaceFile, discover, name_in, scan
from editor.workspace.globs import relative
from editor.workspace.places import (
    Places,
    SoulTest,
    context_files,
    template_files,
    variable_files,
)
from editor.workspace.reading import SourceFault, read_text
from editor.workspace.slot_list import (
    Slot,
    around_slot,
    overlay_of,
    slot_of,
    slots_among,
    syntax_of,
)
from editor.workspace.souls import SampleMemory

_SCHEMA_KINDS = {FileKind.PROMPT: "prompt.json", FileKind.IDENTITY: "identity.json"}
_NAMING = (FileKind.PROMPT, FileKind.TEMPLATE)


@dataclass(frozen=True)
class Workspace:
    """A folder of prompts.

    Attributes:
        root: The folder, absolute.
        config: Where its parts lie.
    """

    root: Path
    config: WorkspaceConfig

    @classmethod
    def open(cls, path: Path, explicit: Path | None = None) -> "Workspace":
        """Return the workspace of `path` (see `find_workspace`).

        Raises:
            NotADirectoryError: `explicit` is no folder.
        """
        root = find_workspace(path, explicit)
        return cls(root, WorkspaceConfig.load(root))

    def is_current(self) -> bool:
        """Whether the configuration on disk still says what `config` says."""
        return WorkspaceConfig.load(self.root) == self.config

    @cached_property
    def catalogue(self) -> Catalogue:
        """The context variables that prompts can count on."""
        return Catalogue.load(paths.resource("catalogues", "context.json"))

    def discovery(self) -> Discovery:
        """Look for the files of the workspace and say which folders cannot be read."""
        return discover(self.config)

    def scan(self, is_soul: SoulTest) -> Generator[None, None, Discovery]:
        """Look for the files step by step, so that a window need not wait (see `scan`)."""
        return scan(self.config, is_soul)

    def files(self) -> tuple[WorkspaceFile, ...]:
        """Look for the files of the workspace, in order of name."""
        return self.discovery().files

    def kind_of(self, path: Path) -> FileKind:
        """Return what any file is to this workspace, whether it is listed or not."""
        return Places(self.config, SoulTest(read_bytes)).kind_of(self.placed(path))

    def name_of(self, path: Path) -> str:
        """Return `path` as output and windows name it: relative to the workspace, with ``/``."""
        return name_in(self.root, self.placed(path))

    def path_of(self, name: str) -> Path:
        """Return the path that `name_of` gave `name` for."""
        return Path(os.path.normpath(self.root / name))

    def placed(self, path: Path) -> Path:
        """Return `path` by way of the workspace folder, if a link leads there another way."""
        place = absolute(path)
        if relative(place, self.root) is not None:
            return place
        below = relative(Path(os.path.realpath(place)), Path(os.path.realpath(self.root)))
        return place if below is None else self.root / below

    def template_names(self) -> frozenset[str]:
        """Return the names that the templates folder defines."""
        return frozenset(path.stem for path in template_files(self.config))

    def context_names(self) -> tuple[str, ...]:
        """Return the names of the saved contexts."""
        return tuple(dict.fromkeys(path.stem for path in context_files(self.config)))

    def context_path(self, name: str) -> Path | None:
        """Return the file of the saved context called `name`, or None."""
        return next((path for path in context_files(self.config) if path.stem == name), None)

    def context_values(
        self, name: str, read: Callable[[Path], str] = read_text
    ) -> SavedContext | None:
        """Return the saved context called `name`, or None if there is none that can be read."""
        path = self.context_path(name)
        if path is None:
            return None
        try:
            text = read(path)
        except (OSError, ValueError):
            return None
        return saved_context(parse_context(path, text), self.name_of(path))

    def context_fault(
        self, name: str, read: Callable[[Path], str] = read_text
    ) -> SourceFault | None:
        """Return why the saved context called `name` gives no values, or not all; None if it does.

        Args:
            name: The name; of one that is not there, the fault names the file to make.
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
        """
        path = self.context_path(name)
        if path is None:
            message = f"There is no saved context {name}."
            return SourceFault(self.config.contexts / f"{name}.yaml", message)
        try:
            text = read(path)
        except (OSError, ValueError) as fault:
            return _unreadable_source(path, fault)
        for found in parse_context(path, text).invalid:
            place = LineIndex(text).position(found.span.start)
            return SourceFault(path, found.message, found.span.start, place)
        return None

    def broken_names(self, read: Callable[[Path], str] = read_text) -> dict[str, SourceFault]:
        """Return the names that a template or an extra variable would define if it could be read.

        Args:
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
        """
        templates = ((path, path.stem) for path in template_files(self.config))
        faults = (
            (name, _definition_fault(path, read))
            for path, name in (*templates, *variable_files(self.config))
        )
        return {name: fault for name, fault in faults if fault is not None}

    def known_names(self, read: Callable[[Path], str] = read_text) -> frozenset[str]:
        """Return names that are merely not set now: the catalogue and all saved contexts."""
        saved = (self.context_values(name, read) for name in self.context_names())
        names = (name for context in saved if context is not None for name in context.values)
        return frozenset((*self.catalogue.names(), *names))

    def samples(self, read: Callable[[Path], str] = read_text) -> Samples:
        """Return what the workspace's souls are filled with; nothing where there is no such file.

        Args:
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
        """
        path = self.config.samples
        if path is None:
            return Samples()
        try:
            text = read(path)
        except (OSError, ValueError):
            return Samples()
        return self._sample_memory.samples(text, path.suffix, self.name_of(path))

    @cached_property
    def _sample_memory(self) -> SampleMemory:
        return SampleMemory()

    def surroundings(self, kind: FileKind, read: Callable[[Path], str] = read_text) -> Surroundings:
        """Return what the checks of a file of `kind` may know beside its scope.

        Args:
            kind: The kind of the file; its fields have their own schema.
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
        """
        return Surroundings(
            known=self.known_names(read),
            schedules=self.catalogue.schedules(),
            template_names=self.template_names(),
            schema=self.schema(kind, read),
            broken=self._broken_places(read) if kind in _NAMING else {},
            absent=self._absent_places(read) if kind is FileKind.WORKSPACE else {},
            default_slots=self._default_slots() if kind is FileKind.SLOT else {},
            samples=self.samples(read) if kind is FileKind.SOUL else Samples(),
            soul_names=frozenset(self.config.soul_variables),
        )

    def slots(self) -> tuple[Slot, ...]:
        """Look for the slots of the workspace, in order of name and folder."""
        return slots_among(self.files(), self.config.slots)

    def slot_of(self, path: Path) -> Slot:
        """Return the slot that the slot file at `path` belongs to."""
        place = self.placed(path)
        needs_search = place.parent == self.config.slots.app and self.config.slots.default is None
        return slot_of(place, self.config.slots, self._default_slots() if needs_search else {})

    def overlay(
        self,
        slot: Slot,
        runtime: Mapping[str, object] | None = None,
        read: Callable[[Path], str] = read_text,
    ) -> Overlay:
        """Return a slot seen through its layers; see `overlay_of`."""
        return overlay_of(slot, self.name_of, runtime, read)

    def around_file(
        self, file: WorkspaceFile, around: Surroundings, read: Callable[[Path], str] = read_text
    ) -> Surroundings:
        """Return what the checks of one file may know: `around` its kind, and what is its own."""
        if file.kind is not FileKind.SLOT:
            return around
        slot = slot_of(file.path, self.config.slots, around.default_slots)
        overlay = self.overlay(slot, None, read)
        return replace(around, slot=around_slot(file.path, slot, overlay, self.slot_syntax))

    @property
    def slot_syntax(self) -> Syntax | None:
        """How placeholders in templates of slots are written, or None if they have none."""
        return syntax_of(self.config.slots)

    def _default_slots(self) -> dict[str, Path]:
        """The files of the default layer by slot name; of equal names the first."""
        found = [(slot.name, slot.default) for slot in self.slots()]
        return {name: path for name, path in reversed(found) if path is not None}

    def _broken_places(self, read: Callable[[Path], str]) -> dict[str, str]:
        """The names of `broken_names`, each with where its file cannot be read."""
        return {name: self._where(fault) for name, fault in self.broken_names(read).items()}

    def _where(self, fault: SourceFault) -> str:
        place = fault.position
        where = f" (line {place.line}, column {place.column})" if place is not None else ""
        return self.name_of(fault.path) + where

    def _absent_places(self, read: Callable[[Path], str]) -> dict[FieldPath, str]:
        try:
            text = read(self.config.file)
        except (OSError, ValueError):
            return {}
        return absent_places(WorkspaceFileFormat().parse(text), self.root, read)

    def schema(self, kind: FileKind, read: Callable[[Path], str] = read_text) -> Schema | None:
        """Return the JSON Schema for the fields of a file of `kind`, or None if it has none.

        For prompts, the workspace's own schema is added to the shipped one; its properties
        count before the shipped ones. One that cannot be read adds nothing.
        """
        shipped = _SCHEMA_KINDS.get(FileKind.PROMPT if kind is FileKind.TEMPLATE else kind)
        if shipped is None:
            return None
        schema = _mapping(read_text(paths.resource("schemas", shipped)))
        own = self.config.prompt_schema
        if own is None or kind is FileKind.IDENTITY:
            return schema
        try:
            return _joined(schema, _mapping(read(own)))
        except (OSError, ValueError):
            return schema


def _definition_fault(path: Path, read: Callable[[Path], str]) -> SourceFault | None:
    try:
        text = read(path)
    except (OSError, ValueError) as fault:
        return _unreadable_source(path, fault)
    fields = split(text).fields
    found = None if fields is None else fields.fault
    if found is None:
        return None
    return SourceFault(path, found.message, found.offset, LineIndex(text).position(found.offset))


def _unreadable_source(path: Path, fault: OSError | ValueError) -> SourceFault:
    byte = fault.fault if isinstance(fault, UnreadableFile) else None
    reason = fault.reason if isinstance(fault, UnreadableFile) else str(fault)
    place = None if byte is None else Position(byte.line, byte.column)
    return SourceFault(path, reason, position=place)


def _mapping(text: str) -> dict[str, object]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("a JSON Schema must be an object")
    return found


def _joined(shipped: Mapping[str, object], own: Mapping[str, object]) -> Schema:
    inner = {key: _both(shipped.get(key), own.get(key)) for key in ("properties", "$defs")}
    return {**shipped, **own, **inner}


def _both(one: object, other: object) -> dict[str, object]:
    parts = [part for part in (one, other) if isinstance(part, dict)]
    return {key: value for part in parts for key, value in part.items()}
