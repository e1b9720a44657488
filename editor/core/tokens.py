"""Line tokens for colouring: a pure function from a line and a state to tokens and a state.

Markdown, JSON and YAML are told apart by the state. Placeholders are not looked for here:
they come from the one resolver (`editor.core.rendering`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

MAX_LINE = 20_000
"""Longer lines are coloured up to here only, so that a key stays cheap in them."""

MAX_INLINE = 4_000
"""Inline Markdown is looked for up to here: unmatched openers cost the square of the length."""


class TokenRole(StrEnum):
    """The colour role of a token; themes name their colours by these."""

    HEADING = "markdown.heading"
    EMPHASIS = "markdown.emphasis"
    STRONG = "markdown.strong"
    CODE = "markdown.code"
    LINK = "markdown.link"
    MARKER = "markdown.list"
    TAG = "tag"
    COMMENT = "comment"
    KEY = "frontmatter.key"
    STRING = "frontmatter.string"
    NUMBER = "frontmatter.number"
    KEYWORD = "frontmatter.keyword"
    PUNCTUATION = "frontmatter.punctuation"
    CODE_KEYWORD = "code.keyword"
    CODE_STRING = "code.string"
    CODE_NUMBER = "code.number"
    CODE_COMMENT = "code.comment"
    CODE_NAME = "code.name"


@dataclass(frozen=True, slots=True)
class LineToken:
    """A coloured stretch of one line, in code points of that line."""

    role: TokenRole
    start: int
    end: int


class Mode(IntEnum):
    """What the next line begins in; part of the line state."""

    MARKDOWN = 0
    FENCE = 1
    JSON = 2
    YAML = 3


@dataclass(frozen=True, slots=True)
class LineState:
    """The state between two lines.

    Attributes:
        mode: What the next line is read as.
        fence: For a fence, its character and length, such as three back quotes.
        language: For a fence, its language word as typed, in lower case.
    """

    mode: Mode = Mode.MARKDOWN
    fence: str = ""
    language: str = ""


_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>[^\r\n]*)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_MARKER = re.compile(r"[ \t]*(?P<marker>[-*+]|\d{1,9}[.)]|>)(?=[ \t]|$)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_INLINE = re.compile(
    r"(?P<code>(?P<ticks>(?<!`)`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<comment><!--.*?-->)"
    r"|(?P<tag></?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>)"
    r"|(?P<strong>\*\*(?=\S).+?(?<=\S)\*\*|__(?=\S).+?(?<=\S)__)"
    r"|(?P<emphasis>\*(?=[^\s*]).+?(?<=[^\s*])\*|(?<!\w)_(?=[^\s_]).+?(?<=[^\s_])_(?!\w))"
    r"|(?P<link>!?\[[^\[\]\r\n]*\]\([^()\r\n]*\)|https?://[^\s<>)]+)"
)
_INLINE_START = re.compile(r"[`<*_!\[h]")
_INLINE_ROLES = {
    "code": TokenRole.CODE,
    "comment": TokenRole.COMMENT,
    "tag": TokenRole.TAG,
    "strong": TokenRole.STRONG,
    "emphasis": TokenRole.EMPHASIS,
    "link": TokenRole.LINK,
}
_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))'
    r'|(?P<string>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<number>-?\d[\d.eE+-]*)"
    r"|(?P<keyword>\b(?:true|false|null)\b)"
    r"|(?P<punctuation>[{}\[\],:]+)"
)
# A plain key ends soon: without a bound each word of a long text would look for its colon.
_YAML = re.compile(
    r"(?P<comment>(?:(?<=\s)|^)\#.*)"
    r"|(?P<key>(?:(?<=^)|(?<=[\s{,\[?-]))(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s#:,\[\]{}\"'&*!|>%@`-]"
    r"[^:#,\[\]{}]{0,200}?)(?=\s*:(?:\s|$)))"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^']|'')*'?)"
    r"|(?P<keyword>(?<![\w.])(?:true|false|null|yes|no|on|off|True|False|~)(?![\w.])"
    r"|[&*!][\w!-]+|[|>][+-]?\d?[+-]?(?=\s*(?:\#|$)))"
    r"|(?P<number>(?<![\w.:-])-?\d[\d_.]*(?:[eE][+-]?\d+)?(?![\w:-]))"
    r"|(?P<punctuation>^---|^\.\.\.|[{}\[\],:]|(?<=^)-(?=\s|$)|(?<=\s)-(?=\s|$))"
)
_DATA_ROLES = {
    "key": TokenRole.KEY,
    "string": TokenRole.STRING,
    "number": TokenRole.NUMBER,
    "keyword": TokenRole.KEYWORD,
    "punctuation": TokenRole.PUNCTUATION,
    "comment": TokenRole.COMMENT,
}


def line_tokens(line: str, state: LineState) -> tuple[tuple[LineToken, ...], LineState]:
    """Return the tokens of `line` (without its line end) and the state behind it.

    The code inside a fence gives no tokens here; `editor.core.code_tokens` reads it.
    """
    text = line[:MAX_LINE]
    if state.mode is Mode.JSON:
        return tuple(_data(text, _JSON)), state
    if state.mode is Mode.YAML:
        return tuple(_data(text, _YAML)), state
    if state.mode is Mode.FENCE:
        return _inside_fence(text, state)
    return _markdown(text)


def _data(text: str, pattern: re.Pattern[str]) -> Iterator[LineToken]:
    for match in pattern.finditer(text):
        role = _DATA_ROLES[match.lastgroup or "punctuation"]
        yield LineToken(role, match.start(), match.end())


def _inside_fence(text: str, state: LineState) -> tuple[tuple[LineToken, ...], LineState]:
    match = _FENCE.match(text)
    if match and not match["info"].strip() and match["fence"].startswith(state.fence):
        return (LineToken(TokenRole.MARKER, match.start("fence"), match.end("fence")),), LineState()
    return (), state


def _markdown(text: str) -> tuple[tuple[LineToken, ...], LineState]:
    first = text.lstrip(" \t")[:1]
    if first in ("`", "~") and (match := _FENCE.match(text)):
        words = match["info"].split()
        language = words[0].strip("{}.").lower() if words else ""
        state = LineState(Mode.FENCE, match["fence"], language)
        return (LineToken(TokenRole.MARKER, match.start("fence"), len(text)),), state
    if first == "#" and _HEADING.match(text):
        return (LineToken(TokenRole.HEADING, 0, len(text)),), LineState()
    tokens: list[LineToken] = []
    start = 0
    if first in ("-", "*", "_") and _RULE.match(text):
        return (LineToken(TokenRole.MARKER, 0, len(text)),), LineState()
    if first and first in "-*+>0123456789" and (match := _MARKER.match(text)):
        tokens.append(LineToken(TokenRole.MARKER, match.start("marker"), match.end("marker")))
        start = match.end("marker")
    if _INLINE_START.search(text, start):
        for match in _INLINE.finditer(text, start, MAX_INLINE):
            kind = match.lastgroup if match.lastgroup != "ticks" else "code"
            role = _INLINE_ROLES[kind or "code"]
            tokens.append(LineToken(role, match.start(), match.end()))
    return tuple(tokens), LineState()
