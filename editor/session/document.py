"""An open document: the text that everything else is derived from, and its one undo history.

The text lives in a `QTextDocument`; forms, fixes, renames and reloads are edits of it. This
module adds what Qt does not keep: the exact characters, the line end of each line, the file's
byte order mark and digest, and which lines a change replaced (docs/formats.md, Files).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import LINE_END, LineIndex, usual_line_end
from editor.session.faults import attempt
from editor.session.linechanges import LinesChanged, lines_replaced, wrong_ends
from editor.session.lineends import LineEnds
from editor.session.qtext import (
    BareLayout,
    all_lines,
    blocks,
    fill,
    insert_exact,
    line_end_of,
    line_text,
    line_texts,
    lines_from,
    offset_at,
    position_at,
    set_line_end,
    utf16_length,
)
from editor.session.regions import Region, folded_edits, regions_from
from editor.session.textdiff import line_edits
from editor.session.undosteps import UndoSteps
from editor.storage import textfile
from editor.storage.textfile import DecodeFault, Enclosure, EncodeFault, TextFile


class Document(QObject):
    """A file's text while it is edited.

    Signals:
        lines_changed: A `LinesChanged`, within the change: listeners may read, but not edit or
            re-highlight this document. They hear of it before any highlighter.
        settled: After each change, when the document may be edited again.
        about_to_apply, applied: Before and after edits that were not typed into a view of the
            text, so that views can keep their place.
        read_only_changed: `read_only_reason` came, went or changed.
        enclosure_changed: What stands around the text in its file may be different by now.
    """

    lines_changed = Signal(object)  # LinesChanged
    settled = Signal()
    about_to_apply = Signal()
    applied = Signal()
    modified_changed = Signal(bool)
    path_changed = Signal()
    kind_changed = Signal()
    read_only_changed = Signal()
    enclosure_changed = Signal()

    def __init__(
        self,
        file: TextFile,
        kind: FileKind = FileKind.PROMPT,
        path: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Hold the text of `file`; `path` is None until it has a place on disk."""
        super().__init__(parent)
        self._file = file
        self._kind = kind
        self._path = path
        self.digest = file.digest
        self._read_only_reason = file.read_only_reason
        self.whole_reads = 0
        self.qdocument = QTextDocument(self)
        self.qdocument.setDocumentLayout(BareLayout(self.qdocument))
        self._ends = LineEnds(file.text)
        fill(self.qdocument, LINE_END.sub("\n", file.text), list(self._ends.kept()))
        self._text: str | None = file.text
        self._index: LineIndex | None = None
        self._changes = 0
        self._merge: tuple[str, int] | None = None
        self._own_edit = False
        self._steps = UndoSteps(self.qdocument)
        self._revision = self.qdocument.revision()
        self._pending_end: tuple[LinesChanged, str | None] | None = None
        self._unsettled = False
        self.qdocument.contentsChange.connect(self._on_contents_change)
        self.qdocument.contentsChanged.connect(self._on_contents_changed)
        self.qdocument.modificationChanged.connect(self.modified_changed)

    @property
    def path(self) -> Path | None:
        """Where the document is saved, or None."""
        return self._path

    @path.setter
    def path(self, path: Path | None) -> None:
        if path != self._path:
            self._path = path
            self.path_changed.emit()

    @property
    def kind(self) -> FileKind:
        """What the file is to its workspace."""
        return self._kind

    @kind.setter
    def kind(self, kind: FileKind) -> None:
        if kind is not self._kind:
            self._kind = kind
            self.kind_changed.emit()

    @property
    def read_only_reason(self) -> str | None:
        """Why it may only be looked at, in a sentence for the user, or None."""
        return self._read_only_reason

    @read_only_reason.setter
    def read_only_reason(self, reason: str | None) -> None:
        if reason != self._read_only_reason:
            self._read_only_reason = reason
            self.read_only_changed.emit()

    @property
    def fault(self) -> DecodeFault | None:
        """Why the text is only a look at the file and not what it holds, or None."""
        return self._file.fault

    @property
    def enclosure(self) -> Enclosure | None:
        """What stands around the text in its file, or None if the text is all of it."""
        return self._file.enclosure

    @enclosure.setter
    def enclosure(self, enclosure: Enclosure | None) -> None:
        self._file = replace(self._file, enclosure=enclosure)
        self.enclosure_changed.emit()

    @property
    def bom(self) -> bool:
        """Whether the file begins with a byte order mark."""
        return self._file.bom

    @property
    def encoding(self) -> str:
        """The encoding it is saved in."""
        return self._file.encoding

    def use_encoding(self, encoding: str, bom: bool = False) -> None:
        """Save it in another encoding from now on."""
        self._file = replace(self._file, bom=bom, encoding=encoding)

    @property
    def usual_line_end(self) -> str:
        """The line end of most lines when the file was last read."""
        return self._ends.usual

    def has_mixed_line_ends(self) -> bool:
        """Whether two lines end differently. Costs one pass."""
        return self._ends.are_mixed()

    @property
    def changes(self) -> int:
        """A number that rises with every change of the text."""
        return self._changes

    def text(self) -> str:
        """Return the whole text with its own line ends. Costs one pass after a change."""
        if self._text is None:
            self.whole_reads += 1
            self._text = self._ends.join(all_lines(self.qdocument))
        return self._text

    def line_count(self) -> int:
        """Return the number of lines; a text that ends with a line end has a last, empty one."""
        return self.qdocument.blockCount()

    def character_count(self) -> int:
        """Return how long the text is in Qt's count: cheap, for deciding how to treat it."""
        return self.qdocument.characterCount() - 1

    def line(self, number: int) -> str:
        """Return line `number` (from 0) without its line end.

        Raises:
            IndexError: there is no such line.
        """
        block = self.qdocument.findBlockByNumber(number)
        if not block.isValid():
            raise IndexError(number)
        return line_text(block)

    def lines_text(self, count: int, first: int = 0) -> str:
        """Return `count` lines from number `first` on with their line ends."""
        lines = line_texts(self.qdocument, first, count)
        return "".join(line + end for line, end in self._ends.written(lines, first))

    def data(self) -> bytes:
        """Return the bytes to save.

        Raises:
            EncodeFault: a character has no bytes in the file's encoding.
        """
        return self._file.encode(self.text())

    def is_modified(self) -> bool:
        """Whether the text differs from what was loaded or last saved."""
        return self.qdocument.isModified()

    def mark_saved(self, digest: str) -> None:
        """Remember that the text as it is now is on disk, as bytes with this digest."""
        self.end_merge()
        self.digest = digest
        if self.enclosure is not None:
            self.enclosure = self.enclosure.saved(self.text())
        self.qdocument.setModified(False)

    def is_as_on_disk(self) -> bool:
        """Whether its bytes are those that were loaded or last saved. Costs a pass or two."""
        try:
            return textfile.digest_of(self.data()) == self.digest
        except EncodeFault:
            return self.fault is not None and self.text() == self._file.text

    def mark_unsaved(self) -> None:
        """Count the text as unsaved work, whatever is undone: its file may not hold it."""
        self._steps.forget_clean()

    def mark_returned(self) -> None:
        """Take back `mark_unsaved`: the file holds again what was loaded or last saved."""
        if self.is_as_on_disk():
            self.qdocument.setModified(False)

    def apply(self, edits: Sequence[Edit], merge_key: str | None = None, first: int = 0) -> None:
        """Make all `edits` as one undo step; no step if nothing changes.

        Their spans count from the start of line `first` (from 0); hardly more is read. With the
        merge key of the last `apply`, and nothing else changed since, they join its step: that
        is how typing in a form field is undone as one.

        Raises:
            ValueError: two edits overlap, or one lies outside the text.
        """
        self._apply(edits, merge_key, first)

    def _apply(
        self, edits: Sequence[Edit], merge_key: str | None, first: int = 0, last: str | None = None
    ) -> None:
        """Make all `edits`; `last` is the line end that Enter gives in the last line then."""
        found = regions_from(self._lines, edits, first)
        changed = [each for each in found if each.old != each.new]
        if not changed:
            return
        joins = merge_key is not None and self._merge == (merge_key, self._changes)
        self.about_to_apply.emit()
        self._own_edit = True
        cursor = self._begin(joins)
        try:
            for region in reversed(changed):
                self._replace(cursor, region)
            if last is not None:
                set_line_end(self.qdocument.lastBlock(), self._ends.own(last))
        finally:
            attempt(cursor.endEditBlock)  # a view that fails meanwhile is no fault of the edit
            self._own_edit = False
        self._merge = None if merge_key is None else (merge_key, self._changes)
        self.applied.emit()

    def end_merge(self) -> None:
        """Let the next `apply` be an undo step of its own."""
        self._merge = None

    def replace_text(self, text: str) -> None:
        """Make the whole text `text` by edits of the parts that differ, as one undo step."""
        self.apply(line_edits(self.text(), text))

    def reload(self, file: TextFile) -> None:
        """Take over what the disk holds now, or what it reads as in another encoding.

        It can be undone, but not to a text that was only a look at the file (`fault`).
        """
        self.end_merge()
        was_a_look = self.fault is not None
        self._file = file
        self.digest = file.digest
        usual = usual_line_end(file.text)
        self._apply(line_edits(self.text(), file.text), None, last=usual)
        self._ends.read_again(usual)
        if was_a_look:
            self._steps.clear()
        self.qdocument.setModified(False)
        self.read_only_reason = file.read_only_reason
        self.enclosure_changed.emit()

    def undo(self) -> None:
        """Take back the last step; carets of views follow the text."""
        self.end_merge()
        self.qdocument.undo()

    def redo(self) -> None:
        """Make the last undone step again."""
        self.end_merge()
        self.qdocument.redo()

    def insert(self, cursor: QTextCursor, text: str) -> None:
        """Put `text` in the place of what `cursor` selects: what a paste must do.

        Every character is kept; new lines take the line end of the line they are put into.
        """
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        insert_exact(cursor, LINE_END.sub("\n", text))
        attempt(cursor.endEditBlock)

    def position_of(self, offset: int) -> int:
        """Return the Qt position of an offset in `text()`; both are clamped."""
        return position_at(self.qdocument, self._line_index(), offset)

    def offset_of(self, position: int) -> int:
        """Return the offset in `text()` of a Qt position."""
        return offset_at(self.qdocument, self._line_index(), position)

    def _line_index(self) -> LineIndex:
        self._index = self._index or LineIndex(self.text())
        return self._index

    def _lines(self, first: int = 0) -> Iterator[tuple[str, str]]:
        """Return the lines from `first` on with their ends; no more are read than asked for."""
        return self._ends.written(lines_from(self.qdocument, first), first)

    def _begin(self, joins: bool) -> QTextCursor:
        cursor = QTextCursor(self.qdocument)
        cursor.joinPreviousEditBlock() if joins else cursor.beginEditBlock()
        return cursor

    def _replace(self, cursor: QTextCursor, region: Region) -> None:
        """Make the lines of `region` what they shall be, touching no more than what differs."""
        start = self.qdocument.findBlockByNumber(region.first).position()
        old = LINE_END.sub("\n", region.old)
        for edit in reversed(folded_edits(region)):
            cursor.setPosition(start + utf16_length(old[: edit.span.start]))
            cursor.setPosition(
                cursor.position() + utf16_length(edit.span.of(old)),
                QTextCursor.MoveMode.KeepAnchor,
            )
            cursor.removeSelectedText()
            insert_exact(cursor, edit.text)
        ends = [end for _, end in textfile.split_lines(region.new)]
        is_last = region.first + len(ends) == self.line_count()
        own = ends if is_last else ends[:-1]
        for block, end in zip(blocks(self.qdocument, region.first), own, strict=False):
            set_line_end(block, self._ends.own(end))

    def _on_contents_change(self, position: int, removed: int, added: int) -> None:
        document = self.qdocument
        if document.revision() == self._revision:
            return  # a new layout, not a new text
        self._revision = document.revision()
        self._changes += 1
        self._text = self._index = None
        change = lines_replaced(document, position, added, len(self._ends))
        end = self._ends.kept_at(change.first + change.removed - 1)
        found = [line_end_of(block) for block in blocks(document, change.first, change.added)]
        self._ends.splice(change.first, change.removed, found)
        if not self._steps.look():
            self._ends.went_back()
        elif not self._own_edit:
            self._pending_end = (change, end)
        self._unsettled = True
        self.lines_changed.emit(change)

    def _on_contents_changed(self) -> None:
        if not self._unsettled:
            return  # only the highlighting changed
        self._unsettled = False
        if self._steps.pass_on():
            return
        pending, self._pending_end = self._pending_end, None
        if pending is None or not self._correct_ends(*pending):
            self.settled.emit()

    def _correct_ends(self, change: LinesChanged, end: str | None) -> bool:
        """Give changed lines the line end they should have, in the same step."""
        if not (wrong := wrong_ends(self.qdocument, change, end)):
            return False
        self._steps.expect_correction()
        self._own_edit = True
        cursor = self._begin(joins=True)
        for block in wrong:
            set_line_end(block, end)
        attempt(cursor.endEditBlock)
        self._own_edit = False
        return True
