"""The form's logic: what it shows of a text, and the edits it makes."""

import json

import pytest
import yaml
from PySide6.QtWidgets import QApplication

from editor.core.edits import EditRefused
from editor.core.kinds import FileKind
from editor.session.form_values import (
    AddField,
    AddFrontmatter,
    AddItem,
    Choose,
    Clear,
    EditItem,
    FieldKind,
    FormState,
    Lock,
    MoveItem,
    Remove,
    RemoveItem,
    SetSource,
    SetText,
    Toggle,
)
from tests.session.form_lab import Lab

JSON = """{
  "title": "Hello",
  "own": {"a": [1, 2]},
  "priority":   10,
  "draft": true,
  "tools": ["read", "write"],
  "hook": {"post": "file"},
  "zeta": "z"
}

Body $name
"""
YAML = """---
# what it is
title: Hello   # keep
own:
  a: [1, 2]
priority: 10
draft: yes
tools:
  - read
  - write
hook:
  post: file
zeta: z
---
Body $name
"""
BOTH = pytest.mark.parametrize("text", [JSON, YAML], ids=["json", "yaml"])
pytestmark = pytest.mark.usefixtures("qapp")


def loaded(text: str) -> dict[str, object]:
    """The fields as their consumers load them."""
    if text.startswith("---"):
        found = yaml.safe_load(text.split("---\n")[1])
    else:
        found = json.JSONDecoder().raw_decode(text)[0]
    assert found is None or isinstance(found, dict)
    return found or {}


def changed_lines(old: str, new: str) -> list[str]:
    """The lines of `new` that `old` does not have."""
    return [line for line in new.splitlines() if line not in old.splitlines()]


@BOTH
def test_known_fields_stand_in_the_order_of_the_schema_and_others_in_that_of_the_file(
    text: str,
) -> None:
    form = Lab(text).editor.form()
    assert form.state is FormState.READY
    assert [each.name for each in form.fields] == ["title", "priority", "draft", "tools", "hook"]
    assert [each.name for each in form.others] == ["own", "zeta"]
    assert [each.kind for each in form.fields] == [
        FieldKind.TEXT,
        FieldKind.NUMBER,
        FieldKind.SWITCH,
        FieldKind.CHIPS,
        FieldKind.GROUP,
    ]
    assert [each.kind for each in form.others] == [FieldKind.OTHER, FieldKind.OTHER]
    assert form.language == ("yaml" if text is YAML else "json")
    assert form.file_kind == "agent"


@BOTH
def test_a_text_is_set_without_touching_anything_else(text: str) -> None:
    lab = Lab(text)
    assert lab.do(SetText(("title",), "Hello!")) == text.replace("Hello", "Hello!")
    assert lab.do(SetText(("hook", "post"), "keep")) == text.replace("Hello", "Hello!").replace(
        "file", "keep"
    )


@BOTH
def test_typing_is_one_undo_step_for_each_visit(text: str) -> None:
    lab = Lab(text)
    for typed in ("Hello!", "Hello!!", "Hello!!!"):
        lab.do(SetText(("title",), typed))
    lab.editor.end_visit()
    lab.do(SetText(("title",), "Bye"), SetText(("priority",), "1"), SetText(("priority",), "12"))
    lab.document.undo()
    assert loaded(lab.text)["priority"] == 10
    lab.document.undo()
    assert loaded(lab.text)["title"] == "Hello!!!"
    lab.document.undo()
    assert (lab.text, lab.document.is_modified()) == (text, False)


@BOTH
@pytest.mark.parametrize("typed", ["1.10", "1e5", "-3", "0", "12345678901234567890"])
def test_numbers_keep_the_spelling_that_was_typed(text: str, typed: str) -> None:
    lab = Lab(text)
    lab.do(SetText(("priority",), typed))
    assert lab.field("priority").text == typed
    assert lab.field("priority").kind is FieldKind.NUMBER
    value = loaded(lab.text)["priority"]
    assert isinstance(value, int | float)
    assert not isinstance(value, bool)
    assert float(value) == float(typed)
    if text is JSON or typed != "1e5":  # YAML 1.1 reads 1e5 as a text, so it gets a dot and a sign
        assert typed in lab.text


@BOTH
@pytest.mark.parametrize("typed", ["", "-", "ten", "1x", "0x", " 5"])
def test_what_is_no_number_is_written_as_text_and_marked(text: str, typed: str) -> None:
    lab = Lab(text)
    lab.do(SetText(("priority",), typed))
    field = lab.field("priority")
    assert loaded(lab.text)["priority"] == typed
    assert (field.kind, field.text) == (FieldKind.NUMBER, typed)
    assert field.fault == "must be a whole number"
    lab.do(SetText(("priority",), "7"))
    assert loaded(lab.text)["priority"] == 7
    assert lab.field("priority").fault == ""


@BOTH
def test_a_number_beyond_its_bounds_is_shown_as_it_is(text: str) -> None:
    lab = Lab(text.replace("10", "5000000000000000000000"))
    field = lab.field("priority")
    assert (field.text, field.fault) == ("5000000000000000000000", "must be at most 99")


def test_texts_that_look_like_other_types_are_written_as_the_text_that_was_typed() -> None:
    for typed in ("no", "1.10", "12:30", "2024-06-01", "~", "null", "true", "# x", "a: b", "é😀"):
        for text in (JSON, YAML):
            lab = Lab(text)
            lab.do(SetText(("title",), typed))
            assert loaded(lab.text)["title"] == typed
            assert lab.field("title").text == typed


def test_scalars_are_shown_as_they_are_spelled() -> None:
    lab = Lab(
        "---\ntitle: no\nnote: 3.10\nwhen: 0644\npriority: 12:30\ncolor: ~\nx: 2024-06-01\n---\n"
    )
    shown = {name: lab.field(name).text for name in lab.names()}
    assert shown == {
        "title": "no",
        "note": "3.10",
        "when": "0644",
        "priority": "12:30",
        "color": "~",
        "x": "2024-06-01",
    }
    assert lab.field("title").fault == "must be text"
    lab.do(SetText(("title",), "nob"))
    assert loaded(lab.text)["title"] == "nob"


@BOTH
def test_a_switch_changes_one_word(text: str) -> None:
    lab = Lab(text)
    assert lab.field("draft").is_on
    word = "no" if text is YAML else "false"
    assert changed_lines(text, lab.do(Toggle(("draft",), False))) == [
        "draft: no" if text is YAML else '  "draft": false,'
    ]
    assert (lab.field("draft").is_on, lab.field("draft").text) == (False, word)
    lab.document.undo()
    assert lab.text == text


@BOTH
def test_the_values_of_a_list_are_added_edited_moved_and_taken_out(text: str) -> None:
    lab = Lab(text)
    path = ("tools",)
    assert [each.text for each in lab.field("tools").items] == ["read", "write"]
    steps = (
        (AddItem(path, "no"), ["read", "write", "no"]),
        (MoveItem(path, 2, 0), ["no", "read", "write"]),
        (EditItem(path, 1, "reads"), ["no", "reads", "write"]),
        (RemoveItem(path, 0), ["reads", "write"]),
        (RemoveItem(path, 0), ["write"]),
        (RemoveItem(path, 0), []),
        (AddItem(path, "1"), ["1"]),
    )
    for intent, expected in steps:
        assert loaded(lab.do(intent))["tools"] == expected
        assert [each.text for each in lab.field("tools").items] == expected
        lab.editor.end_visit()
    for _ in steps:
        lab.document.undo()
    assert (lab.text, lab.document.is_modified()) == (text, False)


def test_the_values_of_a_list_of_numbers_are_numbers_while_they_can_be() -> None:
    lab = Lab('{\n  "title": "x",\n  "marks": [1, 2.50]\n}\n')
    assert [each.text for each in lab.field("marks").items] == ["1", "2.50"]
    lab.do(AddItem(("marks",), "3"), EditItem(("marks",), 0, "x"))
    assert loaded(lab.text)["marks"] == ["x", 2.5, 3]
    assert [bool(each.fault) for each in lab.field("marks").items] == [True, True, False]
    lab.do(EditItem(("marks",), 0, "1e2"))
    assert '"marks": [1e2, 2.50, 3]' in lab.text


@BOTH
def test_a_field_is_cleared_or_taken_out(text: str) -> None:
    for name, empty in (("title", ""), ("priority", None), ("tools", []), ("zeta", "")):
        lab = Lab(text)
        before = loaded(text)
        assert loaded(lab.do(Clear((name,)))) == {**before, name: empty}
        lab.document.undo()
        assert lab.text == text
        del before[name]
        assert loaded(lab.do(Remove((name,)))) == before
        lab.document.undo()
        assert lab.text == text


@BOTH
def test_a_known_field_is_added_where_the_schema_has_it(text: str) -> None:
    lab = Lab(text)
    offered = [each.path for each in lab.editor.form().addable]
    assert ("note",) in offered
    assert ("title",) not in offered
    assert ("hook", "pre") in offered
    lab.do(AddField(("note",)))
    assert list(loaded(lab.text))[:3] == ["title", "note", "own"]
    lab.do(AddField(("either",)))
    assert list(loaded(lab.text))[-2:] == ["either", "zeta"]
    lab.do(AddField(("hook", "pre")))
    assert loaded(lab.text)["hook"] == {"pre": "", "post": "file"}
    assert list(loaded(lab.text)["hook"]) == ["pre", "post"]
    lab.do(AddField(("load", "seen")))
    assert loaded(lab.text)["load"] == {"seen": True}
    assert [each.path for each in lab.editor.form().addable].count(("load", "seen")) == 0
    for _ in range(4):
        lab.document.undo()
    assert lab.text == text


def test_a_new_field_holds_its_default_or_the_plainest_value() -> None:
    expected = {
        "note": "",
        "due": "",
        "when": "",
        "priority": 1,
        "ratio": 0,
        "draft": False,
        "size": "small",
        "tools": "",
        "marks": [],
    }
    for name, value in expected.items():
        lab = Lab("{\n}\n")
        lab.do(AddField((name,)))
        assert loaded(lab.text) == {name: value}


def test_the_first_field_goes_into_an_empty_block() -> None:
    lab = Lab("---\n---\nBody\n")
    lab.do(AddField(("draft",)))
    assert lab.text == "---\ndraft: false\n---\nBody\n"


def test_a_missing_field_that_is_needed_is_shown_and_typed_into() -> None:
    lab = Lab("---\nnote: n\n---\nBody\n")
    field = lab.field("title")
    assert (field.text, field.required, field.fault) == (None, True, "is needed")
    lab.do(SetText(("title",), "A"), SetText(("title",), "Ab"))
    assert lab.text == "---\ntitle: Ab\nnote: n\n---\nBody\n"
    lab.document.undo()
    assert lab.text == "---\nnote: n\n---\nBody\n"


def test_a_choice_is_written_as_the_value_it_stands_for() -> None:
    lab = Lab('{\n  "title": "x",\n  "size": "medium"\n}\n')
    field = lab.field("size")
    assert field.choices == ("small", "large", "3", "null")
    assert (field.text, field.chosen, field.is_open) == ("medium", -1, False)
    assert field.fault
    for index, value in enumerate(("small", "large", 3, None)):
        assert loaded(lab.do(Choose(("size",), index)))["size"] == value
        assert lab.field("size").chosen == index


def test_a_choice_shows_the_spelling_of_the_value_in_force() -> None:
    lab = Lab("---\ntitle: x\nload:\n  talk: yes\n  seen: required\n---\n")
    field = lab.field("load.talk")
    assert (field.kind, field.choices, field.chosen) == (
        FieldKind.CHOICE,
        ("yes", "false", "required"),
        0,
    )
    lab.do(Choose(("load", "talk"), 1))
    assert "  talk: no\n  seen: required\n" in lab.text
    lab.do(Choose(("load", "talk"), 2))
    assert "  talk: required\n  seen: required\n" in lab.text


def test_suggestions_do_not_bound_what_can_be_typed() -> None:
    lab = Lab("---\ntitle: x\nwhen: hourly\n---\n")
    field = lab.field("when")
    assert (field.kind, field.is_open, field.choices) == (
        FieldKind.CHOICE,
        True,
        ("daily", "weekly"),
    )
    assert (field.text, field.fault) == ("hourly", "")
    assert lab.do(SetText(("when",), "daily")) == "---\ntitle: x\nwhen: daily\n---\n"


def test_of_several_types_the_value_now_decides() -> None:
    for source, kind in (('"all"', FieldKind.TEXT), ('["a"]', FieldKind.CHIPS)):
        assert Lab(f'{{\n"title": "", "tools": {source}\n}}\n').field("tools").kind is kind
    lab = Lab('{\n"title": "", "either": 5\n}\n')
    assert lab.field("either").kind is FieldKind.NUMBER
    lab.do(SetText(("either",), ""))
    assert (lab.field("either").kind, loaded(lab.text)["either"]) == (FieldKind.NUMBER, "")
    lab.do(SetText(("either",), "7"))
    assert loaded(lab.text)["either"] == 7
    lab.do(SetText(("either",), "x"))
    lab.editor.end_visit()
    assert lab.field("either").kind is FieldKind.TEXT
    lab.do(SetText(("either",), "7"))
    assert loaded(lab.text)["either"] == "7"


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ('{"b": 1.50}', {"b": 1.5}),
        ("[1, 2]", [1, 2]),
        ('"text"', "text"),
        ("1e5", 100000.0),
        ("true", True),
        ("null", None),
    ],
)
def test_other_fields_are_edited_as_json(typed: str, value: object) -> None:
    lab = Lab(JSON)
    assert lab.field("own").text == '{"a": [1, 2]}'
    lab.do(SetSource(("own",), typed))
    assert loaded(lab.text)["own"] == value
    assert (lab.field("own").text, lab.field("own").refused) == (typed, "")
    lab.document.undo()
    assert lab.text == JSON


def test_other_fields_are_edited_as_yaml() -> None:
    lab = Lab(YAML)
    assert lab.field("own").text == "a: [1, 2]"
    lab.do(SetSource(("own",), "a: [1, 3]\nb: no"))
    assert loaded(lab.text)["own"] == {"a": [1, 3], "b": False}
    assert "  a: [1, 3]\n" in lab.text
    assert lab.field("own").text == "a: [1, 3]\nb: no"
    lab.do(SetSource(("zeta",), "'1'"))
    assert loaded(lab.text)["zeta"] == "1"


def test_deeper_blocks_are_shown_without_the_indentation_they_stand_in() -> None:
    lab = Lab("---\ntitle: x\nown:\n    a:\n      - b: 1\n        c: 2\n    d: e\n---\n")
    assert lab.field("own").text == "a:\n  - b: 1\n    c: 2\nd: e"
    assert yaml.safe_load(lab.field("own").text or "") == {"a": [{"b": 1, "c": 2}], "d": "e"}


@BOTH
def test_what_cannot_be_read_stays_in_the_field_with_the_reason(text: str) -> None:
    lab = Lab(text)
    lab.do(SetSource(("own",), "[1, 2"))
    assert lab.text == text
    field = lab.field("own")
    assert field.text == "[1, 2"
    assert field.refused.startswith(f"Not valid {'YAML' if text is YAML else 'JSON'} yet: ")
    assert lab.editor.has_pending()
    lab.editor.end_visit()
    assert lab.field("own").text == "[1, 2"
    lab.do(SetText(("title",), "other"))
    assert lab.field("own").text == "[1, 2"
    lab.do(SetSource(("own",), "[1, 2]"))
    assert loaded(lab.text)["own"] == [1, 2]
    assert not lab.editor.has_pending()


def test_a_hand_edit_takes_the_place_of_what_could_not_be_read() -> None:
    lab = Lab(JSON)
    lab.do(SetSource(("own",), "[1, 2"))
    lab.document.replace_text(JSON.replace("[1, 2]", "[3]"))
    assert (lab.field("own").text, lab.field("own").refused) == ('{"a": [3]}', "")


def test_keys_given_twice_in_a_field_are_refused() -> None:
    lab = Lab(JSON)
    lab.do(SetSource(("own",), '{"b": 1, "b": 2}'))
    assert lab.text == JSON
    assert lab.field("own").refused == "The key 'b' stands here more than once."


def test_a_field_that_stands_twice_is_locked_with_its_lines() -> None:
    lab = Lab("---\ntitle: a\nnote: b\ntitle: c\n---\n")
    field = lab.field("title")
    assert (field.text, field.lock, field.lock_lines) == ("c", Lock.DUPLICATE, (2, 4))
    assert lab.field("note").lock is None


def test_values_through_an_alias_are_locked() -> None:
    lab = Lab("---\ntitle: &t Hi\nnote: *t\nhook:\n  <<: {pre: a}\n  post: b\n---\n")
    assert [lab.field(name).lock for name in ("title", "note", "hook.pre", "hook.post")] == [
        None,
        Lock.INHERITED,
        Lock.INHERITED,
        None,
    ]
    assert lab.field("note").text in ("*t", "Hi")


@BOTH
def test_a_fault_keeps_the_last_fields_and_names_its_line(text: str) -> None:
    lab = Lab(text)
    before = lab.editor.form()
    broken = text.replace("Hello", 'He"llo"').replace("title: ", "title: [")
    lab.document.replace_text(broken)
    form = lab.editor.form()
    assert form.state is FormState.FAULT
    assert form.fields == before.fields
    assert form.fault_line == (4 if text is YAML else 2)
    assert form.fault
    with pytest.raises(EditRefused):
        lab.do(SetText(("title",), "x"))
    assert lab.text == broken
    lab.document.undo()
    assert lab.editor.form() == before


@pytest.mark.parametrize(
    ("language", "expected"), [("json", "{\n}\n\nBody\n"), ("yaml", "---\n---\n\nBody\n")]
)
def test_frontmatter_is_added_to_a_text_without(language: str, expected: str) -> None:
    lab = Lab("Body\n")
    assert lab.editor.form().state is FormState.NONE
    assert lab.do(AddFrontmatter(language)) == expected
    assert lab.editor.form().state is FormState.READY
    lab.document.undo()
    assert lab.text == "Body\n"


def test_what_only_looks_like_frontmatter_is_explained() -> None:
    assert "closes it" in Lab("---\na: 1\n").editor.form().note
    assert Lab("Body\n").editor.form().note == ""


@pytest.mark.parametrize(
    ("head", "kind"),
    [('"schedule": "daily"', "generator"), ('"tools": "x"', "agent"), ('"a": 1', "prompt")],
)
def test_the_kind_follows_from_the_fields(head: str, kind: str) -> None:
    assert Lab(f"{{\n{head}\n}}\n").editor.form().file_kind == kind
    assert Lab(f"{{\n{head}\n}}\n", kind=FileKind.TEMPLATE).editor.form().file_kind == "template"


def test_without_a_schema_every_field_is_another(qapp: QApplication) -> None:
    lab = Lab(JSON, None, FileKind.VARIABLE)
    form = lab.editor.form()
    assert form.fields == ()
    assert [each.kind for each in form.others] == [FieldKind.OTHER] * 7
    lab.do(SetSource(("title",), '"New"'))
    assert lab.text == JSON.replace("Hello", "New")


def test_a_schema_that_refers_to_itself_ends() -> None:
    loop: dict[str, object] = {
        "type": "object",
        "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/$defs/b"}},
    }
    lab = Lab(
        '{\n"a": {"a": {"a": 1}}, "b": 2\n}\n', {**loop, "$defs": {"b": {"$ref": "#/$defs/b"}}}
    )
    assert lab.names() == ["a", "b"]
    assert len(lab.editor.form().addable) < 20
