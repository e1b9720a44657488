"""Souls: a personality, and below a marker the list of sections that an agent's messages are of.

Rules: docs/formats.md, Soul.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Scope
from editor.core.placeholders import Mustache
from editor.core.spans import Span
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import Body, Fields, FileKind, Message, Rendered, Surroundings
from editor.formats.checks import in_order
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.samples import Sample, Samples
from editor.formats.soul_assembly import assemble_section, personality
from editor.formats.soul_builtin import builtin_messages
from editor.formats.soul_checks import check_markers, check_template
from editor.formats.soul_sections import Section, Sections, read_sections
from editor.formats.soul_text import SoulSplit, split_soul


@dataclass(frozen=True)
class SoulFile:
    """A soul, understood as far as it can be."""

    text: str
    split: SoulSplit
    kind: FileKind = FileKind.SOUL
    metadata: Mapping[str, object] | None = None

    @property
    def has_marker(self) -> bool:
        """Whether the file has a template part of its own."""
        return self.split.marker is not None

    @cached_property
    def _read(self) -> Sections:
        return read_sections(self.text, self.split.template)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the template part; none while it cannot be read."""
        return self._read.sections

    @cached_property
    def fields(self) -> Fields | None:
        """The section list, or None without a marker."""
        if not self.has_marker:
            return None
        found = self._read
        return Fields(YamlLanguage(), self.split.template, found.tree, found.fault)

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """The sources of the texts in which placeholders are resolved, in order of the file."""
        spans = {text.span for section in self.sections for text in section.texts}
        return tuple(Body(span, Mustache()) for span in sorted(spans))

    def assemble(self, samples: Samples, provider: str | None = None) -> tuple[Message, ...]:
        """Return the chat messages: the personality, then those of every section.

        Args:
            samples: Values, tool results and the conversation.
            provider: The provider whose overrides count, if any.

        Raises:
            ParseFault: the template part is no list of sections.
            Exception: whatever a caller's function raises.
        """
        if not self.has_marker:
            return builtin_messages(self.text, samples)
        if self._read.fault is not None:
            raise self._read.fault.shifted(0)  # a new one: this file keeps its own
        found = [personality(self.text, self.split)]
        for section in self.sections:
            found += assemble_section(section, samples, provider)
        return tuple(found)

    def render(self, scope: Scope) -> Rendered:
        """Render every section with the names of `scope`, without tools and conversation.

        Raises:
            ParseFault: the template part is no list of sections.
        """
        defined = {name: scope.winner(name) for name in scope.names()}
        values = {name: Sample(each.value, each.origin) for name, each in defined.items() if each}
        return Rendered(self.assemble(Samples(values)))

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        fields = self.fields
        template = (
            () if fields is None else check_template(self.text, fields, self.sections, around)
        )
        return in_order(
            [
                *check_markers(self.text),
                *template,
                *check_conflict_markers(self.text),
                *check_hidden_characters(self.text, Span(0, len(self.text))),
            ]
        )


@dataclass(frozen=True, slots=True)
class SoulFormat:
    """Reads souls."""

    kind: FileKind = FileKind.SOUL

    def parse(self, text: str) -> SoulFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return SoulFile(text, split_soul(text))
