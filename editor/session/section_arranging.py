"""Sections moved, taken out and put in: edits of whole lines that are read again before they count.

Where each section can be read alone only those are read whose lines or neighbours change, so that
a list of hundreds is arranged as quickly as a short one (docs/formats.md, Soul).
"""

from collections.abc import Callable, Iterator, Mapping

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_loading import same
from editor.core.yaml_nodes import YamlTree
from editor.formats.soul_sections import Section, read_sections
from editor.session.document import Document
from editor.session.section_units import Item, Run, inserted, moved, removed, run_edits, run_of
from editor.session.section_writing import section_source
from editor.session.soul_parts import SoulParts
from editor.session.soul_slices import read_slice

Edits = tuple[Edit, ...]
Arranged = Callable[[Run, int], Iterator[Run]]
"""Ways to arrange a run; the number is that of its first unit in the list."""
Written = Callable[[str], Edits]
"""The same for a template part whose sections are no lines of their own."""


class Arranger:
    """Arranges the sections of one document; each change is one undo step.

    All methods raise `EditRefused` if the sections would not read as intended afterwards.
    """

    def __init__(self, document: Document, parts: SoulParts) -> None:
        self._document = document
        self._parts = parts

    def move(self, index: int, to: int) -> None:
        """Make section `index` number `to` of the list."""

        def arranged(run: Run, first: int) -> Iterator[Run]:
            return moved(run, index - first, to - first)

        def written(text: str) -> Edits:
            return YamlLanguage().move(text, (index,), to)

        if index != to:
            self._make(min(index, to), max(index, to), arranged, written)

    def remove(self, index: int) -> None:
        """Take a section out, with the comments that belong to it."""

        def arranged(run: Run, first: int) -> Iterator[Run]:
            return removed(run, index - first)

        def written(text: str) -> Edits:
            return YamlLanguage().remove(text, (index,))

        self._make(index, index, arranged, written)

    def duplicate(self, index: int) -> None:
        """Put a copy of a section, with its comments, behind it."""
        value = self._parts.section(index).node.value

        def arranged(run: Run, first: int) -> Iterator[Run]:
            unit = run.units[index - first]
            return inserted(run, index - first + 1, unit.above, unit.item, unit.value)

        def written(text: str) -> Edits:
            return YamlLanguage().insert(text, (index + 1,), value)

        self._make(index, index + 1, arranged, written)

    def add(self, index: int, fields: Mapping[str, object]) -> None:
        """Put a new section into the list as number `index`, laid out as its neighbours are."""
        count = self._parts.sections_count
        near = max(0, min(index, count) - 1)
        neighbour = self._tree_of(near) if count else None

        def arranged(run: Run, first: int) -> Iterator[Run]:
            line_end = run.line_end
            column = self._column
            source = section_source(fields, column, neighbour, line_end)
            return inserted(run, index - first, "", source, dict(fields))

        def written(text: str) -> Edits:
            return YamlLanguage().insert(text, (index,), dict(fields))

        self._make(near, index, arranged, written)

    def _make(self, first: int, last: int, arranged: Arranged, written: Written) -> None:
        """Arrange the sections `first` to `last`, as far as they exist."""
        found = self._run(max(0, first - 1), min(last, self._parts.sections_count - 1))
        if found is not None:
            run, line, low = found
            for candidate in arranged(run, low):
                if _is_apart(candidate) and self._reads_right(run, candidate):
                    self._put(run, candidate, line)
                    return
        template = self._document.lines_text(self._document.line_count(), self._template_line)
        self._document.end_merge()
        self._document.apply(written(template), first=self._template_line)

    def _put(self, old: Run, new: Run, line: int) -> None:
        """Put a run in the place of another, which begins at line `line`."""
        self._document.end_merge()
        lines = self._document.line_count()
        if line < lines:
            self._document.apply(run_edits(old, new), first=line)
            return
        # The marker is the last line and has no line end.
        end = len(self._document.line(lines - 1))
        edit = Edit(Span(end, end), self._document.usual_line_end + new.text)
        self._document.apply((edit,), first=lines - 1)

    def _run(self, low: int, high: int) -> tuple[Run, int, int] | None:
        """Return sections as units, the line they begin in, and the number of the first.

        None if the sections are no lines of their own.
        """
        parts = self._parts
        if parts.column is None and parts.sections_count:
            return self._whole_run()
        slices = [parts.slice(n) for n in range(low, high + 1)]
        items = [_item(each.text, 0, each.section) for each in slices]
        line = parts.first_line(low) if low else self._template_line
        above = parts.first_line(0) - line if items and not low else 0
        count = above if items else self._document.line_count() - line
        head = "" if low else self._document.lines_text(count, line)
        run = run_of(
            head,
            items,
            self._column,
            high >= parts.sections_count - 1,
            self._document.usual_line_end,
        )
        return run, line, low

    def _whole_run(self) -> tuple[Run, int, int] | None:
        """Return all sections as units, where some cannot be read without the others."""
        text = self._parts.slice_text(0)
        sections = [self._parts.section(n) for n in range(self._parts.sections_count)]
        dashes = [section.span.start for section in sections]
        starts = [max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 for at in dashes]
        columns = {dash - start for dash, start in zip(dashes, starts, strict=True)}
        leads = [text[start:dash] for start, dash in zip(starts, dashes, strict=True)]
        if (
            len(columns) > 1
            or len(set(starts)) < len(starts)
            or any(lead.strip(" ") for lead in leads)
        ):
            return None
        ends = [*starts[1:], len(text)]
        items = [
            _item(text[start:end], start, section)
            for start, end, section in zip(starts, ends, sections, strict=True)
        ]
        head = text[: starts[0]]
        run = run_of(head, items, columns.pop(), True, self._document.usual_line_end)
        return run, self._template_line, 0

    @property
    def _template_line(self) -> int:
        return self._parts.template_line

    @property
    def _column(self) -> int:
        """The column of the dashes of the list, or of those that it will have."""
        if self._parts.column is not None:
            return self._parts.column
        if not self._parts.sections_count:
            return 0
        text, dash = self._parts.slice_text(0), self._parts.section(0).span.start
        return dash - max(text.rfind("\n", 0, dash), text.rfind("\r", 0, dash)) - 1

    def _tree_of(self, index: int) -> YamlTree | None:
        try:
            return YamlLanguage().parse(self._parts.slice_text(index))
        except ParseFault:
            return None

    def _reads_right(self, old: Run, new: Run) -> bool:
        """Whether each unit of `new` reads as it shall."""
        column = self._parts.column
        if column is None:
            found = read_sections(new.text, Span(0, len(new.text)))
            values = [unit.value for unit in new.units]
            return found.fault is None and same([s.node.value for s in found.sections], values)
        known = dict(old.slices())
        for text, value in new.slices():
            if text in known and same(known[text], value):
                continue
            read = read_slice(text, 0, column)
            if read is None or not same(read.section.node.value, value):
                return False
        return True


def _item(text: str, start: int, section: Section) -> Item:
    """Return the item in `text`, which begins at `start` of what the section's places count in.

    The section itself is not moved there: what it inherits may stand before that.
    """
    return Item(text, section.span.end - start, section.node)


def _is_apart(run: Run) -> bool:
    """Whether every unit that something follows ends its line."""
    units = run.units
    ended = units[:-1] if run.is_last else units
    return all(unit.gap for unit in ended)
