"""Joins what can be recovered to its panel, and says when unsaved text is not safe."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from editor.session.recovery import Recovery
from editor.ui.recovery_panel import RecoveryPanel
from editor.ui.widgets.notice_bar import Notice, NoticeLevel
from editor.ui.widgets.notice_board import Told
from editor.ui.window.file_flow import FileFlow

_KEY = "recovery"


class RecoveryFeed(QObject):
    """Does what the user chooses in the panel."""

    def __init__(
        self, recovery: Recovery, files: FileFlow, panel: RecoveryPanel, source: QWidget
    ) -> None:
        super().__init__(panel)
        self._source = source
        self._recovery = recovery
        self._files = files
        self._panel = panel
        recovery.changed.connect(self._show)
        recovery.journal.failed.connect(self._failed)
        recovery.journal.mended.connect(self._mended)
        panel.recover_requested.connect(self._recover)
        panel.compare_requested.connect(self._compare)
        panel.discard_requested.connect(self._recovery.discard)
        self._show()

    def _show(self) -> None:
        self._panel.show_offers(self._recovery.offers)

    def _recover(self, number: int) -> None:
        self._files.flush()
        document = self._recovery.recover(number)
        if document is not None:
            self._files.wants_front.emit(document)
            self._source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _compare(self, number: int) -> None:
        self._recovery.refresh(number)
        texts = self._recovery.texts(number)
        if texts is None:
            self._panel.hide_comparison()
        else:
            self._panel.show_comparison(number, texts)

    def _failed(self, reason: str) -> None:
        text = self.tr("Unsaved text is not safe from a crash now: its copy {0} Save your work.")
        notice = Notice(_KEY, text.format(reason), NoticeLevel.WARNING, everywhere=True)
        self._files.told.emit(Told(None, notice))

    def _mended(self) -> None:
        self._files.told.emit(Told(None, settled=(_KEY,)))
