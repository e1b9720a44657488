"""A soul's sections as units of text: what moves with a section and what stays where it is.

A unit is the comments directly above a section, its lines, and the gap behind it. Comments and
lines go where the section goes; gaps stay in their places, as do the notes at the head and the
tail. Whoever arranges units anew asks afterwards whether each still reads as it did
(docs/formats.md, Soul).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from editor.core.diagnostics import ParseFault
from editor.core.diff import gaps
from editor.core.edits import Edit, apply_edits, minimal
from editor.core.matching import matching_runs
from editor.core.spans import LINE_END, Span
from editor.core.yaml_block_edits import closing_edit
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_layout import BREAK, Lines
from editor.core.yaml_nodes import YamlNode
from editor.core.yaml_places import last_scalar

_BLANK_LINES = re.compile("(?: *(?:\r\n|[\n\r]))*")


@dataclass(frozen=True, slots=True)
class Unit:
    """One section with what belongs to it.

    Attributes:
        above: The lines of its own comments.
        item: Its lines, without the line end of the last one.
        gap: That line end, and what stands between it and the next unit; empty at the end of a
            text without a final line end.
        value: What the item reads as.
        keeps: Whether its last text takes in the blank lines behind it.
    """

    above: str
    item: str
    gap: str
    value: object
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring units, with what stands before the first and behind the last.

    Attributes:
        lead: Notes above the first unit.
        units: The units.
        rest: The comments of the unit behind the last.
        is_last: Whether the last unit is the last of the list.
        line_end: The line end to use where nothing shows one.
    """

    lead: str
    units: tuple[Unit, ...]
    rest: str
    is_last: bool
    line_end: str = "\n"

    @property
    def text(self) -> str:
        """The text of it all."""
        return "".join(self.parts())

    def parts(self) -> list[str]:
        """Return the text in parts that move as a whole, and the gaps between them."""
        parts = [part for unit in self.units for part in (unit.above + unit.item, unit.gap)]
        return [self.lead, *parts, self.rest]

    def slices(self) -> Iterator[tuple[str, object]]:
        """Yield the lines from each unit's first to the next one's, and what the item reads as."""
        for number, unit in enumerate(self.units, 1):
            comments = self.units[number].above if number < len(self.units) else self.rest
            yield unit.item + unit.gap + comments, unit.value


@dataclass(frozen=True, slots=True)
class Item:
    """An item as it stands, from its first line to the next item's.

    Attributes:
        text: Those lines.
        end: Where what it says ends in them.
        node: The item as YAML.
    """

    text: str
    end: int
    node: YamlNode


def run_of(head: str, items: Sequence[Item], column: int, is_last: bool, line_end: str) -> Run:
    """Cut items into units.

    Args:
        head: What stands above the first one, from the start of the template part.
        items: Neighbouring items.
        column: The column of their dashes.
        is_last: Whether the last of them is the last of the list: what stands behind it is a
            note at the tail.
        line_end: The usual line end of the text.
    """
    own = _comments_at_end(head, 0, column)
    lead, above = head[:own], head[own:]
    if not lead:  # a comment that begins the template part is its head, which stays
        lead, above = head, ""
    units: list[Unit] = []
    for number, item in enumerate(items):
        end = _with_inner_comments(item.text, _line_end(item.text, item.end), column)
        behind = len(item.text)
        if number + 1 < len(items) or not is_last:
            behind = _comments_at_end(item.text, end, column)
        last = last_scalar(item.node)
        keeps = last.block is not None and not last.alias and last.block.chomping == "+"
        value = item.node.value
        units.append(Unit(above, item.text[:end], item.text[end:behind], value, keeps))
        above = item.text[behind:]
    return Run(lead, tuple(units), above, is_last, line_end)


def _line_end(text: str, end: int) -> int:
    """Return the end of the line in which something ends at `end`, before its break."""
    found = BREAK.search(text, max(end - 2 if text.endswith("\r\n", 0, end) else end - 1, 0))
    return found.start() if found else len(text)


def _with_inner_comments(text: str, end: int, column: int) -> int:
    """Return the end of an item with the comments behind it that stand in it by indentation."""
    if "#" not in text[end:]:
        return end
    lines = Lines(text)
    at = lines.after(end)
    while at < len(text):
        stop = lines.end(at)
        line = text[at:stop]
        indent = len(line) - len(line.lstrip(" "))
        if line[indent : indent + 1] == "#" and indent > column:
            end = stop
        elif line.strip(" "):
            break
        at = lines.after(at)
    return end


def _comments_at_end(text: str, start: int, column: int) -> int:
    """Return where the comment lines at `column` begin that `text` ends with, behind `start`."""
    own = len(text)
    while own > start and text[own - 1] in "\r\n":
        end = own - 2 if text.endswith("\r\n", start, own) else own - 1
        line = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        if line < start or not text.startswith(" " * column + "#", line):
            break
        own = line
    return own


def moved(run: Run, index: int, to: int) -> Iterator[Run]:
    """Yield runs in which unit `index` is number `to`; the gaps keep their places."""
    for base in _bases(run):
        units = list(base.units)
        units.insert(to, units.pop(index))
        gaps = [unit.gap for unit in base.units]
        placed = [replace(unit, gap=gap) for unit, gap in zip(units, gaps, strict=True)]
        yield from _variants(base, placed)


def removed(run: Run, index: int) -> Iterator[Run]:
    """Yield runs without unit `index`; what stands around it is left as it is."""
    units = list(run.units)
    gone = units.pop(index)
    first = LINE_END.match(gone.gap)
    behind = gone.gap[first.end() :] if first else gone.gap
    if index:
        before = units[index - 1]
        units[index - 1] = replace(before, gap=before.gap + behind)
        yield from _variants(run, units)
    else:
        yield from _variants(replace(run, lead=run.lead + behind), units)


def inserted(run: Run, index: int, above: str, item: str, value: object) -> Iterator[Run]:
    """Yield runs in which a new unit is number `index`, set off as its neighbours are."""
    for base in _bases(run):
        units = list(base.units)
        if not units:
            lead = base.lead or base.line_end
            lead += "" if lead.endswith(("\n", "\r")) else base.line_end
            yield replace(base, lead=lead, units=(Unit(above, item, base.line_end, value),))
            continue
        apart = _apart(base, index)
        if index:
            before = units[index - 1]
            units[index - 1] = replace(before, gap=apart)
            units.insert(index, Unit(above, item, before.gap, value))
        else:
            units.insert(0, Unit(above, item, apart, value))
        yield from _variants(base, units)


def _apart(run: Run, index: int) -> str:
    """Return what to put beside a new unit: as many blank lines as stand between its neighbours."""
    gaps = [unit.gap for unit in (run.units[:-1] if run.is_last else run.units)]
    gap = next(iter([*gaps[max(0, index - 1) :], *gaps[-1:]]), None)
    line_end = next((LINE_END.findall(each.gap)[0] for each in run.units if each.gap), run.line_end)
    if gap is None:
        return line_end * 2
    first = LINE_END.match(gap)
    blank = _BLANK_LINES.match(gap, first.end() if first else 0)
    return line_end * (1 + len(LINE_END.findall(blank[0] if blank else "")))


def run_edits(old: Run, new: Run) -> tuple[Edit, ...]:
    """Return the edits of the text of `old` that make it that of `new`: what stays is kept."""
    before, after = old.parts(), new.parts()
    starts = [0, *accumulate(map(len, before))]
    runs = matching_runs(before, after)
    edits = [
        Edit(Span(starts[ours.start], starts[ours.end]), "".join(after[theirs.start : theirs.end]))
        for ours, theirs in gaps(runs, len(before), len(after))
    ]
    text = "".join(before)
    return tuple(edit for edit in (minimal(text, each) for each in edits) if edit is not None)


def _bases(run: Run) -> Iterator[Run]:
    """Yield the run as it is, and with the end of a text without a final line end mended.

    ``|`` at the end of such a text has no final line end; where lines follow it must be ``|-``.
    """
    yield run
    if not run.units or run.units[-1].gap:
        return
    last = run.units[-1]
    for gap in ("", run.line_end):
        closed = replace(last, item=_closed(last.item), gap=gap)
        yield replace(run, units=(*run.units[:-1], closed))


def _closed(item: str) -> str:
    try:
        tree = YamlLanguage().parse(item)
    except ParseFault:
        return item
    return item if tree.root is None else apply_edits(item, closing_edit(tree, tree.root))


def _variants(run: Run, units: Iterable[Unit]) -> Iterator[Run]:
    """Yield the units as they are, and without blank lines that a text would take in."""
    placed = tuple(units)
    yield replace(run, units=placed)
    if any(unit.keeps for unit in placed):
        yield replace(run, units=tuple(_trimmed(unit) for unit in placed))


def _trimmed(unit: Unit) -> Unit:
    first = LINE_END.match(unit.gap)
    if not unit.keeps or first is None:
        return unit
    blank = _BLANK_LINES.match(unit.gap, first.end())
    return replace(unit, gap=first[0] + unit.gap[blank.end() if blank else first.end() :])
