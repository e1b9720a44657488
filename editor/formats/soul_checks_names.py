"""Checks of the names in a soul's texts: what nothing gives a value to.

Rules: docs/formats.md, Checks.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.placeholders import Mustache
from editor.core.spans import Span
from editor.formats.base import Surroundings
from editor.formats.checks import MOST_CHECKED, NearNames, info, replacing, warning
from editor.formats.soul_sections import PREDEFINED, Section, SectionText


class SoulNames:
    """Checks the placeholders of one soul."""

    def __init__(self, around: Surroundings) -> None:
        """Know the names of `around`: its samples and the names of its workspace file."""
        self._samples = around.samples
        self._known = frozenset((*PREDEFINED, *around.soul_names))

    def check(self, sections: Iterable[Section]) -> Iterator[Diagnostic]:
        """Yield what is worth saying about every placeholder in the texts of `sections`."""
        sections = tuple(sections)
        texts = [text for section in sections for text in section.texts]
        if sum(text.value.count("{{") for text in texts) > MOST_CHECKED:
            message = (
                f"This file has more than {MOST_CHECKED} placeholders, so their names are not "
                "checked. Split it into several files."
            )
            yield info(Span(texts[0].span.start, texts[0].span.start), "too-large", message)
            return
        for text in (text for section in sections for text in section.sent):
            for place, name in placeholders(text):
                yield from self._name(place, name, not text.read_only)
        for section in sections:
            yield from _not_in_default(section)

    def _name(self, place: Span, name: str, fixable: bool) -> Iterator[Diagnostic]:
        if name in self._samples.values:
            return
        if name in self._known:
            message = (
                f"{{{{{name}}}}} gets its value when the agent runs. Give it one in the samples to "
                "see it."
            )
            yield info(place, "runtime-variable", message, name=name)
            return
        near = self._near.of(name)
        guess = f"Did you mean {{{{{near}}}}}? If not, name" if near else "Name"
        message = (
            f"No agent resolves {{{{{name}}}}}, so it is sent as typed. {guess} it under "
            "soul_variables in the workspace file, or give it a value in the samples."
        )
        fixes = []
        if near is not None and fixable:
            written = Mustache().written(near)
            fixes.append(replacing(f"Use {written}", place, written))
        yield warning(place, "unresolved-variable", message, *fixes, name=name)

    @cached_property
    def _near(self) -> NearNames:
        return NearNames(sorted({*self._known, *self._samples.values}))


def placeholders(text: SectionText) -> Iterator[tuple[Span, str]]:
    """Yield the place in the file and the name of every placeholder of a text."""
    for _, start, end, name, _ in Mustache().matches(text.value):
        if name is not None:
            yield text.place(Span(start, end)), name


def _not_in_default(section: Section) -> Iterator[Diagnostic]:
    """Yield an information for each name that only an override holds."""
    default = section.content
    if default is None or section.tool is not None:
        return
    named = {name for _, name in placeholders(default)}
    for provider, text in section.overrides.items():
        told: set[str] = set()
        for place, name in placeholders(text):
            if name not in named and name not in told:
                told.add(name)
                message = (
                    f"{{{{{name}}}}} stands in the override for {provider} and not in content, so "
                    "other providers do not get it. Add it there, if it is meant for all."
                )
                yield info(place, "placeholder-not-in-default", message, name=name)
