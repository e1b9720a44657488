"""The files of a workspace in use, looked for in slices: no folder makes the window wait."""

from collections.abc import Generator
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.session.describer import Describer
from editor.storage.textfile import read_bytes
from editor.workspace.discovery import Discovery, WorkspaceFile
from editor.workspace.places import SoulTest
from editor.workspace.reading import read_text
from editor.workspace.workspace import Workspace

AT_ONCE = 150
"""Milliseconds that the first look may take before the window goes on without it."""
SLICE = 8
MOST_WATCHED = 1_000
"""Folders, and sources, that are watched at most; the rest is compared when the window gets the
focus."""
SOURCE_KINDS = frozenset(
    (FileKind.TEMPLATE, FileKind.VARIABLE, FileKind.IDENTITY, FileKind.CONTEXT, FileKind.SAMPLES)
)


class Inventory(QObject):
    """Which files there are and what each prompt is for."""

    changed = Signal()
    """`files` or `detail_of` has new answers."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        """Look for nothing yet."""
        super().__init__(parent)
        self._workspace = workspace
        self._is_soul = SoulTest(read_bytes)
        self._files: tuple[WorkspaceFile, ...] | None = None
        self._scan: Generator[None, None, Discovery] | None = None
        self._again = False
        self._describer = Describer(read_text, self)
        self._describer.described.connect(self.changed)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_complete(self) -> bool:
        """Whether the look that was begun last has ended."""
        return self._files is not None and self._scan is None

    def files(self) -> tuple[WorkspaceFile, ...]:
        """Return the files found so far; the first question begins to look."""
        if self._files is None and self._scan is None:
            self._scan = self._workspace.scan(self._is_soul)
            self._advance(AT_ONCE)
        return self._files or ()

    def detail_of(self, file: WorkspaceFile) -> str:
        """Return ``generator`` or ``agent`` for a prompt that is known to be one."""
        return self._describer.detail(file.path)

    def rescan(self, workspace: Workspace) -> None:
        """Look again, in slices: another program changed something, or the configuration did."""
        self._workspace = workspace
        if self._files is None and self._scan is None:
            return  # nobody has asked yet
        if self._scan is not None:
            self._again = True
            return
        self._scan = workspace.scan(self._is_soul)
        self._timer.start()

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in which files of the workspace lie or may appear."""
        config = self._workspace.config
        own = (config.root, config.templates, config.contexts, config.identity.parent)
        listed = (file.path.parent for file in self.files())
        extra = (each.folder for each in config.variables)
        return tuple(dict.fromkeys((*own, *extra, *self._slot_folders(), *listed)))[:MOST_WATCHED]

    def sources(self) -> tuple[Path, ...]:
        """Return the files that define variables: their text counts though nobody opened them."""
        samples = self._workspace.config.samples
        found = [file.path for file in self.files() if file.kind in SOURCE_KINDS]
        return tuple(dict.fromkeys((*([samples] if samples else ()), *found)))[:MOST_WATCHED]

    def _slot_folders(self) -> tuple[Path, ...]:
        """The folders of slots, if there are any; that of overrides may come to be any time."""
        slots = self._workspace.config.slots
        is_used = slots.named or any(file.kind is FileKind.SLOT for file in self.files())
        return tuple(filter(None, (slots.default, slots.app))) if is_used else ()

    def _go_on(self) -> None:
        self._advance(SLICE)

    def _advance(self, milliseconds: int) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._scan is not None and not clock.hasExpired(milliseconds):
            try:
                next(self._scan)
            except StopIteration as end:
                self._scan = None
                self._found(end.value)
        if self._scan is None and self._again:
            self._again = False
            self._scan = self._workspace.scan(self._is_soul)
        self._timer.start() if self._scan is not None else self._timer.stop()

    def _found(self, discovery: Discovery) -> None:
        changed = discovery.files != self._files
        if changed:  # else the very same answer, so that who asks can tell
            self._files = discovery.files
        self._describer.describe(discovery.files)
        if changed:
            self.changed.emit()
