"""What a file is to its workspace, told by its place, its name and, for souls, its content.

Rules: docs/formats.md, Workspace and Soul.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from editor.core.kinds import FileKind
from editor.formats.event import is_soul_event
from editor.formats.soul_text import MARKER, split_soul
from editor.workspace.config import SLOT_FOLDER, WorkspaceConfig
from editor.workspace.globs import globs
from editor.workspace.souls import holds_event

SLOT_SUFFIXES = (".yaml", ".yml")
CONTEXT_SUFFIXES = (".yaml", ".yml", ".json")


class SoulTest:
    """Tells whether a file holds a soul; reads again only what has changed."""

    def __init__(self, read: Callable[[Path], bytes]) -> None:
        """Remember nothing yet; `read` gives a file's bytes and may raise `OSError`."""
        self._read = read
        self._known: dict[Path, tuple[tuple[int, int], bool]] = {}

    def __call__(self, path: Path) -> bool:
        """Whether the file at `path` is a soul; one that cannot be read is not."""
        try:
            found = os.stat(path)
            stamp = (found.st_mtime_ns, found.st_size)
            known = self._known.get(path)
            if known is None or known[0] != stamp:
                known = self._known[path] = (stamp, _holds_soul(path, self._read(path)))
        except OSError:
            return False
        return known[1]


class Places:
    """Answers what the files of one workspace are."""

    def __init__(self, config: WorkspaceConfig, is_soul: SoulTest) -> None:
        """Prepare the patterns of `config`.

        Args:
            config: Where the parts of the workspace lie.
            is_soul: Tells souls from prompts.
        """
        self._config = config
        self._is_soul = is_soul
        self._prompts = None if config.prompts is None else globs(config.prompts)
        self._souls = None if config.souls is None else globs(config.souls)
        self._exclude = globs(config.exclude)
        self._variables = {folder.folder for folder in config.variables}

    def excluded(self, path: Path) -> bool:
        """Whether the workspace file leaves `path` out."""
        return any(found.matches(path) for found in self._exclude)

    def special(self, path: Path) -> FileKind | None:
        """Return the kind of a file that has a place of its own, else None."""
        config = self._config
        if path == config.file:
            return FileKind.WORKSPACE
        if path == config.identity:
            return FileKind.IDENTITY
        if path == config.samples:
            return FileKind.SAMPLES
        markdown = _is_markdown(path) and not path.name.startswith(".")
        if markdown and path.parent == config.templates:
            return FileKind.TEMPLATE
        if markdown and path.parent in self._variables:
            return FileKind.VARIABLE
        if path.suffix in CONTEXT_SUFFIXES and path.parent == config.contexts:
            return FileKind.CONTEXT
        if path.suffix in SLOT_SUFFIXES and self._holds_slots(path.parent):
            return FileKind.SLOT
        return None

    def listed(self, path: Path) -> FileKind | None:
        """Return the kind under which discovery lists `path`, or None if it does not."""
        found = self.special(path)
        if found is not None:
            return found
        if self._souls is not None and any(glob.matches(path) for glob in self._souls):
            return FileKind.SOUL
        if not _is_markdown(path):
            return None
        if self._prompts is None or any(glob.matches(path) for glob in self._prompts):
            return self._by_content(path)
        unlisted_soul = self._souls is None and self._by_content(path) is FileKind.SOUL
        return FileKind.SOUL if unlisted_soul else None

    def kind_of(self, path: Path) -> FileKind:
        """Return the kind of any file, listed or not.

        Any other ``.md`` is a prompt, and a Nostr event of the kind of souls is a soul.
        """
        found = self.listed(path)
        if found is not None:
            return found
        if _is_markdown(path):
            return self._by_content(path)
        is_event = holds_event(path) and self._is_soul(path)
        return FileKind.SOUL if is_event else FileKind.TEXT

    def _holds_slots(self, folder: Path) -> bool:
        slots = self._config.slots
        return folder.name == SLOT_FOLDER or folder in (slots.default, slots.app)

    def _by_content(self, path: Path) -> FileKind:
        return FileKind.SOUL if self._is_soul(path) else FileKind.PROMPT


def _is_markdown(path: Path) -> bool:
    return path.suffix == ".md"


def _holds_soul(path: Path, data: bytes) -> bool:
    return is_soul_event(data) if holds_event(path) else is_soul(data)


def is_soul(data: bytes) -> bool:
    """Whether the bytes of a ``.md`` file hold the line that makes it a soul."""
    if MARKER.encode() not in data:
        return False  # most files: not decoded
    # A byte that is no UTF-8 is no part of the marker's line, whatever it stands for.
    return split_soul(data.decode("utf-8-sig", "replace")).marker is not None


def own_files(config: WorkspaceConfig) -> Iterator[Path]:
    """Yield the files that have a place of their own, whatever ``.gitignore`` says of it."""
    if os.path.isfile(config.file):
        yield config.file
    if os.path.isfile(config.identity):
        yield config.identity
    yield from template_files(config)
    for variables in config.variables:
        yield from _in_folder(variables.folder, (".md",))
    yield from context_files(config)
    if config.samples is not None and os.path.isfile(config.samples):
        yield config.samples
    for folder in config.slots.named:
        yield from slot_files(folder)


def slot_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of one layer's folder of slots, in order of name."""
    return _in_folder(folder, SLOT_SUFFIXES)


def template_files(config: WorkspaceConfig) -> tuple[Path, ...]:
    """Return the files of the templates folder, in order of name."""
    return _in_folder(config.templates, (".md",))


def variable_files(config: WorkspaceConfig) -> tuple[tuple[Path, str], ...]:
    """Return the files of the extra variable folders, each with the name it defines."""
    return tuple(
        (path, folder.prefix + path.stem)
        for folder in config.variables
        for path in _in_folder(folder.folder, (".md",))
    )


def context_files(config: WorkspaceConfig) -> tuple[Path, ...]:
    """Return the saved contexts, in order of name."""
    return _in_folder(config.contexts, CONTEXT_SUFFIXES)


def _in_folder(folder: Path, suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the visible regular files right in `folder`; none if it can't be read."""
    try:
        with os.scandir(folder) as entries:
            found = [
                folder / entry.name
                for entry in entries
                if entry.name.endswith(suffixes)
                and not entry.name.startswith(".")
                and os.path.isfile(entry.path)
            ]
    except OSError:
        return ()
    return tuple(sorted(found))
