"""What each prompt of a workspace is, found out a few milliseconds at a time."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.formats.prompt import PromptFormat, PromptKind
from editor.workspace.discovery import WorkspaceFile

SLICE = 8


class Describer(QObject):
    """Knows which prompts are generators and which are agents, once it has read them."""

    described = Signal()
    """All files that were asked about have been read, and one has another detail than before."""

    def __init__(self, read: Callable[[Path], str], parent: QObject) -> None:
        super().__init__(parent)
        self._read = read
        self._known: dict[Path, str] = {}
        self._stamps: dict[Path, tuple[int, int]] = {}
        self._waiting: list[Path] = []
        self._has_news = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def describe(self, files: Iterable[WorkspaceFile]) -> None:
        """Read the prompts among `files`, later and in slices."""
        self._waiting = [each.path for each in files if each.kind is FileKind.PROMPT][::-1]
        self._timer.start(0)

    def detail(self, path: Path) -> str:
        """Return ``generator`` or ``agent``, or nothing if it is neither or not yet known."""
        return self._known.get(path, "")

    def _go_on(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._waiting and clock.elapsed() < SLICE:
            self._look_at(self._waiting.pop())
        if not self._waiting:
            self._timer.stop()
            if self._has_news:
                self._has_news = False
                self.described.emit()

    def _look_at(self, path: Path) -> None:
        """Read a file, unless it is as it was."""
        try:
            found = path.stat()
        except OSError:
            self._stamps.pop(path, None)
        else:
            stamp = (found.st_mtime_ns, found.st_size)
            if self._stamps.get(path) == stamp:
                return
            self._stamps[path] = stamp
        detail = self._detail(path)
        self._has_news = self._has_news or detail != self.detail(path)
        self._known[path] = detail

    def _detail(self, path: Path) -> str:
        try:
            kind = PromptFormat().parse(self._read(path)).prompt_kind
        except (OSError, ValueError):
            return ""
        return "" if kind is PromptKind.PROMPT else kind.value
