"""A workspace in use: its context, its scope with unsaved text, its identity fields.

Everything that defines variables is read through here, so that the unsaved text of an open
template, identity or context counts at once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.edits import EditRefused
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.tree import NodeKind, Number, dotted_path
from editor.formats.identity import FlatField, IdentityFile, IdentityFormat
from editor.session.context_values import ContextValues
from editor.session.describer import Describer
from editor.session.document import Document
from editor.session.documents import Documents, UnreadableFile
from editor.workspace.contexts import format_now
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.workspace import Workspace

SOURCE_KINDS = frozenset(
    (FileKind.TEMPLATE, FileKind.VARIABLE, FileKind.IDENTITY, FileKind.CONTEXT)
)
LARGE_SOURCE = 64 * 1024
"""Changes of a source longer than this reach its users after a pause, not at each key."""
PAUSE = 150
NEW_IDENTITY = """\
{
  "identity": {
    "name": "",
    "preferred": "",
    "bio": "",
    "pronouns": {
      "subject": "they",
      "object": "them",
      "possessive": "their",
      "reflexive": "themselves"
    },
    "timezone": "",
    "aliases": [],
    "email_addresses": []
  }
}
"""
MOST_WATCHED = 1_000
"""Folders, and sources, that are watched at most; the rest is compared when the window gets the
focus."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class IdentityValue:
    """A value of the identity as a field shows it.

    Attributes:
        path: Dotted keys below the ``identity`` object.
        names: The variables it makes.
        text: A string's value, or the source text of a number or boolean.
    """

    path: str
    names: tuple[str, ...]
    text: str


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
        self._on_disk: dict[Path, str | Exception] = {}
        self._builder = ScopeBuilder(workspace, self._read)
        self._describer = Describer(self._read, self)
        self._describer.described.connect(self.files_changed)
        self._known_names: frozenset[str] | None = None
        self._context_names: tuple[str, ...] | None = None
        self._scopes: dict[FileKind, Scope] = {}
        self._files: tuple[WorkspaceFile, ...] | None = None
        self._identity: IdentityFile | None = None
        self._half_typed = ("", NodeKind.STRING, "")
        self._context = ContextValues()
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
        """Return the files of the workspace as last looked for."""
        if self._files is None:
            self._files = self.workspace.files()
            self._describer.describe(self._files)
        return self._files

    def detail_of(self, file: WorkspaceFile) -> str:
        """Return ``generator`` or ``agent`` for a prompt that is known to be one."""
        return self._describer.detail(file.path)

    def context_names(self) -> tuple[str, ...]:
        """Return the names of the saved contexts."""
        if self._context_names is None:
            self._context_names = self.workspace.context_names()
        return self._context_names

    def known_names(self) -> frozenset[str]:
        """Return names that are merely not set now: the catalogue and all saved contexts."""
        if self._known_names is None:
            around = self.workspace.surroundings(FileKind.PROMPT, self._read)
            self._known_names = around.known
        return self._known_names

    def scope(self, kind: FileKind) -> Scope:
        """Return the scope for a file of `kind`, unsaved text included."""
        key = FileKind.TEMPLATE if kind is FileKind.TEMPLATE else FileKind.PROMPT
        if key not in self._scopes:
            self._scopes[key] = self._builder.scope(
                key,
                self._context.effective(),
                self._now,
                origins=self._context.origins_in_force(),
            )
        return self._scopes[key]

    def source_text(self, path: Path) -> str:
        """Return the text of a file that defines variables, unsaved text included.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        return self._read(path)

    def choose_context(self, name: str | None) -> None:
        """Take the values of a saved context, or none; what was typed is put aside."""
        saved = self.workspace.context_values(name, self._read) if name else None
        if saved is None:
            self._context = ContextValues()
        else:
            self._context = ContextValues(saved.values, {}, saved.origins, name)
        self._values_changed()

    def set_value(self, name: str, value: str | None) -> None:
        """Set a context variable; None takes it away, which is not the same as empty."""
        changed = self._context.with_value(name, value)
        if changed.effective() == self._context.effective() and changed.state(
            name
        ) is self._context.state(name):
            return
        self._context = changed
        self._values_changed()

    def refresh_now(self) -> None:
        """Take the clock again."""
        self._now = format_now(self._clock())
        self._values_changed()

    def rescan(self) -> None:
        """Look at the disk again: another program changed something."""
        self._on_disk.clear()
        files = self.workspace.files()
        if files != self._files:
            self._files = files
            self._describer.describe(files)
            self.files_changed.emit()
        self._sources_changed()

    def source_edited(self, document: Document) -> None:
        """Take the unsaved text of a template, identity, context or variable into account."""
        if document.kind not in SOURCE_KINDS:
            return
        if document.qdocument.characterCount() > LARGE_SOURCE:
            self._pause.start()
        else:
            self._sources_changed()

    def source_opened(self, document: Document) -> None:
        """Take a source into account that is open now; its text is mostly known from disk."""
        known = self._on_disk.get(document.path) if document.path is not None else None
        if known != document.text():
            self.source_edited(document)

    def source_closed(self, document: Document) -> None:
        """Take the text on disk again in place of the unsaved text of a closed source."""
        if document.kind in SOURCE_KINDS:
            if document.path is not None:
                self._on_disk.pop(document.path, None)
            self._sources_changed()

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in which files of the workspace lie or may appear."""
        config = self.workspace.config
        own = (config.root, config.templates, config.contexts, config.identity.parent)
        listed = (file.path.parent for file in self.files())
        extra = (each.folder for each in config.variables)
        return tuple(dict.fromkeys((*own, *extra, *listed)))[:MOST_WATCHED]

    def sources(self) -> tuple[Path, ...]:
        """Return the files that define variables: their text counts though nobody opened them."""
        found = [file.path for file in self.files() if file.kind in SOURCE_KINDS]
        return tuple(found[:MOST_WATCHED])

    def identity_values(self) -> tuple[IdentityValue, ...]:
        """Return the values of the identity that make variables, in order of the file."""
        identity = self._parsed_identity()
        if identity is None:
            return ()
        return tuple(_identity_value(identity, each) for each in identity.flattened)

    def identity_fault(self) -> str | None:
        """Return why the identity file gives no values, or None."""
        identity = self._parsed_identity()
        return identity.invalid[0].message if identity and identity.invalid else None

    def has_identity_file(self) -> bool:
        """Whether there is an identity file, on disk or open."""
        path = self.workspace.config.identity
        return self._documents.find(path) is not None or path.is_file()

    def set_identity(self, path: str, text: str) -> None:
        """Write a value of the identity into its file, which stays unsaved until asked.

        Args:
            path: As `IdentityValue.path`.
            text: What the user typed; a number or boolean stays one if the text is one.

        Raises:
            EditRefused: the file cannot take it.
            OSError: the file cannot be opened.
        """
        document = self.open_identity()
        identity = IdentityFormat().parse(document.text())
        field = next((each for each in identity.flattened if _dotted(each) == path), None)
        if field is None or identity.fields is None:
            raise EditRefused(f"The identity has no value {path}.")
        kind = self._kind_meant(path, field)
        value = _typed(kind, text)
        self._half_typed = (path, kind, text)
        edits = identity.fields.language.set(identity.text, field.path, value)
        document.apply(edits, merge_key=f"identity:{path}")

    def _kind_meant(self, path: str, field: FlatField) -> NodeKind:
        """The type of a field; on the way to another number it may be a text, such as ``1.``."""
        half_path, half_kind, half_text = self._half_typed
        if half_path == path and field.node.value == half_text:
            return half_kind
        return field.node.kind

    def open_identity(self) -> Document:
        """Return the identity file as an open document, opening it without a tab.

        Raises:
            UnreadableFile: it cannot be opened.
        """
        return self._documents.open(self.workspace.config.identity, FileKind.IDENTITY)

    def identity_document(self) -> Document | None:
        """Return the identity file as an open document, or None if it cannot be opened."""
        try:
            return self.open_identity()
        except UnreadableFile:
            return None

    def new_identity_text(self) -> str:
        """Return the text of an identity file to begin with."""
        return NEW_IDENTITY

    def _parsed_identity(self) -> IdentityFile | None:
        if self._identity is None and self.has_identity_file():
            try:
                text = self._read(self.workspace.config.identity)
            except (OSError, ValueError):
                return None
            self._identity = IdentityFormat().parse(text)
        return self._identity

    def _read(self, path: Path) -> str:
        document = self._documents.find(path)
        if document is not None:
            return document.text()
        if path not in self._on_disk:
            try:
                self._on_disk[path] = read_text(path)
            except (OSError, ValueError) as error:
                self._on_disk[path] = error
        found = self._on_disk[path]
        if isinstance(found, Exception):
            raise found
        return found

    def _sources_changed(self) -> None:
        self._pause.stop()
        self._identity = None
        self._known_names = self._context_names = None
        name = self._context.name
        if name is not None:
            saved = self.workspace.context_values(name, self._read)
            if saved is not None:
                self._context = ContextValues(
                    saved.values, self._context.typed, saved.origins, name
                )
        self._values_changed()

    def _values_changed(self) -> None:
        self._scopes.clear()
        self.scope_changed.emit()
        self.context_changed.emit()


def _dotted(field: FlatField) -> str:
    return dotted_path(field.path[1:])


def _identity_value(identity: IdentityFile, field: FlatField) -> IdentityValue:
    is_text = field.node.kind is NodeKind.STRING
    text = str(field.node.value) if is_text else field.node.span.of(identity.text)
    return IdentityValue(_dotted(field), (field.name, field.name.capitalize()), text)


def _typed(kind: NodeKind, text: str) -> object:
    """The value that `text` is, of type `kind` where the text allows it."""
    if kind is NodeKind.BOOLEAN and text in ("true", "false"):
        return text == "true"
    if kind is NodeKind.NUMBER and _NUMBER.fullmatch(text):
        return Number(text)
    return text
