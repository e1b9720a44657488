"""The identity panel on random journals: an edit changes its own value and not another byte."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.project import Project
from editor.ui.panels.identity_panel import IdentityPanel
from editor.ui.window.identity_feed import IdentityFeed
from editor.workspace.config import WorkspaceConfig
from editor.workspace.workspace import Workspace

SPACE = st.sampled_from(["", " ", "\n", "\n  ", "\t", "\r\n    ", "\r", "\n\n  "])
TEXT = st.text(st.sampled_from('ab é😀"\\/$\u00a0\u2028{}:,'), max_size=5)
OTHER = st.sampled_from(["1", "1.50", "true", "null", "[1, 2]", '{"t": "s3cret"}', "-0", "1e5"])


@st.composite
def quoted(draw: st.DrawFn) -> str:
    """A string in one of the ways it can be written."""
    text = json.dumps(draw(TEXT), ensure_ascii=draw(st.booleans()))
    return text.replace("/", "\\/") if draw(st.booleans()) else text


@dataclass(frozen=True)
class Journal:
    """A journal: its text, and where each text value of the identity stands in it."""

    text: str
    places: dict[str, tuple[int, int]]


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    """A journal in a random layout, written piece by piece so that all places are known."""
    parts: list[str] = []
    places: dict[str, tuple[int, int]] = {}

    def put(text: str) -> None:
        parts.append(text)

    def members(path: tuple[str, ...], keys: list[str], deep: int) -> None:
        put("{" + draw(SPACE))
        for number, key in enumerate(keys):
            if number:
                put(draw(SPACE) + "," + draw(SPACE))
            put(f'"{key}"' + draw(SPACE) + ":" + draw(SPACE))
            inner = (*path, key)
            kind = draw(st.sampled_from(["text", "text", "other", "group"]))
            if kind == "group" and deep:
                below = draw(st.lists(st.sampled_from("abcd"), max_size=3, unique=True))
                members(inner, below, deep - 1)
            elif kind == "other":
                put(draw(OTHER))
            else:
                source = draw(quoted())
                start = sum(map(len, parts))
                put(source)
                places[".".join(inner)] = (start, start + len(source))
        put(draw(SPACE) + "}")

    put(draw(SPACE) + "{" + draw(SPACE))
    before = draw(st.booleans())
    if before:
        put('"secrets"' + draw(SPACE) + ":" + draw(OTHER) + draw(SPACE) + ",")
    put('"identity"' + draw(SPACE) + ":" + draw(SPACE))
    names = ["name", "preferred", "bio", "pronouns", "x", "y_z"]
    members((), draw(st.lists(st.sampled_from(names), min_size=1, max_size=5, unique=True)), 2)
    if not before:
        put(draw(SPACE) + ',"secrets":' + draw(OTHER))
    put(draw(SPACE) + "}" + draw(SPACE))
    return Journal("".join(parts), places)


class Desk(QObject):
    """The panel over a journal on disk, without a window around it."""

    def __init__(self, root: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.root = root
        self.panel = IdentityPanel()
        self.panel.resize(500, 400)
        self.feed = IdentityFeed(self.panel, self)
        self.project: Project | None = None
        self.documents = Documents(parent=self)

    def open(self, journal: Journal) -> Document:
        """Show a journal and return its document."""
        for each in self.documents.all():
            self.documents.close(each)
        path = self.root / "config/journal.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(journal.text.encode())
        workspace = Workspace(self.root, WorkspaceConfig.load(self.root))
        project = Project(workspace, self.documents, now, self)
        if self.project is not None:
            self.project.context_changed.disconnect(self.show)
            self.project.deleteLater()
        self.project = project
        document = project.open_identity()
        document.settled.connect(self._edited)
        project.context_changed.connect(self.show)
        self.show()
        return document

    def _edited(self) -> None:
        document = self.sender()
        if isinstance(document, Document) and self.project is not None:
            self.project.source_edited(document)

    def show(self) -> None:
        self.feed.show(self.project, ())

    def field(self, path: str) -> QLineEdit | QPlainTextEdit:
        found = self.panel.findChildren(QWidget, f"identity:{path}")
        assert len(found) == 1
        assert isinstance(found[0], QLineEdit | QPlainTextEdit)
        return found[0]


def now() -> datetime:
    return datetime(2026, 2, 3, tzinfo=UTC)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, qapp)
    made.panel.show()
    yield made
    made.panel.deleteLater()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not isValid(made.panel)


KEYS = st.lists(st.sampled_from('ab"\\$ /{'), min_size=1, max_size=4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(journal=journals(), data=st.data())
def test_typing_changes_the_bytes_of_the_value_only_and_undo_gives_them_back(
    desk: Desk, journal: Journal, data: st.DataObject
) -> None:
    assume(journal.places)
    document = desk.open(journal)
    path = data.draw(st.sampled_from(sorted(journal.places)))
    start, end = journal.places[path]
    old = json.loads(journal.text[start:end])
    field = desk.field(path)
    assert shown(field) == old
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    if isinstance(field, QLineEdit):
        field.end(False)
    typed = "".join(data.draw(KEYS))
    QTest.keyClicks(field, typed)
    text = document.text()
    stop = len(text) - (len(journal.text) - end)
    assert text[:start] == journal.text[:start]
    assert text[stop:] == journal.text[end:]
    assert json.loads(text[start:stop]) == old + typed
    assert shown(desk.field(path)) == old + typed
    document.undo()
    assert document.text() == journal.text
    assert document.data() == journal.text.encode()
    assert not document.is_modified()
    assert shown(desk.field(path)) == old


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(journal=journals(), data=st.data())
def test_removing_and_clearing_leave_all_other_values_alone(
    desk: Desk, journal: Journal, data: st.DataObject
) -> None:
    assume(journal.places)
    document = desk.open(journal)
    path = data.draw(st.sampled_from(sorted(journal.places)))
    clear = data.draw(st.booleans())
    (desk.panel.clear_requested if clear else desk.panel.remove_requested).emit(path)
    wanted = json.loads(journal.text)
    *groups, last = path.split(".")
    place = wanted["identity"]
    for key in groups:
        place = place[key]
    if clear:
        place[last] = ""
    else:
        del place[last]
    assert json.loads(document.text()) == wanted
    document.undo()
    assert document.text() == journal.text


def shown(field: QLineEdit | QPlainTextEdit) -> str:
    if isinstance(field, QLineEdit):
        return field.text()
    return field.document().toRawText().replace("\u2029", "\n")
