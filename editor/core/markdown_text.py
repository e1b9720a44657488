"""Markdown made ready for showing it formatted: nothing that an author wrote may vanish.

Prompts use tags such as ``<instructions>`` on lines of their own; Markdown would join them with
the lines around them, and a block between ``---`` at the start would be taken for metadata.
"""

import re
from collections.abc import Sequence

from editor.core.tokens import LineState, LineToken, Mode, TokenRole, line_tokens

_LONE_TAG = re.compile(r" {0,3}</?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>[ \t]*")
_CODE = re.compile(r" {4}| {0,3}\t")
_BREAK = "  "
_NAMELESS = "![]("
NO_NAME = "\N{ZERO WIDTH SPACE}"
"""Given as a name to pictures without one, which would vanish."""


def for_display(text: str) -> str:
    """Return Markdown that shows like `text`, with each lone tag on a line of its own.

    Args:
        text: Rendered text; its line ends are line feeds.
    """
    lines = text.split("\n")
    state = LineState()
    shown: list[str] = []
    breaks = False  # whether the line before may end with a break
    for line in lines:
        before = state
        tokens, state = line_tokens(line, state)
        plain = before.mode is Mode.MARKDOWN and state.mode is Mode.MARKDOWN
        tag = plain and _LONE_TAG.fullmatch(line) is not None
        if tag and breaks:
            shown[-1] += _BREAK
        shown.append(line + _BREAK if tag else _with_names(line, tokens))
        breaks = plain and not tag and bool(line.strip()) and _CODE.match(line) is None
    result = "\n".join(shown)
    return "\n" + result if result.startswith("---") else result


def _with_names(line: str, tokens: Sequence[LineToken]) -> str:
    for token in reversed(tokens):
        if token.role is TokenRole.LINK and line.startswith(_NAMELESS, token.start):
            line = f"{line[: token.start + 2]}{NO_NAME}{line[token.start + 2 :]}"
    return line
