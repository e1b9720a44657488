"""The line ends of an open document, as the file has them and as its lines keep them.

A line whose end is not the one that most lines had when the file was opened keeps its own; the
others keep nothing, so that a new line inherits what the line it was split from has.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from editor.core.spans import usual_line_end
from editor.session.linesequence import LineSequence
from editor.storage.textfile import split_lines


class LineEnds:
    """The end of each line; that of the last line is what Enter gives there."""

    def __init__(self, text: str) -> None:
        """Begin with the lines of `text`."""
        self._plain = usual_line_end(text)
        self._usual: str | None = self._plain
        self._varies = False
        self._own = LineSequence([self.own(end) for _, end in split_lines(text)])

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._own)

    def __iter__(self) -> Iterator[str]:
        """Yield the end of each line, the last one included."""
        return (end or self._plain for end in self._own)

    def own(self, end: str) -> str | None:
        """Return what a line with this end keeps; "" stands for a last line without one."""
        return None if end in ("", self._plain) else end

    def kept(self) -> Iterator[str | None]:
        """Yield what each line keeps."""
        return iter(self._own)

    def kept_at(self, line: int) -> str | None:
        """Return what line `line` (from 0) keeps."""
        return self._own[line]

    def splice(self, first: int, removed: int, kept: Iterable[str | None]) -> None:
        """Put lines that keep `kept` in the place of `removed` lines from `first` on."""
        self._own.splice(first, removed, list(kept))

    def join(self, lines: list[str]) -> str:
        """Return the text that these lines have with their ends."""
        if not any(self._own):
            return self._plain.join(lines)
        parts = [part for pair in self.written(lines) for part in pair]
        return "".join(parts)

    def written(self, lines: Iterable[str], first: int = 0) -> Iterator[tuple[str, str]]:
        """Yield these lines, all or some from line `first` on, with the ends they are saved with.

        An empty line that ends with a line feed, behind a line that ends with a carriage return,
        is saved with both: the file would have one line less with the line feed alone.
        """
        before = (self._own[first - 1] or self._plain) if first else ""
        left = len(self) - first
        for line, own_end in zip(lines, self._own.since(first), strict=False):
            end = own_end or self._plain
            left -= 1
            own = "\r\n" if (before, line, end) == ("\r", "", "\n") else end
            yield line, own if left else ""
            before = own

    @property
    def usual(self) -> str:
        """The end of most lines of the file as it was last read."""
        if self._usual is None:
            counts = Counter(self._ends())
            self._usual = counts.most_common(1)[0][0] if counts else self._plain
        return self._usual

    def read_again(self, usual: str) -> None:
        """Take over the end of most lines of the file as it is now."""
        self._usual = usual
        self._varies |= usual != self._plain

    def went_back(self) -> None:
        """Look again if need be: a step was undone or made again, perhaps that of a reading."""
        if self._varies:
            self._usual = None

    def are_mixed(self) -> bool:
        """Whether two lines end differently. Costs one pass."""
        return len(set(self._ends())) > 1

    def _ends(self) -> Iterator[str]:
        return islice(self, len(self) - 1)
