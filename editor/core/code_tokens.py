"""Tokens of fenced code, by Pygments: a whole fence at once, or a single line meanwhile.

Pygments is imported on first use, so that a workspace without code never pays for it.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from editor.core.tokens import MAX_LINE, LineToken, TokenRole

if TYPE_CHECKING:
    from pygments.lexer import Lexer


@lru_cache(maxsize=64)
def _lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    return lexer


@lru_cache(maxsize=1)
def _roles() -> tuple[tuple[object, TokenRole], ...]:
    from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String

    return (
        (Comment, TokenRole.CODE_COMMENT),
        (String, TokenRole.CODE_STRING),
        (Number, TokenRole.CODE_NUMBER),
        (Literal, TokenRole.CODE_STRING),
        (Keyword, TokenRole.CODE_KEYWORD),
        (Operator.Word, TokenRole.CODE_KEYWORD),
        (Name.Builtin, TokenRole.CODE_NAME),
        (Name.Function, TokenRole.CODE_NAME),
        (Name.Class, TokenRole.CODE_NAME),
        (Name.Tag, TokenRole.CODE_NAME),
        (Name.Decorator, TokenRole.CODE_NAME),
    )


@lru_cache(maxsize=512)
def _role(token_type: object) -> TokenRole | None:
    for parent, role in _roles():
        if token_type in parent:  # type: ignore[operator]  # Pygments' types hold their subtypes
            return role
    return None


@lru_cache(maxsize=256)
def code_tokens(language: str, text: str) -> tuple[tuple[LineToken, ...], ...]:
    """Return the tokens of code, a tuple for each line.

    Args:
        language: The word behind the fence; an unknown one gives no tokens.
        text: Whole lines joined by ``\\n``.
    """
    lines: list[list[LineToken]] = [[] for _ in range(text.count("\n") + 1)]
    lexer = _lexer(language) if language else None
    if lexer is not None:
        line = column = 0
        for token_type, value in lexer.get_tokens(text):
            role = _role(token_type)
            for number, part in enumerate(value.split("\n")):
                if number:
                    line, column = line + 1, 0
                if role is not None and part and column < MAX_LINE and line < len(lines):
                    lines[line].append(LineToken(role, column, column + len(part)))
                column += len(part)
    return tuple(tuple(tokens) for tokens in lines)
