"""A survey of a workspace: the names and findings of every file, done again only where needed.

It is a plain generator over plain values, so it can run beside the window. What is known from
the last survey is handed in; a file is read again if its text may have changed, and checked
again if its text or an answer it depends on has changed (docs/formats.md, Checks).
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from editor.core.kinds import FileKind
from editor.core.layers import Definition, LayerEntry, Lookup, Scope
from editor.formats.base import Surroundings
from editor.formats.definitions import form_base
from editor.storage.textfile import digest_of
from editor.workspace.checking import (
    Finding,
    check_text,
    in_order,
    unreadable,
    unused_templates,
)
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.index import NO_NAMES, names_in
from editor.workspace.reading import read_text
from editor.workspace.souls import soul_source
from editor.workspace.workspace import Workspace

Stamp = str | tuple[int, ...] | None
"""What tells whether a text is the one that was read: an unsaved text itself, or of a file the
times, size and number that the disk gives; None if it must be read again."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is known of one file.

    Attributes:
        file: The file; of one that is not on disk, a name in place of a path.
        is_listed: Whether it is one of the workspace's files, not merely open.
        digest: The text that was checked (see `text_digest`); empty if it cannot be read.
        names: The names its bodies use (see `names_in`).
        findings: What its check says.
        unused: For a template that no prompt names, that finding.
    """

    file: WorkspaceFile
    is_listed: bool
    digest: str
    names: frozenset[str]
    findings: tuple[Finding, ...]
    unused: Finding | None = None
    stamp: Stamp = field(default=None, repr=False)
    basis: "_Basis | None" = field(default=None, repr=False)

    def all_findings(self) -> tuple[Finding, ...]:
        """Return all findings in order of place."""
        return self.findings if self.unused is None else in_order((*self.findings, self.unused))


@dataclass(frozen=True)
class SurveyTask:
    """What a survey works on.

    Attributes:
        workspace: The workspace; its saved contexts and schemas are read.
        listed: Its files.
        extra: Files that are open and not among them.
        texts: The texts of open files, saved or not; these are done first, in this order.
        scopes: The layers for templates and, under `FileKind.PROMPT`, for all other files.
        known: The reports so far.
    """

    workspace: Workspace
    listed: tuple[WorkspaceFile, ...]
    extra: tuple[WorkspaceFile, ...]
    texts: Mapping[Path, str]
    scopes: Mapping[FileKind, Scope]
    known: Mapping[Path, FileReport]


@dataclass(frozen=True, slots=True)
class _Basis:
    """All that a check depends on beside the text: equal ones give equal findings."""

    around: Surroundings
    answers: tuple[Lookup, ...]
    forms: tuple[Definition | None, ...]
    candidates: frozenset[tuple[str, bool]] | None


def text_digest(text: str) -> str:
    """Return what tells a text from all others."""
    return digest_of(text.encode("utf-8", "surrogatepass"))


def survey(task: SurveyTask) -> Iterator[FileReport]:
    """Yield a report for every file whose report differs from the known one.

    A template is reported a second time when all prompts are known and it is used no more, or
    again.
    """
    return _Survey(task).run()


class _Survey:
    def __init__(self, task: SurveyTask) -> None:
        self._task = task
        self._around: dict[FileKind, Surroundings] = {}
        self._candidates: dict[FileKind, frozenset[tuple[str, bool]]] = {}

    def run(self) -> Iterator[FileReport]:
        task = self._task
        done: dict[Path, FileReport] = {}
        extra = {file.path for file in task.extra}
        files = {file.path: file for file in (*task.listed, *task.extra)}
        for path in dict.fromkeys((*task.texts, *files)):
            known = task.known.get(path)
            done[path] = report = self._report(files[path], path not in extra, known)
            if report is not known:
                yield report
        prompts = (done[f.path] for f in task.listed if f.kind is FileKind.PROMPT)
        used = NO_NAMES.union(*(report.names for report in prompts))
        unused = {each.name: each for each in unused_templates(task.listed, used)}
        for report in done.values():
            found = unused.get(report.file.name)
            if report.unused != found:
                yield replace(report, unused=found)

    def _report(self, file: WorkspaceFile, is_listed: bool, known: FileReport | None) -> FileReport:
        try:
            return self._read_report(file, is_listed, known)
        except (OSError, ValueError) as fault:
            finding = unreadable(file.name, fault)
            unused = known.unused if known else None
            report = FileReport(file, is_listed, "", NO_NAMES, (finding,), unused)
            return known if known == report else report

    def _read_report(
        self, file: WorkspaceFile, is_listed: bool, known: FileReport | None
    ) -> FileReport:
        """Return the known report as long as it holds, else a new one.

        Raises:
            OSError, ValueError: the file cannot be read.
        """
        text = self._task.texts.get(file.path)
        stamp = _stamp_on_disk(file.path) if text is None else text
        is_same = known is not None and known.stamp == stamp and known.file == file
        if known is not None and is_same and known.is_listed == is_listed:
            basis = self._basis(file, known.names)
            if basis == known.basis:
                return known
        if text is None:
            text = _text_on_disk(file)
        names = names_in(file.kind, text)
        basis = self._basis(file, names)
        findings = check_text(file, text, self._scope(file.kind), basis.around)
        unused = known.unused if known else None
        return FileReport(
            file, is_listed, text_digest(text), names, tuple(findings), unused, stamp, basis
        )

    def _basis(self, file: WorkspaceFile, names: frozenset[str]) -> _Basis:
        scope = self._scope(file.kind)
        answers = tuple(scope.lookup(name) for name in sorted(names))
        is_missing = any(lookup.winner is None for lookup in answers)
        forms = tuple(_base(scope, entry) for lookup in answers for entry in lookup.stack)
        candidates = self._candidates_of(file.kind) if is_missing else None
        around = self._task.workspace.around_file(file, self._surroundings(file.kind), self._read)
        return _Basis(around, answers, forms, candidates)

    def _scope(self, kind: FileKind) -> Scope:
        if kind is FileKind.SOUL:
            return self._surroundings(kind).samples.scope()
        key = FileKind.TEMPLATE if kind is FileKind.TEMPLATE else FileKind.PROMPT
        return self._task.scopes[key]

    def _surroundings(self, kind: FileKind) -> Surroundings:
        if kind not in self._around:
            self._around[kind] = self._task.workspace.surroundings(kind, self._read)
        return self._around[kind]

    def _candidates_of(self, kind: FileKind) -> frozenset[tuple[str, bool]]:
        """The names that may be proposed for one that nothing defines."""
        if kind not in self._candidates:
            self._candidates[kind] = frozenset(
                (each.name, each.generated)
                for layer in self._scope(kind).layers
                for each in layer.definitions.values()
            )
        return self._candidates[kind]

    def _read(self, path: Path) -> str:
        text = self._task.texts.get(path)
        return read_text(path) if text is None else text


def _base(scope: Scope, entry: LayerEntry) -> Definition | None:
    """What a generated form was made from: a message quotes it."""
    layer = scope.layer(entry.layer)
    form = entry.definition
    return form_base(layer, form) if form and form.generated and layer else None


def _text_on_disk(file: WorkspaceFile) -> str:
    """Return the text that a window would show of a file: of an event, the soul in it."""
    text = read_text(file.path)
    return soul_source(file.path, text).text if file.kind is FileKind.SOUL else text


def _stamp_on_disk(path: Path) -> Stamp:
    found = os.stat(path)
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
