"""A text that was recovered into a document: its snapshot, and the step that undo goes over."""

from dataclasses import dataclass

from editor.session.document import Document
from editor.session.documents import Documents, Origin
from editor.session.snapshot_writer import Slot
from editor.storage.recovery import Snapshot


@dataclass(frozen=True, slots=True)
class Adoption:
    """A text that was recovered into a document.

    Attributes:
        snapshot: What was recovered; None if it is offered again, as another was recovered over it.
        slot: The place into which the document is written from now on.
        steps: How many undo steps there are at least while the recovery is not undone.
    """

    snapshot: Snapshot | None
    slot: Slot
    steps: int


@dataclass(slots=True)
class Turn:
    """A recovery as a step that undo and redo go over: what the text is made from changes there.

    Attributes:
        steps: How many undo steps there are at least on its far side.
        text: The whole text that was recovered.
        before: What the text is made from on this side.
        after: What it is made from on the far side.
        is_done: Whether the document is on the far side.
    """

    steps: int
    text: str
    before: Origin
    after: Origin
    is_done: bool = True

    def go_over(self, document: Document, documents: Documents) -> bool:
        """Let the text count as made from what it is made from there; tell whether it does."""
        here, there = (self.after, self.before) if self.is_done else (self.before, self.after)
        if documents.origin_of(document) != here:
            return False  # it was saved, or read again
        if not self.is_done and document.text() != self.text:
            return False  # other steps took the place of the one that was undone
        self.is_done = not self.is_done
        documents.set_origin(document, there)
        return True
