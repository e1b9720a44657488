"""What a workspace file names and is not there: folders, files, the context to begin with.

Nothing of it stops a rendering; the checks tell (docs/formats.md, prompt-workspace.yaml).
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from editor.core.tree import Path as FieldPath
from editor.formats.checks import nearest
from editor.formats.workspacefile import WorkspaceFile
from editor.workspace.config import WorkspaceConfig, place_of
from editor.workspace.globs import relative
from editor.workspace.places import context_files


def absent_places(
    file: WorkspaceFile, root: Path, read: Callable[[Path], str]
) -> dict[FieldPath, str]:
    """Return one sentence for each value that names nothing, by its path in the file.

    Args:
        file: The workspace file, saved or not.
        root: The workspace folder.
        read: Gives the text of a file; may raise `OSError` or `ValueError`.
    """
    config = WorkspaceConfig.of(root, file.settings)
    return dict(
        (
            *_folders_and_files(file, config),
            *_prompts(file, config),
            *_context(file, config),
            *_schema(file, config, read),
        )
    )


def _folders_and_files(
    file: WorkspaceFile, config: WorkspaceConfig
) -> Iterator[tuple[FieldPath, str]]:
    settings = file.settings
    for key, written in (("templates", settings.templates), ("contexts", settings.contexts)):
        if written is not None and not os.path.isdir(place_of(config.root, written)):
            yield (key,), _no("folder", written)
    for key, written in (("identity", settings.identity), ("samples", settings.samples)):
        if written is not None and not os.path.isfile(place_of(config.root, written)):
            yield (key,), _no("file", written)
    listed = (file.metadata or {}).get("variables")
    for number, each in enumerate(listed if isinstance(listed, list) else ()):
        written = each.get("folder") if isinstance(each, Mapping) else None
        if not isinstance(written, str) or not written:
            continue
        if not os.path.isdir(place_of(config.root, written)):
            yield ("variables", number, "folder"), _no("folder", written)


def _prompts(file: WorkspaceFile, config: WorkspaceConfig) -> Iterator[tuple[FieldPath, str]]:
    """Patterns whose part without wildcards is not there, so that they match nothing."""
    written = file.settings.prompts or ()
    for number, (pattern, glob) in enumerate(zip(config.prompts or (), written, strict=True)):
        if not os.path.exists(pattern.base):
            kind = "folder" if pattern.glob else "file or folder"
            name = relative(pattern.base, config.root) or str(pattern.base)
            yield ("prompts", number), f"{_no(kind, name)} Until then {glob} matches nothing."


def _context(file: WorkspaceFile, config: WorkspaceConfig) -> Iterator[tuple[FieldPath, str]]:
    name = file.settings.context
    saved = [path.stem for path in context_files(config)]
    if name is None or name in saved:
        return
    near = nearest(name, saved)
    hint = f"Did you mean {near}?" if near else "Save it, or correct the name."
    yield ("context",), f"There is no saved context {name}. {hint}"


def _schema(
    file: WorkspaceFile, config: WorkspaceConfig, read: Callable[[Path], str]
) -> Iterator[tuple[FieldPath, str]]:
    path, where = config.prompt_schema, ("schemas", "prompt")
    if path is None:
        return
    written = file.settings.schemas["prompt"]
    if not os.path.isfile(path):
        yield where, _no("file", written)
        return
    try:
        usable = isinstance(json.loads(read(path)), dict)
    except (OSError, ValueError, RecursionError):
        usable = False
    if not usable:
        yield where, f"The file {written} is no JSON Schema, so it adds nothing. Correct it there."


def _no(kind: str, written: str) -> str:
    return f"There is no {kind} {written}. Make it, or correct the name."
