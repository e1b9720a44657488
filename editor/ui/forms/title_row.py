"""The title row of the form: folds it away, says the kind of the file, offers fields to add."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from editor.session.form_values import Addable, AddField, Form, FormState
from editor.ui.forms.fold_button import FoldButton
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.panel_title import TITLE_HEIGHT
from editor.ui.widgets.plain_tip import plain_tip


class TitleRow(QFrame):
    """A row that stays when the form is folded away."""

    intended = Signal(object)  # Intent
    folded = Signal(bool)
    """True when the fields are to be seen no more."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._menu: QMenu | None = None
        self._addable: tuple[Addable, ...] = ()
        self.setProperty("role", "panel-title")
        self.setFixedHeight(TITLE_HEIGHT)
        self.fold_button = FoldButton("frontmatterFold", self)
        self.fold_button.setText(self.tr("Frontmatter").upper())
        self.fold_button.setToolTip(self.tr("Show or hide the fields above the text"))
        self.fold_button.turned.connect(self._toggled)
        self._kind = ElidedLabel(self)
        self._kind.setObjectName("frontmatterKind")
        self._kind.setProperty("role", "muted")
        self._add = QToolButton(self)
        self._add.setObjectName("addField")
        self._add.setText(self.tr("Add field"))
        self._add.setProperty("flat", True)
        self._add.setToolTip(self.tr("Add one of the known fields"))
        self._add.clicked.connect(self._open)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self.fold_button)
        layout.addWidget(self._kind, 1)
        layout.addWidget(self._add)

    @property
    def add_button(self) -> QToolButton:
        """The button that offers fields."""
        return self._add

    def show_form(self, form: Form) -> None:
        """Say what the file is, or that the fields cannot be read."""
        self._kind.setText(self._told(form))
        self._addable = form.addable
        self._add.setVisible(form.state is FormState.READY and bool(form.addable))
        self._add.setEnabled(not form.read_only)

    def _told(self, form: Form) -> str:
        if form.state is FormState.FAULT:
            return self.tr("cannot be read (line {0})").format(form.fault_line)
        reasons = {
            "generator": self.tr("generator: has schedule"),
            "agent": self.tr("agent: has tools"),
            "prompt": self.tr("prompt: has neither schedule nor tools"),
            "template": self.tr("template"),
            "variable": self.tr("variable"),
        }
        return reasons.get(form.file_kind, "")

    def _toggled(self, is_open: bool) -> None:
        self.folded.emit(not is_open)

    def _open(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.setObjectName("addFieldMenu")
            self._menu.setToolTipsVisible(True)
            self._menu.triggered.connect(self._chosen)
        self._menu.clear()
        groups: dict[str, QMenu] = {}
        for each in self._addable:
            menu = self._menu
            if each.group:
                if each.group not in groups:
                    groups[each.group] = self._menu.addMenu(each.group.replace("&", "&&"))
                menu = groups[each.group]
            action = menu.addAction(each.title.replace("&", "&&"))
            action.setToolTip(plain_tip(each.description))
            action.setData(each)
        right = self._add.rect().bottomRight()
        at = self._add.mapToGlobal(right) - QPoint(self._menu.sizeHint().width(), 0)
        self._menu.popup(at)

    def _chosen(self, action: QAction) -> None:
        found = action.data()
        if isinstance(found, Addable):
            self.intended.emit(AddField(found.path))
