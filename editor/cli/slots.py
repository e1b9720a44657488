"""Slots on the command line: finding one by name or file, its runtime layer, its template.

Rules: docs/formats.md, Slots and render.
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from editor.cli.common import FINDINGS, GOOD, CommandError, as_json, write_json, write_out
from editor.cli.fields import parse_value
from editor.cli.report import Place, message_json
from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.core.layers import PieceKind
from editor.core.spans import LineIndex
from editor.formats.base import Message
from editor.formats.slot import template_pieces
from editor.formats.slot_overlay import TEMPLATE, Outcome, Overlay
from editor.storage.disk import shown
from editor.storage.textfile import EncodeFault, encode
from editor.workspace.reading import read_text
from editor.workspace.slot_list import Slot, unread
from editor.workspace.slots import is_slot_name
from editor.workspace.workspace import Workspace

_FORMATS = ("text", "json")


class NoTemplate(CommandError):
    """Why a slot has no template."""

    code = FINDINGS


def add_runtime(parser: argparse.ArgumentParser) -> None:
    """Add the option that gives a slot its runtime layer."""
    parser.add_argument(
        "--runtime",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="give a key of a slot a value above all files: JSON, or else text; may be repeated",
    )


def runtime_values(given: Iterable[str]) -> dict[str, object]:
    """Return the runtime layer that ``--runtime`` gives.

    Raises:
        CommandError: an argument is not of the form KEY=VALUE.
    """
    values: dict[str, object] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not key:
            raise CommandError(f"--runtime takes KEY=VALUE, not {on_one_line(each)!r}.")
        values[key] = parse_value(value, spelled=False)
    return values


def slot_named(target: str, explicit: Path | None) -> tuple[Workspace, Slot]:
    """Return the slot that an argument names: by a file of it, or by its name.

    Raises:
        CommandError: there is none, or more than one.
    """
    path = Path(target)
    if os.path.isfile(path):
        workspace = Workspace.open(path, explicit)
        if workspace.kind_of(path) is not FileKind.SLOT:
            raise CommandError(f"{shown(path)} is no slot.")
        ignored = unread(path)
        if ignored is not None:
            raise CommandError(f"{shown(path)}: {ignored}")
        return workspace, workspace.slot_of(path)
    workspace = Workspace.open(explicit or Path(), explicit)
    found = [slot for slot in workspace.slots() if slot.name == target]
    if not found:
        slots = "" if path.suffix else ", and there is no slot of that name"
        raise CommandError(f"{shown(target)} does not exist{slots}: check the name.")
    if len(found) > 1:
        files = ", ".join(workspace.name_of(each.default) for each in found if each.default)
        raise CommandError(f"More than one slot is called {target}; name its file: {files}.")
    return workspace, found[0]


def is_slot(target: Path, explicit: Path | None) -> bool:
    """Whether an argument names a slot, by a file or by a name that is no file."""
    if os.path.isfile(target):
        return Workspace.open(target, explicit).kind_of(target) is FileKind.SLOT
    return is_slot_name(str(target)) and not os.path.exists(target)


def render_slot(arguments: argparse.Namespace) -> int:
    """Write the template of a slot as it is loaded; without one say why.

    Raises:
        CommandError: there is no such slot, it is broken, or it has no template.
    """
    if arguments.format not in _FORMATS:
        raise CommandError(f"A slot is no list of messages: --format {arguments.format} is none.")
    workspace, slot = slot_named(str(arguments.file), arguments.workspace)
    overlay = workspace.overlay(slot, runtime_values(arguments.runtime))
    if overlay.outcome is Outcome.BROKEN:
        raise CommandError(f"{slot.name}: {overlay.verdict}.")
    if arguments.format == "json":
        write_json(_report(workspace, slot, overlay))
        return GOOD if overlay.template is not None else FINDINGS
    if overlay.template is None:
        raise NoTemplate(f"{slot.name}: {overlay.verdict}.")
    try:
        data = encode(overlay.template)
    except EncodeFault as fault:
        raise CommandError(f"The template cannot be written as UTF-8. {fault}") from None
    write_out(data)
    return GOOD


def _report(workspace: Workspace, slot: Slot, overlay: Overlay) -> dict[str, object]:
    winner = overlay.scope.winner(TEMPLATE)
    origin = None if winner is None else winner.origin
    own = slot.app if slot.has_app or slot.default is None else slot.default
    path = workspace.name_of(own) if origin is None or origin.path is None else origin.path
    text = "" if origin is None or origin.path is None else read_text(workspace.path_of(path))
    pieces = template_pieces(overlay, text, workspace.slot_syntax)
    message = Message(pieces)
    # A template that was given with the call stands in no file.
    missing = [each for each in pieces if text and each.kind is PieceKind.UNRESOLVED]
    lines = LineIndex(text)
    effective = {key: overlay.scope.winner(key) for key in overlay.keys}
    return {
        "kind": FileKind.SLOT.value,
        "path": path,
        "metadata": {
            key: as_json(found.value) for key, found in effective.items() if found is not None
        },
        "messages": [] if overlay.template is None else [message_json(message)],
        "unresolved": [
            {
                "name": each.name,
                **Place(path, lines.position(each.source.start)).as_json(),
                "via": None,
            }
            for each in missing
        ],
        "reason": None if overlay.template is not None else overlay.verdict,
    }
