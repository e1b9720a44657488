"""What the program remembers from one start to the next: choices and recent places."""

from dataclasses import replace
from pathlib import Path

from editor.storage.settings import Settings, with_recent


class Memory:
    """The user's choices and the places they were last; every change is stored at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def theme(self) -> str:
        """``system``, ``light`` or ``dark``."""
        return self._settings.preferences.theme

    @theme.setter
    def theme(self, theme: str) -> None:
        self._settings.set_preferences(replace(self._settings.preferences, theme=theme))

    @property
    def sync_scroll(self) -> bool:
        """Whether source and preview scroll together."""
        return self._settings.preferences.sync_scroll

    @sync_scroll.setter
    def sync_scroll(self, on: bool) -> None:
        self._settings.set_preferences(replace(self._settings.preferences, sync_scroll=on))

    @property
    def show_tints(self) -> bool:
        """Whether the preview tints values by layer."""
        return self._settings.preferences.show_tints

    @show_tints.setter
    def show_tints(self, on: bool) -> None:
        self._settings.set_preferences(replace(self._settings.preferences, show_tints=on))

    @property
    def recent_folders(self) -> tuple[str, ...]:
        """Workspace folders, the last one first, as far as they are still there."""
        return tuple(each for each in self._settings.window.recent_folders if Path(each).is_dir())

    @property
    def last_workspace(self) -> Path | None:
        """The workspace that was shown last, if it is still there."""
        last = self._settings.window.workspace
        return Path(last) if last and Path(last).is_dir() else None

    def remember_workspace(self, folder: Path) -> None:
        """Put `folder` first among the recent ones."""
        window = self._settings.window
        recent = with_recent(window.recent_folders, str(folder))
        self._settings.set_window(replace(window, workspace=str(folder), recent_folders=recent))
