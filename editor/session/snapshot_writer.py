"""Writing snapshots beside the window: one thread, in order, so that the disk delays no key.

The thread gets plain values and no Qt object. It is there only while there is something to write.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition, Thread

from editor.storage.recovery import RecoveryFault, RecoveryStore, Unsaved


class Slot:
    """The place of one snapshot; `file` is known once it is written, and the thread's alone."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one snapshot; `fault` is half a sentence, or None if it is on the disk."""

    slot: Slot
    unsaved: Unsaved
    fault: str | None


class SnapshotWriter:
    """Writes and removes snapshots; what is newer takes the place of what still waits."""

    def __init__(self, store: RecoveryStore) -> None:
        self._store = store
        self._state = Condition()
        self._waiting: dict[Slot, Unsaved | None] = {}
        self._works = False
        self._outcomes: SimpleQueue[Outcome] = SimpleQueue()

    @property
    def is_busy(self) -> bool:
        """Whether something is not written yet."""
        with self._state:
            return self._works

    def keep(self, slot: Slot, unsaved: Unsaved) -> None:
        """Write `unsaved` into its slot as soon as it is its turn."""
        self._put(slot, unsaved)

    def drop(self, slot: Slot) -> None:
        """Remove the snapshot of a slot; what waits to be written into it is not."""
        self._put(slot, None)

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what became of the snapshots written since the last call."""
        found = []
        try:
            while True:
                found.append(self._outcomes.get_nowait())
        except Empty:
            return tuple(found)

    def wait(self, seconds: float) -> bool:
        """Wait until all is written, for `seconds` at most; tell whether it is."""
        with self._state:
            return self._state.wait_for(self._rests, seconds)

    def _put(self, slot: Slot, unsaved: Unsaved | None) -> None:
        with self._state:
            self._waiting.pop(slot, None)  # to the end of the row
            self._waiting[slot] = unsaved
            if self._works:
                return
            self._works = True
        _run(self._work)

    def _rests(self) -> bool:
        return not self._works

    def _work(self) -> None:
        while True:
            with self._state:
                if not self._waiting:
                    self._works = False
                    self._state.notify_all()
                    return
                slot = next(iter(self._waiting))
                unsaved = self._waiting.pop(slot)
            self._do(slot, unsaved)

    def _do(self, slot: Slot, unsaved: Unsaved | None) -> None:
        fault = None
        try:
            if unsaved is not None:
                slot.file = self._store.write(unsaved, slot.file)
            elif slot.file is not None:
                self._store.remove(slot.file)
                slot.file = None
        except RecoveryFault as error:
            fault = str(error)
        except Exception as error:  # noqa: BLE001 - in the thread nobody else could hear of it
            fault = f"was not saved: {error!r}."
        if unsaved is not None:
            self._outcomes.put(Outcome(slot, unsaved, fault))


def _run(work: Callable[[], None]) -> None:
    """Do the work in a thread; here, if the system gives none."""
    try:
        # At the end nobody waits for it for ever: who ends in order has waited before.
        Thread(target=work, name="recovery", daemon=True).start()
    except RuntimeError:
        work()
