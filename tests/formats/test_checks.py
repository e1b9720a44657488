"""Checks of fields and of the text itself, and the table of formats."""

import json
from pathlib import Path

import pytest

from editor.core.diagnostics import Diagnostic
from editor.core.edits import apply_edits
from editor.core.layers import Scope
from editor.formats.base import FileKind, Surroundings
from editor.formats.checks import nearest
from editor.formats.checks_fields import KNOWN_FIELDS
from editor.formats.kinds import format_for
from editor.formats.template import check_template_name
from tests.formats.scopes import scope_of

SCHEMA = {
    "type": "object",
    "properties": {
        "priority": {"type": "integer", "minimum": 0},
        "tools": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "hook": {"type": "object", "properties": {"pre": {"type": "string"}}},
        "own": {"type": "string"},
    },
    "required": ["title"],
}


def check(
    text: str, kind: FileKind = FileKind.PROMPT, schema: dict[str, object] | None = None
) -> tuple[Diagnostic, ...]:
    return format_for(kind).parse(text).check(Scope(), Surroundings(schema=schema))


def marked(text: str, found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(each.code, each.span.of(text)) for each in found]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "text",
    [
        '{\n"priority": "9", "title": "T", "hook": {"pre": 5}, "tools": ["a", 7]\n}\n',
        "---\ntitle: T\npriority: '9'\nhook:\n  pre: 5\ntools: [a, 7]\n---\n",
    ],
)
def test_field_types(text: str, end: str) -> None:
    text = text.replace("\n", end)
    found = check(text, schema=SCHEMA)
    assert {each.code for each in found} == {"field-type"}
    assert {each.name: each.span.of(text).strip("'\"") for each in found} == {
        "priority": "9",
        "hook.pre": "5",
        "tools": '["a", 7]' if text[0] == "{" else "[a, 7]",
    }
    messages = {each.name: each.message for each in found}
    assert messages["priority"] == "The field priority must be a whole number."
    assert messages["tools"] == "The field tools must be text or a list."
    assert {each.severity for each in found} == {"warning"}


@pytest.mark.parametrize(
    ("text", "marked_text"),
    [("{\n}\n", "{"), ("---\n---\n", ""), ("---\n# x\n---\n", "#"), ("---\nown: x\n---\n", "o")],
)
def test_a_missing_field_is_told_at_the_block(text: str, marked_text: str) -> None:
    (found,) = check(text, schema=SCHEMA)
    assert (found.code, found.name) == ("field-type", None)
    assert found.message == "This block needs the field title."
    assert found.span.of(text) == marked_text
    assert found.span.start == (0 if text[0] == "{" else 4)


def test_without_schema_or_frontmatter_there_is_nothing_to_say() -> None:
    assert check('{\n"priority": "x"\n}\n') == ()
    assert check("Body", schema=SCHEMA) == ()


@pytest.mark.parametrize(
    ("text", "key", "after"),
    [
        ('{\n"colour": "#fff"\n}\n', '"colour"', '{\n"color": "#fff"\n}\n'),
        ("---\nscedule: daily\n---\n", "scedule", "---\nschedule: daily\n---\n"),
        ("---\n'Title': x\n---\n", "'Title'", "---\n'title': x\n---\n"),
    ],
)
def test_an_unknown_field_is_offered_its_neighbour(text: str, key: str, after: str) -> None:
    (found,) = check(text)
    assert (found.code, found.severity) == ("unknown-field", "info")
    assert found.span.of(text) == key
    assert apply_edits(text, found.fixes[0].edits) == after
    assert check(after) == ()


def test_known_fields_are_those_of_the_page_and_of_the_schema() -> None:
    text = '{\n"title": "T", "own": "x", "zzz": 1, "hook": {"other": 1}\n}\n'
    assert [each.name for each in check(text)] == ["own", "zzz"]
    assert [each.name for each in check(text, schema=SCHEMA)] == ["zzz"]
    assert check(text, schema=SCHEMA)[0].fixes == ()
    assert check(text, kind=FileKind.VARIABLE) == ()


def test_every_field_of_the_shipped_schema_is_known_and_the_reverse() -> None:
    root = Path(__file__).resolve().parents[2]
    schema = json.loads((root / "resources/schemas/prompt.json").read_text("utf-8"))
    assert set(schema["properties"]) == KNOWN_FIELDS


def test_a_name_that_stands_already_is_not_offered() -> None:
    (found,) = check('{\n"color": "#fff", "colour": "#fff"\n}\n')
    assert found.fixes == ()


@pytest.mark.parametrize(
    ("head", "ignored"),
    [
        ('{\n"provider": "openai",\n"thinking_budget": 5\n}\n', True),
        ('{\n"provider": "OpenAI", "thinking_budget": 5\n}\n', True),
        ('{\n"provider": "google", "thinking_budget": 5\n}\n', False),
        ('{\n"provider": "openai"\n}\n', False),
        ('{\n"thinking_budget": 5\n}\n', False),
        ('{\n"provider": ["openai"], "thinking_budget": 5\n}\n', False),
    ],
)
def test_a_thinking_budget_that_is_ignored(head: str, ignored: bool) -> None:
    found = check(head + "Body")
    assert [each.code for each in found] == ["thinking-budget-ignored"] * ignored
    for each in found:
        assert each.severity == "info"
        after = apply_edits(head + "Body", each.fixes[0].edits)
        assert "thinking_budget" not in after
        assert check(after) == ()


CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("kind", list(FileKind))
def test_conflict_markers(kind: FileKind, end: str) -> None:
    text = ("Text\n" + CONFLICT + "x\n" + CONFLICT).replace("\n", end)
    found = [each for each in check(text, kind) if each.code == "conflict-markers"]
    assert [each.span.of(text) for each in found] == ["<<<<<<< HEAD"] * 2
    assert {each.severity for each in found} == {"warning"}


def test_a_conflict_on_the_first_and_the_last_line() -> None:
    (found,) = check(CONFLICT.rstrip("\n"))
    assert (found.code, found.span.start) == ("conflict-markers", 0)


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n",
        "<<<<<<< HEAD\n=======\n",
        " <<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<<a\n=======\n>>>>>>> b\n",
        ">>>>>>> a\n=======\n<<<<<<< b\n",
        "see <<<<<<< and ======= and >>>>>>>\n",
    ],
)
def test_what_is_no_conflict(text: str) -> None:
    assert check(text) == ()


@pytest.mark.parametrize(
    ("text", "named", "after"),
    [
        ("a\xa0b", "no-break space (U+00A0)", "a b"),
        ("a\xa0\xa0b", "2 times no-break space (U+00A0): it looks like", "a  b"),
        ("a\u202fb", "narrow no-break space (U+202F)", "a b"),
        ("a\u200bb", "zero width space (U+200B)", "ab"),
        ("a\u202eb", "right-to-left override (U+202E)", "ab"),
        ("a\u2066b", "left-to-right isolate (U+2066)", "ab"),
        ("a\ufeffb", "zero-width no-break space (U+FEFF)", "ab"),
        ("a\xadb", "soft hyphen (U+00AD)", "ab"),
        ("a\u200db", "zero width joiner (U+200D)", "ab"),
        ("a\u2028b", "line separator (U+2028)", "a b"),
        ("a\x85b", "next line (U+0085)", "a b"),
    ],
)
def test_hidden_characters_are_named_and_mended(text: str, named: str, after: str) -> None:
    (found,) = check(text)
    assert (found.code, found.severity) == ("hidden-character", "info")
    assert named in found.message
    assert apply_edits(text, found.fixes[0].edits) == after
    assert check(after) == ()


def test_hidden_characters_are_told_in_plain_words() -> None:
    said = [each.message for each in check("a\xa0b \u200b\u200b c\u061cd")]
    assert said == [
        "A no-break space (U+00A0): it looks like a plain space or line end but is another "
        "character. Replace it, if it is not meant.",
        "2 times zero width space (U+200B): nobody sees it. Remove it, if it is not meant.",
        "An arabic letter mark (U+061C): nobody sees it. Remove it, if it is not meant.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "plain \t\r\n text",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "❤\ufe0f\u200d\U0001f525",
        "é ü 中",
    ],
)
def test_what_scripts_and_emoji_need_is_not_hidden(text: str) -> None:
    assert check(text) == ()


def test_case_5_a_no_break_space_at_the_edge_is_told_where_it_stands() -> None:
    text = "Prix\xa0: 5\xa0€\n"
    assert [each.span.start for each in check(text)] == [4, 8]


@pytest.mark.parametrize(
    ("stem", "fine"),
    [
        ("daily_preamble", True),
        ("_x1", True),
        ("Daily", True),
        ("1x", False),
        ("a-b", False),
        ("a b", False),
        ("a.b", False),
        ("ümlaut", False),
        ("", False),
        ("a}", False),
        ("a}${b", False),
        ("ſ", False),
    ],
)
def test_template_names(stem: str, fine: bool) -> None:
    found = list(check_template_name(stem))
    assert [each.code for each in found] == ([] if fine else ["template-name"])
    assert {each.severity for each in found} <= {"warning"}


def test_the_table_of_formats() -> None:
    for kind in FileKind:
        assert format_for(kind).kind is kind
        assert format_for(kind).parse("").kind is kind
    plain = format_for(FileKind.TEXT).parse("$x ${ \n")
    assert (plain.fields, plain.bodies, plain.metadata) == (None, (), None)
    assert plain.check(Scope(), Surroundings()) == ()
    braces = format_for(FileKind.CONTEXT, ".JSON").parse('{\n\t"a": "\\ud83d\\ude00"}')
    assert braces.fields is not None
    assert braces.fields.language.name == "json"
    yaml = format_for(FileKind.CONTEXT, ".yml").parse("a: 1")
    assert yaml.fields is not None
    assert yaml.fields.language.name == "yaml"


def test_nearest_prefers_the_same_letters() -> None:
    assert nearest("NAME", ["names", "name"]) == "name"
    assert nearest("nmae", ["day", "name"]) == "name"
    assert nearest("day", ["days_of_the_week", "pay"]) is None
    assert nearest("x", ["y", "z"]) is None
    assert nearest("activity_context", ["activity_type", "activity_content"]) == "activity_content"
    assert nearest("activity_context", ["activity_type", "segment_context"]) is None
    assert nearest("fast", ["past", "fasts"]) == "past"
    assert nearest("same", ["same"]) is None


def test_all_is_told_in_order_of_place() -> None:
    text = '{\n"colour": "x"\n}\n\n$nobody a\xa0b ${} $day\n<<<<<<< a\n=======\n>>>>>>> b\n'
    found = format_for(FileKind.PROMPT).parse(text)
    said = found.check(scope_of(), Surroundings(known=frozenset({"day"})))
    assert [each.code for each in said] == [
        "unknown-field",
        "unresolved-variable",
        "hidden-character",
        "malformed-placeholder",
        "runtime-variable",
        "conflict-markers",
    ]
