"""The journal: a copy on the disk of every text that is not saved, while it is typed.

It follows every open document, with a tab or without. A snapshot is taken when typing pauses,
and now and then while it goes on; it goes when the text is saved or given up, and for no other
reason (docs/reliability.md, Recovery).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.session.document import Document
from editor.session.documents import Documents, Origin
from editor.session.recovered import Adoption, Turn
from editor.session.snapshot_writer import Outcome, Slot, SnapshotWriter
from editor.storage.recovery import RecoveryStore, Snapshot, Unsaved

PAUSE = 700
"""Milliseconds from the last key to a snapshot."""
LONGEST = 4_500
"""Milliseconds from the first key to a snapshot while typing goes on; five seconds are promised."""
LONGEST_LARGE = 30_000
"""The same for a text above `LARGE`."""
LARGE = 1_000_000
"""Characters from which on a text is large."""
RETRY = 5_000
"""Milliseconds until a snapshot that could not be written is tried again."""
POLL = 50
"""Milliseconds between two looks at what became of snapshots."""
LONGEST_WAIT = 10.0
"""Seconds that a disk which does not answer may hold up the end of the program."""
_LONGEST_START = 500
_LONGEST_TITLE = 60


class _Entry(QObject):
    """What is kept of one document."""

    due = Signal(object)  # _Entry
    clean = Signal(object)  # _Entry
    changed = Signal(object)  # _Entry

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self.document = document
        self.own = Slot()
        self.has_own = False
        self.adoptions: list[Adoption] = []
        self.turns: list[Turn] = []
        self.latest: Unsaved | None = None
        self.is_behind = False
        self._pause = self._timer()
        self._longest = self._timer()
        document.settled.connect(self._edited)
        document.modified_changed.connect(self._modified)
        document.path_changed.connect(self._edited)
        document.kind_changed.connect(self._edited)

    @property
    def slot(self) -> Slot:
        """Where the text is written now."""
        return self.adoptions[-1].slot if self.adoptions else self.own

    @property
    def is_unsaved(self) -> bool:
        """Whether there is text to keep; a mere look at a file is none."""
        return self.document.is_modified() and self.document.fault is None

    @property
    def is_waiting(self) -> bool:
        """Whether the text changed since the last snapshot."""
        return self._pause.isActive() or self._longest.isActive()

    def rest(self) -> None:
        """Wait for the next change."""
        self._pause.stop()
        self._longest.stop()

    def wait(self) -> None:
        """Let a snapshot be due when the text has been the same for a while."""
        self._pause.start(PAUSE)
        if not self._longest.isActive():
            is_large = self.document.character_count() > LARGE
            self._longest.start(LONGEST_LARGE if is_large else LONGEST)

    def heed(self) -> None:
        """Let a snapshot of another text, or of another base, be due if there is one to keep."""
        if self.is_unsaved:
            self.wait()

    def _timer(self) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self._due)
        return timer

    def _edited(self) -> None:
        self.changed.emit(self)
        self.heed()

    def _modified(self, modified: bool) -> None:
        if modified:
            self._edited()
        else:
            self.rest()
            self.clean.emit(self)

    def _due(self) -> None:
        self.due.emit(self)


class Journal(QObject):
    """Keeps the unsaved text of all open documents.

    Signals:
        failed: Why unsaved text is not safe from a crash, in half a sentence; once until `mended`.
        mended: All snapshots can be written again.
        released: A recovered `Snapshot` that nobody has decided on: the recovery was undone, or
            another text was recovered over it.
    """

    failed = Signal(object)  # str
    mended = Signal()
    released = Signal(object)  # Snapshot

    def __init__(
        self,
        documents: Documents,
        store: RecoveryStore,
        clock: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._documents = documents
        self._store = store
        self._clock = clock
        self._writer = SnapshotWriter(store)
        self._entries: dict[Document, _Entry] = {}
        self._slots: dict[Path, Slot] = {}
        self._owed: dict[Slot, Unsaved] = {}
        self._is_failing = False
        self._has_ended = False
        self._poll = QTimer(self)
        self._poll.setInterval(POLL)
        self._poll.timeout.connect(self._look)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.setInterval(RETRY)
        self._retry.timeout.connect(self._try_again)
        documents.opened.connect(self._follow)
        documents.closed.connect(self._forget)
        documents.rebased.connect(self._rebased)
        for document in documents.all():
            self._follow(document)

    def keep_now(self, document: Document) -> None:
        """Take a snapshot of an unsaved document without waiting for a pause."""
        entry = self._entries[document]
        if entry.is_unsaved:
            self._take(entry)

    def adopt(self, document: Document, snapshot: Snapshot, before: Origin | None = None) -> None:
        """Write on in the place of `snapshot`, which was just put into `document`.

        It goes when the document is saved or given up. If the recovery is undone before, the
        snapshot is again what it was, and `released`; so is one that was recovered before it.

        Args:
            document: What holds the text now.
            snapshot: What was recovered.
            before: What the text was made from that undoing brings back; None if there is none.
        """
        steps = document.qdocument.availableUndoSteps()
        entry = self._entries[document]
        self._hand_back(entry)
        slot = self._slot_of(snapshot.file)
        self._owed.pop(slot, None)
        entry.adoptions.append(Adoption(snapshot, slot, steps))
        entry.latest = None
        if before is not None:
            after = self._documents.origin_of(document)
            entry.turns.append(Turn(steps, snapshot.unsaved.text, before, after))
        entry.heed()

    def discard(self, file: Path) -> None:
        """Remove a snapshot that nobody needs."""
        self._drop(self._slot_of(file))

    def flush(self, seconds: float = LONGEST_WAIT) -> bool:
        """Write all unsaved text now and wait for the disk; tell whether all of it is there."""
        for entry in self._entries.values():
            if entry.is_unsaved and (entry.is_waiting or entry.is_behind):
                self._take(entry)
        self._pay()
        done = self._writer.wait(seconds)
        self._look()
        return done and not self._is_late()

    def end(self, given_up: Iterable[Document] = ()) -> None:
        """Forget all texts: the window closes. Unsaved ones stay for the next start.

        Args:
            given_up: The documents whose unsaved text the user does not want.
        """
        if self._has_ended:
            return
        self._has_ended = True
        self._leave({*self._entries} - {*given_up})
        for document in tuple(self._entries):
            self._forget(document)
        self._documents.opened.disconnect(self._follow)
        done = self._writer.wait(LONGEST_WAIT)
        self._poll.stop()
        self._retry.stop()
        if done:  # else the thread still writes, and the end of the program gives all free
            self._store.release()

    def _follow(self, document: Document) -> None:
        entry = _Entry(document, self)
        self._entries[document] = entry
        entry.due.connect(self._due)
        entry.changed.connect(self._went)
        entry.clean.connect(self._became_clean)
        if entry.is_unsaved:
            entry.wait()

    def _rebased(self, document: Document) -> None:
        entry = self._entries.get(document)
        if entry is not None:
            entry.heed()

    def _leave(self, documents: Iterable[Document]) -> None:
        """Let go of unsaved documents and leave their snapshots where they are."""
        for document in documents:
            if self._entries[document].is_unsaved:
                entry = self._entries.pop(document)
                self._take(entry)
                entry.deleteLater()

    def _forget(self, document: Document) -> None:
        """Drop what is kept of a document that is closed: the user saved it, or gave it up."""
        entry = self._entries.pop(document, None)
        if entry is None:
            return
        entry.rest()
        self._drop_all(entry)
        entry.deleteLater()

    def _due(self, entry: _Entry) -> None:
        entry.rest()
        if entry.is_unsaved:
            self._take(entry)

    def _take(self, entry: _Entry) -> None:
        entry.rest()
        entry.has_own = entry.has_own or not entry.adoptions
        document = entry.document
        text = document.text()
        unsaved = Unsaved(
            text,
            document.path,
            document.kind.value,
            document.encoding,
            document.bom,
            self._documents.base_of(document),
            document.path.name if document.path is not None else _first_words(text),
            self._clock().timestamp(),
            None if document.enclosure is None else document.enclosure.opened,
        )
        entry.latest = unsaved
        self._writer.keep(entry.slot, unsaved)
        self._poll.start()

    def _became_clean(self, entry: _Entry) -> None:
        self._went(entry)
        self._drop_all(entry)  # its text is on disk, or the user took what is on disk

    def _went(self, entry: _Entry) -> None:
        """Follow an edit, which may be an undo or redo of a recovery."""
        steps = entry.document.qdocument.availableUndoSteps()
        documents = self._documents
        for turn in tuple(entry.turns):
            if (steps >= turn.steps) is not turn.is_done and not turn.go_over(
                entry.document, documents
            ):
                entry.turns.remove(turn)
        while entry.adoptions and steps < entry.adoptions[-1].steps:
            adoption = entry.adoptions.pop()
            entry.latest = None
            if adoption.snapshot is None:
                self._drop(adoption.slot)
            else:
                self._release(adoption.snapshot)

    def _hand_back(self, entry: _Entry) -> None:
        """Offer what was recovered before, as it is now: another text comes in its place."""
        adoption = entry.adoptions[-1] if entry.adoptions else None
        if adoption is not None and adoption.snapshot is not None:
            entry.adoptions[-1] = Adoption(None, Slot(), adoption.steps)
            unsaved = entry.latest or adoption.snapshot.unsaved
            self._release(replace(adoption.snapshot, unsaved=unsaved))

    def _release(self, snapshot: Snapshot) -> None:
        """Offer a snapshot that is no document's any more, and see that it is on the disk."""
        slot = self._slot_of(snapshot.file)
        self._owed[slot] = snapshot.unsaved
        self._writer.keep(slot, snapshot.unsaved)
        self._poll.start()
        self.released.emit(snapshot)

    def _drop_all(self, entry: _Entry) -> None:
        entry.is_behind = False
        self._tell_mended()
        for adoption in entry.adoptions:
            self._drop(adoption.slot)
        entry.adoptions.clear()
        entry.turns.clear()
        if entry.has_own:
            entry.has_own = False
            self._drop(entry.own)

    def _drop(self, slot: Slot) -> None:
        if self._owed.pop(slot, None) is not None:
            self._tell_mended()
        self._writer.drop(slot)
        self._poll.start()

    def _slot_of(self, file: Path) -> Slot:
        if file not in self._slots:
            self._slots[file] = Slot(file)
        return self._slots[file]

    def _look(self) -> None:
        """Hear what became of the snapshots that were written."""
        was_busy = self._writer.is_busy  # asked first: what comes before the end is heard below
        for outcome in self._writer.outcomes():
            self._hear(outcome)
        if not was_busy:
            self._poll.stop()

    def _hear(self, outcome: Outcome) -> None:
        entry = next((each for each in self._entries.values() if each.slot is outcome.slot), None)
        if entry is not None:
            entry.is_behind = outcome.fault is not None
        elif self._owed.get(outcome.slot) is not outcome.unsaved:
            return  # closed, or written elsewhere or anew by now
        elif outcome.fault is None:
            del self._owed[outcome.slot]
        if outcome.fault is None:
            self._tell_mended()
            return
        self._retry.start()
        if not self._is_failing:
            self._is_failing = True
            self.failed.emit(outcome.fault)

    def _is_late(self) -> bool:
        """Whether a text is not on the disk as it should be."""
        return bool(self._owed) or any(each.is_behind for each in self._entries.values())

    def _tell_mended(self) -> None:
        if self._is_failing and not self._is_late():
            self._is_failing = False
            self.mended.emit()

    def _pay(self) -> None:
        """Write the snapshots again that are no document's and not on the disk as they should."""
        for slot, unsaved in self._owed.items():
            self._writer.keep(slot, unsaved)
            self._poll.start()

    def _try_again(self) -> None:
        self._pay()
        for entry in self._entries.values():
            if entry.is_behind and entry.is_unsaved:
                self._take(entry)


def _first_words(text: str) -> str:
    """What to call a text that has no name."""
    return text[:_LONGEST_START].strip().partition("\n")[0][:_LONGEST_TITLE].strip()
