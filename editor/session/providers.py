"""The providers a soul can be shown for: those it has overrides for, and the best known ones."""

from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView

KNOWN = ("openai", "anthropic")


def providers(live: LiveView | None) -> tuple[str, ...]:
    """Return the names of providers: those that everybody knows, then those of the soul."""
    if not isinstance(live, LiveSoul):
        return KNOWN
    parts = live.parts
    named = (name for section in parts.sections() for name in section.overrides)
    return tuple(dict.fromkeys((*KNOWN, *named)))
