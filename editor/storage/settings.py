"""What the program remembers: preferences, its window, what was confirmed, what overrides are of.

Each lies in a JSON file of its own, which holds a version and only what differs from the default.
Keys of a newer version are kept. Folders come by constructor, so tests have their own.
"""

import json
import logging
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from editor.storage.disk import Disk, reason_of
from editor.storage.options import declared, one_of, option, switch, text, texts, whole
from editor.storage.saving import Reason, SaveRefused, save
from editor.storage.textfile import UnreadableFile, read_bytes

VERSION = 1
_ATTEMPTS = 5
_MOST_RECENT = 20
_MOST_CONFIRMED = 1_000
_MOST_OVERRIDES = 5_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the user chose."""

    theme: str = option("system", one_of("system", "light", "dark"), "Colours of the window")
    font_family: str = option("", text, "Font of the source; empty is the system's fixed font")
    font_size: int = option(0, whole(0, 72), "Size of the source in points; 0 is the system's")
    zoom: int = option(100, whole(50, 400), "Size of source and preview in per cent")
    tab_width: int = option(4, whole(1, 16), "Columns from one tab stop to the next")
    word_wrap: bool = option(True, switch, "Wrap long lines in the source")
    show_white_space: bool = option(False, switch, "Show blanks, tabs and hidden characters")
    sync_scroll: bool = option(True, switch, "Scroll source and preview together")
    provider: str = option("", text, "Provider whose overrides souls are shown with; empty is none")
    show_tints: bool = option(True, switch, "Tint values in the preview by where they come from")


@dataclass(frozen=True, slots=True)
class WindowState:
    """How the window was left; none of it is a choice. Qt's byte arrays are kept as Base64."""

    geometry: str = option("", text, "Place and size of the window")
    layout: str = option("", text, "Docks and tool bars of the window")
    splitters: str = option("", text, "Sizes of the parts of the window")
    workspace: str = option("", text, "The folder that was open")
    open_files: tuple[str, ...] = option((), texts(500), "The files that were open, in order")
    carets: tuple[str, ...] = option((), texts(500), "Line and column in each open file")
    current_file: str = option("", text, "The file in front")
    context: str = option("", text, "The context of the workspace and what was typed into it, JSON")
    recent_files: tuple[str, ...] = option((), texts(_MOST_RECENT), "Files, the last one first")
    recent_folders: tuple[str, ...] = option((), texts(_MOST_RECENT), "Folders, the last one first")


@dataclass(frozen=True, slots=True)
class Trust:
    """What the user confirmed; a question that was answered is not asked again."""

    outside: tuple[str, ...] = option(
        (), texts(_MOST_CONFIRMED), "A workspace and a place outside it to write to, JSON"
    )


@dataclass(frozen=True, slots=True)
class Overrides:
    """What overrides of slots were made for; none of it is a choice."""

    defaults: tuple[str, ...] = option(
        (), texts(_MOST_OVERRIDES), "An override, its default and the digest of that, JSON"
    )


Record = TypeVar("Record", bound=Preferences | WindowState | Trust | Overrides)


def with_recent(recent: tuple[str, ...], path: str) -> tuple[str, ...]:
    """The list of recent places after `path` was opened."""
    return (path, *(other for other in recent if other != path))[:_MOST_RECENT]


class Settings:
    """Preferences and window state, read from and kept in a folder.

    Nothing here raises for what is on the disk: what can't be read is logged and the defaults
    stand; a file that is no settings file is moved aside, never deleted.
    """

    def __init__(self, folder: str | os.PathLike[str], *, disk: Disk | None = None) -> None:
        system = disk or Disk()
        self._preferences = _File(Path(folder) / "settings.json", Preferences, system)
        self._window = _File(Path(folder) / "window.json", WindowState, system)
        self._trust = _File(Path(folder) / "trust.json", Trust, system)
        self._overrides = _File(Path(folder) / "overrides.json", Overrides, system)

    @property
    def preferences(self) -> Preferences:
        """The preferences now in force."""
        return self._preferences.record

    @property
    def window(self) -> WindowState:
        """How the window was left."""
        return self._window.record

    @property
    def trust(self) -> Trust:
        """What the user confirmed."""
        return self._trust.record

    @property
    def overrides(self) -> Overrides:
        """What overrides of slots were made for."""
        return self._overrides.record

    def set_overrides(self, overrides: Overrides) -> frozenset[str]:
        """Keep what overrides were made for; like `set_preferences`."""
        return self._overrides.keep(overrides)

    def set_trust(self, trust: Trust) -> frozenset[str]:
        """Keep what the user confirmed; like `set_preferences`."""
        return self._trust.keep(trust)

    def set_preferences(self, preferences: Preferences) -> frozenset[str]:
        """Put preferences in force and keep them; gives the keys that changed.

        Use `dataclasses.replace` on the present ones. Raises `ValueError` for a value that its
        option does not allow, and then changes nothing.
        """
        return self._preferences.keep(preferences)

    def set_window(self, window: WindowState) -> frozenset[str]:
        """Keep how the window is left; like `set_preferences`."""
        return self._window.keep(window)


class _File(Generic[Record]):
    """A record of options in its file."""

    def __init__(self, path: Path, kind: type[Record], disk: Disk) -> None:
        self._path = path
        self._kind = kind
        self._disk = disk
        self.record: Record = self._from(self._load()[0])

    def keep(self, record: Record) -> frozenset[str]:
        """Check and keep a record; gives the keys in which it differs from the one before."""
        values: dict[str, Any] = {}
        for entry in declared(self._kind):
            try:
                values[entry.key] = entry.check(getattr(record, entry.key))
            except ValueError as error:
                raise ValueError(f"{entry.key} {error}") from None
        before = asdict(self.record)
        changed = frozenset(key for key, value in values.items() if value != before[key])
        if changed:
            self.record = self._kind(**values)
            self._write({key: values[key] for key in changed})
        return changed

    def _from(self, stored: dict[str, Any]) -> Record:
        values: dict[str, Any] = {}
        for entry in declared(self._kind):
            if entry.key in stored:
                try:
                    values[entry.key] = entry.check(stored[entry.key])
                except ValueError as error:
                    log.warning("%s: %s %s", self._path.name, entry.key, error)
        return self._kind(**values)

    def _load(self) -> tuple[dict[str, Any], bytes | None]:
        """What the file holds, as values and as bytes (None: there is no file)."""
        try:
            data = read_bytes(self._path, disk=self._disk)
        except UnreadableFile as error:
            if not isinstance(error.__cause__, FileNotFoundError):
                log.warning("%s", error)
            return {}, None
        try:
            stored = json.loads(data)
        except (ValueError, RecursionError):
            stored = None
        if isinstance(stored, dict):
            return stored, data
        self._move_aside()
        return {}, None

    def _write(self, changes: dict[str, Any]) -> None:
        """Put changes into the file as it is now: another window may have written it since."""
        defaults = {entry.key: entry.default for entry in declared(self._kind)}
        for _ in range(_ATTEMPTS):
            stored, base = self._load()
            version = stored.get("version")
            newer = isinstance(version, int) and version > VERSION
            values = {**stored, **changes, "version": version if newer else VERSION}
            kept = {
                key: value
                for key, value in values.items()
                if key not in changes or value != defaults[key]
            }
            data = json.dumps(kept, indent=2) + "\n"
            try:
                self._disk.make_folders(str(self._path.parent))
                save(self._path, data.encode("ascii"), base, disk=self._disk)
            except SaveRefused as refused:
                if refused.reason in (Reason.CHANGED_ON_DISK, Reason.DELETED, Reason.EXISTS):
                    continue
                log.warning("%s", refused)
            except OSError as error:
                log.warning("%s was not saved: %s", self._path.name, reason_of(error))
            return
        log.warning("%s was not saved: it keeps changing or can't be read", self._path.name)

    def _move_aside(self) -> None:
        """Free the file's name without losing what is in it."""
        for number in range(1, 1000):
            aside = f"{self._path}.bad-{number}"
            try:
                self._disk.lstat(aside)
            except FileNotFoundError:
                break
            except OSError:
                continue
        try:
            self._disk.replace(str(self._path), aside)
            log.warning("%s is not a settings file: moved to %s", self._path.name, aside)
        except OSError as error:
            log.warning("%s can't be moved aside: %s", self._path.name, reason_of(error))
