"""A workspace in use: its context, its scope with unsaved text, its identity fields.

Everything that defines variables is read through here, so that the unsaved text of an open
template, identity or context counts at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.formats.definitions import LayerName
from editor.formats.runtime_values import RuntimeValue, loaded_values
from editor.session.context_values import ContextValues
from editor.session.document import Document
from editor.session.documents import Documents, is_same_file
from editor.session.identity_source import IdentitySource
from editor.session.inventory import SOURCE_KINDS, Inventory
from editor.session.memory import LeftContext
from editor.session.sample_source import SampleSource
from editor.session.saved_contexts import SavedContexts
from editor.session.slot_source import SlotSource
from editor.session.soul_messages import SoulSetting
from editor.session.source_texts import SourceTexts
from editor.workspace.contexts import format_now
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.workspace import Workspace

LARGE_SOURCE = 64 * 1024
"""Changes of a source longer than this reach its users after a pause, not at each key."""
PAUSE = 150


class Project(QObject):
    """One workspace of the window."""

    scope_changed = Signal()
    """Values of variables may have changed; ask for `scope` again."""
    files_changed = Signal()
    context_changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        documents: Documents,
        clock: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self._documents = documents
        self._clock = clock
        self._now = format_now(clock())
        self._texts = SourceTexts(documents)
        self._linked: set[Document] = set()
        self._builder = ScopeBuilder(workspace, self._texts.read)
        self.inventory = Inventory(workspace, self)
        self.inventory.changed.connect(self.files_changed)
        self._known_names: frozenset[str] | None = None
        self._context_names: tuple[str, ...] | None = None
        self._scopes: dict[FileKind, Scope] = {}
        self.identity = IdentitySource(
            workspace, self._texts.read, self.open_identity, self.identity_document
        )
        self.saved_contexts = SavedContexts(workspace, documents)
        self._samples = SampleSource(self._texts.read)
        self.slots = SlotSource(self, self._texts, self)
        self.files_changed.connect(self.slots.look_again)
        self._setting: SoulSetting | None = None
        self._put_aside: ContextValues | None = None
        self._switched_off: frozenset[str] = frozenset()
        self._context = ContextValues()
        self._runtime = self._context.runtime()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._sources_changed)
        self.choose_context(workspace.config.context)

    @property
    def root(self) -> Path:
        """The workspace folder."""
        return self.workspace.root

    @property
    def now(self) -> str:
        """The value of ``now``: the same in every comparison until it is refreshed."""
        return self._now

    @property
    def context(self) -> ContextValues:
        """The context values in force."""
        return self._context

    def files(self) -> tuple[WorkspaceFile, ...]:
        """Return the files of the workspace, as far as they have been found."""
        return self.inventory.files()

    def detail_of(self, file: WorkspaceFile) -> str:
        """Return ``generator`` or ``agent`` for a prompt that is known to be one."""
        return self.inventory.detail_of(file)

    def context_names(self) -> tuple[str, ...]:
        """Return the names of the saved contexts."""
        if self._context_names is None:
            self._context_names = self.workspace.context_names()
        return self._context_names

    def soul_setting(self) -> SoulSetting:
        """Return what souls are shown with, unsaved samples included."""
        return self._samples.setting(self.workspace)

    def choose_provider(self, name: str | None) -> None:
        """Show souls with the overrides for a provider, or with none."""
        if name != self._samples.provider:
            self._samples.provider = name
            self.scope_changed.emit()

    def known_names(self, kind: FileKind = FileKind.PROMPT) -> frozenset[str]:
        """Return names that are merely not set now: in souls those that every agent resolves,
        elsewhere the catalogue and all saved contexts."""
        if kind is FileKind.SOUL:
            return self.soul_setting().known
        if self._known_names is None:
            self._known_names = self.workspace.known_names(self._texts.read)
        return self._known_names

    def defines(self, path: Path) -> bool:
        """Whether the workspace names this file as its identity, as its own, or among its slots."""
        config, place = self.workspace.config, path.absolute()
        named = (config.slots.app, config.slots.default)
        return place in (config.identity, config.file) or place.parent in named

    def scope(self, kind: FileKind) -> Scope:
        """Return the scope for a file of `kind`, unsaved text included."""
        if kind is FileKind.SOUL:
            return self.soul_setting().samples.scope()
        if kind is FileKind.SLOT:  # programs fill slots with what they have at run time
            context = self.scope(FileKind.PROMPT).layer(LayerName.CONTEXT)
            return Scope(() if context is None else (context,))
        key = FileKind.TEMPLATE if kind is FileKind.TEMPLATE else FileKind.PROMPT
        if key not in self._scopes:
            self._scopes[key] = self._builder.scope(
                key,
                self._context.effective(),
                self._now,
                origins=self._context.origins_in_force(),
            )
        return self._scopes[key]

    @property
    def switched_off(self) -> frozenset[str]:
        """The layers that previews go without: those of slots, and of prompts."""
        return self._switched_off

    def switch_off(self, layers: frozenset[str]) -> None:
        """Let previews go without some layers; nothing else is said to be other than it is."""
        if layers != self._switched_off:
            self._switched_off = layers
            self.scope_changed.emit()

    def shown_scope(self, kind: FileKind) -> Scope:
        """Return the scope that a preview of a file of `kind` is rendered with."""
        if not self._switched_off:
            return self.scope(kind)
        return self._builder.scope(
            kind,
            self._context.effective(),
            self._now,
            origins=self._context.origins_in_force(),
            without=self._switched_off,
        )

    def source_text(self, path: Path) -> str:
        """Return the text of a file that defines variables, unsaved text included.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        return self._texts.read(path)

    def choose_context(self, name: str | None) -> None:
        """Take the values of a saved context, or none; what was typed is put aside."""
        self._put_aside = self._context if self._context.differs() else None
        saved = self._saved_values(name) if name else None
        self._context = ContextValues() if saved is None else saved
        self._values_changed()

    @property
    def put_aside(self) -> ContextValues | None:
        """The values that were typed and not saved when another context was chosen."""
        return self._put_aside

    def take_back(self) -> None:
        """Take the values again that were put aside."""
        if self._put_aside is not None:
            self._context, self._put_aside = self._put_aside, None
            self._sources_changed()

    def restore_context(self, left: LeftContext) -> None:
        """Choose a saved context, if it is still there, and set what was typed over it."""
        if left.name is None or self.workspace.context_path(left.name) is not None:
            self.choose_context(left.name)
        if left.typed or left.slots:
            typed = self._context.with_values(left.typed)
            self._take(replace(typed, typed_slots=left.slots))

    def set_value(self, name: str, value: str | None) -> None:
        """Set a context variable; None takes it away, which is not the same as empty."""
        changed = self._context.with_value(name, value)
        if changed.effective() == self._context.effective() and changed.state(
            name
        ) is self._context.state(name):
            return
        self._take(changed)

    def set_values(self, values: Mapping[str, str | None]) -> None:
        """Set several context variables at once; None takes one away."""
        self._take(self._context.with_values(values))

    def add_name(self, name: str) -> None:
        """List a context variable of the user's own; it is not set until a value is typed."""
        if name not in self._context.names():
            self._take(self._context.with_value(name, None))

    def remove_name(self, name: str) -> None:
        """Take a context variable of the user's own away, its value with it."""
        self._take(self._context.without(name))

    def runtime_slots(self, name: str) -> dict[str, object]:
        """Return the runtime layer of the slot called `name`."""
        return loaded_values(self._context.runtime_of(name))

    def set_runtime(self, slot: str, key: str, value: RuntimeValue | None) -> None:
        """Set a key of a slot's runtime layer; None takes it away."""
        changed = self._context.with_runtime(slot, key, value)
        if changed.runtime() != self._context.runtime():
            self._take(changed)

    def context_fault(self) -> str | None:
        """Return why the chosen context gives not all its values, or None."""
        name = self._context.name
        return None if name is None else self.saved_contexts.fault(name, self._texts.read)

    def save_context(self) -> None:
        """Write the values into the chosen context's file; see `SavedContexts`.

        Raises:
            ContextRefused: they are not saved.
        """
        self.saved_contexts.save(self._context)
        self._saved_as(self._context.name or "")

    def save_context_as(self, name: str) -> None:
        """Save the values as a new context and choose it; see `SavedContexts`.

        Raises:
            ContextRefused: there is no new context.
        """
        self.saved_contexts.save_as(name, self._context)
        self._saved_as(name)

    def rename_context(self, name: str) -> None:
        """Give the chosen context another name.

        Raises:
            ContextRefused: it has its old name.
        """
        self.saved_contexts.rename(self._context.name or "", name)
        self._context = replace(self._context, name=name)
        self.rescan()

    def delete_context(self) -> None:
        """Move the chosen context's file to the trash; its values stay, as typed ones.

        Raises:
            ContextRefused: the file is still there.
        """
        self.saved_contexts.delete(self._context.name or "")
        self._context = self._context.unsaved()
        self.rescan()

    def confirm_place(self, path: Path) -> None:
        """Take the user's word that the file at `path`, outside the workspace, may be written."""
        self._documents.confirm_place(path)

    def refresh_now(self) -> None:
        """Take the clock again."""
        self._now = format_now(self._clock())
        self._values_changed()

    def rescan(self) -> None:
        """Look at the disk again: another program changed something, or a file was saved."""
        self._texts.forget()
        if not self.workspace.is_current():
            self.workspace = Workspace.open(self.root, self.root)
            self._builder = ScopeBuilder(self.workspace, self._texts.read)
        self._builder.look_again()
        self.inventory.rescan(self.workspace)
        self._sources_changed()

    def source_edited(self, document: Document) -> None:
        """Take the unsaved text of a template, identity, context or variable into account."""
        if not self._defines_names(document):
            return
        if document.qdocument.characterCount() > LARGE_SOURCE:
            self._pause.start()
        else:
            self._sources_changed()

    def source_opened(self, document: Document) -> None:
        """Take a source into account that is open now; its text is mostly known from disk."""
        self._texts.forget_documents()
        # A source may be opened by another name, as through a link.
        self._linked.update(
            (document,)
            if document.path is not None
            and document.kind not in SOURCE_KINDS
            and any(is_same_file(document.path, each) for each in self.inventory.sources())
            else ()
        )
        if not self._texts.is_as_read(document):
            self.source_edited(document)

    def _defines_names(self, document: Document) -> bool:
        return document.kind in SOURCE_KINDS or document in self._linked

    def source_closed(self, document: Document) -> None:
        """Take the text on disk again in place of the unsaved text of a closed source."""
        self._texts.forget_documents()
        if self._defines_names(document):
            self._linked.discard(document)
            self._texts.forget()
            self._sources_changed()

    def has_identity_file(self) -> bool:
        """Whether there is an identity file, on disk or open."""
        path = self.workspace.config.identity
        return self._texts.document_at(path) is not None or self._texts.can_read(path)

    def open_identity(self) -> Document:
        """Return the identity file as an open document, opening it without a tab.

        Raises:
            UnreadableFile: it cannot be opened.
        """
        return self._documents.open(self.workspace.config.identity, FileKind.IDENTITY)

    def identity_document(self) -> Document | None:
        """Return the identity file as an open document, or None if it is not open."""
        return self._texts.document_at(self.workspace.config.identity)

    def _sources_changed(self) -> None:
        self._pause.stop()
        self.identity.forget()
        self._known_names = self._context_names = None
        name = self._context.name
        saved = self._saved_values(name) if name is not None else None
        if saved is not None:
            self._context = self._context.settled(saved)
        elif name is not None and self.workspace.context_path(name) is None:
            self._context = self._context.settled(ContextValues())
        self._values_changed()

    def _saved_values(self, name: str) -> ContextValues | None:
        saved = self.workspace.context_values(name, self._texts.read)
        if saved is None:
            return None
        return ContextValues(saved.values, {}, saved.origins, name, slots=saved.slots)

    def _saved_as(self, name: str) -> None:
        """Take over what was just saved."""
        self._context = ContextValues(name=name)
        self.rescan()

    def _take(self, context: ContextValues) -> None:
        self._context = context
        self._values_changed()

    def _values_changed(self) -> None:
        before, setting = self._scopes.get(FileKind.PROMPT), self._setting
        self._scopes.clear()
        self._setting = self.soul_setting()
        runtime, self._runtime = self._runtime, self._context.runtime()
        same_names = before is not None and before == self.scope(FileKind.PROMPT)
        if not same_names or self._setting is not setting or runtime != self._runtime:
            self.scope_changed.emit()
        self.context_changed.emit()
