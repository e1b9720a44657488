"""Prompts: optional frontmatter, then a body with ``$name`` placeholders.

Templates and extra variables are files of the same shape, so they share `PromptFile`
(docs/formats.md, Prompts, Templates and Extra variable folders).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Piece, PieceKind, Scope
from editor.core.placeholders import Dollar
from editor.core.rendering import resolve
from editor.core.spans import FoldedText, Span
from editor.formats.base import Body, Fields, FileKind, Message, Rendered, Surroundings
from editor.formats.checks import MOST_CHECKED, in_order
from editor.formats.checks_fields import (
    check_duplicate_keys,
    check_field_types,
    check_frontmatter,
    check_thinking_budget,
    check_unknown_fields,
)
from editor.formats.checks_names import NameChecks, check_size, unchecked
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.definitions import LayerName
from editor.formats.fields import loaded
from editor.formats.frontmatter import Frontmatter, split


class PromptKind(StrEnum):
    """What a prompt is for, told by its fields (docs/formats.md, Kinds)."""

    GENERATOR = "generator"
    AGENT = "agent"
    PROMPT = "prompt"


@dataclass(frozen=True)
class PromptFile:
    """A prompt, a template or an extra variable, understood as far as it can be."""

    text: str
    frontmatter: Frontmatter
    kind: FileKind = FileKind.PROMPT

    @property
    def fields(self) -> Fields | None:
        """The frontmatter, or None if there is none."""
        return self.frontmatter.fields

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """The stripped body; nothing while the frontmatter cannot be read."""
        if self.fields is not None and self.fields.fault is not None:
            return ()
        syntax = None if self.kind is FileKind.VARIABLE else Dollar()
        return (Body(stripped(self.text, self.frontmatter.body), syntax),)

    @cached_property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded fields; empty for an empty block, None without frontmatter."""
        return None if self.fields is None else loaded(self.fields.tree)

    @property
    def prompt_kind(self) -> PromptKind:
        """What the fields make of the prompt."""
        metadata = self.metadata or {}
        if "tools" in metadata:
            return PromptKind.AGENT
        return PromptKind.GENERATOR if "schedule" in metadata else PromptKind.PROMPT

    @property
    def kind_reason(self) -> str:
        """Why `prompt_kind` is what it is, in one sentence."""
        if self.fields is not None and self.fields.fault is not None:
            return "The frontmatter cannot be read, so its fields do not count."
        if self.prompt_kind is PromptKind.AGENT:
            return "It has the field tools, so it is an agent."
        if self.prompt_kind is PromptKind.GENERATOR:
            return "It has the field schedule and no tools, so it is a generator."
        return "It has neither the field schedule nor tools, so it is a plain prompt."

    def render(self, scope: Scope) -> Rendered:
        """Render the body as the one message.

        Raises:
            ParseFault: the frontmatter cannot be read.
        """
        if self.fields is not None and self.fields.fault is not None:
            raise self.fields.fault.shifted(0)
        seen = scope.without(LayerName.TEMPLATE) if self.kind is FileKind.TEMPLATE else scope
        return Rendered(tuple(Message(render_body(self.text, body, seen)) for body in self.bodies))

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        found = [
            *check_frontmatter(self.text, self.frontmatter),
            *check_conflict_markers(self.text),
            *check_hidden_characters(self.text, Span(0, len(self.text))),
        ]
        if self.fields is not None and self.fields.tree is not None:
            found += check_duplicate_keys(self.text, self.fields)
            if self.kind is not FileKind.VARIABLE:
                found += check_field_types(self.fields, around.schema)
                found += check_unknown_fields(self.text, self.fields, around.schema)
                found += check_thinking_budget(self.text, self.fields)
        for body in self.bodies:
            if self.text.count("$", body.span.start, body.span.end) > MOST_CHECKED:
                found.append(unchecked(body))
            elif body.syntax is not None:
                checks = NameChecks(self.kind, self.metadata or {}, scope, around)
                pieces = self.render(scope).messages[0].pieces
                found += checks.check(self.text, pieces)
                found += checks.check_malformed(self.text, body)
                found += check_size(pieces)
        return in_order(found)


@dataclass(frozen=True, slots=True)
class PromptFormat:
    """Reads prompts."""

    kind: FileKind = FileKind.PROMPT

    def parse(self, text: str) -> PromptFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return PromptFile(text, split(text), self.kind)


def stripped(text: str, region: Span) -> Span:
    """Return the part of `region` that ``str.strip`` keeps; empty at its end if nothing is."""
    part = region.of(text)
    start = region.start + len(part) - len(part.lstrip())
    return Span(start, start + len(part.strip()))


def render_body(text: str, body: Body, scope: Scope) -> tuple[Piece, ...]:
    """Render a body of `text` with its line ends folded.

    Returns:
        Pieces whose source spans count in `text` and whose output spans in the rendered text.
    """
    folded = FoldedText(body.span.of(text))
    if body.syntax is None:
        whole = Span(0, len(folded.text))
        return (Piece(PieceKind.LITERAL, folded.text, body.span, whole),) if whole else ()
    pieces = resolve(folded.text, scope, body.syntax).pieces
    if body.span.start == 0 and len(folded.text) == len(folded.original):
        return pieces
    return tuple(_placed(piece, folded, body.span.start) for piece in pieces)


def _placed(piece: Piece, folded: FoldedText, start: int) -> Piece:
    """Return a piece of the folded text with its source counted in the file.

    It is built outright: `dataclasses.replace` takes half of the time of a long rendering.
    """
    source = folded.span_to_original(piece.source).shifted(start)
    return Piece(piece.kind, piece.text, source, piece.output, piece.name, piece.lookup)
