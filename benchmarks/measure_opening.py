"""Opening a file, off-screen: until it is first painted, and until all of it has its colours."""

from time import perf_counter

from PySide6.QtWidgets import QApplication, QPlainTextEdit
from samples import SIZES, dense_of, scope

from editor.paths import resource
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.storage.textfile import decode
from editor.ui.preview.preview_highlighter import PreviewHighlighter
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.theme import Theme
from editor.ui.widgets.highlighter import SourceHighlighter
from editor.ui.widgets.plain_view import show_in
from editor.ui.widgets.text_formats import TextFormats


def report_opening() -> None:
    """Print both times at each size, and the longest time the event loop had to wait."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication([])
    theme = Theme(application, resource("themes"))
    print("Opening a file whose every line has two placeholders, source and preview shown")
    for name, size in SIZES.items():
        painted, coloured, longest = _measure(dense_of(size), theme)
        print(
            f"  {name:>7}  first paint {painted * 1e3:8.1f} ms   "
            f"all coloured {coloured * 1e3:8.1f} ms   longest turn {longest * 1e3:6.1f} ms"
        )


def _measure(text: str, theme: Theme) -> tuple[float, float, float]:
    formats = TextFormats(theme)
    source, preview = QPlainTextEdit(), RenderedView(theme, formats)
    for view in (source, preview):
        view.resize(600, 800)
        view.show()
    QApplication.processEvents()
    started = perf_counter()
    document = Document(decode(text.encode()))
    live = LivePreview(document, scope())
    show_in(source, document.qdocument)
    highlighter = SourceHighlighter(document.qdocument, live, formats, None)
    preview.show_live(live)
    source.repaint()
    preview.repaint()
    painted = perf_counter() - started
    longest = 0.0
    tints = live.preview.findChild(PreviewHighlighter)
    while highlighter.is_behind or tints.is_behind:
        turn = perf_counter()
        QApplication.processEvents()
        longest = max(longest, perf_counter() - turn)
    coloured = perf_counter() - started
    preview.show_live(None)
    highlighter.setDocument(None)
    return painted, coloured, longest
