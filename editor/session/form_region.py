"""The part of a document that a form shows, and how its fields are written.

A frontmatter is a part of a file; a file that is data from end to end is its own region.
"""

from typing import Protocol

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused
from editor.core.kinds import FileKind
from editor.core.tree import Path
from editor.formats.base import Fields
from editor.formats.frontmatter import FrontmatterKind
from editor.formats.frontmatter_edits import (
    add_frontmatter,
    insert_field,
    move_field,
    remove_field,
    set_field,
)
from editor.formats.prompt import PromptFile
from editor.session.document import Document
from editor.session.liveview import LiveView

Edits = tuple[Edit, ...]


class FieldWriter(Protocol):
    """Makes edits of the text of a region; each method raises `EditRefused` if it cannot."""

    def set(self, text: str, path: Path, value: object) -> Edits:
        """Return the edits that make the field at `path` hold `value`."""
        ...

    def insert(self, text: str, path: Path, value: object, before: str | None = None) -> Edits:
        """Return the edits that add an entry: `before` a key of its container, or last."""
        ...

    def move(self, text: str, path: Path, index: int) -> Edits:
        """Return the edits that make the entry at `path` number `index` of its container."""
        ...

    def remove(self, text: str, path: Path) -> Edits:
        """Return the edits that take the field at `path` out."""
        ...


class FormRegion(Protocol):
    """What a form reads of a document; edits count from the document's first character."""

    @property
    def writer(self) -> FieldWriter:
        """Writes its fields."""
        ...

    @property
    def fields(self) -> Fields | None:
        """The fields as they are now, with a fault if they have one; None if there is no region."""
        ...

    @property
    def fault(self) -> ParseFault | None:
        """Why the fields cannot be read, or None."""
        ...

    @property
    def fault_line(self) -> int:
        """The line of the fault, from 1; 0 without one."""
        ...

    @property
    def note(self) -> str:
        """Why there is no region although it looks like one, or empty."""
        ...

    @property
    def file_kind(self) -> str:
        """What kind of file it is, as the form says it."""
        ...

    def text(self) -> str:
        """Return the text that the fields are in, from the document's first character on."""
        ...

    def begin(self, language: str) -> Edits:
        """Return the edits that put a region into a document without one."""
        ...


class FrontmatterWriter:
    """Writes fields of a frontmatter."""

    def set(self, text: str, path: Path, value: object) -> Edits:
        """Return the edits that make the field at `path` hold `value`."""
        return set_field(text, path, value)

    def insert(self, text: str, path: Path, value: object, before: str | None = None) -> Edits:
        """Return the edits that add an entry: `before` a key of its container, or last."""
        return insert_field(text, path, value, before)

    def move(self, text: str, path: Path, index: int) -> Edits:
        """Return the edits that make the entry at `path` number `index` of its container."""
        return move_field(text, path, index)

    def remove(self, text: str, path: Path) -> Edits:
        """Return the edits that take the field at `path` out."""
        return remove_field(text, path)


class HeadRegion:
    """The frontmatter of a document."""

    def __init__(self, document: Document, live: LiveView) -> None:
        """Follow a document.

        Args:
            document: The document.
            live: Its rendering, which reads the head.
        """
        self._document = document
        self._live = live

    @property
    def writer(self) -> FieldWriter:
        """Writes its fields."""
        return FrontmatterWriter()

    @property
    def fields(self) -> Fields | None:
        """The fields of the frontmatter, if there is one."""
        return self._live.head.fields

    @property
    def fault(self) -> ParseFault | None:
        """Why the fields cannot be read, or None."""
        fields = self.fields
        return None if fields is None else fields.fault

    @property
    def fault_line(self) -> int:
        """The line of the fault, from 1."""
        return self._live.stale_line or 1

    @property
    def note(self) -> str:
        """Why what looks like frontmatter is none."""
        return self._live.head.note or ""

    @property
    def file_kind(self) -> str:
        """``generator``, ``agent``, ``prompt``, ``template`` or ``variable``."""
        if self._document.kind is not FileKind.PROMPT:
            return self._document.kind.value
        head = self._live.head
        return PromptFile("", head).prompt_kind.value if head.fields is not None else "prompt"

    def text(self) -> str:
        """Return the lines of the frontmatter, fences included."""
        return self._document.lines_text(self._live.head_lines)

    def begin(self, language: str) -> Edits:
        """Return the edits that put frontmatter above the text, in JSON or as ``yaml``."""
        kind = FrontmatterKind.YAML if language == "yaml" else FrontmatterKind.JSON
        return add_frontmatter(self._document.text(), kind)


def required(region: FormRegion) -> Fields:
    """Return the fields of a region that has some that can be read.

    Raises:
        EditRefused: it has none.
    """
    fields, fault = region.fields, region.fault
    if fields is None:
        raise EditRefused("The file has no frontmatter.")
    if fault is not None:
        raise EditRefused(fault.message)
    return fields
