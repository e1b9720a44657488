"""Patterns of paths, of workspace files and ``.gitignore``: bounded, so that none takes for ever.

Wildcards are those of ``.gitignore`` (docs/formats.md, Workspace).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pathspec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from editor.workspace.config import Pattern

MOST_PATTERNS = 2_000
"""Patterns of one list; further ones are not heeded."""
_MOST_WILDCARDS = 4
"""Wildcards of one pattern that can be tried at several places; with more it is not heeded."""
_STAR = "[^/]*"
_BACKTRACKING = re.compile(r"\[\^/\]\*|\.\+|\.\*")
_ONE = "[^/]"


class _Linear(GitIgnoreSpecPattern):
    """A pattern whose stars give back nothing that they do not have to.

    A star is followed by text up to the next star of the same folder name; its first place is as
    good as any later one, so only the last star of a name need try others.
    """

    @classmethod
    def pattern_to_regex(cls, pattern: str) -> tuple[str | None, bool | None]:  # type: ignore[override]
        """Return the regular expression, and whether it includes or excludes."""
        regex, include = super().pattern_to_regex(pattern)
        if regex is None:
            return None, include
        regex = _without_retries(regex)
        if len(_BACKTRACKING.findall(regex)) > _MOST_WILDCARDS:
            return None, None
        return regex, include


def _without_retries(regex: str) -> str:
    """Make every star but the last of a name one that is tried once."""
    first, *rest = regex.split(_STAR)
    result = [first]
    for number, part in enumerate(rest):
        is_inner = "/" not in part.replace(_ONE, "") and "(" not in part
        if is_inner and number < len(rest) - 1:
            result.append(f"(?>[^/]*?{part})")
        else:
            result.append(_STAR + part)
    return "".join(result)


@dataclass(frozen=True)
class Glob:
    """One pattern, ready to be asked about absolute paths.

    Wildcards are those of ``.gitignore``: ``*`` and ``?`` stay within one folder, ``**`` does
    not, and a pattern that names a folder means all that is below it.
    """

    pattern: Pattern
    spec: pathspec.GitIgnoreSpec

    @classmethod
    def of(cls, pattern: Pattern) -> "Glob":
        """Prepare `pattern`."""
        lines = ["/" + pattern.glob] if pattern.glob else []
        return cls(pattern, ignore_spec(lines))

    def matches(self, path: Path) -> bool:
        """Whether `path`, a file, is meant."""
        below = relative(path, self.pattern.base)
        if below is None:
            return False
        return not self.pattern.glob or self.spec.match_file(below)


def ignore_spec(lines: Iterable[str]) -> pathspec.GitIgnoreSpec:
    """Return a matcher for lines as of a ``.gitignore``; a line that is no pattern is left out.

    So is one that could take too long to match, and what is beyond `MOST_PATTERNS`.
    """
    kept = list(islice(lines, MOST_PATTERNS))
    try:
        return _spec(kept)
    except (ValueError, re.error):
        return _spec(filter(_is_pattern, kept))


def _spec(lines: Iterable[str]) -> pathspec.GitIgnoreSpec:
    return pathspec.GitIgnoreSpec.from_lines(lines, _Linear)


def _is_pattern(line: str) -> bool:
    try:
        _spec([line])
    except (ValueError, re.error):
        return False
    return True


def globs(patterns: Iterable[Pattern]) -> tuple[Glob, ...]:
    """Prepare patterns; what is beyond `MOST_PATTERNS` is not heeded."""
    return tuple(Glob.of(pattern) for pattern in islice(patterns, MOST_PATTERNS))


def relative(path: Path, base: Path) -> str | None:
    """Return `path` relative to `base` with ``/`` (``.`` for itself), or None if not below it."""
    try:
        return path.relative_to(base).as_posix()
    except ValueError:
        return None
