"""The providers a soul can be shown for: those it has overrides for, and the best known ones."""

from editor.session.livesoul import LiveSoul

KNOWN = ("openai", "anthropic")


def providers(live: LiveSoul) -> tuple[str, ...]:
    """Return the names of providers: those that everybody knows, then those of the soul."""
    parts = live.parts
    named = (name for section in parts.sections() for name in section.overrides)
    return tuple(dict.fromkeys((*KNOWN, *named)))
