"""The parts of a soul while it is edited: personality, marker, and the lines of each section.

A change within the lines of some sections reads those again and no others; the result is that of
reading the whole text (docs/formats.md, Soul). While that is not possible the whole template part
is read: at once while it is small, else when `read_now` is called.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from editor.core.diagnostics import ParseFault
from editor.core.spans import LINE_END, Span
from editor.formats.soul_sections import Section, read_sections
from editor.formats.soul_text import MARKER, marker_lines
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.linesequence import LineSequence
from editor.session.soul_changes import PartsChanged
from editor.session.soul_slices import (
    Slice,
    Unproven,
    cut,
    line_count,
    lines_of,
    only_notes,
    read_slice,
    retyped_slice,
    slices_of,
    whole_slices,
)

LARGE = 64 * 1024
"""A template part of more characters is not read as a whole at every key."""


@dataclass(slots=True)
class SoulWork:
    """What was done so far; for tests of how it grows."""

    lines_retyped: int = 0
    slices_read: int = 0
    wholes_read: int = 0


class SoulParts:
    """Follows a document; whoever owns it tells it of every change.

    Attributes:
        marker: The number of the marker line, or None without a marker.
        fault: Why the sections are the last good ones and not those of the text, or None.
        fault_line: Its line, from 1 as people count, or None.
        is_due: Whether `read_now` has something to do: sections may be behind the text.
        work: What was done so far.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.marker: int | None = None
        self.fault: ParseFault | None = None
        self.fault_line: int | None = None
        self.is_due = False
        self.work = SoulWork()
        self._slices: LineSequence[Slice] = LineSequence((), line_count)
        self._column: int | None = None
        self._first = self._fault_base = 0
        self._waiting: LinesChanged | None = None
        self._unproven = Unproven()
        self._is_read = False
        self.read_again()

    @property
    def sections_count(self) -> int:
        """How many sections there are; those of the last good reading while there is a fault."""
        return len(self._slices)

    def numbers(self) -> range:
        """Return the numbers of the sections."""
        return range(len(self._slices))

    @property
    def has_marker(self) -> bool:
        """Whether the file has a template part of its own."""
        return self.marker is not None

    @property
    def column(self) -> int | None:
        """The column of the items' dashes, or None if they cannot be read each alone."""
        return self._column

    @property
    def is_read(self) -> bool:
        """Whether the sections were ever read: not if the text had a fault from the start."""
        return self._is_read

    @property
    def is_current(self) -> bool:
        """Whether the sections are those of the text as it is now."""
        return self._waiting is None

    @property
    def is_unproven(self) -> bool:
        """Whether `prove` has something to do."""
        return bool(self._unproven)

    @property
    def template_line(self) -> int:
        """The first line of the template part; behind the last line without one."""
        return self._document.line_count() if self.marker is None else self.marker + 1

    def section(self, index: int) -> Section:
        """Return a section; its places count from the start of `slice_text`."""
        return replace(self._slices[index].section, index=index)

    def sections(self) -> Iterator[Section]:
        """Yield the sections in order, quickly: their `index` says nothing."""
        return (each.section for each in self._slices)

    def slice(self, index: int) -> Slice:
        """Return the lines of a section; the same object while they are not read again."""
        return self._slices[index]

    def slice_text(self, index: int) -> str:
        """Return the text that the places of a section count in, with its line ends."""
        return self._slices[index].text

    def slice_start(self, index: int) -> int:
        """Return where `slice_text` begins in the text; with a fault, where it would now."""
        return self._offset_of(self.slice_line(index))

    def slice_line(self, index: int) -> int:
        """Return the line that `slice_text` begins with; with a fault, where it would now."""
        return self.template_line if self._column is None else self.first_line(index)

    def first_line(self, index: int) -> int:
        """Return the first line of a section, from 0; with a fault, where it would be now."""
        return self._placed(self._first + self._slices.height_before(index))

    def lines(self, index: int) -> range:
        """Return the lines of a section, up to the first one of the next; see `first_line`."""
        start = self._first + self._slices.height_before(index)
        return range(self._placed(start), self._placed_end(start + self._slices[index].lines))

    def line_in(self, index: int, line: int) -> int:
        """Return the number of a line, which `at_line` says is in a section, from its first."""
        origin = line if self._waiting is None else self._waiting.origin(line)
        start = self._first + self._slices.height_before(index)
        return (start if origin is None else origin) - start

    def at_line(self, line: int) -> int | None:
        """Return the number of the section whose lines hold `line`, or None."""
        origin = line if self._waiting is None else self._waiting.origin(line)
        if origin is None or not self._first <= origin < self._first + self._slices.total_height():
            return None
        return self._slices.at_height(origin - self._first)[0]

    def personality_text(self) -> str:
        """Return the text above the marker, or all of it, without its trailing line ends."""
        lines = self._document.line_count() if self.marker is None else self.marker
        return self._document.lines_text(lines).rstrip("\r\n")

    def update(self, change: LinesChanged) -> PartsChanged | None:
        """Follow a change of the document; return what became of the parts, if anything did."""
        marker = self.marker
        if marker is not None and change.first > marker:
            waiting = self._waiting
            return self._update_template(change if waiting is None else waiting.then(change))
        is_touched = marker is not None and change.old_end > marker
        if is_touched or self._has_marker_in(range(change.first, change.new_end)):
            return self.read_again()
        if marker is not None:
            self._move(marker + change.delta, change.delta)
        return PartsChanged(personality=True)

    def read_now(self) -> PartsChanged | None:
        """Read what was put off; return what became of the parts, if anything did."""
        return self._read_whole() if self.is_due else None

    def prove(self) -> PartsChanged | None:
        """Read what was taken over without; return what became of the parts if that was wrong."""
        if self._unproven.are_right(self._slices, self._column, self._size()):
            return None
        self._column = None  # nothing that was known counts
        return self._read_whole()

    def read_again(self) -> PartsChanged:
        """Find the marker again and read what stands below it."""
        text = self._document.text()
        found = marker_lines(text)
        if not found:
            return self._without_template()
        self.marker = sum(1 for _ in LINE_END.finditer(text, 0, found[0].start))
        self._first = self.template_line
        height = self._slices.total_height()
        all_lines = LinesChanged(self._first, height, self._document.line_count() - self._first)
        change = self._update_template(all_lines)
        return replace(change or PartsChanged(), personality=True)

    def _move(self, marker: int, by: int) -> None:
        """Follow a change above the marker: everything below is `by` lines further on."""
        self.marker = marker
        self._first += by
        if self._waiting is not None:
            self._waiting = replace(self._waiting, first=self._waiting.first + by)
        if self.fault is not None and self.fault_line is not None:
            start = self._offset_of(self.template_line)
            self.fault = self.fault.shifted(start - self._fault_base)
            self.fault_line += by
            self._fault_base = start

    def _without_template(self) -> PartsChanged:
        self.marker = None
        old = list(self._slices)
        self._slices.splice(0, len(old), [])
        self._column = None
        self._first = self._document.line_count()
        self._settle(None)
        return PartsChanged(0, len(old), 0, personality=True)

    def _update_template(self, change: LinesChanged) -> PartsChanged | None:
        typed = self._retype(change)
        if typed is not None:
            return typed
        found = self._read_lines(change)
        if found is not None:
            self._settle(None)
            return found
        self._waiting = change
        if self._is_read and self._size() > LARGE:
            self.is_due = True
            return None
        return self._read_whole()

    def _retype(self, change: LinesChanged) -> PartsChanged | None:
        """Take over a line typed into a literal block; `prove` reads it later."""
        at = change.first - self._first
        is_one_line = change.removed == change.added == 1 and self._waiting is None
        if not is_one_line or not 0 <= at < self._slices.total_height():
            return None
        index, number = self._slices.at_height(at)
        old = self._slices[index]
        found = retyped_slice(old, number, self._document.lines_text(1, change.first))
        if found is None:
            return None
        new, typed = found
        self._slices.splice(index, 1, [new])
        self._unproven.note(old, new)
        self.work.lines_retyped += 1
        return PartsChanged(index, 1, 1, moved=(None,), typed=typed, line=number)

    def _read_lines(self, change: LinesChanged) -> PartsChanged | None:
        """Read the sections that a change of lines touched, or None if that is not sound."""
        column, count = self._column, len(self._slices)
        if column is None:
            return None
        low, high = self._touched(change)
        above = self._first + self._slices.height_before(low) if low else self.template_line
        below = self._first + self._slices.height_before(high) + change.delta
        count = below - above
        texts = lines_of(self._document.lines_text(count, above))[:count]
        parts = list(cut(texts, column))
        lead = parts[0].start if parts else len(texts)
        is_all_gone = not parts and low == 0 and high == count
        if is_all_gone or (lead and (low or not only_notes("".join(texts[:lead])))):
            return None
        old = self._slices.part(low, high - low)
        made = self._slices_in(texts, parts, column, {each.text: each for each in old})
        if made is None:
            return None
        if not low:
            self._first = self.template_line + lead
        return self._replace(low, old, made)

    def _slices_in(
        self, texts: list[str], parts: list[range], column: int, known: dict[str, Slice]
    ) -> list[Slice] | None:
        made: list[Slice] = []
        for part in parts:
            text = "".join(texts[part.start : part.stop])
            each = known.get(text)
            if each is None or each.lines != len(part):
                self.work.slices_read += 1
                each = read_slice(text, len(part), column, self._size())
            if each is None:
                return None
            made.append(each)
        return made

    def _touched(self, change: LinesChanged) -> tuple[int, int]:
        """Return the slices that a change touched, the one before a touched first line included.

        A line that is no item's first any more belongs to the item before it.
        """
        count, total = len(self._slices), self._slices.total_height()
        at = change.first - self._first
        low = 0
        if 0 <= at < total:
            low = self._slices.at_height(at)[0]
            low -= low > 0 and at == self._slices.height_before(low)
        elif at >= total:
            low = max(0, count - 1)
        last = change.old_end - 1 - self._first
        high = 0
        if 0 <= last < total:
            high = self._slices.at_height(last)[0] + 1
        elif last >= total:
            high = count
        return low, max(low, high)

    def _replace(self, low: int, old: list[Slice], new: list[Slice]) -> PartsChanged:
        """Put slices in the place of others; those at the rims that stay are not touched."""
        while old and new and old[0] is new[0]:
            low += 1
            del old[0], new[0]
        while old and new and old[-1] is new[-1]:
            del old[-1], new[-1]
        self._slices.splice(low, len(old), new)
        numbers = {id(each): number for number, each in enumerate(old)}
        moved = tuple(numbers.get(id(each)) for each in new)
        return PartsChanged(low, len(old), len(new), moved=moved)

    def _read_whole(self) -> PartsChanged | None:
        """Read the whole template part; with a fault the sections stay as they are."""
        self.is_due = False
        self.work.wholes_read += 1
        text = self._document.text()
        start = self._offset_of(self.template_line)
        found = read_sections(text, Span(start, len(text)))
        if found.fault is not None:
            self._settle(found.fault)
            self._fault_base = start
            return None
        old = list(self._slices)
        template = text[start:]
        sliced = slices_of(found, template, start)
        if sliced is None:
            self._column = None
            slices = whole_slices(found.sections, template, start)
        else:
            slices, column = sliced
            known = {each.text: each for each in old} if self._column is not None else {}
            slices = [known.get(each.text, each) for each in slices]
            self._column = column
        self._settle(None)
        self._first = self._document.line_count() - sum(each.lines for each in slices)
        return self._replace(0, old, slices)

    def _settle(self, fault: ParseFault | None) -> None:
        """Note that the text was read, with a fault or without."""
        self.fault, self.fault_line, self.is_due = fault, None, False
        if fault is None:
            self._waiting, self._is_read = None, True
        else:
            before = LINE_END.finditer(self._document.text(), 0, fault.offset)
            self.fault_line = sum(1 for _ in before) + 1

    def _has_marker_in(self, lines: range) -> bool:
        return any(self._document.line(number).rstrip(" \t") == MARKER for number in lines)

    def _size(self) -> int:
        """About how long the template part is, at no cost."""
        block = self._document.qdocument.findBlockByNumber(self.template_line)
        return self._document.character_count() - block.position()

    def _offset_of(self, line: int) -> int:
        """Return where a line begins in the text; the text's end for one behind the last."""
        block = self._document.qdocument.findBlockByNumber(line)
        if not block.isValid():
            return len(self._document.text())
        return self._document.offset_of(block.position())

    def _placed(self, line: int) -> int:
        """Return where a line that was read is now; the nearest if it is gone."""
        if self._waiting is None:
            return line
        moved = self._waiting.moved(line)
        return (
            min(line, max(self._waiting.first, self._waiting.new_end - 1))
            if moved is None
            else moved
        )

    def _placed_end(self, line: int) -> int:
        waiting = self._waiting
        if waiting is None or line <= waiting.first:
            return line
        return line + waiting.delta if line >= waiting.old_end else waiting.new_end
