"""Placeholder syntaxes: where names stand in a text, and nothing else parses them.

Dollar is exactly ``string.Template``: its own compiled pattern is used
(docs/formats.md, Placeholders).
"""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from editor.core.spans import Span


class TokenKind(StrEnum):
    """What a match of a placeholder syntax is."""

    NAME = "name"
    ESCAPE = "escape"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Token:
    """A match in a text.

    Attributes:
        kind: A named placeholder, an escape, or a start that names nothing.
        span: The whole match; for a malformed one the delimiter alone.
        name: The name of a placeholder, or None.
        text: The text an escape gives, or the match as typed.
    """

    kind: TokenKind
    span: Span
    name: str | None
    text: str


class Syntax(Protocol):
    """A way to write placeholders. No match spans a line end."""

    @property
    def name(self) -> str:
        """The syntax's name: ``dollar``, ``mustache``, ``braces``."""
        ...

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield every match of `text` in order; spans count code points of `text`."""
        ...

    def written(self, name: str) -> str:
        """Return a placeholder for `name` as an author writes it."""
        ...


_TEMPLATE_PATTERN: re.Pattern[str] = string.Template.pattern


class Dollar:
    """``$name``, ``${name}`` and ``$$``, as ``string.Template`` reads them."""

    name = "dollar"

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield every ``$`` that ``string.Template`` would look at."""
        if "$" not in text:
            return
        for match in _TEMPLATE_PATTERN.finditer(text):
            span = Span(*match.span())
            name = match["named"] or match["braced"]
            if name is not None:
                yield Token(TokenKind.NAME, span, name, match[0])
            elif match["escaped"] is not None:
                yield Token(TokenKind.ESCAPE, span, None, "$")
            else:
                yield Token(TokenKind.MALFORMED, span, None, match[0])

    def written(self, name: str) -> str:
        """Return ``$name``."""
        return f"${name}"
