"""Literal and folded scalars: how text with line ends is written, and how a block is revised.

A line of a literal block that stays keeps its bytes, also its trailing blanks and its break;
the header changes only as far as the value asks (docs/formats.md, Files).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.yaml_layout import BREAK, BlockScalar, Lines
from editor.core.yaml_scalars import kept_ends

_UNWRITABLE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
# Above this product of line counts lines are not compared one by one: it takes too long.
_COMPARED = 250_000


@dataclass(frozen=True, slots=True)
class Block:
    """A new literal scalar.

    Attributes:
        header: Such as ``|2-``.
        lines: The content lines with their indentation, without breaks.
        ends: Whether the last line needs a break to give the value.
    """

    header: str
    lines: tuple[str, ...]
    ends: bool


def literal_holds(text: str) -> bool:
    """Whether a literal block can hold every character of `text`."""
    return not _UNWRITABLE.search(text)


def literal(text: str, indent: int, parent: int, indicated: bool = False) -> Block | None:
    """Write `text` as a literal block.

    Args:
        text: The value.
        indent: Spaces before each line.
        parent: The indentation that an indicator counts from.
        indicated: Whether to say the indentation even if it shows.

    Returns:
        The block, or None if a literal block cannot hold the text.
    """
    if not literal_holds(text):
        return None
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomping = "-" if not ends else "" if ends == 1 and body else "+"
    indicator = ""
    if indicated or _needs_indicator(body):
        if not 1 <= indent - parent <= 9:
            return None
        indicator = str(indent - parent)
    lines = _lines(body, indent)
    lines += [""] * (ends - 1 if body else ends)
    return Block(f"|{indicator}{chomping}", tuple(lines), ends > 0)


def _needs_indicator(body: str) -> bool:
    """Whether the first line with text, or a blank one before it, begins with a space."""
    first = next((line for line in body.split("\n") if line), "")
    return first.startswith(" ")


def _lines(body: str, indent: int) -> list[str]:
    if not body:
        return []
    return [" " * indent + line if line else "" for line in body.split("\n")]


def revised_literal(
    lines: Lines, block: BlockScalar, new: str, indent: int, indicated: bool = False
) -> tuple[Edit, ...] | None:
    """Return the edits that make a literal block hold `new`, or None if it cannot.

    Args:
        lines: The text.
        block: The block as it stands.
        new: The wanted value.
        indent: The indentation to use if the block shows none.
        indicated: Whether to say the indentation even if the value does not ask for it.
    """
    if not literal_holds(new):
        return None
    indent = block.indent if block.indent is not None else indent
    body = new.rstrip("\n")
    ends = len(new) - len(body)
    needed = (indicated or _needs_indicator(body)) and not block.indicated
    if needed and not 1 <= indent - block.parent <= 9:
        return None
    old = _content(lines, block.content)
    unended = bool(old) and not old[-1][1]
    chomping = _chomping(block, ends, bool(body), unended)
    if (chomping == "+") != (block.chomping == "+"):
        block = _with_tail(lines, block, chomping == "+")
    wanted = body.split("\n") if body else []
    wanted += [""] * (ends - 1 if body and ends else ends)
    edits = [_header_edit(lines.text, block, chomping, indent if needed else None)]
    edits += _content_edits(lines, block, wanted, indent, ends > 0)
    return tuple(edit for edit in edits if edit is not None)


def _content(lines: Lines, span: Span) -> list[tuple[str, str, int]]:
    """The content lines: text, break and offset of each."""
    result = []
    at = span.start
    while at < span.end:
        result.append((lines.text[at : lines.end(at)], lines.ending(at), at))
        at = lines.after(at)
    return result


def _with_tail(lines: Lines, block: BlockScalar, kept: bool) -> BlockScalar:
    """The block with the blank lines behind it as content, or without them."""
    start, end = block.content.start, block.content.end
    if kept:
        while end < len(lines.text) and lines.ending(end) and not _text(lines, end).strip(" "):
            end = lines.after(end)
    else:
        while end > start and not _text(lines, lines.start(end - 1)).strip(" "):
            end = lines.start(end - 1)
    return replace(block, content=Span(start, end))


def _text(lines: Lines, start: int) -> str:
    return lines.text[start : lines.end(start)]


def _chomping(block: BlockScalar, ends: int, body: bool, unended: bool) -> str:
    """The chomping that gives `ends` final line ends, changed only if it must be."""
    if not ends:
        empty = not body and block.chomping != "+"
        return block.chomping if (unended and body) or empty else "-"
    if ends > 1 or not body:
        return "+"
    return "" if block.chomping == "-" else block.chomping


def _header_edit(text: str, block: BlockScalar, chomping: str, indent: int | None) -> Edit | None:
    old = block.header.of(text)
    new = old.translate({ord("-"): None, ord("+"): None})
    if indent is not None:
        new += str(indent - block.parent)
    signed_first = old[1:2] in ("-", "+") and len(old) > 2
    new = new[0] + chomping + new[1:] if signed_first else new + chomping
    return Edit(block.header, new) if new != old else None


def _content_edits(
    lines: Lines, block: BlockScalar, wanted: list[str], indent: int, ends: bool
) -> Iterator[Edit]:
    """Replace the lines that differ; a line that stays keeps its bytes."""
    old = _content(lines, block.content)
    known = [line[indent:] for line, _, _ in old]
    offsets = [*(at for _, _, at in old), block.content.end]
    text = lines.text
    for first, last, new_first, new_last in _changes(known, wanted):
        start, end = offsets[first], offsets[last]
        default = lines.new_line(max(block.header.start, min(start, len(text)) - 1))
        parts = []
        for number, line in enumerate(wanted[new_first:new_last], first):
            ending = old[number][1] if number < last else ""
            parts.append((" " * indent + line if line else "") + (ending or default))
        new = "".join(parts)
        if end == len(text) and not _ended(text):
            # A text without a final break stays so if the value allows it.
            if new and not ends:
                new = new[: -len(BREAK.findall(new)[-1])]
            if start == len(text) and (new or ends):
                new = default + new
        if new != text[start:end]:
            yield Edit(Span(start, end), new)


def _changes(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges of lines that differ: of the old ones and of the new ones."""
    front = 0
    while front < min(len(old), len(new)) and old[front] == new[front]:
        front += 1
    back = 0
    while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
        back += 1
    rest, fresh = old[front : len(old) - back], new[front : len(new) - back]
    if len(rest) * len(fresh) > _COMPARED:
        yield front, front + len(rest), front, front + len(fresh)
        return
    matcher = SequenceMatcher(None, rest, fresh, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            yield front + first, front + last, front + new_first, front + new_last
    if not rest and not fresh and not back:
        # Nothing differs, but the last line may lack the break that the value asks for.
        yield len(old), len(old), len(new), len(new)


def _ended(text: str) -> bool:
    return text.endswith(("\n", "\r", "\x85", "\u2028", "\u2029"))


def revised_folded(lines: Lines, block: BlockScalar, old: str, new: str) -> tuple[Edit, ...] | None:
    """Return the edit that makes a folded block hold `new`, or None if it is not plain to see.

    Line folds that stay are kept; new line ends are written as blank lines.
    """
    body, wanted = old.rstrip("\n"), new.rstrip("\n")
    if block.indent is None or old[len(body) :] != new[len(wanted) :] or not literal_holds(new):
        return None
    units = folded_units(lines, block)
    count = 0
    while count < len(units) and len("".join(unit[0] for unit in units[:count])) < len(body):
        count += 1
    units = units[:count]
    if "".join(unit[0] for unit in units) != body:
        return None
    front, back, between = kept_ends([unit[0] for unit in units], wanted)
    start = units[front][1] if front < len(units) else units[-1][2] if units else None
    if start is None:
        return None
    end = units[back - 1][2] if back > front else start
    ending = lines.new_line(block.header.start)
    indent = " " * block.indent
    middle = re.sub("\n+", lambda match: ending * (len(match[0]) + 1) + indent, between)
    return (Edit(Span(start, end), middle),)


def folded_units(lines: Lines, block: BlockScalar) -> list[tuple[str, int, int]]:
    """Characters and folds of a folded block: value, start and end in the text."""
    units: list[tuple[str, int, int]] = []
    at, waiting, from_ = block.content.start, 0, block.content.start
    indent = block.indent or 0
    deeper = False
    while at < block.content.end:
        first, stop = min(at + indent, lines.end(at)), lines.end(at)
        if first < stop:
            now = lines.text[first] in " \t"
            keep = waiting if deeper or now or not units else max(waiting - 1, 0)
            value = "\n" * keep if keep or not waiting or not units else " "
            if units or value:
                units.append((value, from_, first))
            units += [(lines.text[place], place, place + 1) for place in range(first, stop)]
            deeper, waiting, from_ = now, 0, stop
        waiting += 1
        at = lines.after(at)
    return units
