"""Few edits that turn one text into another, line by line, so that carets find their place."""

from editor.core.diff import gaps
from editor.core.edits import Edit, ordered
from editor.core.matching import matching_runs
from editor.core.spans import Span
from editor.storage.textfile import split_lines


def line_edits(old: str, new: str) -> tuple[Edit, ...]:
    """Return edits of `old` that make it `new`; a line whose end alone differs keeps its text."""
    before, after = split_lines(old), split_lines(new)
    starts = [0]
    for text, end in before:
        starts.append(starts[-1] + len(text) + len(end))
    runs = matching_runs([text for text, _ in before], [text for text, _ in after])
    edits: list[tuple[int, Edit]] = []  # with the number of the new line each is for
    for run in runs:
        for step in range(run.length):
            own, end = before[run.old + step][1], after[run.new + step][1]
            if own != end:
                stop = starts[run.old + step + 1]
                edits.append((run.new + step, Edit(Span(stop - len(own), stop), end)))
    for ours, theirs in gaps(runs, len(before), len(after)):
        span = Span(starts[ours.start], starts[ours.end])
        lines = after[theirs.start : theirs.end]
        edits.append((theirs.start, Edit(span, "".join(text + end for text, end in lines))))
    # An end that is added to the last line stands between the lines added before and behind it.
    return ordered(edit for _, edit in sorted(edits, key=_new_line))


def _new_line(edit: tuple[int, Edit]) -> int:
    return edit[0]
