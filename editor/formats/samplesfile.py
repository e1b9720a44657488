"""A workspace's sample file as a file: what is wrong with it, and nothing to send.

What it gives to souls is in `editor.formats.samples` (docs/formats.md, Samples).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Scope
from editor.core.spans import Span
from editor.core.tree import Language
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import in_order
from editor.formats.checks_fields import check_duplicate_keys
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.fields import loaded, whole_fields
from editor.formats.samples import parse_samples


@dataclass(frozen=True)
class SamplesFile:
    """A sample file, understood as far as it can be."""

    text: str
    language: Language
    kind: FileKind = FileKind.SAMPLES
    bodies: tuple[Body, ...] = ()

    @cached_property
    def fields(self) -> Fields:
        """The whole file."""
        return whole_fields(self.text, self.language)

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded mapping; None while it cannot be read."""
        return None if self.fields.fault is not None else loaded(self.fields.tree)

    def render(self, scope: Scope) -> Rendered:
        """Nothing of this file is sent as such."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        return in_order(
            [
                *parse_samples(self.text, f".{self.language.name}").invalid,
                *check_duplicate_keys(self.text, self.fields),
                *check_conflict_markers(self.text),
                *check_hidden_characters(self.text, Span(0, len(self.text))),
            ]
        )


@dataclass(frozen=True, slots=True)
class SamplesFormat:
    """Reads sample files written in one language."""

    language: Language
    kind: FileKind = FileKind.SAMPLES

    def parse(self, text: str) -> SamplesFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return SamplesFile(text, self.language)
