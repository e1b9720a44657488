"""Line tokens: what is coloured in Markdown, JSON and YAML, and how fences carry on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.core.tokens import (
    MAX_INLINE,
    MAX_LINE,
    LineState,
    Mode,
    TokenRole,
    line_tokens,
)

MARKDOWN, JSON, YAML = LineState(), LineState(Mode.JSON), LineState(Mode.YAML)


def seen(line: str, state: LineState = MARKDOWN) -> list[tuple[str, str]]:
    """The text and the role of each token."""
    tokens, _ = line_tokens(line, state)
    return [(line[token.start : token.end], token.role.value) for token in tokens]


@given(
    st.one_of(st.text(), st.text(alphabet="`~*_<>[]()#-+{}\"':,!$ a1\\")),
    st.sampled_from([MARKDOWN, JSON, YAML, LineState(Mode.FENCE, "```", "python")]),
)
def test_tokens_lie_in_the_line_one_behind_the_other(line: str, state: LineState) -> None:
    tokens, _ = line_tokens(line, state)
    places = [place for token in tokens for place in (token.start, token.end)]
    assert places == sorted(places)
    assert all(token.start < token.end for token in tokens)
    assert not places or places[-1] <= len(line)


@given(st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.booleans(), st.none())))
def test_json_keys_and_values_are_found_as_json_reads_them(value: dict[str, object]) -> None:
    line = json.dumps(value)
    tokens, state = line_tokens(line, JSON)
    assert state == JSON
    by_role = {
        role: [json.loads(line[token.start : token.end]) for token in tokens if token.role is role]
        for role in (TokenRole.KEY, TokenRole.STRING, TokenRole.NUMBER, TokenRole.KEYWORD)
    }
    values = list(value.values())
    assert by_role[TokenRole.KEY] == list(value)
    assert by_role[TokenRole.STRING] == [each for each in values if isinstance(each, str)]
    assert by_role[TokenRole.NUMBER] == [each for each in values if type(each) is int]
    assert by_role[TokenRole.KEYWORD] == [
        each for each in values if each is None or isinstance(each, bool)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# Title $x", [("# Title $x", "markdown.heading")]),
        ("#no title", []),
        ("- item", [("-", "markdown.list")]),
        ("12. item", [("12.", "markdown.list")]),
        ("> said", [(">", "markdown.list")]),
        ("---", [("---", "markdown.list")]),
        (
            "a *b* **c** `d`",
            [("*b*", "markdown.emphasis"), ("**c**", "markdown.strong"), ("`d`", "markdown.code")],
        ),
        ("2 * 3 * 4", []),
        ("snake_case_name", []),
        ("``a`b``", [("``a`b``", "markdown.code")]),
        ("<instructions> a < b </x>", [("<instructions>", "tag"), ("</x>", "tag")]),
        ("<!-- <b> -->", [("<!-- <b> -->", "comment")]),
        (
            "[a](b) https://x.y/z)",
            [("[a](b)", "markdown.link"), ("https://x.y/z", "markdown.link")],
        ),
        ("`*a*`", [("`*a*`", "markdown.code")]),
        ("\U0001f600 *b*", [("*b*", "markdown.emphasis")]),
    ],
)
def test_markdown(line: str, expected: list[tuple[str, str]]) -> None:
    assert seen(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "title: Hello # why",
            [("title", "frontmatter.key"), (":", "frontmatter.punctuation"), ("# why", "comment")],
        ),
        (
            "a: 'it''s: x'",
            [
                ("a", "frontmatter.key"),
                (":", "frontmatter.punctuation"),
                ("'it''s: x'", "frontmatter.string"),
            ],
        ),
        (
            "n: 1.50",
            [
                ("n", "frontmatter.key"),
                (":", "frontmatter.punctuation"),
                ("1.50", "frontmatter.number"),
            ],
        ),
        (
            "on: yes",
            [
                ("on", "frontmatter.key"),
                (":", "frontmatter.punctuation"),
                ("yes", "frontmatter.keyword"),
            ],
        ),
        (
            "text: |2-",
            [
                ("text", "frontmatter.key"),
                (":", "frontmatter.punctuation"),
                ("|2-", "frontmatter.keyword"),
            ],
        ),
        ("url: http://x#y", [("url", "frontmatter.key"), (":", "frontmatter.punctuation")]),
        ("---", [("---", "frontmatter.punctuation")]),
    ],
)
def test_yaml(line: str, expected: list[tuple[str, str]]) -> None:
    found = seen(line, YAML)
    assert [each for each in expected if each not in found] == []
    roles = {role for _, role in found}
    assert "comment" in roles or "#" not in line or "http" in line


def through(*lines: str) -> list[LineState]:
    state, states = MARKDOWN, []
    for line in lines:
        _, state = line_tokens(line, state)
        states.append(state)
    return states


def test_a_fence_goes_on_to_a_closer_that_is_as_long() -> None:
    inside = LineState(Mode.FENCE, "````", "python")
    states = through("````Python title", "```", "# no heading", "~~~~", "````` ", "# heading")
    assert states == [inside, inside, inside, inside, MARKDOWN, MARKDOWN]


@pytest.mark.parametrize(
    ("line", "language"),
    [("```py", "py"), ("~~~", ""), ("  ``` {.json}", "json"), ("``` JSON x", "json")],
)
def test_the_language_is_the_first_word(line: str, language: str) -> None:
    (state,) = through(line)
    assert (state.mode, state.language) == (Mode.FENCE, language)


@pytest.mark.parametrize("line", ["    ```", "a ```", "``` `x`", "``"])
def test_what_opens_no_fence(line: str) -> None:
    assert through(line) == [MARKDOWN]


def test_long_lines_are_coloured_up_to_a_limit() -> None:
    words = "*a* " * MAX_LINE
    tokens, _ = line_tokens(words, MARKDOWN)
    assert tokens[0].end == 3
    assert MAX_INLINE - 4 <= tokens[-1].end <= MAX_INLINE
    tokens, _ = line_tokens("1," * MAX_LINE, JSON)
    assert MAX_LINE - 2 <= tokens[-1].end <= MAX_LINE
