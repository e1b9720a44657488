"""What views say of souls: layers of sections and names, outline, comparisons, forms to copy."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from editor.session.comparison import (
    Against,
    Compared,
    Comparison,
    Missing,
    choices,
    compare,
    comparison_task,
)
from editor.session.copying import CopyForm, WireForm, copied_as, copy_forms, messages_of, wire
from editor.session.documents import Documents
from editor.session.layerview import LayerView, RowState
from editor.session.live import LivePreview
from editor.session.livesoul import LiveSoul
from editor.session.outline import outline_of
from editor.session.places import FilePlace, definition_of
from editor.session.providers import providers
from editor.session.section_layers import section_view
from editor.session.usage import Counts, count_unresolved, takes_context
from editor.session.variable_list import VariableState, variable_rows, variable_view
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from tests.session.benches import NOON, prepend
from tests.session.souls import SOUL, soul_house, soul_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    folder.mkdir()
    return soul_house(folder)


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Workbench]:
    made = Workbench(Documents(), Watcher(), lambda: NOON, qapp)
    yield made
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def soul(bench: Workbench, root: Path, name: str = "warden.md") -> LiveSoul:
    live = bench.live(bench.open(root / "souls" / name))
    assert isinstance(live, LiveSoul)
    return live


def states(view: LayerView) -> list[tuple[str, RowState]]:
    return [(row.layer, row.state) for row in view.rows]


def test_an_override_wins_over_the_content(qapp: QApplication) -> None:
    view = section_view(soul_of(provider="anthropic"), 0, "souls/w.md")
    assert states(view) == [
        ("override", RowState.WINS),
        ("tool", RowState.UNSET),
        ("content", RowState.HIDDEN),
    ]
    line = SOUL[: SOUL.index("anthropic: |")].count("\n") + 1
    assert view.rows[0].place == f"souls/w.md:{line}"
    assert "from the override for anthropic" in view.verdict
    assert view.verdict.endswith("it hides the value of the content.")


def test_a_sample_of_the_tool_wins_over_the_content(qapp: QApplication) -> None:
    view = section_view(soul_of(), 1, None)
    assert [state for _, state in states(view)] == [
        RowState.UNSET,
        RowState.WINS,
        RowState.HIDDEN,
    ]
    assert view.value == "Fog."
    assert "the sample of the tool weather_now (samples.yaml:4)" in view.verdict
    assert view.rows[2].origin is None  # a soul that is not on disk has no file to open


def test_a_tool_without_a_sample_is_explained(qapp: QApplication) -> None:
    live = soul_of(SOUL.replace("tool: gate_list", "tool: gate_list\n  content: Two."))
    view = section_view(live, 2, "w.md")
    assert view.verdict == (
        "Supplied at run time: the tool gate_list gives the text, and the samples have no result. "
        "The content is not sent."
    )
    assert (view.rows[1].words, view.rows[2].words) == (
        "wins, supplied at run time",
        "hidden by the tool",
    )


def test_a_conversation_and_an_empty_section_say_what_stands_there(qapp: QApplication) -> None:
    live = soul_of(SOUL + "- section: nothing\n  role: user\n")
    assert section_view(live, 3, None).verdict == (
        "The newest 2 of 3 turns of the sample conversation stand here."
    )
    assert section_view(live, 5, None).verdict == (
        "It has no text: add content or a tool, or remove the section."
    )


def test_names_of_souls_are_shown_as_they_are_written(bench: Workbench, root: Path) -> None:
    live = soul(bench, root)
    kind, project = live.document.kind, bench.project_of(live.document)
    scope, known = project.scope(kind), project.known_names(kind)
    assert not takes_context(scope)
    assert variable_view("admin_pubkey", scope, known, live.syntax).verdict == (
        "{{admin_pubkey}} is “ab12”, from the samples (samples.yaml:2)."
    )
    assert "runs the agent" in variable_view("harbour", scope, known, live.syntax).verdict
    assert "sent as typed" in variable_view("Harbour", scope, known, live.syntax).verdict
    assert count_unresolved(live.names(), scope, known) == Counts(unresolved=1, runtime=1)
    rows = variable_rows(live.names(), scope, known, ())
    assert [(row.name, row.state) for row in rows] == [
        ("nobody", VariableState.UNRESOLVED),
        ("admin_notes_content", VariableState.RUNTIME),
        ("admin_pubkey", VariableState.SET),
    ]
    place = definition_of("admin_pubkey", scope, project)
    assert isinstance(place, FilePlace)
    assert place.path == root / "samples.yaml"
    assert definition_of("nobody", scope, project) == FilePlace(root / "samples.yaml")


def test_unsaved_samples_count_at_once(bench: Workbench, root: Path) -> None:
    live = soul(bench, root)
    bench.bring_to_front(live.document)
    samples = bench.open(root / "samples.yaml")
    samples.replace_text(samples.text().replace("ab12", "cd34"))
    assert "Admin: cd34" in live.message(1).text
    bench.close(samples)
    assert "Admin: ab12" in bench.live(live.document).text()


def test_samples_that_another_program_changes_count(bench: Workbench, root: Path) -> None:
    live = soul(bench, root)
    bench.bring_to_front(live.document)
    (root / "samples.yaml").write_text("values: {admin_pubkey: zz}\n")
    bench.look_at_disk_now()
    assert "Admin: zz" in live.message(1).text
    (root / "samples.yaml").unlink()
    bench.look_at_disk_now()
    assert "Admin: {{admin_pubkey}}" in live.message(1).text


def test_the_outline_holds_headings_and_sections(qapp: QApplication) -> None:
    found = [(each.level, each.title, each.line) for each in outline_of(soul_of())]
    assert found[:3] == [(1, "Warden", 0), (1, "admin_identity", 7), (1, "weather", 16)]
    assert [title for _, title, _ in found[3:]] == ["gates", "talk", "notes"]


def test_a_kind_that_changes_gets_its_own_rendering(bench: Workbench, root: Path) -> None:
    document = bench.open(root / "p.md")
    assert isinstance(bench.live(document), LivePreview)
    document.path = root / "souls/p.md"
    bench.moved(document)
    assert isinstance(bench.live(document), LiveSoul)
    assert bench.live(document) is bench.live(document)


def test_a_prompt_that_is_saved_with_a_marker_is_a_soul(bench: Workbench, root: Path) -> None:
    document = bench.open(root / "p.md")
    bench.bring_to_front(document)
    document.replace_text("me\n---template---\n")
    assert isinstance(bench.live(document), LivePreview)
    bench.documents.save(document)
    assert isinstance(bench.live(document), LiveSoul)
    document.undo()
    bench.documents.save(document)
    assert bench.live(document).text() == "Hi $name"


def compared(bench: Workbench, live: LiveSoul, comparison: Comparison) -> Compared:
    return compare(comparison_task(bench.project_of(live.document), live, comparison))


def test_souls_are_compared_by_their_log(bench: Workbench, root: Path) -> None:
    live = soul(bench, root)
    prepend(live.document, "New\n")
    saved = compared(bench, live, Comparison())
    assert saved.new.startswith("Sections: 9\n\n")
    assert [(hunk.removed, hunk.added) for hunk in saved.hunks] == [((), ("New",))]
    disk = compared(bench, live, Comparison(Against.DISK))
    assert disk.new == "New\n" + SOUL
    other = compared(bench, live, Comparison(Against.PROVIDER, "anthropic"))
    (hunk,) = other.hunks
    assert hunk.removed == ("<admin>ab12</admin>",)
    (root / "souls/warden.md").write_text("---template---\n- [\n")
    assert compared(bench, live, Comparison()).missing is Missing.SAVED_FAULT


def test_a_soul_is_compared_with_the_providers_that_are_not_in_force(
    bench: Workbench, root: Path
) -> None:
    live = soul(bench, root)
    project = bench.project_of(live.document)
    names = [each.name for each in choices(project, live) if each.against is Against.PROVIDER]
    assert (names, providers(live)) == (["openai", "anthropic"], ("openai", "anthropic"))
    live.document.replace_text(SOUL.replace("anthropic:", "mistral:"))
    bench.choose_provider("mistral")
    live = soul(bench, root)
    assert live.message(1).source == "override"
    names = [each.name for each in choices(project, live) if each.against is Against.PROVIDER]
    assert names == ["", "openai", "anthropic"]


def test_the_wire_forms_leave_out_what_is_given_at_run_time(qapp: QApplication) -> None:
    live = soul_of()
    openai = wire(messages_of(live), WireForm.OPENAI)
    assert openai.left_out == ("gates",)
    sent = json.loads(openai.text)["messages"]
    assert [each["role"] for each in sent] == [
        *("system", "system", "system", "user", "assistant", "user", "assistant", "user")
    ]
    anthropic = json.loads(wire(messages_of(live), WireForm.ANTHROPIC).text)
    assert anthropic["system"] == (
        "# Warden\n\nWatch the gate.\n\nAdmin: ab12\nNote: {{nobody}}\n\nFog."
    )
    assert anthropic["messages"][0] == {"role": "user", "content": "two"}


def test_what_can_be_copied(bench: Workbench, root: Path) -> None:
    live = soul(bench, root)
    project = bench.project_of(live.document)
    text, openai, anthropic = CopyForm.TEXT, CopyForm.OPENAI, CopyForm.ANTHROPIC
    assert copy_forms(live) == (text, openai, anthropic, CopyForm.LOG)
    assert copied_as(live, CopyForm.LOG, project).startswith("Sections: 9\n")
    assert "Fog.\n\n" in copied_as(live, text, project)
    prompt = bench.live(bench.open(root / "p.md"))
    assert copy_forms(prompt) == (text, openai, anthropic, CopyForm.CALL)
    assert json.loads(copied_as(prompt, openai, project)) == {
        "messages": [{"role": "user", "content": "Hi $name"}]
    }
    assert copy_forms(bench.live(bench.open(root / "samples.yaml"))) == ()
    assert copy_forms(None) == ()


def test_the_load_prompt_call_is_python_that_gives_the_same(bench: Workbench, root: Path) -> None:
    document = bench.open(root / "p.md")
    project = bench.project_of(document)
    project.set_value("name", "O'Hara \\ \n\U0001f600")
    call = copied_as(bench.live(document), CopyForm.CALL, project)
    names: dict[str, object] = {}
    exec(call, names)
    assert getattr(names["prompt"], "text", None) == bench.live(document).text()
