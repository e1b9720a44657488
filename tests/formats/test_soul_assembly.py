"""From souls and samples to messages: the seed's order, roles, limits, overrides and fallback."""

from collections.abc import Mapping
from typing import Any

import pytest

from editor.core.diagnostics import ParseFault
from editor.core.edits import apply_edits
from editor.core.layers import PieceKind
from editor.formats.base import Message
from editor.formats.samples import Samples
from editor.formats.soul import SoulFormat
from editor.formats.soul_assembly import assemble_section, section_lookup
from editor.formats.soul_builtin import write_template_edits
from tests.formats.scopes import scope_of
from tests.formats.souls import (
    ARCHITECT,
    ARCHITECT_ROWS,
    DIDACTYL,
    DIDACTYL_ROWS,
    EGIRL,
    EGIRL_ROWS,
    INSERTED,
    OVERRIDE,
    TURNS,
    VALUES,
    Row,
    conversation,
    notes_text,
)

SAMPLES = Samples.of({"values": VALUES, "conversation": conversation()})
Plain = list[tuple[str | None, str | None, str, str]]


def plain(messages: tuple[Message, ...]) -> Plain:
    return [(each.role, each.section, each.source, each.text) for each in messages]


def assembled(text: str, samples: Mapping[str, object], provider: str | None = None) -> Plain:
    return plain(SoulFormat().parse(text).assemble(Samples.of(samples), provider))


def wanted(personality: str, rows: list[Row], source: str | None = None) -> Plain:
    """The messages that the seed describes, put together by hand."""
    found: Plain = [("system", "system_prompt", source or "content", personality)]
    for name, role, limit, before, placeholder in rows:
        if role == "expand":
            for turn in range(TURNS - (limit or 0) + 1, TURNS + 1):
                said = source or "conversation"
                found += [
                    ("user", name, said, f"Ask {turn}"),
                    ("assistant", name, said, f"Say {turn}"),
                ]
        else:
            value = INSERTED.get(placeholder or "") or notes_text(limit or 0)
            found.append((role, name, source or "content", f"{before}{value}\n"))
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "rows"),
    [(DIDACTYL, DIDACTYL_ROWS), (ARCHITECT, ARCHITECT_ROWS), (EGIRL, EGIRL_ROWS)],
)
def test_the_souls_of_the_seed(text: str, rows: list[Row], end: str) -> None:
    personality = text[: text.index("\n\n---template---")]
    soul = SoulFormat().parse(text.replace("\n", end))
    assert plain(soul.assemble(SAMPLES)) == wanted(personality, rows)


def test_how_the_seed_says_its_two_souls_differ() -> None:
    architect = [row[0] for row in wanted_sections(ARCHITECT)]
    egirl = [row[0] for row in wanted_sections(EGIRL)]
    assert architect.index("adopted_skills") < architect.index("admin_notes")
    assert egirl.index("admin_notes") < egirl.index("adopted_skills")
    assert "startup_events" in architect
    assert "startup_events" not in egirl
    assert dict(wanted_sections(ARCHITECT))["dm_history"] == 40
    assert dict(wanted_sections(EGIRL))["dm_history"] == 16


def wanted_sections(text: str) -> list[tuple[str, int]]:
    names = [each.section or "" for each in SoulFormat().parse(text).assemble(SAMPLES)]
    return [(name, names.count(name)) for name in dict.fromkeys(names)]


def test_the_order_of_eight_without_a_marker() -> None:
    personality = DIDACTYL[: DIDACTYL.index("\n\n---template---")]
    soul = SoulFormat().parse(personality + "\n\n")
    messages = soul.assemble(SAMPLES, "anthropic")
    assert plain(messages) == wanted(personality, DIDACTYL_ROWS, "built-in")
    assert list(dict.fromkeys(each.section for each in messages)) == [
        *("system_prompt", "admin_identity", "admin_profile", "admin_relay_list"),
        *("startup_events", "adopted_skills", "dm_history", "admin_notes"),
    ]
    for message in messages[1:]:
        assert {(each.source.start, each.source.end) for each in message.pieces} == {
            (len(soul.text), len(soul.text))
        }


def test_the_order_of_eight_without_values() -> None:
    assert assembled("Hi\n", {"values": {"admin_pubkey": "8ff"}}) == [
        ("system", "system_prompt", "built-in", "Hi"),
        (
            *("system", "admin_identity", "built-in"),
            "This is your administrator! Admin pubkey: 8ff\n",
        ),
        ("system", "admin_profile", "runtime", ""),
        ("system", "admin_relay_list", "runtime", ""),
        ("system", "startup_events", "runtime", ""),
        ("system", "adopted_skills", "runtime", ""),
        ("system", "admin_notes", "runtime", ""),
    ]


@pytest.mark.parametrize(
    ("text", "gap", "end"),
    [
        ("", "", "\n"),
        ("Hi", "\n\n", "\n"),
        ("Hi\n", "\n", "\n"),
        ("Hi\n\n\n", "", "\n"),
        ("Hi\r\nyou \r\n", "\r\n", "\r\n"),
        ("a\rb\rc", "\r\r", "\r"),
    ],
)
def test_the_order_of_eight_as_a_template_part(text: str, gap: str, end: str) -> None:
    edits = write_template_edits(text)
    made = apply_edits(text, edits)
    below = DIDACTYL[DIDACTYL.index("---template---") :].replace("\n", end)
    assert made == text + gap + below
    before = SoulFormat().parse(text).assemble(SAMPLES)
    after = SoulFormat().parse(made).assemble(SAMPLES)
    assert [(each.role, each.section, each.text) for each in before] == [
        (each.role, each.section, each.text) for each in after
    ]
    assert write_template_edits(made) == ()


@pytest.mark.parametrize(
    ("provider", "source", "text"),
    [
        (
            None,
            "content",
            "## Administrator Identity\nThis is your administrator! Admin pubkey: 8ff747\n",
        ),
        (
            "openai",
            "content",
            "## Administrator Identity\nThis is your administrator! Admin pubkey: 8ff747\n",
        ),
        (
            "anthropic",
            "override",
            "<admin_identity>\nThis is your administrator! Admin pubkey: 8ff747\n"
            "</admin_identity>\n",
        ),
        (
            "Anthropic",
            "content",
            "## Administrator Identity\nThis is your administrator! Admin pubkey: 8ff747\n",
        ),
    ],
)
def test_the_provider_rule_of_the_seed(provider: str | None, source: str, text: str) -> None:
    soul = SoulFormat().parse(OVERRIDE)
    assert plain(soul.assemble(SAMPLES, provider)) == [
        ("system", "system_prompt", "content", ""),
        ("system", "admin_identity", source, text),
    ]


TOOLS = """\
---template---
- section: whole
  role: system
  tool: get
  content: lost {{admin_pubkey}}
  provider: {x: "over {{admin_pubkey}}"}
"""


@pytest.mark.parametrize(
    ("given", "extra", "source", "text"),
    [
        ({"content": "R {{admin_pubkey}}"}, "", "tool", "R {{admin_pubkey}}"),
        ({"content": ["a", "b", "c"]}, "  limit: 2\n", "tool", '["a","b"]'),
        ({"content": {"k": 1.5, "ä": None}}, "", "tool", '{"k":1.5,"ä":null}'),
        ({"content": "", "n": 1}, "", "tool", ""),
        ({"other": "x"}, "", "runtime", ""),
        ({"other": "x"}, "  result_field: other\n", "tool", "x"),
        ("plain text", "", "tool", "plain text"),
        (None, "", "runtime", ""),
        ([{"args": {"n": 1}, "result": {"content": "one"}}], "", "runtime", ""),
        (
            [{"args": {"n": 1}, "result": {"content": "one"}}],
            *("  args: '{\"n\": 1}'\n", "tool", "one"),
        ),
        (
            [{"args": {"n": 1}, "result": {"content": "one"}}, {"result": {"content": "any"}}],
            *("  args: '{\"n\": 2}'\n", "tool", "any"),
        ),
        ({"content": "x"}, "  args: 'no json'\n", "runtime", ""),
    ],
)
def test_what_a_tool_gives(given: object, extra: str, source: str, text: str) -> None:
    samples = {"values": {"admin_pubkey": "8ff"}, "tools": {"get": given}}
    found = assembled(TOOLS + extra, samples)
    assert found[1:] == [("system", "whole", source, text)]
    over = assembled(TOOLS + extra, samples, "x")
    assert over[1:] == [("system", "whole", "override", "over 8ff")]


def test_a_tool_may_be_a_function_of_the_caller() -> None:
    calls: list[dict[str, Any]] = []

    def get(args: dict[str, Any]) -> dict[str, Any]:
        calls.append(args)
        return {"content": f"n is {args['n']}"}

    text = TOOLS + "  args: '{\"n\": [1]}'\n"
    assert assembled(text, {"tools": {"get": get}})[1][3] == "n is [1]"
    assert calls == [{"n": [1]}]


def test_the_layers_of_a_section() -> None:
    (section,) = SoulFormat().parse(TOOLS).sections
    given = Samples.of({"tools": {"get": {"content": "R"}}})
    nothing = Samples()

    def stack(samples: Samples, provider: str | None) -> list[tuple[str, object, bool]]:
        found = section_lookup(section, samples, provider, "soul.md")
        assert found.name == "whole"
        return [
            (entry.layer, entry.definition.value, entry.definition is found.winner)
            if entry.definition
            else (entry.layer, None, False)
            for entry in found.stack
        ]

    content = ("content", "lost {{admin_pubkey}}", False)
    assert stack(given, None) == [("override", None, False), ("tool", "R", True), content]
    assert stack(given, "y") == stack(given, None)
    override = ("override", "over {{admin_pubkey}}", True)
    assert stack(given, "x") == [override, ("tool", "R", False), content]
    assert stack(nothing, None) == [("override", None, False), ("tool", "", True), content]
    lost = section_lookup(section, nothing, None, "soul.md").shadowed[0]
    assert lost.origin is not None
    assert lost.origin.path == "soul.md"
    assert lost.origin.span is not None
    assert lost.origin.span.of(TOOLS) == "lost {{admin_pubkey}}"


@pytest.mark.parametrize(
    ("limit", "turns"), [("", 100), ("limit: 0", 100), ("limit: 3", 3), ("limit: 500", 100)]
)
def test_turns_and_items_have_a_cap(limit: str, turns: int) -> None:
    said = [{"user": f"u{n}", "assistant": f"a{n}"} for n in range(150)]
    text = f"---template---\n- {{section: h, role: expand, content: no, {limit}}}\n"
    text += f"- {{section: n, role: user, content: '{{{{list}}}}', {limit}}}\n"
    found = assembled(text, {"values": {"list": list(range(150))}, "conversation": said})
    assert found[1:-1] == [
        line
        for n in range(150 - turns, 150)
        for line in (
            ("user", "h", "conversation", f"u{n}"),
            ("assistant", "h", "conversation", f"a{n}"),
        )
    ]
    assert found[-1][3] == "[" + ",".join(map(str, range(turns))) + "]"


def test_values_are_not_scanned_again_and_unknown_names_stay() -> None:
    text = (
        "P {{a}}\n---template---\n- {section: s, role: user, content: '{{a}}{{ b }}{{c}}{{A}}'}\n"
    )
    soul = SoulFormat().parse(text)
    samples = Samples.of({"values": {"a": "{{b}}", "b": "{{a", "c": None, "}}": "x"}})
    messages = soul.assemble(samples)
    assert [each.text for each in messages] == ["P {{a}}", "{{b}}{{a{{c}}{{A}}"]
    assert [each.kind for each in messages[1].pieces] == [
        *(PieceKind.VALUE, PieceKind.VALUE, PieceKind.UNRESOLVED, PieceKind.UNRESOLVED),
    ]
    assert [each.kind for each in messages[0].pieces] == [PieceKind.LITERAL]


def test_sections_with_a_fault_are_kept() -> None:
    text = "---template---\n- {role: systm, content: a}\n- {section: b, content: c}\n- x\n"
    assert assembled(text, {})[1:] == [
        ("systm", None, "content", "a"),
        (None, "b", "content", "c"),
        (None, None, "content", ""),
    ]
    with pytest.raises(ParseFault):
        assembled("---template---\na: 1\n", {})


def test_one_section_is_assembled_alone() -> None:
    soul = SoulFormat().parse(ARCHITECT)
    found = [message for each in soul.sections for message in assemble_section(each, SAMPLES)]
    assert tuple(found) == soul.assemble(SAMPLES)[1:]


def test_rendering_with_names_only() -> None:
    scope = scope_of(context={"admin_pubkey": "8ff"})
    (_, message) = SoulFormat().parse(OVERRIDE).render(scope).messages
    assert message.text.endswith("Admin pubkey: 8ff\n")


def test_where_values_and_what_was_said_come_from() -> None:
    text = "---template---\n- {section: h, role: expand}\n- {section: t, role: user, tool: get}\n"
    samples = Samples.of({"tools": {"get": "R"}, "conversation": [{"user": "U", "assistant": "A"}]})
    soul = SoulFormat().parse(text)
    pieces = [message.pieces[0] for message in soul.assemble(samples)[1:]]
    assert [(each.text, each.kind, each.name, each.layer) for each in pieces] == [
        ("U", PieceKind.VALUE, None, "conversation"),
        ("A", PieceKind.VALUE, None, "conversation"),
        ("R", PieceKind.VALUE, None, "tool"),
    ]
    assert [each.source for each in pieces] == [
        *(soul.sections[0].span, soul.sections[0].span, soul.sections[1].span),
    ]
