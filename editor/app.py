"""Puts the program together: the only place that builds objects and joins them."""

import faulthandler
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6 import __version__
from PySide6.QtCore import (
    QCoreApplication,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QSize,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtWidgets import QApplication

from editor import paths
from editor.session.collector import Collector
from editor.session.documents import Documents
from editor.session.ending import Ending
from editor.session.fault_watch import FaultWatch
from editor.session.faults import attempt, versions
from editor.session.journal import Journal
from editor.session.memory import Memory
from editor.session.recovery import Recovery
from editor.session.tidying import Tidying
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.storage.recovery import RecoveryStore
from editor.storage.settings import Settings
from editor.ui.dialogs import Dialogs, Questions
from editor.ui.icons import Icons
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.window.main_window import MainWindow

SCREENSHOT_SIZE = QSize(1440, 900)
SETTLING = 400
"""Milliseconds until everything that follows a pause has followed."""
KEEPING = 0.5
"""Seconds that a fault waits for the disk: while it is told the window stands still."""
SAMPLE = Path("prompts", "meeting_synthesis.md")


def open_window(
    *places: str | Path,
    questions: Questions | None = None,
    settings: Path | None = None,
    tidy: bool = True,
) -> MainWindow:
    """Open a window and return it; no event loop is run and nothing is asked.

    Args:
        places: Files and folders to open, in order; the last one comes to the front. Without
            any, what was open when the last window was closed.
        questions: Asks the user for files and about unsaved work; by default by dialogs.
        settings: The folder of what is remembered; by default the user's own folders.
        tidy: Whether temporary files that killed programs left are removed.
    """
    application = _application()
    _collector(application)
    remembered = settings or paths.user_config_dir()
    memory = Memory(Settings(remembered))
    theme = application.findChild(Theme)
    if not isinstance(theme, Theme):
        theme = Theme(application, paths.resource("themes"), ThemeChoice(memory.preferences.theme))
    backups = paths.user_state_dir() / "backups"
    documents = Documents(backups)
    # Views must go before the texts they show, so the window does not own its workbench.
    workbench = Workbench(documents, Watcher(), _clock, application)
    store = RecoveryStore((settings or paths.user_state_dir()) / "recovery")
    journal = Journal(documents, store, _clock, workbench)
    recovery = Recovery(workbench, journal, store, workbench)
    if tidy:
        Tidying(workbench, time.time(), (remembered, backups))
    icons = Icons(paths.resource("icons"), theme)
    window = MainWindow(
        workbench, theme, icons, questions or Dialogs(), memory, recovery, sample_copy
    )
    application.focusChanged.connect(window.follow_focus)
    for place in places:
        window.open(Path(place))
    if not places:
        window.restore()
    recovery.look()
    window.show()
    return window


def run(places: Sequence[Path], sample: bool = False) -> int:
    """Open the window and stay until it is closed.

    Args:
        places: Files and folders to open.
        sample: Whether to open the copy of the sample workspace.

    Returns:
        The exit code of the event loop; that of the signal that ended it.
    """
    # Work beside the window gives way to keys within a millisecond instead of five.
    sys.setswitchinterval(0.001)
    guard = Guard(_application())
    with _crashes_noted(), guard.watching():
        window = open_window(*places, *([sample_start()] if sample else []))
        guard.look_after(window)
        _collector(_application()).spare()
        code = QCoreApplication.exec()
    window.deleteLater()
    return code


class Guard(QObject):
    """Keeps the program going through its own faults, and ends it in order when it is told to."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._window: MainWindow | None = None
        self._faults = FaultWatch(
            self._keep, versions(paths.version(), __version__, qVersion()), self
        )
        self._ending = Ending(self)
        self._ending.asked.connect(self._end)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hear of faults and of signals meanwhile."""
        self._faults.install()
        self._ending.install()
        try:
            yield
        finally:
            self._ending.uninstall()
            self._faults.uninstall()

    def look_after(self, window: MainWindow) -> None:
        """Tell faults in `window`, those too that happened while it was opened."""
        self._window = window
        self._faults.news.connect(window.faults.hear)
        _application().commitDataRequest.connect(window.keep_unsaved)

    def _keep(self) -> bool:
        """Put unsaved text into safety; tell whether all of it is there."""
        return self._window is None or self._window.recovery.journal.flush(KEEPING)

    def _end(self, code: int) -> None:
        """End the program; unsaved text is offered at the next start."""
        if self._window is not None:
            attempt(self._window.keep_unsaved)
            attempt(self._window.feeds.shut_down)
        QCoreApplication.exit(code)


def screenshot(target: Path, place: Path | None) -> int:
    """Write a picture of the window to `target`.

    Args:
        target: A PNG file; its folder is made if needed.
        place: What the window shows; by default the sample workspace.

    Returns:
        0 if the picture was written, else 2 with a line on stderr.
    """
    qInstallMessageHandler(_say_what_matters)
    with TemporaryDirectory() as settings:  # a picture changes nothing of the user's
        shown = place or paths.sample_prompts() / SAMPLE
        window = open_window(shown, settings=Path(settings), tidy=False)
        window.resize(SCREENSHOT_SIZE)
        _let_pass(SETTLING)
        window.settle()
        _let_pass(SETTLING)
        target.parent.mkdir(parents=True, exist_ok=True)
        written = window.grab().save(str(target))
        window.close()
        window.deleteLater()
    if not written:
        sys.stderr.write(f"prompt-editor: {target}: the picture could not be written.\n")
    return 0 if written else 2


@contextmanager
def _crashes_noted() -> Iterator[None]:
    """Let a crash below Python leave the way to it, names and lines of code, in a file."""
    folder = paths.user_state_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        log = os.open(folder / "crashes.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        yield  # such a file is good to have, no more
        return
    faulthandler.enable(log)
    try:
        yield
    finally:
        faulthandler.disable()
        os.close(log)


def _let_pass(milliseconds: int) -> None:
    """Let the event loop run for a while, as for what follows a pause."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def sample_copy() -> Path:
    """Return the user's copy of the sample workspace, made when it is first asked for."""
    copy = paths.user_data_dir() / "sample_prompts"
    if not os.path.exists(copy):
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(paths.sample_prompts(), copy)
    return copy


def sample_start() -> Path:
    """Return the file of the sample workspace that shows most of what the program does."""
    return sample_copy() / SAMPLE


def _say_what_matters(_kind: QtMsgType, _where: QMessageLogContext, message: str) -> None:
    """Pass Qt's messages on, but not what the platform without a display cannot do."""
    if not message.startswith("This plugin does not support"):
        sys.stderr.write(f"{message}\n")


def _clock() -> datetime:
    return datetime.now().astimezone()


def _collector(application: QApplication) -> Collector:
    found = application.findChild(Collector)
    return found if isinstance(found, Collector) else Collector(application)


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Prompt Editor")
    if application.style().name() != "fusion":  # set anew, it would be put on all once more
        application.setStyle("Fusion")
    return application
