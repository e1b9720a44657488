"""What is installed where: the program's own files and the user's folders; nobody else knows."""

import os
from collections.abc import Callable
from importlib import metadata
from pathlib import Path, PurePosixPath

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
_APPLICATION = "prompt-editor"


def version() -> str:
    """The version of the program, or that it is not installed."""
    try:
        return metadata.version(_APPLICATION)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def resource(*parts: str) -> Path:
    """Path of a file or folder in `resources/`, as `resource("themes", "dark.toml")`.

    It need not exist. Raises ValueError for a part that would lead out of the folder.
    """
    return _inside(_shipped("_resources", "resources"), parts)


def sample_prompts() -> Path:
    """The sample workspace as it is shipped: read it, or copy it before changing it."""
    return _shipped("_sample_prompts", "sample_prompts")


def user_data_dir() -> Path:
    """The user's folder for what the program keeps for them (the copy of the samples).

    Like the two below it need not exist yet, and an environment variable can move it:
    PROMPT_EDITOR_DATA_DIR, PROMPT_EDITOR_CONFIG_DIR and PROMPT_EDITOR_STATE_DIR.
    """
    return _user_folder("PROMPT_EDITOR_DATA_DIR", platformdirs.user_data_path)


def user_config_dir() -> Path:
    """The user's folder for settings."""
    return _user_folder("PROMPT_EDITOR_CONFIG_DIR", platformdirs.user_config_path)


def user_state_dir() -> Path:
    """The user's folder for what may be lost without harm to settings: sessions, recovery, logs."""
    return _user_folder("PROMPT_EDITOR_STATE_DIR", platformdirs.user_state_path)


def _shipped(in_wheel: str, in_checkout: str) -> Path:
    """A shipped folder: inside the package when installed from a wheel, else beside it."""
    installed = _PACKAGE / in_wheel
    return installed if os.path.isdir(installed) else _PACKAGE.parent / in_checkout


def _inside(root: Path, parts: tuple[str, ...]) -> Path:
    relative = PurePosixPath(*(part.replace("\\", "/") for part in parts))
    if relative.is_absolute() or ".." in relative.parts or ":" in str(relative):
        raise ValueError(f"not a path inside the resources: {'/'.join(parts)}")
    return root / relative


def _user_folder(variable: str, default: Callable[..., Path]) -> Path:
    moved = os.environ.get(variable)
    return Path(moved) if moved else default(_APPLICATION, appauthor=False)
