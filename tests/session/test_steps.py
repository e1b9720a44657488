"""Renderings layer by layer, layers compared with each other, and higher layers that decide."""

from pathlib import Path

import pytest

from editor.formats.runtime_values import ValueType, typed_value
from editor.session.comparison import Against, Comparison, Missing, compare
from editor.session.higher_layers import higher_layer
from editor.session.layer_comparison import all_choices, task_for
from editor.session.steps import layers_of, steps_task
from editor.session.workbench import Workbench
from tests.session.benches import rendered
from tests.session.slot_houses import slot_house
from tests.workspace.trees import write_tree

OURS = "enabled: true\ntemplate: Mine\n"


def _steps(bench: Workbench, path: Path) -> list[tuple[str, str, str]]:
    document = bench.open(path)
    task = steps_task(bench.project_of(document), bench.live(document))
    assert task is not None
    return [(step.layer, step.words, step.new) for step in task.steps()]


def test_a_prompt_is_filled_layer_by_layer(bench: Workbench, house: Path) -> None:
    (house / "p.md").write_text("$hi $facet $name\n")
    bench.open_folder(house).choose_context("friday")
    found = _steps(bench, house / "p.md")
    assert found == [
        ("", "As it is typed: no layer counts.", "$hi $facet $name"),
        (
            "template",
            "Fills 1 placeholder; 3 placeholders left as typed.",
            "Hi $name $facet $name",
        ),
        (
            "variables",
            "Fills no placeholder; 3 placeholders left as typed.",
            "Hi $name $facet $name",
        ),
        ("identity", "Fills 2 placeholders; 1 placeholder left as typed.", "Hi Ada $facet Ada"),
        ("context", "Fills 1 placeholder; none is left as typed.", "Hi Ada work Ada"),
    ]
    assert rendered(bench, bench.open(house / "p.md")) == found[-1][2]


def test_a_layer_of_a_prompt_is_switched_off_in_the_preview_alone(
    bench: Workbench, house: Path
) -> None:
    (house / "p.md").write_text("$hi $facet\n")
    project = bench.open_folder(house)
    project.choose_context("friday")
    document = bench.open(house / "p.md")
    bench.bring_to_front(document)
    assert rendered(bench, document) == "Hi Ada work"
    project.switch_off(frozenset(("identity",)))
    assert rendered(bench, document) == "Hi $name work"
    assert _steps(bench, house / "p.md")[3][1:] == ("Switched off.", "Hi $name $facet")
    assert project.scope(document.kind).winner("name") is not None
    project.set_value("facet", "home")
    assert rendered(bench, document) == "Hi $name home"
    project.switch_off(frozenset())
    assert rendered(bench, document) == "Hi Ada home"


def test_a_slot_comes_out_layer_by_layer(bench: Workbench, tmp_path: Path) -> None:
    ours = "enabled: true\ntemplate: Mine {{day}}\n"
    project = slot_house(tmp_path, bench, recap=ours)
    project.set_runtime("recap", "template", typed_value(ValueType.TEXT, "Now"))
    assert _steps(bench, tmp_path / "prompt_slots/recap.yaml") == [
        ("default", "Disabled by the default layer: the algorithm's own default is used.", ""),
        ("app", "Enabled by the app layer with its own template.", "Mine {{day}}"),
        ("runtime", "Enabled by the app layer with the template of the runtime layer.", "Now"),
    ]
    document = bench.open(tmp_path / "prompt_slots/recap.yaml")
    assert layers_of(bench.live(document)) == ("default", "app", "runtime")
    project.switch_off(frozenset(("runtime",)))
    assert rendered(bench, document) == "Mine {{day}}"


def test_what_has_no_layers_has_no_steps(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "config/journal.json")
    assert steps_task(bench.project_of(document), bench.live(document)) is None
    assert layers_of(bench.live(document)) == ()


@pytest.mark.parametrize(
    ("comparison", "old", "new"),
    [
        (Comparison(Against.LAYER, "default", "app"), "T", "enabled: true\ntemplate: Mine\n"),
        (
            Comparison(Against.LAYER, "app", "runtime"),
            "enabled: true\ntemplate: Mine\n",
            "top: 1\n",
        ),
        (Comparison(Against.RESULT, "default", "app"), "", "Mine"),
        (Comparison(Against.RESULT, "default", "runtime"), "", "Mine"),
        (Comparison(Against.VALUE, "template", "app"), "  Sum {{day}} up. \n".lstrip(), "Mine"),
        (Comparison(Against.VALUE, "enabled", "app"), "false", "true"),
    ],
)
def test_any_two_layers_are_compared(
    bench: Workbench, tmp_path: Path, comparison: Comparison, old: str, new: str
) -> None:
    project = slot_house(tmp_path, bench, recap=OURS)
    project.set_runtime("recap", "top", typed_value(ValueType.NUMBER, "1"))
    document = bench.open(tmp_path / "over/recap.yaml")
    live = bench.live(document)
    assert comparison in all_choices(project, live, comparison)
    assert comparison in all_choices(project, live, comparison, is_rendered=False)
    found = compare(task_for(project, live, comparison))
    default = (tmp_path / "prompt_slots/recap.yaml").read_text()
    assert (found.old, found.new) == (default if old == "T" else old, new)
    assert bool(found.hunks) == (found.old != found.new)


def test_a_value_is_compared_only_while_it_is_there(bench: Workbench, house: Path) -> None:
    project = bench.open_folder(house)
    document = bench.open(house / "q.md")
    live = bench.live(document)
    wanted = Comparison(Against.VALUE, "name", "context")
    project.set_value("name", "Kim")
    found = compare(task_for(project, live, wanted))
    assert (found.old, found.new) == ("Ada", "Kim")
    project.set_value("name", None)
    assert compare(task_for(project, live, wanted)).missing is Missing.NO_VALUE
    gone = Comparison(Against.VALUE, "nothing", "context")
    assert gone not in all_choices(project, live, gone)


def test_a_file_that_a_higher_layer_hides_says_so(bench: Workbench, tmp_path: Path) -> None:
    project = slot_house(tmp_path, bench, recap="enabled: true\n")
    write_tree(tmp_path, {"templates/hi.md": "Hi", "p.md": "$hi"})
    project.rescan()
    lower = bench.open(tmp_path / "prompt_slots/recap.yaml")
    found = higher_layer(project, bench.live(lower))
    assert found is not None
    assert found.words == "enabled: decided by the app layer, not by this file."
    assert found.origin is not None
    assert found.origin.path == "over/recap.yaml"
    assert higher_layer(project, bench.live(bench.open(tmp_path / "over/recap.yaml"))) is None
    template = bench.open(tmp_path / "templates/hi.md")
    assert higher_layer(project, bench.live(template)) is None
    project.set_value("hi", "Hello")
    found = higher_layer(project, bench.live(template))
    assert found is not None
    assert (found.name, found.words) == (
        "hi",
        "$hi is decided by the context, so this file is not used for it.",
    )
