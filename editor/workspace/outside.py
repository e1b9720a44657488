"""Places outside a workspace that belong to it: its file names them, or a link leads there.

Only the workspace file may name such places. Before one is written to, they are listed and
confirmed once (docs/formats.md, Places outside).
"""

import os
from pathlib import Path

from editor.workspace.config import WorkspaceConfig
from editor.workspace.globs import relative


def outside_places(config: WorkspaceConfig) -> tuple[Path, ...]:
    """Return the real places outside the workspace that `config` leads to, each once, in order.

    A folder that lies inside and is a link to one outside counts as well.
    """
    patterns = (*(config.prompts or ()), *(config.souls or ()))
    named = (
        config.identity,
        config.templates,
        config.contexts,
        *(each.folder for each in config.variables),
        *config.slots.named,
        *(each.base for each in patterns),
        *(each for each in (config.prompt_schema, config.samples) if each is not None),
        config.file,
    )
    root = _real(config.root)
    real = (_real(place) for place in named)
    return tuple(dict.fromkeys(place for place in real if relative(place, root) is None))


def places_to_confirm(config: WorkspaceConfig, path: Path) -> tuple[Path, ...]:
    """Return what to list before the file at `path` is written; nothing if it needs no question.

    Args:
        config: A workspace; the file need not belong to it.
        path: The file, absolute; it may be a link, and need not exist.

    Returns:
        All places outside the workspace if the file lies in one of them; where a link of the
        workspace alone leads to the file, that file as well.
    """
    target = _real(path)
    if relative(target, _real(config.root)) is not None:
        return ()
    places = outside_places(config)
    if any(relative(target, place) is not None for place in places):
        return places
    return (*places, target) if relative(path, config.root) is not None else ()


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
