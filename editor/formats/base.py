"""The protocol of all kinds of files: parse, render, check.

A new kind of file is one module that implements `Format` and one line in the table of
`editor.formats.kinds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Protocol

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.kinds import FileKind as FileKind
from editor.core.layers import Piece, Scope, joined
from editor.core.placeholders import Syntax
from editor.core.spans import Span
from editor.core.tree import Language, Path, Tree
from editor.formats.samples import Samples
from editor.formats.slot_overlay import SlotAround


@dataclass(frozen=True, slots=True)
class Fields:
    """The structured part of a file: a region of the text in one data language.

    Attributes:
        language: How to read and edit the region.
        span: The region that the language reads, in the file's text (fences excluded).
        tree: The parsed region; its spans count from `span.start`. None if it has a fault.
        fault: Why the region cannot be read, with an offset in the file's text.
        root: The path of the value that forms show (identity: ``("identity",)``).
    """

    language: Language
    span: Span
    tree: Tree | None
    fault: ParseFault | None = None
    root: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """A region of the file's text that is sent, with its placeholder syntax.

    Attributes:
        span: The region in the file's text, already stripped.
        syntax: How placeholders are written in it, or None if it has none.
    """

    span: Span
    syntax: Syntax | None


@dataclass(frozen=True, slots=True)
class Message:
    """One rendered message; a prompt has one, without role and section.

    Attributes:
        source: ``body`` for prompts and templates; later kinds add theirs.
        pieces: They cover `text`; source spans refer to the file's text with its own line ends.
    """

    pieces: tuple[Piece, ...]
    role: str | None = None
    section: str | None = None
    source: str = "body"

    @property
    def text(self) -> str:
        """The message's text, exactly as it is sent."""
        return joined(self.pieces)

    @property
    def size(self) -> int:
        """How many characters the text has, without making it."""
        return self.pieces[-1].output.end if self.pieces else 0


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a file renders to."""

    messages: tuple[Message, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a check may know of the workspace beside the scope.

    Attributes:
        known: Names that are merely not set now: the catalogue and all saved contexts.
        schedules: For a catalogue name, the schedules it is given for (None: all).
        template_names: Names of all templates.
        schema: The JSON Schema for the fields, as a loaded object, or None.
        broken: Names of templates and extra variables that cannot be read, with the place.
        absent: For the workspace file, what it names and is not there: the path of the value in
            the file, and one sentence.
        slot: For a slot file, its layer and the one below.
        default_slots: The files of the default layer of slots by slot name.
        samples: For a soul, what its names, tools and conversation are filled with.
        soul_names: For a soul, names that are resolved beside the predefined ones and those of
            the samples.
    """

    known: frozenset[str] = frozenset()
    schedules: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    template_names: frozenset[str] = frozenset()
    schema: Mapping[str, object] | None = None
    broken: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[Path, str] = field(default_factory=dict)
    slot: SlotAround | None = None
    default_slots: Mapping[str, FilePath] = field(default_factory=dict)
    samples: Samples = field(default_factory=Samples)
    soul_names: frozenset[str] = frozenset()


class ParsedFile(Protocol):
    """A file's text, understood as far as it can be."""

    @property
    def kind(self) -> FileKind:
        """What the file is."""
        ...

    @property
    def text(self) -> str:
        """The whole decoded text with its own line ends, without the byte order mark."""
        ...

    @property
    def fields(self) -> Fields | None:
        """The structured part, or None if the file has none."""
        ...

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The parts that are sent; empty while the fields have a fault."""
        ...

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded fields, or None if there are none."""
        ...

    def render(self, scope: Scope) -> Rendered:
        """Render the file with the names of `scope`.

        Raises:
            ParseFault: the fields cannot be read, so it is unknown where the body begins.
        """
        ...

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        ...


class Format(Protocol):
    """A kind of file."""

    @property
    def kind(self) -> FileKind:
        """The kind it parses."""
        ...

    def parse(self, text: str) -> ParsedFile:
        """Understand `text` as far as possible. Never raises for any text."""
        ...
