"""The Python API: load a prompt as it is sent.

Rules: docs/formats.md, load_prompt.
"""

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.spans import LineIndex
from editor.formats.prompt import PromptFormat
from editor.formats.variable import VariableFormat, variable_text
from editor.storage.disk import shown
from editor.workspace.config import absolute, find_workspace
from editor.workspace.contexts import format_now
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.workspace import Workspace

_SUFFIX = ".md"


class PromptContent(NamedTuple):
    """A loaded prompt.

    Attributes:
        text: The text with all known variables replaced; unknown ones stay as typed.
        path: The file, as an absolute path.
        metadata: The frontmatter's fields, or an empty dict. It is the caller's own.
    """

    text: str
    path: Path
    metadata: dict[str, Any]


class PromptNotFoundError(FileNotFoundError):
    """There is no prompt of that name; `path` is where it was looked for."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"There is no prompt {shown(self.path)}."


class PromptMetadataError(ValueError):
    """A prompt whose frontmatter cannot be read.

    Attributes:
        path: The file.
        line, column: The place of the fault, starting at 1; columns count characters.
        reason: One sentence that says what is wrong there.
    """

    def __init__(self, path: Path, line: int, column: int, reason: str) -> None:
        super().__init__(path, line, column, reason)
        self.path = path
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.path)}, line {self.line}, column {self.column}: {self.reason}"


def load_prompt(
    name: str,
    base_dir: str | os.PathLike[str] | None = None,
    context: Mapping[str, object] | None = None,
    *,
    workspace: str | os.PathLike[str] | None = None,
) -> PromptContent:
    """Load a prompt and replace its variables.

    Values come from `context`, then the workspace's identity, extra variables and templates;
    never from the environment. ``$now`` is the moment of the call unless `context` sets it.

    Args:
        name: The file's name, with or without ``.md``; folders before it are allowed.
        base_dir: The folder it is in; without it the workspace folder if that is given, else
            the current folder.
        context: Values for this call. None means not set, other values become ``str(value)``.
        workspace: The workspace folder; without it, it is found from the prompt's place.

    Raises:
        TypeError: `name`, or a name in `context`, is no str.
        ValueError: `name` is no file name.
        PromptNotFoundError: there is no such file.
        PromptMetadataError: its frontmatter cannot be read.
        OSError: the file cannot be read or is not UTF-8, or `workspace` is no folder.
    """
    _require_names(name, context or {})
    explicit = None if workspace is None else find_workspace(Path(), Path(workspace))
    path = _prompt_path(name, Path(base_dir) if base_dir is not None else explicit)
    if not os.path.isfile(path):
        raise PromptNotFoundError(path)
    text = read_text(path)
    house = Workspace.open(path, explicit)
    place_kind = house.kind_of(path)
    if place_kind is FileKind.VARIABLE:
        return _variable_content(path, text)
    kind = FileKind.TEMPLATE if place_kind is FileKind.TEMPLATE else FileKind.PROMPT
    now = format_now(datetime.now().astimezone())
    scope = ScopeBuilder(house, read_text, most=None).scope(kind, context or {}, now)
    parsed = PromptFormat(kind).parse(text)
    try:
        rendered = parsed.render(scope)
    except ParseFault as fault:
        raise _metadata_error(path, text, fault) from None
    (message,) = rendered.messages
    return PromptContent(message.text, path, dict(parsed.metadata or {}))


def _require_names(prompt: object, context: Mapping[Any, object]) -> None:
    if not isinstance(prompt, str):
        raise TypeError(f"The name of a prompt must be a str, not {type(prompt).__name__}.")
    for name in context:
        if not isinstance(name, str):
            kind = type(name).__name__
            raise TypeError(f"The names in context must be str, not {kind}: {name!r}.")


def _variable_content(path: Path, text: str) -> PromptContent:
    """An extra variable is inserted as it is, so that is what loading it gives."""
    parsed = VariableFormat().parse(text)
    try:
        found = variable_text(parsed)
    except ParseFault as fault:
        raise _metadata_error(path, text, fault) from None
    return PromptContent(found, path, dict(parsed.metadata or {}))


def _metadata_error(path: Path, text: str, fault: ParseFault) -> PromptMetadataError:
    place = LineIndex(text).position(fault.offset)
    return PromptMetadataError(path, place.line, place.column, fault.message)


def _prompt_path(name: str, folder: Path | None) -> Path:
    stem = name.removesuffix(_SUFFIX)
    if not stem or stem.endswith(("/", os.sep)) or "\0" in name:
        raise ValueError(f"not the name of a prompt: {name!r}")
    return absolute(Path(stem + _SUFFIX), folder if folder is None else absolute(folder))
