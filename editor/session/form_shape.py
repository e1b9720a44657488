"""What a schema says of one field: the types it may have, the values to choose from, its words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from editor.core.tree import Node, NodeKind, Path
from editor.formats.schema import Schema, alternatives, subschema, type_names
from editor.session.form_values import FieldKind

LONG = 60
"""Texts of more characters get the whole width."""

MOST_ITEMS = 100
"""Longer lists are shown as text."""

_SCALARS = frozenset(("string", "number", "integer", "boolean", "null"))
_CONTAINERS = (NodeKind.MAPPING, NodeKind.SEQUENCE)
_NOTHING: Schema = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Shape:
    """A field's part of a schema.

    Attributes:
        known: Whether the schema names the field.
        types: The types it may have; empty if anything is allowed.
        closed: Values it must be one of, or empty.
        suggested: Texts it often is, or empty.
    """

    known: bool
    types: frozenset[str]
    closed: tuple[object, ...]
    suggested: tuple[str, ...]
    title: str
    description: str
    hint: str
    format: str
    default: object
    least: object
    properties: Schema
    required: frozenset[str]
    plain_items: bool

    def allows(self, *types: str) -> bool:
        """Whether the value may have one of `types`."""
        return not self.types or not self.types.isdisjoint(types)


class Shapes:
    """The shapes of one schema; each is worked out once."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._known: dict[Path, Shape] = {}

    def at(self, path: Path) -> Shape:
        """Return what the schema says of the field at `path`; the root's for ``()``.

        All items of a list have one shape.
        """
        key = tuple(0 if isinstance(step, int) else step for step in path)
        if key not in self._known:
            self._known[key] = _shape_of(self.schema, key)
        return self._known[key]


def _shape_of(document: Schema, path: Path) -> Shape:
    schema = subschema(document, path)
    forms = alternatives(document, schema)
    examples = _examples(schema)
    texts = tuple(each for each in examples if isinstance(each, str))
    items = [form["items"] for form in forms if isinstance(form.get("items"), Mapping)]
    return Shape(
        known=bool(schema),
        types=frozenset(name for form in forms for name in _form_types(form)),
        closed=_closed(forms),
        suggested=texts if len(texts) > 1 else (),
        title=_text(schema, "title"),
        description=_text(schema, "description"),
        hint=next((each for each in map(_shown, examples) if each), ""),
        format=next((_text(form, "format") for form in forms if "format" in form), ""),
        default=schema.get("default"),
        least=next((form["minimum"] for form in forms if "minimum" in form), None),
        properties=next((p for form in forms if isinstance(p := form.get("properties"), dict)), {}),
        required=_required(forms),
        plain_items=all(_is_plain(document, item) for item in items),
    )


def kind_of(shape: Shape, node: Node | None) -> FieldKind:
    """Return the widget for a field: by the type its value has now, else by the schema.

    Of a field with several types the value decides (docs/formats.md, Files).
    """
    if node is None:
        return _kind_by_schema(shape)
    if node.kind in _CONTAINERS:
        return _kind_of_container(shape, node)
    is_text = node.kind is NodeKind.STRING
    if not shape.known:
        return FieldKind.LONG_TEXT if is_text and "\n" in str(node.value) else FieldKind.OTHER
    if not shape.types and not shape.closed:
        return _kind_by_value(shape, node)
    if shape.closed:
        return FieldKind.CHOICE
    if node.kind is NodeKind.BOOLEAN and "boolean" in shape.types:
        return FieldKind.SWITCH
    if shape.allows("number", "integer") and (
        node.kind is NodeKind.NUMBER or "string" not in shape.types
    ):
        return FieldKind.NUMBER
    if node.kind is NodeKind.NULL and shape.types <= {"array", "object"}:
        return FieldKind.CHIPS if "array" in shape.types and shape.plain_items else FieldKind.OTHER
    return _kind_of_text(shape, str(node.value) if is_text else "")


def _kind_of_container(shape: Shape, node: Node) -> FieldKind:
    if not shape.known:
        return FieldKind.OTHER
    if node.kind is NodeKind.MAPPING:
        return FieldKind.GROUP if shape.properties else FieldKind.OTHER
    plain = not any(entry.node.kind in _CONTAINERS for entry in node.entries)
    fits = plain and shape.plain_items and len(node.entries) <= MOST_ITEMS
    return FieldKind.CHIPS if fits else FieldKind.OTHER


def _kind_by_value(shape: Shape, node: Node) -> FieldKind:
    kinds = {
        NodeKind.STRING: _kind_of_text(shape, str(node.value)),
        NodeKind.NUMBER: FieldKind.NUMBER,
        NodeKind.BOOLEAN: FieldKind.SWITCH,
    }
    return kinds.get(node.kind, FieldKind.OTHER)


def _kind_by_schema(shape: Shape) -> FieldKind:
    if shape.closed:
        return FieldKind.CHOICE
    if shape.allows("string"):
        return _kind_of_text(shape, "")
    if shape.allows("number", "integer"):
        return FieldKind.NUMBER
    if shape.allows("boolean"):
        return FieldKind.SWITCH
    if shape.allows("array") and shape.plain_items:
        return FieldKind.CHIPS
    return FieldKind.GROUP if shape.properties else FieldKind.OTHER


def _kind_of_text(shape: Shape, text: str) -> FieldKind:
    if "\n" in text:
        return FieldKind.LONG_TEXT
    if shape.format in ("color", "date"):
        return FieldKind.COLOR if shape.format == "color" else FieldKind.DATE
    if shape.suggested:
        return FieldKind.CHOICE
    return FieldKind.LONG_TEXT if len(text) > LONG else FieldKind.TEXT


def empty_value(shape: Shape, kind: FieldKind) -> object:
    """Return what a field holds after it was cleared: an empty text or list, else null."""
    if kind is FieldKind.CHIPS:
        return []
    if kind is FieldKind.GROUP:
        return {}
    is_text = shape.allows("string") and kind not in (FieldKind.NUMBER, FieldKind.SWITCH)
    return "" if is_text else None


def new_value(shape: Shape) -> object:
    """Return what a field holds that was just added: its default, else the plainest value."""
    if shape.default is not None:
        return shape.default
    match kind_of(shape, None):
        case FieldKind.SWITCH:
            return False
        case FieldKind.NUMBER:
            return shape.least if isinstance(shape.least, int | float) else 0
        case FieldKind.CHOICE if shape.closed:
            return shape.closed[0]
        case FieldKind.OTHER if shape.types and shape.types <= {"array", "object"}:
            return {} if "object" in shape.types else []
        case kind:
            return empty_value(shape, kind)


def shown_choice(value: object) -> str:
    """Return a choice as its list shows it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _examples(schema: Schema) -> list[object]:
    found = schema.get("examples")
    return found if isinstance(found, list) else []


def _shown(example: object) -> str:
    if isinstance(example, list):
        return ", ".join(filter(None, map(_shown, example)))
    if isinstance(example, str | int | float):
        return shown_choice(example)
    return ""


def _form_types(form: Schema) -> tuple[str, ...]:
    named = type_names(form)
    if named:
        return named
    allowed = form.get("enum")
    values = allowed if isinstance(allowed, list) else [form["const"]] if "const" in form else []
    types = {bool: "boolean", str: "string", int: "integer", float: "number"}
    return tuple(types[type(value)] for value in values if type(value) in types)


def _closed(forms: tuple[Schema, ...]) -> tuple[object, ...]:
    """Return all values there are, if every form that is no container names its own."""
    found: list[object] = []
    for form in forms:
        types = type_names(form)
        allowed = form.get("enum")
        if isinstance(allowed, list):
            found += [each for each in allowed if not isinstance(each, list | dict)]
        elif "const" in form:
            found.append(form["const"])
        elif types == ("boolean",) and len(forms) > 1:
            found += [True, False]
        elif not types or not _SCALARS.isdisjoint(types):
            return ()
    return tuple(found)


def _required(forms: tuple[Schema, ...]) -> frozenset[str]:
    found = (form.get("required") for form in forms)
    return frozenset(
        name
        for names in found
        if isinstance(names, list)
        for name in names
        if isinstance(name, str)
    )


def _is_plain(document: Schema, item: object) -> bool:
    """Whether an item of a list that fits the schema `item` is no container."""
    if not isinstance(item, Mapping):
        return True
    followed = subschema({**document, "items": item}, (0,))
    forms = alternatives(document, followed)
    types = {name for form in forms for name in type_names(form)}
    return not types or bool(types & _SCALARS)


def _text(schema: Schema, keyword: str) -> str:
    found = schema.get(keyword)
    return found if isinstance(found, str) else ""
