"""Whatever is typed, saved, undone, recovered and discarded between crashes: nothing is lost."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.journal import Journal
from editor.session.recovery import Recovery
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.storage.recovery import RecoveryStore, Snapshot, stored
from editor.storage.saving import SaveRefused
from editor.storage.textfile import digest_of
from tests.leftovers import lose
from tests.session.benches import NOON

STEPS = ("type", "undo", "redo", "save", "outside", "crash", "recover", "discard", "later")


class Program:
    """One start of the program, over the files and snapshots of the one before."""

    def __init__(self, folder: Path, application: QApplication) -> None:
        self.folder = folder
        self.store = RecoveryStore(folder / "recovery")
        self.bench = Workbench(Documents(), Watcher(), lambda: NOON, application)
        self.journal = Journal(self.bench.documents, self.store, lambda: NOON, self.bench)
        self.recovery = Recovery(self.bench, self.journal, self.store, self.bench)
        self.documents = [self.bench.open(folder / name) for name in ("a.md", "b.md")]
        self.recovery.look()

    def do(self, step: str, at: int, text: str) -> None:
        """Do what a user does; `at` chooses among files and offers."""
        document = self.documents[at % 2]
        numbers = [offer.number for offer in self.recovery.offers]
        if step == "type":
            document.apply([Edit(Span(0, 0), text)])
        elif step == "undo":
            document.undo()
        elif step == "redo":
            document.redo()
        elif step == "save":
            self.save(document)
        elif step == "outside" and document.path is not None:
            document.path.write_text(text)
        elif step == "recover" and numbers:
            self.recovery.recover(numbers[at % len(numbers)])
        elif step == "discard" and numbers:
            self.recovery.discard(numbers[at % len(numbers)])
        assert self.journal.flush()

    def save(self, document: Document) -> None:
        try:
            self.bench.documents.save(document)
        except SaveRefused:
            assert document.path is not None
            over = digest_of(document.path.read_bytes())
            self.bench.documents.save(document, over=over)

    def undecided(self) -> set[str]:
        """Every text that is neither saved nor given up."""
        offered = {
            found.kept
            for each in self.recovery.offers
            if (found := self.recovery.texts(each.number))
        }
        return offered | {each.text() for each in self.documents if each.is_modified()}

    def kept(self) -> set[str]:
        found = stored(self.folder / "recovery")
        return {each.unsaved.text for each in found if isinstance(each, Snapshot)}

    def on_disk(self) -> set[str]:
        return {(self.folder / name).read_text() for name in ("a.md", "b.md")}

    def die(self) -> None:
        lose(self.store)
        self.bench.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.sampled_from(STEPS), st.integers(0, 5), st.text("xy\n", min_size=1)),
        max_size=12,
    )
)
def test_case_66_nothing_undecided_is_lost(
    qapp: QApplication, steps: list[tuple[str, int, str]]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("a.md", "b.md"):
            (folder / file).write_text(f"text of {file}\n")
        program = Program(folder, qapp)
        for step, at, text in [*steps, ("crash", 0, "x")]:
            if step == "crash":
                before = program.undecided()
                program.die()
                program = Program(folder, qapp)
                assert before <= program.undecided() | program.on_disk()
            else:
                disk = {file: (folder / file).read_bytes() for file in ("a.md", "b.md")}
                program.do(step, at, text)
                if step not in ("save", "outside"):
                    assert disk == {file: (folder / file).read_bytes() for file in disk}
            assert program.undecided() - program.on_disk() <= program.kept()
        program.die()
