"""Checks of a text as such: marks of an unfinished merge, characters that nobody sees."""

import re
from collections.abc import Iterator

from editor.core.diagnostics import Diagnostic
from editor.core.hidden import BLANK, HIDDEN, joins_letters, plain_name
from editor.core.spans import Span
from editor.formats.checks import info, replacing, warning

_LINE = r"(?:(?<=\n)|(?<=\r)|\A)"
_REST = r"(?:[ \t][^\r\n]*)?(?=[\r\n]|\Z)"
_OURS = re.compile(rf"{_LINE}<{{7}}{_REST}")
_MIDDLE = re.compile(rf"{_LINE}={{7}}{_REST}")
_THEIRS = re.compile(rf"{_LINE}>{{7}}{_REST}")


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
    for match in HIDDEN.finditer(text, within.start, within.end):
        if joins_letters(text, match):
            continue
        span = Span(*match.span())
        character = match[1]
        named = f"{plain_name(character)} (U+{ord(character):04X})"
        article = "An" if named[0] in "aeiou" else "A"
        subject = f"{len(span)} times {named}:" if len(span) > 1 else f"{article} {named}:"
        if BLANK.match(character):
            message = (
                f"{subject} it looks like a plain space or line end but is another character. "
                "Replace it, if it is not meant."
            )
            fix = replacing("Replace by a plain space", span, " " * len(span))
        else:
            message = f"{subject} nobody sees it. Remove it, if it is not meant."
            fix = replacing("Remove the hidden character", span, "")
        yield info(span, "hidden-character", message, fix, name=f"U+{ord(character):04X}")
