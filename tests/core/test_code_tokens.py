"""Tokens of fenced code: by line, as Pygments reads the whole."""

from hypothesis import given
from hypothesis import strategies as st

from editor.core.code_tokens import code_tokens
from editor.core.tokens import MAX_LINE, TokenRole


def seen(language: str, text: str) -> list[list[tuple[str, TokenRole]]]:
    lines = text.split("\n")
    return [
        [(line[token.start : token.end], token.role) for token in tokens]
        for line, tokens in zip(lines, code_tokens(language, text), strict=True)
    ]


def test_python_by_line() -> None:
    assert seen("python", "def go(x):  # why\n    return 'a' + 12") == [
        [
            ("def", TokenRole.CODE_KEYWORD),
            ("go", TokenRole.CODE_NAME),
            ("# why", TokenRole.CODE_COMMENT),
        ],
        [
            ("return", TokenRole.CODE_KEYWORD),
            ("'", TokenRole.CODE_STRING),
            ("a", TokenRole.CODE_STRING),
            ("'", TokenRole.CODE_STRING),
            ("12", TokenRole.CODE_NUMBER),
        ],
    ]


def test_a_string_of_several_lines_is_one_in_each() -> None:
    lines = seen("python", 's = """a\n\n  b\nc"""\nd')
    strings = [
        "".join(text for text, role in line if role is TokenRole.CODE_STRING) for line in lines
    ]
    assert strings == ['"""a', "", "  b", 'c"""', ""]


def test_a_language_nobody_knows_gives_no_tokens() -> None:
    for language in ("", "nonsense", "no such", "\x00"):
        assert code_tokens(language, "def x\ny") == ((), ())


@given(
    st.sampled_from(["python", "json", "yaml", "bash", "html", "js", "nonsense"]),
    st.lists(
        st.text(alphabet="ab1\"'#{}[]()<>=:/*\\ \t$😀\u2028\x0b\x1c", max_size=12), max_size=5
    ),
)
def test_tokens_lie_in_their_lines(language: str, lines: list[str]) -> None:
    found = code_tokens(language, "\n".join(lines))
    assert len(found) == max(1, len(lines))
    for line, tokens in zip(lines or [""], found, strict=True):
        places = [place for token in tokens for place in (token.start, token.end)]
        assert places == sorted(places)
        assert not places or places[-1] <= len(line)


def test_beyond_a_limit_a_line_is_plain() -> None:
    (tokens,) = code_tokens("python", "1 + " * MAX_LINE)
    assert tokens
    assert tokens[-1].start < MAX_LINE
