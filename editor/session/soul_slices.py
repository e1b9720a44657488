"""The lines of one section of a soul, and when they may be read without the others.

Below the marker stands a list. Where every item begins on a line of its own, at the same column,
and nothing in one refers to another, the list is the sum of its items: each can be read alone and
gives what reading the whole gives. What is not so is found here, and then all is read.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from editor.core.spans import LINE_END, Span
from editor.core.tree import NodeKind
from editor.core.yaml_nodes import YamlEntry, YamlNode, YamlTree
from editor.core.yaml_retyping import Retyped, retyped
from editor.formats.soul_sections import Section, Sections, only_section, read_sections

_BREAKS = "\r\n\x85\u2028\u2029"
"""What YAML takes for the end of a line."""
_DOCUMENT_MARK = re.compile(rf"(?:\A|(?<=[{_BREAKS}]))(?:---|\.\.\.)(?=\s|\Z)")
_NOTES = re.compile(rf"(?:[ \t]*(?:#[^{_BREAKS}]*)?(?:\r\n|[{_BREAKS}]|\Z))*")
"""Blank lines and comments."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The lines from one item's first line up to the next one's.

    Attributes:
        text: The lines with their line ends.
        section: What they say; places count from the start of `text`.
        lines: How many lines they are.
        tree: The lines as YAML, if they were read alone.
    """

    text: str
    section: Section
    lines: int
    tree: YamlTree | None = None


def line_count(item: Slice) -> int:
    """Return how many lines a slice has: its height among its neighbours."""
    return item.lines


def only_notes(text: str) -> bool:
    """Whether nothing but blank lines and comments stands in `text`."""
    return _NOTES.fullmatch(text) is not None


def cut(lines: Sequence[str], column: int) -> Iterator[range]:
    """Yield the ranges of `lines` that begin with an item's dash at `column`; before it nothing."""
    dash = " " * column + "-"
    end = column + 1
    starts = [
        number
        for number, line in enumerate(lines)
        if line.startswith(dash) and (len(line) == end or line[end] in " \t\r\n")
    ]
    yield from map(range, starts, [*starts[1:], len(lines)])


def read_slice(text: str, lines: int, column: int, length: int | None = None) -> Slice | None:
    """Read the lines of one item alone, or None if that would not be sound.

    Args:
        text: The lines with their ends.
        lines: How many they are.
        column: Where the item's dash must stand.
        length: About how long the whole template part is, if that is known.
    """
    found = read_sections(text, Span(0, len(text)), length=length)
    if found.fault is not None or len(found.sections) != 1 or not stands_alone(found, text):
        return None
    section = found.sections[0]
    return Slice(text, section, lines, found.tree) if section.span.start == column else None


def retyped_slice(item: Slice, number: int, line: str) -> tuple[Slice, Retyped] | None:
    """Return a slice in which a line reads otherwise, if it is plain to see what that says.

    Args:
        item: The slice as it was.
        number: The number of the line in it.
        line: The line now, with its line end.

    Returns:
        The slice, and what was typed; None if the lines have to be read.
    """
    if item.tree is None or not number:
        return None
    was = _line_place(item.text, number)
    end = len(was.of(item.text)) - len(was.of(item.text).rstrip("\r\n"))
    own = Span(was.start, was.end - end)
    ending = item.text[own.end : was.end]
    new = line.removesuffix(ending)
    if not line.endswith(ending) or new.endswith(("\r", "\n")):
        return None
    found = retyped(item.tree, own, new)
    if found is None:
        return None
    tree, typed = found
    return Slice(tree.text, only_section(tree), item.lines, tree), typed


class Unproven:
    """Slices that were not read as they are: they came of others by what is plain to see."""

    def __init__(self) -> None:
        self._slices: dict[int, Slice] = {}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._slices)

    def note(self, old: Slice, new: Slice) -> None:
        """Note that `new` came of `old` and took its place."""
        self._slices.pop(id(old), None)
        self._slices[id(new)] = new

    def are_right(self, slices: Iterable[Slice], column: int | None, length: int) -> bool:
        """Read those of `slices`, and forget them; say whether they are as they were taken for.

        Args:
            slices: The slices that count.
            column: See `read_slice`; None if all was read again.
            length: See `read_slice`.
        """
        noted, self._slices = self._slices, {}
        if column is None:
            return True
        for each in slices if noted else ():
            if id(each) in noted:
                read = read_slice(each.text, each.lines, column, length)
                if read is None or read.section != each.section:
                    return False
        return True


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their ends; the last one has none."""
    ends = [match.end() for match in LINE_END.finditer(text)]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]


def _line_place(text: str, number: int) -> Span:
    """Return the place of a line with its line end."""
    if "\r" in text:
        starts = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]
        return Span(starts[number], starts[number + 1])
    parts = text.split("\n", number + 1)  # this, not a pattern: blocks may be long
    start = sum(map(len, parts[:number])) + number
    return Span(start, min(len(text), start + len(parts[number]) + 1))


def stands_alone(found: Sections, text: str) -> bool:
    """Whether nothing in `text`, read as `found`, refers to what stands outside or ends it."""
    tree = found.tree
    root = tree.root if tree is not None else None
    if tree is None or root is None or root.kind is not NodeKind.SEQUENCE or root.style != "block":
        return False
    return not _DOCUMENT_MARK.search(text) and not _refers(root, tree.text)


def _refers(node: YamlNode, text: str) -> bool:
    """Whether an anchor, an alias or a tag stands in a node."""
    if node.alias or node.inherited or node.behind != node.outer:
        return True
    return any(_key_refers(entry, text) or _refers(entry.node, text) for entry in node.entries)


def _key_refers(entry: YamlEntry, text: str) -> bool:
    if entry.key_span is None:
        return False
    lead = text[entry.start : entry.key_span.start].strip("? \t\r\n")
    return bool(lead) or text.startswith(("*", "&", "!"), entry.key_span.start)


def slices_of(found: Sections, text: str, start: int) -> tuple[list[Slice], int] | None:
    """Return the slices of a template part that was read as a whole and the items' column.

    Args:
        found: What was read.
        text: The template part.
        start: Where it begins in the text that the places of `found` count in.

    Returns:
        None if the part is not the sum of its items.
    """
    if not found.sections or not stands_alone(found, text):
        return None
    dashes = [section.span.start - start for section in found.sections]
    starts = [_line_start(text, dash) for dash in dashes]
    columns = {dash - line for dash, line in zip(dashes, starts, strict=True)}
    leads = "".join(text[line:dash] for dash, line in zip(dashes, starts, strict=True))
    if len(columns) > 1 or len(set(starts)) < len(starts) or leads.strip(" "):
        return None
    if not only_notes(text[: starts[0]]):
        return None
    ends = [*starts[1:], len(text)]
    made = [
        Slice(text[begin:end], section.shifted(-(start + begin), 0), height)
        for begin, end, section, height in zip(
            starts, ends, found.sections, _heights(text, starts), strict=True
        )
    ]
    return made, columns.pop()


def whole_slices(sections: Sequence[Section], text: str, start: int) -> list[Slice]:
    """Return slices of a part that is not the sum of its items: each has the whole part as text.

    Their lines still are those from one item's first to the next one's; the arguments are those
    of `slices_of`.
    """
    starts = [_line_start(text, section.span.start - start) for section in sections]
    return [
        Slice(text, section.shifted(-start, 0), height)
        for section, height in zip(sections, _heights(text, starts), strict=True)
    ]


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _heights(text: str, starts: Sequence[int]) -> list[int]:
    """Return how many lines there are from each start to the next; the last line has no end."""
    if not starts:
        return []
    ends = [*starts[1:], len(text)]
    counts = [
        sum(1 for _ in LINE_END.finditer(text, begin, end))
        for begin, end in zip(starts, ends, strict=True)
    ]
    return [*counts[:-1], counts[-1] + 1]
