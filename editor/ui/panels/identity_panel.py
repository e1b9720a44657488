"""The identity panel: all fields of the identity file and the variables that they make."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.field_rows import FieldRows
from editor.ui.panels.in_place import MessageLine, NameQuestion
from editor.ui.panels.row import Action, EditorKind, Row
from editor.ui.widgets.panel_title import PanelTitle
from editor.ui.widgets.tick_box import TickBox

_CLEAR = "clear"
_REMOVE = "remove"

_EDITORS: dict[str, EditorKind] = {
    "text": "text",
    "long": "long",
    "zone": "zone",
    "switch": "switch",
    "chips": "list",
    "code": "code",
    "pronouns": "choice",
    "group": "none",
}


@dataclass(frozen=True, slots=True)
class IdentityField:
    """A field of the identity file.

    Attributes:
        path: Its dotted path below ``identity``.
        names: The variables it makes.
        value: Its text; None for null. Of pronouns the chosen set, empty for own ones.
        editable: Whether a field can change it.
        note: Something worth knowing, such as why it cannot be edited.
        kind: What it is; a group comes before its fields.
        items: The texts of a list.
        depth: How many groups it stands in.
        label: What it is called; its path if empty.
        description: What it means, or empty.
        used: Whether the prompt in front uses it, or a field of the group.
        prompts: How many prompts use it; None if that is not known.
    """

    path: str
    names: tuple[str, ...]
    value: str | None
    editable: bool = True
    note: str = ""
    kind: Literal["text", "long", "zone", "switch", "chips", "code", "pronouns", "group"] = "text"
    items: tuple[str, ...] = ()
    depth: int = 0
    label: str = ""
    description: str = ""
    used: bool = False
    prompts: int | None = None


class IdentityPanel(QWidget):
    """Shows identity fields and tells what the user wants them to be."""

    value_edited = Signal(object, object)  # dotted path, text
    code_edited = Signal(object, object)  # dotted path, JSON
    pronouns_chosen = Signal(object, object)  # dotted path, set
    item_added = Signal(object, object)  # str, str
    item_changed = Signal(object, int, object)  # str, int, str
    item_removed = Signal(object, int)  # str, int
    clear_requested = Signal(object)  # str
    remove_requested = Signal(object)  # str
    add_requested = Signal(object)  # dotted path
    visit_ended = Signal()
    create_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("identityPanel")
        self._fields: tuple[IdentityField, ...] = ()
        self._codes: frozenset[str] = frozenset()
        self._known: tuple[tuple[str, str], ...] | None = None
        self._used_only = TickBox(self.tr("Used here"), self)
        self._used_only.setObjectName("identityUsedOnly")
        self._used_only.setToolTip(self.tr("Show only what the prompt in front uses"))
        self._used_only.toggled.connect(self._filter)
        self._add_button = self._title_button("identityAdd", self.tr("Add field"))
        self._add_button.setToolTip(self.tr("Add a field to the identity"))
        self._add_button.clicked.connect(self._open_menu)
        title = PanelTitle(self.tr("Identity"), self)
        title.add(self._used_only)
        title.add(self._add_button)
        self._menu = QMenu(self)
        self._menu.setObjectName("identityAddMenu")
        self._menu.triggered.connect(self._add_chosen)
        self._message = MessageLine("identityMessage", self)
        self._name = NameQuestion("identityName", self)
        self._name.answered.connect(self.add_requested)
        self._rows = FieldRows("identity", own_file=True, parent=self)
        self._note = EmptyNote(
            self, step=self.tr("Create identity file"), step_name="createIdentity"
        )
        self._note.clicked.connect(self.create_requested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (title, self._message, self._name):
            layout.addWidget(widget)
        layout.addWidget(self._rows, 1)
        layout.addWidget(self._note, 1)
        self._join()
        self.show_known(())
        self.show_fields(())

    def show_fields(self, fields: tuple[IdentityField, ...]) -> None:
        """Show a row for each field of the identity."""
        self._fields = fields
        self._codes = frozenset(each.path for each in fields if each.kind == "code")
        self._show_commands(usable=True)
        self._show()

    def show_known(self, known: tuple[tuple[str, str], ...]) -> None:
        """Offer fields to add: dotted paths and titles."""
        if known == self._known:
            return
        self._known = known
        self._menu.clear()
        for path, title in known:
            action = QAction(f"{title}\t{path}", self._menu)
            action.setData(path)
            self._menu.addAction(action)
        if known:
            self._menu.addSeparator()
        own = QAction(self.tr("Own name…"), self._menu)
        own.setData("")
        self._menu.addAction(own)

    def show_missing(self) -> None:
        """Say that the workspace has no identity file, and offer to create it."""
        self._note.show_text(
            self.tr("This workspace has no identity file, so identity variables are not set."),
            with_step=True,
        )
        self._show_commands(usable=False)
        self._show_rows(())

    def show_fault(self, text: str) -> None:
        """Say why the identity file cannot be read."""
        self._note.show_text(
            self.tr("The identity file cannot be read: {0}").format(text), role="error"
        )
        self._show_commands(usable=False)
        self._show_rows(())

    def refuse(self, path: str, text: str) -> None:
        """Say why an edit of a field, or a new name, is not taken."""
        if self._name.isVisible() and path == "":
            self._name.show_message(text)
        elif path and path in {each.path for each in self._fields}:
            self._rows.show_problem(path, text)
        else:
            self._message.show_text(text, role="notice-error")

    def show_added(self, path: str) -> None:
        """Go into a field that was just added."""
        self._name.hide()
        self._message.show_text("")
        self.focus_field(path)

    def refused(self) -> dict[str, tuple[str, str]]:
        """Return by path what was typed and is not taken, each with the reason."""
        return self._rows.refused()

    def show_refused(self, refused: Mapping[str, tuple[str, str]]) -> None:
        """Show again what was not taken, and the value wherever nothing was refused."""
        self._show(refused)
        self._rows.show_refused(refused)

    def flush(self) -> None:
        """Tell at once what is typed and not told yet: before a save."""
        self._rows.flush()

    def focus_field(self, path: str) -> bool:
        """Go into a field; say whether there is one."""
        there = path in {each.path for each in self._fields}
        if there and self._used_only.isChecked():
            self._used_only.setChecked(False)
        return self._rows.focus_row(path)

    def _filter(self, _used_only: bool) -> None:
        self._show()

    def _show(self, refused: Container[str] = ()) -> None:
        fields = self._fields
        if self._used_only.isChecked():
            here = self._rows.refused()
            fields = tuple(
                each for each in fields if each.used or each.path in here or each.path in refused
            )
        self._note.show_text(
            self.tr("The prompt in front uses no identity variables.")
            if self._fields
            else self.tr("The identity has no fields yet.")
        )
        self._show_rows(tuple(self._row(field) for field in fields))

    def _show_commands(self, *, usable: bool) -> None:
        self._used_only.setEnabled(usable)
        self._add_button.setEnabled(usable)
        if not usable:
            self._name.hide()
            self._message.hide()

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        self._note.setVisible(not rows)
        self._rows.setVisible(bool(rows))
        self._rows.show_rows(rows)

    def _row(self, field: IdentityField) -> Row:
        names = ", ".join(f"${name}" for name in field.names)
        uses = self._uses(field.prompts) if names and field.prompts is not None else ""
        null = field.value is None
        return Row(
            key=field.path,
            label=field.label or field.path,
            tooltip="\n".join(filter(None, (field.path, field.description, names, field.note))),
            value=field.value,
            hint=self.tr("null: makes no variable") if null else "",
            mark=self.tr("used here") if field.used else "",
            note=" · ".join(filter(None, (names, uses, field.note))),
            editable=field.editable,
            quiet=not field.used and field.kind not in ("group", "pronouns"),
            editor=_EDITORS[field.kind],
            items=field.items,
            choices=(
                ("they", self.tr("they / them")),
                ("she", self.tr("she / her")),
                ("he", self.tr("he / him")),
            )
            if field.kind == "pronouns"
            else (),
            own_choice=self.tr("own pronouns"),
            depth=field.depth,
            actions=self._actions(field),
        )

    def _uses(self, prompts: int) -> str:
        if prompts == 0:
            return self.tr("in no prompt")
        if prompts == 1:
            return self.tr("in 1 prompt")
        return self.tr("in %n prompts", "", prompts)

    def _actions(self, field: IdentityField) -> tuple[Action, ...]:
        if not field.editable:
            return ()
        remove = Action(_REMOVE, self.tr("Remove field"))
        if field.kind in ("group", "pronouns"):
            return (remove,)
        return (Action(_CLEAR, self.tr("Clear (empty value)")), remove)

    def _join(self) -> None:
        rows = self._rows.told
        rows.edited.connect(self._edit)
        rows.chosen.connect(self.pronouns_chosen)
        rows.item_added.connect(self.item_added)
        rows.item_changed.connect(self.item_changed)
        rows.item_removed.connect(self.item_removed)
        rows.acted.connect(self._act)
        rows.left.connect(self._leave)

    def _edit(self, path: str, text: str) -> None:
        (self.code_edited if path in self._codes else self.value_edited).emit(path, text)

    def _act(self, path: str, action: str) -> None:
        (self.clear_requested if action == _CLEAR else self.remove_requested).emit(path)

    def _leave(self, _path: str) -> None:
        self.visit_ended.emit()

    def _open_menu(self) -> None:
        button = self._add_button
        corner = QPoint(button.width() - self._menu.sizeHint().width(), button.height())
        self._menu.popup(button.mapToGlobal(corner))

    def _add_chosen(self, action: QAction) -> None:
        path = str(action.data())
        if path:
            self.add_requested.emit(path)
        else:
            self._name.ask_name(
                self.tr("Name of the new field; a dot makes a group, as in pets.cat"),
                self.tr("Add"),
            )

    def _title_button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("flat", True)
        button.setText(text)
        button.setAccessibleName(text)
        return button
