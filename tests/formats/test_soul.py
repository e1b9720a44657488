"""Souls: the split at the marker, the fields of a section, and reading that never fails."""

import pytest

from editor.core.layers import Definition, Layer, Scope
from editor.core.placeholders import Mustache
from editor.core.spans import Span
from editor.formats.base import FileKind
from editor.formats.kinds import format_for
from editor.formats.soul import SoulFormat
from editor.formats.soul_sections import (
    KNOWN_FIELDS,
    MOST_ITEMS,
    MOST_NAME_BYTES,
    MOST_TURNS,
    PREDEFINED,
    Role,
    read_sections,
)
from editor.formats.soul_text import marker_lines, split_soul
from tests.formats.souls import (
    ARCHITECT,
    ARCHITECT_ROWS,
    DIDACTYL,
    DIDACTYL_ROWS,
    EGIRL,
    EGIRL_ROWS,
    Row,
)


def test_what_the_seed_says_of_fields_and_names() -> None:
    assert set(KNOWN_FIELDS) == {
        *("section", "role", "tool", "args", "result_field", "content", "limit", "provider"),
    }
    assert [role.value for role in Role] == ["system", "user", "assistant", "expand"]
    assert set(PREDEFINED) == {
        *("admin_pubkey", "admin_kind0_json", "admin_kind10002_json", "startup_events_json"),
        *("adopted_skills_content", "admin_notes_content"),
    }
    # char name[64] holds 63 bytes and a zero.
    assert (MOST_NAME_BYTES, MOST_TURNS, MOST_ITEMS) == (63, 100, 100)


@pytest.mark.parametrize(
    ("text", "personality", "template"),
    [
        ("", "", None),
        ("Hi\n\n", "Hi", None),
        ("---template---", "", ""),
        ("Hi\n---template---\n- a\n", "Hi", "- a\n"),
        ("Hi \n \n\n---template--- \t\n- a", "Hi \n ", "- a"),
        ("a\r\nb\r\n\r\n---template---\r\n- a\r\n", "a\r\nb", "- a\r\n"),
        ("a\rb\r---template---\r- a", "a\rb", "- a"),
        ("a\n---template---\nb\n---template---\nc", "a", "b\n---template---\nc"),
        ("\n ---template---\n", "\n ---template---", None),
        ("see ---template---\n---template---x\n----template----", None, None),
        ("x\u2028---template---\n", "x\u2028---template---", None),
    ],
)
def test_the_split(text: str, personality: str | None, template: str | None) -> None:
    found = split_soul(text)
    wanted = text if personality is None else personality
    assert found.personality == Span(0, len(wanted))
    assert found.personality.of(text) == wanted
    assert (found.marker is None) == (template is None)
    assert found.template.of(text) == (template or "")
    assert found.template.end == len(text)
    assert marker_lines(text)[:1] == (() if found.marker is None else (found.marker,))


def test_the_marker_line_has_its_blanks_and_no_line_end() -> None:
    text = "a\n---template---  \r\n- x\n---template---\n"
    assert [span.of(text) for span in marker_lines(text)] == [
        *("---template---  ", "---template---"),
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [(DIDACTYL, DIDACTYL_ROWS), (ARCHITECT, ARCHITECT_ROWS), (EGIRL, EGIRL_ROWS)],
)
def test_the_sections_of_the_seed(text: str, rows: list[Row]) -> None:
    soul = SoulFormat().parse(text)
    assert soul.kind is FileKind.SOUL
    assert soul.has_marker
    assert soul.fields is not None
    assert soul.fields.fault is None
    assert len(soul.sections) == len(rows)
    for number, (section, (name, role, limit, before, placeholder)) in enumerate(
        zip(soul.sections, rows, strict=True)
    ):
        assert section.index == number
        assert (section.name, section.role, section.limit) == (name, Role(role), limit)
        assert (section.tool, section.args, section.result_field) == (None, None, "content")
        assert (dict(section.overrides), dict(section.unknown)) == ({}, {})
        source = section.span.of(text)
        assert source.startswith(f"- section: {name}\n")
        content = section.content
        assert (content is None) == (placeholder is None)
        if content is not None:
            assert content.value == f"{before}{{{{{placeholder}}}}}\n"
            assert content.span.of(text) == f"|\n    {content.value}"
    assert [body.span for body in soul.bodies] == [
        section.content.span for section in soul.sections if section.content is not None
    ]
    assert all(isinstance(body.syntax, Mustache) for body in soul.bodies)


ALL = """\
Me
---template---
# note
-  section: a  # who
   role: user
   tool: nostr_admin_profile
   args: '{"limit": 5}'
   result_field: profile
   content: "x {{a}}"
   limit: 3
   provider: {anthropic: "A {{b}}", openai: O}
   color: [1, 2]
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_fields_with_their_places(end: str) -> None:
    text = ALL.replace("\n", end)
    (section,) = SoulFormat().parse(text).sections
    assert section.tool is not None
    assert section.args is not None
    assert section.content is not None
    assert (section.name, section.role_text) == ("a", "user")
    assert (section.tool.value, section.args.value) == ("nostr_admin_profile", '{"limit": 5}')
    assert (section.result_field, section.limit) == ("profile", 3)
    assert section.args.span.of(text) == "'{\"limit\": 5}'"
    assert {name: each.span.of(text) for name, each in section.overrides.items()} == {
        "anthropic": '"A {{b}}"',
        "openai": "O",
    }
    assert dict(section.unknown) == {"color": [1, 2]}
    assert section.span.of(text).startswith("-  section: a")
    assert section.span.of(text).endswith("[1, 2]")
    assert not section.content.read_only


@pytest.mark.parametrize("field", ["section", "role", "tool", "args", "result_field", "content"])
@pytest.mark.parametrize("value", ["5", "true", "[a]", "{a: 1}", "2020-01-01", "~", ""])
def test_a_field_of_the_wrong_type_is_not_set(field: str, value: str) -> None:
    text = f"---template---\n- {field}: {value}\n  x: y\n"
    (section,) = SoulFormat().parse(text).sections
    assert (section.name, section.role_text, section.role) == (None, None, None)
    assert (section.tool, section.args, section.content) == (None, None, None)
    assert section.result_field == "content"


@pytest.mark.parametrize(
    ("written", "limit"),
    [("0", 0), ("7", 7), ("0x10", 16), ("-1", None), ("true", None), ("1.5", None), ("'3'", None)],
)
def test_limits(written: str, limit: int | None) -> None:
    (section,) = SoulFormat().parse(f"---template---\n- limit: {written}\n").sections
    assert section.limit == limit


@pytest.mark.parametrize("item", ["x", "[a, b]", "", "5", "|\n  text"])
def test_an_item_that_is_no_section_is_kept(item: str) -> None:
    soul = SoulFormat().parse(f"---template---\n- section: a\n- {item}\n- section: b\n")
    assert [section.name for section in soul.sections] == ["a", None, "b"]


@pytest.mark.parametrize("template", ["a: 1\n", "text\n", "5\n", "- a: b: c\n", "- [\n", "\x07"])
def test_what_is_no_list_has_a_fault_and_no_sections(template: str) -> None:
    text = f"Hi\n---template---\n{template}"
    soul = SoulFormat().parse(text)
    assert soul.sections == ()
    assert soul.fields is not None
    assert soul.fields.fault is not None
    assert soul.fields.fault.offset >= text.index(template)


@pytest.mark.parametrize("template", ["", "\n\n", "# only a note\n", "[]\n", "~\n"])
def test_an_empty_list_is_no_fault(template: str) -> None:
    soul = SoulFormat().parse(f"Hi\n---template---\n{template}")
    assert soul.sections == ()
    assert soul.fields is not None
    assert soul.fields.fault is None


def test_without_a_marker_there_are_no_fields() -> None:
    soul = SoulFormat().parse("- section: a\n")
    assert (soul.fields, soul.sections, soul.bodies, soul.has_marker) == (None, (), (), False)


def test_a_value_through_an_alias_is_read_only() -> None:
    text = (
        "---template---\n- &one\n  section: a\n  content: Hi {{x}}\n"
        "- <<: *one\n  section: b\n- *one\n"
    )
    own, merged, alias = SoulFormat().parse(text).sections
    assert own.content is not None
    assert merged.content is not None
    assert alias.content is not None
    assert [each.content.read_only for each in (own, merged, alias) if each.content] == [
        *(False, True, True),
    ]
    assert merged.content.span.of(text) == "Hi {{x}}"
    assert (merged.name, alias.name, dict(merged.unknown)) == ("b", "a", {})


def test_what_comes_through_an_alias_points_at_the_alias() -> None:
    text = "---template---\n- content: &x |\n    a {{b}}\n    c\n- content: *x\n"
    own, alias = (each.content for each in SoulFormat().parse(text).sections)
    assert own is not None
    assert alias is not None
    assert (own.read_only, alias.read_only) == (False, True)
    scope = Scope((Layer("values", {"b": Definition("b", "B", "values")}),))
    assert [(each.text, each.source.of(text)) for each in own.render(scope)] == [
        *(("a ", "a "), ("B", "{{b}}"), ("\n", "\n"), ("c\n", "c\n")),
    ]
    assert [(each.text, each.source.of(text)) for each in alias.render(scope)] == [
        *(("a ", "*x"), ("B", "*x"), ("\nc\n", "*x")),
    ]


@pytest.mark.parametrize(
    ("source", "value", "part", "wanted"),
    [
        ("''", "", (0, 0), "''"),
        ('"a\\tb"', "a\tb", (1, 2), "\\t"),
        ('"a\\tb"', "a\tb", (0, 3), "a\\tb"),
        ('"a\\tb"', "a\tb", (3, 3), ""),
        ("!!str 12", "12", (0, 1), "1"),
        ("|2-\n     x\n     y", " x\n y", (1, 4), "x\n     "),
        ("|+\n    x\n\n", "x\n\n", (2, 3), "\n"),
        ("|-\n\n    x", "\nx", (0, 1), "\n"),
        (">\n    x\n    y\n\n\n", "x y\n", (1, 2), "\n"),
        (">\n    x\n    y\n\n\n", "x y\n", (2, 4), "y\n"),
    ],
)
def test_the_place_of_a_part(source: str, value: str, part: tuple[int, int], wanted: str) -> None:
    text = f"---template---\n- content: {source}"
    (section,) = SoulFormat().parse(text).sections
    assert section.content is not None
    assert section.content.value == value
    assert section.content.place(Span(*part)).of(text) == wanted


def test_lines_of_one_section_are_read_alone() -> None:
    text = DIDACTYL
    whole = SoulFormat().parse(text).sections
    starts = [text.rindex("\n", 0, section.span.start) + 1 for section in whole] + [len(text)]
    for number, section in enumerate(whole):
        lines = text[starts[number] : starts[number + 1]]
        (alone,) = read_sections(lines, Span(0, len(lines))).sections
        assert alone.shifted(starts[number], number) == section
        placed = read_sections(text, Span(starts[number], starts[number + 1]), number)
        assert placed.sections == (section,)


def test_the_table_knows_souls() -> None:
    assert format_for(FileKind.SOUL).kind is FileKind.SOUL
