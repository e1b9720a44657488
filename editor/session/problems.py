"""The problems of the workspace that is shown: what its checks say, as values for views.

Errors and warnings count as problems, informations do not (docs/formats.md, Checks).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from editor.core.diagnostics import Fix, Severity
from editor.core.edits import EditRefused
from editor.core.hidden import on_one_line
from editor.core.spans import Position, Span
from editor.session.document import Document
from editor.session.surveying import Surveying, SurveyNews
from editor.session.workbench import Workbench
from editor.workspace.checking import Finding
from editor.workspace.survey import FileReport, text_digest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something worth knowing at a place of a file.

    Attributes:
        path: The file; for one that is not on disk, a name that is no absolute path.
        name: The file as the workspace names it.
        span: The place in the file's text as it was when it was checked.
        position: Where the span begins.
        severity: Error, warning or information.
        code: The stable name, such as ``unresolved-variable``.
        message: One sentence.
        fixes: Ways to mend it, best first.
        digest: The text that was checked.
    """

    path: Path
    name: str
    span: Span
    position: Position
    severity: Severity
    code: str
    message: str
    fixes: tuple[Fix, ...]
    digest: str

    @property
    def counts(self) -> bool:
        """Whether it is counted as a problem."""
        return self.severity is not Severity.INFO


@dataclass(frozen=True, slots=True)
class ProblemCounts:
    """How many problems each file has; files without any are left out."""

    by_path: Mapping[Path, int] = field(default_factory=dict)

    def of(self, path: Path | None) -> int:
        """Return how many problems the file at `path` has."""
        return 0 if path is None else self.by_path.get(path, 0)

    @property
    def total(self) -> int:
        """All problems."""
        return sum(self.by_path.values())


class Problems(QObject):
    """Knows the problems of all files, and mends them.

    Signals:
        changed: The problems of some files are others than before.
        counted: The new `ProblemCounts`, when they changed.
    """

    changed = Signal()
    counted = Signal(object)  # ProblemCounts

    def __init__(
        self, workbench: Workbench, surveying: Surveying, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._surveying = surveying
        self._by_path: dict[Path, tuple[Problem, ...]] = {}
        self._counts = ProblemCounts()
        surveying.news.connect(self._take)
        self._take(SurveyNews(tuple(surveying.reports.values())))

    @property
    def counts(self) -> ProblemCounts:
        """How many problems there are."""
        return self._counts

    def of(self, document: Document | None) -> tuple[Problem, ...]:
        """Return the problems of an open document, in order of place."""
        return self._at(None if document is None else self._surveying.place_of(document))

    def are_current(self, document: Document) -> bool:
        """Whether the problems of an open document are those of its text. Costs a pass."""
        found = self.of(document)
        return not found or found[0].digest == text_digest(document.text())

    def count_of(self, document: Document) -> int:
        """Return how many problems an open document has."""
        return self._counts.of(self._surveying.place_of(document))

    def all(self) -> tuple[Problem, ...]:
        """Return the problems of all files, in order of file and place."""
        files = sorted(self._by_path.values(), key=lambda found: found[0].name)
        return tuple(problem for found in files for problem in found)

    def document_of(self, problem: Problem) -> Document | None:
        """Return the open document that a problem is about, or None."""
        return self._surveying.document_at(problem.path)

    def opened(self, problem: Problem) -> Document:
        """Return the document that a problem is about, opening it if need be.

        Raises:
            UnreadableFile: it cannot be opened.
        """
        return self.document_of(problem) or self._workbench.open(problem.path)

    def apply(self, problem: Problem, fix: Fix) -> Document:
        """Mend a problem as one step that can be undone; return the document.

        Raises:
            EditRefused: its text is no longer the one that was checked, or is read-only.
            UnreadableFile: it cannot be opened.
        """
        document = self.opened(problem)
        if document.read_only_reason is not None:
            raise EditRefused(document.read_only_reason)
        if text_digest(document.text()) != problem.digest:
            raise EditRefused(
                self.tr("The text has changed since it was checked. Choose the fix again.")
            )
        document.end_merge()
        document.apply(fix.edits)
        return document

    def _take(self, news: SurveyNews) -> None:
        reported = {report.file.path: _problems(report) for report in news.reports}
        found = {**dict.fromkeys(news.forgotten, ()), **reported}
        changed = {path: each for path, each in found.items() if each != self._at(path)}
        if not changed:
            return
        counts = dict(self._counts.by_path)
        for path, problems in changed.items():
            _put(self._by_path, path, problems)
            _put(counts, path, sum(problem.counts for problem in problems))
        self.changed.emit()
        if counts != self._counts.by_path:
            self._counts = ProblemCounts(counts)
            self.counted.emit(self._counts)

    def _at(self, path: Path | None) -> tuple[Problem, ...]:
        return () if path is None else self._by_path.get(path, ())


def _put(into: dict[Path, T], path: Path, value: T) -> None:
    """Set a value, or leave out one that is empty or zero."""
    if value:
        into[path] = value
    else:
        into.pop(path, None)


def _problems(report: FileReport) -> tuple[Problem, ...]:
    return tuple(_problem(report, each) for each in report.all_findings())


def _problem(report: FileReport, finding: Finding) -> Problem:
    said = finding.diagnostic
    return Problem(
        report.file.path,
        finding.name,
        said.span,
        finding.position,
        said.severity,
        said.code,
        on_one_line(said.message),
        said.fixes,
        report.digest,
    )
