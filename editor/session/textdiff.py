"""Few edits that turn one text into another, line by line, so that carets find their place."""

from difflib import SequenceMatcher

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.storage.textfile import split_lines

_MOST_LINES = 1500
"""Beyond this many differing lines they are replaced as a whole: comparing would take long."""


def line_edits(old: str, new: str) -> tuple[Edit, ...]:
    """Return edits of `old` that make it `new`; a line whose end alone differs keeps its text."""
    before, after = split_lines(old), split_lines(new)
    starts = [0]
    for text, end in before:
        starts.append(starts[-1] + len(text) + len(end))
    edits: list[Edit] = []
    for kept, old_from, old_to, new_from, new_to in _hunks(
        [text for text, _ in before], [text for text, _ in after]
    ):
        if not kept:
            span = Span(starts[old_from], starts[old_to])
            edits.append(Edit(span, "".join(text + end for text, end in after[new_from:new_to])))
            continue
        for ours, theirs in zip(range(old_from, old_to), range(new_from, new_to), strict=True):
            if before[ours][1] != after[theirs][1]:
                stop = starts[ours + 1]
                edits.append(Edit(Span(stop - len(before[ours][1]), stop), after[theirs][1]))
    return tuple(edits)


def _hunks(old: list[str], new: list[str]) -> list[tuple[bool, int, int, int, int]]:
    """Return (kept, from, to, from, to) stretches of lines that cover both lists."""
    limit = min(len(old), len(new))
    head = 0
    while head < limit and old[head] == new[head]:
        head += 1
    limit -= head
    tail = 0
    while tail < limit and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old_end, new_end = len(old) - tail, len(new) - tail
    found = [(True, 0, head, 0, head)]
    if max(old_end, new_end) - head <= _MOST_LINES:
        matcher = SequenceMatcher(None, old[head:old_end], new[head:new_end], autojunk=False)
        for tag, a, b, c, d in matcher.get_opcodes():
            found.append((tag == "equal", a + head, b + head, c + head, d + head))
    else:
        found.append((False, head, old_end, head, new_end))
    found.append((True, old_end, len(old), new_end, len(new)))
    return found
