"""A soul in the whole window: a key in its source, in a card, in a prompt, and structural edits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from samples import prompt_of
from soul_samples import MIDDLE, SECTIONS, TURNS, sample_values, soul_text

from editor.app import open_window
from editor.session.section_values import AddCard, DuplicateCard, MoveCard, RemoveCard
from editor.ui.preview.messages_view import MessagesView
from editor.ui.widgets.sliced_highlighter import SlicedHighlighter
from editor.ui.window.main_window import MainWindow

_KEYS = 200
_RUNS = 5
_LIMIT = 100
_QUIET = 1.0


def report_windows() -> None:
    """Print the time of a key at each place, as a ratio to a prompt's, and of structural edits."""
    text = soul_text()
    print(
        f"The window with a soul of {SECTIONS} sections, {len(text) // 1000} KB, and {TURNS} turns "
        f"({_KEYS} keys, median and slowest)"
    )
    with TemporaryDirectory() as folder:
        root = Path(folder)
        _write(root, text)
        with _shown(root / "prompt.md") as window:
            base = _type(_source_of(window))
        _tell_keys("prompt, source", base, base)
        with _shown(root / "souls" / "soul.md") as window:
            bench = _Soul(window)
            _tell_keys("soul, source", bench.keys_in_source(), base)
            _tell_keys("soul, card", bench.keys_in_card(), base)
            for name, act in bench.structural():
                times = [_timed(act) for _ in range(_RUNS)]
                slowest = max(times) * 1e3
                told = "" if slowest <= _LIMIT else f"   more than {_LIMIT} ms"
                print(
                    f"  {name:<22} {median(times) * 1e3:6.1f} ms   slowest {slowest:6.1f} ms{told}"
                )


def _tell_keys(name: str, times: list[float], base: list[float]) -> None:
    print(
        f"  {name:<15} key {median(times) * 1e3:6.2f} ms   slowest {max(times) * 1e3:6.2f} ms   "
        f"{median(times) / median(base):5.2f} x a prompt's"
    )


def _write(root: Path, soul: str) -> None:
    (root / "souls").mkdir()
    (root / "prompt-workspace.yaml").write_text("souls: ['souls/*.md']\nsamples: samples.json\n")
    (root / "samples.json").write_text(dumps(sample_values()))
    (root / "souls" / "soul.md").write_text(soul)
    (root / "prompt.md").write_text(prompt_of(len(soul)))


@contextmanager
def _shown(path: Path) -> Iterator[MainWindow]:
    """Show a file in a window that remembers nothing."""
    with TemporaryDirectory() as settings:
        window = open_window(path, settings=Path(settings), tidy=False)
        window.activateWindow()
        _let_rest(window)
        yield window
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _let_rest(window: MainWindow) -> None:
    """Let everything be done that opening a file leaves for later: jobs, pauses, colours."""
    ends = perf_counter() + _QUIET
    while perf_counter() < ends:
        QApplication.processEvents()
        if any(each.is_behind for each in _highlighters(window)):
            ends = perf_counter() + _QUIET


def _highlighters(window: MainWindow) -> Iterator[SlicedHighlighter]:
    for document in (window.views.editor.source.document(), *window.findChildren(QTextDocument)):
        yield from document.findChildren(SlicedHighlighter)


def _source_of(window: MainWindow) -> QPlainTextEdit:
    source = window.views.editor.source
    middle = source.document().findBlockByNumber(source.document().blockCount() // 2)
    source.setTextCursor(QTextCursor(middle))
    source.centerCursor()
    source.setFocus()
    QApplication.processEvents()
    return source


def _type(editor: QPlainTextEdit, line_end: str = "\n    ") -> list[float]:
    """Type words into a line; every twentieth time a new one is begun."""
    times = []
    for number in range(_KEYS):
        key = "word "[number % 5]
        started = thread_time()
        if number % 20 == 19:
            editor.insertPlainText(line_end)
        else:
            QTest.keyClicks(editor, key)
        QApplication.processEvents()
        times.append(thread_time() - started)
    return times


def _timed(act: Callable[[], object]) -> float:
    started = thread_time()
    act()
    QApplication.processEvents()
    return thread_time() - started


class _Soul:
    """A window with a soul in front, and its cards."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._cards = window.views.sections

    def keys_in_source(self) -> list[float]:
        """Type into the content in the middle, its message in sight."""
        source = _source_of(self._window)
        cursor = source.document().find(f"quay {MIDDLE}:")
        cursor.setPosition(cursor.selectionStart())
        source.setTextCursor(cursor)
        source.centerCursor()
        return _type(source)

    def keys_in_card(self) -> list[float]:
        """Type into the content of a card in the middle."""
        self._cards.set_folded(False)
        card = self._cards.cards[MIDDLE + 2]
        card.open(True)
        self._cards.go_to(card.key, to_name=False)
        QApplication.processEvents()
        name = f"section:{MIDDLE + 2}:content"
        editor = self._window.findChild(QPlainTextEdit, name)
        assert editor is not None
        editor.setFocus()
        cursor = editor.textCursor()
        cursor.setPosition(len("What the keeper"))
        editor.setTextCursor(cursor)
        QApplication.processEvents()
        times = _type(editor, "\n")
        view = self._window.findChild(MessagesView, "messagesView")
        assert view is not None
        told = [view.messages.message(row).text for row in range(view.messages.rowCount())]
        typed = editor.toPlainText().partition("{{")[0]
        assert typed.count("word") == _KEYS // 5
        assert any(text.startswith(typed) for text in told)
        return times

    def structural(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield edits of the list, made as a click in a card makes them."""
        middle = self._key(MIDDLE)
        wish = self._cards.intended.emit
        yield "a section added", lambda: wish(AddCard("", middle))
        yield "a section duplicated", lambda: wish(DuplicateCard(middle))
        yield "a section moved by 1", lambda: wish(MoveCard(middle, self._index(middle) + 1))
        yield "a section moved by 400", self._move_far
        yield "a section deleted", lambda: wish(RemoveCard(self._key(MIDDLE)))
        yield "undone", self._window.commands["edit.undo"].trigger
        yield "done again", self._window.commands["edit.redo"].trigger

    def _move_far(self) -> None:
        key = self._key(30)
        index = self._index(key)
        self._cards.intended.emit(MoveCard(key, index + 400))

    def _key(self, index: int) -> int:
        return self._cards.cards[index].key

    def _index(self, key: int) -> int:
        return next(card.index for card in self._cards.cards if card.key == key)
