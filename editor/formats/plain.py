"""Files that the editor only shows as text; of a Nostr event it says why it is no soul."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Scope
from editor.core.spans import Span
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import error, fault_span, in_order, info
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.event import OtherKind, why_no_soul


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A text without fields and without bodies; `is_json` if its name says so."""

    text: str
    is_json: bool = False
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
                *self._check_event(),
            ]
        )

    def _check_event(self) -> Iterator[Diagnostic]:
        fault = why_no_soul(self.text) if self.is_json else None
        if fault is not None:
            severity = info if isinstance(fault, OtherKind) else error
            yield severity(fault_span(self.text, fault.offset), "not-a-soul", fault.message)


@dataclass(frozen=True, slots=True)
class PlainFormat:
    """Reads files of no kind of their own."""

    is_json: bool = False
    kind: FileKind = FileKind.TEXT

    def parse(self, text: str) -> PlainFile:
        """Take `text` as it is."""
        return PlainFile(text, self.is_json)
