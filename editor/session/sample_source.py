"""What souls are shown with: the workspace's sample file, unsaved text of it included."""

from collections.abc import Callable
from pathlib import Path

from editor.formats.samples import Samples, parse_samples
from editor.formats.soul_sections import PREDEFINED
from editor.session.soul_messages import SoulSetting
from editor.workspace.workspace import Workspace


class SampleSource:
    """Reads the samples of one workspace, and again only when their text is another one.

    Attributes:
        provider: The provider whose overrides count, or None.
    """

    def __init__(self, read: Callable[[Path], str]) -> None:
        """Prepare; `read` gives the text of a file and raises `OSError` or `ValueError`."""
        self._read = read
        self.provider: str | None = None
        self._known: tuple[Path | None, str | None, Samples] = (None, None, Samples())
        self._setting = SoulSetting(Samples())

    def setting(self, workspace: Workspace) -> SoulSetting:
        """Return what souls of `workspace` are shown with; the same object while it is so."""
        names = frozenset((*PREDEFINED, *workspace.config.soul_variables))
        made = SoulSetting(self._samples(workspace), names, self.provider)
        now = self._setting
        is_same = made.samples is now.samples and made.known == now.known
        if not is_same or made.provider != now.provider:
            self._setting = made
        return self._setting

    def _samples(self, workspace: Workspace) -> Samples:
        path = workspace.config.samples
        text = None if path is None else self._text(path)
        if (path, text) != self._known[:2]:
            samples = Samples()
            if path is not None and text is not None:
                samples = parse_samples(text, path.suffix, workspace.name_of(path))
            self._known = (path, text, samples)
        return self._known[2]

    def _text(self, path: Path) -> str | None:
        try:
            return self._read(path)
        except (OSError, ValueError):
            return None
