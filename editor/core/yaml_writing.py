"""Whole values as new YAML source, in block style with the text's habits or in flow style."""

from dataclasses import dataclass, replace
from enum import Enum

from editor.core.edits import EditRefused
from editor.core.yaml_blocks import literal
from editor.core.yaml_places import Habits
from editor.core.yaml_scalars import (
    check_text,
    double,
    inline_string,
    key_source,
    scalar_source,
)


class Style(Enum):
    """How freely new source is laid out."""

    BLOCK = "block"  # literal blocks for texts of several lines
    QUOTED = "quoted"  # as above, but every text on one line
    FLOW = "flow"  # everything on one line


STYLES = tuple(Style)
"""All styles, the first choice first; where one does not read right the next may."""


@dataclass(frozen=True, slots=True)
class Written:
    """New source for a value.

    Attributes:
        inline: What stands behind the indicator, on its line.
        below: The lines below, with their indentation, without breaks.
        ends: Whether the last line needs a break to give the value.
    """

    inline: str
    below: tuple[str, ...] = ()
    ends: bool = False


def flow_source(value: object) -> str:
    """Return `value` on one line, as it stands in a flow container."""
    if isinstance(value, str):
        check_text(value)
        return next(inline_string(value, flow=True)) if "\n" not in value else double(value)
    if isinstance(value, dict):
        pairs = (f"{key_source(_text_key(key), True)}: {flow_source(value[key])}" for key in value)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_source, value)) + "]"
    return scalar_source(value)


def written(
    value: object, column: int, habits: Habits, in_list: bool, style: Style = Style.BLOCK
) -> Written:
    """Write `value` in block style, or as `style` says.

    Args:
        value: Anything the language can write.
        column: The column of the block container it goes into, or -1 for the root.
        habits: How the text indents.
        in_list: Whether the container is a list.
        style: How freely.

    Raises:
        EditRefused: a value that YAML cannot hold.
    """
    if isinstance(value, str):
        return written_string(value, column, habits, style)
    if not isinstance(value, dict | list | tuple) or not value or style is Style.FLOW:
        return Written(flow_source(value))
    if in_list:
        inner = column + 1 + habits.gap
    elif column < 0:
        inner = 0
    else:
        inner = column + (habits.step if isinstance(value, dict) else habits.dash)
    lines: list[str] = []
    ends = False
    if isinstance(value, dict):
        for key in value:
            part = written(value[key], inner, habits, False, style)
            lines += entry_source(f"{key_source(_text_key(key), False)}:", part, inner, 1)
            ends = part.ends
    else:
        for item in value:
            part = written(item, inner, habits, True, style)
            lines += entry_source("-", part, inner, habits.gap)
            ends = part.ends
    if in_list:
        return Written(lines[0].lstrip(" "), tuple(lines[1:]), ends)
    return Written("", tuple(lines), ends)


def entry_source(head: str, part: Written, column: int, gap: int) -> list[str]:
    """Return the lines of one entry: `head` is a dash or a key with its colon."""
    first = " " * column + head + (" " * gap + part.inline if part.inline else "")
    return [first, *part.below]


def written_string(value: str, column: int, habits: Habits, style: Style = Style.BLOCK) -> Written:
    """Write a string in block style: plain, quoted, or a literal block for several lines."""
    check_text(value)
    if style is Style.FLOW:
        return Written(double(value))
    if "\n" in value and style is Style.QUOTED:
        return Written(double(value))
    if "\n" in value:
        made = written_literal(value, column, habits)
        return made if made is not None else Written(double(value))
    return Written(next(inline_string(value, flow=False)))


def written_literal(
    value: str, column: int, habits: Habits, indicated: bool = False
) -> Written | None:
    """Write a string as a literal block, or None if that cannot hold it."""
    parent = max(column, 0)
    indent = parent + max(1, min(habits.step, 9))
    block = literal(value, indent, parent, indicated)
    return None if block is None else Written(block.header, block.lines, block.ends)


def with_gap(habits: Habits, gap: list[int]) -> Habits:
    """Return `habits` with the gap of a neighbour, if it shows one."""
    return replace(habits, gap=gap[0]) if gap else habits


def _text_key(key: object) -> str:
    if not isinstance(key, str):
        raise EditRefused("Only text can be a key.")
    return key
