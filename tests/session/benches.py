"""What tests of the session share: a small workspace and a workbench that has no window."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from tests.workspace.trees import write_tree

__all__ = ["bench", "house"]

NOON = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)
FILES = {
    "config/journal.json": '{"identity": {"name": "Ada", "n": 1, "on": true}, "secret": "s3"}\n',
    "templates/hi.md": "Hi $name",
    "contexts/friday.yaml": "facet: work\nday_YYYYMMDD: '20260123'\n",
    "contexts/monday.yaml": "facet: home\n",
    "p.md": '{\n  "schedule": "daily"\n}\n$hi $facet\n',
    "q.md": "$Name $nothing\n",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A workspace folder."""
    root = tmp_path / "ws"
    root.mkdir()
    return write_tree(root, FILES)


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Workbench]:
    """A workbench; it goes after the test."""
    made = Workbench(Documents(), Watcher(), lambda: NOON, qapp)
    yield made
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def prepend(document: Document, text: str) -> None:
    """Change a document as a form would."""
    document.apply([Edit(Span(0, 0), text)])


def rendered(bench: Workbench, document: Document) -> str:
    return bench.live(document).text()
