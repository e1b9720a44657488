"""The outline of an open document: the headings of what is sent, and a soul's sections."""

from editor.core.kinds import FileKind
from editor.core.outline import Heading, headings
from editor.core.spans import LINE_END
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView

_WITH_HEADINGS = (FileKind.PROMPT, FileKind.TEMPLATE, FileKind.VARIABLE)


_NO_NAME = "–"


def outline_of(live: LiveView | None) -> tuple[Heading, ...]:
    """Return the headings below the head of a document; lines count from 0. Costs one pass."""
    if isinstance(live, LiveSoul):
        return _soul(live)
    if live is None or live.document.kind not in _WITH_HEADINGS:
        return ()
    lines = LINE_END.split(live.document.text())
    first = live.head_lines
    return headings(lines[first:], first)


def _soul(live: LiveSoul) -> tuple[Heading, ...]:
    """The headings of the personality, then the sections."""
    parts = live.parts
    above = headings(LINE_END.split(parts.personality_text()))
    names = ((section.name, parts.first_line(n)) for n, section in enumerate(parts.sections()))
    return (*above, *(Heading(1, name or _NO_NAME, line) for name, line in names))
