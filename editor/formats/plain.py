"""Files that the editor only shows as text."""

from collections.abc import Mapping
from dataclasses import dataclass

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Scope
from editor.core.spans import Span
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import in_order
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A text without fields and without bodies."""

    text: str
    kind: FileKind = FileKind.TEXT
    fields: Fields | None = None
    bodies: tuple[Body, ...] = ()
    metadata: Mapping[str, object] | None = None

    def render(self, scope: Scope) -> Rendered:
        """Nothing of this file is sent."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return what is worth saying about any text."""
        return in_order(
            [
                *check_conflict_markers(self.text),
                *check_hidden_characters(self.text, Span(0, len(self.text))),
            ]
        )


@dataclass(frozen=True, slots=True)
class PlainFormat:
    """Reads files of no kind of their own."""

    kind: FileKind = FileKind.TEXT

    def parse(self, text: str) -> PlainFile:
        """Take `text` as it is."""
        return PlainFile(text)
