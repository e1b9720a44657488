"""Regular expressions of others, which may be made to take for ever: tried where they end soon.

Python's engine goes back and tries again; how often depends on how the repeats of an expression
stand to each other and on the length of the text. Both are bounded here before it is started.
"""

import math
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache

_MOST_STEPS = 10_000_000
"""Tries that an expression may need at most, as far as they can be told beforehand."""
_LONGEST = 1_000
"""Characters of an expression; longer ones are not tried."""
_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(\*|\+|\{\d*,?\d*\}|\?)|(\()|(\))|(\|)", re.S)


def searched(pattern: str, text: str) -> bool | None:
    """Whether `pattern` is found in `text`.

    Returns:
        None if it is no regular expression, or if finding out might take too long.
    """
    if not _ends_soon(pattern, len(text)):
        return None
    compiled = _compiled(pattern)
    return None if compiled is None else compiled.search(text) is not None


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None


def _ends_soon(pattern: str, length: int) -> bool:
    """Estimate the tries from above.

    Repeats beside each other cost the length of the text once each; repeats or choices inside a
    repeated group multiply the tries with every character.
    """
    if len(pattern) > _LONGEST:
        return False
    shape = _shape(pattern)
    most = math.log(_MOST_STEPS)
    if shape.is_nested:
        base = 2 * (shape.repeats + shape.choices) + 1
        return not shape.is_counted and length * math.log(base) <= most
    choices = shape.choices * math.log(2)
    return (shape.repeats + 1) * math.log(max(length, 2)) + choices <= most


@dataclass
class _Shape:
    """What an expression is made of; `is_nested` if a repeated group repeats or chooses."""

    repeats: int = 0
    choices: int = 0
    is_counted: bool = False
    is_nested: bool = False


def _shape(pattern: str) -> _Shape:
    found = _Shape()
    inside: list[int] = []
    closed, inner = -1, 0
    for match in _TOKEN.finditer(pattern):
        repeat, opens, closes, choice = match.groups()
        if repeat and pattern[: match.start()][-1:] != "(":
            found.is_nested |= closed == match.start() and repeat != "?" and inner > 0
            found.is_counted |= repeat.startswith("{")
            found.repeats += not repeat.startswith("{") or "," in repeat
        elif opens:
            inside.append(found.repeats + found.choices)
        elif closes and inside:
            closed, inner = match.end(), found.repeats + found.choices - inside.pop()
        elif choice:
            found.choices += 1
    return found
