"""Problems and use counts of a workspace: unsaved texts, changes of every source, fixes."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from editor.cli import main
from editor.core.diagnostics import Severity
from editor.core.edits import EditRefused
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.indexing import Indexing
from editor.session.problems import Problem, Problems
from editor.session.surveying import Surveying
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.workspace.checking import check_text

JOURNAL = '{"identity": {"name": "Ada", "pronouns": {"subject": "she"}}, "key": "sk-hidden"}'
FILES = {
    "config/journal.json": JOURNAL,
    "templates/greeting.md": "Dear $name,\n",
    "contexts/friday.yaml": "facet: work\n",
    "hello.md": "$greeting $nme\n$day\n",
    "second.md": "$pronouns_subject\n$nobody_knows\n",
    "fine.md": "Nothing.\n",
}


class Desk:
    """A workbench with what follows it."""

    def __init__(self, root: Path, qtbot: QtBot) -> None:
        self.root = root
        self.workbench = Workbench(Documents(), Watcher(), lambda: datetime(2026, 2, 3, tzinfo=UTC))
        self.surveying = Surveying(self.workbench, self.workbench)
        self.problems = Problems(self.workbench, self.surveying, self.workbench)
        self.indexing = Indexing(self.surveying, self.workbench)
        self._qtbot = qtbot

    def open(self, name: str) -> Document:
        document = self.workbench.open(self.root / name)
        self.workbench.bring_to_front(document)
        return document

    def wait(self) -> None:
        """Let the event loop run until all is looked at."""
        self._qtbot.waitUntil(lambda: self.surveying.is_up_to_date, timeout=5000)

    def wait_until(self, said: list[str]) -> None:
        """Let the event loop run until exactly this is said of all files."""
        self._qtbot.waitUntil(lambda: self.said() == said, timeout=5000)

    def said(self, name: str | None = None) -> list[str]:
        """What is said of one file, or of all."""
        return [
            f"{each.name}:{each.position.line}:{each.position.column} {each.severity} {each.code}"
            for each in self.problems.all()
            if name in (None, each.name)
        ]

    def close(self) -> None:
        self.surveying.shutdown()
        self.workbench.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    root = tmp_path / "ws"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    made = Desk(root, qtbot)
    yield made
    made.close()


def typed(document: Document, text: str, position: int = 0) -> None:
    """Put text into a document, as a key in a view does."""
    cursor = QTextCursor(document.qdocument)
    cursor.setPosition(position)
    cursor.insertText(text)


def by_the_command(root: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    main(["check", "--format", "json", "--workspace", str(root), str(root)])
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def as_json(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.name,
        "line": problem.position.line,
        "column": problem.position.column,
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "fixes": [
            {
                "title": fix.title,
                "edits": [
                    {
                        "path": problem.name,
                        "start": edit.span.start,
                        "end": edit.span.end,
                        "text": edit.text,
                    }
                    for edit in fix.edits
                ],
            }
            for fix in problem.fixes
        ],
    }


def test_problems_are_what_the_command_says_of_the_saved_files(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    document = desk.open("hello.md")
    typed(document, "$nbody ${\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    desk.workbench.documents.save(document)
    desk.wait()
    found = by_the_command(desk.root, capsys)
    assert len(found) >= 5
    assert [as_json(each) for each in desk.problems.all()] == found


def test_unsaved_text_counts_a_moment_after_the_last_key(desk: Desk) -> None:
    document = desk.open("fine.md")
    desk.wait()
    assert desk.said("fine.md") == []
    typed(document, "$oops ")
    assert not desk.surveying.is_up_to_date
    desk.wait()
    assert desk.said("fine.md") == ["fine.md:1:1 warning unresolved-variable"]
    assert desk.problems.count_of(document) == 1
    document.undo()
    desk.wait()
    assert desk.said("fine.md") == []
    assert desk.problems.count_of(document) == 0


def test_informations_are_known_and_not_counted(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.wait()
    assert [(each.code, each.counts) for each in desk.problems.of(document)] == [
        ("unresolved-variable", True),
        ("runtime-variable", False),
    ]
    counts = desk.problems.counts
    assert counts.by_path == {desk.root / "hello.md": 1, desk.root / "second.md": 1}
    assert counts.total == 2
    assert counts.of(desk.root / "fine.md") == 0


def test_what_others_define_counts_at_once(desk: Desk) -> None:
    """A file that nobody opened has other problems when identity, template or context change."""
    desk.open("hello.md")
    desk.wait()
    identity = desk.open("config/journal.json")
    identity.replace_text(JOURNAL.replace('"name"', '"nobody_knows": "x", "nme": "y", "nom"'))
    desk.wait()
    assert desk.said("second.md") == []
    assert desk.said("hello.md") == ["hello.md:2:1 info runtime-variable"]
    assert desk.said("templates/greeting.md") == [
        "templates/greeting.md:1:6 warning unresolved-variable"
    ]
    project = desk.workbench.project
    assert project is not None
    project.set_value("day", "Friday")
    desk.wait()
    assert desk.said("hello.md") == []


def test_another_program_writes_a_file(desk: Desk) -> None:
    desk.open("hello.md")
    desk.wait()
    (desk.root / "second.md").write_text("$other_one")
    (desk.root / "fine.md").unlink()
    (desk.root / "third.md").write_text("$third_one")
    desk.workbench.look_at_disk_now()
    desk.wait_until(
        [
            "hello.md:1:11 warning unresolved-variable",
            "hello.md:2:1 info runtime-variable",
            "second.md:1:1 warning unresolved-variable",
            "third.md:1:1 warning unresolved-variable",
        ]
    )


def test_a_closed_file_has_the_problems_it_has_on_disk(desk: Desk) -> None:
    document = desk.open("fine.md")
    typed(document, "$oops ")
    desk.wait()
    assert desk.said("fine.md")
    desk.workbench.close(document)
    desk.wait()
    assert desk.said("fine.md") == []


def test_an_untitled_prompt_has_problems_too(desk: Desk) -> None:
    desk.workbench.open_folder(desk.root)
    document = desk.workbench.new()
    typed(document, "$oops")
    desk.wait()
    (problem,) = desk.problems.of(document)
    assert (problem.name, problem.code) == ("Untitled", "unresolved-variable")
    assert desk.problems.document_of(problem) is document
    desk.workbench.documents.save(document, desk.root / "named.md")
    desk.workbench.moved(document)
    desk.wait()
    assert [each.name for each in desk.problems.of(document)] == ["named.md"]
    assert "Untitled" not in {each.name for each in desk.problems.all()}


def test_a_file_opened_by_a_link_is_the_file_itself(desk: Desk, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(desk.root)
    document = desk.workbench.open(link / "hello.md")
    desk.workbench.bring_to_front(document)
    typed(document, "$oops ")
    desk.wait()
    assert desk.said("hello.md")[0] == "hello.md:1:1 warning unresolved-variable"
    assert len({each.name for each in desk.problems.all()}) == 2


def test_a_file_that_is_not_utf_8_stays_unreadable_though_it_is_open(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    (desk.root / "latin.md").write_bytes("caf\xe9 $nobody_here".encode("latin-1"))
    desk.open("latin.md")
    desk.wait()
    assert desk.said("latin.md") == ["latin.md:1:4 error unreadable-file"]
    found = by_the_command(desk.root, capsys)
    assert [as_json(each) for each in desk.problems.all()] == found


def test_another_workspace_has_its_own_problems(desk: Desk, tmp_path: Path) -> None:
    desk.open("hello.md")
    desk.wait()
    other = tmp_path / "other"
    other.mkdir()
    (other / "prompt-workspace.yaml").write_text("")
    (other / "a.md").write_text("$one")
    desk.workbench.open_folder(other)
    desk.wait()
    assert desk.said() == ["a.md:1:1 warning unresolved-variable"]
    assert desk.indexing.prompts_using(["name"]) == 0
    (desk.root / "second.md").write_text("fine")
    desk.workbench.open_folder(desk.root)
    assert desk.said("second.md") == ["second.md:2:1 warning unresolved-variable"]
    assert desk.indexing.prompts_using(["name"]) == 1
    desk.wait()
    assert desk.said("second.md") == []
    assert desk.said("a.md") == []


def test_a_fix_is_one_step_and_what_it_mends_is_gone(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.wait()
    problem = desk.problems.of(document)[0]
    assert [fix.title for fix in problem.fixes] == [
        "Use $name",
        "Keep it as text: write $$nme",
    ]
    assert desk.problems.apply(problem, problem.fixes[0]) is document
    assert document.text() == "$greeting $name\n$day\n"
    desk.wait()
    assert desk.problems.count_of(document) == 0
    document.undo()
    assert document.text() == FILES["hello.md"]
    assert not document.is_modified()


def test_a_fix_opens_the_file_and_leaves_it_unsaved(desk: Desk) -> None:
    desk.open("fine.md")
    desk.wait()
    (problem,) = [each for each in desk.problems.all() if each.name == "second.md"]
    document = desk.problems.apply(problem, problem.fixes[0])
    assert document.path == desk.root / "second.md"
    assert document.text() == "$pronouns_subject\n$$nobody_knows\n"
    assert (desk.root / "second.md").read_text() == FILES["second.md"]


def test_a_fix_of_a_text_that_has_changed_is_refused(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.wait()
    problem = desk.problems.of(document)[0]
    typed(document, "x")
    with pytest.raises(EditRefused):
        desk.problems.apply(problem, problem.fixes[0])
    assert document.text() == "x" + FILES["hello.md"]


def test_a_fix_of_a_file_that_another_program_changed_is_refused(desk: Desk) -> None:
    desk.open("fine.md")
    desk.wait()
    (problem,) = [each for each in desk.problems.all() if each.name == "second.md"]
    (desk.root / "second.md").write_text("Other text that somebody else wrote.\n")
    with pytest.raises(EditRefused):
        desk.problems.apply(problem, problem.fixes[0])


def test_secrets_are_in_no_problem(desk: Desk) -> None:
    document = desk.open("config/journal.json")
    document.replace_text(JOURNAL.replace("}}", '}}, "identity": 5'))
    desk.wait()
    assert desk.said("config/journal.json")
    assert not any("sk-hidden" in each.message for each in desk.problems.all())


def test_problems_are_told_when_they_change_and_only_then(desk: Desk, qtbot: QtBot) -> None:
    document = desk.open("fine.md")
    desk.wait()
    told: list[int] = []
    desk.problems.counted.connect(lambda counts: told.append(counts.total))
    typed(document, "$oops ")
    desk.wait()
    typed(document, "word ")
    desk.wait()
    assert told == [3]
    assert desk.problems.of(document)[0].severity is Severity.WARNING


def test_prompts_that_use_names_are_counted_through_templates(desk: Desk) -> None:
    changes: list[int] = []
    desk.indexing.changed.connect(lambda: changes.append(1))
    document = desk.open("fine.md")
    desk.wait()
    assert changes
    assert desk.indexing.prompts_using(["name", "Name"]) == 1
    assert desk.indexing.uses("name") == (
        desk.root / "hello.md",
        desk.root / "templates/greeting.md",
    )
    typed(document, "$Name ")
    desk.wait()
    assert desk.indexing.prompts_using(["name", "Name"]) == 2
    changes.clear()
    typed(document, "word ")
    desk.wait()
    assert changes == []
    assert desk.indexing.prompts_using(["pronouns_subject"]) == 1


def test_finishing_at_once_needs_no_event_loop(desk: Desk) -> None:
    document = desk.open("hello.md")
    desk.surveying.finish()
    assert desk.surveying.is_up_to_date
    assert desk.problems.count_of(document) == 1


def test_a_fault_of_the_program_in_a_survey_is_not_lost(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> object:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr("editor.workspace.survey.check_text", broken)
    with qtbot.captureExceptions() as caught:
        desk.open("hello.md")
        qtbot.waitUntil(lambda: bool(caught), timeout=5000)
    assert str(caught[0][1]) == "a fault of the program"


def test_a_survey_gives_way_to_who_types(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stops at a key, not a moment later, and begins again after the pause."""
    gate, begun = Event(), Event()
    original = check_text

    def waiting(*given: object) -> object:
        begun.set()
        assert gate.wait(5)
        return original(*given)  # type: ignore[arg-type]  # passed on as given

    monkeypatch.setattr("editor.workspace.survey.check_text", waiting)
    document = desk.open("fine.md")
    qtbot.waitUntil(begun.is_set, timeout=5000)
    typed(document, "$oops ")
    assert not desk.surveying._job.is_busy
    assert not desk.surveying.is_up_to_date
    gate.set()
    desk.wait()
    assert desk.said("fine.md") == ["fine.md:1:1 warning unresolved-variable"]
    assert desk.problems.counts.total == 3
