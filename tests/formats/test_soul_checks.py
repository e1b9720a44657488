"""Checks of souls: each code at its place, with fixes that mend what they are for."""

import json

import pytest
import yaml

from editor.core.diagnostics import Diagnostic
from editor.core.edits import apply_edits
from editor.core.layers import Scope
from editor.formats.base import Surroundings
from editor.formats.samples import Samples
from editor.formats.soul import SoulFormat
from tests.formats.souls import ARCHITECT, DIDACTYL, EGIRL, OVERRIDE, VALUES

HEAD = "Hi\n---template---\n"
GIVEN = Surroundings(
    samples=Samples.of(
        {
            "values": {**VALUES, "weather": "sunny"},
            "tools": {"get": {"content": "x", "other": "y"}},
        }
    ),
    soul_names=frozenset(["mood"]),
)


def check(text: str, around: Surroundings = GIVEN) -> tuple[Diagnostic, ...]:
    return SoulFormat().parse(text).check(Scope(), around)


def told(text: str, around: Surroundings = GIVEN) -> list[tuple[str, str, str]]:
    return [(each.severity.value, each.code, each.span.of(text)) for each in check(text, around)]


def fixed(text: str, code: str) -> str:
    (found,) = [each for each in check(text) if each.code == code]
    return apply_edits(text, found.fixes[0].edits)


@pytest.mark.parametrize("text", [DIDACTYL, ARCHITECT, EGIRL, OVERRIDE])
def test_the_souls_of_the_seed_are_clean(text: str) -> None:
    assert told(text) == []
    names = {each.code for each in check(text, Surroundings())}
    assert names == {"runtime-variable"}


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ("a: 1\n", [("error", "soul-not-a-list", "a")]),
        ("- a: [\n", [("error", "soul-not-a-list", "")]),
        ("text\n", [("error", "soul-not-a-list", "t")]),
        ("- x\n", [("error", "section-missing-field", "-")]),
        (
            "- tool: get\n",
            [("error", "section-missing-field", "-"), ("error", "section-missing-field", "-")],
        ),
        ("- section: a\n  role:\n  tool: get\n", [("error", "section-missing-field", "role")]),
        (
            "- section: a\n  role: assistent\n  tool: get\n",
            [("error", "unknown-role", "assistent")],
        ),
        ("- section: a\n  role: x\n  tool: get\n", [("error", "unknown-role", "x")]),
        (
            "- {section: a, role: user, tool: get, args: '{\"a\": b}'}\n",
            [("error", "args-not-json", "b")],
        ),
        (
            "- {section: a, role: user, tool: get, args: '[1]'}\n",
            [("error", "args-not-json", "'[1]'")],
        ),
        (
            "- {section: a, role: user, tool: get}\n- {section: a, role: user, tool: get}\n",
            [("warning", "duplicate-section", "a")],
        ),
        (
            "[{section: a, role: user, tool: get}, {section: a, role: user, tool: get}]\n",
            [("warning", "duplicate-section", "a")],
        ),
        (
            "- section: h\n  role: expand\n  limit: 101\n",
            [("warning", "limit-over-cap", "101")],
        ),
        ("- section: h\n  role: expand\n  limit: 100\n", []),
        (
            "- {section: a, role: user, tool: get, limit: 101}\n",
            [("warning", "limit-over-cap", "101")],
        ),
        (f"- {{section: {'ä' * 31}a, role: user, tool: get}}\n", []),
        (
            f"- {{section: {'ä' * 32}, role: user, tool: get}}\n",
            [("warning", "section-name-too-long", "ä" * 32)],
        ),
        (
            "- section: a\n  role: user\n  contnt: x\n  tool: get\n",
            [("info", "unknown-field", "contnt")],
        ),
        ("- {section: a, role: user, tool: nix}\n", [("info", "tool-without-sample", "nix")]),
        (
            "- {section: a, role: user, tool: get, result_field: nix}\n",
            [("info", "tool-without-sample", "get")],
        ),
        ("- {section: a, role: user, tool: get, result_field: other}\n", []),
        ("- {section: a, role: user}\n", [("info", "empty-section", "-")]),
        ("- section: a\n  role: user\n  content: ''\n", [("info", "empty-section", "-")]),
        (
            "- section: a\n  role: user\n  content: x\n  provider:\n    p: 'x'\n    q: y\n",
            [("info", "override-equals-default", "p")],
        ),
        (
            "- section: a\n  role: user\n  content: x\n"
            "  provider: {p: '{{mood}} {{weather}} {{weather}}'}\n",
            [
                ("info", "placeholder-not-in-default", "{{mood}}"),
                ("info", "runtime-variable", "{{mood}}"),
                ("info", "placeholder-not-in-default", "{{weather}}"),
            ],
        ),
        (
            "- section: a\n  role: user\n  content: 'it''s {{ admin_pubkei }} {{weather}}'\n",
            [("warning", "unresolved-variable", "{{ admin_pubkei }}")],
        ),
        ("- {section: a, role: user, content: 5}\n", [("warning", "field-type", "5")]),
        ("- {section: a, role: user, content: {b: c}}\n", [("warning", "field-type", "{")]),
        (
            '- section: a\n  role: user\n  tool: get\n  args: {"limit": 5}\n',
            [("warning", "field-type", "{")],
        ),
        (
            "- {section: a, role: user, tool: get, limit: '3'}\n",
            [("warning", "field-type", "'3'")],
        ),
        ("- {section: a, role: user, tool: get, limit: -1}\n", [("warning", "field-type", "-1")]),
        ("- {section: a, role: user, tool: get, provider: x}\n", [("warning", "field-type", "x")]),
        (
            "- {section: a, role: user, tool: get, provider: {p: [1]}}\n",
            [("warning", "field-type", "[")],
        ),
        (
            "- section: a\n  role: user\n  role: system\n  tool: get\n",
            [("warning", "duplicate-key", "role")],
        ),
        (
            "- section: a\n  role: user\n  content: a\xa0b\n",
            [("info", "hidden-character", "\xa0")],
        ),
        (
            "- section: a\n  role: user\n  content: |\n    x\n",
            [],
        ),
    ],
)
def test_each_code_at_its_place(items: str, found: list[tuple[str, str, str]]) -> None:
    assert told(HEAD + items) == found


def test_conflict_markers_in_the_personality() -> None:
    text = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n---template---\n"
    assert told(text) == [("warning", "conflict-markers", "<<<<<<< a")]


def test_no_marker_offers_to_write_the_template_part() -> None:
    assert told("Hi\n") == [("info", "no-marker", "")]
    made = fixed("Hi\n", "no-marker")
    assert made.startswith("Hi\n\n---template---\n")
    assert told(made) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_second_marker_is_told_and_can_be_removed(end: str) -> None:
    item = "- {section: a, role: user, tool: get}\n"
    text = f"{HEAD}{item}---template---  \n{item.replace('a,', 'b,')}".replace("\n", end)
    assert ("warning", "second-marker", "---template---  ") in told(text)
    assert told(fixed(text, "second-marker")) == []


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("{{mood}}", "{{mood}}"),
        ("{{mood}} and more", "{{mood}} and more"),
        ("{{ mood }}   # why", "{{ mood }}"),
        ("{{mood}}: {{weather}}", "{{mood}}: {{weather}}"),
        ('{{mood}}\'s "x"', '{{mood}}\'s "x"'),
        ("{{mo-od}}", "{{mo-od}}"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_placeholders_without_quotes_are_quoted_by_the_fix(value: str, read: str, end: str) -> None:
    text = (
        f"{HEAD}- section: a\n  role: user\n  content: {value}\n"
        f"- {{section: b, role: user, content: {{{{mood}}}}}}\n"
        f"- section: c\n  role: user\n  content: |\n    content: {{{{mood}}}}\n"
        f"  provider:\n    p: {value}\n"
    ).replace("\n", end)
    found = check(text)
    assert {each.code for each in found} == {"soul-not-a-list", "unquoted-placeholder"}
    unquoted = [each for each in found if each.code == "unquoted-placeholder"]
    assert [each.name for each in unquoted] == ["content", "content", "p"]
    assert [each.severity.value for each in unquoted] == ["warning"] * 3
    assert [each.span.of(text) for each in unquoted] == [read, "{{mood}}", read]
    edits = [edit for each in unquoted for edit in each.fixes[0].edits]
    sections = yaml.safe_load(apply_edits(text, edits).split(f"---template---{end}")[1])
    assert [each["content"] for each in sections] == [read, "{{mood}}", "content: {{mood}}\n"]
    assert sections[2]["provider"] == {"p": read}


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ("- {section: a, role: expand, content: '{{zzz}}'}\n", []),
        ("- {section: a, role: user, tool: get, content: '{{zzz}}'}\n", []),
        ("- {section: a, role: user, tool: '', content: '{{zzz}}'}\n", ["{{zzz}}"]),
        (
            "- {section: a, role: user, tool: get, content: '{{yyy}}', provider: {p: '{{zzz}}'}}\n",
            ["{{zzz}}"],
        ),
    ],
)
def test_only_names_that_can_be_sent_are_unresolved(items: str, found: list[str]) -> None:
    names = [each for each in told(HEAD + items) if each[1] == "unresolved-variable"]
    assert names == [("warning", "unresolved-variable", name) for name in found]


def test_arguments_of_a_conversation_are_checked_too() -> None:
    assert told(f"{HEAD}- {{section: a, role: expand, args: '[1]'}}\n") == [
        ("error", "args-not-json", "'[1]'")
    ]


@pytest.mark.parametrize("fault", ["  tool: : x\n", "   tool: x\n", "\ttool: x\n"])
def test_a_placeholder_in_a_block_is_not_blamed_for_the_line_below(fault: str) -> None:
    text = f"{HEAD}- section: a\n  role: user\n  content: |\n    {{{{mood}}}}\n{fault}"
    (found,) = check(text)
    assert found.code == "soul-not-a-list"
    assert text.count("\n", 0, found.span.start) == 6
    assert "{{" not in found.message


@pytest.mark.parametrize(
    ("items", "code", "wanted"),
    [
        ("- {section: a, role: sytem, tool: get}\n", "unknown-role", ("role", "system")),
        ("- {section: a, role: expand, limit: 5000}\n", "limit-over-cap", ("limit", 100)),
        ("- {section: a, role: user, contnt: x, tool: get}\n", "unknown-field", ("content", "x")),
        (
            "- section: a\n  role: user\n  content: a {{moood}}\n",
            *("unresolved-variable", ("content", "a {{mood}}")),
        ),
        ("- {section: a, role: user, content: 1.10}\n", "field-type", ("content", "1.10")),
        (
            "- {section: a, role: user, content: {it's: b}}\n",
            "field-type",
            ("content", "{it's: b}"),
        ),
    ],
)
def test_fixes(items: str, code: str, wanted: tuple[str, object]) -> None:
    made = fixed(HEAD + items, code)
    assert yaml.safe_load(made[len(HEAD) :])[0][wanted[0]] == wanted[1]
    assert code not in {each.code for each in check(made)}


def test_args_written_as_a_mapping_become_json() -> None:
    text = HEAD + '- section: a\n  role: user\n  tool: get\n  args: {"limit": 5}\n'
    made = fixed(text, "field-type")
    assert json.loads(yaml.safe_load(made[len(HEAD) :])[0]["args"]) == {"limit": 5}


def test_nothing_is_offered_for_what_comes_through_an_alias() -> None:
    text = HEAD + (
        "- &a {section: a, role: usr, content: 'x {{moood}}', limit: 500}\n- {<<: *a, section: b}\n"
    )
    second = [each for each in check(text) if each.span.start > text.index("&a")]
    assert {each.code for each in second} == {
        *("unknown-role", "limit-over-cap", "unresolved-variable"),
    }
    assert sum(bool(each.fixes) for each in second) == 3


def test_a_broken_argument_is_shown_where_it_stands() -> None:
    text = HEAD + '- section: a\n  role: user\n  tool: get\n  args: |\n    {\n      "a": b\n    }\n'
    (found,) = [each for each in check(text) if each.code == "args-not-json"]
    assert text[found.span.start :].startswith("b\n    }")
