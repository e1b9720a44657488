"""The files of a workspace: what is listed, checked and searched.

Opening a folder runs nothing; folders are read, links never lead in circles or out of the
workspace, and what cannot be read is reported (docs/formats.md, Workspace).
"""

import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pathspec

from editor.core.kinds import FileKind
from editor.storage.temporary import is_temporary
from editor.storage.textfile import read_bytes
from editor.workspace.config import Pattern, WorkspaceConfig
from editor.workspace.globs import ignore_spec, relative
from editor.workspace.places import Places, SoulTest, own_files, slot_files

_SKIPPED_FOLDERS = frozenset({"node_modules", "build", "dist", "__pycache__"})
_SKIPPED_NAMES = frozenset(
    {"README", "CHANGELOG", "LICENSE", "CONTRIBUTING", "AGENTS", "CLAUDE"},
)
_MARK_OF_VIRTUAL_ENVIRONMENT = "pyvenv.cfg"
_IGNORE_FILE = ".gitignore"
_FILES_A_STEP = 16
_LARGEST_IGNORE_FILE = 1024 * 1024
"""Bytes; a larger ``.gitignore`` is not heeded."""
MOST_DEPTH = 100
"""Folders inside folders that are looked into; what lies deeper is told as unreadable."""


@dataclass(frozen=True, slots=True)
class WorkspaceFile:
    """A file of a workspace.

    Attributes:
        path: Where it is, absolute.
        name: The same relative to the workspace, with ``/``.
        kind: What it is to the workspace.
    """

    path: Path
    name: str
    kind: FileKind


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found: files in order of name, and folders that could not be read."""

    files: tuple[WorkspaceFile, ...]
    unreadable: tuple[Path, ...] = ()


def name_in(root: Path, path: Path) -> str:
    """Return `path` as output names it: relative to `root`, with ``/``."""
    below = relative(path, root)
    if below is not None:
        return below
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def discover(config: WorkspaceConfig, read: Callable[[Path], bytes] = read_bytes) -> Discovery:
    """Find the files of a workspace. Raises nothing.

    Args:
        config: Where the parts of the workspace lie.
        read: Gives the bytes of a file, to tell souls from prompts; may raise `OSError`.
    """
    steps = scan(config, SoulTest(read))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Discovery = end.value
            return found


def scan(config: WorkspaceConfig, is_soul: SoulTest) -> Generator[None, None, Discovery]:
    """Find the files of a workspace step by step: each takes a folder, or a few files.

    Args:
        config: Where the parts of the workspace lie.
        is_soul: Tells souls from prompts; one that is kept reads only what has changed.

    Returns:
        What was found, as the value of the generator.
    """
    places = Places(config, is_soul)
    walk = _Walk(config.root)
    candidates = [*own_files(config)]
    for start in _starts(config):
        candidates += yield from walk.below(start)
    if any(places.special(path) is FileKind.SLOT for path in candidates):
        yield
        candidates += slot_files(config.slots.app)
    found: dict[Path, WorkspaceFile] = {}
    real: set[str] = set()
    every = dict.fromkeys(candidates)
    links: set[Path] = set()
    for number, path in enumerate(every):
        if number % _FILES_A_STEP == 0:
            yield
        if os.path.islink(path):
            links.add(path)
    # Links come last, so that a file that is here itself is listed under its own name.
    for number, path in enumerate((*sorted(every.keys() - links), *sorted(links))):
        if number % _FILES_A_STEP == 0:
            yield
        place = os.path.realpath(path)
        if place in real or places.excluded(path) or is_temporary(path.name):
            continue
        kind = places.listed(path)
        if kind is not None:
            real.add(place)
            found[path] = WorkspaceFile(path, name_in(config.root, path), kind)
    files = sorted(found.values(), key=lambda file: file.name)
    return Discovery(tuple(files), tuple(sorted(walk.unreadable)))


def _starts(config: WorkspaceConfig) -> Iterator[Path]:
    """Yield where to look: the workspace by convention, or the fixed part of each pattern."""
    patterns: tuple[Pattern, ...] = (*(config.prompts or ()), *(config.souls or ()))
    yield from dict.fromkeys(pattern.base for pattern in patterns)
    yield config.root


@dataclass(frozen=True)
class _Ignored:
    """The ``.gitignore`` files that hold for a folder, the nearest first."""

    files: tuple[tuple[Path, pathspec.GitIgnoreSpec], ...] = ()

    def with_file_of(self, folder: Path) -> "_Ignored":
        spec = _ignore_file(folder / _IGNORE_FILE)
        return self if spec is None else _Ignored(((folder, spec), *self.files))

    def holds(self, path: Path, *, is_folder: bool) -> bool:
        for folder, spec in self.files:
            below = relative(path, folder)
            if below is None:
                continue
            answer = spec.check_file(below + "/" if is_folder else below).include
            if answer is not None:
                return answer
        return False


def _ignore_file(path: Path) -> pathspec.GitIgnoreSpec | None:
    try:
        data = read_bytes(path, limit=_LARGEST_IGNORE_FILE)
        lines = data.decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    return ignore_spec(lines)


def _ignored_above(folder: Path) -> _Ignored:
    """The files above `folder` up to the repository's own folder.

    One that names `folder` itself does not count: whoever opens a folder wants to see it.
    """
    above: list[Path] = []
    for current in (folder, *folder.parents):
        if current != folder:
            above.append(current)
        if os.path.lexists(current / ".git"):
            break
    else:
        return _Ignored()
    result = _Ignored()
    for current in reversed(above):
        wider = result.with_file_of(current)
        if not _Ignored(wider.files[:1]).holds(folder, is_folder=True):
            result = wider
    return result


@dataclass
class _Walk:
    """Walks folders, each real one once."""

    root: Path
    unreadable: list[Path] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def below(self, start: Path) -> Generator[None, None, list[Path]]:
        """Return the regular files at or below `start` that nothing leaves out, step by step."""
        if os.path.isfile(start):
            return [start]
        files: list[Path] = []
        todo = [(start, _ignored_above(start))]
        links: list[tuple[Path, _Ignored]] = []
        while todo or links:
            folder, ignored = todo.pop() if todo else links.pop()
            place = os.path.realpath(folder)
            if place in self._seen:
                continue
            self._seen.add(place)
            self._folder(folder, ignored.with_file_of(folder), files, todo, links)
            yield
        return files

    def _folder(
        self,
        folder: Path,
        ignored: _Ignored,
        files: list[Path],
        todo: list[tuple[Path, _Ignored]],
        links: list[tuple[Path, _Ignored]],
    ) -> None:
        if len(folder.parts) - len(self.root.parts) > MOST_DEPTH:
            self.unreadable.append(folder)
            return
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError:
            self.unreadable.append(folder)
            return
        if any(entry.name == _MARK_OF_VIRTUAL_ENVIRONMENT for entry in entries):
            return
        for entry in entries:
            path = folder / entry.name
            if _is_folder(entry):
                if _usual_folder(entry.name) and not ignored.holds(path, is_folder=True):
                    if not entry.is_symlink():
                        todo.append((path, ignored))
                    elif self._stays_inside(path):
                        links.append((path, ignored))
            elif (
                _is_file(entry)
                and _usual_name(entry.name)
                and not ignored.holds(path, is_folder=False)
            ):
                files.append(path)

    def _stays_inside(self, link: Path) -> bool:
        return relative(Path(os.path.realpath(link)), Path(os.path.realpath(self.root))) is not None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a regular file or a link to one; a link in a circle is neither."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _usual_folder(name: str) -> bool:
    return not name.startswith(".") and name not in _SKIPPED_FOLDERS


def _usual_name(name: str) -> bool:
    return not name.startswith(".") and Path(name).stem.upper() not in _SKIPPED_NAMES
