"""Feeds the identity panel from the identity file and takes its edits."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, SignalInstance

from editor.core.edits import EditRefused
from editor.session.document import Document
from editor.session.identity_fields import FieldKind, IdentityEntry
from editor.session.project import Project
from editor.ui.panels.identity_panel import IdentityField, IdentityPanel

PAUSE = 1000
"""Milliseconds after which typing on in a field is an undo step of its own."""
_GROUPS = (FieldKind.GROUP, FieldKind.PRONOUNS)


class PromptCounter(Protocol):
    """Knows how many prompts use a variable."""

    @property
    def changed(self) -> SignalInstance:
        """Emitted when the answers may have changed."""
        ...

    def prompts_using(self, names: Iterable[str]) -> int:
        """Return how many prompts use at least one of `names`."""
        ...


class IdentityFeed(QObject):
    """Joins the identity panel to the workspace that is shown."""

    create_requested = Signal()

    def __init__(self, panel: IdentityPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._panel = panel
        self._project: Project | None = None
        self._counter: PromptCounter | None = None
        self._used: frozenset[str] = frozenset()
        self._refused: dict[Project, dict[str, tuple[str, str]]] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._end_visit)
        panel.value_edited.connect(self._set_text)
        panel.code_edited.connect(self._set_code)
        panel.pronouns_chosen.connect(self._set_pronouns)
        panel.item_added.connect(self._add_item)
        panel.item_changed.connect(self._set_item)
        panel.item_removed.connect(self._remove_item)
        panel.clear_requested.connect(self._clear)
        panel.remove_requested.connect(self._remove)
        panel.add_requested.connect(self._add)
        panel.visit_ended.connect(self._end_visit)
        panel.create_requested.connect(self.create_requested)

    def show_counter(self, counter: PromptCounter | None) -> None:
        """Tell how many prompts use each field, or nothing of it."""
        if self._counter is not None:
            self._counter.changed.disconnect(self._show)
        self._counter = counter
        if counter is not None:
            counter.changed.connect(self._show)
        self._show()

    def show(self, project: Project | None, used: Iterable[str]) -> None:
        """Show the identity of `project`; `used` are the variables of the prompt in front."""
        before, self._project = self._project, project
        self._used = frozenset(used)
        if project is before:
            self._show()
            return
        if before is not None:
            before.identity.end_visit()
            self._refused[before] = self._panel.refused()
        self._panel.show_refused({})
        self._show()
        refused = self._refused.pop(project, {}) if project is not None else {}
        if refused:
            self._panel.show_refused(refused)
            self._show()  # a file that is gone or has a fault has no rows for them

    def flush(self) -> None:
        """Take over what is typed and not told yet: before a save."""
        self._panel.flush()

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into fields of this identity file is not valid yet."""
        projects = [project for project, texts in self._refused.items() if texts]
        if self._project is not None and self._panel.refused():
            projects.append(self._project)
        return any(each.identity_document() is document for each in projects)

    def _show(self) -> None:
        project = self._project
        fault = project.identity.fault() if project is not None else None
        if project is None:
            self._panel.show_fields(())
        elif not project.has_identity_file():
            self._panel.show_missing()
        elif fault is not None:
            self._panel.show_fault(fault)
        else:
            known = project.identity.known_fields()
            self._panel.show_known(tuple((each.path, _translated(each.title)) for each in known))
            self._panel.show_fields(self._fields(project.identity.entries()))

    def _fields(self, entries: tuple[IdentityEntry, ...]) -> tuple[IdentityField, ...]:
        used = {each.path for each in entries if self._used.intersection(each.names)}
        return tuple(
            self._field(each, used=any(_is_in(path, each) for path in used)) for each in entries
        )

    def _field(self, entry: IdentityEntry, *, used: bool) -> IdentityField:
        count = self._counter.prompts_using(entry.names) if self._counter and entry.names else None
        return IdentityField(
            entry.path,
            entry.names,
            entry.text,
            editable=not entry.off,
            note=" · ".join(filter(None, (entry.note, entry.off))),
            kind=entry.kind.value,
            items=entry.items,
            depth=entry.depth,
            label=entry.label,
            description=" – ".join(
                filter(None, (_translated(entry.title), _translated(entry.description)))
            ),
            used=used,
            prompts=count,
        )

    def _set_text(self, path: str, text: str) -> None:
        if self._project is not None and self._try(
            path, self._project.identity.edits.set_text, text
        ):
            self._pause.start()

    def _set_code(self, path: str, code: str) -> None:
        if self._project is not None and self._try(
            path, self._project.identity.edits.set_code, code
        ):
            self._pause.start()

    def _set_pronouns(self, path: str, chosen: str) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.set_pronouns, chosen)

    def _add_item(self, path: str, text: str) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.add_item, text)

    def _set_item(self, path: str, index: int, text: str) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.set_item, index, text)

    def _remove_item(self, path: str, index: int) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.remove_item, index)

    def _clear(self, path: str) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.clear)

    def _remove(self, path: str) -> None:
        if self._project is not None:
            self._try(path, self._project.identity.edits.remove)

    def _add(self, path: str) -> None:
        if self._project is None:
            return
        try:
            self._project.identity.edits.add(path)
        except (EditRefused, OSError) as error:
            self._panel.refuse("", str(error))
        else:
            self._panel.show_added(path)

    def _try(self, path: str, edit: Callable[..., None], *values: object) -> bool:
        try:
            edit(path, *values)
        except (EditRefused, OSError) as error:
            self._panel.refuse(path, str(error))
            return False
        return True

    def _end_visit(self) -> None:
        self._pause.stop()
        if self._project is not None:
            self._project.identity.end_visit()


def _is_in(path: str, entry: IdentityEntry) -> bool:
    """Whether `path` is the field, or a field of the group, that `entry` is."""
    return path == entry.path or (entry.kind in _GROUPS and path.startswith(f"{entry.path}."))


def _translated(text: str) -> str:
    """A sentence of the schema in the user's language."""
    return QCoreApplication.translate("IdentitySchema", text) if text else ""
