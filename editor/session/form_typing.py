"""What a text typed into a form field means as a value.

A value typed in a form is written so that it reads back as exactly the string, number, boolean
or list typed (docs/formats.md, Files).
"""

import re
from collections.abc import Iterator
from datetime import date

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused
from editor.core.spans import LineIndex
from editor.core.tree import Language, Node, NodeKind, Number
from editor.session.form_shape import Shape
from editor.session.form_values import FieldKind

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_TYPES = {"true": "boolean", "false": "boolean", "null": "null"}


def readings(
    shape: Shape, kind: FieldKind, text: str, node: Node | None, language: Language
) -> Iterator[object]:
    """Yield the values that `text`, typed into a field, may stand for, the best first.

    The last one is always the text itself, so that nothing typed is lost. A language may
    refuse to write the others.

    Args:
        shape: What the schema says of the field.
        kind: The widget it was typed into.
        text: What was typed.
        node: The value there is, or None.
        language: How the value will be written.
    """
    if kind is FieldKind.NUMBER and _is_number(text, language):
        yield Number(text)
    elif kind is FieldKind.DATE and node is not None and isinstance(node.value, date):
        yield from _dates(text)
    elif shape.types and "string" not in shape.types:
        if text in _WORDS and _TYPES[text] in shape.types:
            yield _WORDS[text]
        elif shape.allows("number", "integer") and _is_number(text, language):
            yield Number(text)
    yield text


def _is_number(text: str, language: Language) -> bool:
    if _NUMBER.fullmatch(text):
        return True
    if not text or text != text.strip():
        return False
    try:
        root = language.parse(text).root
    except ParseFault:
        return False
    return root is not None and root.kind is NodeKind.NUMBER and len(root.span) == len(text)


def _dates(text: str) -> Iterator[date]:
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
        try:
            yield date.fromisoformat(text)
        except ValueError:
            return


def parsed_source(language: Language, text: str) -> object:
    """Return the value that `text` is in `language`, numbers as they are spelled.

    Raises:
        EditRefused: it is none, or one that a form cannot write; the message says why.
    """
    try:
        root = language.parse(text).root
    except ParseFault as fault:
        line = LineIndex(text).position(fault.offset).line
        where = f" (line {line})" if "\n" in text else ""
        message = fault.message.rstrip(".")
        raise EditRefused(f"Not valid {language.name.upper()} yet: {message}{where}.") from fault
    return None if root is None else _written(root, text)


def _written(node: Node, text: str) -> object:
    if node.inherited:
        raise EditRefused("An alias cannot be written in a form; edit it in the text.")
    if node.kind is NodeKind.MAPPING:
        for entry in node.entries:
            if entry.duplicate:
                raise EditRefused(f"The key {entry.key!r} stands here more than once.")
        return {str(entry.key): _written(entry.node, text) for entry in node.entries}
    if node.kind is NodeKind.SEQUENCE:
        return [_written(entry.node, text) for entry in node.entries]
    if node.kind is NodeKind.NUMBER:
        return Number(node.span.of(text))
    return node.value
