"""Changes of the identity: each touches its own value in ``journal.json`` and nothing else.

The file stays unsaved until it is asked to be saved; typing in one field is one undo step.
"""

import json
import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from editor.core.edits import Edit, EditRefused, apply_edits, difference
from editor.core.json_language import JsonLanguage
from editor.core.tree import Node, NodeKind, Number, Path
from editor.formats.identity import ROOT, IdentityFile, IdentityFormat
from editor.formats.schema import Schema
from editor.session.document import Document
from editor.session.identity_fields import PRONOUN_SETS, Located, first_value, located

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_OWN_NAME = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*(?:\.[_a-zA-Z][_a-zA-Z0-9]*)*")


def _tr(text: str) -> str:
    return QCoreApplication.translate("IdentityEdits", text)


class IdentityEdits:
    """Edits one identity file through its document.

    Paths are dotted keys below the ``identity`` object.

    Raises (all edits):
        EditRefused: the file cannot take it; one sentence for the user.
        OSError: the file cannot be opened.
    """

    def __init__(self, open_document: Callable[[], Document], schema: Callable[[], Schema]) -> None:
        """Edit the document that `open_document` gives, opening it without a tab if need be."""
        self._open = open_document
        self._schema = schema
        self._half_typed = ("", NodeKind.STRING, "")

    def set_text(self, path: str, text: str) -> None:
        """Write what the user typed; a number or boolean stays one if the text is one."""
        document, file, found = self._find(path)
        kind = self._kind_meant(path, found.entry.node)
        self._half_typed = (path, kind, text)
        self._set(document, file, found.path, _typed(kind, text), path)

    def set_code(self, path: str, code: str) -> None:
        """Put `code`, which must be JSON, in the place of a value, spelled as it is typed."""
        document, file, found = self._find(path)
        span = found.entry.node.span
        try:
            JsonLanguage().parse(code)
            JsonLanguage().parse(apply_edits(file.text, (Edit(span, code.strip()),)))
        except ValueError as fault:
            raise EditRefused(_tr("This is no JSON yet: {0}").format(fault)) from fault
        document.apply((Edit(span, code.strip()),), merge_key=f"identity:{path}")

    def set_pronouns(self, path: str, chosen: str) -> None:
        """Make the four pronouns of a group those of a set, as one undo step."""
        document, file, found = self._find(path)
        text = file.text
        for key, word in PRONOUN_SETS[chosen].items():
            text = apply_edits(text, JsonLanguage().set(text, (*found.path, key), word))
        document.end_merge()
        change = difference(file.text, text)
        if change is not None:
            document.apply((change,))

    def add_item(self, path: str, text: str) -> None:
        """Put a text at the end of a list."""
        document, file, found = self._find(path)
        place = (*found.path, len(found.entry.node.entries))
        self._apply(document, JsonLanguage().insert(file.text, place, text))

    def set_item(self, path: str, index: int, text: str) -> None:
        """Make a text of a list another one."""
        document, file, found = self._find(path)
        self._apply(document, JsonLanguage().set(file.text, (*found.path, index), text))

    def remove_item(self, path: str, index: int) -> None:
        """Take a text out of a list."""
        document, file, found = self._find(path)
        self._apply(document, JsonLanguage().remove(file.text, (*found.path, index)))

    def clear(self, path: str) -> None:
        """Make a field empty; it stays in the file."""
        document, file, found = self._find(path)
        empty: object = [] if found.entry.node.kind is NodeKind.SEQUENCE else ""
        self._apply(document, JsonLanguage().set(file.text, found.path, empty))

    def remove(self, path: str) -> None:
        """Take a field out of the file."""
        document, file, found = self._find(path)
        self._apply(document, JsonLanguage().remove(file.text, found.path))

    def add(self, path: str) -> None:
        """Add a field: a known one, or one whose name the user chose; a dot makes a group."""
        if not _OWN_NAME.fullmatch(path):
            raise EditRefused(
                _tr(
                    "A name is letters, digits and underscores, and begins with no digit; "
                    "a dot makes a group, as in pets.cat."
                )
            )
        document = self._open()
        file = IdentityFormat().parse(document.text())
        keys: Path = tuple(path.split("."))
        if any(each.path == (*ROOT, *keys) for each in located(file)):
            raise EditRefused(_tr("There is a field {0} already.").format(path))
        off = next((each.off for each in located(file) if each.off and _leads(each, keys)), "")
        if off:
            raise EditRefused(off)
        value = first_value(self._schema(), keys)
        self._apply(document, JsonLanguage().set(file.text, (*ROOT, *keys), value))

    def _find(self, path: str) -> tuple[Document, IdentityFile, Located]:
        document = self._open()
        file = IdentityFormat().parse(document.text())
        found = next((each for each in located(file) if each.dotted == path), None)
        if found is None:
            raise EditRefused(_tr("The identity has no value {0}.").format(path))
        if found.off:
            raise EditRefused(found.off)
        if document.read_only_reason:
            raise EditRefused(document.read_only_reason)
        return document, file, found

    def _set(
        self, document: Document, file: IdentityFile, place: Path, value: object, path: str
    ) -> None:
        edits = JsonLanguage().set(file.text, place, value)
        document.apply(edits, merge_key=f"identity:{path}")

    @staticmethod
    def _apply(document: Document, edits: tuple[Edit, ...]) -> None:
        document.end_merge()
        document.apply(edits)

    def _kind_meant(self, path: str, node: Node) -> NodeKind:
        """The type of a field; on the way to another number it may be a text, such as ``1.``."""
        half_path, half_kind, half_text = self._half_typed
        if half_path == path and node.value == half_text:
            return half_kind
        return node.kind


def _leads(found: Located, keys: Path) -> bool:
    below = found.path[len(ROOT) :]
    return keys[: len(below)] == below


def _typed(kind: NodeKind, text: str) -> object:
    """The value that `text` is, of type `kind` where the text allows it."""
    if kind is NodeKind.BOOLEAN and text in ("true", "false"):
        return json.loads(text)
    if kind is NodeKind.NUMBER and _NUMBER.fullmatch(text):
        return Number(text)
    return text
