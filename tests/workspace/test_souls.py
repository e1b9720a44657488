"""Souls in their workspace: which files are souls, what fills them, and where their faults are."""

import json
from pathlib import Path

import pytest

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.spans import LineIndex
from editor.workspace import souls
from editor.workspace.checking import Finding, check_workspace
from editor.workspace.config import WorkspaceConfig
from editor.workspace.reading import read_text
from editor.workspace.survey import SurveyTask, survey
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree

SOUL = (
    'You "are".\n---template---\n'
    '- {section: a, role: usr, content: "{{admin_pubkey}} {{mine}} {{x}}"}\n'
)
FILE = "souls: [souls/*]\nsamples: s.yaml\nsoul_variables: [mine]\n"


def event(content: str, kind: object = 31120) -> str:
    return json.dumps({"id": "0", "kind": kind, "content": content, "sig": "1"}, indent=2)


def test_which_files_are_souls(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": FILE,
            "s.yaml": "",
            "souls/plain.md": "",
            "souls/e.json": event(SOUL),
            "souls/note.json": event("Hi", 1),
            "e.json": event(SOUL),
            "E.JSON": event(SOUL),
            "note.json": event("Hi", 1),
            "text.json": '{"kind": 31120}',
            "word.json": event(SOUL, "31120"),
            "broken.json": event(SOUL)[:-1],
            "here.md": SOUL,
        }
    )
    workspace = Workspace.open(root)
    kinds = {
        path.relative_to(root).as_posix(): workspace.kind_of(path) for path in root.rglob("*.*")
    }
    souls_here = {name for name, kind in kinds.items() if kind is FileKind.SOUL}
    assert souls_here == {
        *("souls/plain.md", "souls/e.json", "souls/note.json", "e.json", "E.JSON", "here.md"),
        "text.json",  # it is meant as one, and refused with a reason
    }
    assert kinds["s.yaml"] is FileKind.SAMPLES
    listed = {file.name for file in workspace.files() if file.kind is FileKind.SOUL}
    assert listed == {"souls/plain.md", "souls/e.json", "souls/note.json", "here.md"}


def test_what_fills_the_souls_of_a_workspace(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": FILE, "s.yaml": "values: {x: [1]}\n"})
    workspace = Workspace.open(root)
    winner = workspace.samples().scope().winner("x")
    assert winner is not None
    assert (winner.text, winner.layer) == ("[1]", "values")
    assert winner.origin is not None
    assert winner.origin.path == "s.yaml"
    around = workspace.surroundings(FileKind.SOUL)
    assert (set(around.samples.values), around.soul_names) == ({"x"}, {"mine"})
    assert workspace.surroundings(FileKind.PROMPT).samples.values == {}
    unsaved = workspace.samples(lambda path: "values: {y: 1}\n")
    assert set(unsaved.values) == {"y"}
    (root / "s.yaml").unlink()
    assert workspace.samples().values == {}
    assert Workspace(root, WorkspaceConfig.load(root.parent)).samples().values == {}


def test_a_sample_file_is_read_again_only_when_it_changes(
    make: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make({"prompt-workspace.yaml": FILE, "s.yaml": "values: {x: 1}\n"})
    asked: list[str] = []

    def parse(text: str, suffix: str, name: str) -> object:
        asked.append(text)
        return parse_samples(text, suffix, name)

    parse_samples = souls.parse_samples
    monkeypatch.setattr(souls, "parse_samples", parse)
    workspace = Workspace.open(root)
    assert workspace.samples() is workspace.samples()
    (root / "s.yaml").write_text("values: {x: 2}\n")
    assert workspace.samples().values["x"].value == 2
    assert len(asked) == 2


def checked(root: Path, name: str) -> list[Finding]:
    return [each for each in check_workspace(Workspace.open(root)) if each.name == name]


def surveyed(root: Path, name: str, texts: dict[Path, str]) -> tuple[Finding, ...]:
    workspace = Workspace.open(root)
    scopes = dict.fromkeys((FileKind.PROMPT, FileKind.TEMPLATE), Scope())
    task = SurveyTask(workspace, workspace.files(), (), texts, scopes, {})
    reports = {report.file.name: report for report in survey(task)}
    return reports[name].findings


def test_places_of_an_event_are_of_its_file_and_of_the_soul_in_the_window(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": FILE,
            "s.yaml": "",
            "souls/e.json": event(SOUL),
            "souls/s.md": SOUL,
        }
    )
    source = read_text(root / "souls/e.json")
    in_soul = checked(root, "souls/s.md")
    in_event = checked(root, "souls/e.json")
    codes = ["unknown-role", "runtime-variable", "runtime-variable", "unresolved-variable"]
    assert sorted(each.diagnostic.code for each in in_soul) == sorted(codes)
    for one, other in zip(in_soul, in_event, strict=True):
        assert one.diagnostic.message == other.diagnostic.message
        part = one.diagnostic.span.of(SOUL)
        assert json.dumps(part)[1:-1] == other.diagnostic.span.of(source)
        assert other.position == LineIndex(source).position(other.diagnostic.span.start)
    # A window shows the soul alone, whether the file is open in it or not.
    opened = surveyed(root, "souls/e.json", {root / "souls/e.json": SOUL})
    closed = surveyed(root, "souls/e.json", {})
    assert [each.diagnostic for each in closed] == [each.diagnostic for each in in_soul]
    assert opened == closed


def test_a_file_that_is_listed_and_holds_no_soul_is_told_of(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": FILE, "s.yaml": "", "souls/note.json": event("Hi", 1)})
    (found,) = checked(root, "souls/note.json")
    assert (found.diagnostic.code, found.position.line) == ("unreadable-file", 3)
    (same,) = surveyed(root, "souls/note.json", {})
    assert same.diagnostic.message == found.diagnostic.message


def test_souls_are_checked_again_when_their_samples_change(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": FILE, "s.yaml": "", "souls/s.md": SOUL})
    before = surveyed(root, "souls/s.md", {})
    after = surveyed(root, "souls/s.md", {root / "s.yaml": "values: {x: 1, mine: 2}\n"})
    codes = [each.diagnostic.code for each in before]
    assert codes.count("unresolved-variable") == 1
    assert [each.diagnostic.code for each in after] == ["unknown-role", "runtime-variable"]


def test_a_fix_of_an_event_takes_out_what_does_not_match_any_more(make: MakeTree) -> None:
    root = make({"prompt-workspace.yaml": FILE, "s.yaml": "", "souls/e.json": event(SOUL)})
    text = read_text(root / "souls/e.json")
    (role,) = [
        each for each in checked(root, "souls/e.json") if each.diagnostic.code == "unknown-role"
    ]
    (fix,) = role.diagnostic.fixes
    for edit in sorted(fix.edits, key=lambda each: -each.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert json.loads(text) == {"kind": 31120, "content": SOUL.replace("usr", "user")}
