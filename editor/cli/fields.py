"""`prompt-editor set` and `unset`: one field of a file, and no other byte of it.

Rules: docs/formats.md, set and unset.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from editor.cli.common import GOOD, CommandError, Parser, add_workspace
from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.json_language import JsonLanguage
from editor.core.kinds import FileKind
from editor.core.spans import LineIndex
from editor.core.tree import Language, Number, Tree, dotted_path, parse_path, settled
from editor.core.tree import Path as FieldPath
from editor.core.yaml_language import YamlLanguage
from editor.formats.frontmatter import split
from editor.formats.frontmatter_edits import add_frontmatter, remove_field, set_field
from editor.formats.soul_edits import remove_in_sections, section_tree, set_in_sections
from editor.storage.disk import shown
from editor.storage.saving import Reason, SaveRefused, save
from editor.storage.textfile import EncodeFault, read
from editor.workspace.reading import no_text
from editor.workspace.souls import soul_source
from editor.workspace.workspace import Workspace

# What may be done on the command line, where the advice of a refusal is for the window.
_ADVICE = {
    Reason.CHANGED_ON_DISK: "Run the command again.",
    Reason.DELETED: "",
    Reason.FOLDER_READ_ONLY: "Make the folder writable first, or change the file in the window.",
    Reason.HELD: "Close it there and run the command again.",
    Reason.LINK_LOOP: "Mend the links first.",
    Reason.NOT_A_FILE: "",
    Reason.NOT_CONFIRMED: "Keep a copy of it elsewhere.",
    Reason.NO_BACKUP: "Make its folder writable first.",
    Reason.NO_FOLDER: "",
    Reason.NO_SPACE: "Free some space first.",
    Reason.NO_TEMPORARY_FILE: "Change the file in the window, which can write it in place.",
    Reason.OS_ERROR: "",
    Reason.PARTLY_WRITTEN: "Put that back.",
    Reason.READ_ONLY: "Make it writable first.",
}


def set_parser(prog: str) -> Parser:
    """Return the parser of the arguments of `set`."""
    result = _parser(prog, "Set one field of a prompt, a soul, or a JSON or YAML file.")
    result.add_argument("value", metavar="VALUE", help="JSON, or else text")
    return result


def unset_parser(prog: str) -> Parser:
    """Return the parser of the arguments of `unset`."""
    return _parser(prog, "Remove one field of a prompt, a soul, or a JSON or YAML file.")


def _parser(prog: str, description: str) -> Parser:
    result = Parser(prog, description)
    result.add_argument("file", metavar="FILE", type=Path)
    result.add_argument("path", metavar="PATH", help="keys joined by dots: hook.pre, 2.limit")
    add_workspace(result)
    return result


def run_set(arguments: argparse.Namespace) -> int:
    """Set a field.

    Raises:
        CommandError, OSError: nothing was written.
    """
    value = parse_value(arguments.value)
    path = parse_path(arguments.path)
    if _is_soul(arguments):
        if path[1:] == ("args",) and isinstance(value, dict):
            value = arguments.value  # it is the text of an object, not an object
        return _soul_changed(arguments.file, path, lambda text: set_in_sections(text, path, value))
    return _changed(arguments.file, lambda text: _set(arguments.file, text, path, value))


def run_unset(arguments: argparse.Namespace) -> int:
    """Remove a field.

    Raises:
        CommandError, OSError: nothing was written.
    """
    path = parse_path(arguments.path)
    if _is_soul(arguments):
        return _soul_changed(arguments.file, path, lambda text: _section_removed(text, path))
    return _changed(arguments.file, lambda text: _unset(arguments.file, text, path))


def parse_value(written: str, *, spelled: bool = True) -> object:
    """Return the value that an argument means: JSON, else the text itself.

    ``NaN`` and the like, which are not JSON, are text.

    Args:
        written: The argument.
        spelled: Whether numbers keep their spelling, as values that are written to a file do.
    """
    number = Number if spelled else None

    def refuse(constant: str) -> object:
        raise ValueError(constant)

    try:
        value: object = json.loads(
            written, parse_int=number, parse_float=number, parse_constant=refuse
        )
    except (ValueError, RecursionError):
        return written
    return value


def _is_soul(arguments: argparse.Namespace) -> bool:
    workspace = Workspace.open(arguments.file, arguments.workspace)
    return workspace.kind_of(arguments.file) is FileKind.SOUL


def _soul_changed(file: Path, path: FieldPath, change: Callable[[str], tuple[Edit, ...]]) -> int:
    """Write what `change` makes of the soul that `file` holds, be it the content of an event."""

    def changed(text: str) -> str:
        source = soul_source(file, text)
        try:
            _require_names(section_tree(source.text), path)
            return source.changed(apply_edits(source.text, change(source.text)))
        except ParseFault as fault:
            raise ParseFault(fault.message, source.place(fault.offset)) from None

    return _changed(file, changed)


def _section_removed(text: str, path: FieldPath) -> tuple[Edit, ...]:
    _require_field(section_tree(text), path)
    return remove_in_sections(text, path)


def _changed(path: Path, change: Callable[[str], str]) -> int:
    """Write what `change` makes of the file's text, if it is another text."""
    found = read(path)
    if found.fault is not None:
        raise CommandError(str(no_text(path, found.fault)))
    try:
        new = change(found.text)
        if new != found.text:
            save(path, found.encode(new), found.digest)
    except (EditRefused, EncodeFault) as refused:
        raise CommandError(f"{shown(path)}: {refused}") from None
    except ParseFault as fault:
        place = LineIndex(found.text).position(fault.offset)
        message = f"{shown(path)}, line {place.line}, column {place.column}: {fault.message}"
        raise CommandError(message) from None
    except SaveRefused as refused:
        advice = _ADVICE.get(refused.reason, refused.advice)
        raise CommandError(f"{shown(path)} {refused.detail} {advice}".rstrip()) from None
    return GOOD


def _set(file: Path, text: str, path: FieldPath, value: object) -> str:
    language = _language(file)
    if language is not None:
        tree = language.parse(text)
        _require_names(tree, path)
        return apply_edits(text, language.set(text, settled(tree, path), value))
    found = split(text)
    if found.fields is None and found.note is None:
        if file.suffix != ".md":
            raise EditRefused("Only a prompt, a template or an extra variable takes a frontmatter.")
        text = apply_edits(text, add_frontmatter(text))
    tree = _field_tree(text)
    _require_names(tree, path)
    return apply_edits(text, set_field(text, settled(tree, path), value))


def _unset(file: Path, text: str, path: FieldPath) -> str:
    language = _language(file)
    if language is not None:
        tree = language.parse(text)
        _require_field(tree, path)
        return apply_edits(text, language.remove(text, settled(tree, path)))
    tree = _field_tree(text)
    if split(text).fields is not None:
        _require_field(tree, path)
    return apply_edits(text, remove_field(text, settled(tree, path)))


def _require_names(tree: Tree, path: FieldPath) -> None:
    """Refuse to make a key without a name: it is a slip of the path, such as a dot too many."""
    here = settled(tree, path)
    for length, step in enumerate(here, start=1):
        if step == "" and tree.entry(here[:length]) is None:
            raise CommandError(
                f"“{dotted_path(path)}” names a key without a name: a PATH is keys joined by dots."
            )


def _require_field(tree: Tree, path: FieldPath) -> None:
    if tree.entry(settled(tree, path)) is None:
        raise EditRefused(f"There is no field {dotted_path(path) or '“”'}.")


def _field_tree(text: str) -> Tree:
    fields = split(text).fields
    if fields is not None and fields.fault is not None:
        raise fields.fault
    return fields.tree if fields and fields.tree else Tree("", None)


def _language(file: Path) -> Language | None:
    """The language of a file that is all one region, or None for a file with frontmatter."""
    suffix = file.suffix.lower()
    if suffix == ".json":
        return JsonLanguage()
    return YamlLanguage() if suffix in (".yaml", ".yml") else None
