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
from editor.session.ondisk import digest_on_disk
from editor.session.recovery import Recovery
from editor.session.watcher import Watcher
from editor.session.workbench import Workbench
from editor.storage.recovery import RecoveryStore, Snapshot, stored
from editor.storage.saving import SaveRefused
from tests.leftovers import lose
from tests.session.benches import NOON

STEPS = (
    *("type", "undo", "redo", "save", "outside", "delete", "recreate", "look"),
    *("crash", "recover", "discard", "later"),
)
FILES = ("a.md", "b.md")


class Program:
    """One start of the program, over the files and snapshots of the one before.

    `promised` are all texts that were ever recovered and that nobody saved or discarded. Typing
    goes in at the start and is never the same twice, so who has one at the end goes on with it.
    """

    def __init__(self, folder: Path, application: QApplication, promised: set[str]) -> None:
        self.folder = folder
        self.promised = promised
        self.store = RecoveryStore(folder / "recovery")
        self.bench = Workbench(Documents(), Watcher(), lambda: NOON, application)
        self.journal = Journal(self.bench.documents, self.store, lambda: NOON, self.bench)
        self.recovery = Recovery(self.bench, self.journal, self.store, self.bench)
        for name in FILES:
            if (folder / name).exists():
                self.bench.open(folder / name)
        self.recovery.look()

    def do(self, step: str, at: int, text: str) -> None:
        """Do what a user or another program does; `at` chooses among files and offers."""
        documents, path = self.bench.documents.all(), self.folder / FILES[at % 2]
        document = documents[at % len(documents)] if documents else None
        numbers = [offer.number for offer in self.recovery.offers]
        number = numbers[at % len(numbers)] if numbers else 0
        if step == "outside" or (step == "recreate" and not path.exists()):
            path.write_text(text if at < 3 else f"text of {path.name}\n")
        elif step == "delete":
            path.unlink(missing_ok=True)
        elif step == "look":
            self.bench.look_at_disk_now()
        elif step == "recover":
            self.promised.update(self.offered(number))
            self.recovery.recover(number)
        elif step == "discard":
            self.decided(self.offered(number))
            self.recovery.discard(number)
        elif document is not None:
            self.edit(document, step, text)
        assert self.journal.flush()

    def edit(self, document: Document, step: str, text: str) -> None:
        if step == "type":
            document.apply([Edit(Span(0, 0), text)])
        elif step == "undo":
            document.undo()
        elif step == "redo":
            document.redo()
        elif step == "save":
            self.decided({document.text()})
            self.save(document)

    def save(self, document: Document) -> None:
        try:
            self.bench.documents.save(document)
        except SaveRefused:
            assert document.path is not None
            over = digest_on_disk(document.path)
            self.bench.documents.save(document, over=over, create=True)

    def decided(self, texts: set[str]) -> None:
        self.promised -= {
            each for each in self.promised if any(text.endswith(each) for text in texts)
        }

    def offered(self, number: int) -> set[str]:
        found = self.recovery.texts(number)
        return set() if found is None else {found.kept}

    def undecided(self) -> set[str]:
        """Every text that is neither saved nor given up."""
        offered = {text for each in self.recovery.offers for text in self.offered(each.number)}
        return offered | {each.text() for each in self.bench.documents.all() if each.is_modified()}

    def kept(self) -> set[str]:
        found = stored(self.folder / "recovery")
        return {each.unsaved.text for each in found if isinstance(each, Snapshot)}

    def files(self) -> dict[str, str]:
        found = {name: self.folder / name for name in FILES}
        return {name: path.read_text() for name, path in found.items() if path.exists()}

    def on_disk(self) -> set[str]:
        return set(self.files().values())

    def keeps_its_word(self) -> bool:
        """Whether all that was recovered is on the disk, in its place or as a snapshot."""
        self.promised -= self.on_disk()
        kept = self.kept()
        return all(any(text.endswith(each) for text in kept) for each in self.promised)

    def die(self) -> None:
        lose(self.store)
        self.bench.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 5)), max_size=16))
def test_case_66_nothing_undecided_is_lost(
    qapp: QApplication, steps: list[tuple[str, int]]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in FILES:
            (folder / file).write_text(f"text of {file}\n")
        program = Program(folder, qapp, set())
        for count, (step, at) in enumerate([*steps, ("crash", 0)]):
            if step == "crash":
                before = program.undecided()
                program.die()
                program = Program(folder, qapp, program.promised)
                assert before <= program.undecided() | program.on_disk()
            else:
                disk = program.files()
                program.do(step, at, f"<{count}>\n")
                if step not in ("save", "outside", "delete", "recreate"):
                    assert disk == program.files()
            assert program.undecided() - program.on_disk() <= program.kept()
            assert program.keeps_its_word()
        program.die()
