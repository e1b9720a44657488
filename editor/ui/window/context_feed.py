"""Feeds the context panel from the workspace that is shown and takes its wishes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.session.context_fields import ContextEntry, context_entries
from editor.session.project import Project
from editor.session.saved_contexts import (
    ContextRefused,
    as_json,
    is_variable_name,
    parse_mapping,
)
from editor.ui.panels.context_panel import ContextField, ContextPanel


@dataclass(frozen=True, slots=True)
class _Held:
    """A command that waits until its file, outside the workspace, may be written."""

    path: Path
    command: Callable[..., None]
    values: tuple[str, ...]


class ContextFeed(QObject):
    """Joins the context panel to the workspace that is shown."""

    def __init__(self, panel: ContextPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._panel = panel
        self._project: Project | None = None
        self._fault: str | None = None
        self._saved: Mapping[str, str | None] | None = None
        self._held: _Held | None = None
        panel.value_edited.connect(self._set_value)
        panel.unset_requested.connect(self._unset)
        panel.context_chosen.connect(self._choose)
        panel.refresh_now_requested.connect(self._refresh_now)
        panel.name_added.connect(self._add_name)
        panel.name_removed.connect(self._remove_name)
        panel.save_requested.connect(self._save)
        panel.save_as_requested.connect(self._save_as)
        panel.rename_requested.connect(self._rename)
        panel.delete_requested.connect(self._delete)
        panel.pasting.connect(self._offer_paste)
        panel.paste_requested.connect(self._paste)
        panel.copy_requested.connect(self._copy)
        panel.take_back_requested.connect(self._take_back)
        panel.offer_taken.connect(self._write_outside)

    def show(
        self,
        project: Project | None,
        used: Mapping[str, int],
        scope: Scope | None,
        *,
        of_soul: bool = False,
    ) -> None:
        """Show the context of `project`.

        Args:
            project: The workspace, or None.
            used: The variables of the prompt in front and how often it uses each.
            scope: The layers they are looked up in; None without a prompt in front.
            of_soul: Whether a soul is in front, which takes nothing from a context.
        """
        self._project = project
        if project is None:
            self._panel.show_contexts((), None)
            self._panel.show_differs(False)
            self._panel.show_fields(())
            return
        context, panel = project.context, self._panel
        panel.show_contexts(project.context_names(), context.name)
        panel.show_differs(context.differs(), context.changed_names())
        aside = project.put_aside
        panel.show_put_aside(None if aside is None else aside.name or "")
        self._show_fault(project)
        entries = context_entries(used, scope or project.scope(FileKind.PROMPT), project)
        panel.show_fields(tuple(_field(each) for each in entries), of_soul=of_soul)

    def _show_fault(self, project: Project) -> None:
        if project.context.saved is self._saved:
            return
        self._saved = project.context.saved
        fault = project.context_fault()
        if fault != self._fault:
            self._fault = fault
            self._panel.show_message(fault or "")

    def _set_value(self, name: str, text: str) -> None:
        if self._project is not None:
            self._project.set_value(name, text)

    def _unset(self, name: str) -> None:
        if self._project is not None:
            self._project.set_value(name, None)

    def _choose(self, name: str) -> None:
        if self._project is not None:
            self._project.choose_context(name or None)

    def _refresh_now(self) -> None:
        if self._project is not None:
            self._project.refresh_now()

    def _add_name(self, name: str) -> None:
        if self._project is None:
            return
        name = name.removeprefix("$")
        if not is_variable_name(name):
            text = self.tr("A name is letters, digits and underscores, and begins with no digit.")
            self._panel.show_message(text)
            return
        self._project.add_name(name)
        self._panel.close_questions()
        self._panel.focus_field(name)

    def _remove_name(self, name: str) -> None:
        if self._project is not None:
            self._project.remove_name(name)

    def _save(self) -> None:
        if self._project is not None:
            self._try(self._project.save_context)

    def _save_as(self, name: str) -> None:
        if self._project is not None:
            self._try(self._project.save_context_as, name)

    def _rename(self, name: str) -> None:
        if self._project is not None:
            self._try(self._project.rename_context, name)

    def _delete(self) -> None:
        if self._project is not None:
            self._try(self._project.delete_context)

    def _try(self, command: Callable[..., None], *values: str) -> None:
        try:
            command(*values)
        except ContextRefused as refusal:
            if refusal.outside is None:
                self._panel.show_message(str(refusal))
            else:
                self._held = _Held(refusal.outside, command, values)
                self._panel.show_offer(str(refusal), self.tr("Write there"))
        else:
            self._panel.close_questions()

    def _write_outside(self) -> None:
        """Do what was held until the user let it be written outside the workspace."""
        held, self._held = self._held, None
        if self._project is not None and held is not None:
            self._project.confirm_place(held.path)
            self._try(held.command, *held.values)

    def _offer_paste(self) -> None:
        """Begin with what the clipboard holds, if it can be filled in."""
        text = QGuiApplication.clipboard().text()
        try:
            parse_mapping(text)
        except ContextRefused:
            text = ""
        self._panel.offer_paste(text)

    def _paste(self, text: str) -> None:
        if self._project is None:
            return
        try:
            values = parse_mapping(text)
        except ContextRefused as refusal:
            self._panel.show_message(str(refusal))
            return
        self._project.set_values(values)
        self._panel.close_questions()

    def _copy(self) -> None:
        if self._project is not None:
            QGuiApplication.clipboard().setText(as_json(self._project.context))

    def _take_back(self) -> None:
        if self._project is not None:
            self._project.take_back()


def _field(entry: ContextEntry) -> ContextField:
    use = entry.use
    return ContextField(
        use.name,
        use.value,
        "overridden" if entry.overridden else use.state.value,
        use.hint,
        QCoreApplication.translate("Catalogue", use.description) if use.description else "",
        use.uses,
        entry.group.value,
        entry.kind,
        entry.is_own,
        entry.is_now,
        entry.note,
    )
