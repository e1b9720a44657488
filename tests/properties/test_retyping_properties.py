"""A line typed into a literal block gives the tree that reading the text anew gives."""

from hypothesis import given
from hypothesis import strategies as st

from editor.core.diagnostics import ParseFault
from editor.core.spans import LINE_END, Span
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_nodes import YamlTree
from editor.core.yaml_retyping import retyped

CONTENTS = st.sampled_from(
    ["a", "b c", "# no", "- x", "x: 1", "", " ", "  in", "---", "'", "{{a}}", "\U0001f600", "é"]
)
TYPED = st.one_of(
    CONTENTS,
    st.sampled_from(["\t", "a\tb", "\u2028", "a\x85b", "\ufeff", "\xa0", "a ", "   ", "\x7f", "|"]),
)
HEADERS = st.sampled_from(["|", "|-", "|+", "|2", "|2-", "|1", ">", "| # why"])
AROUND = st.sampled_from(
    [
        "- section: s\n  role: user\n  content: {}\n",
        "- content: {}\n  limit: 3\n  more: [1, {{a: b}}]\n",
        "- provider:\n    anthropic: {}\n    openai: {}\n  tool: t\n",
        "- content: {}\n  x: 'y\n    z'\n- section: two\n",
        "- &a\n  content: {}\n- *a\n",
        "- <<: {{m: 1}}\n  content: {}\n",
        "- content: {}\n  content: {}\n",
        "- !t\n  content: {}\n",
        "content: {}\nb: 1.5\n",
        "- - {}\n  - 2026-01-02\n",
    ]
)
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    around = draw(AROUND)

    def block() -> str:
        lines = draw(st.lists(CONTENTS, min_size=1, max_size=5))
        indent = " " * draw(st.sampled_from([2, 4, 6]))
        return draw(HEADERS) + "".join(f"\n{indent}{line}" if line else "\n" for line in lines)

    parts = around.split("{}")
    text = parts[0] + "".join(block() + part for part in parts[1:])
    text = text.replace("{{", "{").replace("}}", "}") if "[1" in text or "<<" in text else text
    return text.replace("\n", draw(ENDS))[: len(text) if draw(st.booleans()) else -1]


def read(text: str) -> YamlTree | None:
    try:
        return YamlLanguage().parse(text)
    except ParseFault:
        return None


@given(text=texts(), where=st.floats(0, 1), indent=st.integers(0, 8), typed=TYPED)
def test_a_line_typed_anew_is_what_reading_gives(
    text: str, where: float, indent: int, typed: str
) -> None:
    tree = read(text)
    if tree is None:
        return
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    number = int(where * (len(starts) - 1))
    end = LINE_END.search(text, starts[number])
    line = Span(starts[number], end.start() if end else len(text))
    old = line.of(text)
    for new in (" " * indent + typed, old + typed, old[: len(old) // 2] + typed, old[:-1]):
        found = retyped(tree, line, new)
        if found is not None:
            changed = text[: line.start] + new + text[line.end :]
            assert found[0] == YamlLanguage().parse(changed)
            assert changed[found[1].start :].startswith(found[1].new)


def test_a_key_in_a_literal_block_needs_no_reading() -> None:
    text = "- section: s\n  content: |\n    one\n      two\n\n    three\n  limit: 3\n"
    tree = YamlLanguage().parse(text)
    for old, new in (
        ("    one", "    ones"),
        ("      two", "      - two"),
        ("    three", "    # 3"),
    ):
        start = text.index(old + "\n")
        found = retyped(tree, Span(start, start + len(old)), new)
        assert found is not None
        assert found[0] == YamlLanguage().parse(text.replace(old + "\n", new + "\n"))
    for old, new in (
        ("    one", "     one"),
        ("    one", "   one"),
        ("    one", "    "),
        ("", "x"),
    ):
        start = text.index(old + "\n") if old else text.index("\n\n") + 1
        assert retyped(tree, Span(start, start + len(old)), new) is None
