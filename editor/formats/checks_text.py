"""Checks of a text as such: marks of an unfinished merge, characters that nobody sees."""

import re
import unicodedata
from collections.abc import Iterator

from editor.core.diagnostics import Diagnostic
from editor.core.spans import Span
from editor.formats.checks import info, replacing, warning

_LINE = r"(?:(?<=\n)|(?<=\r)|\A)"
_REST = r"(?:[ \t][^\r\n]*)?(?=[\r\n]|\Z)"
_OURS = re.compile(rf"{_LINE}<{{7}}{_REST}")
_MIDDLE = re.compile(rf"{_LINE}={{7}}{_REST}")
_THEIRS = re.compile(rf"{_LINE}>{{7}}{_REST}")

_BLANKS = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_BREAKS = "\x85\u2028\u2029"
_ZERO_WIDTH = "\xad\u180e\u200b-\u200d\u2060-\u2064\ufeff"
_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN = re.compile(f"([{_BLANKS}{_LINE_BREAKS}{_ZERO_WIDTH}{_BIDIRECTIONAL}])\\1*")
_BLANK = re.compile(f"[{_BLANKS}{_LINE_BREAKS}]")
_JOINERS = "\u200c\u200d"
_PLAIN_NAMES = {
    "\xa0": "no-break space",
    "\x85": "next line",
    "\ufeff": "zero-width no-break space",
}


def check_conflict_markers(text: str) -> Iterator[Diagnostic]:
    """Yield a warning for every ``<<<<<<<`` line with its ``=======`` and ``>>>>>>>`` lines."""
    at = 0
    while ours := _OURS.search(text, at):
        middle = _MIDDLE.search(text, ours.end())
        theirs = _THEIRS.search(text, middle.end()) if middle else None
        if theirs is None:
            return
        message = (
            "An unfinished merge: keep one of the two versions and remove the lines that begin "
            "with <<<<<<<, ======= and >>>>>>>."
        )
        yield warning(Span(*ours.span()), "conflict-markers", message)
        at = theirs.end()


def check_hidden_characters(text: str, within: Span) -> Iterator[Diagnostic]:
    """Yield an information for every run of a character of `within` that nobody sees as it is."""
    for match in _HIDDEN.finditer(text, within.start, within.end):
        if _joins_letters(text, match):
            continue
        span = Span(*match.span())
        character = match[1]
        named = f"{_plain_name(character)} (U+{ord(character):04X})"
        article = "An" if named[0] in "aeiou" else "A"
        subject = f"{len(span)} times {named}:" if len(span) > 1 else f"{article} {named}:"
        if _BLANK.match(character):
            message = (
                f"{subject} it looks like a plain space or line end but is another character. "
                "Replace it, if it is not meant."
            )
            fix = replacing("Replace by a plain space", span, " " * len(span))
        else:
            message = f"{subject} nobody sees it. Remove it, if it is not meant."
            fix = replacing("Remove the hidden character", span, "")
        yield info(span, "hidden-character", message, fix, name=f"U+{ord(character):04X}")


def _joins_letters(text: str, match: re.Match[str]) -> bool:
    """Whether a joiner stands between two characters of scripts or emoji that need it."""
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


def _plain_name(character: str) -> str:
    known = _PLAIN_NAMES.get(character)
    return known or unicodedata.name(character, "hidden character").lower()
