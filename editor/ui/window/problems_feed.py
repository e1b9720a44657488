"""Feeds the problems panel, goes to places and applies fixes."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from editor.core.edits import EditRefused
from editor.session.document import Document
from editor.session.documents import UnreadableFile
from editor.session.liveview import LiveView
from editor.session.problems import Problem, Problems
from editor.ui.panels.problems_panel import ProblemsPanel
from editor.ui.widgets.problem_marks import ProblemMarks
from editor.ui.widgets.source_editor import SourceEditor

REST = 100
"""Milliseconds between two pictures of a survey that goes on."""


class ProblemsFeed(QObject):
    """Joins the panel and the marks in the source to the problems of the workspace.

    Signals:
        open_requested: The path of a file that must come to the front, before the signal returns.
        wants_front: The open `Document` that must, before the signal returns.
        failed: Why something could not be done, in one sentence.
    """

    open_requested = Signal(object)  # Path
    wants_front = Signal(object)  # Document
    failed = Signal(object)  # str

    def __init__(
        self, problems: Problems, panel: ProblemsPanel, source: SourceEditor, marks: ProblemMarks
    ) -> None:
        super().__init__(panel)
        self._problems = problems
        self._panel = panel
        self._source = source
        self._marks = marks
        self._document: Document | None = None
        self._is_due = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._rested)
        problems.changed.connect(self._changed)
        panel.shown.connect(self.refresh)
        panel.scope_changed.connect(self.refresh)
        panel.go_requested.connect(self.go)
        panel.fix_requested.connect(self._fix)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the problems of `document` from now on."""
        self._document = document
        self.refresh()

    def refresh(self) -> None:
        """Show what is known now."""
        self._is_due = False
        of_file = self._problems.of(self._document)
        self._marks.show_problems(self._document, of_file)
        if self._panel.isVisible():
            wanted = self._problems.all() if self._panel.shows_all_files else of_file
            self._panel.show_problems(wanted)

    def has_problems(self) -> bool:
        """Whether there is one in the file in front to go to."""
        return bool(self._in_file())

    def next_problem(self) -> None:
        """Go to the next problem of the file behind the caret, round the end."""
        self._step(backwards=False)

    def previous_problem(self) -> None:
        """Go to the last problem of the file before the caret, round the start."""
        self._step(backwards=True)

    def go(self, problem: Problem) -> None:
        """Bring the place of a problem to the front and select it."""
        if problem.path.is_absolute():
            self.open_requested.emit(problem.path)
        document = self._problems.document_of(problem)
        if document is not None and document is not self._source.shown:
            self.wants_front.emit(document)
        shown = self._source.shown
        if shown is not None and shown is document:
            start = shown.position_of(problem.span.start)
            self._source.setFocus(Qt.FocusReason.OtherFocusReason)
            self._source.go_to(start, shown.position_of(problem.span.end) - start)

    def _changed(self) -> None:
        """Follow at once, but not at each of many files that a survey tells one by one."""
        self._is_due = True
        if not self._rest.isActive():
            self._rested()

    def _rested(self) -> None:
        if self._is_due:
            self.refresh()
            self._rest.start()

    def _in_file(self) -> list[Problem]:
        found = self._problems.of(self._document)
        return [each for each in found if each.counts or self._panel.shows_informations]

    def _step(self, *, backwards: bool) -> None:
        found, document = self._in_file(), self._document
        if not found or document is None or self._source.shown is not document:
            return
        caret = document.offset_of(self._source.textCursor().selectionStart())
        if backwards:
            before = [each for each in found if each.span.start < caret]
            problem = (before or found)[-1]
        else:
            behind = [each for each in found if each.span.start > caret]
            problem = (behind or found)[0]
        self.go(problem)
        self._panel.select(problem)

    def _fix(self, problem: Problem, number: int) -> None:
        try:
            document = self._problems.apply(problem, problem.fixes[number])
        except (EditRefused, UnreadableFile) as error:
            self.failed.emit(str(error))
            return
        if document is not self._source.shown:
            self.wants_front.emit(document)
