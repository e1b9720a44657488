"""What other programs do to the files of open documents: found by content, followed, told once.

A look compares beside the window and follows what it found one document at a time, so that
neither many files nor large ones make the window wait.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.session.document import Document
from editor.session.documents import Documents, UnreadableFile
from editor.session.jobs import Job
from editor.session.ondisk import DiskChange, FileNumber, change_on_disk, moved_to, number_of
from editor.storage.textfile import EncodeFault, digest_of

LATER = 300
"""Milliseconds until a file is looked at again that could not be read while text is composed."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to compare: where it is, and what was loaded of it."""

    path: Path | None
    digest: str
    encoding: str
    is_event: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """What a task found; `place` is its number among the documents that were asked about."""

    place: int
    task: _Task
    change: DiskChange | None


class Outside(QObject):
    """Follows the files of all open documents.

    Signals:
        reloaded: A clean `Document` that took over what another program wrote.
        changed: A `Document` whose file is not, or not any more, what its text comes from.
        settled: A `Document` that `changed` told of and whose file needs no answer any more.
        looked: All documents have been compared.
    """

    reloaded = Signal(object)  # Document
    changed = Signal(object)  # Document
    settled = Signal(object)  # Document
    looked = Signal()

    def __init__(self, documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._told: dict[Document, DiskChange] = {}
        self._own: set[Document] = set()
        self._numbers: dict[Document, FileNumber] = {}
        self._is_busy: Callable[[], bool] = _never
        self._is_looking = self._again = False
        self._asked: tuple[Document, ...] = ()
        self._seen_since: set[Document] = set()
        self._found: deque[_Found] = deque()
        self._job = Job(self)
        self._job.results.connect(self._take)
        self._job.finished.connect(self._go_on)
        self._job.failed.connect(self._fail)
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER)
        self._later.timeout.connect(self.look)
        documents.opened.connect(self._opened)
        documents.saved.connect(self._saved)
        documents.closed.connect(self._closed)

    def change_of(self, document: Document) -> DiskChange | None:
        """Return what was told of the file of `document` and is not settled."""
        return self._told.get(document)

    def look(self, first: Document | None = None) -> None:
        """Compare all documents with the disk, `first` before the others, and follow."""
        if self._is_looking:
            self._again = True
            return
        self._is_looking, self._again = True, False
        found = [each for each in self._documents.all() if not self._documents.is_unborn(each)]
        self._seen_since.clear()
        self._asked = tuple(sorted(found, key=lambda each: each is not first))
        self._job.start(partial(_looks, tuple(map(_task, self._asked))))

    def look_now(self) -> None:
        """Compare all documents with the disk before this returns."""
        self._job.cancel()
        self._found.clear()
        self._is_looking = self._again = False
        for document in self._documents.all():
            self.look_at(document)

    def look_at(self, document: Document) -> None:
        """Compare one document with the disk and follow, before this returns."""
        self._seen_since.add(document)
        self._follow(document, self._documents.compare_with_disk(document))

    def count_as_own(self, document: Document) -> None:
        """Never read its file again unasked while it is unsaved, whatever the text is.

        It was recovered, or the user wanted it saved.
        """
        if not document.is_modified():
            document.mark_unsaved()
        self._own.add(document)

    def keep_mine(self, document: Document, change: DiskChange) -> None:
        """Let the text stay, as unsaved work over what the disk held when `change` was told.

        The next save overwrites exactly that; if the disk holds something else by now, or
        then, the user is asked again.
        """
        if change.digest is None:
            return
        self._documents.rebase(document, change.digest)
        self._settle(document)
        self.look_at(document)

    def wait_while(self, is_busy: Callable[[], bool]) -> None:
        """Read no file again while `is_busy`: text that is being composed would suffer by it."""
        self._is_busy = is_busy

    def moved_to(self, document: Document) -> Path | None:
        """Return the new name of a file that was renamed within its folder, if that is seen."""
        number = self._numbers.get(document)
        if number is None or document.path is None:
            return None
        found = moved_to(document.path, number)
        if found is None or self._documents.find(found) is not None:
            return None
        # The number of a file that is gone may have been given to a new one.
        is_it = change_on_disk(found, document.digest, document.encoding) is None
        return found if is_it else None

    def _follow(self, document: Document, change: DiskChange | None) -> None:
        told = self._told.get(document)
        if change is None:
            if told is not None:
                if not told.is_text:
                    document.mark_returned()
                self._note(document)
                self._settle(document)
        elif _can_take(document, change) and not self._has_own_text(document, told):
            self._reload(document)
        elif told != change:
            self._tell(document, change)

    def _has_own_text(self, document: Document, told: DiskChange | None) -> bool:
        """Whether there is something to lose; what was gone is unsaved, but perhaps not changed."""
        was_kept = told is not None and not told.is_text and document not in self._own
        return document.is_modified() and not (was_kept and document.is_as_on_disk())

    def _tell(self, document: Document, change: DiskChange) -> None:
        if change.digest is not None and _bytes_are(document, change.digest):
            document.mark_saved(change.digest)  # another program wrote the very same
            self._note(document)
            self._settle(document)
            return
        self._told[document] = change
        if not change.is_text:
            document.mark_unsaved()
        self.changed.emit(document)

    def _reload(self, document: Document) -> None:
        if self._is_busy():
            self._later.start()
            return
        try:
            self._documents.reload(document)
        except UnreadableFile:
            return  # it went while we looked; the next hint tells
        self._note(document)
        self._settle(document)
        self.reloaded.emit(document)

    def _settle(self, document: Document) -> None:
        if self._told.pop(document, None) is not None:
            self.settled.emit(document)

    def _note(self, document: Document) -> None:
        """Remember which file a document is of, to know it again under another name."""
        number = number_of(document.path) if document.path is not None else None
        if number is not None:
            self._numbers[document] = number

    def _opened(self, document: Document) -> None:
        document.modified_changed.connect(self._modified_changed)
        self._note(document)

    def _saved(self, document: Document) -> None:
        self._note(document)
        self._settle(document)

    def _closed(self, document: Document) -> None:
        self._own.discard(document)
        self._numbers.pop(document, None)
        self._settle(document)

    def _modified_changed(self, is_modified: bool) -> None:
        """Look again when own text was undone: there is nothing to ask about any more."""
        document = self.sender()
        if is_modified or not isinstance(document, Document):
            return
        self._own.discard(document)
        if document in self._told:
            self.look()

    def _take(self, results: tuple[object, ...]) -> None:
        self._found.extend(each for each in results if isinstance(each, _Found))
        self._turn.start()

    def _go_on(self) -> None:
        """Follow what was found for one document; the next one has its turn after other events."""
        try:
            if self._found:
                self._follow_found(self._found.popleft())
        finally:  # a fault with one document keeps no other from its turn
            if self._found:
                self._turn.start()
            elif self._is_looking and not self._job.is_busy:
                self._is_looking = False
                self.looked.emit()
                if self._again:
                    self.look()

    def _follow_found(self, found: _Found) -> None:
        document = self._asked[found.place]
        if document not in self._documents.all():
            return
        if document in self._seen_since or found.task != _task(document):
            self._again = True  # it was looked at or saved meanwhile
        else:
            self._follow(document, found.change)

    def _fail(self, error: Exception) -> None:
        """Let a fault of the program be seen where all are: a job has nobody to tell."""
        self._turn.start()  # what was found is followed, and the look ends as any other
        raise error


def _looks(tasks: tuple[_Task, ...]) -> Iterator[object]:
    """The work of a look, for another thread; a fault with one file is raised after the others."""
    faults: list[Exception] = []
    for place, task in enumerate(tasks):
        if task.path is None:
            continue
        try:
            change = change_on_disk(task.path, task.digest, task.encoding, task.is_event)
        except Exception as error:  # noqa: BLE001 - raised below
            faults.append(error)
        else:
            yield _Found(place, task, change)
    if faults:
        raise faults[0]


def _never() -> bool:
    return False


def _task(document: Document) -> _Task:
    is_event = document.enclosure is not None
    return _Task(document.path, document.digest, document.encoding, is_event)


def _can_take(document: Document, change: DiskChange) -> bool:
    """Whether there is a text to read; what is only looked at may be looked at again."""
    return change.is_text or (document.fault is not None and change.digest is not None)


def _bytes_are(document: Document, digest: str) -> bool:
    try:
        return digest_of(document.data()) == digest
    except EncodeFault:
        return False
