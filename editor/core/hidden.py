"""Characters that nobody sees as they are: unusual blanks, zero-width and bidirectional ones."""

import re
import unicodedata

_BLANKS = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_BREAKS = "\x85\u2028\u2029"
_ZERO_WIDTH = "\xad\u180e\u200b-\u200d\u2060-\u2064\ufeff"
_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_JOINERS = "\u200c\u200d"
_PLAIN_NAMES = {
    "\xa0": "no-break space",
    "\x85": "next line",
    "\ufeff": "zero-width no-break space",
}

HIDDEN = re.compile(f"([{_BLANKS}{_LINE_BREAKS}{_ZERO_WIDTH}{_BIDIRECTIONAL}])\\1*")
"""A run of one hidden character."""
BLANK = re.compile(f"[{_BLANKS}{_LINE_BREAKS}]")
"""A hidden character that looks like a plain blank or line end."""


def on_one_line(text: str) -> str:
    """Return `text` with escapes for line ends, control and hidden characters.

    A name shown so can neither forge a line nor turn the text around it.
    """
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in text
    )


def plain_name(character: str) -> str:
    """Return what people call a hidden character, such as ``no-break space``."""
    known = _PLAIN_NAMES.get(character)
    return known or unicodedata.name(character, "hidden character").lower()


def joins_letters(text: str, match: re.Match[str]) -> bool:
    """Whether a match of `HIDDEN` is a joiner between characters that need it."""
    start, end = match.span()
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return (
        match[1] in _JOINERS
        and len(match[0]) == 1
        and _needs_joiners(before)
        and _needs_joiners(after)
    )


def _needs_joiners(character: str) -> bool:
    return character > "\u02ff" and unicodedata.category(character)[0] in "LMS"
