"""The real form over random frontmatter in random layouts: only what is meant changes."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.core.edits import EditRefused
from editor.core.tree import Path as FieldPath
from editor.core.tree import dotted_path
from editor.formats.frontmatter import split
from editor.session.form_values import (
    AddField,
    AddItem,
    Clear,
    EditItem,
    FieldKind,
    FormField,
    MoveItem,
    Remove,
    RemoveItem,
    SetText,
)
from tests.session.form_lab import SCHEMA, Lab
from tests.ui.form_windowing import FormWindow, form_opener, text_of
from tests.ui.windowing import Control, answers, opener

__all__ = ["answers", "form_opener", "opener"]

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = ["a", "two words", "no", "1.10", "it's", "é😀", "$x {y}", "#c", "a: b", "", "~", " pad "]
JSON_SOURCES = ['"a\\u00e9\\/b"', '"l1\\nl2"', '"\\ud83d\\ude00"', '"\\t\\"q\\""']
YAML_SOURCES = [
    "plain words",
    "'it''s'",
    '"a\\tb \\xe9"',
    "|\n  one\n  two",
    ">-\n  one\n  two\n\n  three",
    "|+\n  one\n\n",
    "'one\n\n  two'",
]
NUMBERS = ["10", "-3", "0.50", "0", "12345678901234567890"]
LISTS = {
    "json": ["[]", '["a", "b"]', '[\n    "a",\n    "b"\n  ]', '[ "x" ]'],
    "yaml": ["[]", "[a, 'b']", "\n  - a\n  - 'b'  # c", "\n- a", "[\n  a,\n  b ]"],
}
GROUPS = {
    "json": ["{}", '{"pre": "p"}', '{\n    "post" : "q"\n  }'],
    "yaml": ["{}", "{pre: p}", "\n    post: q  # c\n    pre: 'p'"],
}
OTHERS = {
    "json": ['{"a": [1, {"b": null}]}', "null", "1e5", "true", '"text"', "[[]]"],
    "yaml": ["{a: [1, {b: ~}]}", "null", "yes", "text", "\n  a:\n    - b: 1\n      c: 2\n  d: e"],
}
TYPED = st.text(st.sampled_from("ab 1.-:#'\"{}[],&*!%@`\\é😀$~nyo"), min_size=1, max_size=5)


@dataclass(frozen=True)
class Sample:
    """A file and how its frontmatter is written."""

    text: str
    language: str

    def loaded(self, text: str) -> dict[str, object]:
        """The fields as their consumers load them."""
        fields = split(text).fields
        assert fields is not None
        assert fields.fault is None, text
        region = fields.span.of(text)
        found = json.loads(region) if self.language == "json" else yaml.safe_load(region)
        assert found is None or isinstance(found, dict)
        return found or {}


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    language = draw(st.sampled_from(["json", "yaml"]))
    is_json = language == "json"
    ascii_only = is_json and draw(st.booleans())
    strings = st.one_of(
        st.sampled_from(WORDS).map(lambda word: json.dumps(word, ensure_ascii=ascii_only)),
        st.sampled_from(JSON_SOURCES if is_json else YAML_SOURCES),
    )
    sources = {
        "title": strings,
        "note": strings,
        "when": strings,
        "color": strings,
        "priority": st.sampled_from(NUMBERS),
        "draft": st.sampled_from(["true", "false"] if is_json else ["yes", "False", "on"]),
        "tools": st.one_of(strings, st.sampled_from(LISTS[language])),
        "hook": st.sampled_from(GROUPS[language]),
        "own": st.sampled_from(OTHERS[language]),
        "d.o t": strings,
    }
    names = draw(st.lists(st.sampled_from(sorted(sources)), unique=True, min_size=1, max_size=6))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    if is_json:
        unit = draw(st.sampled_from(["  ", "\t", ""]))
        colon = draw(st.sampled_from([": ", ":", " :  "]))
        parts = [f"{unit}{json.dumps(name)}{colon}{draw(sources[name])}" for name in names]
        head = "{\n" + ",\n".join(parts) + "\n}\n"
    else:
        blank = draw(st.sampled_from(["", "# c\n", "\n"]))
        parts = [f"{name}:{_gap(draw(sources[name]))}\n" for name in names]
        head = "---\n" + blank.join(parts) + "---\n"
    return Sample((head + "\nBody $x\n").replace("\n", end), language)


def _gap(source: str) -> str:
    return source if source.startswith("\n") else f" {source}"


def with_value(value: object, path: FieldPath, new: object) -> object:
    """A loaded value with the part at `path` replaced."""
    if not path:
        return new
    if isinstance(value, dict):
        return {k: with_value(v, path[1:], new) if k == path[0] else v for k, v in value.items()}
    assert isinstance(value, list)
    return [with_value(v, path[1:], new) if i == path[0] else v for i, v in enumerate(value)]


def around(text: str, path: FieldPath) -> tuple[str, str]:
    """What stands before and behind a value."""
    fields = split(text).fields
    assert fields is not None
    assert fields.tree is not None
    node = fields.tree.find(path)
    assert node is not None
    span = node.span.shifted(fields.span.start)
    return text[: span.start], text[span.end :]


def typed_fields(fields: tuple[FormField, ...]) -> Iterator[FormField]:
    """The fields that are there and whose text is typed."""
    for field in fields:
        if field.kind is FieldKind.GROUP:
            yield from typed_fields(field.fields)
        elif field.text is not None and field.kind not in (
            FieldKind.OTHER,
            FieldKind.SWITCH,
            FieldKind.CHIPS,
        ):
            yield field


def expected_value(field: FormField, text: str) -> tuple[object, ...]:
    """The values that a text typed into a field may be read as."""
    if field.kind is not FieldKind.NUMBER:
        return (text,)
    try:
        return (text, float(text))
    except ValueError:
        return (text,)


# --- the logic: cheap, so with many intents in a row ----------------------------------------------


@given(sample=samples(), data=st.data())
def test_any_series_of_wishes_can_be_undone_to_the_last_byte(
    sample: Sample, data: st.DataObject
) -> None:
    lab = Lab(sample.text, SCHEMA)
    before = sample.loaded(lab.text)
    for _ in range(data.draw(st.integers(1, 5))):
        form = lab.editor.form()
        fields = list(typed_fields((*form.fields, *form.others)))
        lists = [f for f in form.fields if f.kind is FieldKind.CHIPS]
        intents: list[Any] = [AddField(each.path) for each in form.addable[:3]]
        intents += [SetText(each.path, data.draw(TYPED)) for each in fields]
        intents += [
            kind(each.path) for each in form.fields if each.text for kind in (Clear, Remove)
        ]
        for each in lists:
            intents.append(AddItem(each.path, data.draw(TYPED)))
            if each.items:
                index = data.draw(st.integers(0, len(each.items) - 1))
                intents += [RemoveItem(each.path, index), MoveItem(each.path, index, 0)]
                intents.append(EditItem(each.path, index, data.draw(TYPED)))
        intent = data.draw(st.sampled_from(intents))
        try:
            lab.do(intent)
        except EditRefused:
            assert sample.loaded(lab.text) == before
        after = sample.loaded(lab.text)
        top = intent.path[0]
        assert {k: v for k, v in after.items() if k != top} == {
            k: v for k, v in before.items() if k != top
        }
        assert lab.text.endswith("Body $x" + lab.document.usual_line_end)
        if data.draw(st.booleans()):
            lab.editor.end_visit()
        before = after
    for _ in range(6):
        lab.document.undo()
    assert lab.text == sample.text
    assert not lab.document.is_modified()


@given(sample=samples(), typed=st.lists(TYPED, min_size=1, max_size=4), data=st.data())
def test_the_text_depends_on_what_is_typed_last_not_on_the_way_there(
    sample: Sample, typed: list[str], data: st.DataObject
) -> None:
    slow, quick = Lab(sample.text, SCHEMA), Lab(sample.text, SCHEMA)
    form = slow.editor.form()
    fields = list(typed_fields((*form.fields, *form.others)))
    if not fields:
        return
    field = data.draw(st.sampled_from(fields))
    for each in typed:
        slow.do(SetText(field.path, each))
    quick.do(SetText(field.path, typed[-1]))
    assert slow.text == quick.text
    assert slow.field(field.name).text == typed[-1]
    slow.do(SetText(field.path, field.text or ""))
    if field.kind is not FieldKind.NUMBER and not slow.field(field.name).fault:
        assert slow.text == sample.text


# --- the real form, driven by keys ----------------------------------------------------------------


@pytest.fixture
def window(form_opener: Callable[..., FormWindow]) -> FormWindow:
    schema = json.dumps({"properties": SCHEMA["properties"], "$defs": SCHEMA["$defs"]})
    return form_opener("{\n}\n", schema=schema)


def show(window: FormWindow, sample: Sample) -> None:
    """Open the sample in the place of the one before."""
    workbench = window.opened.window.workbench
    front = workbench.front
    assert front is not None
    assert front.path is not None
    path = front.path.with_name("sample.md")
    path.write_bytes(sample.text.encode())
    if front.path == path:
        workbench.close(front)
        window.opened.window.views.tabs.remove(front)
    window.opened.window.open(path)
    assert window.text == sample.text


@settings(
    max_examples=settings.default.max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(sample=samples(), data=st.data())
def test_visits_change_no_byte_and_typing_only_the_value(
    window: FormWindow, sample: Sample, data: st.DataObject
) -> None:
    show(window, sample)
    front = window.opened.front
    for name in window.fields():
        widget = window.field(name)
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Home)
    window.opened.focus(window.opened.source)
    window.feed.flush()
    assert (window.text, front.is_modified()) == (sample.text, False)
    editor = window.feed._editor()
    assert editor is not None
    form = editor.form()
    fields = list(typed_fields((*form.fields, *form.others)))
    if not fields:
        return
    field = data.draw(st.sampled_from(fields))
    name = dotted_path(field.path)
    at = data.draw(st.integers(0, len(field.text or "")))
    typed = data.draw(TYPED)
    window.type(name, typed, at=utf16(field.text or "", at))
    wanted = (field.text or "")[:at] + typed + (field.text or "")[at:]
    assert text_of(window.field(name)) == wanted
    before, after = sample.loaded(sample.text), sample.loaded(window.text)
    assert any(
        after == with_value(before, field.path, value) for value in expected_value(field, wanted)
    )
    head, tail = around(sample.text, field.path)
    assert window.text.startswith(head)
    assert window.text.endswith(tail)
    window.press(Qt.Key.Key_Z, Control)
    assert (window.text, front.is_modified()) == (sample.text, False)
    assert text_of(window.field(name)) == field.text


def utf16(text: str, at: int) -> int:
    return len(text[:at].encode("utf-16-le")) // 2
