"""`prompt-editor layers`: which layer decides each key or variable, and why.

Rules: docs/formats.md, layers.
"""

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from editor.cli.common import (
    GOOD,
    CommandError,
    Parser,
    add_workspace,
    as_json,
    write_json,
    write_out,
)
from editor.cli.slots import add_runtime, runtime_values, slot_named
from editor.cli.soul_layers import soul_layers, soul_sentence, soul_variable
from editor.cli.souls import add_soul_options
from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.core.layers import LayerEntry, Lookup
from editor.core.placeholders import Dollar, TokenKind
from editor.formats.kinds import format_for
from editor.formats.slot_overlay import Overlay
from editor.storage.disk import shown
from editor.workspace.contexts import format_now
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.workspace import Workspace

_MOST_SHOWN = 100
"""Characters of a value in a line of text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is told: of a name what comes out, and for each key who decides it.

    Attributes:
        notes: By layer and key, why a layer that speaks of a key does not count.
    """

    name: str
    verdict: str
    keys: tuple[tuple[str, Lookup], ...]
    notes: Mapping[tuple[str, str], str] = field(default_factory=dict)


def parser(prog: str) -> Parser:
    """Return the parser of this subcommand's arguments."""
    result = Parser(prog, "Tell which layer decides: keys of slots, variables, sections of souls.")
    result.add_argument("target", metavar="FILE_OR_SLOT")
    result.add_argument("key", metavar="KEY_OR_VARIABLE", nargs="?")
    add_runtime(result)
    add_soul_options(result)
    result.add_argument("--format", choices=("text", "json"), default="text")
    add_workspace(result)
    return result


def run(arguments: argparse.Namespace) -> int:
    """Tell what all layers say.

    Raises:
        CommandError, OSError: the arguments or the files are not as they must be.
    """
    asked = _asked(arguments)
    if arguments.format == "json":
        write_json(_report(asked))
    else:
        write_out("".join(f"{line}\n" for line in _lines(asked)).encode("utf-8", "replace"))
    return GOOD


def _asked(arguments: argparse.Namespace) -> Asked:
    path = Path(arguments.target)
    if os.path.isfile(path):
        workspace = Workspace.open(path, arguments.workspace)
        kind = workspace.kind_of(path)
        if kind in (FileKind.PROMPT, FileKind.TEMPLATE):
            return _variables(workspace, path, kind, arguments)
        if kind is FileKind.SOUL:
            return _sections(workspace, path, arguments)
        if kind is not FileKind.SLOT:
            raise CommandError(
                f"{shown(path)} has no layers: name a slot, a prompt, a template or a soul."
            )
    _refuse(arguments, "This is no soul", "provider", "samples")
    workspace, slot = slot_named(arguments.target, arguments.workspace)
    return _keys(workspace.overlay(slot, runtime_values(arguments.runtime)), arguments.key)


def _refuse(arguments: argparse.Namespace, because: str, *options: str) -> None:
    """Refuse options that mean nothing for what is named."""
    for option in options:
        if getattr(arguments, option):
            raise CommandError(f"{because}, so --{option} means nothing for it.")


def _sections(workspace: Workspace, path: Path, arguments: argparse.Namespace) -> Asked:
    _refuse(arguments, f"{shown(path)} is no slot", "runtime")
    text = read_text(path)
    found = soul_layers(workspace, path, text, arguments)
    name, wanted = workspace.name_of(path), arguments.key
    if wanted is None:
        return Asked(name, found.verdict, found.told)
    kept = tuple((key, lookup) for key, lookup in found.told if key == wanted)
    if kept:
        return Asked(name, soul_sentence(*kept[0]), kept)
    if wanted in found.conversation:
        return Asked(name, f"{wanted} takes the turns of the conversation: it has no layers.", ())
    variable = soul_variable(workspace, wanted, arguments)
    if variable is None:
        known = ", ".join(found.names) or "none"
        raise CommandError(f"{name} has no section {on_one_line(wanted)}; there are {known}.")
    return Asked(name, soul_sentence(*variable), (variable,))


def _keys(overlay: Overlay, wanted: str | None) -> Asked:
    keys = overlay.keys if wanted is None else (wanted,)
    if wanted is not None and wanted not in overlay.keys:
        known = ", ".join(overlay.keys)
        raise CommandError(f"No layer of {overlay.name} mentions {wanted}; there are {known}.")
    found = tuple((key, overlay.lookup(key)) for key in keys)
    notes = {
        (layer.name.value, key): layer.wrong[key].message if layer.fault is None else "broken"
        for layer in overlay.layers
        for key in keys
        if layer.fault is not None or key in layer.wrong
    }
    return Asked(overlay.name, overlay.verdict.rstrip(".") + ".", found, notes)


def _variables(
    workspace: Workspace, path: Path, kind: FileKind, arguments: argparse.Namespace
) -> Asked:
    _refuse(arguments, f"{shown(path)} is no slot", "runtime")
    _refuse(arguments, f"{shown(path)} is no soul", "provider", "samples")
    text = read_text(path)
    now = format_now(datetime.now().astimezone())
    scope = ScopeBuilder(workspace, read_text).scope(kind, {}, now)
    wanted: str | None = arguments.key
    if wanted is None:
        bodies = format_for(kind).parse(text).bodies
        tokens = (token for body in bodies for token in Dollar().tokens(body.span.of(text)))
        names = dict.fromkeys(t.name for t in tokens if t.kind is TokenKind.NAME and t.name)
    else:
        names = dict.fromkeys([wanted.removeprefix("$").removeprefix("{").removesuffix("}")])
    found = tuple((name, scope.lookup(name)) for name in names)
    if wanted is not None:
        return Asked(workspace.name_of(path), _sentence(*found[0]), found)
    missing = [f"${name}" for name, lookup in found if lookup.winner is None]
    said = f"{len(found)} variables, all set." if found else "It uses no variables."
    if missing:
        said = f"{len(found)} variables; set nowhere: {', '.join(missing)}."
    return Asked(workspace.name_of(path), said, found)


def _sentence(name: str, lookup: Lookup) -> str:
    winner = lookup.winner
    if winner is None:
        return f"${name} is set nowhere."
    hidden = [lost.layer for lost in lookup.shadowed]
    return f"${name} is set by {winner.layer}" + (
        f" and hides {', '.join(hidden)}." if hidden else "."
    )


def _report(asked: Asked) -> Mapping[str, object]:
    return {
        "name": asked.name,
        "verdict": asked.verdict,
        "keys": [
            {
                "key": key,
                "value": None if lookup.winner is None else as_json(lookup.winner.value),
                "layer": None if lookup.winner is None else str(lookup.winner.layer),
                "stack": [_entry(entry, lookup, asked.notes) for entry in lookup.stack],
            }
            for key, lookup in asked.keys
        ],
    }


def _entry(
    entry: LayerEntry, lookup: Lookup, notes: Mapping[tuple[str, str], str]
) -> Mapping[str, object]:
    found = entry.definition
    origin = None if found is None else found.origin
    place = None if origin is None else origin.position
    return {
        "layer": str(entry.layer),
        "set": found is not None,
        "value": None if found is None else as_json(found.value),
        "path": None if origin is None else origin.path,
        "line": None if place is None else place.line,
        "wins": found is not None and found is lookup.winner,
        "note": notes.get((str(entry.layer), lookup.name)),
    }


def _lines(asked: Asked) -> Iterator[str]:
    yield f"{on_one_line(asked.name)}: {on_one_line(asked.verdict)}"
    for key, lookup in asked.keys:
        yield ""
        winner = lookup.winner
        yield (
            f"{on_one_line(key)} = {_shown(winner.value)}"
            if winner
            else f"{on_one_line(key)}: set nowhere"
        )
        wide = max(len(entry.layer) for entry in lookup.stack)
        for entry in lookup.stack:
            yield _line(_entry(entry, lookup, asked.notes), wide).rstrip()


def _line(told: Mapping[str, object], wide: int) -> str:
    mark = "*" if told["wins"] else " "
    value = _shown(told["value"]) if told["set"] else str(told["note"] or "not set")
    place = f"  ({told['path']}:{told['line']})" if told["path"] is not None else ""
    return f"  {mark} {str(told['layer']).ljust(wide)}  {value}{on_one_line(place)}"


def _shown(value: object) -> str:
    written = value if isinstance(value, str) and value else json.dumps(as_json(value))
    text = on_one_line(written)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"
