"""Surveys: equal to a check of the whole workspace, and no more work than a change needs."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.core.kinds import FileKind
from editor.workspace import survey as survey_module
from editor.workspace.checking import Finding, check_workspace, in_order
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.survey import FileReport, SurveyTask, survey, text_digest
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree, write_tree

NOW = "Tuesday, February 3, 2026 at 10:30 AM PST"
TREE: dict[str, str | bytes] = {
    "a.md": "$mine\n$mine_not $t $nam $Name",
    "b.md": "\n$nobody $t $day\n",
    "c.md": "{\n  x\n}\n",
    "d.md": "Nothing here.\n",
    "templates/t.md": "$u",
    "templates/u.md": "$day $name",
    "templates/1x.md": "x",
    "contexts/c.yaml": "mine: [1]\n",
    "config/journal.json": '{"identity": {"name": "ada lovelace", "a": {"b": 1}, "a_b": 2}}',
    "bytes.md": b"caf\xe9",
}


class Surveyor:
    """Surveys one folder again and again, as the window does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.reports: dict[Path, FileReport] = {}
        self.texts: dict[Path, str] = {}
        self.context: dict[str, object] = {}
        self.extra: tuple[WorkspaceFile, ...] = ()

    def read(self, path: Path) -> str:
        text = self.texts.get(path)
        return read_text(path) if text is None else text

    def again(self) -> list[str]:
        """Survey and return the names of the files that were reported."""
        workspace = Workspace.open(self.root)
        builder = ScopeBuilder(workspace, self.read)
        kinds = (FileKind.PROMPT, FileKind.TEMPLATE)
        scopes = {kind: builder.scope(kind, self.context, NOW) for kind in kinds}
        files = workspace.files()
        task = SurveyTask(workspace, files, self.extra, self.texts, scopes, dict(self.reports))
        reported = []
        for report in survey(task):
            self.reports[report.file.path] = report
            reported.append(report.file.name)
        return reported

    def findings(self) -> tuple[Finding, ...]:
        return in_order(f for report in self.reports.values() for f in report.all_findings())

    def codes(self, name: str) -> list[tuple[str, str | None]]:
        report = self.reports[self.root / name]
        return [(f.diagnostic.code, f.diagnostic.name) for f in report.all_findings()]


@pytest.fixture
def surveyor(make: MakeTree) -> Surveyor:
    return Surveyor(make(TREE))


def test_a_survey_says_what_a_check_of_the_workspace_says(surveyor: Surveyor) -> None:
    surveyor.again()
    assert surveyor.findings() == check_workspace(Workspace.open(surveyor.root))


def test_nothing_is_reported_twice(surveyor: Surveyor) -> None:
    surveyor.again()
    assert surveyor.again() == []


def test_open_files_come_first_with_their_unsaved_text(surveyor: Surveyor) -> None:
    root = surveyor.root
    surveyor.texts = {root / "d.md": "$nobody_unsaved", root / "b.md": "fine"}
    assert surveyor.again()[:2] == ["d.md", "b.md"]
    assert surveyor.codes("d.md") == [("unresolved-variable", "nobody_unsaved")]
    assert surveyor.reports[root / "b.md"].digest == text_digest("fine")
    assert surveyor.findings() == check_workspace(Workspace.open(root), surveyor.read)


@pytest.mark.parametrize(
    ("name", "text", "others"),
    [
        ("d.md", "$nobody", set()),
        ("d.md", "$u", {"templates/u.md"}),  # no longer unused
        ("templates/t.md", "other", {"a.md", "b.md"}),
        ("contexts/c.yaml", "fresh: 1\n", None),
        ("config/journal.json", '{"identity": {"name": "ada"}}', None),
    ],
)
def test_a_change_reports_what_it_touches(
    surveyor: Surveyor, name: str, text: str, others: set[str] | None
) -> None:
    """Equal to a check from the start again; where it is told, only the files it concerns."""
    surveyor.again()
    (surveyor.root / name).write_text(text)
    reported = surveyor.again()
    assert name in reported
    if others is not None:
        assert set(reported) == {name, *others}
    assert surveyor.findings() == check_workspace(Workspace.open(surveyor.root))


def test_a_changed_value_checks_only_the_files_that_use_it(
    surveyor: Surveyor, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    original = survey_module.check_text

    def counting(file: WorkspaceFile, *rest: object) -> object:
        checked.append(file.name)
        return original(file, *rest)  # type: ignore[arg-type]  # passed on as given

    monkeypatch.setattr(survey_module, "check_text", counting)
    surveyor.context = {"day": "Friday"}
    surveyor.again()
    checked.clear()
    surveyor.context = {"day": "Monday"}
    surveyor.again()
    assert sorted(checked) == ["b.md", "templates/u.md"]


def test_a_message_quotes_the_value_a_form_is_made_from_as_it_is_now(surveyor: Surveyor) -> None:
    """`ada Lovelace` and `ada lovelace` have one form, but the message shows the value."""
    journal = surveyor.root / "config/journal.json"
    for value in ("ada lovelace", "ada Lovelace"):
        journal.write_text(f'{{"identity": {{"name": "{value}"}}}}')
        surveyor.again()
        assert surveyor.findings() == check_workspace(Workspace.open(surveyor.root))


def test_a_new_name_is_proposed_in_a_file_that_nobody_touched(surveyor: Surveyor) -> None:
    (surveyor.root / "d.md").write_text("$fullnam")
    surveyor.again()
    (surveyor.root / "config/journal.json").write_text('{"identity": {"fullname": "Ada"}}')
    surveyor.again()
    (finding,) = surveyor.reports[surveyor.root / "d.md"].findings
    assert "Did you mean $fullname?" in finding.diagnostic.message
    assert surveyor.findings() == check_workspace(Workspace.open(surveyor.root))


def test_a_file_that_cannot_be_read_is_asked_again(surveyor: Surveyor) -> None:
    surveyor.again()
    assert surveyor.codes("bytes.md") == [("unreadable-file", None)]
    (surveyor.root / "bytes.md").write_text("café $nobody")
    surveyor.again()
    assert surveyor.codes("bytes.md") == [("unresolved-variable", "nobody")]


def test_a_replaced_file_is_read_again_though_it_looks_the_same(surveyor: Surveyor) -> None:
    """A file of the same size and times is another one when its number differs."""
    path = surveyor.root / "d.md"
    surveyor.again()
    found = path.stat()
    fresh = surveyor.root / "fresh"
    fresh.write_text("$nobody_here!!\n"[: found.st_size].ljust(found.st_size))
    os.replace(fresh, path)
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert path.stat().st_size == found.st_size
    assert surveyor.again() == ["d.md"]


def test_open_files_outside_the_listing_are_checked_and_use_no_template(
    surveyor: Surveyor,
) -> None:
    place = Path("untitled-1")
    surveyor.extra = (WorkspaceFile(place, "Untitled", FileKind.PROMPT),)
    surveyor.texts = {place: "$u $nobody"}
    surveyor.again()
    report = surveyor.reports[place]
    assert not report.is_listed
    assert [f.diagnostic.name for f in report.findings] == ["nobody"]
    assert ("unused-template", "u") in surveyor.codes("templates/u.md")


WORDS = [
    "$nme",
    "$name",
    "$Name",
    "$t",
    "$u",
    "$day",
    "$mine",
    "${",
    "$$x",
    "\u200b",
    "text",
    "\r\n",
]
BODIES = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
HEADS = st.sampled_from(
    ["", "", "---\ntitle: x\n---\n", '{\n"schedule": "daily"\n}\n', "{\n x\n}\n"]
)
PROMPTS = st.tuples(HEADS, BODIES).map("".join)
CHANGES = st.one_of(
    st.tuples(st.sampled_from(["a.md", "b.md", "templates/t.md", "templates/u.md"]), PROMPTS),
    st.tuples(
        st.just("config/journal.json"),
        st.sampled_from(["ada", "Ada", "ada l", "ada L"]).map(
            '{{"identity": {{"name": "{}"}}}}'.format
        ),
    ),
    st.tuples(st.just("contexts/c.yaml"), st.sampled_from(["mine: 1\n", "other: 1\n", "- x\n"])),
)


@given(steps=st.lists(st.tuples(CHANGES, st.booleans()), min_size=1, max_size=6))
@settings(max_examples=settings.default.max_examples // 2)
def test_after_any_changes_a_survey_says_what_a_check_from_the_start_says(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[tuple[str, str], bool]]
) -> None:
    """Whether a change is saved or not, and whatever was known before it."""
    root = write_tree(tmp_path_factory.mktemp("ws"), TREE)
    surveyor = Surveyor(root)
    surveyor.again()
    for (name, text), is_saved in steps:
        if is_saved:
            surveyor.texts.pop(root / name, None)
            (root / name).write_bytes(text.encode())
        else:
            surveyor.texts[root / name] = text
        surveyor.again()
        assert surveyor.findings() == check_workspace(Workspace.open(root), surveyor.read)
