"""The status bar: what the file in front is, and where the caret stands."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from editor.ui.widgets.elided_label import ElidedLabel

_SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Status:
    """What is known of the file in front; an empty or zero part is not shown.

    Attributes:
        unresolved: How many placeholders no layer defines.
        runtime: How many are merely not set now.
        kind: What the file is, translated.
        words: Words of the rendered text, or None if it has none.
        tokens: An estimate: UTF-8 bytes divided by four (docs/formats.md).
        encoding: Such as ``UTF-8``.
        line_end: Such as ``LF``.
        saved: The state of saving, translated.
        line, column: The caret, from 1.
        message: Anything else worth a few words, translated; it stands first.
        problems: How many problems the file has, errors and warnings.
    """

    unresolved: int = 0
    runtime: int = 0
    kind: str = ""
    words: int | None = None
    tokens: int | None = None
    encoding: str = ""
    line_end: str = ""
    saved: str = ""
    line: int = 0
    column: int = 0
    message: str = ""
    problems: int = 0


class StatusBar(QStatusBar):
    """Two texts: the file at the left, the caret at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAccessibleName(self.tr("Status"))
        self.setSizeGripEnabled(False)
        self._summary = ElidedLabel(self)
        self._summary.setObjectName("statusSummary")
        self._summary.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._place = ElidedLabel(self)
        self._place.setObjectName("statusPlace")
        self._place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.addWidget(self._summary, 1)
        self.addPermanentWidget(self._place)
        self.show_status(None)

    def show_status(self, status: Status | None) -> None:
        """Show `status`, or nothing."""
        shown = status or Status()
        self._summary.setText(_SEPARATOR.join(filter(None, self._parts(shown))))
        self._place.setText(
            self.tr("Ln {0}, Col {1}").format(shown.line, shown.column) if shown.line else ""
        )

    def _parts(self, status: Status) -> tuple[str, ...]:
        return (
            status.message,
            self._problems(status.problems),
            self.tr("%n unresolved", "", status.unresolved) if status.unresolved else "",
            self.tr("%n at run time", "", status.runtime) if status.runtime else "",
            status.kind,
            ", ".join(filter(None, (self._words(status.words), self._tokens(status.tokens)))),
            status.encoding,
            status.line_end,
            status.saved,
        )

    def _problems(self, count: int) -> str:
        if not count:
            return ""
        return self.tr("1 problem") if count == 1 else self.tr("%n problems", "", count)

    # The texts of the program are English without a translation, so the English singular is
    # a text of its own; translations of the others have all forms their language needs.
    def _words(self, count: int | None) -> str:
        if count is None:
            return ""
        return self.tr("1 word") if count == 1 else self.tr("%n words", "", count)

    def _tokens(self, count: int | None) -> str:
        if count is None:
            return ""
        return self.tr("~1 token") if count == 1 else self.tr("~%n tokens", "", count)
