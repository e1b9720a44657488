"""One layer in the layers panel: what it says of the name, and what can be done about it."""

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
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
from editor.ui.panels.layer_words import hint, label, menu_label
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.layer_text import LayerChip, ValueText, restyle
from editor.ui.widgets.plain_tip import plain_tip

_WINNER_MARK = "✓"
_MOST_TIP = 2_000
MOST_BUTTONS = 2
_GAP = _MARGIN = 8
_WORDS_LEAST = 48
_ONE_LINE = 460
"""From this width on, in pixels, a row is one line."""
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

    def __init__(
        self, layer: str, parent: QWidget, key: str = "", buttons: int = MOST_BUTTONS
    ) -> None:
        """Build the row of `layer`, of the name `key` where several names are shown.

        Args:
            layer: The layer.
            parent: The list it stands in.
            key: The name it speaks of, where there are lists of several names.
            buttons: How many commands have a button at most.
        """
        super().__init__(parent)
        self._suffix = f"{key}:{layer}" if key else layer
        self.setObjectName(f"layer:{self._suffix}")
        self.setProperty("role", "layer-row")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._key = key
        self._most = buttons
        self._is_lowest = False
        self._row: LayerRow | None = None
        self._buttons: dict[LayerCommand, QToolButton] = {}
        self._chip = LayerChip(layer, self)
        self._chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._words = ElidedLabel(self)
        self._value = ValueText(self)
        self._place = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._place.setProperty("role", "note")
        self._more = self._button("⋯", f"menuLayer:{self._suffix}")
        self._more.setToolTip(self.tr("All commands of this layer"))
        self._more.clicked.connect(self._show_menu)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._arrange)
        self._place_parts()
        self.setMinimumHeight(self._more.sizeHint().height() + 2)

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
        self._words.setToolTip(plain_tip(row.words))
        self._value.show_value(row.shown, lost=row.state in _LOST, wins=wins)
        self._value.setToolTip(plain_tip((row.value or "")[:_MOST_TIP]))
        self._value.setVisible(row.state not in _QUIET and row.value is not None)
        place = " · ".join(filter(None, (row.place, row.note)))
        self._place.setText(place)
        self._place.setToolTip(plain_tip(place))
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
        """Put the buttons below the words where both do not fit side by side, in a moment.

        A button that is shown has the layouts around it worked out at once. In here that would
        resize the next row, and so on: many rows would be too deep for the stack.
        """
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._later.start()

    def minimumSizeHint(self) -> QSize:
        """Need no more width than the widest part: parts may stand below each other."""
        widest = max(each.minimumSizeHint().width() for each in (self._chip, self._more))
        return QSize(widest + _MARGIN, super().minimumSizeHint().height())

    def _show_buttons(self, row: LayerRow) -> None:
        """Have a button for each of the first commands, and one for them all if there are more."""
        wanted = row.commands[: self._most]
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
        self._more.setAccessibleName(self.tr("All commands: {0}").format(row.layer))

    def _made(self, command: LayerCommand) -> QToolButton:
        button = self._button("", f"{command.value}Layer:{self._suffix}")
        button.setToolTip(hint(command))
        button.setProperty("command", command.value)
        button.clicked.connect(self._clicked)
        self._buttons[command] = button
        return button

    def _arrange(self) -> None:
        """Put everything on one line where there is room, else parts below each other."""
        needed = self._chip.sizeHint().width() + self._show_what_fits()
        is_wide = self.width() >= _ONE_LINE
        self._place_value(self._said if is_wide else self._below)
        has_value = is_wide and not self._value.isHidden()
        self._said.setStretchFactor(self._words, 0 if has_value else 1)
        beside = needed + _GAP + _WORDS_LEAST <= self.width()
        direction = QBoxLayout.Direction
        self._top.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def _show_what_fits(self) -> int:
        """Show the buttons that there is room for, and one for all commands if there are more.

        Returns:
            The width they need.
        """
        widths = [self._buttons[each].sizeHint().width() for each in self._wanted()]
        more = self._more.sizeHint().width()
        commands = len(self._row.commands) if self._row is not None else 0
        count, needed = len(widths), 0
        for count in range(len(widths), -1, -1):
            needed = sum(widths[:count]) + (more if count < commands else 0)
            if needed <= self.width() - _MARGIN:
                break
        for place, command in enumerate(self._wanted()):
            self._buttons[command].setVisible(place < count)
        self._more.setVisible(count < commands)
        return needed

    def _wanted(self) -> tuple[LayerCommand, ...]:
        commands = () if self._row is None else self._row.commands[: self._most]
        return tuple(each for each in commands if each in self._buttons)

    def _place_value(self, line: QHBoxLayout) -> None:
        """Let value and place stand on `line`."""
        if line.indexOf(self._value) >= 0:
            return
        other = self._below if line is self._said else self._said
        for widget in (self._value, self._place):
            other.removeWidget(widget)
        line.addWidget(self._value, 1)
        line.addWidget(self._place)

    def _place_parts(self) -> None:
        self._said = QHBoxLayout()
        self._said.setSpacing(_GAP)
        self._said.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        self._said.addWidget(self._words, 1)
        self._asked = QHBoxLayout()
        self._asked.setSpacing(0)
        self._asked.addWidget(self._more)
        self._asked.addStretch(0)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(0)
        self._top.addLayout(self._said, 1)
        self._top.addLayout(self._asked)
        self._below = QHBoxLayout()
        self._below.setSpacing(_GAP)
        self._below.addWidget(self._value, 1)
        self._below.addWidget(self._place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 1, 0, 1)
        layout.setSpacing(0)
        layout.addLayout(self._top)
        layout.addLayout(self._below)
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
            action = menu.addAction(menu_label(command, self._row, is_lowest=self._is_lowest))
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
