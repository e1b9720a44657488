"""A person at the source editor: real keys, clipboard and drops, each held to the model."""

from collections import Counter
from collections.abc import Callable
from random import Random

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.document import Document
from editor.ui.widgets.source_editor import SourceEditor
from tests.properties.text_model import BREAKS, TextModel

Control = Qt.KeyboardModifier.ControlModifier
Shift = Qt.KeyboardModifier.ShiftModifier
Plain = Qt.KeyboardModifier.NoModifier

ODD = ["\x00", "\x01", "\x1b", "\x7f", "\xa0", "\x85", "\u2028", "\u2029", "\ufdd0", "\ufdd1",
       "\ufeff", "\ufffe", "\uffff", "\ufffc", "\ufffd", "\x0b", "\x0c", "\t", "\u200b", "\u202e",
       "\U0001f600", "\U0010ffff", "\U0001f469\u200d\U0001f680", "e\u0301", "\u0301",
       "\U0001f1e9\U0001f1ea"]  # fmt: skip
USUAL = ["a", "b", " ", ".", "word", "$name", "é", "{", "  "]
ENDS = ["\n", "\n", "\r\n", "\r"]
TYPED = ["x", " ", "$", "é", "\xa0", "\u2028", "\U0001f600", "\u0301", "\ufeff", "\ufffd", "\t"]


def random_text(random: Random, most: int = 30) -> str:
    """A short text, most of it odd."""
    parts = [
        random.choice(random.choice([USUAL, ODD, ENDS])) for _ in range(random.randint(0, most))
    ]
    return "".join(parts)


class Typist:
    """Does one thing after the other and looks at the text each time."""

    def __init__(self, source: SourceEditor, random: Random) -> None:
        document = source.shown
        assert document is not None
        self.source = source
        self.document: Document = document
        self.random = random
        self.model = TextModel(document.text())
        self.history = {document.text(): self.model.units.copy()}
        self.done: Counter[str] = Counter()
        self.log: list[str] = []

    # --- looking ------------------------------------------------------------------------------

    def selection(self) -> tuple[int, int]:
        """The places that the view's cursor selects; none of them is inside a character."""
        cursor = self.source.textCursor()
        return self.model.place(cursor.selectionStart()), self.model.place(cursor.selectionEnd())

    def check(self) -> None:
        """The document holds what the model holds, and the caret stands between characters."""
        wanted = self.model.text()
        found = self.document.text()
        assert found == wanted, (ascii(found), ascii(wanted), self.log)
        assert self.document.data() == self.data(), self.log
        assert self.document.line_count() == 1 + sum(u in BREAKS for u in self.model.units)
        cursor = self.source.textCursor()
        for position in (cursor.position(), cursor.anchor()):
            self.model.place(position)
        self.history[wanted] = self.model.units.copy()

    def data(self) -> bytes:
        """The bytes that a save must write."""
        mark = b"\xef\xbb\xbf" if self.document.bom else b""
        return mark + self.model.text().encode()

    # --- doing --------------------------------------------------------------------------------

    def deeds(self) -> list[Callable[[], None]]:
        """What there is to do; what stands here more often is done more often."""
        return [
            *[self.type, self.type, self.type, self.enter, self.enter, self.backspace],
            *[self.backspace, self.delete, self.word_back, self.word_on, self.cut, self.copy],
            *[self.paste, self.paste_own, self.drop, self.move_text, self.apply, self.undo],
            self.redo,
        ]

    def act(self) -> str:
        """Do something and hold it to the model; return what it was."""
        deeds = self.deeds()
        deed = deeds[self.random.randint(0, len(deeds) - 1)]
        if self.random.randint(0, 2):
            self.place()
        self.log.append(f"{deed.__name__} at {self.selection()}")
        deed()
        self.check()
        self.done[deed.__name__] += 1
        return deed.__name__

    def place(self) -> None:
        """Put the caret somewhere, perhaps with a selection."""
        start = self.random.randint(0, len(self.model))
        end = start
        if self.random.randint(0, 1):
            end = self.random.randint(max(0, start - 8), min(len(self.model), start + 8))
        cursor = self.source.textCursor()
        cursor.setPosition(self.model.position(start))
        cursor.setPosition(self.model.position(end), QTextCursor.MoveMode.KeepAnchor)
        self.source.setTextCursor(cursor)

    def type(self) -> None:
        """Type a character as the key of a keyboard or an input method sends it."""
        typed = self.random.choice(TYPED)
        start, end = self.selection()
        # Some characters are no text to the widget, as a key; it says so by leaving all alone.
        before = self.document.text()
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Plain, typed)
        QApplication.sendEvent(self.source, event)
        if self.document.text() != before or typed in "x $é\U0001f600":
            self.model.replace(start, end, typed)

    def enter(self) -> None:
        """Press Enter, or Shift and Enter."""
        start, end = self.selection()
        QTest.keyClick(self.source, Qt.Key.Key_Return, [Plain, Shift][self.random.randint(0, 1)])
        self.model.replace(start, end, "\n")

    def backspace(self) -> None:
        """Press Backspace: one character goes, or the selection."""
        start, end = self.selection()
        QTest.keyClick(self.source, Qt.Key.Key_Backspace)
        self.model.replace(start if start < end else max(0, start - 1), end, "")

    def delete(self) -> None:
        """Press Delete: a character goes with what combines with it."""
        self._delete(Qt.Key.Key_Delete, Plain, forward=True)

    def word_back(self) -> None:
        """Press Ctrl and Backspace."""
        self._delete(Qt.Key.Key_Backspace, Control, forward=False)

    def word_on(self) -> None:
        """Press Ctrl and Delete."""
        self._delete(Qt.Key.Key_Delete, Control, forward=True)

    def _delete(self, key: Qt.Key, modifiers: Qt.KeyboardModifier, *, forward: bool) -> None:
        """How much goes is the widget's choice; it is whole characters beside the caret."""
        start, end = self.selection()
        left = self.document.qdocument.characterCount() - 1
        QTest.keyClick(self.source, key, modifiers)
        gone = left - (self.document.qdocument.characterCount() - 1)
        if start == end and forward:
            end = self.model.place(self.model.position(start) + gone)
            assert end > start or start == len(self.model)
        elif start == end:
            start = self.model.place(self.model.position(end) - gone)
            assert end > start or end == 0
        self.model.replace(start, end, "")

    def cut(self) -> None:
        """Cut by the key."""
        start, end = self.selection()
        QTest.keyClick(self.source, Qt.Key.Key_X, Control)
        if start < end:
            assert QApplication.clipboard().text() == self.model.seen(start, end), self.log
        self.model.replace(start, end, "")

    def copy(self) -> None:
        """Copy by the key; the text stays."""
        start, end = self.selection()
        QTest.keyClick(self.source, Qt.Key.Key_C, Control)
        if start < end:
            assert QApplication.clipboard().text() == self.model.seen(start, end), self.log

    def paste(self) -> None:
        """Paste what another program copied."""
        pasted = random_text(self.random, 6)
        self.log[-1] += ascii(pasted)
        start, end = self.selection()
        QApplication.clipboard().setMimeData(offered(pasted))
        QTest.keyClick(self.source, Qt.Key.Key_V, Control)
        if pasted:
            self.model.replace(start, end, pasted)

    def paste_own(self) -> None:
        """Cut and paste at once: the text is as before, but for the ends of pasted lines."""
        start, end = self.selection()
        taken = self.model.seen(start, end)
        if start < end:
            QTest.keyClick(self.source, Qt.Key.Key_X, Control)
            self.model.replace(start, end, "")
            self.check()
            QTest.keyClick(self.source, Qt.Key.Key_V, Control)
            self.model.replace(start, start, taken)

    def drop(self) -> None:
        """Drop text from elsewhere at a point of the view."""
        dropped = random_text(self.random, 4)
        point = QPointF(self.random.randint(0, 200), self.random.randint(0, 60))
        at = self.model.place(self.source.cursorForPosition(point.toPoint()).position())
        drop_on(self.source, point, offered(dropped))
        if dropped:
            self.model.replace(at, at, dropped)

    def move_text(self) -> None:
        """Drag what is selected to another place."""
        start, end = self.selection()
        to = self.random.randint(0, len(self.model))
        if not self.model.is_as_written():
            return
        self.source.move_selection(self.model.position(to))
        if start == end or start <= to <= end:
            return
        taken = self.model.seen(start, end)
        if to < start:
            self.model.replace(start, end, "")
            self.model.replace(to, to, taken)
        else:
            self.model.replace(to, to, taken)
            self.model.replace(start, end, "")
        self.model.edited(self.model.text())

    def apply(self) -> None:
        """Change the text as a form or a fix does, in one to three places at once."""
        if not self.model.is_as_written():
            return
        text = self.document.text()
        cuts = sorted(self.random.randint(0, len(text)) for _ in range(6))
        pairs = list(zip(cuts[::2], cuts[1::2], strict=True))[: self.random.randint(1, 3)]
        edits = [Edit(Span(*pair), random_text(self.random, 3)) for pair in pairs]
        new, done = "", 0
        for edit in edits:
            new += text[done : edit.span.start] + edit.text
            done = edit.span.end
        new += text[done:]
        self.document.apply(edits)
        self.model.edited(new)

    def undo(self) -> None:
        """Take a step back: to a text that there was."""
        self._step(self.document.undo)

    def redo(self) -> None:
        """Take a step on again."""
        self._step(self.document.redo)

    def _step(self, step: Callable[[], None]) -> None:
        """Go to the text before or behind: a deletion of differing formats takes Qt two steps."""
        for _ in range(4):
            step()
            if self.document.text() in self.history:
                break
        text = self.document.text()
        assert text in self.history, (ascii(text), self.log)
        self.model.units = self.history[text].copy()

    # --- the whole way back -------------------------------------------------------------------

    def there_and_back(self, original: bytes) -> None:
        """Undo everything: the file's own bytes, and clean; redo everything: the last text."""
        document = self.document
        while document.qdocument.isRedoAvailable():
            document.redo()
        last = document.data()
        while document.qdocument.isUndoAvailable():
            self.undo()
            self.check()
        assert document.data() == original, (document.data(), original, self.log)
        assert not document.is_modified()
        while document.qdocument.isRedoAvailable():
            self.redo()
            self.check()
        assert document.data() == last, (document.data(), last, self.log)


def offered(text: str) -> QMimeData:
    """Text as another program offers it."""
    mime = QMimeData()
    mime.setText("\ufeff" + text if text[:1] in ("\ufeff", "\ufffe") else text)
    return mime


def drop_on(source: SourceEditor, point: QPointF, mime: QMimeData) -> None:
    """Drop `mime` on the view as from outside."""
    copying, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enters = QDragEnterEvent(point.toPoint(), copying, mime, button, Plain)
    QApplication.sendEvent(source.viewport(), enters)
    QApplication.sendEvent(source.viewport(), QDropEvent(point, copying, mime, button, Plain))
