"""Edits of flow mappings and lists: one element with its comma, in the layout that is there."""

import re

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.yaml_layout import BREAKS, Lines, blanks, significant
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree
from editor.core.yaml_places import Place, flow_end

Edits = tuple[Edit, ...]
_COMMENTED = re.compile("([ \t]*,)?([ \t]+#[^\n\r\x85\u2028\u2029]*)?")


def insert_flow(tree: YamlTree, container: YamlNode, index: int, source: str) -> Edits:
    """Add an element, given as source, to a flow container."""
    text, entries = tree.text, container.own()
    start = container.span.start
    if not entries:
        return (Edit(Span(start + 1, start + 1), source),)
    if text[start] not in "{[":
        pair = container.span.of(text)
        parts = (pair, source) if index else (source, pair)
        return (Edit(container.span, "{" + ", ".join(parts) + "}"),)
    gap = _separator(tree, container)
    if index < len(entries):
        at = entries[index].start
        return (Edit(Span(at, at), source + gap),)
    at = flow_end(entries[-1])
    if tree.lines.opens(entries[-1].start) and "#" in text[at : tree.lines.end(at)]:
        return _below_comment(tree, entries[-1], source)
    return (Edit(Span(at, at), gap + source),)


def _below_comment(tree: YamlTree, last: YamlEntry, source: str) -> Edits:
    """Add an element on a line of its own below a last one whose line ends with a comment."""
    lines, text = tree.lines, tree.text
    at = flow_end(last)
    comma = significant(text, at)
    trailing = text[comma] == "," and comma < lines.end(at)
    indent = text[lines.start(last.start) : last.start]
    after = lines.after(at)
    line = Edit(Span(after, after), indent + source + "," * trailing + lines.new_line(at))
    return (line,) if trailing else (Edit(Span(at, at), ","), line)


def _separator(tree: YamlTree, container: YamlNode) -> str:
    """What stands between two elements: as between the last two, or as the first begins."""
    text, entries = tree.text, container.own()
    if len(entries) > 1:
        gap = text[flow_end(entries[-2]) : entries[-1].start]
        if not gap.strip(" \t,\r\n") and gap.count(",") == 1:
            return gap.lstrip(" \t")
    else:
        lead = text[container.span.start + 1 : entries[0].start]
        if lead and not lead.strip(" \t\r\n") and lead.strip(" \t"):
            return "," + lead
    return ", "


def remove_flow(place: Place) -> Edits:
    """Take an element out of a flow container with its comma."""
    container, tree = place.parents[-1], place.tree
    text, entries, lines = tree.text, container.own(), tree.lines
    if len(entries) == 1:
        if text[container.span.start] not in "{[":
            return (Edit(container.span, "{}"),)
        return (Edit(Span(container.span.start + 1, container.span.end - 1), ""),)
    start, end = entries[place.index].start, flow_end(entries[place.index])
    comma = significant(text, end)
    comma_end = comma + 1 if text[comma] == "," else end
    if lines.opens(start) and text[_blank_end(lines, comma_end)] in BREAKS + "#":
        edits = [Edit(Span(lines.start(start), lines.after(comma_end)), "")]
        if place.index == len(entries) - 1 and comma_end == end:
            before = significant(text, flow_end(entries[-2]))
            edits.insert(0, Edit(Span(before, before + 1), ""))
        return tuple(edits)
    if place.index < len(entries) - 1:
        return (Edit(Span(start, entries[place.index + 1].start), ""),)
    return (Edit(Span(flow_end(entries[-2]), end), ""),)


def _blank_end(lines: Lines, offset: int) -> int:
    """Return the first offset on this line that is no blank, at most the line's break."""
    return min(blanks(lines.text, offset), lines.end(offset))


def move_flow(tree: YamlTree, container: YamlNode, index: int, to: int) -> Edits:
    """Move an element of a flow container; a comment behind it on its line goes along."""
    entries, text = container.own(), tree.text
    low, high = min(index, to), max(index, to)
    spans = [Span(entry.start, flow_end(entry)) for entry in entries]
    tails = [_tail(tree, entries, number) for number in range(len(entries))]
    order = list(range(len(entries)))
    order.insert(to, order.pop(index))
    whole = Span(spans[low].start, spans[high].end + sum(map(len, tails[high])))
    parts = []
    for number in range(low, high + 1):
        comma, _, rest = tails[number]
        parts += [spans[order[number]].of(text), comma, tails[order[number]][1], rest]
    return (Edit(whole, "".join(parts)),)


def _tail(tree: YamlTree, entries: tuple[YamlEntry, ...], number: int) -> tuple[str, str, str]:
    """What follows an element: its comma, the comment on its line, and the rest of the gap."""
    lines, text = tree.lines, tree.text
    end = flow_end(entries[number])
    last = number == len(entries) - 1
    stop = lines.end(end) if last else entries[number + 1].start
    gap = text[end:stop]
    match = _COMMENTED.match(gap)
    if match is None or (last and not match[2]):
        return "", "", ""
    return match[1] or "", match[2] or "", gap[match.end() :]
