"""What the program remembers from one start to the next: choices and recent places."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from editor.formats.runtime_values import RuntimeValue, ValueType, typed_value
from editor.session.context_values import SlotKey
from editor.storage.settings import Preferences, Settings, with_recent


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that was open, and the caret in it (both from 1)."""

    path: Path
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class LeftContext:
    """The context of the workspace that was shown.

    Attributes:
        name: The saved context, or None.
        typed: What was set (text) or taken away (None) and not saved.
        slots: Likewise for the keys of runtime layers, by slot and key.
    """

    name: str | None = None
    typed: Mapping[str, str | None] = field(default_factory=dict)
    slots: Mapping[SlotKey, RuntimeValue | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftWindow:
    """How a window was left.

    Attributes:
        geometry: Place and size, as Qt writes them, in Base64.
        splitters: Sizes of its parts, likewise.
        files: The open files, in order.
        current: The one in front.
        context: The values that were tried, or None if nothing is known of them.
    """

    geometry: str = ""
    splitters: str = ""
    files: tuple[OpenFile, ...] = ()
    current: Path | None = None
    context: LeftContext | None = None


class Memory:
    """The user's choices and the places they were last; every change is stored at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def preferences(self) -> Preferences:
        """What the user chose."""
        return self._settings.preferences

    def prefer(self, preferences: Preferences) -> None:
        """Remember other choices."""
        self._settings.set_preferences(preferences)

    @property
    def recent_files(self) -> tuple[str, ...]:
        """Files that were opened, the last one first, as far as they are still there."""
        return tuple(each for each in self._settings.window.recent_files if os.path.isfile(each))

    def remember_file(self, path: Path) -> None:
        """Put `path` first among the recent files."""
        window = self._settings.window
        recent = with_recent(window.recent_files, str(path))
        self._settings.set_window(replace(window, recent_files=recent))

    @property
    def left(self) -> LeftWindow:
        """How the window was left."""
        window = self._settings.window
        pairs = zip_longest(window.open_files, window.carets[: len(window.open_files)])
        files = tuple(OpenFile(Path(path), *_caret(caret)) for path, caret in pairs)
        current = Path(window.current_file) if window.current_file else None
        context = _context(window.context)
        return LeftWindow(window.geometry, window.splitters, files, current, context)

    def leave(self, left: LeftWindow) -> None:
        """Remember how the window is left."""
        self._settings.set_window(
            replace(
                self._settings.window,
                geometry=left.geometry,
                splitters=left.splitters,
                open_files=tuple(str(each.path) for each in left.files),
                carets=tuple(f"{each.line}:{each.column}" for each in left.files),
                current_file=str(left.current or ""),
                context=_stored(left.context),
            )
        )

    def confirmed_places(self, workspace: str) -> frozenset[str]:
        """Return the places outside `workspace` that the user lets be written to."""
        pairs = map(_pair, self._settings.trust.outside)
        return frozenset(place for root, place in pairs if root == workspace)

    def confirm_places(self, workspace: str, places: Iterable[str]) -> None:
        """Remember that places outside `workspace` may be written to."""
        trust = self._settings.trust
        new = (json.dumps([workspace, place]) for place in places)
        self._settings.set_trust(replace(trust, outside=(*new, *trust.outside)))

    def default_of(self, override: str, default: str) -> str | None:
        """Return the digest of the default that a slot's override was saved for, or None."""
        found = (_parts(each) for each in self._settings.overrides.defaults)
        known = (parts[2] for parts in found if parts[:2] == (override, default))
        return next(known, None)

    def remember_default(self, override: str, default: str, digest: str) -> None:
        """Remember the digest of the default that a slot's override is saved for."""
        kept = self._settings.overrides.defaults
        others = (each for each in kept if _parts(each)[0] != override)
        stored = (json.dumps([override, default, digest]), *others)
        self._settings.set_overrides(replace(self._settings.overrides, defaults=stored))

    @property
    def recent_folders(self) -> tuple[str, ...]:
        """Workspace folders, the last one first, as far as they are still there."""
        return tuple(each for each in self._settings.window.recent_folders if os.path.isdir(each))

    @property
    def last_workspace(self) -> Path | None:
        """The workspace that was shown last, if it is still there."""
        last = self._settings.window.workspace
        return Path(last) if last and os.path.isdir(last) else None

    def remember_workspace(self, folder: Path) -> None:
        """Put `folder` first among the recent ones."""
        window = self._settings.window
        recent = with_recent(window.recent_folders, str(folder))
        self._settings.set_window(replace(window, workspace=str(folder), recent_folders=recent))


def _pair(stored: str) -> tuple[str, str]:
    """A workspace and a place, from what was stored; two empty texts if that is no pair."""
    try:
        root, place = json.loads(stored)
    except (ValueError, TypeError, RecursionError):
        return "", ""
    return str(root), str(place)


def _parts(stored: str) -> tuple[str, ...]:
    """An override, its default and a digest, from what was stored; empty texts if it is not."""
    try:
        override, default, digest = json.loads(stored)
    except (ValueError, TypeError, RecursionError):
        return "", "", ""
    return str(override), str(default), str(digest)


def _caret(stored: str | None) -> tuple[int, int]:
    """Line and column, from what was stored; the start of the file if that is no place."""
    line, _, column = (stored or "").partition(":")
    if line.isascii() and line.isdigit() and column.isascii() and column.isdigit():
        return max(1, int(line)), max(1, int(column))
    return 1, 1


def _stored(context: LeftContext | None) -> str:
    if context is None:
        return ""
    slots = [
        [*place, None if value is None else [value.kind, value.source]]
        for place, value in context.slots.items()
    ]
    return json.dumps([context.name, dict(context.typed), slots])


def _context(stored: str) -> LeftContext | None:
    """What was stored of a context; None if that is not what `Memory` stores."""
    try:
        name, typed, *rest = json.loads(stored)
        values = {str(key): None if value is None else str(value) for key, value in typed.items()}
        slots = {
            (str(slot), str(key)): None
            if typed is None
            else typed_value(ValueType(typed[0]), typed[1])
            for slot, key, typed in (rest[0] if rest else ())
        }
    except (ValueError, TypeError, AttributeError, IndexError):
        return None
    return LeftContext(name if isinstance(name, str) else None, values, slots)
