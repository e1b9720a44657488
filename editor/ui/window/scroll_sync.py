"""Source and preview scroll together by the line map, and the caret's rendering stays in view."""

from PySide6.QtCore import QObject

from editor.session.livetext import LiveText
from editor.ui.preview.rendered_view import RenderedView
from editor.ui.widgets.source_editor import SourceEditor


class ScrollSync(QObject):
    """Joins the two views; can be switched off."""

    def __init__(self, source: SourceEditor, preview: RenderedView) -> None:
        super().__init__(source)
        self._source = source
        self._preview = preview
        self._live: LiveText | None = None
        self._following = False
        self.on = True
        source.scrolled.connect(self._source_scrolled)
        preview.scrolled.connect(self._preview_scrolled)

    def show_live(self, live: LiveText | None) -> None:
        """Follow the line map of `live` from now on."""
        if self._live is not None:
            self._live.updated.disconnect(self._reveal_caret)
        self._live = live
        if self._live is not None:
            self._live.updated.connect(self._reveal_caret)
            self._source_scrolled()

    def _may_follow(self) -> bool:
        """Whether there are two texts, one made from the other, and nobody is at it."""
        live = self._live
        is_mapped = live is not None and live.reason is None and live.is_mapped
        return self.on and is_mapped and not self._following

    def _source_scrolled(self) -> None:
        if not self._may_follow() or self._live is None:
            return
        top = self._source.firstVisibleBlock().blockNumber()
        self._following = True
        self._preview.scroll_to(self._live.preview_line(top))
        self._following = False

    def _preview_scrolled(self) -> None:
        if not self._may_follow() or self._live is None:
            return
        line, _ = self._live.source_line(self._preview.top_line())
        self._following = True
        self._source.scroll_to(line)
        self._following = False

    def _reveal_caret(self) -> None:
        """After a key in the source: show where it is rendered, with the least scrolling."""
        live = self._live
        if live is None or not self._may_follow() or not self._source.hasFocus():
            return
        cursor = self._source.textCursor()
        line, column = live.preview_position_of(cursor.blockNumber(), cursor.positionInBlock())
        self._following = True
        self._preview.reveal(line, column)
        self._following = False
