"""The outline of an open document: the headings of what is sent."""

from editor.core.kinds import FileKind
from editor.core.outline import Heading, headings
from editor.core.spans import LINE_END
from editor.session.liveview import LiveView

_WITH_HEADINGS = (FileKind.PROMPT, FileKind.TEMPLATE, FileKind.VARIABLE)


def outline_of(live: LiveView | None) -> tuple[Heading, ...]:
    """Return the headings below the head of a document; lines count from 0. Costs one pass."""
    if live is None or live.document.kind not in _WITH_HEADINGS:
        return ()
    lines = LINE_END.split(live.document.text())
    first = live.head_lines
    return headings(lines[first:], first)
