"""How many prompts use a name: the index of the workspace that is shown, kept up to date."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.session.surveying import Surveying, SurveyNews
from editor.workspace.index import NameIndex


class Indexing(QObject):
    """The names that the prompts and templates of a workspace use, unsaved texts included.

    Signals:
        changed: Some file uses other names than before; ask again.
    """

    changed = Signal()

    def __init__(self, surveying: Surveying, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = NameIndex()
        surveying.news.connect(self._take)
        self._take(SurveyNews(tuple(surveying.reports.values())))

    def prompts_using(self, names: Iterable[str]) -> int:
        """Return how many prompts use at least one of `names`, also through templates."""
        return self._index.count(names)

    def uses(self, name: str) -> tuple[Path, ...]:
        """Return the prompts and templates that use `name`, in order of path."""
        return self._index.uses(name)

    def _take(self, news: SurveyNews) -> None:
        changed = [self._index.remove(path) for path in news.forgotten]
        changed += [
            self._index.update(report.file.path, report.file.kind, report.names)
            for report in news.reports
            if report.is_listed
        ]
        if any(changed):
            self.changed.emit()
