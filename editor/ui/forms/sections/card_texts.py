"""The texts of a card: the content, and one tab for each provider with a text of its own."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.core.tree import Path
from editor.session.section_values import (
    AddOverride,
    CardField,
    CardProblem,
    RemoveCardField,
    RenameOverride,
)
from editor.ui.forms.sections.content_field import ContentField
from editor.ui.forms.sections.override_tools import OverrideTools, flat_button
from editor.ui.widgets.tabbed import QuietTabBar
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.value_editors import LineEditor

_NAME_WIDTH = 140
_ROOMY = 420
"""From so many pixels on the commands stand there in words."""


class CardTexts(QWidget):
    """Shows one text at a time."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    fix_wanted = Signal(int)

    def __init__(self, key: int, formats: TextFormats, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = key
        self._formats = formats
        self._prefix = ""
        self._name = ""
        self._editable = True
        self._fields: dict[Path, ContentField] = {}
        self._shown: Path = ("content",)
        self._provider = ""
        self._wanted: str | None = None
        self._renamed: str | None = None
        self._given: frozenset[str] = frozenset()
        self._known: tuple[str, ...] = ()
        self._menu: QMenu | None = None
        self._tabs = QuietTabBar(self)
        self._tabs.setProperty("role", "small")
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self._tabs.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._tabs.currentChanged.connect(self._turned)
        self._add = flat_button(self.tr("+ Provider"), self)
        self._add.setToolTip(self.tr("Give a provider a text of its own"))
        self._add.setAccessibleName(self.tr("+ Provider"))
        self._add.clicked.connect(self._open_menu)
        self._tools: OverrideTools | None = None
        self._entry: LineEditor | None = None
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.setSpacing(4)
        self._head.addWidget(self._tabs)
        self._head.addWidget(self._add)
        self._head.addStretch(1)
        self._pages = QVBoxLayout()
        self._pages.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._head)
        column.addLayout(self._pages)

    def rename(self, prefix: str, name: str) -> None:
        """Take the names of another card."""
        self._prefix, self._name = prefix, name
        self._tabs.setObjectName(f"{prefix}:texts")
        self._add.setObjectName(f"{prefix}:addOverride")
        if self._tools is not None:
            self._tools.rename(prefix)
        if self._entry is not None:
            self._entry.setObjectName(f"{prefix}:newProvider")
        self._tabs.setAccessibleName(self.tr("Texts of {0}").format(name))
        for path, field in self._fields.items():
            self._rename_field(path, field)

    def show_texts(
        self,
        fields: tuple[CardField, ...],
        problems: Mapping[str, CardProblem],
        *,
        editable: bool,
    ) -> None:
        """Show the texts; the tab in front stays while its text is there."""
        self._editable = editable
        paths = tuple(field.path for field in fields)
        is_new = self._wanted is not None and ("provider", self._wanted) in paths
        if paths != tuple(self._fields):
            self._rebuild(paths)
        for field in fields:
            shown = self._fields[field.path]
            shown.show_field(field, problems.get(field.name), editable=editable)
        self._add.setEnabled(editable)
        self._show_commands()
        if is_new:
            self._fields[self._shown].take_keys()

    def show_given(self, names: frozenset[str]) -> None:
        """Say which names have a value."""
        self._given = names
        for field in self._fields.values():
            field.show_given(names)

    def show_providers(self, names: tuple[str, ...]) -> None:
        """Offer providers."""
        self._known = names

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        for field in self._fields.values():
            field.rehighlight()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the commands before the names of the providers."""
        super().resizeEvent(event)
        self._shorten()

    def follow_provider(self, name: str) -> None:
        """Turn to the text that a provider gets, once when it is chosen; "" is none."""
        if name == self._provider:
            return
        self._provider = name
        paths = list(self._fields)
        wanted: Path = ("provider", name)
        self._tabs.setCurrentIndex(paths.index(wanted) if wanted in paths else 0)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        inner = tuple(stop for field in self._fields.values() for stop in field.tab_stops())
        entry = (self._entry,) if self._entry is not None else ()
        tools = self._tools.tab_stops() if self._tools is not None else ()
        return (self._tabs, self._add, *entry, *tools, *inner)

    def _shorten(self) -> None:
        is_short = self.width() < _ROOMY
        self._add.setText("+" if is_short else self.tr("+ Provider"))
        if self._tools is not None:
            self._tools.shorten(is_short)

    def _rebuild(self, paths: tuple[Path, ...]) -> None:
        old = self._fields
        for path in old.keys() - set(paths):
            field = old[path]
            field.blockSignals(True)
            field.hide()
            field.setParent(None)
            field.deleteLater()
        self._fields = {path: old[path] if path in old else self._made(path) for path in paths}
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        for path in paths:
            self._tabs.addTab(self._title(path))
        if self._wanted is not None and ("provider", self._wanted) in paths:
            self._shown, self._wanted = ("provider", self._wanted), None
        if self._shown not in paths:
            self._shown = paths[0]
        self._tabs.setCurrentIndex(paths.index(self._shown))
        self._tabs.blockSignals(False)
        self._show_page()

    def _made(self, path: Path) -> ContentField:
        field = ContentField(self._key, path, self._formats, self)
        field.hide()
        field.show_given(self._given)
        field.intended.connect(self.intended)
        field.left.connect(self.left)
        field.fix_wanted.connect(self.fix_wanted)
        self._pages.addWidget(field)
        self._rename_field(path, field)
        return field

    def _rename_field(self, path: Path, field: ContentField) -> None:
        part = ":".join(map(str, path))
        label = self.tr("{0} of {1}").format(self._title(path), self._name)
        field.rename(f"{self._prefix}:{part}", label)

    def _title(self, path: Path) -> str:
        if path == ("content",):
            return self.tr("Content")
        return str(path[-1]) if len(path) > 1 else self.tr("Provider")

    def _turned(self, index: int) -> None:
        paths = list(self._fields)
        if 0 <= index < len(paths):
            self._shown = paths[index]
            self._show_page()

    def _show_page(self) -> None:
        for path, field in self._fields.items():
            if field.isHidden() == (path == self._shown):
                field.setVisible(path == self._shown)
        self._show_commands()

    def _show_commands(self) -> None:
        is_override = len(self._shown) > 1
        if self._tools is None:
            if not is_override:
                return
            self._tools = OverrideTools(self)
            self._tools.rename(self._prefix)
            self._tools.rename_wanted.connect(self._ask_new_name)
            self._tools.remove_wanted.connect(self._remove_wanted)
            self._head.addWidget(self._tools)
            self._shorten()
        self._tools.setVisible(is_override)
        self._tools.setEnabled(self._editable)

    def _open_menu(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.triggered.connect(self._chosen)
        self._menu.setObjectName(f"{self._prefix}:overrideMenu")
        self._menu.clear()
        there = {str(path[-1]) for path in self._fields if len(path) > 1}
        for name in self._known:
            if name not in there:
                self._menu.addAction(name.replace("&", "&&")).setData(name)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Other…")).setData("")
        self._menu.popup(self._add.mapToGlobal(QPoint(0, self._add.height())))

    def _chosen(self, action: QAction) -> None:
        if action.data():
            self._want(str(action.data()))
        else:
            self._renamed = None
            self._ask("")

    def _ask_new_name(self) -> None:
        self._renamed = str(self._shown[-1])
        self._ask(self._renamed)

    def _ask(self, text: str) -> None:
        if self._entry is None:
            self._entry = LineEditor(False, self)
            self._entry.setObjectName(f"{self._prefix}:newProvider")
            self._entry.setPlaceholderText(self.tr("provider name"))
            self._entry.setAccessibleName(self.tr("Name of a provider"))
            self._entry.setMaximumWidth(_NAME_WIDTH)
            self._entry.returnPressed.connect(self._named)
            self._entry.editingFinished.connect(self._entry.hide)
            self._head.insertWidget(2, self._entry)
        self._entry.setText(text)
        self._entry.selectAll()
        self._entry.show()
        self._entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def _named(self) -> None:
        if self._entry is None:
            return
        name, renamed = self._entry.text().strip(), self._renamed
        self._entry.hide()
        if renamed is not None and name and name != renamed:
            self._wanted = name
            self.intended.emit(RenameOverride(self._key, renamed, name))
        elif renamed is None and name:
            self._want(name)

    def _want(self, provider: str) -> None:
        self._wanted = provider
        self.intended.emit(AddOverride(self._key, provider))

    def _remove_wanted(self) -> None:
        if len(self._shown) > 1:
            self.intended.emit(RemoveCardField(self._key, self._shown))
