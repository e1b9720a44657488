"""What souls are shown with: the workspace's sample file, unsaved text of it included."""

from collections.abc import Callable
from pathlib import Path

from editor.formats.samples import Samples
from editor.formats.soul_sections import PREDEFINED
from editor.session.soul_messages import SoulSetting
from editor.workspace.workspace import Workspace


class SampleSource:
    """Gives the setting of one workspace's souls.

    Attributes:
        provider: The provider whose overrides count, or None.
    """

    def __init__(self, read: Callable[[Path], str]) -> None:
        """Prepare; `read` gives the text of a file and raises `OSError` or `ValueError`."""
        self._read = read
        self.provider: str | None = None
        self._setting = SoulSetting(Samples())

    def setting(self, workspace: Workspace) -> SoulSetting:
        """Return what souls of `workspace` are shown with; the same object while it is so."""
        names = frozenset((*PREDEFINED, *workspace.config.soul_variables))
        made = SoulSetting(workspace.samples(self._read), names, self.provider)
        if made != self._setting:
            self._setting = made
        return self._setting
