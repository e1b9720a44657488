"""The title row of the context panel: the saved contexts and what can be done with them."""

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget

from editor.ui.widgets.context_choice import ContextChoice
from editor.ui.widgets.panel_title import PanelTitle
from editor.ui.widgets.plain_tip import plain_tip


class ContextTitle(PanelTitle):
    """Offers the saved contexts; what is to be done is told by signals."""

    context_chosen = Signal(object)  # str
    save_requested = Signal()
    save_as_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()
    paste_requested = Signal()
    copy_requested = Signal()
    own_name_requested = Signal()
    refresh_now_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("ContextTitle", "Context"), parent)
        self._contexts = ContextChoice(self)
        self._contexts.setObjectName("panelContextChoice")
        self._contexts.chosen.connect(self.context_chosen)
        self._marker = QLabel(self)
        self._marker.setObjectName("contextMarker")
        self._marker.setProperty("role", "note")
        self._save = self._button("contextSave", self.tr("Save"))
        self._save.clicked.connect(self.save_requested)
        self._more = self._button("contextMore", "⋯")
        self._more.setAccessibleName(self.tr("More for contexts"))
        self._more.setToolTip(self.tr("More for contexts"))
        self._more.clicked.connect(self._open_menu)
        self._menu = QMenu(self)
        self._save_as = self._action("contextSaveAsAction", self.tr("Save as…"))
        self._save_as.triggered.connect(self.save_as_requested)
        self._rename = self._action("contextRenameAction", self.tr("Rename…"))
        self._rename.triggered.connect(self.rename_requested)
        self._delete = self._action("contextDeleteAction", self.tr("Delete…"))
        self._delete.triggered.connect(self.delete_requested)
        self._menu.addSeparator()
        paste = self._action("contextPasteAction", self.tr("Paste values…"))
        paste.triggered.connect(self.paste_requested)
        copy = self._action("contextCopyAction", self.tr("Copy as JSON"))
        copy.triggered.connect(self.copy_requested)
        self._menu.addSeparator()
        own = self._action("contextOwnNameAction", self.tr("Add own name…"))
        own.triggered.connect(self.own_name_requested)
        refresh = self._action("contextRefreshNowAction", self.tr("Refresh now"))
        refresh.triggered.connect(self.refresh_now_requested)
        self.add(self._contexts, 100)
        self.add(self._marker)
        self.add(self._save)
        self.add(self._more)
        self.show_differs(False, ())

    def show_contexts(self, names: tuple[str, ...], current: str) -> None:
        """Offer the saved contexts; `current` is chosen, or none of them."""
        self._contexts.show_contexts(names, current)
        self._rename.setEnabled(bool(current))
        self._delete.setEnabled(bool(current))

    def show_differs(self, differs: bool, names: tuple[str, ...]) -> None:
        """Say whether the values are those of the saved context, and which are not."""
        self._marker.setText(self.tr("edited") if differs else "")
        self._marker.setVisible(differs)
        text = self.tr("Not saved: {0}").format(", ".join(names)) if names else ""
        self._marker.setToolTip(plain_tip(text))
        self._marker.setAccessibleDescription(text)
        self._save.setEnabled(differs)
        self._save.setToolTip(text or self.tr("Save the values into the context's file"))

    def _open_menu(self) -> None:
        corner = QPoint(self._more.width() - self._menu.sizeHint().width(), self._more.height())
        self._menu.popup(self._more.mapToGlobal(corner))

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("flat", True)
        button.setText(text)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _action(self, name: str, text: str) -> QAction:
        action = QAction(text, self._menu)
        action.setObjectName(name)
        self._menu.addAction(action)
        return action
