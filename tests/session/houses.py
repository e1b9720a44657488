"""One start of the program without its window, for tests of recovery."""

from collections.abc import Callable
from pathlib import Path

import pytest

from editor.session.journal import Journal
from editor.session.recovery import Offer, Recovery
from editor.session.saver import Refusal, Saver
from editor.session.workbench import Workbench
from editor.storage.recovery import RecoveryStore
from tests.leftovers import kept, root
from tests.session.benches import NOON

__all__ = ["OLD", "House", "path", "start"]

OLD = b"$Name $nothing\n"


class House:
    """One start of the program, without its window."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.documents = bench.documents
        self.store = RecoveryStore(root())
        self.journal = Journal(self.documents, self.store, lambda: NOON, bench)
        self.recovery = Recovery(bench, self.journal, self.store, bench)
        self.saver = Saver(self.documents, bench)
        self.refusals: list[Refusal] = []
        self.conflicts: list[object] = []
        self.saver.refused.connect(self.refusals.append)
        bench.changed_outside.connect(self.conflicts.append)
        self.recovery.look()

    def offer(self) -> Offer:
        (offer,) = self.recovery.offers
        return offer

    def kept(self) -> list[str]:
        """The texts on the disk once all is written."""
        assert self.journal.flush()
        return sorted(kept())


@pytest.fixture
def path(house: Path) -> Path:
    """The file that was edited when the program died; it holds `OLD`."""
    return house / "q.md"


@pytest.fixture
def start(bench: Workbench) -> Callable[[], House]:
    def started() -> House:
        return House(bench)

    return started
