"""A soul of 500 sections with a conversation of 2,000 turns, beside a prompt of the same size."""

from collections.abc import Callable
from statistics import median
from time import thread_time

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from samples import prompt_of, scope
from soul_samples import MIDDLE, SECTIONS, TURNS, sample_values, soul_text

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.formats.samples import Samples
from editor.paths import resource
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import SoulSetting
from editor.storage.textfile import decode
from editor.ui.preview.messages_view import MessagesView
from editor.ui.theme import Theme
from editor.ui.widgets.text_formats import TextFormats

_KEYS = 200


def report_souls() -> None:
    """Print the time of a key in a content, beside one in a prompt, and of structural edits."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    text = soul_text()
    print(f"A soul of {SECTIONS} sections, {len(text) // 1000} KB, {TURNS} turns ({_KEYS} keys)")
    prompt = _measure_prompt(prompt_of(len(text)))
    theme = Theme(application, resource("themes"))
    bench = _Bench(text, theme)
    keys = bench.keys()
    ratio = median(keys) / median(prompt)
    print(f"  prompt    key {median(prompt) * 1e3:6.2f} ms   slowest {max(prompt) * 1e3:6.2f} ms")
    print(
        f"  content   key {median(keys) * 1e3:6.2f} ms   slowest {max(keys) * 1e3:6.2f} ms   "
        f"{ratio:5.2f} x a prompt's"
    )
    print(f"  opened in {bench.opened * 1e3:.0f} ms, {bench.live.count} messages")
    for name, edit in bench.structural().items():
        times = [edit() for _ in range(5)]
        print(f"  {name:<24} {median(times) * 1e3:6.1f} ms   slowest {max(times) * 1e3:6.1f} ms")
    bench.close()
    application.processEvents()


def _shown(document: Document) -> QPlainTextEdit:
    qdocument = document.qdocument
    qdocument.setDocumentLayout(QPlainTextDocumentLayout(qdocument))
    view = QPlainTextEdit()
    view.setDocument(qdocument)
    view.resize(600, 800)
    view.show()
    return view


def _type(source: QPlainTextEdit, keys: int = _KEYS) -> list[float]:
    times = []
    for number in range(keys):
        started = thread_time()
        source.insertPlainText("\n    " if number % 20 == 19 else "word "[number % 5])
        QApplication.processEvents()
        times.append(thread_time() - started)
    return times


def _measure_prompt(text: str) -> list[float]:
    document = Document(decode(text.encode()))
    live = LivePreview(document, scope())
    live.preview.setDocumentLayout(QPlainTextDocumentLayout(live.preview))
    preview = QPlainTextEdit()
    preview.setDocument(live.preview)
    preview.resize(600, 800)
    preview.show()
    source = _shown(document)
    middle = document.qdocument.findBlockByNumber(document.line_count() // 2)
    source.setTextCursor(QTextCursor(middle))
    source.centerCursor()
    QApplication.processEvents()
    return _type(source)


class _Bench:
    """A soul with its source and its messages on the screen."""

    def __init__(self, text: str, theme: Theme) -> None:
        started = thread_time()
        self.document = Document(decode(text.encode()), FileKind.SOUL)
        self.live = LiveSoul(self.document, SoulSetting(Samples.of(sample_values())))
        self.opened = thread_time() - started
        self.view = MessagesView(theme, TextFormats(theme))
        self.view.resize(600, 800)
        self.view.show()
        self.view.show_live(self.live)
        self.source = _shown(self.document)
        QApplication.processEvents()

    def keys(self) -> list[float]:
        """Type into the content in the middle, its card in sight."""
        at = self.document.text().index(f"quay {MIDDLE}:") + len("quay ")
        cursor = QTextCursor(self.document.qdocument)
        cursor.setPosition(self.document.position_of(at))
        self.source.setTextCursor(cursor)
        self.source.centerCursor()
        self.view.reveal(self.live.rows_of(MIDDLE).start)
        QApplication.processEvents()
        return _type(self.source)

    def structural(self) -> dict[str, Callable[[], float]]:
        """Edits of the list itself."""
        return {
            "a section added": self._add,
            "a section moved by 400": self._move,
            "a section removed": self._remove,
            "undone": self._undo,
        }

    def close(self) -> None:
        """Let go of the document."""
        self.view.show_live(None)

    def _timed(self, edits: list[Edit]) -> float:
        started = thread_time()
        self.document.apply(edits)
        QApplication.processEvents()
        return thread_time() - started

    def _add(self) -> float:
        at = self.live.parts.slice_start(MIDDLE)
        new = "- section: new\n  role: system\n  content: new\n"
        return self._timed([Edit(Span(at, at), new)])

    def _move(self) -> float:
        parts = self.live.parts
        text, start = parts.slice_text(430), parts.slice_start(430)
        to = parts.slice_start(30)
        return self._timed([Edit(Span(to, to), text), Edit(Span(start, start + len(text)), "")])

    def _remove(self) -> float:
        parts = self.live.parts
        start = parts.slice_start(MIDDLE)
        return self._timed([Edit(Span(start, start + len(parts.slice_text(MIDDLE))), "")])

    def _undo(self) -> float:
        started = thread_time()
        self.document.undo()
        QApplication.processEvents()
        return thread_time() - started
