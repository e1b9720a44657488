"""The context panel: values for the variables that are known only when a prompt runs."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.ui.panels.context_title import ContextTitle
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.field_rows import FieldRows
from editor.ui.panels.in_place import MessageLine, NameQuestion, PasteQuestion, YesNoQuestion
from editor.ui.panels.row import Action, Row, RowGroup

_REMOVE = "remove"
_REFRESH = "refresh"
USED, CATALOGUE, OWN = "used", "catalogue", "own"
_COLLAPSED = frozenset((CATALOGUE,))


@dataclass(frozen=True, slots=True)
class ContextField:
    """A context variable.

    Attributes:
        name: The variable's name.
        value: Its text, or None if nothing sets it.
        state: ``set``: given by hand or by the chosen context; ``derived``: it follows from
            another value (docs/formats.md, Context); ``overridden``: it would follow, but is set
            by hand; ``unset``: it stays as typed.
        hint: The derived value, or an example.
        description: One sentence from the catalogue, or empty.
        uses: How often the prompt in front uses it.
        group: ``used``, ``catalogue`` or ``own``: the title it stands under.
        kind: What it holds: ``text``, ``date``, ``segment`` or ``number``.
        is_own: Whether the user gave it its name and can take it away.
        is_now: Whether it is the time, which can be taken anew.
        note: A line under it.
    """

    name: str
    value: str | None
    state: Literal["set", "derived", "overridden", "unset"]
    hint: str = ""
    description: str = ""
    uses: int = 0
    group: Literal["used", "catalogue", "own"] = "used"
    kind: str = "text"
    is_own: bool = False
    is_now: bool = False
    note: str = ""


class ContextPanel(QWidget):
    """Shows context values and tells what the user wants them to be."""

    value_edited = Signal(object, object)  # name, text
    unset_requested = Signal(object)  # name
    context_chosen = Signal(object)  # name of a saved context; empty for none
    refresh_now_requested = Signal()
    name_added = Signal(object)  # str
    name_removed = Signal(object)  # str
    save_requested = Signal()
    save_as_requested = Signal(object)  # name
    rename_requested = Signal(object)  # name
    delete_requested = Signal()
    paste_requested = Signal(object)  # a mapping in JSON or YAML
    copy_requested = Signal()
    take_back_requested = Signal()
    group_toggled = Signal(object, bool)  # key of a group of fields, open
    offer_taken = Signal()
    """The user took what `show_offer` offers."""
    pasting = Signal()
    """The user is about to paste; `offer_paste` gives the text to begin with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextPanel")
        self._current = ""
        self._put_aside: str | None = None
        self.title = ContextTitle(self)
        self._message = MessageLine("contextMessage", self)
        self._aside = MessageLine("contextPutAside", self)
        self._save_as = NameQuestion("contextSaveAs", self)
        self._rename = NameQuestion("contextRename", self)
        self._own = NameQuestion("contextOwnName", self)
        self._delete = YesNoQuestion("contextDelete", self.tr("Delete"), self.tr("Keep"), self)
        self._paste = PasteQuestion("contextPaste", self.tr("Fill in"), self)
        self._questions = (self._save_as, self._rename, self._own, self._delete, self._paste)
        self._rows = FieldRows("context", own_file=False, parent=self)
        self._rows.show_closed(_COLLAPSED)
        self._empty = EmptyNote(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.title, self._message, self._aside, *self._questions):
            layout.addWidget(widget)
        layout.addWidget(self._rows, 1)
        layout.addWidget(self._empty, 1)
        self._join()
        self.show_contexts((), "")
        self.show_fields(())

    def show_contexts(self, names: tuple[str, ...], current: str | None) -> None:
        """Offer the saved contexts `names`; `current` is chosen, or none of them."""
        self._current = current if current in names and current else ""
        self.title.show_contexts(names, self._current)

    def show_differs(self, differs: bool, names: tuple[str, ...] = ()) -> None:
        """Say whether the values are those of the saved context, and which are not."""
        self.title.show_differs(differs, names)

    def show_put_aside(self, name: str | None) -> None:
        """Offer values back that were put aside; `name` is their context, None for no offer."""
        if name == self._put_aside:
            return  # one that was dismissed stays away
        self._put_aside = name
        if name is None:
            self._aside.show_text("")
            return
        text = self.tr("Unsaved values were put aside.")
        if name:
            text = self.tr("Unsaved values of {0} were put aside.").format(name)
        self._aside.show_text(text, role="notice-info", action=self.tr("Take back"))

    def show_fields(self, fields: tuple[ContextField, ...], *, of_soul: bool = False) -> None:
        """Show a row for each variable: in use, of the catalogue, of the user's own."""
        nothing = self.tr("The file in front uses no context variables.")
        if of_soul:
            nothing = self.tr("A soul takes its values from the samples, not from a context.")
        self._empty.show_text(nothing)
        self._empty.setVisible(not fields)
        self._rows.setVisible(bool(fields))
        self._rows.show_rows(
            tuple(self._row(field) for field in fields),
            self._groups(fields, nothing) if fields else (),
        )

    def show_closed(self, groups: frozenset[str]) -> None:
        """Close these groups of fields and open the others."""
        self._rows.show_closed(groups)

    def show_message(self, text: str, *, is_error: bool = True) -> None:
        """Say what went wrong, or was done; an open question stays and says it itself."""
        asked = next((each for each in self._questions if each.isVisible()), None)
        if asked is not None and is_error and text:
            asked.show_message(text)
        else:
            self._message.show_text(text, role="notice-error" if is_error else "notice-info")

    def show_offer(self, text: str, action: str) -> None:
        """Say why something was not done, and offer to do it all the same."""
        self._message.show_text(text, role="notice-error", action=action)

    def close_questions(self) -> None:
        """End what is asked in place: it is done."""
        for each in self._questions:
            if each.isVisible():
                each.done()
        self._message.show_text("")

    def offer_paste(self, text: str) -> None:
        """Ask for a mapping, beginning with `text`."""
        self._ask(self._paste)
        self._paste.ask_text(
            self.tr("Values as JSON or YAML, one 'name: value' a line. Ctrl+Enter fills them in."),
            text,
        )

    def focus_field(self, name: str) -> bool:
        """Go into a field; say whether there is one."""
        return self._rows.focus_row(name)

    def ask_save_as(self) -> None:
        """Ask for the name of a new context."""
        self._ask(self._save_as)
        self._save_as.ask_name(self.tr("Save the values as a new context called"), self.tr("Save"))

    def ask_rename(self) -> None:
        """Ask for another name of the chosen context."""
        if self._current:
            self._ask(self._rename)
            question = self.tr("New name of {0}").format(self._current)
            self._rename.ask_name(question, self.tr("Rename"), self._current)

    def ask_delete(self) -> None:
        """Ask whether the chosen context shall go."""
        if self._current:
            self._ask(self._delete)
            self._delete.ask(
                self.tr("Delete {0}? Its file goes to the trash.").format(self._current)
            )

    def ask_own_name(self) -> None:
        """Ask for a variable of the user's own."""
        self._ask(self._own)
        self._own.ask_name(self.tr("Name of the variable, without the $"), self.tr("Add"))

    def save(self) -> None:
        """Save the chosen context; without one, ask for a name."""
        if self._current:
            self.save_requested.emit()
        else:
            self.ask_save_as()

    def _ask(self, question: QWidget) -> None:
        for each in self._questions:
            if each is not question:
                each.hide()

    def _groups(self, fields: tuple[ContextField, ...], nothing: str) -> tuple[RowGroup, ...]:
        here = [field for field in fields if field.group == USED]
        rest = [field for field in fields if field.group == CATALOGUE]
        own = any(field.group == OWN for field in fields)
        given = sum(field.state != "unset" for field in rest)
        catalogue = self.tr("Catalogue")
        if given:
            catalogue = self.tr("Catalogue, %n with a value", "", given)
        groups = [RowGroup(USED, self.tr("Used here"), "" if here else nothing)]
        if rest:
            groups.append(RowGroup(CATALOGUE, catalogue, collapsible=True))
        if own:
            groups.append(RowGroup(OWN, self.tr("Own names"), collapsible=True))
        return tuple(groups)

    def _row(self, field: ContextField) -> Row:
        derived = field.state == "derived"
        hint = (field.hint or field.value or "") if derived else self._hint(field)
        actions = (Action(_REMOVE, self.tr("Remove name")),) if field.is_own else ()
        return Row(
            key=field.name,
            label=field.name,
            tooltip=self._tooltip(field),
            value=None if field.state in ("derived", "unset") else field.value,
            hint=hint,
            mark=self._state(field),
            note=field.note,
            quiet=not field.uses,
            editor="day" if field.kind == "date" else "text",
            group=field.group,
            can_reset=field.state == "overridden",
            actions=actions,
            button=self._refresh_action() if field.is_now and derived else None,
        )

    def _refresh_action(self) -> Action:
        return Action(_REFRESH, self.tr("Refresh"), "refreshNow")

    def _hint(self, field: ContextField) -> str:
        form = {"date": "YYYYMMDD", "segment": "HHMMSS_seconds"}.get(field.kind, "")
        if field.kind == "number":
            form = self.tr("a number")
        parts = [self.tr("not set"), form]
        if field.hint:
            parts.append(self.tr("e.g. {0}").format(field.hint))
        return ", ".join(filter(None, parts)) if form or field.hint else ""

    def _state(self, field: ContextField) -> str:
        if field.state == "set" and field.value == "":
            return self.tr("empty")
        return {
            "set": self.tr("set"),
            "derived": self.tr("derived"),
            "overridden": self.tr("overridden"),
            "unset": self.tr("not set"),
        }[field.state]

    def _tooltip(self, field: ContextField) -> str:
        if not field.uses:
            uses = self.tr("Not used in the prompt in front")
        elif field.uses == 1:
            uses = self.tr("Used once in the prompt in front")
        else:
            uses = self.tr("Used %n times in the prompt in front", "", field.uses)
        return "\n".join(filter(None, (f"${field.name}", field.description, uses)))

    def _join(self) -> None:
        title, rows = self.title, self._rows
        title.context_chosen.connect(self.context_chosen)
        title.save_requested.connect(self.save)
        title.save_as_requested.connect(self.ask_save_as)
        title.rename_requested.connect(self.ask_rename)
        title.delete_requested.connect(self.ask_delete)
        title.paste_requested.connect(self.pasting)
        title.copy_requested.connect(self.copy_requested)
        title.own_name_requested.connect(self.ask_own_name)
        title.refresh_now_requested.connect(self.refresh_now_requested)
        rows.told.edited.connect(self.value_edited)
        rows.told.unset_requested.connect(self.unset_requested)
        rows.told.acted.connect(self._act)
        rows.group_toggled.connect(self.group_toggled)
        self._message.acted.connect(self.offer_taken)
        self._aside.acted.connect(self.take_back_requested)
        self._save_as.answered.connect(self.save_as_requested)
        self._rename.answered.connect(self.rename_requested)
        self._own.answered.connect(self.name_added)
        self._delete.confirmed.connect(self.delete_requested)
        self._paste.answered.connect(self.paste_requested)

    def _act(self, name: str, action: str) -> None:
        if action == _REFRESH:
            self.refresh_now_requested.emit()
        else:
            self.name_removed.emit(name)
