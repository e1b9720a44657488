"""Edits of block mappings and lists: whole lines of one entry, and nothing else.

An entry is its lines with the comments directly above it (see `entry_lines`). Every function
proposes edits; the language reads the result and refuses what does not read as intended.
"""

import re

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.tree import NodeKind
from editor.core.yaml_layout import BREAKS, Lines, blanks
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree
from editor.core.yaml_places import (
    Place,
    entry_end,
    entry_lines,
    gap_of,
    habits_of,
    last_scalar,
)
from editor.core.yaml_scalars import key_source
from editor.core.yaml_writing import Style, Written, entry_source, with_gap, written

Edits = tuple[Edit, ...]
_BLANK_LINES = re.compile("(\r\n|[\n\r\x85\u2028\u2029])(?: *(?:\r\n|[\n\r\x85\u2028\u2029]))+")


def replace_value(place: Place, new: Written) -> Edits:
    """Put `new` in the place of a value in block context."""
    node, lines = place.node, place.tree.lines
    if node.style == "block" and not node.alias and node.own():
        return _replace_collection(place, new)
    if node.block is not None and not node.alias:
        inline, region = node.block.header, node.block.content
    else:
        inline = node.span
        after = lines.after(node.span.end)
        region = Span(after, after)
    if place.entry is None and not new.inline and _alone(lines, inline):
        return tuple(_below(lines, Span(lines.start(inline.start), region.end), new))
    if new.inline or place.entry is None:
        return _merged([_inline_edit(place, inline, new.inline), *_below(lines, region, new)])
    if lines.opens(inline.start) and inline.start > place.lead:
        whole = Span(lines.start(inline.start), region.end)
        return tuple(_below(lines, whole, new))
    return _merged([Edit(Span(place.lead, inline.end), ""), *_below(lines, region, new)])


def _alone(lines: Lines, span: Span) -> bool:
    """Whether nothing else stands on the line of `span`."""
    rest = lines.text[span.end : lines.end(span.end)]
    return lines.opens(span.start) and not rest.strip(" \t")


def _replace_collection(place: Place, new: Written) -> Edits:
    node, lines = place.node, place.tree.lines
    first = node.own()[0]
    last = node.own()[-1]
    end = entry_end(lines, last)
    if place.entry is None:
        start = lines.start(first.start)
        top = (new.inline,) if new.inline else ()
        whole = Written("", (*top, *new.below), new.ends)
        return tuple(_below(lines, Span(start, lines.after(end)), whole))
    if not lines.opens(first.start):
        # It begins behind the dash or colon on the same line.
        ending = lines.new_line(first.start)
        if not new.inline:
            start = place.lead
            return (Edit(Span(start, end), ending + ending.join(new.below)),)
        return (Edit(Span(first.start, end), ending.join((new.inline, *new.below))),)
    start = lines.start(entry_lines(place.tree, node, 0).start)
    region = Span(start, lines.after(end))
    inline = Span(place.lead, place.lead)
    edits = [_inline_edit(place, inline, new.inline)] if new.inline else []
    return _merged([*edits, *_below(lines, region, new)])


def _inline_edit(place: Place, span: Span, source: str) -> Edit:
    """Put `source` on the indicator's line, with a blank and a colon where they are missing."""
    text = place.tree.text
    entry = place.entry
    if entry is not None and span.start == span.end:
        mapping = entry.key_span is not None
        if mapping and not entry.colon:
            # `? key` without a value: the value gets a line of its own.
            lines = place.tree.lines
            source = f"{lines.new_line(entry.start)}{' ' * place.column}: {source}"
        elif source and text[span.start - 1 : span.start] not in (" ", "\t"):
            source = f" {source}"
        if source and span.start < len(text) and text[span.start] not in " \t" + BREAKS:
            source += " "
    return Edit(span, source)


def _below(lines: Lines, region: Span, new: Written) -> list[Edit]:
    """Put the lines below in the place of whole lines."""
    text = lines.text
    if not new.below:
        return [Edit(region, "")] if len(region) else []
    ending = lines.new_line(max(region.start - 1, 0))
    source = ending.join(new.below)
    at_end = region.end == len(text)
    open_end = at_end and bool(text) and text[-1] not in BREAKS
    if region.start == len(text) and open_end:
        source = ending + source
    if not at_end or not open_end or new.ends:
        source += ending
    return [Edit(region, source)]


def _merged(edits: list[Edit]) -> Edits:
    return tuple(edit for edit in edits if len(edit.span) or edit.text)


def insert_entry(
    tree: YamlTree,
    container: YamlNode,
    column: int,
    index: int,
    key: str | None,
    value: object,
    style: Style = Style.BLOCK,
) -> Edits:
    """Add an entry to a block container.

    Args:
        tree: The text.
        container: The block mapping or list, with at least one entry.
        column: Its column.
        index: The number it gets among the entries written there.
        key: The key, or None in a list.
        value: The value.
        style: How freely it is laid out.
    """
    entries = container.own()
    in_list = container.kind is NodeKind.SEQUENCE
    neighbour = entries[min(index, len(entries) - 1)]
    habits = habits_of(tree)
    gap = 1
    if in_list:
        habits = with_gap(habits, gap_of(tree, neighbour))
        gap = habits.gap
    part = written(value, column, habits, in_list, style)
    head = "-" if key is None else f"{key_source(key, False)}:"
    new = entry_source(head, part, column, gap)
    lines = tree.lines
    if index < len(entries):
        span = entry_lines(tree, container, index)
        ending = lines.new_line(span.start)
        source = ending.join(new)[column:] + ending + " " * column
        return (Edit(Span(span.start, span.start), source),)
    end = entry_end(lines, entries[-1])
    return _append(lines, end, new, part.ends)


def _append(lines: Lines, end: int, new: list[str], ends: bool) -> Edits:
    """Add lines behind the line that ends at `end`."""
    after = lines.after(end)
    return tuple(_below(lines, Span(after, after), Written("", tuple(new), ends)))


def closing_edit(tree: YamlTree, container: YamlNode) -> Edits:
    """Return the edit that lets a literal at the unended last line keep its value.

    ``|`` at the end of a text without a final break has no final line end; with lines below it
    needs ``|-`` for the same value.
    """
    last = last_scalar(container)
    if last.block is None or last.block.content.end < len(tree.text):
        return ()
    if tree.text.endswith(tuple(BREAKS)) or last.block.chomping == "-":
        return ()
    header = last.block.header
    return (Edit(header, header.of(tree.text).rstrip("+") + "-"),)


def first_entry(tree: YamlTree, value: object, style: Style = Style.BLOCK) -> Edits:
    """Put a first value into a text that holds none, behind its comments."""
    new = written(value, -1, habits_of(tree), False, style)
    top = (new.inline,) if new.inline else ()
    lines = tree.lines
    start = lines.start(tree.body_end) if tree.body_end < len(tree.text) else tree.body_end
    return tuple(_below(lines, Span(start, start), Written("", (*top, *new.below), new.ends)))


def remove_entry(place: Place, blank_lines: bool = False) -> Edits:
    """Take an entry out of a block container, which keeps its type when it gets empty.

    Args:
        place: The entry.
        blank_lines: Whether the blank lines below go too, which a block scalar that keeps its
            final line ends would otherwise take in.
    """
    container = place.parents[-1]
    tree, lines = place.tree, place.tree.lines
    entries = container.own()
    if len(entries) == 1:
        return _emptied(place, container)
    span = entry_lines(tree, container, place.index)
    if lines.opens(span.start):
        end = lines.after(span.end)
        while blank_lines and end < len(lines.text) and not _line(lines, end).strip(" "):
            end = lines.after(end)
        return (Edit(Span(lines.start(span.start), end), ""),)
    # It stands behind a dash: what follows moves up to its place.
    following = entry_lines(tree, container, place.index + 1).start
    rest = lines.after(span.end)
    kept = rest
    while kept < following and lines.text[blanks(lines.text, kept)] in BREAKS:
        kept = lines.after(kept)
    return (Edit(Span(span.start, blanks(lines.text, kept)), ""),)


def _emptied(place: Place, container: YamlNode) -> Edits:
    if len(place.parents) == 1:
        span = entry_lines(place.tree, container, 0)
        lines = place.tree.lines
        if container.outer == container.behind and lines.opens(span.start):
            return (Edit(Span(lines.start(span.start), lines.after(span.end)), ""),)
    above = Place(
        place.tree,
        container,
        _holder(place),
        place.parents[:-1],
        0,
        place.steps[:-1],
    )
    empty = "[]" if container.kind is NodeKind.SEQUENCE else "{}"
    return replace_value(above, Written(empty))


def _holder(place: Place) -> YamlEntry | None:
    if len(place.parents) < 2:
        return None
    return place.parents[-2].own()[place.steps[-2]]


def _line(lines: Lines, start: int) -> str:
    return lines.text[start : lines.end(start)]


def move_entry(
    tree: YamlTree, container: YamlNode, index: int, to: int, blank_lines: bool = False
) -> Edits:
    """Move an entry of a block container: the entries change places, what is between them stays.

    Args:
        tree: The text.
        container: The block container.
        index: The entry's number.
        to: The number it gets.
        blank_lines: Whether blank lines go that a block scalar would take in.
    """
    entries = container.own()
    spans = [entry_lines(tree, container, number) for number in range(len(entries))]
    order = list(range(len(entries)))
    order.insert(to, order.pop(index))
    low, high = min(index, to), max(index, to)
    text = tree.text
    parts = []
    for number in range(low, high + 1):
        parts.append(spans[order[number]].of(text))
        end = spans[number + 1].start if number < high else spans[high].end
        gap = text[spans[number].end : end]
        last = last_scalar(entries[order[number]].node)
        if blank_lines and last.block is not None and last.block.chomping == "+":
            tail = _BLANK_LINES.match(text, spans[number].end)
            if tail and number == high:
                gap, end = tail[1], tail.end()
            elif tail:
                gap = tail[1] + text[tail.end() : end]
        parts.append(gap)
    return (Edit(Span(spans[low].start, end), "".join(parts)),)
