"""From a place to the placeholder there: every character of source and preview has one owner."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.layers import Definition, Layer, Scope
from editor.core.spans import Span
from editor.formats.template import template_definition
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.session.places import (
    FieldPlace,
    FilePlace,
    at_preview_caret,
    at_source_caret,
    definition_of,
    in_preview,
    in_source,
    inside_template,
    next_use,
    source_start,
)
from editor.session.workbench import Workbench
from editor.storage.textfile import decode
from tests.session.benches import prepend

VALUES = {"a": "v", "many": "one\n\ntwo 😀", "wide": "😀😀", "none": None, "empty": ""}
TEMPLATE = "Dear $many,\nall $who 😀 is $wide."


def scope() -> Scope:
    values = {
        name: Definition(name, value, "context")
        for name, value in VALUES.items()
        if value is not None
    }
    context = Scope((Layer("context", values),))
    letter = template_definition("letter", TEMPLATE, context, "templates/letter.md")
    return Scope((*context.layers, Layer("template", {"letter": letter})))


def live_of(text: str) -> LivePreview:
    document = Document(decode(text.encode()))
    live = LivePreview(document, scope())
    document.setParent(live)
    return live


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


PARTS = st.lists(
    st.one_of(
        st.sampled_from(["text", "\n", "\n\n", " ", "😀", "\u2028", "é$$"]).map(
            lambda s: (s, None)
        ),
        st.sampled_from(sorted(VALUES)).map(lambda name: ("", name)),
    ),
    max_size=12,
)


@given(PARTS)
def test_every_character_belongs_to_the_placeholder_it_came_from(
    qapp: QApplication, parts: list[tuple[str, str | None]]
) -> None:
    source, preview = "<", "<"
    owners_in_source: list[str | None] = [None]
    owners_in_preview: list[str | None] = [None]
    starts: list[int] = [0]
    for text, name in [*parts, (">", None)]:
        written = text if name is None else f"${{{name}}}"
        value = VALUES[name] if name is not None else None
        sent = text.replace("$$", "$") if name is None else written if value is None else value
        starts += [units(source)] * units(sent)
        source += written
        preview += sent
        owners_in_source += [name] * units(written)
        owners_in_preview += [name] * units(sent)
    live = live_of(source)
    for position, owner in enumerate(owners_in_source):
        found = in_source(live, position)
        if live.document.qdocument.characterAt(position) != "\u2029":
            assert (found.name if found else None) == owner
    for position, owner in enumerate(owners_in_preview):
        if live.preview.characterAt(position) == "\u2029":
            continue
        found = in_preview(live, position)
        assert (found.name if found else None) == owner
        if found is not None:
            assert source_start(live, found) == starts[position]
    assert in_preview(live, len(owners_in_preview)) is None
    live.deleteLater()


@given(st.integers(0, 60))
def test_the_inside_of_a_template_leads_to_the_very_character(qapp: QApplication, at: int) -> None:
    live = live_of("x $letter y")
    # What TEMPLATE renders to, piece by piece: rendered text, name inside, place in TEMPLATE.
    pieces = [("Dear ", None, 0), ("one\n\ntwo 😀", "many", 5), (",\nall ", None, 10)]
    pieces += [("$who", "who", 16), (" 😀 is ", None, 20), ("😀😀", "wide", 26), (".", None, 31)]
    rendered = "".join(text for text, _, _ in pieces)
    at = min(at, len(rendered) - 1)
    if rendered[at] == "\n":
        return
    found = in_preview(live, 2 + units(rendered[:at]))
    assert found is not None
    assert found.name == "letter"
    start = 0
    for text, name, place in pieces:
        if at < start + len(text):
            assert found.inner_name == name
            assert found.inner[0].source.start == place
            assert found.offset == at - start
            return
        start += len(text)


@pytest.mark.parametrize(
    ("caret", "name"),
    [(0, None), (1, None), (2, "a"), (3, "a"), (4, "who"), (8, "who"), (9, None), (10, None)],
)
def test_a_caret_stands_in_a_placeholder_before_or_behind_it(
    qapp: QApplication, caret: int, name: str | None
) -> None:
    live = live_of("x $a$who y\n$a")
    found = at_source_caret(live, caret)
    assert (found.name if found else None) == name


def test_a_caret_at_the_start_of_a_line_does_not_look_at_the_line_before(
    qapp: QApplication,
) -> None:
    live = live_of("$a\ntext")
    assert at_source_caret(live, 2) is not None
    assert at_source_caret(live, 3) is None
    assert at_preview_caret(live, 1) is not None
    assert at_preview_caret(live, 2) is None


def test_nothing_is_there_beyond_the_end(qapp: QApplication) -> None:
    live = live_of("")
    for position in (0, 5):
        assert in_source(live, position) is None
        assert in_preview(live, position) is None


def test_while_it_is_stale_the_preview_leads_to_what_is_still_there(qapp: QApplication) -> None:
    text = '{\n"a": 1\n}\n$a\ntext $wide\n'
    live = live_of(text)
    for place, new in ((text.index("$a"), "new\n"), (text.index("1"), "")):
        live.document.apply([Edit(Span(place, place + (not new)), new)])
    assert live.stale is not None
    assert live.document.text() == '{\n"a": \n}\nnew\n$a\ntext $wide\n'
    shown = "new\nv\ntext 😀😀"
    for position in range(units(shown)):
        found = in_preview(live, position)
        if position >= units("new\nv\ntext "):
            assert found is not None
            assert found.name == "wide"
            assert live.document.line(found.source_line) == "text $wide"
        else:
            assert found is None or (found.name == "a" and position == 4)


def uses(live: LivePreview, name: str, position: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        place = next_use(live, name, position, scope())
        assert place is not None
        position = place[0]
        found.append(position)
    return found


def test_uses_follow_each_other_and_go_round(qapp: QApplication) -> None:
    live = live_of("$a 😀 $a\n\n$letter\n${a}")
    assert uses(live, "a", 0, 4) == [6, 18, 0, 6]
    assert uses(live, "a", 8, 1) == [18]
    assert uses(live, "many", 0, 2) == [10, 10]
    assert next_use(live, "a", 0, scope()) == (6, 2)
    assert next_use(live, "a", 8, scope()) == (18, 4)
    assert next_use(live, "absent", 0, scope()) is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_folded_offsets_lead_behind_whole_line_ends(end: str) -> None:
    text = f"head{end}one{end}two{end}"
    place = FilePlace(Path("x"), Span(4 + len(end), len(text)), 5)
    assert text[place.offset_in(text) :].startswith("wo")
    assert FilePlace(Path("x")).offset_in(text) == 0
    assert FilePlace(Path("x"), Span(100, 120), 5).offset_in("short") == 5


# --- definitions ----------------------------------------------------------------------------------


def defined(bench: Workbench, house: Path, name: str) -> FilePlace | FieldPlace:
    document = bench.open(house / "p.md")
    project = bench.project_of(document)
    return definition_of(name, project.scope(document.kind), project)


def at(house: Path, file: str, text: str) -> FilePlace:
    """The place of `text` in a file of the workspace."""
    start = (house / file).read_text().index(text)
    return FilePlace(house / file, Span(start, start + len(text)))


def test_each_layer_s_names_are_defined_in_its_file(bench: Workbench, house: Path) -> None:
    assert defined(bench, house, "hi") == at(house, "templates/hi.md", "Hi $name")
    journal = at(house, "config/journal.json", '"Ada"')
    assert defined(bench, house, "name") == FieldPlace("identity", "name", journal)
    assert defined(bench, house, "Name") == FieldPlace("identity", "name", journal)


def test_context_names_are_defined_in_fields_and_saved_ones_in_their_file_too(
    bench: Workbench, house: Path
) -> None:
    assert defined(bench, house, "facet") == FieldPlace("context", "facet")
    assert defined(bench, house, "Facet") == FieldPlace("context", "facet")
    assert defined(bench, house, "nothing") == FieldPlace("context", "nothing")
    project = bench.project_of(bench.open(house / "p.md"))
    project.choose_context("friday")
    work = at(house, "contexts/friday.yaml", "work")
    assert defined(bench, house, "facet") == FieldPlace("context", "facet", work)
    assert defined(bench, house, "Facet") == FieldPlace("context", "facet", work)
    assert defined(bench, house, "day") == FieldPlace("context", "day")  # it is derived
    project.set_value("facet", "play")
    assert defined(bench, house, "facet") == FieldPlace("context", "facet")
    project.set_value("name", "Kim")
    assert defined(bench, house, "name") == FieldPlace("context", "name")


def test_the_inside_of_a_template_is_a_place_in_its_file(bench: Workbench, house: Path) -> None:
    document = bench.open(house / "p.md")
    project = bench.project_of(document)
    template = bench.open(house / "templates/hi.md")
    prepend(template, "\n\nOh\n")
    live = bench.live(document)  # Oh / Hi Ada $facet
    for position, offset in ((1, 3), (4, 6), (6, 8)):
        found = in_preview(live, position)
        assert found is not None
        place = inside_template(found, project)
        assert place is not None
        assert place.path == house / "templates/hi.md"
        assert place.offset_in(template.text()) == offset
    outside = in_preview(live, 11)
    assert outside is not None
    assert outside.name == "facet"
    assert inside_template(outside, project) is None
