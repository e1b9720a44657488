"""From a key in the source to the preview, off-screen, both shown in their widgets."""

from statistics import median
from time import perf_counter

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from samples import SIZES, prompt_of, scope

from editor.session.document import Document
from editor.session.live import LivePreview
from editor.storage.textfile import decode

_KEYS = 200


def report_keys() -> None:
    """Print the time of a key at each size, and its ratio to the smallest."""
    application = QApplication.instance() or QApplication([])
    print(f"A key in the middle, source and preview shown ({_KEYS} keys, median and slowest)")
    base = 0.0
    for name, size in SIZES.items():
        opened, times = _measure(prompt_of(size))
        base = base or median(times)
        print(
            f"  {name:>7}  open {opened * 1e3:8.1f} ms   key {median(times) * 1e3:6.2f} ms   "
            f"slowest {max(times) * 1e3:6.2f} ms   {median(times) / base:5.2f} x"
        )
    application.processEvents()


def _measure(text: str) -> tuple[float, list[float]]:
    started = perf_counter()
    document = Document(decode(text.encode()))
    live = LivePreview(document, scope())
    opened = perf_counter() - started
    views = []
    for qdocument in (document.qdocument, live.preview):
        qdocument.setDocumentLayout(QPlainTextDocumentLayout(qdocument))
        views.append(QPlainTextEdit())
        views[-1].setDocument(qdocument)
        views[-1].resize(600, 800)
        views[-1].show()
    source = views[0]
    source.setTextCursor(
        QTextCursor(document.qdocument.findBlockByNumber(document.line_count() // 2))
    )
    source.centerCursor()
    QApplication.processEvents()
    times = []
    for number in range(_KEYS):
        started = perf_counter()
        source.insertPlainText("\n" if number % 20 == 19 else "$name "[number % 6])
        QApplication.processEvents()
        times.append(perf_counter() - started)
    return opened, times
