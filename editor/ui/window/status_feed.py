"""Feeds the status bar: counts follow a pause after the last key, the caret at once."""

from PySide6.QtCore import QObject, QTimer

from editor.session import qtext
from editor.session.document import Document
from editor.session.liveview import LiveView
from editor.session.problems import Problems
from editor.session.usage import Counts, count_unresolved, prompt_kind
from editor.session.workbench import Workbench
from editor.ui.status import Status, StatusBar
from editor.ui.widgets.source_editor import SourceEditor

PAUSE = 150
MOST_COUNTED = 2_000_000
"""Words of longer renderings are not counted."""


class StatusFeed(QObject):
    """Keeps the status bar true for the document in front."""

    def __init__(
        self, workbench: Workbench, problems: Problems, source: SourceEditor, bar: StatusBar
    ) -> None:
        super().__init__(bar)
        self._workbench = workbench
        self._problems = problems
        self._source = source
        self._bar = bar
        self._document: Document | None = None
        self._live: LiveView | None = None
        self._counts = Counts()
        self._words: int | None = None
        self._tokens: int | None = None
        self._prompt_kind: str | None = None
        self._mixed = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.recount)
        source.caret_moved.connect(self.refresh)
        problems.counted.connect(self.refresh)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Follow `document` and its rendering from now on."""
        if self._document is not None:
            self._document.modified_changed.disconnect(self.refresh)
        if self._live is not None:
            self._live.updated.disconnect(self._pause.start)
        self._document, self._live = document, live
        if document is not None:
            document.modified_changed.connect(self.refresh)
        if live is not None:
            live.updated.connect(self._pause.start)
        self.recount()

    def recount(self) -> None:
        """Count placeholders, words and tokens again."""
        self._pause.stop()
        self._counts, self._words, self._tokens = Counts(), None, None
        self._prompt_kind = None
        live, document = self._live, self._document
        self._mixed = document is not None and document.has_mixed_line_ends()
        if live is not None and document is not None and live.reason is None:
            project = self._workbench.project_of(document)
            known = live.known(project.known_names(document.kind))
            self._counts = count_unresolved(live.names(), project.scope(document.kind), known)
            text = live.text()
            if len(text) <= MOST_COUNTED:
                self._words = len(text.split())
            self._prompt_kind = prompt_kind(live)
            self._tokens = -(-len(text.encode("utf-8", "surrogatepass")) // 4)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known, with the caret as it is now."""
        document = self._document
        if document is None:
            self._bar.show_status(None)
            return
        cursor = self._source.textCursor()
        line = cursor.block().text()
        self._bar.show_status(
            Status(
                problems=self._problems.count_of(document),
                unresolved=self._counts.unresolved,
                runtime=self._counts.runtime,
                kind=self._kind(document),
                words=self._words,
                tokens=self._tokens,
                encoding=self._encoding(document),
                line_end=self._line_end(document),
                saved=self._saved(document),
                line=cursor.blockNumber() + 1,
                column=qtext.from_utf16(line, cursor.positionInBlock()) + 1,
            )
        )

    def _kind(self, document: Document) -> str:
        names = {
            "generator": self.tr("generator"),
            "agent": self.tr("agent"),
            "prompt": self.tr("prompt"),
            "template": self.tr("template"),
            "soul": self.tr("soul"),
            "slot": self.tr("slot"),
            "samples": self.tr("samples"),
            "variable": self.tr("variable"),
            "identity": self.tr("identity"),
            "context": self.tr("context"),
            "workspace": self.tr("workspace file"),
            "text": self.tr("text"),
        }
        return names.get(self._prompt_kind or document.kind.value, "")

    def _encoding(self, document: Document) -> str:
        name = document.encoding.upper()
        return self.tr("{0} with BOM").format(name) if document.bom else name

    def _line_end(self, document: Document) -> str:
        if self._mixed:
            return self.tr("mixed line ends")
        return {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}[document.usual_line_end]

    def _saved(self, document: Document) -> str:
        if document.read_only_reason is not None:
            return self.tr("read-only")
        if document.path is None or document.is_modified():
            return self.tr("not saved")
        return self.tr("saved")
