"""The texts of files that count though nobody may have opened them: unsaved, or as on disk."""

import os
from pathlib import Path

from editor.session.document import Document
from editor.session.documents import Documents
from editor.workspace.reading import read_text


class SourceTexts:
    """Reads files once; the unsaved text of an open one comes first."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._on_disk: dict[Path, str | Exception] = {}
        self._found: dict[Path, Document | None] = {}
        documents.opened.connect(self.forget_documents)
        documents.closed.connect(self.forget_documents)
        documents.saved.connect(self.forget_documents)

    def document_at(self, path: Path) -> Document | None:
        """Return the open document of a file; the disk is asked once, not at every key."""
        if path not in self._found:
            self._found[path] = self._documents.find(path)
        return self._found[path]

    def read(self, path: Path) -> str:
        """Return the text of a file.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        document = self.document_at(path)
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

    def open_as(self, path: Path) -> Document | None:
        """Return the document that was opened by this very name: cheap, for many questions."""
        return next((each for each in self._documents.all() if each.path == path), None)

    def fresh(self, path: Path) -> str:
        """Return the text of a file as it is now, without keeping it.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        document = self.open_as(path)
        return read_text(path) if document is None else document.text()

    def can_read(self, path: Path) -> bool:
        """Whether there is such a file, readable or not."""
        try:
            self.read(path)
        except FileNotFoundError:
            return False
        except (OSError, ValueError):
            return os.path.lexists(path)
        return True

    def is_as_read(self, document: Document) -> bool:
        """Whether a document holds what was read from disk when it was not open."""
        path = document.path
        return path is not None and self._on_disk.get(path) == document.text()

    def forget_documents(self) -> None:
        """Look anew which files are open."""
        self._found.clear()

    def forget(self) -> None:
        """Look at everything anew."""
        self._on_disk.clear()
        self._found.clear()
