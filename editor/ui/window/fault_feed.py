"""Tells the user of faults of the program itself, in one notice however many there are."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from editor.session.fault_watch import FaultNews
from editor.ui.editor_pane import EditorPane
from editor.ui.widgets.notice_bar import Notice, NoticeAction, NoticeLevel

_KEY = "fault"


class FaultFeed(QObject):
    """Shows what a `FaultWatch` tells."""

    def __init__(self, editor: EditorPane, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._details = ""

    def hear(self, news: FaultNews) -> None:
        """Show the notice, or count up in it; one that was dismissed returns for a new fault."""
        self._details = news.details
        if not news.is_new and not self._editor.is_told(None, _KEY):
            return
        happened = self.tr("Something in the program failed.")
        if news.count > 1:
            happened = self.tr("Something in the program failed (%n times).", "", news.count)
        safe = self.tr("Your text is safe; you can go on.")
        if not news.is_kept:
            safe = self.tr("Your text is still here, but no copy of it could be kept: save it now.")
        actions = (NoticeAction(self.tr("Copy details"), self._copy),)
        text = f"{happened} {safe}"
        self._editor.tell(None, Notice(_KEY, text, NoticeLevel.ERROR, actions, everywhere=True))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
