"""The identity of a workspace: what its file says now, unsaved text included, and its edits."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from editor.core.kinds import FileKind
from editor.formats.identity import IdentityFile, IdentityFormat
from editor.formats.schema import Schema
from editor.session.document import Document
from editor.session.identity_edits import IdentityEdits
from editor.session.identity_fields import (
    IdentityEntry,
    IdentityValue,
    KnownField,
    identity_entries,
    identity_value,
    known_fields,
)
from editor.workspace.workspace import Workspace


class IdentitySource:
    """Reads the identity file of one workspace; what it read is kept until `forget`."""

    def __init__(
        self,
        workspace: Workspace,
        read: Callable[[Path], str],
        open_document: Callable[[], Document],
        document: Callable[[], Document | None],
    ) -> None:
        """Read and edit the identity of `workspace`.

        Args:
            workspace: The workspace.
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
            open_document: Opens the identity file, without a tab.
            document: Gives the identity file if it is open.
        """
        self._workspace = workspace
        self._read = read
        self._document = document
        self._parsed: IdentityFile | None = None
        self._entries: tuple[IdentityEntry, ...] | None = None
        self.edits = IdentityEdits(open_document, self.schema)

    def schema(self) -> Schema:
        """Return the schema of the identity object."""
        return self._schema

    def values(self) -> tuple[IdentityValue, ...]:
        """Return the values that make variables, in order of the file."""
        file = self._file()
        return () if file is None else tuple(identity_value(file, each) for each in file.flattened)

    def entries(self) -> tuple[IdentityEntry, ...]:
        """Return all fields, in order of the file."""
        if self._entries is None:
            file = self._file()
            self._entries = () if file is None else identity_entries(file, self._schema)
        return self._entries

    def known_fields(self) -> tuple[KnownField, ...]:
        """Return the known fields that the identity does not have yet."""
        file = self._file()
        return () if file is None else known_fields(file, self._schema)

    def fault(self) -> str | None:
        """Return why the file gives no values; None if it does or if there is no file."""
        try:
            file = self._file_or_error()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            return str(error)
        return file.invalid[0].message if file.invalid else None

    def end_visit(self) -> None:
        """Let what is typed next be an undo step of its own."""
        document = self._document()
        if document is not None:
            document.end_merge()

    def forget(self) -> None:
        """Read the file again when it is asked for."""
        self._parsed = None
        self._entries = None

    @cached_property
    def _schema(self) -> Schema:
        return self._workspace.schema(FileKind.IDENTITY) or {}

    def _file(self) -> IdentityFile | None:
        try:
            return self._file_or_error()
        except (OSError, ValueError):
            return None

    def _file_or_error(self) -> IdentityFile:
        if self._parsed is None:
            self._parsed = IdentityFormat().parse(self._read(self._workspace.config.identity))
        return self._parsed
