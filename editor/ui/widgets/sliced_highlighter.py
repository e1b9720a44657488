"""A highlighter that colours a long text a few milliseconds at a time, what is in sight first.

Qt colours a whole text at once when it is first shown, and all changed lines within a change.
Here lines that need colour are noted. A short text is coloured at once, as Qt would; of a long
one that is done with what is in sight or was typed, and the rest has its turn when the event
loop is idle. The result is the same.
"""

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QTimer
from PySide6.QtGui import QSyntaxHighlighter, QTextDocument

from editor.session.linechanges import lines_replaced
from editor.ui.widgets.line_ranges import LineRanges

LONG = 1_000
"""A text of more lines is coloured in slices."""
SLICE = 8
"""Milliseconds of colouring before the event loop has its turn."""
AT_ONCE = 200
"""So many changed lines of a long text are coloured at once, and so many that follow them."""
_TOGGLE = 1
"""A bit of each line's state that says nothing: see `highlightBlock`."""


class SlicedHighlighter(QSyntaxHighlighter):
    """Colours one document; what a line looks like is for `colour_line` to say.

    Attributes:
        blocks_highlighted: How many lines were coloured at once so far.
        blocks_in_slices: How many had their turn later.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        # Qt has posted itself a call that colours everything, and listens to changes. Neither
        # can be put off, so both are taken over.
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)
        document.disconnect(self)
        document.contentsChange.connect(self._note_change)
        document.contentsChanged.connect(self._colour_change)
        self.blocks_highlighted = self.blocks_in_slices = 0
        self._lines = document.blockCount()
        self._waiting = LineRanges()
        self._waiting.add(range(self._lines))
        self._sight = range(AT_ONCE)
        self._clock: QElapsedTimer | None = None
        self._allowed = 0
        self._wanted = range(0)
        self._changed = range(0)
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)
        self._turn.start()

    @property
    def is_behind(self) -> bool:
        """Whether lines still wait for their colours."""
        return bool(self._waiting)

    def setDocument(self, document: QTextDocument | None) -> None:
        """Let go of the document, with None, and rest: nothing may wake a discarded highlighter."""
        super().setDocument(document)  # tells the document's listeners: timers may start
        for timer in self.findChildren(QTimer):
            timer.stop()

    def set_sight(self, lines: range) -> None:
        """Say which lines (from 0) are in sight; they are coloured at once, now and later."""
        self._sight = lines
        self._colour_sight()

    def rehighlight(self) -> None:
        """Colour all lines again."""
        self.colour_again(range(self._lines))

    def detach(self) -> None:
        """Colour nothing any more: the document is about to go."""
        self.setDocument(None)
        for timer in self.findChildren(QTimer):
            timer.stop()

    def colour_again(self, lines: range) -> None:
        """Colour `lines` again: at once if they are few, in sight, or of a short text."""
        self._colour_noted(self._noted(lines), AT_ONCE)

    def colour_soon(self, lines: range) -> None:
        """Colour `lines` again: at once if they are in sight, or of a short text."""
        self._colour_noted(self._noted(lines), 0)

    def colour_line(self, text: str) -> int:
        """Set the formats of the current block, whose text is `text`.

        Returns:
            What the next line needs to know as an even number from 0 on: if it is another one
            than before, the next line is coloured again too.
        """
        raise NotImplementedError

    def highlightBlock(self, text: str) -> None:
        """Colour one line, or note that it waits.

        Qt goes on to the next line while the states of lines change, which is much quicker
        than asking it for each line. So the bit that says nothing is turned to make it go on;
        and to leave a state as it was is to make it stop.
        """
        line = self.currentBlock().blockNumber()
        if not self._has_time() or self._is_for_later(line):
            self._waiting.add(range(line, line + 1))
            return
        self._allowed -= 1
        if self._clock is None:
            self.blocks_highlighted += 1
        else:
            self.blocks_in_slices += 1
        self._waiting.remove(range(line, line + 1))
        before = self.currentBlockState()
        state = self.colour_line(text)
        if before >= 0:
            state |= before & _TOGGLE
        if state == before and line + 1 in self._wanted:
            state ^= _TOGGLE
        self.setCurrentBlockState(state)

    def _noted(self, lines: range) -> range:
        """Note that `lines` wait, as far as there are such lines; return those."""
        lines = range(lines.start, min(lines.stop, self._lines))
        self._waiting.add(lines)
        return lines

    def _is_long(self) -> bool:
        return self._lines > LONG

    def _has_time(self) -> bool:
        if not self._is_long():
            return True
        if self._clock is not None:
            return not self._clock.hasExpired(SLICE)
        return self._allowed > 0

    def _is_for_later(self, line: int) -> bool:
        """Whether a line would only be coloured now because the one before it was."""
        if self._clock is not None or line in self._wanted or not self._is_long():
            return False
        return line in self._waiting

    def _note_change(self, position: int, _removed: int, added: int) -> None:
        """Note what was changed, and the line behind it if it has another one before it."""
        document = self.document()
        if document is None:
            return  # it was closed
        change = lines_replaced(document, position, added, self._lines)
        self._lines = document.blockCount()
        self._waiting.follow(change)
        is_within_a_line = change.removed == change.added == 1
        end = change.new_end if is_within_a_line else change.new_end + 1
        self._changed = self._noted(range(change.first, end))

    def _colour_change(self) -> None:
        """Colour what was changed, now that the change is complete.

        Within `contentsChange` it would seem complete too early: asking Qt to colour a line
        emits `contentsChanged`.
        """
        changed, self._changed = self._changed, range(0)
        if changed and self.document() is not None:
            self._colour_noted(changed, AT_ONCE)

    def _colour_noted(self, lines: range, few: int) -> None:
        """Colour those of `lines` that wait; of a long text only `few` that are out of sight."""
        if self._is_long() and len(lines) > few:
            self._colour_sight()
        else:
            self._colour(lines)
        if self._waiting:
            self._turn.start()

    def _colour_sight(self) -> None:
        for part in self._waiting.within(self._sight):
            self._colour(part)

    def _colour(self, lines: range) -> None:
        """Colour `lines`, and of what changes with them as much as is allowed at once."""
        before, self._clock, self._allowed = (self._clock, self._allowed), None, AT_ONCE
        self._allowed += len(lines)
        self._colour_while_time(lines)
        self._clock, self._allowed = before

    def _colour_while_time(self, lines: range) -> None:
        """Colour those of `lines` that wait."""
        before, self._wanted = self._wanted, lines
        while (line := self._waiting.first_within(lines)) is not None and self._has_time():
            if self.document() is None:
                return  # it was closed meanwhile
            self.rehighlightBlock(self.document().findBlockByNumber(line))
        self._wanted = before

    def _go_on(self) -> None:
        """Colour for a moment; the rest when the event loop comes back."""
        if self.document() is not None:
            self._clock = QElapsedTimer()
            self._clock.start()
            for part in self._waiting.within(self._sight):
                self._colour_while_time(part)
            for part in self._waiting.within(range(self._lines)):
                self._colour_while_time(part)  # no lines between: Qt would colour them too
            self._clock = None
        if not self._waiting or self.document() is None:
            self._turn.stop()
