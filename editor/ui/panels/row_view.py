"""One row: a name, an editor, the value's state in words, a line under it, a menu."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.ui.panels.row import Row
from editor.ui.panels.row_editors import (
    ChoiceEditor,
    ListEditor,
    RowEditor,
    SwitchEditor,
    TextEditor,
    editor_for,
)
from editor.ui.widgets.composition import take_preedit
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip

_LINE = 26
_INDENT = 14
_NO_LIMIT = 16_777_215


class RowSignals(QObject):
    """What the user does in the rows of one list; the first value is always the row's key."""

    edited = Signal(object, object)  # str, str
    unset_requested = Signal(object)  # str
    chosen = Signal(object, object)  # str, str
    item_added = Signal(object, object)  # str, str
    item_changed = Signal(object, int, object)  # str, int, str
    item_removed = Signal(object, int)  # str, int
    acted = Signal(object, object)  # str, key of the action
    left = Signal(object)  # str


class RowView(QWidget):
    """The widgets of one row; they live as long as its key is shown with one kind of editor.

    What most rows never show, its line below and its buttons, is made when it is first shown.
    """

    def __init__(
        self, row: Row, prefix: str, own_file: bool, told: RowSignals, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.key = row.key
        self.kind = row.editor
        self._row: Row | None = None
        self._problem = ""
        self._narrow: bool | None = None
        self._told = told
        self.label = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.label.setProperty("mono", True)
        self.label.setFixedHeight(_LINE)
        self.editor = editor_for(f"{prefix}:{row.key}", row, own_file, self)
        self.mark = QLabel(self)
        self.mark.setProperty("role", "note")
        self.mark.setFixedHeight(_LINE)
        self._note: QLabel | None = None
        self._note_indent = 0
        self._button: QToolButton | None = None
        self._menu_button: QToolButton | None = None
        self._before_buttons: QWidget | None = None
        self._line = QHBoxLayout()
        self._line.setSpacing(6)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addLayout(self._line)
        for widget in (self.label, self.mark):
            self._line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        if self.editor is not None:
            self.label.setBuddy(self.editor.target)
            self.setFocusProxy(self.editor)
            self._hear(self.editor)
        self.arrange(narrow=False)

    @property
    def has_menu(self) -> bool:
        """Whether there is more to do than to type."""
        return self._row is not None and bool(self._row.actions)

    def show_row(self, row: Row) -> None:
        """Show `row`; a text that was refused stays until the value itself changes."""
        editor = self.editor
        if row == self._row and (self._problem or editor is None or editor.text == row.value):
            return
        self._row = row
        self._problem = ""
        self.label.setText(row.label)
        self.label.setToolTip(plain_tip(row.tooltip))
        _set_role(self.label, "muted" if row.quiet else "name")
        if editor is not None:
            editor.show_row(row)
        self.mark.setText(row.mark)
        self._show_note()
        if row.button is not None:
            button = self._command_button()
            button.setText(row.button.text)
            button.setObjectName(row.button.name)
            button.setAccessibleName(f"{row.button.text}: {row.label}")
        if self._button is not None:
            self._button.setVisible(row.button is not None)
        if row.actions:
            self._more_button().show()
        elif self._menu_button is not None:
            self._menu_button.hide()

    @property
    def refused(self) -> tuple[str, str] | None:
        """What was typed and is not taken, and why; None if all is."""
        text = self.editor.text if self.editor is not None else None
        return (text, self._problem) if self._problem and text is not None else None

    def show_problem(self, text: str) -> None:
        """Say why what was typed is not taken; it stays in the field."""
        self._problem = text
        self._show_note()

    def show_refused(self, text: str, problem: str) -> None:
        """Show a text again that was not taken."""
        if self.editor is not None:
            self.editor.keep_text(text)
            self._watch()
            self.show_problem(problem)

    def take_back(self) -> None:
        """Show the value in the place of a text that was not taken."""
        row, self._row, self._problem = self._row, None, ""
        if row is not None:
            self.show_row(row)

    def settle(self) -> None:
        """Let the layouts of the row take over at once what its editor needs."""
        inner = self.findChildren(QLayout)
        for layout in reversed(inner):
            layout.activate()

    def flush(self) -> None:
        """Tell at once what is typed and not told yet."""
        if self.editor is not None:
            self.editor.flush()

    def arrange(self, *, narrow: bool) -> None:
        """Put name and field side by side, or one above the other where there is little room."""
        if narrow is self._narrow:
            return
        self._narrow = narrow
        side = Qt.AlignmentFlag.AlignRight if narrow else Qt.AlignmentFlag.AlignLeft
        self.mark.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        stacked = narrow or self.editor is None
        self._line.setStretchFactor(self.label, 1 if stacked else 0)
        if self.editor is not None:
            self._line.removeWidget(self.editor)
            self._column.removeWidget(self.editor)
            if narrow:
                self._column.insertWidget(1, self.editor)
            else:
                self._line.insertWidget(1, self.editor, 1)

    def show_widths(self, label: int, mark: int, *, with_menu: bool) -> None:
        """Let the columns of all rows stand below each other where they stand side by side.

        Args:
            label: Width of the name, of which the row's depth takes a part.
            mark: Width of the state.
            with_menu: Whether some row has a menu.
        """
        indent = _INDENT * (self._row.depth if self._row is not None else 0)
        self._column.setContentsMargins(indent, 0, 0, 0)
        stacked = self._narrow or self.editor is None
        if stacked:
            self.label.setMinimumWidth(0)
            self.label.setMaximumWidth(_NO_LIMIT)
        else:
            self.label.setFixedWidth(max(24, label - indent))
        self._note_indent = 0 if stacked else max(24, label - indent) + 6
        if self._note is not None:
            self._note.setContentsMargins(self._note_indent, 0, 0, 0)
        self.mark.setMinimumWidth(0 if self._narrow else mark)
        if with_menu or self._menu_button is not None:
            button = self._more_button()
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(with_menu and not self._narrow)
            button.setSizePolicy(policy)
        self._line.invalidate()  # a hidden button does not tell

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget | None:
        """Put the row behind `previous` in the order of Tab and return its last control."""
        if self.editor is not None:
            previous = self.editor.follow_in_tab_order(previous)
        self._before_buttons = previous
        for button in filter(None, (self._button, self._menu_button)):
            if previous is not None:
                QWidget.setTabOrder(previous, button)
            previous = button
        return previous

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow when the user leaves the field; Escape takes a refused text back."""
        if event.type() is QEvent.Type.FocusOut:
            take_preedit(watched)
            self._told.left.emit(self.key)
        elif self._problem and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.take_back()
            return True
        return super().eventFilter(watched, event)

    def _show_note(self) -> None:
        note = self._row.note if self._row is not None else ""
        if self._note is None:
            if not (self._problem or note):
                return
            self._note = QLabel(self)
            self._note.setWordWrap(True)
            self._note.setTextFormat(Qt.TextFormat.PlainText)
            self._note.setContentsMargins(self._note_indent, 0, 0, 0)
            self._column.addWidget(self._note)
        self._note.setText(f"⚠ {self._problem}" if self._problem else note)
        _set_role(self._note, "error" if self._problem else "note")
        self._note.setVisible(bool(self._problem or note))

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.triggered.connect(self._act)
        for action in self._row.actions if self._row is not None else ():
            made = QAction(action.text, menu)
            made.setData(action.key)
            menu.addAction(made)
        button = self._more_button()
        corner = QPoint(button.width() - menu.sizeHint().width(), _LINE)
        menu.popup(button.mapToGlobal(corner))

    def _command_button(self) -> QToolButton:
        if self._button is None:
            self._button = self._tool_button(self.mark)
            self._button.clicked.connect(self._press)
        return self._button

    def _more_button(self) -> QToolButton:
        if self._menu_button is None:
            self._menu_button = self._tool_button(self._button or self.mark)
            self._menu_button.setText("⋯")
            self._menu_button.setToolTip(self.tr("More for this field"))
            self._menu_button.setAccessibleName(self.tr("More for {0}").format(self.key))
            self._menu_button.clicked.connect(self._open_menu)
        return self._menu_button

    def _tool_button(self, behind: QWidget) -> QToolButton:
        """Make a hidden button behind a widget of the line, and there for Tab too."""
        button = QToolButton(self)
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setFixedHeight(_LINE)
        button.hide()
        top = Qt.AlignmentFlag.AlignTop
        self._line.insertWidget(self._line.indexOf(behind) + 1, button, 0, top)
        before = self._button or self._before_buttons
        if before is not None:
            QWidget.setTabOrder(before, button)
        return button

    def _hear(self, editor: RowEditor) -> None:
        if isinstance(editor, ChoiceEditor):
            editor.chosen.connect(self._choose)
        elif isinstance(editor, ListEditor):
            editor.item_added.connect(self._add_item)
            editor.item_changed.connect(self._change_item)
            editor.item_removed.connect(self._remove_item)
        elif isinstance(editor, TextEditor | SwitchEditor):
            editor.edited.connect(self._edit)
            if isinstance(editor, TextEditor):
                editor.unset_requested.connect(self._unset)

    def _act(self, action: QAction) -> None:
        self._told.acted.emit(self.key, str(action.data()))

    def _press(self) -> None:
        if self._row is not None and self._row.button is not None:
            self._told.acted.emit(self.key, self._row.button.key)

    def _watch(self) -> None:
        """Hear of the focus going; the editor in use may be another one since the last time."""
        if self.editor is not None:
            self.editor.target.installEventFilter(self)

    def _edit(self, text: str) -> None:
        self._watch()
        if self._problem:
            self._problem = ""
            self._show_note()
        self._told.edited.emit(self.key, text)

    def _unset(self) -> None:
        self._told.unset_requested.emit(self.key)

    def _choose(self, value: str) -> None:
        self._told.chosen.emit(self.key, value)

    def _add_item(self, text: str) -> None:
        self._told.item_added.emit(self.key, text)

    def _change_item(self, index: int, text: str) -> None:
        self._told.item_changed.emit(self.key, index, text)

    def _remove_item(self, index: int) -> None:
        self._told.item_removed.emit(self.key, index)


def _set_role(label: QLabel, role: str) -> None:
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)
