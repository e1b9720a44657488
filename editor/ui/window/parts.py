"""The parts of a window that commands work on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from editor.session.memory import Memory
from editor.session.workbench import Workbench
from editor.ui.theme import Theme
from editor.ui.window.closed_tabs import ClosedTabs
from editor.ui.window.feeds import Feeds
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.view_settings import ViewSettings
from editor.ui.window.views import Views


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a window that commands work on."""

    workbench: Workbench
    files: FileFlow
    views: Views
    feeds: Feeds
    settings: ViewSettings
    closed: ClosedTabs
    theme: Theme
    memory: Memory
    open_sample: Callable[[], object]
    open_at: Callable[[Path, int, int], object]
    close_window: Callable[[], object]
