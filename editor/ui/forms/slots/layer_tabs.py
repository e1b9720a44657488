"""The layers of a slot as tabs of one group, and what begins a layer that is not there."""

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from editor.core.hidden import on_one_line
from editor.session.layer_commands import LayerCommand, LayerWish
from editor.session.slot_form_values import LayerTab, SlotForm
from editor.ui.widgets.tabbed import QuietTabBar

APP = "app"


class LayerTabs(QWidget):
    """Shows which layers there are and which one wins; a click leads to another one's file."""

    chosen = Signal(object)
    """The `Path` of the file to show."""
    wished = Signal(object)
    """A `LayerWish` that begins the app layer's file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._menu: QMenu | None = None
        self._shown: tuple[LayerTab, ...] = ()
        self._keys: tuple[str, ...] = ()
        self._can_copy = False
        self._bar = QuietTabBar(self)
        self._bar.setObjectName("slotLayers")
        self._bar.setAccessibleName(self.tr("Layers of this slot"))
        self._bar.setProperty("role", "small")
        self._bar.currentChanged.connect(self._turned)
        self._override = QToolButton(self)
        self._override.setObjectName("slotOverride")
        self._override.setProperty("flat", True)
        self._override.setText(self.tr("Override in app…"))
        self._override.setToolTip(
            self.tr("Override this slot in the app layer; its file is written when you save it")
        )
        self._override.clicked.connect(self._open)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._bar)
        row.addStretch(1)
        row.addWidget(self._override)

    def show_form(self, form: SlotForm) -> None:
        """Show the layers, with the one in front as the current tab."""
        tabs = tuple(each for each in form.layers if each.exists or each.is_shown)
        is_missing = any(each.name == APP and each not in tabs for each in form.layers)
        self._override.setVisible(is_missing and not form.unread)
        self._keys = tuple(each.key for each in (form.enabled, form.template, *form.others))
        self._can_copy = not form.fault
        if tabs == self._shown:
            return
        self._shown = tabs
        with QSignalBlocker(self._bar):
            while self._bar.count() > len(tabs):
                self._bar.removeTab(self._bar.count() - 1)
            for number, tab in enumerate(tabs):
                if number >= self._bar.count():
                    self._bar.addTab("")
                self._show_tab(number, tab)
                if tab.is_shown:
                    self._bar.setCurrentIndex(number)

    def _show_tab(self, number: int, tab: LayerTab) -> None:
        names = {"default": self.tr("default"), APP: self.tr("app")}
        name = names.get(tab.name, tab.name)
        marked = self.tr("{0} · wins") if tab.wins else "{0}"
        marked = self.tr("{0} · broken") if tab.is_broken else marked
        self._bar.setTabText(number, marked.format(name))
        path = "" if tab.path is None else on_one_line(str(tab.path))
        says = self.tr("This layer decides what comes out.") if tab.wins else ""
        self._bar.setTabToolTip(number, "\n".join(filter(None, (path, says))))

    def _turned(self, index: int) -> None:
        if not 0 <= index < len(self._shown):
            return
        tab = self._shown[index]
        shown = next((n for n, each in enumerate(self._shown) if each.is_shown), index)
        with QSignalBlocker(self._bar):
            self._bar.setCurrentIndex(shown)  # until the other file is in front
        if not tab.is_shown and tab.path is not None:
            self.chosen.emit(tab.path)

    def _open(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.setObjectName("slotOverrideMenu")
            self._menu.triggered.connect(self._taken)
        self._menu.clear()
        whole = self._menu.addAction(self.tr("The whole file: copy the default"))
        whole.setData(LayerWish(LayerCommand.OVERRIDE_FILE, APP))
        whole.setEnabled(self._can_copy)
        self._menu.addSeparator()
        for key in self._keys:
            shown = on_one_line(key).replace("&", "&&")
            action = self._menu.addAction(self.tr("Only {0}").format(shown))
            action.setData(LayerWish(LayerCommand.OVERRIDE, APP, key))
        right = self._override.rect().bottomRight()
        at = self._override.mapToGlobal(right) - QPoint(self._menu.sizeHint().width(), 0)
        self._menu.popup(at)

    def _taken(self, action: QAction) -> None:
        self.wished.emit(action.data())
