"""What all checks share: order, names that are nearly right, places.

Codes and severities are those of docs/formats.md, Checks. A check yields diagnostics and never
raises for any text.
"""

import difflib
from collections.abc import Iterable, Sequence

from editor.core.diagnostics import Diagnostic, Fix, Severity
from editor.core.edits import Edit
from editor.core.spans import Span

# Two of three letters alike say little; three of four, with a letter or two amiss, are a slip.
_ALIKE = 0.75
_AMISS = 2
MOST_CHECKED = 100_000
"""Placeholders of one file whose names are checked; with more, none is, which is said."""
_MOST_COMPARED = 200_000
"""Pairs of names that are compared for one file to find what was meant."""


def in_order(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics in order of place, then of code."""
    return tuple(sorted(found, key=lambda each: (each.span.start, each.span.end, each.code)))


def error(span: Span, code: str, message: str, *fixes: Fix, name: str | None = None) -> Diagnostic:
    """Return a diagnostic that makes `check` fail."""
    return Diagnostic(span, Severity.ERROR, code, message, fixes, name)


def warning(
    span: Span, code: str, message: str, *fixes: Fix, name: str | None = None
) -> Diagnostic:
    """Return a diagnostic that an author should look at."""
    return Diagnostic(span, Severity.WARNING, code, message, fixes, name)


def info(span: Span, code: str, message: str, *fixes: Fix, name: str | None = None) -> Diagnostic:
    """Return a diagnostic that is only worth knowing."""
    return Diagnostic(span, Severity.INFO, code, message, fixes, name)


def replacing(title: str, span: Span, text: str) -> Fix:
    """Return a fix that puts `text` in the place of `span`."""
    return Fix(title, (Edit(span, text),))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the name of `names` that `name` most likely was meant to be, or None.

    The same letters in other case count most, then the fewest letters amiss; of equals the
    earlier name is taken.
    """
    near = [each for each in names if each != name and abs(len(each) - len(name)) <= _AMISS]
    for each in near:
        if each.casefold() == name.casefold():
            return each
    matcher = difflib.SequenceMatcher(b=name, autojunk=False)
    best, least = None, _AMISS + 1
    for each in near:
        matcher.set_seq1(each)
        if matcher.quick_ratio() < _ALIKE or matcher.ratio() < _ALIKE:
            continue
        alike = sum(block.size for block in matcher.get_matching_blocks())
        amiss = max(len(each), len(name)) - alike
        if amiss < least:
            best, least = each, amiss
    return best


class NearNames:
    """Guesses which known names were meant in one file, as long as that is cheap."""

    def __init__(self, candidates: Sequence[str]) -> None:
        """Guess among `candidates`; of equals the earlier one is taken."""
        self._candidates = candidates
        self._found: dict[str, str | None] = {}
        self._compared = 0

    def of(self, name: str) -> str | None:
        """Return what `nearest` does; None once too many names were compared."""
        if name not in self._found:
            self._compared += len(self._candidates)
            is_cheap = not self._found or self._compared <= _MOST_COMPARED
            self._found[name] = nearest(name, self._candidates) if is_cheap else None
        return self._found[name]


def fault_span(text: str, offset: int) -> Span:
    """Return the one code point at `offset`, or an empty span at the end of `text`."""
    start = max(0, min(offset, len(text)))
    return Span(start, min(len(text), start + 1))
