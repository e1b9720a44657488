"""Which layer gives the text of each section of a soul, for `prompt-editor layers`.

Rules: docs/formats.md, Soul and layers.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from editor.cli.common import CommandError
from editor.cli.souls import soul_samples
from editor.core.diagnostics import ParseFault
from editor.core.layers import LayerEntry, Lookup
from editor.core.placeholders import Mustache
from editor.core.spans import LineIndex
from editor.formats.soul import SoulFormat
from editor.formats.soul_assembly import section_lookup
from editor.formats.soul_sections import Role, Section
from editor.storage.disk import shown
from editor.workspace.souls import SoulSource, soul_source
from editor.workspace.workspace import Workspace

Told = tuple[str, Lookup]
"""A section or variable as people name it, and who decides it."""


@dataclass(frozen=True, slots=True)
class SoulLayers:
    """The sections of a soul.

    Attributes:
        told: Those with layers, and who decides them.
        conversation: The names of those that take the turns of the conversation.
    """

    told: tuple[Told, ...]
    conversation: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """How many sections there are, and which take the conversation."""
        count = len(self.told) + len(self.conversation)
        if not count:
            return "It has no sections of its own."
        said = "1 section" if count == 1 else f"{count} sections"
        if not self.conversation:
            return f"{said}."
        take = "takes" if len(self.conversation) == 1 else "take"
        return f"{said}; {', '.join(self.conversation)} {take} the turns of the conversation."

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all sections."""
        return (*(name for name, _ in self.told), *self.conversation)


def soul_layers(
    workspace: Workspace, path: Path, text: str, arguments: argparse.Namespace
) -> SoulLayers:
    """Return every section with its layers; one that expands takes the conversation instead.

    Raises:
        CommandError, OSError: the soul or the samples cannot be read.
    """
    try:
        source = soul_source(path, text)
        soul = SoulFormat().parse(source.text)
        if soul.fields is not None and soul.fields.fault is not None:
            raise soul.fields.fault
    except ParseFault as fault:
        place = LineIndex(text).position(fault.offset)
        where = f"{shown(path)}, line {place.line}, column {place.column}"
        raise CommandError(f"{where}: {fault.message}") from None
    samples = soul_samples(workspace, arguments.samples)
    name, lines = workspace.name_of(path), LineIndex(text)
    told = tuple(
        (
            _called(section),
            _placed(
                section_lookup(section, samples, arguments.provider, name), source, lines, name
            ),
        )
        for section in soul.sections
        if section.role is not Role.EXPAND
    )
    return SoulLayers(
        told, tuple(_called(each) for each in soul.sections if each.role is Role.EXPAND)
    )


def _called(section: Section) -> str:
    return section.name or f"section {section.index + 1}"


def soul_variable(workspace: Workspace, name: str, arguments: argparse.Namespace) -> Told | None:
    """Return who defines a name that souls use, or None if nobody can."""
    bare = next((token.name for token in Mustache().tokens(name)), name)
    lookup = soul_samples(workspace, arguments.samples).scope().lookup(bare or name)
    return None if lookup.winner is None else (lookup.name, lookup)


def soul_sentence(name: str, lookup: Lookup) -> str:
    """Return in words where the text of a section comes from."""
    winner = lookup.winner
    if winner is None:
        return f"{name} has no text."
    hidden = [lost.layer for lost in lookup.shadowed]
    said = f"{name} is given by {winner.layer}"
    if winner.generated:
        said += ", which is supplied at run time"
    return said + (f" and hides {', '.join(hidden)}." if hidden else ".")


def _placed(lookup: Lookup, source: SoulSource, lines: LineIndex, name: str) -> Lookup:
    """Return the lookup with the lines of what stands in the soul itself."""

    def entry(each: LayerEntry) -> LayerEntry:
        found = each.definition
        origin = None if found is None else found.origin
        if found is None or origin is None or origin.path != name or origin.span is None:
            return each
        place = lines.position(source.place(origin.span.start))
        return replace(each, definition=replace(found, origin=replace(origin, position=place)))

    return replace(lookup, stack=tuple(map(entry, lookup.stack)))
