"""Shows how two texts differ; the one component for every difference in the program.

One column, or two beside each other where there is room. A sign in the margin tells what is
removed and what is added, a tint repeats it, and the words that differ are underlined.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.core.diff import Hunk, differences
from editor.ui.theme import Theme
from editor.ui.widgets.difference_rows import Comparison, Row, RowKind
from editor.ui.widgets.difference_sides import DifferenceSides
from editor.ui.widgets.difference_text import DifferenceText

WIDE = 900
"""From this width on, in pixels, the texts stand side by side."""


class DifferenceView(QWidget):
    """A difference with its count and the way from change to change."""

    shown = Signal()
    """Another difference, or another layout of it, is in sight."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """Build the view.

        Args:
            theme: The colours in force.
            name: Its object name; those of its parts begin with it.
            parent: What it stands in.
        """
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._sides: DifferenceSides | None = None
        self._comparison: Comparison | None = None
        self._wide = False
        self._count = QLabel(self)
        self._count.setObjectName(f"{name}Count")
        self._count.setProperty("role", "muted")
        self._previous = self._button("↑", self.tr("Previous change (Alt+Up)"), f"{name}Previous")
        self._next = self._button("↓", self.tr("Next change (Alt+Down)"), f"{name}Next")
        self._previous.clicked.connect(self.go_to_previous)
        self._next.clicked.connect(self.go_to_next)
        self._note = QLabel(self)
        self._note.setObjectName(f"{name}Note")
        self._note.setProperty("role", "muted")
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self._note.setContentsMargins(32, 32, 32, 32)
        self._one = DifferenceText(theme, f"{name}Unified", self.tr("Difference"), self)
        self._place()
        self._join(self._one)
        self.show_note(self.tr("No difference."))

    @property
    def is_side_by_side(self) -> bool:
        """Whether the texts stand beside each other."""
        return self._wide

    def show_texts(self, old: str, new: str, hunks: Sequence[Hunk] | None = None) -> None:
        """Show how `new` differs from `old`; the place stays as far as it can.

        Args:
            old: The text before.
            new: The text now.
            hunks: Their differences, if they are known.
        """
        found = tuple(differences(old, new) if hunks is None else hunks)
        before = self._comparison
        self._comparison = Comparison(old, new, found)
        if not found:
            self.show_note(self.tr("No difference."))
            return
        if before is not None:
            self._comparison.open_folds(before.opened)
        many = self.tr("{0} changes").format(len(found))
        self._count.setText(self.tr("1 change") if len(found) == 1 else many)
        self._bar.show()
        self._show_rows()

    def show_note(self, sentence: str) -> None:
        """Show a sentence in the place of a difference."""
        self._comparison = None
        self._bar.hide()
        self._note.setText(sentence)
        self._stack.setCurrentWidget(self._note)
        self._one.show_rows(())
        if self._sides is not None:
            self._sides.show_rows((), (), 0)

    def go_to_next(self) -> None:
        """Go to the next change, from the last one to the first."""
        starts = self._starts()
        at = self._text().caret_row()
        self._go_to(next((row for row in starts if row > at), starts[0] if starts else 0))

    def go_to_previous(self) -> None:
        """Go to the change before, from the first one to the last."""
        starts = self._starts()[::-1]
        at = self._text().caret_row()
        self._go_to(next((row for row in starts if row < at), starts[0] if starts else 0))

    def take_focus(self) -> bool:
        """Give the focus to the text; say whether there is one."""
        if self._comparison is not None:
            self._text().setFocus(Qt.FocusReason.ShortcutFocusReason)
        return self._comparison is not None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose one column or two by the width."""
        super().resizeEvent(event)
        wide = self.width() >= WIDE
        if wide != self._wide:
            focused = self._comparison is not None and self._text().hasFocus()
            self._wide = wide
            if self._comparison is not None:
                self._show_rows()
                if focused:
                    self._text().setFocus()

    def _place(self) -> None:
        self._bar = QWidget(self)
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(12, 2, 8, 2)
        row.setSpacing(4)
        row.addWidget(self._count, 1)
        row.addWidget(self._previous)
        row.addWidget(self._next)
        self._stack = QStackedWidget(self)
        for page in (self._note, self._one):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)

    def _join(self, text: DifferenceText) -> None:
        text.fold_opened.connect(self._open_fold)
        text.next_requested.connect(self.go_to_next)
        text.previous_requested.connect(self.go_to_previous)

    def _button(self, text: str, tip: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setProperty("flat", True)
        return button

    def _text(self) -> DifferenceText:
        """The column that has the caret."""
        return self._side_by_side().text() if self._wide else self._one

    def _side_by_side(self) -> DifferenceSides:
        """The two columns, made when there is first room for them."""
        if self._sides is None:
            self._sides = DifferenceSides(self._theme, self.objectName(), self._stack)
            self._stack.addWidget(self._sides)
            QWidget.setTabOrder(self._one, self._sides.left)
            QWidget.setTabOrder(self._sides.left, self._sides.right)
            self._join(self._sides.left)
            self._join(self._sides.right)
        return self._sides

    def _show_rows(self) -> None:
        if self._comparison is None:
            return
        both = self._sides
        before = self._one if self._one.rows or both is None else both.text()
        top, caret = _key(before, before.top_row()), _key(before, before.caret_row())
        if self._wide:
            both = self._side_by_side()
            self._stack.setCurrentWidget(both)
            both.show_rows(*self._comparison.side_by_side(), self._comparison.highest)
            self._one.show_rows(())
        else:
            self._stack.setCurrentWidget(self._one)
            self._one.show_rows(self._comparison.unified(), highest=self._comparison.highest)
            if both is not None:
                both.show_rows((), (), 0)
        text = self._text()
        text.place(_found(text.rows, top), _found(text.rows, caret))
        self.shown.emit()

    def _open_fold(self, number: int) -> None:
        if self._comparison is not None:
            self._comparison.open_folds(frozenset((number,)))
            self._show_rows()

    def _starts(self) -> list[int]:
        """The rows where a change begins."""
        rows = self._text().rows
        changed = [
            None if row.kind in (RowKind.EQUAL, RowKind.FOLD) else row.change for row in rows
        ]
        return [
            n
            for n, change in enumerate(changed)
            if change is not None and (n == 0 or changed[n - 1] != change)
        ]

    def _go_to(self, row: int) -> None:
        self._text().go_to_row(row)


def _key(text: DifferenceText, number: int) -> tuple[int, int]:
    """Where a row is in the two texts, whatever is folded: the numbers at it or just above it."""
    old = new = 0
    for row in text.rows[: number + 1]:
        old, new = row.old or old, row.new or new
    return new, old


def _found(rows: Sequence[Row], key: tuple[int, int]) -> int:
    """The row at the place that `_key` told, or the last one above it."""
    found = old = new = 0
    for number, row in enumerate(rows):
        old, new = row.old or old, row.new or new
        if (new, old) > key:
            break
        found = number
    return found
