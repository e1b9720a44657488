"""Placeholder syntaxes: where names stand in a text, and nothing else parses them.

Dollar is exactly ``string.Template``: its own compiled pattern is used. Mustache is one pattern
of ours, and what it does not match is plain text (docs/formats.md, Placeholders).
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


Match = tuple[TokenKind, int, int, str | None, str]
"""Kind, start, end, name and text of a token."""


class Syntax(Protocol):
    """A way to write placeholders. No match spans a line end."""

    @property
    def name(self) -> str:
        """The syntax's name: ``dollar``, ``mustache``, ``braces``."""
        ...

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield every match of `text` in order; spans count code points of `text`."""
        ...

    def matches(self, text: str) -> "Iterator[Match]":
        """Yield the same as `tokens` in plain tuples, which is much quicker."""
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
        for kind, start, end, name, part in self.matches(text):
            yield Token(kind, Span(start, end), name, part)

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the same in plain tuples."""
        if "$" not in text:
            return
        for match in _TEMPLATE_PATTERN.finditer(text):
            start, end = match.span()
            group = match.lastgroup
            if group == "named" or group == "braced":
                yield TokenKind.NAME, start, end, match[group], match[0]
            elif group == "escaped":
                yield TokenKind.ESCAPE, start, end, None, "$"
            else:
                yield TokenKind.MALFORMED, start, end, None, match[0]

    def written(self, name: str) -> str:
        """Return ``$name``."""
        return f"${name}"


_DOUBLE_BRACES = re.compile(r"\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}")


class Mustache:
    """``{{name}}``, blanks around the name allowed; nothing is an escape or malformed."""

    name = "mustache"

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield every placeholder."""
        for kind, start, end, name, part in self.matches(text):
            yield Token(kind, Span(start, end), name, part)

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the same in plain tuples."""
        if "{{" not in text:
            return
        for match in _DOUBLE_BRACES.finditer(text):
            yield TokenKind.NAME, match.start(), match.end(), match[1], match[0]

    def written(self, name: str) -> str:
        """Return ``{{name}}``."""
        return f"{{{{{name}}}}}"


_FIELD = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Braces:
    """``{name}`` as ``str.format`` reads plain fields, with ``{{`` and ``}}`` as escapes.

    Fields of other shapes (``{}``, ``{0}``, ``{a.b}``, ``{a:>9}``) are text here.
    """

    name = "braces"

    def tokens(self, text: str) -> Iterator[Token]:
        """Yield every placeholder and escape."""
        for kind, start, end, name, part in self.matches(text):
            yield Token(kind, Span(start, end), name, part)

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the same in plain tuples."""
        for match in _FIELD.finditer(text):
            name = match[1]
            if name is None:
                yield TokenKind.ESCAPE, match.start(), match.end(), None, match[0][0]
            else:
                yield TokenKind.NAME, match.start(), match.end(), name, match[0]

    def written(self, name: str) -> str:
        """Return ``{name}``."""
        return f"{{{name}}}"
