"""The section cards of a soul of 500 sections, in the whole window, off-screen."""

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest import mock

from measure_souls import SECTIONS, soul_text
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor.app import open_window
from editor.session.section_values import (
    AddCard,
    DuplicateCard,
    MoveCard,
    RemoveCard,
)
from editor.ui.window.main_window import MainWindow

_KEYS = 100
_TIMES = 5
_REST = 2.0
"""Seconds to wait until a large file has all its colours."""
_MIDDLE = SECTIONS // 2


def report_cards() -> None:
    """Print the time until a key in a card, and each command, is painted everywhere."""
    with TemporaryDirectory() as folder:
        places = {f"PROMPT_EDITOR_{kind}_DIR": folder for kind in ("DATA", "CONFIG", "STATE")}
        with mock.patch.dict(os.environ, places):
            _report(Path(folder))


def _report(folder: Path) -> None:
    (folder / "soul.md").write_text(soul_text(), encoding="utf-8")
    (folder / "prompt.md").write_text("Hello\n", encoding="utf-8")
    window = open_window(folder / "prompt.md")
    window.resize(1440, 900)
    window.show()
    _timed(QApplication.processEvents)
    opened = _timed(lambda: window.open(folder / "soul.md"))
    cards = window.views.sections
    print(f"The section cards of that soul, in the window ({_KEYS} keys)")
    print(f"  opened in {opened * 1e3:.0f} ms, {len(cards.cards)} cards")
    cards.go_to(cards.cards[_MIDDLE].key, to_name=True)
    rest = perf_counter() + _REST  # lines out of sight get their colours meanwhile
    while perf_counter() < rest:
        QApplication.processEvents()
    field = window.findChild(QPlainTextEdit, f"section:{_MIDDLE}:content")
    assert isinstance(field, QPlainTextEdit)
    field.setFocus()
    keys = [_timed(lambda: QTest.keyClicks(field, "x")) for _ in range(_KEYS)]
    source = window.views.editor.source
    cursor = source.document().find(f"about quay {_MIDDLE}:")
    source.setFocus()
    source.setTextCursor(cursor)
    source.moveCursor(QTextCursor.MoveOperation.Right)
    typed = [_timed(lambda: QTest.keyClicks(source, "x")) for _ in range(_KEYS)]
    print(f"  key in a card     {median(keys) * 1e3:6.2f} ms   slowest {max(keys) * 1e3:6.2f} ms")
    print(f"  key in the source {median(typed) * 1e3:6.2f} ms   slowest {max(typed) * 1e3:6.2f} ms")
    for name, command in _commands(window).items():
        times = [_timed(command) for _ in range(_TIMES)]
        print(f"  {name:<12} {median(times) * 1e3:6.1f} ms   slowest {max(times) * 1e3:6.1f} ms")
    window.hide()
    window.deleteLater()
    QApplication.processEvents()


def _commands(window: MainWindow) -> dict[str, Callable[[], None]]:
    cards = window.views.sections

    def key(index: int) -> int:
        return cards.cards[index].key

    return {
        "add": lambda: cards.intended.emit(AddCard("admin_notes", key(_MIDDLE))),
        "duplicate": lambda: cards.intended.emit(DuplicateCard(key(_MIDDLE))),
        "move by 1": lambda: cards.intended.emit(MoveCard(key(_MIDDLE), _MIDDLE + 1)),
        "move by 400": lambda: cards.intended.emit(MoveCard(key(40), 440)),
        "delete": lambda: cards.intended.emit(RemoveCard(key(_MIDDLE))),
    }


def _timed(act: Callable[[], object]) -> float:
    started = perf_counter()
    act()
    QApplication.processEvents()
    return perf_counter() - started
