"""What must hold for all souls: places, slices, the split, and that nothing raises."""

import contextlib
import json
import re
from itertools import pairwise

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from editor.core.diagnostics import ParseFault
from editor.core.edits import apply_edits
from editor.core.layers import Piece, PieceKind, Scope
from editor.core.spans import LINE_END, Span
from editor.formats.base import Surroundings
from editor.formats.samples import Samples, parse_samples
from editor.formats.soul import SoulFormat
from editor.formats.soul_assembly import assemble_section, section_lookup
from editor.formats.soul_builtin import write_template_edits
from editor.formats.soul_sections import SectionText, read_sections
from editor.formats.soul_text import split_soul
from editor.formats.wire import anthropic_form, context_log, left_out, openai_form
from editor.workspace.places import is_soul

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
VALUES = {"a": "{{b}}", "b": "x\ny", "list": ["p", "q"], "none": None}
SAMPLES = Samples.of(
    {
        "values": VALUES,
        "tools": {"get": {"content": "{{a}}"}, "none": None},
        "conversation": [{"user": "u", "assistant": "{{a}}"}] * 3,
    }
)
INSERTED = {"a": "{{b}}", "b": "x\ny", "list": '["p","q"]'}

WORDS = st.sampled_from(
    [
        *("{{a}}", "{{ b }}", "{{list}}", "{{none}}", "{{", "}}", "word", "two words", "ä", "\xa0"),
        *("\U0001f600", "#", " # no", "'", '"', "\\", "\\n", ": ", "- ", "$x", " ", "  ", "\t"),
        *("---template---", "|", "&a", "%"),
    ]
)
LINES = st.lists(st.lists(WORDS, max_size=4).map("".join), max_size=5)


def block(style: str, lines: list[str], indent: int, deeper: list[int]) -> str:
    """A block scalar of `lines`, some of them with more indentation."""
    pads = [" " * (indent + more) for more in [*deeper, *[0] * len(lines)]]
    body = [pad + line if line else "" for pad, line in zip(pads, lines, strict=False)]
    return style + "\n" + "\n".join(body) + "\n"


@st.composite
def contents(draw: st.DrawFn) -> str:
    """The source of a string in any style, as it may stand behind ``content:``."""
    lines = draw(LINES)
    style = draw(st.sampled_from(["|", "|-", "|+", ">", ">-", ">+", "double", "single", "plain"]))
    fold = draw(st.sampled_from(["\n      ", " \n \n    ", "\n\n\n     "]))
    if style == "double":
        source = fold.join(json.dumps(line, ensure_ascii=draw(st.booleans())) for line in lines)
        return source.replace(f'"{fold}"', fold) or '""'
    if style == "single":
        return "'" + fold.join(line.replace("'", "''") for line in lines) + "'"
    if style == "plain":
        return fold.join(["plain", *lines])
    deeper = draw(st.lists(st.sampled_from([0, 0, 1, 3]), max_size=3))
    return block(style, lines, draw(st.integers(3, 5)), deeper)


def folded(text: str) -> str:
    return LINE_END.sub("\n", text)


def filled(value: str) -> str:
    """What a text comes to, by the grammar of names that stand here."""
    return re.sub(
        r"\{\{[ \t]*(\w+)[ \t]*\}\}", lambda match: INSERTED.get(match[1], match[0]), value
    )


def check_pieces(text: str, found: SectionText, pieces: tuple[Piece, ...], plain: bool) -> None:
    """Each piece points at what it was made of; together they stand in order inside the scalar."""
    for before, after in pairwise(pieces):
        assert before.source.end <= after.source.start
        assert before.output.end == after.output.start
    for piece in pieces:
        assert found.span.start <= piece.source.start
        assert piece.source.end <= found.span.end
        typed = piece.source.of(text)
        if piece.kind is PieceKind.LITERAL:
            # A fold reads as a blank; everything else reads as it stands, its line ends folded.
            assert len(piece.text) == len(folded(typed))
            pairs = zip(piece.text, folded(typed), strict=True)
            assert all(one == other or (one == " " and other == "\n") for one, other in pairs)
        elif piece.kind is PieceKind.ESCAPE:
            assert not plain
            quotes = "'" if typed == "''" else '"'
            assert yaml.safe_load(quotes + typed + quotes) == piece.text
        elif plain:
            assert piece.name is not None
            assert re.fullmatch(rf"\{{\{{[ \t]*{piece.name}[ \t]*\}}\}}", typed)


@given(source=contents(), end=ENDS, before=st.sampled_from(["", "\U0001f600 me\n"]))
@example("|\n    a {{a}}\n\n      b\n", "\r\n", "")
@example(">\n    a\n    {{a}} b\n\n    c\n     d\n    e\n", "\r", "\U0001f600\n")
@example('"a \\\n    b {{a}}\\t\\U0001F600 \\x7b{a}}"', "\n", "")
def test_pieces_point_at_their_text(source: str, end: str, before: str) -> None:
    text = f"{before}---template---\n- section: s\n  role: user\n  content: {source}"
    text = text.replace("\n", end)
    soul = SoulFormat().parse(text)
    with contextlib.suppress(yaml.YAMLError):
        below = text[soul.split.template.start :]
        items = yaml.safe_load(below)
        assume(soul.fields is not None and soul.fields.fault is None)
        value = items[0]["content"]
        (section, *_) = soul.sections
        assert (None if section.content is None else section.content.value) == value
        if section.content is None:
            return
        pieces = section.content.render(SAMPLES.scope())
        assert "".join(piece.text for piece in pieces) == filled(value)
        plain = source[:1] not in "\"'"
        check_pieces(text, section.content, pieces, plain)
        moved = section.shifted(7).content
        assert moved is not None
        assert [(p.text, p.source) for p in moved.render(SAMPLES.scope())] == [
            (p.text, p.source.shifted(7)) for p in pieces
        ]


ITEMS = st.lists(
    st.one_of(
        contents().map(lambda source: f"- section: s\n  content: {source.rstrip()}\n  limit: 2\n"),
        st.sampled_from(
            [
                "- {section: a, role: user, tool: get}\n",
                "- section: h\n  role: expand\n  limit: 1\n",
                "# note\n- section: b\n  role: system\n  content: |\n    x\n\n    {{a}}\n\n",
                "-\n  section: c\n  provider:\n    p: '{{b}} o'\n",
                "- x\n",
                "-\n",
            ]
        ),
    ),
    min_size=1,
    max_size=4,
)


@given(items=ITEMS, end=ENDS)
def test_slices_read_like_the_whole(items: list[str], end: str) -> None:
    items = [item.replace("\n", end) for item in items]
    head = "Hi\n---template---\n".replace("\n", end)
    text = head + "".join(items)
    soul = SoulFormat().parse(text)
    assume(soul.fields is not None and soul.fields.fault is None)
    start, read = len(head), []
    for item in items:
        alone = read_sections(item, Span(0, len(item)))
        assume(alone.fault is None)
        read += [each.shifted(start, len(read) + at) for at, each in enumerate(alone.sections)]
        start += len(item)
    assert tuple(read) == soul.sections
    for one, other in zip(read, soul.sections, strict=True):
        assert assemble_section(one, SAMPLES, "p") == assemble_section(other, SAMPLES, "p")


PARTS = st.sampled_from(
    [
        *("---template---\n", "---template---", "\n", "\r", "\r\n", " ", "  ", "- ", "section: "),
        *("role: ", "user\n", "expand\n", "systm\n", "tool: ", "get\n", "args: ", "'{}'\n", "a"),
        *("5\n", "500\n", "-1\n", "content: ", "|\n", ">\n", "{{a}}", "{{b}} c\n", "{{", "}}", "{"),
        *(
            "provider:\n",
            "    p: x\n",
            "[",
            "]",
            '"',
            "'",
            "&a ",
            "*a",
            "<<: ",
            "#",
            ": ",
            ":",
            "}",
        ),
        *("!!str ", "!x ", "\x00", "\ufeff", "\xa0", "\u2028", "\x85", "\U0001f600", "\ud800", "%"),
        *(
            "- section: s\n  role: user\n  content: |\n    x {{a}}\n",
            "result_field: x\n",
            "\t",
            "~",
        ),
        *("limit: ", "? "),
    ]
)
TEXTS = st.lists(PARTS, max_size=14).map("".join)


@given(text=st.one_of(TEXTS, TEXTS.map(lambda text: f"---template---\n{text}"), st.text()))
@example("---template---\n- &a [*a]\n")
@example("---template---\n- args: '\ud83d'\n  tool: get\n  section: s\n")
def test_nothing_raises(text: str) -> None:
    soul = SoulFormat().parse(text)
    around = Surroundings(samples=SAMPLES)
    for each in soul.check(Scope(), around):
        assert each.span.end <= len(text)
        assert each.message.endswith((".", "?"))
        for fix in each.fixes:
            SoulFormat().parse(apply_edits(text, fix.edits)).check(Scope(), around)
    for body in soul.bodies:
        assert body.span.end <= len(text)
    for section in soul.sections:
        section_lookup(section, SAMPLES, "p")
    fault = None if soul.fields is None else soul.fields.fault
    if fault is not None:
        assert 0 <= fault.offset <= len(text)
        with pytest.raises(ParseFault):
            soul.assemble(SAMPLES, "p")
        return
    messages = soul.assemble(SAMPLES, "p")
    assert openai_form(messages).keys() == {"messages"}
    assert anthropic_form(messages).keys() == {"system", "messages"}
    assert context_log(messages).startswith(f"Sections: {len(messages)}\n")
    assert len(left_out(messages)) <= len(messages)
    for message in messages:
        assert message.size == len(message.text)
        assert all(piece.source.end <= len(text) for piece in message.pieces)
    apply_edits(text, write_template_edits(text))


@given(text=TEXTS, mark=st.booleans())
def test_a_soul_is_told_by_bytes_as_by_text(text: str, mark: bool) -> None:
    assume("\ud800" not in text and not text.startswith("\ufeff"))
    data = (b"\xef\xbb\xbf" if mark else b"") + text.encode()
    assert is_soul(data) == (split_soul(text).marker is not None)


@given(text=TEXTS)
def test_the_split_takes_the_text_apart(text: str) -> None:
    found = split_soul(text)
    personality = found.personality.of(text)
    assert not personality.endswith(("\r", "\n"))
    if found.marker is None:
        assert text[len(personality) :].strip("\r\n") == ""
        return
    assert found.marker.of(text).rstrip(" \t") == "---template---"
    assert text[len(personality) : found.marker.start].strip("\r\n") == ""
    assert text[found.marker.end : found.template.start] in ("", "\n", "\r", "\r\n")
    lines = LINE_END.split(text[: found.marker.start])
    assert all(line.rstrip(" \t") != "---template---" for line in lines)


@given(text=TEXTS)
def test_the_built_in_order_as_a_template_part_says_the_same(text: str) -> None:
    assume(split_soul(text).marker is None)
    made = apply_edits(text, write_template_edits(text))
    assert made.startswith(text)
    before, after = SoulFormat().parse(text), SoulFormat().parse(made)
    assert after.split.personality == before.split.personality
    values = Samples.of(
        {
            "values": dict.fromkeys(
                ["admin_pubkey", "admin_kind0_json", "admin_kind10002_json", "startup_events_json",
                 "adopted_skills_content", "admin_notes_content"],
                "V",
            )
        }
    )  # fmt: skip
    assert [(each.role, each.section, each.text) for each in before.assemble(values)] == [
        (each.role, each.section, each.text) for each in after.assemble(values)
    ]


@given(
    text=st.lists(
        st.sampled_from(
            [
                *("values:", "tools:", "conversation:", "\n", " ", "  ", "- ", "{", "}", "[", "]"),
                *("user: ", "assistant: ", "args: ", "result: ", "a", ": ", "5", "~", "&a ", "*a"),
                *('"', "'", ",", '"values": ', "? ", "2020-01-01", "!!binary aGk=", ".nan", "\x00"),
            ]
        ),
        max_size=12,
    ).map("".join),
    suffix=st.sampled_from([".yaml", ".json"]),
)
def test_samples_never_raise(text: str, suffix: str) -> None:
    found = parse_samples(text, suffix, "s")
    assert all(each.span.end <= len(text) for each in found.invalid)
    found.scope(2)
    for turn in found.conversation:
        for said in (turn.user, turn.assistant):
            assert said is None or isinstance(said.value, str)
