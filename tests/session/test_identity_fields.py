"""The fields of the identity: told from its text, edited without touching another byte."""

import json
import zoneinfo
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.core.edits import EditRefused
from editor.formats.identity import IdentityFormat
from editor.formats.schema import Schema
from editor.session.document import Document
from editor.session.identity_edits import IdentityEdits
from editor.session.identity_fields import (
    PRONOUN_SETS,
    FieldKind,
    IdentityEntry,
    identity_entries,
    known_fields,
)
from editor.session.timezones import is_unknown_timezone, timezone_names
from editor.storage.textfile import UTF_8, TextFile, digest_of

SCHEMA: Schema = json.loads(
    (Path(__file__).resolve().parents[2] / "resources/schemas/identity.json").read_text("utf-8")
)
SECRET = "hunter2-never-shown"


def entries(identity: str) -> dict[str, IdentityEntry]:
    text = f'{{"secrets": {{"t": "{SECRET}"}}, "identity": {identity}}}'
    return {each.path: each for each in identity_entries(IdentityFormat().parse(text), SCHEMA)}


class Desk:
    """A journal in memory and its edits."""

    def __init__(self, text: str) -> None:
        data = text.encode()
        self.document = Document(TextFile(text, False, UTF_8, digest_of(data)))
        self.edits = IdentityEdits(lambda: self.document, lambda: SCHEMA)

    @property
    def text(self) -> str:
        return self.document.text()


JOURNAL = (
    '{ "other":[1,2 ],\r\n\t"identity" : {"name":"Ada", "pronouns": {"subject":"she",\n'
    '  "object" : "her"}, "aliases": [ "A. L.","Ada" ], "n":1.50,"on":true, "nil":null,\n'
    '  "pets":[{"cat":  "Tom"}]},\n "secrets": {"t":"é\\u00e9"} }'
)


def test_all_fields_stand_in_the_order_of_the_file_groups_before_theirs() -> None:
    found = entries(
        '{"zeta": "1", "bio": "b", "timezone": "Europe/Lisbon", "pronouns": {"subject": "she"},'
        ' "aliases": ["x"], "on": true, "n": 1.50, "nil": null, "pets": [1], "none": [],'
        ' "work": {"office": {"city": "S"}}}'
    )
    assert [(path, each.kind, each.depth) for path, each in found.items()] == [
        ("zeta", FieldKind.TEXT, 0),
        ("bio", FieldKind.LONG, 0),
        ("timezone", FieldKind.ZONE, 0),
        ("pronouns", FieldKind.PRONOUNS, 0),
        ("pronouns.subject", FieldKind.TEXT, 1),
        ("aliases", FieldKind.CHIPS, 0),
        ("on", FieldKind.SWITCH, 0),
        ("n", FieldKind.TEXT, 0),
        ("nil", FieldKind.TEXT, 0),
        ("pets", FieldKind.CODE, 0),
        ("none", FieldKind.CHIPS, 0),
        ("work", FieldKind.GROUP, 0),
        ("work.office", FieldKind.GROUP, 1),
        ("work.office.city", FieldKind.TEXT, 2),
    ]
    assert (found["n"].text, found["nil"].text, found["pets"].text) == ("1.50", None, "[1]")
    assert found["aliases"].items == ("x",)
    assert found["work.office.city"].names == ("work_office_city", "Work_office_city")
    assert (found["bio"].title, found["aliases"].names) == ("About", ())


def test_nothing_outside_the_identity_is_told() -> None:
    assert SECRET not in repr(entries('{"name": "x"}'))


def test_what_a_value_cannot_do_is_said() -> None:
    found = entries('{"a_b": "1", "a": {"b": "2"}, "first-name": "x", "timezone": "Mars/Olympus"}')
    assert "a.b" in found["a_b"].note
    assert found["a.b"].note == ""
    assert found["first-name"].names == ()
    assert "first-name" in found["first-name"].note
    assert found["timezone"].note
    assert entries('{"timezone": "Europe/Lisbon"}')["timezone"].note == ""


def test_duplicate_keys_are_off_with_the_reason_their_groups_too() -> None:
    found = entries('{"name": "1", "name": "2", "g": {"x": "1"}, "g": {"x": "2"}, "ok": "3"}')
    assert {path for path, each in found.items() if each.off} == {"name", "g", "g.x"}
    assert "name" in found["name"].off
    assert found["name"].text == "2"  # the last one counts


@pytest.mark.parametrize("name", list(PRONOUN_SETS))
def test_a_set_of_pronouns_is_known_only_if_all_four_are_its(name: str) -> None:
    words = dict(PRONOUN_SETS[name])
    assert entries(json.dumps({"pronouns": words}))["pronouns"].text == name
    for key in words:
        changed = json.dumps({"pronouns": {**words, key: "x"}})
        assert entries(changed)["pronouns"].text == ""


def test_known_fields_that_are_missing_are_offered_also_inside_groups() -> None:
    file = IdentityFormat().parse('{"identity": {"name": "", "pronouns": {"subject": "she"}}}')
    assert [each.path for each in known_fields(file, SCHEMA)] == [
        "preferred",
        "bio",
        "pronouns.object",
        "pronouns.possessive",
        "pronouns.reflexive",
        "timezone",
        "aliases",
        "email_addresses",
    ]


Edit = Callable[[IdentityEdits], None]


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (lambda e: e.set_text("name", 'B"'), '"Ada",', '"B\\"",'),
        (lambda e: e.set_text("n", "2.00"), "1.50", "2.00"),
        (lambda e: e.set_text("on", "false"), "true", "false"),
        (lambda e: e.set_text("nil", "x"), "null", '"x"'),
        (lambda e: e.set_code("pets", "[1.10,  2]"), '[{"cat":  "Tom"}]', "[1.10,  2]"),
        (lambda e: e.set_item("aliases", 1, "Z"), '"Ada" ]', '"Z" ]'),
        (lambda e: e.clear("name"), '"Ada",', '"",'),
        (lambda e: e.set_text("pronouns.object", "X"), '"her"', '"X"'),
    ],
)
def test_an_edit_changes_the_bytes_of_its_value_only(edit: Edit, old: str, new: str) -> None:
    desk = Desk(JOURNAL)
    edit(desk.edits)
    assert JOURNAL.count(old) == 1
    assert desk.text == JOURNAL.replace(old, new)
    desk.document.undo()
    assert desk.text == JOURNAL


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda e: e.add_item("aliases", "new"), {"aliases": ["A. L.", "Ada", "new"]}),
        (lambda e: e.remove_item("aliases", 0), {"aliases": ["Ada"]}),
        (lambda e: e.clear("aliases"), {"aliases": []}),
        (lambda e: e.remove("n"), {"n": None}),
        (lambda e: e.add("work.city"), {"work": {"city": ""}}),
        (lambda e: e.add("email_addresses"), {"email_addresses": []}),
        (lambda e: e.add("pronouns.possessive"), None),
        (lambda e: e.set_pronouns("pronouns", "they"), {"pronouns": dict(PRONOUN_SETS["they"])}),
    ],
)
def test_a_change_of_the_shape_reads_as_meant_and_is_one_step(
    edit: Edit, expected: dict[str, object] | None
) -> None:
    desk = Desk(JOURNAL)
    edit(desk.edits)
    before, after = json.loads(JOURNAL), json.loads(desk.text)
    if expected is None:
        expected = {"pronouns": {"subject": "she", "object": "her", "possessive": ""}}
    wanted = {**before["identity"], **expected}
    assert after["identity"] == {
        key: value for key, value in wanted.items() if value is not None or key == "nil"
    }
    assert {**after, "identity": 0} == {**before, "identity": 0}
    assert desk.text.startswith('{ "other":[1,2 ],\r\n\t"identity" : {"name":"Ada"')
    assert desk.text.endswith('},\n "secrets": {"t":"é\\u00e9"} }')
    desk.document.undo()
    assert desk.text == JOURNAL
    assert not desk.document.is_modified()


@pytest.mark.parametrize(
    "edit",
    [
        lambda e: e.set_text("gone", "x"),
        lambda e: e.set_code("pets", "[1"),
        lambda e: e.set_code("pets", '1, "x": 2'),
        lambda e: e.set_code("pets", ""),
        lambda e: e.add("name"),
        lambda e: e.add(""),
        lambda e: e.add("a b"),
        lambda e: e.add("1a"),
        lambda e: e.add("name.inner"),
        lambda e: e.add("../x"),
    ],
)
def test_what_the_file_cannot_take_is_refused_and_nothing_changes(edit: Edit) -> None:
    desk = Desk(JOURNAL)
    with pytest.raises(EditRefused) as refusal:
        edit(desk.edits)
    assert str(refusal.value)
    assert desk.text == JOURNAL


def test_a_field_under_a_duplicate_key_is_refused() -> None:
    desk = Desk('{"identity": {"g": {"x": "1"}, "g": {"x": "2"}}}')
    for edit in (
        lambda e: e.set_text("g.x", "3"),
        lambda e: e.add("g.y"),
        lambda e: e.remove("g"),
    ):
        with pytest.raises(EditRefused):
            edit(desk.edits)
    assert not desk.document.is_modified()


def test_time_zones_are_those_of_the_system() -> None:
    names = timezone_names()
    assert set(names) <= zoneinfo.available_timezones()
    assert {"Europe/Lisbon", "America/New_York", "UTC"} <= set(names)
    assert list(names) == sorted(names)
    unknown = [name for name in ("Mars/Olympus", "America", "../UTC", "/etc") if name]
    assert all(is_unknown_timezone(name) for name in unknown)
    assert not any(is_unknown_timezone(name) for name in ("", "Europe/Lisbon", "UTC"))
