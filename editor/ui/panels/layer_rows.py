"""One layer in the layers panel: what it says of the name, and what can be done about it."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.layerview import LayerRow, RowState
from editor.ui.panels.layer_words import hint, label
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import LayerChip, ValueText, restyle

_WINNER_MARK = "✓"
_MOST_TIP = 2_000
_MOST_BUTTONS = 2
_GAP = _MARGIN = 8
_WORDS_LEAST = 48
_QUIET = (RowState.UNSET, RowState.BROKEN)
"""States without a value."""
_LOST = (RowState.HIDDEN, RowState.WRONG)


class LayerRowView(QFrame):
    """The widgets of one layer; they live as long as the layer is shown.

    Up and Down go from row to row, Enter does what the first button does, and the menu key shows
    every command.
    """

    wished = Signal(object)  # LayerWish
    step_wanted = Signal(int)
    """The focus shall go to the next row (1) or the one before (-1)."""

    def __init__(self, layer: str, parent: QWidget, key: str = "") -> None:
        """Build the row of `layer`, of the name `key` where several names are shown."""
        super().__init__(parent)
        self._suffix = f"{key}:{layer}" if key else layer
        self.setObjectName(f"layer:{self._suffix}")
        self.setProperty("role", "layer-row")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._key = key
        self._is_lowest = False
        self._row: LayerRow | None = None
        self._buttons: dict[LayerCommand, QToolButton] = {}
        self._chip = LayerChip(layer, self)
        self._words = ElidedLabel(self)
        self._value = ValueText(self)
        self._place = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._place.setProperty("role", "note")
        self._more = self._button("⋯", f"menuLayer:{self._suffix}")
        self._more.setToolTip(self.tr("All commands of this layer"))
        self._more.clicked.connect(self._show_menu)
        self._place_parts()

    @property
    def row(self) -> LayerRow | None:
        """What is shown."""
        return self._row

    def show_row(self, row: LayerRow, *, is_lowest: bool = False) -> None:
        """Show what the layer says."""
        self._row, self._is_lowest = row, is_lowest
        wins = row.state is RowState.WINS
        self._words.setText(f"{_WINNER_MARK} {row.words}" if wins else row.words)
        wrong = row.state in (RowState.WRONG, RowState.BROKEN)
        restyle(self._words, role="name" if wins else "error" if wrong else "muted", strong=wins)
        self._words.setToolTip(row.words)
        self._value.show_value(row.shown, lost=row.state in _LOST, wins=wins)
        self._value.setToolTip((row.value or "")[:_MOST_TIP])
        self._value.setVisible(row.state not in _QUIET and row.value is not None)
        place = " · ".join(filter(None, (row.place, row.note)))
        self._place.setText(place)
        self._place.setToolTip(place)
        self._place.setVisible(bool(place))
        restyle(self, wins=wins)
        self._show_buttons(row)
        self._arrange()
        said = (f"{row.layer}: {row.words}", row.shown, place)
        self.setAccessibleName(", ".join(filter(None, said)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from row to row, do what the first button does, or show all commands."""
        keys = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        row = self._row
        if event.key() in keys:
            self.step_wanted.emit(keys[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row and row.commands:
            self._wish(row.commands[0])
        elif event.key() == Qt.Key.Key_Menu:
            self._show_menu()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show all commands."""
        self._show_menu_at(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the words where both do not fit side by side."""
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Need no more width than the widest part: parts may stand below each other."""
        parts = (self._chip, self._more, *self._buttons.values())
        widest = max(each.minimumSizeHint().width() for each in parts)
        return QSize(widest + _MARGIN, super().minimumSizeHint().height())

    def _show_buttons(self, row: LayerRow) -> None:
        """Have a button for each of the first commands, and one for them all if there are more."""
        wanted = row.commands[:_MOST_BUTTONS]
        for command in self._buttons.keys() - set(wanted):
            button = self._buttons.pop(command)
            self._asked.removeWidget(button)
            button.hide()
            button.deleteLater()
        for place, command in enumerate(wanted):
            button = self._buttons.get(command) or self._made(command)
            self._asked.removeWidget(button)
            self._asked.insertWidget(place, button)
            button.setText(label(command, row, is_lowest=self._is_lowest))
            button.setAccessibleName(f"{button.text()}: {row.layer} {self._key}".strip())
            button.show()
        self._more.setVisible(len(row.commands) > _MOST_BUTTONS)
        self._more.setAccessibleName(self.tr("All commands: {0}").format(row.layer))

    def _made(self, command: LayerCommand) -> QToolButton:
        button = self._button("", f"{command.value}Layer:{self._suffix}")
        button.setToolTip(hint(command))
        button.setProperty("command", command.value)
        button.clicked.connect(self._clicked)
        self._buttons[command] = button
        return button

    def _arrange(self) -> None:
        buttons = [each for each in (*self._buttons.values(), self._more) if not each.isHidden()]
        needed = sum(each.sizeHint().width() for each in (self._chip, *buttons))
        side_by_side = needed + _GAP + _WORDS_LEAST <= self.width()
        direction = QBoxLayout.Direction
        self._top.setDirection(direction.LeftToRight if side_by_side else direction.TopToBottom)

    def _place_parts(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(_GAP)
        said.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        said.addWidget(self._words, 1)
        self._asked = QHBoxLayout()
        self._asked.setSpacing(0)
        self._asked.addWidget(self._more)
        self._asked.addStretch(0)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(0)
        self._top.addLayout(said, 1)
        self._top.addLayout(self._asked)
        below = QHBoxLayout()
        below.setSpacing(_GAP)
        below.addWidget(self._value, 1)
        below.addWidget(self._place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 2, 0, 2)
        layout.setSpacing(2)
        layout.addLayout(self._top)
        layout.addLayout(below)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("flat", True)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _show_menu(self) -> None:
        at = self._more if self._more.isVisible() else self
        self._show_menu_at(at.mapToGlobal(QPoint(0, at.height())))

    def _show_menu_at(self, place: QPoint) -> None:
        if self._row is None or not self._row.commands:
            return
        menu = QMenu(self)
        menu.setObjectName("layerMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for command in self._row.commands:
            action = menu.addAction(label(command, self._row, is_lowest=self._is_lowest))
            action.setToolTip(hint(command))
            action.setData(command)
            action.triggered.connect(self._clicked)
        menu.popup(place)

    def _clicked(self) -> None:
        sender = self.sender()
        if isinstance(sender, QToolButton):
            self._wish(LayerCommand(sender.property("command")))
        elif isinstance(sender, QAction):
            self._wish(LayerCommand(sender.data()))

    def _wish(self, command: LayerCommand) -> None:
        if self._row is not None:
            row = self._row
            self.wished.emit(LayerWish(command, row.layer, self._key, row.origin))
