"""What every live rendering of a document is to the views: signals, names, pieces of a line.

Each kind of file has its own pipeline; highlighter, hover, lists and counts know only this.
"""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from editor.core.diagnostics import ParseFault
from editor.core.layers import Piece
from editor.core.placeholders import Syntax
from editor.core.tokens import Mode
from editor.formats.frontmatter import Frontmatter, split
from editor.session.document import Document


class LiveView(QObject):
    """The rendering of one document, equal to its unsaved text.

    Line numbers start at 0; columns of pieces count code points.

    Signals:
        updated: After each change of the document or of the values, when all is up to date.
        rendered: A `Rerendered`: lines whose own text did not change have new pieces.
        names_changed: The placeholders in use or their counts changed.
        stale_changed: `stale` came, went or changed.
        head_changed: `head` changed.
        reason_changed: `reason` changed.

    Attributes:
        stale: Why the rendering is the last good one and not that of the text, or None.
    """

    updated = Signal()
    rendered = Signal(object)  # Rerendered
    names_changed = Signal()
    stale_changed = Signal()
    head_changed = Signal()
    reason_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.stale: ParseFault | None = None

    @property
    def document(self) -> Document:
        """The document that is rendered."""
        return self._document

    @property
    def syntax(self) -> Syntax:
        """How placeholders are written in the document."""
        raise NotImplementedError

    @property
    def reason(self) -> str | None:
        """Why this file has no preview, in one sentence, or None."""
        raise NotImplementedError

    @property
    def head(self) -> Frontmatter:
        """The frontmatter as it is now, if there is any; of its body span only the start counts."""
        return split("")

    @property
    def head_lines(self) -> int:
        """How many lines belong to the head; while it has a fault, as far as last known."""
        return 0

    @property
    def stale_line(self) -> int | None:
        """The line of the fault, from 1 as people count, or None."""
        raise NotImplementedError

    @property
    def is_rendered(self) -> bool:
        """Whether there is a rendering: none yet if the text had a fault from the start."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the rendered text, character for character; the last good one while stale."""
        raise NotImplementedError

    def names(self) -> Mapping[str, int]:
        """Return the placeholders in use and how often each occurs."""
        raise NotImplementedError

    def known(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names that are merely not set now.

        Args:
            names: Those that are known to be so in all files of the kind.
        """
        return names

    def unresolved(self) -> int:
        """Return how many placeholders of the file itself were left as typed."""
        raise NotImplementedError

    def pieces(self, source_line: int) -> tuple[Piece, ...]:
        """Return the pieces of a line; their spans count from its start."""
        raise NotImplementedError

    def mark_of(self, piece: Piece) -> str:
        """Return how a piece that is no literal text is marked: its layer, or what it is."""
        return piece.layer or piece.kind.value

    def line_mode(self, source_line: int) -> Mode | None:
        """Return how a line is read that is data, or None where the text is Markdown."""
        raise NotImplementedError

    def set_visible(self, first: int, last: int) -> None:
        """Say which source lines are in sight; they are rendered first."""
        raise NotImplementedError

    def finish(self) -> None:
        """Render at once what still waits for its turn."""
        raise NotImplementedError
