"""What `prompt-editor render` does with souls: their messages in the forms that are written.

Rules: docs/formats.md, render.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from editor.cli.common import CommandError
from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.layers import Definition, LayerEntry, Lookup, Origin, Piece, PieceKind
from editor.core.spans import LineIndex
from editor.formats.base import Message, ParsedFile, Rendered
from editor.formats.samples import Samples
from editor.formats.soul import SoulFormat
from editor.formats.wire import anthropic_form, openai_form
from editor.workspace.reading import read_text
from editor.workspace.soul_loader import SamplesError, read_samples
from editor.workspace.souls import SoulSource, soul_source
from editor.workspace.workspace import Workspace

SOUL_FORMATS = ("openai", "anthropic", "log")
OF_SOULS = {"provider": "--provider", "samples": "--samples"}
OF_PROMPTS = {"context": "--context", "context_file": "--context-file", "identity": "--identity"}


def add_soul_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `render` that are for souls."""
    parser.add_argument(
        "--provider", metavar="NAME", help="of a soul: use the texts for this provider"
    )
    parser.add_argument(
        "--samples", metavar="FILE", type=Path, help="of a soul: fill it from this sample file"
    )


def require_fitting(kind: FileKind, arguments: argparse.Namespace) -> None:
    """Refuse options that mean nothing for a file of `kind`.

    Raises:
        CommandError: there is such an option.
    """
    if kind is FileKind.SOUL:
        for name, option in OF_PROMPTS.items():
            if getattr(arguments, name):
                raise CommandError(
                    f"{option} says nothing to a soul: give it values with --samples."
                )
        return
    for name, option in OF_SOULS.items():
        if getattr(arguments, name) is not None:
            raise CommandError(f"{option} is for souls: this file is a {kind.value}.")
    if arguments.format in SOUL_FORMATS:
        raise CommandError(
            f"--format {arguments.format} is for souls: this file is a {kind.value}, "
            "so use text or json."
        )


def rendered_soul(
    workspace: Workspace, path: Path, text: str, arguments: argparse.Namespace
) -> tuple[ParsedFile, Rendered]:
    """Return a soul and its messages, whose pieces point at the text of the file.

    Raises:
        ParseFault: it is no soul, or its template part cannot be read; with a place in `text`.
        CommandError, OSError: the sample file is not as it must be.
    """
    source = soul_source(path, text)
    soul = SoulFormat().parse(source.text)
    samples = soul_samples(workspace, arguments.samples)
    try:
        messages = soul.assemble(samples, arguments.provider)
    except ParseFault as fault:
        raise ParseFault(fault.message, source.place(fault.offset)) from None
    located = _Located(workspace.name_of(path), source)
    return soul, Rendered(tuple(map(located.message, messages)))


class _Located:
    """Gives messages the places of the file, also to what lost against a tool."""

    def __init__(self, name: str, source: SoulSource) -> None:
        self._name = name
        self._source = source
        self._lines = LineIndex(source.file_text)

    def message(self, message: Message) -> Message:
        pieces = self._source.message(message).pieces
        return replace(message, pieces=tuple(map(self._piece, pieces)))

    def _piece(self, piece: Piece) -> Piece:
        if piece.lookup is None or piece.kind is not PieceKind.VALUE:
            return piece
        stack = tuple(replace(each, definition=self._placed(each)) for each in piece.lookup.stack)
        return replace(piece, lookup=Lookup(piece.lookup.name, stack))

    def _placed(self, entry: LayerEntry) -> Definition | None:
        found = entry.definition
        origin = None if found is None else found.origin
        if found is None or origin is None or origin.path is not None or origin.span is None:
            return found
        span = self._source.span(origin.span)
        place = Origin(self._name, self._lines.position(span.start), span)
        return replace(found, origin=place)


def wire_form(messages: tuple[Message, ...], form: str) -> dict[str, object]:
    """Return the messages as the provider `form`, ``openai`` or ``anthropic``, takes them."""
    return openai_form(messages) if form == "openai" else anthropic_form(messages)


def soul_samples(workspace: Workspace, path: Path | None) -> Samples:
    """Return the samples in the file at `path`, or without one those of the workspace.

    Raises:
        CommandError: that file cannot be read, or holds no samples.
    """
    if path is None:
        return workspace.samples(read_text)
    try:
        return read_samples(path, workspace.name_of(path))
    except SamplesError as error:
        raise CommandError(str(error)) from None
