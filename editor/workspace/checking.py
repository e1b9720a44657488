"""Checks of files in their workspace: what each file's format says, and what only the whole shows.

Rules: docs/formats.md, Checks.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from editor.core.diagnostics import Diagnostic
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.spans import LineIndex, Position, Span
from editor.formats.base import Surroundings
from editor.formats.checks import error, fault_span, info
from editor.formats.event import NotASoul
from editor.formats.kinds import format_for
from editor.formats.template import check_template_name
from editor.storage.textfile import UnreadableFile
from editor.workspace.contexts import format_now
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.globs import relative
from editor.workspace.index import NO_NAMES, names_in
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.souls import soul_source
from editor.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic and the file it is about.

    Attributes:
        name: The file as the workspace names it.
        position: Where the diagnostic begins.
    """

    name: str
    position: Position
    diagnostic: Diagnostic


def check_workspace(
    workspace: Workspace,
    read: Callable[[Path], str] = read_text,
    below: Path | None = None,
) -> tuple[Finding, ...]:
    """Check every file of a workspace, in order of name and place.

    Args:
        workspace: The workspace.
        read: Gives the text of a file, unsaved text included; may raise `OSError`.
        below: Leave out what does not lie in this folder.
    """
    discovery = workspace.discovery()
    checker = Checker(workspace, read)

    def wanted(path: Path) -> bool:
        return below is None or relative(path, below) is not None

    files = [file for file in discovery.files if wanted(file.path)]
    found = [finding for file in files for finding in checker.check(file)]
    here = {file.name for file in files}
    found += (each for each in checker.unused_templates(discovery.files) if each.name in here)
    found += (
        unreadable(workspace.name_of(folder), "The folder cannot be read.")
        for folder in discovery.unreadable
        if wanted(folder)
    )
    return in_order(found)


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in order of file and place."""
    return tuple(
        sorted(
            found,
            key=lambda each: (
                each.name,
                each.diagnostic.span.start,
                each.diagnostic.span.end,
                each.diagnostic.code,
            ),
        )
    )


def check_text(
    file: WorkspaceFile, text: str, scope: Scope, around: Surroundings
) -> Iterator[Finding]:
    """Yield what is worth saying about one file whose text is `text`.

    Args:
        file: What the text is to the workspace.
        text: The decoded text with its own line ends; saved or not.
        scope: All layers that a file of this kind sees.
        around: What else is known of the workspace.
    """
    parsed = format_for(file.kind, file.path.suffix).parse(text)
    found = [*parsed.check(scope, around)]
    if file.kind is FileKind.TEMPLATE:
        found = [*check_template_name(file.path.stem), *found]
    yield from _placed(file, text, found)


def check_soul(
    file: WorkspaceFile, text: str, scope: Scope, around: Surroundings
) -> Iterator[Finding]:
    """Yield what `check_text` does of a soul, with the places of its file.

    Args:
        file: The soul.
        text: The text of its file: its own, or that of the event whose content it is.
        scope: The values of its names.
        around: What else is known of the workspace.
    """
    try:
        source = soul_source(file.path, text)
    except NotASoul as fault:
        span = fault_span(text, fault.offset)
        yield from _placed(file, text, [error(span, "unreadable-file", fault.message)])
        return
    found = format_for(file.kind).parse(source.text).check(scope, around)
    yield from _placed(file, text, map(source.in_file, found))


def _placed(file: WorkspaceFile, text: str, found: Iterable[Diagnostic]) -> Iterator[Finding]:
    lines = LineIndex(text)
    for diagnostic in found:
        yield Finding(file.name, lines.position(diagnostic.span.start), diagnostic)


def unused_templates(files: Iterable[WorkspaceFile], used: Set[str]) -> Iterator[Finding]:
    """Yield an information for every template among `files` whose name is not among `used`."""
    for file in files:
        stem = file.path.stem
        if file.kind is FileKind.TEMPLATE and stem not in used:
            message = f"No prompt of the workspace names ${stem}. Use it, or delete the file."
            diagnostic = info(Span(0, 0), "unused-template", message, name=stem)
            yield Finding(file.name, Position(1, 1), diagnostic)


@dataclass
class Checker:
    """Checks the files of one workspace; what they share is made once."""

    workspace: Workspace
    read: Callable[[Path], str] = read_text
    _scopes: dict[FileKind, Scope] = field(default_factory=dict)
    _around: dict[FileKind, Surroundings] = field(default_factory=dict)

    def check(self, file: WorkspaceFile) -> Iterator[Finding]:
        """Yield what is worth saying about one file, without any context but ``now``."""
        try:
            text = self.read(file.path)
        except (OSError, ValueError) as fault:
            yield unreadable(file.name, fault)
            return
        check = check_soul if file.kind is FileKind.SOUL else check_text
        around = self.workspace.around_file(file, self._surroundings(file.kind), self.read)
        yield from check(file, text, self._scope(file.kind), around)

    def unused_templates(self, files: Iterable[WorkspaceFile]) -> Iterator[Finding]:
        """Yield an information for every template among `files` that no prompt among them names."""
        files = tuple(files)
        used = (self._names_in(file) for file in files if file.kind is FileKind.PROMPT)
        yield from unused_templates(files, NO_NAMES.union(*used))

    def _names_in(self, file: WorkspaceFile) -> frozenset[str]:
        try:
            return names_in(file.kind, self.read(file.path))
        except (OSError, ValueError):
            return NO_NAMES

    def _scope(self, kind: FileKind) -> Scope:
        if kind is FileKind.SOUL:
            return self._surroundings(kind).samples.scope()
        if kind not in self._scopes:
            now = format_now(datetime.now().astimezone())
            self._scopes[kind] = ScopeBuilder(self.workspace, self.read).scope(kind, {}, now)
        return self._scopes[kind]

    def _surroundings(self, kind: FileKind) -> Surroundings:
        if kind not in self._around:
            self._around[kind] = self.workspace.surroundings(kind, self.read)
        return self._around[kind]


def unreadable(name: str, fault: str | OSError | ValueError) -> Finding:
    """Return the finding that the file or folder called `name` cannot be read.

    It stands at the byte that is no text, if that is why, else at the start.
    """
    message = fault.reason if isinstance(fault, UnreadableFile) else str(fault)
    byte = fault.fault if isinstance(fault, UnreadableFile) else None
    if byte is None:
        return Finding(name, Position(1, 1), error(Span(0, 0), "unreadable-file", message))
    span = Span(byte.character, byte.character + 1)
    place = Position(byte.line, byte.column)
    return Finding(name, place, error(span, "unreadable-file", message))
