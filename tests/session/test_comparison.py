"""What renderings are compared with: the saved file, another context, a layer less."""

from pathlib import Path

import pytest

from editor.session.comparison import (
    Against,
    Compared,
    Comparison,
    Missing,
    choices,
    compare,
    comparison_task,
)
from editor.session.document import Document
from editor.session.workbench import Workbench
from tests.session.benches import prepend

SAVED = Comparison()
DISK = Comparison(Against.DISK)
FRIDAY = Comparison(Against.CONTEXT, "friday")
MONDAY = Comparison(Against.CONTEXT, "monday")


def without(layer: str) -> Comparison:
    return Comparison(Against.WITHOUT, layer)


def compared(bench: Workbench, document: Document, comparison: Comparison) -> Compared:
    project = bench.project_of(document)
    return compare(comparison_task(project, bench.live(document), comparison))


def test_a_clean_file_does_not_differ_from_the_saved_one(bench: Workbench, house: Path) -> None:
    result = compared(bench, bench.open(house / "p.md"), SAVED)
    assert (result.old, result.new, result.hunks) == ("Hi Ada $facet", "Hi Ada $facet", ())


def test_unsaved_text_is_compared_with_the_text_on_disk(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "q.md")
    prepend(document, "New $name\n")
    result = compared(bench, document, SAVED)
    assert (result.old, result.new) == ("Ada $nothing", "New Ada\nAda $nothing")
    assert [hunk.added for hunk in result.hunks] == [("New Ada",)]


def test_values_and_the_time_are_the_same_on_both_sides(bench: Workbench, house: Path) -> None:
    (house / "now.md").write_text("$now $facet $hi\n")
    document = bench.open(house / "now.md")
    bench.project_of(document).set_value("facet", "typed")
    prepend(bench.open(house / "templates/hi.md"), "Unsaved ")
    result = compared(bench, document, SAVED)
    assert result.hunks == ()
    assert result.new == "Tuesday, February 3, 2026 at 12:00 PM UTC typed Unsaved Hi Ada"


def test_line_ends_on_disk_make_no_difference(bench: Workbench, house: Path) -> None:
    (house / "crlf.md").write_bytes(b"a\r\n$name\r\nb\r\n")
    assert compared(bench, bench.open(house / "crlf.md"), SAVED).hunks == ()


def test_the_disk_counts_though_another_program_wrote_it(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "q.md")
    prepend(document, "mine ")
    (house / "q.md").write_text("theirs $name\n")
    assert compared(bench, document, SAVED).old == "theirs Ada"


def test_a_new_document_has_no_saved_file(bench: Workbench, house: Path) -> None:
    bench.open_folder(house)
    assert compared(bench, bench.new(), SAVED).missing is Missing.NOT_SAVED


def test_a_file_that_is_gone_is_no_saved_file(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "q.md")
    (house / "q.md").unlink()
    assert compared(bench, document, SAVED).missing is Missing.NOT_SAVED


def test_a_saved_file_with_a_fault_in_its_head_has_no_rendering(
    bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "q.md")
    (house / "q.md").write_text('{\n  "a": \n}\nx\n')
    assert compared(bench, document, SAVED).missing is Missing.SAVED_FAULT


def test_with_a_fault_in_its_own_head_there_is_no_other_rendering(
    bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "p.md")
    prepend(document, "{\n")
    assert bench.live(document).stale is not None
    assert compared(bench, document, MONDAY).missing is Missing.FAULT


def test_another_context_gives_its_values_and_what_follows_from_them(
    bench: Workbench, house: Path
) -> None:
    (house / "day.md").write_text("$facet on $day\n")
    document = bench.open(house / "day.md")
    bench.project_of(document).choose_context("monday")
    result = compared(bench, document, FRIDAY)
    assert result.new == "home on $day"
    assert result.old == "work on Friday, January 23, 2026"
    assert bench.project_of(document).context.name == "monday", "comparing chooses nothing"


def test_what_was_typed_differs_from_the_same_context_as_saved(
    bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "p.md")
    project = bench.project_of(document)
    project.choose_context("friday")
    project.set_value("facet", "typed")
    result = compared(bench, document, FRIDAY)
    assert (result.old, result.new) == ("Hi Ada work", "Hi Ada typed")


def test_the_unsaved_text_of_a_context_counts(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "p.md")
    context = bench.open(house / "contexts/monday.yaml")
    context.replace_text("facet: garden\n")
    assert compared(bench, document, MONDAY).old == "Hi Ada garden"


def test_a_context_that_is_gone(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "p.md")
    gone = Comparison(Against.CONTEXT, "gone")
    assert compared(bench, document, gone).missing is Missing.NO_CONTEXT


@pytest.mark.parametrize(
    ("layer", "text"),
    [
        ("context", "Hi Ada $facet"),
        ("identity", "Hi $name work"),
        ("variables", "Hi Ada work"),
        ("template", "$hi work"),
    ],
)
def test_without_a_layer_templates_are_rendered_without_it_too(
    bench: Workbench, house: Path, layer: str, text: str
) -> None:
    document = bench.open(house / "p.md")
    bench.project_of(document).choose_context("friday")
    assert compared(bench, document, without(layer)).old == text


def test_the_choices_are_the_saved_file_as_it_renders_and_as_text_the_contexts_and_the_layers(
    bench: Workbench, house: Path
) -> None:
    prompt, template = bench.open(house / "q.md"), bench.open(house / "templates/hi.md")
    project = bench.project_of(prompt)
    layers = [without(name) for name in ("context", "identity", "variables", "template")]
    assert choices(project, bench.live(prompt)) == (SAVED, DISK, FRIDAY, MONDAY, *layers)
    assert choices(project, bench.live(template)) == (SAVED, DISK, FRIDAY, MONDAY, *layers[:3])


@pytest.mark.parametrize("name", ["q.md", "contexts/friday.yaml", "config/journal.json"])
def test_any_text_is_compared_with_what_the_disk_holds(
    bench: Workbench, house: Path, name: str
) -> None:
    document = bench.open(house / name)
    base = document.text()
    prepend(document, "mine\n")
    (house / name).write_text("theirs\n" + base)
    result = compared(bench, document, DISK)
    assert [(hunk.removed, hunk.added) for hunk in result.hunks] == [(("theirs",), ("mine",))]


def test_texts_that_differ_in_bytes_alone_are_said_to_be_the_same(
    bench: Workbench, house: Path
) -> None:
    document = bench.open(house / "q.md")
    assert compared(bench, document, DISK).missing is None
    base = document.data()
    for other in (base.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + base):
        (house / "q.md").write_bytes(other)
        assert compared(bench, document, DISK).missing is Missing.SAME_TEXT
    (house / "q.md").unlink()
    assert compared(bench, document, DISK).missing is Missing.NOT_SAVED
