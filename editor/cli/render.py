"""`prompt-editor render`: the text of a file as it is sent.

Rules: docs/formats.md, render.
"""

import argparse
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from editor.cli.common import (
    FINDINGS,
    GOOD,
    CommandError,
    Parser,
    add_workspace,
    write_json,
    write_out,
)
from editor.cli.report import left_as_typed, report, unresolved
from editor.cli.slots import add_runtime, is_slot, render_slot
from editor.cli.souls import (
    SOUL_FORMATS,
    add_soul_options,
    rendered_soul,
    require_fitting,
    wire_form,
)
from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.core.layers import Origin, Scope
from editor.core.placeholders import Dollar, Mustache
from editor.core.rendering import MOST_RENDERED
from editor.core.spans import LineIndex
from editor.formats.base import ParsedFile, Rendered
from editor.formats.event import why_no_soul
from editor.formats.identity import IdentityFormat
from editor.formats.kinds import format_for
from editor.formats.wire import context_log
from editor.storage.disk import shown
from editor.storage.textfile import EncodeFault, encode
from editor.workspace.contexts import (
    SavedContext,
    format_now,
    parse_context,
    saved_context,
)
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.souls import holds_event
from editor.workspace.workspace import Workspace

_NO_RENDERING = {
    FileKind.VARIABLE: "is an extra variable: it is sent only where a prompt names it",
    FileKind.IDENTITY: "holds the identity: it is sent only where a prompt names its variables",
    FileKind.CONTEXT: "is a context: give it with --context-file and render a prompt",
    FileKind.WORKSPACE: "describes a workspace: nothing of it is sent",
    FileKind.SAMPLES: "holds samples: give it with --samples and render a soul",
    FileKind.TEXT: "is no prompt, template or soul: those are .md files",
}

_MOST_PIECES = 1_000_000
"""Pieces that JSON is written for, those inside templates included."""


class LeftAsTyped(CommandError):
    """What `--strict` says of a rendering with unresolved variables."""

    code = FINDINGS


def parser(prog: str) -> Parser:
    """Return the parser of this subcommand's arguments."""
    result = Parser(prog, "Write the text of a prompt, template or slot, or what a soul sends.")
    result.add_argument("file", metavar="FILE_OR_SLOT", type=Path)
    result.add_argument(
        "--context",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="give a context variable a value; may be repeated",
    )
    result.add_argument(
        "--context-file", metavar="FILE", type=Path, help="take context values from this file"
    )
    result.add_argument(
        "--identity", metavar="FILE", type=Path, help="take the identity from this journal.json"
    )
    add_soul_options(result)
    add_runtime(result)
    result.add_argument(
        "--format",
        choices=("text", "json", *SOUL_FORMATS),
        default="text",
        help="openai, anthropic and log are for souls, whose text is the log",
    )
    result.add_argument(
        "--strict", action="store_true", help="exit with 1 when a variable is left as typed"
    )
    add_workspace(result)
    return result


def run(arguments: argparse.Namespace) -> int:
    """Render a file and write the result.

    Raises:
        CommandError, OSError: the arguments or the files are not as they must be.
    """
    path: Path = arguments.file
    if is_slot(path, arguments.workspace):
        return render_slot(arguments)
    if arguments.runtime:
        raise CommandError(f"{shown(path)} is no slot, so --runtime means nothing for it.")
    text = read_text(path)
    workspace = Workspace.open(path, arguments.workspace)
    kind = workspace.kind_of(path)
    if kind in _NO_RENDERING:
        raise _no_rendering(path, text, kind)
    require_fitting(kind, arguments)
    name = workspace.name_of(path)
    try:
        parsed, rendered = _rendered(workspace, kind, text, arguments)
    except ParseFault as fault:
        raise _at(path, text, fault.offset, fault.message) from None
    _require_bounds(path, rendered, arguments.format)
    if arguments.format in ("openai", "anthropic"):
        write_json(wire_form(rendered.messages, arguments.format))
    elif arguments.format == "json":
        text_of = cache(partial(_text_in, workspace))
        missing = unresolved(rendered, name, text, text_of)
        write_json(report(parsed, rendered, name, missing))
    else:
        try:
            data = encode(_text_of(kind, rendered))
        except EncodeFault as fault:
            raise CommandError(f"The text cannot be written as UTF-8. {fault}") from None
        write_out(data)
    missing_names = left_as_typed(rendered) if arguments.strict else ()
    if missing_names:
        syntax = Mustache() if kind is FileKind.SOUL else Dollar()
        names = ", ".join(map(syntax.written, missing_names))
        raise LeftAsTyped(f"Left as typed: {names}.")
    return GOOD


def _no_rendering(path: Path, text: str, kind: FileKind) -> CommandError:
    fault = why_no_soul(text) if kind is FileKind.TEXT and holds_event(path) else None
    if fault is not None:
        return _at(path, text, fault.offset, fault.message)
    return CommandError(f"{shown(path)} {_NO_RENDERING[kind]}.")


def _rendered(
    workspace: Workspace, kind: FileKind, text: str, arguments: argparse.Namespace
) -> tuple[ParsedFile, Rendered]:
    path: Path = arguments.file
    if kind is FileKind.SOUL:
        return rendered_soul(workspace, path, text, arguments)
    parsed = format_for(kind, path.suffix).parse(text)
    return parsed, parsed.render(_scope(workspace, kind, arguments))


def _text_of(kind: FileKind, rendered: Rendered) -> str:
    if kind is FileKind.SOUL:
        return context_log(rendered.messages)
    return "".join(message.text for message in rendered.messages)


def _text_in(workspace: Workspace, name: str) -> str:
    return read_text(workspace.path_of(name))


def _require_bounds(path: Path, rendered: Rendered, form: str) -> None:
    if sum(message.size for message in rendered.messages) > MOST_RENDERED:
        raise CommandError(
            f"{shown(path)}: with its values filled in it has more than {MOST_RENDERED} "
            "characters, so it is not written."
        )
    pieces = (piece for message in rendered.messages for piece in message.pieces)
    if form == "json" and sum(1 + len(piece.pieces) for piece in pieces) > _MOST_PIECES:
        raise CommandError(
            f"{shown(path)} renders to more than {_MOST_PIECES} pieces: use --format text."
        )


def _scope(workspace: Workspace, kind: FileKind, arguments: argparse.Namespace) -> Scope:
    values: dict[str, object] = {}
    origins: dict[str, Origin] = {}
    if arguments.context_file is not None:
        saved = _context_file(workspace, arguments.context_file)
        values.update(saved.values)
        origins.update(saved.origins)
    for given in arguments.context:
        key, equals, value = given.partition("=")
        if not equals or not key:
            raise CommandError(f"--context takes NAME=VALUE, not {on_one_line(given)!r}.")
        values[key] = value
        origins.pop(key, None)
    identity: Path | None = arguments.identity
    if identity is not None:
        text = read_text(identity)
        _require_valid(identity, text, IdentityFormat().parse(text).invalid)
    now = format_now(datetime.now().astimezone())
    return ScopeBuilder(workspace, read_text).scope(kind, values, now, identity, origins)


def _context_file(workspace: Workspace, path: Path) -> SavedContext:
    text = read_text(path)
    parsed = parse_context(path, text)
    _require_valid(path, text, parsed.invalid)
    return saved_context(parsed, workspace.name_of(path))


def _require_valid(path: Path, text: str, invalid: tuple[Diagnostic, ...]) -> None:
    for found in invalid:
        raise _at(path, text, found.span.start, found.message)


def _at(path: Path, text: str, offset: int, message: str) -> CommandError:
    place = LineIndex(text).position(offset)
    return CommandError(f"{shown(path)}, line {place.line}, column {place.column}: {message}")
