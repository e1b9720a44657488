"""The head of a document: its frontmatter, read again only when a change can have touched it.

Only as many lines are read as tell where the body begins, so that a key in the body costs
nothing here and a key in the head costs the head (docs/formats.md, Prompt).
"""

import re
import sys

from editor.core.diagnostics import ParseFault
from editor.core.spans import LINE_END, LineIndex
from editor.formats.frontmatter import Frontmatter, FrontmatterKind, split
from editor.session.document import Document
from editor.session.linechanges import LinesChanged

_FEWEST_LINES = 32
_MOST_BLANK_LINES = 1024
"""How far a note about frontmatter below blank lines is worth looking for."""

_FENCE = re.compile(r"---[ \t]*")
_CLOSER = re.compile(r"(?:---|\.\.\.)[ \t]*")


class Head:
    """What stands above the body of a document.

    Attributes:
        frontmatter: The fields and where the body begins. Of its body span only the start is
            kept right: what lies behind the head is not looked at.
        lines: How many lines belong to the head; 0 without frontmatter.
        reads: How often the text was parsed.
        fault_line: The line of the fault, from 1 as people count, or None.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.frontmatter: Frontmatter
        self.lines = 0
        self.reads = 0
        self.fault_line: int | None = None
        self._depends_on = 0
        self._unclosed = False
        self._read(0)

    @property
    def fault(self) -> ParseFault | None:
        """Why it is unknown where the body begins, or None."""
        fields = self.frontmatter.fields
        return fields.fault if fields is not None else None

    def update(self, change: LinesChanged) -> bool:
        """Read again if `change` touched what the head depends on; tell whether it differs."""
        closes = self._unclosed and any(
            _CLOSER.fullmatch(self._document.line(number))
            for number in range(change.first, change.new_end)
        )
        if not closes and change.first >= self._depends_on:
            return False
        before = self.frontmatter
        self._read(min(self._depends_on, self._document.line_count()) + change.added)
        return _facts(self.frontmatter) != _facts(before)

    def _read(self, lines: int) -> None:
        document = self._document
        count = max(_FEWEST_LINES, lines)
        while True:
            text = document.lines_text(count)
            found = split(text)
            self.reads += 1
            whole = count >= document.line_count()
            if whole or self._is_settled(found, text, count):
                break
            count *= 2
        self.frontmatter = found
        fault = self.fault
        self.fault_line = LineIndex(text).position(fault.offset).line if fault else None
        start = found.body.start
        begun = start > 0 and text[start - 1] not in "\r\n"
        self.lines = sum(1 for _ in LINE_END.finditer(text, 0, start)) + begun
        first = document.line(0)
        self._unclosed = found.fields is None and _FENCE.fullmatch(first) is not None
        self._depends_on = self._dependence(found, first, count, whole)

    def _dependence(self, found: Frontmatter, first: str, count: int, whole: bool) -> int:
        """Return how many lines decide what was found."""
        if found.fields is not None and found.fields.fault is None:
            return self.lines
        opens = first == "{" or not first.strip(" \t")
        if found.fields is None and not opens:
            return 1
        return sys.maxsize if whole else count

    def _is_settled(self, found: Frontmatter, text: str, count: int) -> bool:
        """Whether more lines could not change what was found in the first `count`."""
        if found.kind is FrontmatterKind.JSON and found.fields and found.fields.fault:
            return _stays(found.fields.fault, text)
        if found.fields is not None or found.blank:
            return True
        first = self._document.line(0)
        if not first.strip(" \t"):
            shown = text.lstrip(" \t\r\n")
            return bool(shown and shown[0] not in "{-") or count >= _MOST_BLANK_LINES
        return _FENCE.fullmatch(first) is None


def _facts(found: Frontmatter) -> tuple[object, ...]:
    """Return what makes two answers differ; a language is an object without equality."""
    fields = found.fields
    tree = None if fields is None else (fields.span, fields.tree)
    fault = None if fields is None or fields.fault is None else fields.fault
    told = None if fault is None else (fault.message, fault.offset)
    return found.kind, found.body.start, found.note, found.blank, tree, told


def _stays(fault: ParseFault, text: str) -> bool:
    """Whether a fault in JSON is there whatever follows `text`, which is read left to right."""
    followed = split(text + "\0").fields
    return (
        followed is not None
        and followed.fault is not None
        and followed.fault.offset == fault.offset < len(text.rstrip())
    )
