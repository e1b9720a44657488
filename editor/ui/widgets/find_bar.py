"""Find and replace in the file in front: fields and buttons that tell what the user wants."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from editor.session import qtext
from editor.ui.widgets.tick_box import TickBox


class FindBar(QFrame):
    """The bar under the editor; hidden until it is asked for."""

    text_changed = Signal()
    next_requested = Signal()
    previous_requested = Signal()
    replace_requested = Signal()
    replace_all_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.setProperty("role", "find-bar")
        self._find = self._field("findField", self.tr("Find"))
        self._replace = self._field("replaceField", self.tr("Replace with"))
        self._case = TickBox(self.tr("Match case"), self)
        self._case.setAccessibleName(self.tr("Match case"))
        self._count = QLabel(self)
        self._count.setProperty("role", "muted")
        self._count.setMinimumWidth(90)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(4)
        layout.addWidget(self._find, 0, 0)
        layout.addWidget(self._count, 0, 1)
        layout.addLayout(self._find_buttons(), 0, 2)
        layout.addWidget(self._replace, 1, 0)
        layout.addWidget(self._case, 1, 1)
        layout.addLayout(self._replace_buttons(), 1, 2)
        layout.setColumnStretch(0, 1)
        self._find.textChanged.connect(self.text_changed)
        self._case.toggled.connect(self.text_changed)
        self.hide()

    @property
    def text(self) -> str:
        """What is looked for."""
        return self._find.text()

    @property
    def replacement(self) -> str:
        """What a hit is replaced by, taken literally."""
        return self._replace.text()

    @property
    def match_case(self) -> bool:
        """Whether case matters."""
        return self._case.isChecked()

    def open(self, text: str, with_replace: bool) -> None:
        """Show the bar with the focus in the find field; `text` replaces what it holds."""
        if text:
            self._find.setText(qtext.whole(text))
        self.show()
        target = self._replace if with_replace and self._find.text() else self._find
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._find.selectAll()
        self.text_changed.emit()

    def show_count(self, current: int, total: int) -> None:
        """Say which of how many hits is selected; `current` is 0 for none."""
        if not self.text:
            self._count.setText("")
        elif not total:
            self._count.setText(self.tr("No matches"))
        elif current:
            self._count.setText(self.tr("{0} of {1}").format(current, total))
        else:
            one = self.tr("1 match")
            self._count.setText(one if total == 1 else self.tr("{0} matches").format(total))

    def close_bar(self) -> None:
        """Hide the bar."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes; Enter goes on, with Shift back."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.previous_requested if back else self.next_requested).emit()
        else:
            super().keyPressEvent(event)

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setPlaceholderText(hint)
        field.setAccessibleName(hint)
        return field

    def _find_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(
            self._button("findPrevious", "↑", self.tr("Previous match"), self.previous_requested)
        )
        row.addWidget(self._button("findNext", "↓", self.tr("Next match"), self.next_requested))
        close = self._button("findClose", "×", self.tr("Close the find bar"), None)
        close.clicked.connect(self.close_bar)
        row.addWidget(close)
        row.addStretch(1)
        return row

    def _replace_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        one, every = self.tr("Replace"), self.tr("Replace all")
        row.addWidget(self._button("replaceOne", one, one, self.replace_requested))
        row.addWidget(self._button("replaceAll", every, every, self.replace_all_requested))
        row.addStretch(1)
        return row

    def _button(self, name: str, text: str, meaning: str, signal: object) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setAccessibleName(meaning)
        if meaning != text:
            button.setToolTip(meaning)
        if signal is not None:
            button.clicked.connect(signal)
        return button
