"""Which lines a change replaced, and how several changes make one."""

from dataclasses import dataclass

from PySide6.QtGui import QTextBlock, QTextDocument

from editor.session.qtext import blocks, line_end_of


@dataclass(frozen=True, slots=True)
class LinesChanged:
    """`removed` old lines from number `first` (from 0) on were replaced by `added` lines."""

    first: int
    removed: int
    added: int

    @property
    def delta(self) -> int:
        """How far the lines behind the change moved."""
        return self.added - self.removed

    @property
    def old_end(self) -> int:
        """The number, before the change, of the first line behind it."""
        return self.first + self.removed

    @property
    def new_end(self) -> int:
        """The number, after the change, of the first line behind it."""
        return self.first + self.added

    def moved(self, line: int) -> int | None:
        """Return the new number of an old line, or None if the change replaced it."""
        if line < self.first:
            return line
        return line + self.delta if line >= self.old_end else None

    def origin(self, line: int) -> int | None:
        """Return the old number of a new line, or None if the change made it."""
        if line < self.first:
            return line
        return line - self.delta if line >= self.new_end else None

    def then(self, later: "LinesChanged") -> "LinesChanged":
        """Return the one change that covers this one and a later one."""
        first = min(self.first, later.first)
        between = max(self.new_end, later.old_end)  # counted after this change, before the later
        return LinesChanged(first, between - self.delta - first, between + later.delta - first)


def lines_replaced(
    document: QTextDocument, position: int, added: int, lines_before: int
) -> LinesChanged:
    """Return which lines a change replaced that `contentsChange` tells of.

    Qt's count of removed characters is not used: it may be wrong.

    Args:
        document: The document, changed.
        position: Where the change begins, as Qt tells.
        added: How many characters are new, as Qt tells.
        lines_before: How many lines there were before.
    """
    end = min(position + added, document.characterCount() - 1)
    first = document.findBlock(min(position, end)).blockNumber()
    count = document.findBlock(end).blockNumber() - first + 1
    return LinesChanged(first, count + lines_before - document.blockCount(), count)


def wrong_ends(document: QTextDocument, change: LinesChanged, end: str | None) -> list[QTextBlock]:
    """Return the changed lines that should have another line end: `end`.

    Qt lets a joined line keep the line end of its first part; it is the last part's that is
    still there. Lines in the midst that were not made by this change are left alone.

    Args:
        document: The document, changed.
        change: Which lines were replaced.
        end: The line end that the last replaced line had.
    """
    found = list(blocks(document, change.first, change.added))
    if any(block.revision() != document.revision() for block in found[1:-1]):
        return []
    return [block for block in found if line_end_of(block) != end]
