"""The title row of the section list: folds it away, says how many there are, offers new ones."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from editor.session.section_values import CardList, KnownSection, ListState
from editor.ui.forms.fold_button import FoldButton
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.panel_title import TITLE_HEIGHT
from editor.ui.widgets.plain_tip import plain_tip

_ROOMY = 440
"""From so many pixels on there is room for the buttons that open and fold all cards."""


class SectionTitle(QFrame):
    """A row that stays when the cards are folded away."""

    folded = Signal(bool)
    """True when the cards are to be seen no more."""
    all_wanted = Signal(bool)
    """Open all cards, or fold all up."""
    menu_wanted = Signal()
    """The user asked for sections to add: `offer` them."""
    chosen = Signal(object)  # str
    """The name of the section to add; empty for an empty one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._menu: QMenu | None = None
        self._above: QWidget | None = None
        self._has_cards = False
        self.setProperty("role", "panel-title")
        self.setFixedHeight(TITLE_HEIGHT)
        self.fold_button = FoldButton("sectionsFold", self)
        self.fold_button.setText(self.tr("Sections").upper())
        self.fold_button.setToolTip(self.tr("Show or hide the section cards"))
        self.fold_button.turned.connect(self._turned)
        self._told = ElidedLabel(self)
        self._told.setObjectName("sectionsCount")
        self._told.setProperty("role", "muted")
        self._open_all = self._button("openAllSections", self.tr("Open all"))
        self._open_all.clicked.connect(self._open_all_wanted)
        self._fold_all = self._button("foldAllSections", self.tr("Fold all"))
        self._fold_all.clicked.connect(self._fold_all_wanted)
        self.add_button = self._button("addSection", self.tr("Add section"))
        self.add_button.setToolTip(self.tr("Add a section behind the current card"))
        self.add_button.clicked.connect(self._add_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self.fold_button)
        row.addWidget(self._told, 1)
        for button in (self._open_all, self._fold_all, self.add_button):
            row.addWidget(button)

    def show_list(self, cards: CardList) -> None:
        """Say what there is."""
        count = len(cards.keys)
        if cards.state is ListState.FAULT:
            text = self.tr("cannot be read (line {0})").format(cards.fault_line)
        elif cards.state is ListState.NO_MARKER:
            text = self.tr("no template part")
        else:
            text = ""
        self._told.setText(text)
        title = self.tr("Sections").upper()
        self.fold_button.setText(f"{title} {count}" if count else title)
        ready = cards.state is ListState.READY
        self.add_button.setVisible(ready)
        self.add_button.setEnabled(not cards.read_only)
        self._has_cards = count > 0
        self._show_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out in a narrow row what is only handy."""
        super().resizeEvent(event)
        self._show_room()

    def open_menu(self, above: QWidget | None = None) -> None:
        """Ask for sections to add, and offer them below `above`, or below the button."""
        self._above = above
        self.menu_wanted.emit()

    def offer(self, known: tuple[KnownSection, ...]) -> None:
        """Offer sections to add."""
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.setObjectName("addSectionMenu")
            self._menu.setToolTipsVisible(True)
            self._menu.triggered.connect(self._taken)
        self._menu.clear()
        for each in known:
            used = self.tr("{0} (used)").format(each.name)
            action = self._menu.addAction(used if each.is_used else each.name)
            action.setData(each.name)
            action.setToolTip(plain_tip(each.text))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Empty section")).setData("")
        below = self._above if self._above is not None else self.add_button
        self._menu.popup(below.mapToGlobal(QPoint(0, below.height())))

    def _show_room(self) -> None:
        for button in (self._open_all, self._fold_all):
            button.setVisible(self._has_cards and self.width() >= _ROOMY)

    def _taken(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))

    def _add_clicked(self) -> None:
        self.open_menu()

    def _turned(self, is_open: bool) -> None:
        self.folded.emit(not is_open)

    def _open_all_wanted(self) -> None:
        self.all_wanted.emit(True)

    def _fold_all_wanted(self) -> None:
        self.all_wanted.emit(False)

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setProperty("flat", True)
        return button
