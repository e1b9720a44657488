"""The rows of the list of problems: one for each, in words that need no colour."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from editor.core.diagnostics import Severity
from editor.core.hidden import on_one_line
from editor.session.problems import Problem
from editor.ui.icons import Icons
from editor.ui.widgets.plain_tip import plain_tip

PROBLEM = Qt.ItemDataRole.UserRole
"""The role that gives the `Problem` of a row."""


def severity_word(severity: Severity) -> str:
    """Return what a severity is called."""
    words = {
        Severity.ERROR: _tr("Error"),
        Severity.WARNING: _tr("Warning"),
        Severity.INFO: _tr("Information"),
    }
    return words[severity]


def code_words(code: str) -> str:
    """Return what a kind of finding is called, such as *Unresolved variable*."""
    names = {
        "unresolved-variable": _tr("Unresolved variable"),
        "runtime-variable": _tr("Run-time variable"),
        "conflict-markers": _tr("Conflict markers"),
        "template-in-template": _tr("Template in a template"),
        "frontmatter-not-first": _tr("Frontmatter not first"),
    }
    return names.get(code) or code.replace("-", " ").capitalize()


def place_of(problem: Problem) -> str:
    """Return the place as people write it, such as ``templates/x.md:3``."""
    return f"{on_one_line(problem.name)}:{problem.position.line}"


class ProblemsModel(QAbstractListModel):
    """Problems in the order they are given."""

    def __init__(self, icons: Icons, parent: QObject) -> None:
        super().__init__(parent)
        self._icons = icons
        self._problems: Sequence[Problem] = ()

    def show(self, problems: Sequence[Problem]) -> None:
        """Show `problems` and nothing else."""
        self.beginResetModel()
        self._problems = problems
        self.endResetModel()

    @property
    def problems(self) -> Sequence[Problem]:
        """What is shown."""
        return self._problems

    def problem(self, index: QModelIndex | QPersistentModelIndex) -> Problem | None:
        """Return the problem of a row, or None."""
        return self._problems[index.row()] if index.isValid() else None

    def rowCount(
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 - Qt's own
    ) -> int:
        """Return how many problems there are."""
        return 0 if parent.isValid() else len(self._problems)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the message, the icon, and for screen readers all of it in words."""
        problem = self.problem(index)
        if problem is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return problem.message
        if role == PROBLEM:
            return problem
        if role == Qt.ItemDataRole.DecorationRole:
            severity = problem.severity
            name = {Severity.ERROR: "error", Severity.WARNING: "warning"}.get(severity, "info")
            return self._icons.icon(name, name if problem.counts else "muted")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _in_words(problem)
        if role == Qt.ItemDataRole.ToolTipRole:
            words = f"{problem.message}\n{place_of(problem)} · {code_words(problem.code)}"
            return plain_tip(words)
        return None


def _in_words(problem: Problem) -> str:
    place = _tr("{0}, line {1}").format(on_one_line(problem.name), problem.position.line)
    kind = f"{severity_word(problem.severity)}, {code_words(problem.code)}"
    fixes = [_tr("Fix: {0}").format(fix.title) for fix in problem.fixes]
    return ". ".join((f"{kind}: {problem.message.rstrip('.')}", place, *fixes))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Problems", text)
