"""The program that is killed: the real one, with somebody inside who types and takes notes.

Run as ``python typist.py NOTES SEED ARGUMENT…``; the arguments are the program's. It is started
by the program's own command, in a process and with a window of its own. Keys are Qt key events
to the widget with the focus, at random intervals. Each note is one line of JSON, written with one
unbuffered call, so that it is in the hands of the system before the next key: a kill cannot take
it back. Times are those of the monotonic clock, which all processes share.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from hashlib import sha256

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from editor import app, cli
from editor.session.document import Document
from editor.session.snapshot_writer import SnapshotWriter
from editor.ui.window.main_window import MainWindow

BEAT = 20
"""Milliseconds between two looks at how late the event loop is."""
LATE = 60
"""Milliseconds of lateness that are worth a note."""
FASTEST, SLOWEST = 15, 140
"""Milliseconds between two keys."""
LETTERS = "the quick brown fox $who ${day} jumps "
PASTES = ("one\r\ntwo\rthree\n", "naïve 😀 \u00a0 text\n", "$greeting " * 40, "- item\n" * 25)
Control, Shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def digest(data: str | bytes) -> str:
    """Name a text or bytes."""
    return sha256(
        data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    ).hexdigest()


class Notes:
    """Lines that survive the writer."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def take(self, what: str, **facts: object) -> None:
        """Write one line."""
        line = json.dumps({"t": time.monotonic_ns(), "what": what, **facts})
        os.write(self._fd, line.encode() + b"\n")


class Typist(QObject):
    """Types, pastes, undoes, saves, opens, and answers what the window offers."""

    def __init__(self, window: MainWindow, notes: Notes, seed: int) -> None:
        super().__init__(window)
        self._window = window
        self._notes = notes
        self._random = random.Random(seed)
        self._numbers: dict[Document, int] = {}
        self._floors: dict[Document, int] = {}
        self._left = 0
        self._wide_pauses = self._random.random() < 0.5
        self._documents = window.workbench.documents
        self._documents.opened.connect(self._follow)
        self._documents.saved.connect(self._saved)
        for document in self._documents.all():
            self._follow(document)
        self._last_beat = time.monotonic()
        self._heart = QTimer(self)
        self._heart.timeout.connect(self._beat)
        self._heart.start(BEAT)
        self._keys = QTimer(self)
        self._keys.setSingleShot(True)
        self._keys.timeout.connect(self._act)
        window.activateWindow()  # no window manager does it
        QTimer.singleShot(0, self._begin)

    # --- what the window offers -----------------------------------------------------------------

    def _begin(self) -> None:
        if not self._window.isActiveWindow():
            QTimer.singleShot(BEAT, self._begin)
            return
        self._answer_offers()

    def _answer_offers(self) -> None:
        for number in [offer.number for offer in self._window.recovery.offers]:
            row = self._window.findChild(QWidget, f"recovery:{number}")
            offer = next(each for each in self._window.recovery.offers if each.number == number)
            seen = row is not None and row.isVisibleTo(self._window)
            texts = self._window.recovery.texts(number)
            kept = digest("" if texts is None else texts.kept)
            path = os.path.join(offer.folder, offer.name) if offer.folder else None
            facts = {"path": path, "text": kept, "seen": seen, "disk": str(offer.on_disk)}
            choice = self._random.random()
            if choice < 0.12:
                self._notes.take("left", **facts)
            elif choice < 0.18:
                self._click(f"discardFile:{number}")
                self._click(f"discardForGood:{number}")
                self._notes.take("discarded", **facts)
            else:
                self._recover(number, facts)
        for _ in range(self._random.randint(0, 4)):
            self._turn()
        self._window.views.editor.source.setFocus()
        self._notes.take("ready", platform=QGuiApplication.platformName())
        self._keys.start(SLOWEST)

    def _recover(self, number: int, facts: dict[str, object]) -> None:
        self._click(f"recoverFile:{number}")
        front = self._window.workbench.front
        assert front is not None
        self._floors[front] = front.qdocument.availableUndoSteps()
        # What counts is what stands in the editor now.
        self._notes.take("recovered", doc=self._numbers[front], **facts | self._facts(front))

    def _click(self, name: str) -> None:
        button = self._window.findChild(QPushButton, name)
        assert button is not None
        assert button.isVisible()
        button.click()

    # --- notes ------------------------------------------------------------------------------------

    def _follow(self, document: Document) -> None:
        number = self._numbers[document] = len(self._numbers)
        self._floors.setdefault(document, 0)
        document.settled.connect(self._settled)
        path = str(document.path) if document.path is not None else None
        self._notes.take("opened", doc=number, path=path, **self._facts(document))

    def _settled(self) -> None:
        document = self.sender()
        if isinstance(document, Document):
            self._notes.take("text", doc=self._numbers[document], **self._facts(document))

    def _saved(self, document: Document) -> None:
        self._notes.take("saved", doc=self._numbers[document], bytes=digest(document.data()))

    def _facts(self, document: Document) -> dict[str, object]:
        return {
            "text": digest(document.text()),
            "size": document.character_count(),
            "dirty": document.is_modified(),
        }

    def _beat(self) -> None:
        now = time.monotonic()
        late = (now - self._last_beat) * 1000 - BEAT
        self._last_beat = now
        if late > LATE and self._keys.isActive():
            self._notes.take("late", ms=round(late))

    # --- acts -------------------------------------------------------------------------------------

    def _act(self) -> None:
        front = self._window.workbench.front
        if self._left > 0 and front is not None:
            self._left -= 1
            self._key(self._random.choice(LETTERS))
            self._keys.start(self._random.randint(FASTEST, SLOWEST))
            return
        acts: list[tuple[int, Callable[[], None]]] = [
            (30, self._burst),
            (12, self._pause),
            (8, self._enter),
            (8, self._erase),
            (8, self._move),
            (7, self._undo),
            (6, self._paste),
            (14, self._save),
            (6, self._turn),
            (2, self._new),
        ]
        act = self._random.choices([each for _, each in acts], [weight for weight, _ in acts])[0]
        self._keys.start(self._random.randint(FASTEST, SLOWEST))
        act()

    def _key(
        self,
        key: str | Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget() or self._window
        if isinstance(key, str):
            QTest.keyClicks(target, key)
        else:
            QTest.keyClick(target, key, modifiers)

    def _burst(self) -> None:
        self._window.views.editor.source.setFocus()
        self._left = self._random.choice((5, 15, 40, 150))

    def _pause(self) -> None:
        longest = 2500 if self._wide_pauses else 900
        self._keys.start(self._random.randint(200, longest))

    def _enter(self) -> None:
        self._key(Qt.Key.Key_Return)

    def _erase(self) -> None:
        for _ in range(self._random.randint(1, 6)):
            self._key(Qt.Key.Key_Backspace)

    def _move(self) -> None:
        keys = (Qt.Key.Key_End, Qt.Key.Key_Home)
        self._key(self._random.choice(keys), Control)
        for _ in range(self._random.randint(0, 12)):
            self._key(self._random.choice((Qt.Key.Key_Down, Qt.Key.Key_Right)))

    def _undo(self) -> None:
        front = self._window.workbench.front
        if front is None or front.qdocument.availableUndoSteps() <= self._floors[front] + 1:
            return  # what was recovered stays
        self._key(Qt.Key.Key_Z, Control)
        if self._random.random() < 0.5:
            self._key(Qt.Key.Key_Z, Control | Shift)

    def _paste(self) -> None:
        QGuiApplication.clipboard().setText(self._random.choice(PASTES))
        self._key(Qt.Key.Key_V, Control)

    def _save(self) -> None:
        front = self._window.workbench.front
        if front is None or front.path is None or not front.is_modified():
            return
        self._notes.take("saving", doc=self._numbers[front], bytes=digest(front.data()))
        self._key(Qt.Key.Key_S, Control)
        self._floors[front] = 0

    def _turn(self) -> None:
        self._key(Qt.Key.Key_Tab, Control)

    def _new(self) -> None:
        if sum(each.path is None for each in self._numbers) < 3:
            self._key(Qt.Key.Key_N, Control)


def take_notes_of_writing(notes: Notes) -> None:
    """Note how long each snapshot took, from being asked for to being on the disk."""
    do = SnapshotWriter._do

    def timed(self: SnapshotWriter, slot: object, unsaved: object) -> None:
        start = time.monotonic()
        do(self, slot, unsaved)  # type: ignore[arg-type]
        if unsaved is not None:
            notes.take("kept", ms=round((time.monotonic() - start) * 1000))

    SnapshotWriter._do = timed  # type: ignore[assignment, method-assign]


def main() -> int:
    """Run the program's command with the typist in its window."""
    notes, seed, arguments = Notes(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    open_window = app.open_window

    def opened(*places: object, **named: object) -> MainWindow:
        window = open_window(*places, **named)  # type: ignore[arg-type]
        Typist(window, notes, seed)
        return window

    app.open_window = opened
    take_notes_of_writing(notes)
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
