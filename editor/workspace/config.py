"""Which folder is the workspace of a path, and where its parts lie.

Rules: docs/formats.md, Workspace.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from editor.formats.workspacefile import FILE_NAME as WORKSPACE_FILE
from editor.formats.workspacefile import SlotSettings, WorkspaceFileFormat, WorkspaceSettings
from editor.storage.textfile import UnreadableFile
from editor.workspace.reading import read_text

IDENTITY_FILE = Path("config", "journal.json")
TEMPLATE_FOLDERS = (Path("templates"), Path("think", "templates"))
CONTEXT_FOLDER = Path("contexts")
SLOT_FOLDER = "prompt_slots"
APP_SLOTS = f"~/.everos/{SLOT_FOLDER}"

_WILDCARD = re.compile(r"[*?\[]")


def find_workspace(path: Path, explicit: Path | None = None) -> Path:
    """Return the workspace folder of `path`, as an absolute path.

    Args:
        path: A file or folder; it need not exist.
        explicit: The folder that the caller names instead, or its workspace file.

    Returns:
        `explicit`; else the nearest folder at or above `path` with a workspace file; else the
        nearest with an identity file; else the folder of `path` itself. The search ends at a
        folder that holds ``.git``, at the home folder and at the root (each is still looked at).

    Raises:
        NotADirectoryError: `explicit` is no folder.
    """
    if explicit is not None:
        folder = absolute(explicit)
        if folder.name == WORKSPACE_FILE and os.path.isfile(folder):
            folder = folder.parent
        if not os.path.isdir(folder):
            raise NotADirectoryError(f"{explicit} is not a folder.")
        return folder
    place = absolute(path)
    own = place if os.path.isdir(place) else place.parent
    searched = list(_upwards(own))
    for marker in (Path(WORKSPACE_FILE), IDENTITY_FILE):
        for folder in searched:
            if os.path.isfile(folder / marker):
                return folder
    return own


def is_marked(folder: Path) -> bool:
    """Whether a file says that `folder` is a workspace."""
    return any(os.path.isfile(folder / marker) for marker in (Path(WORKSPACE_FILE), IDENTITY_FILE))


def absolute(path: Path, base: Path | None = None) -> Path:
    """Return `path` as an absolute path, from `base` or the current folder.

    Links are kept as they are, unless ``..`` would have to be taken across one.
    """
    joined = Path(base, path) if base is not None else path.absolute()
    return joined.resolve() if ".." in joined.parts else joined


def _upwards(folder: Path) -> Iterator[Path]:
    try:
        home = Path.home()
    except RuntimeError:  # nobody's home is known here
        home = None
    for current in (folder, *folder.parents):
        yield current
        if os.path.lexists(current / ".git") or (home is not None and _same(current, home)):
            return


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other


@dataclass(frozen=True, slots=True)
class Pattern:
    """A glob of the workspace file: a fixed place and what must match below it.

    Attributes:
        base: The absolute path of the part without wildcards.
        glob: The rest, with ``/``; empty if the pattern names one place.
    """

    base: Path
    glob: str


@dataclass(frozen=True, slots=True)
class VariableFolder:
    """A folder whose ``.md`` files are variables called prefix and stem."""

    folder: Path
    prefix: str


@dataclass(frozen=True, slots=True)
class SlotPlaces:
    """Where the slots of a workspace lie.

    Attributes:
        default: The folder of the default layer that the workspace file names, or None for every
            folder called ``prompt_slots`` in the workspace.
        app: The folder of the app layer, which need not exist.
        app_is_named: Whether the workspace file names it.
        placeholders: How placeholders are written: ``mustache``, ``braces``, ``dollar``, ``none``.
    """

    default: Path | None = None
    app: Path = Path()
    app_is_named: bool = False
    placeholders: str = "mustache"

    @property
    def named(self) -> tuple[Path, ...]:
        """The folders that the workspace file names."""
        own = () if self.default is None else (self.default,)
        return (*own, self.app) if self.app_is_named else own


@dataclass(frozen=True, slots=True)
class WorkspaceConfig:
    """Where the parts of a workspace lie; all paths are absolute.

    Attributes:
        root: The workspace folder.
        prompts: Which files are prompts, or None for every ``.md`` by convention.
        souls: Which files are souls whatever they hold, or None by convention; a prompt with
            the marker is a soul, and by convention so is every other ``.md`` with it.
        exclude: What is neither listed nor checked.
        templates: The templates folder, which need not exist.
        identity: The identity file, which need not exist.
        contexts: The folder of saved contexts, which need not exist.
        context: The name of the context the window opens with.
        variables: The extra variable folders, in order; the last that defines a name wins.
        prompt_schema: The file of a JSON Schema added to the built-in one for prompt fields.
        slots: Where the slots lie.
        samples: The sample file of souls, or None without one; it need not exist.
        soul_variables: Names that souls may use beside the predefined ones.
    """

    root: Path
    identity: Path
    templates: Path
    contexts: Path
    prompts: tuple[Pattern, ...] | None = None
    souls: tuple[Pattern, ...] | None = None
    exclude: tuple[Pattern, ...] = ()
    context: str | None = None
    variables: tuple[VariableFolder, ...] = ()
    prompt_schema: Path | None = None
    slots: SlotPlaces = field(default_factory=SlotPlaces)
    samples: Path | None = None
    soul_variables: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        """The path of the workspace file, which need not exist."""
        return self.root / WORKSPACE_FILE

    @classmethod
    def load(cls, root: Path) -> "WorkspaceConfig":
        """Read the workspace file of the folder `root`. Never raises.

        Where the file is missing or cannot be read, and for what it does not say, the
        conventions hold; the checks tell what is wrong with it.
        """
        try:
            text = read_text(root / WORKSPACE_FILE)
        except UnreadableFile:
            settings = WorkspaceSettings()
        else:
            settings = WorkspaceFileFormat().parse(text).settings
        return cls.of(root, settings)

    @classmethod
    def of(cls, root: Path, settings: WorkspaceSettings) -> "WorkspaceConfig":
        """Return what `settings` mean for the folder `root`."""
        schema = settings.schemas.get("prompt")
        return cls(
            root=root,
            identity=place_of(root, settings.identity, IDENTITY_FILE),
            templates=place_of(root, settings.templates, _usual_templates(root)),
            contexts=place_of(root, settings.contexts, CONTEXT_FOLDER),
            prompts=None if settings.prompts is None else _patterns(root, settings.prompts),
            souls=None if settings.souls is None else _patterns(root, settings.souls),
            exclude=_patterns(root, settings.exclude),
            context=settings.context,
            variables=tuple(
                VariableFolder(place_of(root, found.folder), found.prefix)
                for found in settings.variables
            ),
            prompt_schema=None if schema is None else place_of(root, schema),
            slots=_slot_places(root, settings.slots),
            samples=None if settings.samples is None else place_of(root, settings.samples),
            soul_variables=settings.soul_variables,
        )


def _slot_places(root: Path, settings: SlotSettings) -> SlotPlaces:
    default, app = settings.default, settings.app
    return SlotPlaces(
        None if default is None else place_of(root, default),
        place_of(root, APP_SLOTS if app is None else app),
        app is not None,
        settings.placeholders,
    )


def _usual_templates(root: Path) -> Path:
    return next(
        (folder for folder in TEMPLATE_FOLDERS if os.path.isdir(root / folder)), TEMPLATE_FOLDERS[0]
    )


def place_of(root: Path, written: str | None, usual: Path | None = None) -> Path:
    """Return the absolute path that a text of the workspace file names."""
    if written is None:
        return root / (usual or Path())
    # Not resolved: a folder that is a link keeps the name that people know it by.
    return Path(os.path.normpath(Path(root, os.path.expanduser(written))))


def _patterns(root: Path, written: Iterable[str]) -> tuple[Pattern, ...]:
    return tuple(_pattern(root, glob) for glob in written)


def _pattern(root: Path, glob: str) -> Pattern:
    parts = glob.split("/")
    fixed = next((at for at, part in enumerate(parts) if _WILDCARD.search(part)), len(parts))
    # A leading slash leaves an empty first part, which stands for the root of the disk.
    base = "/".join(parts[:fixed]) or ("/" if fixed else ".")
    return Pattern(place_of(root, base), "/".join(parts[fixed:]))
