"""A small part of JSON Schema: what forms draw and what the field check says in plain words.

Known keywords: type, enum, const, pattern, minLength, maxLength, minimum, maximum,
exclusiveMinimum, exclusiveMaximum, items, minItems, maxItems, properties, required,
additionalProperties (false), format (color, date, uri), oneOf, anyOf, allOf and local $ref.
Everything else, a keyword whose own value makes no sense, and a pattern that might take too long
for a value are passed over. Messages never
hold the value they are about.
"""

import datetime
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from editor.core.tree import Path
from editor.formats.patterns import searched

Schema = Mapping[str, object]

_DEEPEST = 60
_MOST_CHECKED = 100_000
"""Parts of a schema that are looked at for one value; one that refers to itself has no end."""
_MOST_ASKED = 5_000
"""The same for one question about its shape."""
_TYPE_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object with fields",
    "null": "empty (null)",
}
_COLOR = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NOTHING: Schema = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """A value that the schema does not allow.

    Attributes:
        path: Where it stands, from the value that was checked.
        message: The rest of a sentence that begins with the field's name: "must be text".
    """

    path: Path
    message: str


def schema_faults(schema: Schema, value: object) -> Iterator[SchemaFault]:
    """Yield what `schema` does not allow in `value`, a value as json or PyYAML loads it."""
    yield from _Reader(schema, _MOST_CHECKED).faults(schema, value, (), 0)


def subschema(schema: Schema, path: Path) -> Schema:
    """Return the schema of the value at `path`, with ``$ref`` followed; empty if none is known.

    Of ``oneOf`` and ``anyOf`` the first part that knows the next step is taken.
    """
    reader = _Reader(schema, _MOST_ASKED)
    here = reader.followed(schema)
    for step in path:
        here = reader.step(here, step)
    return here


def alternatives(document: Schema, schema: Schema) -> tuple[Schema, ...]:
    """Return the forms a value of `schema` may have: the parts of ``oneOf`` and ``anyOf``.

    Args:
        document: The whole schema, in which ``$ref`` is looked up.
        schema: A part of it, as `subschema` returns it.

    Returns:
        The parts with ``$ref`` followed and those of ``allOf`` joined; `schema` alone if it
        leaves no choice.
    """
    return tuple(_Reader(document, _MOST_ASKED).alternatives(schema, 0))


def type_names(schema: Schema) -> tuple[str, ...]:
    """Return the JSON Schema types that `schema` itself names."""
    return tuple(_types(schema))


def type_name(value: object) -> str | None:
    """Return the JSON Schema type of a loaded value; None for what JSON does not have."""
    if value is None:
        return "null"
    for kinds, name in (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    ):
        if isinstance(value, kinds):
            return name
    return None


class _Reader:
    """Reads one schema document."""

    def __init__(self, document: Schema, most: int) -> None:
        """Look at `most` parts of `document`; what comes later is taken to say nothing."""
        self._document = document
        self._left = most

    def followed(self, schema: object) -> Schema:
        """Return `schema` with its local ``$ref`` followed and its own keywords on top."""
        for _ in range(_DEEPEST):
            self._left -= 1
            if not isinstance(schema, Mapping) or self._left < 0:
                return _NOTHING
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                return schema
            own = {key: value for key, value in schema.items() if key != "$ref"}
            target = self._target(reference)
            schema = {**target, **own} if isinstance(target, Mapping) else own
        return _NOTHING

    def _target(self, reference: str) -> object:
        here: object = self._document
        if not reference.startswith("#"):
            return None
        for step in reference[1:].split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            here = here.get(step) if isinstance(here, Mapping) else None
        return here

    def step(self, schema: Schema, step: str | int, depth: int = 0) -> Schema:
        """Return the schema of a child."""
        if depth > _DEEPEST:
            return _NOTHING
        if isinstance(step, int):
            found = schema.get("items")
        else:
            properties = schema.get("properties")
            found = properties.get(step) if isinstance(properties, Mapping) else None
        if isinstance(found, Mapping):
            return self.followed(found)
        for part in (*_parts(schema, "oneOf"), *_parts(schema, "anyOf"), *_parts(schema, "allOf")):
            inner = self.step(self.followed(part), step, depth + 1)
            if inner:
                return inner
        return _NOTHING

    def alternatives(self, schema: Schema, depth: int) -> Iterator[Schema]:
        """Yield the forms a value of `schema` may have."""
        joined = dict(schema)
        for part in _parts(schema, "allOf"):
            joined = {**self.followed(part), **joined}
        parts = (*_parts(joined, "oneOf"), *_parts(joined, "anyOf"))
        if not parts or depth > _DEEPEST:
            yield joined
            return
        for part in parts:
            yield from self.alternatives(self.followed(part), depth + 1)

    def faults(
        self, schema: object, value: object, path: Path, depth: int
    ) -> Iterator[SchemaFault]:
        schema = self.followed(schema)
        if depth > _DEEPEST:
            return
        message = _of_type(schema, value) or next(
            (said for rule in _RULES if (said := rule(schema, value))), None
        )
        if message:
            yield SchemaFault(path, message)
            return
        yield from self._choices(schema, value, path, depth)
        yield from self._children(schema, value, path, depth)

    def _choices(
        self, schema: Schema, value: object, path: Path, depth: int
    ) -> Iterator[SchemaFault]:
        for part in _parts(schema, "allOf"):
            yield from self.faults(part, value, path, depth + 1)
        for keyword, most in (("oneOf", 1), ("anyOf", None)):
            parts = _parts(schema, keyword)
            fitting = [p for p in parts if not any(self.faults(p, value, path, depth + 1))]
            if parts and not fitting:
                words = dict.fromkeys(self._words(part) for part in parts)
                yield SchemaFault(path, "must be " + " or ".join(words))
            elif most is not None and len(fitting) > most:
                yield SchemaFault(path, "fits more than one of the forms it may have")

    def _words(self, part: object) -> str:
        schema = self.followed(part)
        allowed = schema.get("enum")
        if isinstance(allowed, list):
            return _listed(allowed)
        return _type_words(schema) or "another form"

    def _children(
        self, schema: Schema, value: object, path: Path, depth: int
    ) -> Iterator[SchemaFault]:
        if isinstance(value, list):
            items = schema.get("items")
            if isinstance(items, Mapping):
                for index, item in enumerate(value):
                    yield from self.faults(items, item, (*path, index), depth + 1)
        if not isinstance(value, dict):
            return
        found = schema.get("properties")
        properties = found if isinstance(found, Mapping) else _NOTHING
        required = schema.get("required")
        for name in required if isinstance(required, list) else []:
            if isinstance(name, str) and name not in value:
                yield SchemaFault(path, f"needs the field {name}")
        for name, child in value.items():
            if name in properties:
                yield from self.faults(properties[name], child, (*path, str(name)), depth + 1)
            elif schema.get("additionalProperties") is False:
                yield SchemaFault((*path, str(name)), "is not allowed here")


def _parts(schema: Schema, keyword: str) -> list[object]:
    found = schema.get(keyword)
    return found if isinstance(found, list) else []


def _types(schema: Schema) -> list[str]:
    found = schema.get("type")
    names = found if isinstance(found, list) else [found]
    return [name for name in names if isinstance(name, str) and name in _TYPE_WORDS]


def _type_words(schema: Schema) -> str:
    return " or ".join(_TYPE_WORDS[name] for name in _types(schema))


def _of_type(schema: Schema, value: object) -> str | None:
    types = _types(schema)
    if not types:
        return None
    name = type_name(value)
    if name is None and isinstance(value, datetime.date) and "string" in types:
        return None if schema.get("format") == "date" else "must be text: put the date in quotes"
    whole = isinstance(value, float) and value.is_integer() and "integer" in types
    if name in types or whole or (name == "integer" and "number" in types):
        return None
    return f"must be {_type_words(schema)}"


def _listed(values: list[object]) -> str:
    return " or ".join("null" if v is None else str(v) for v in values)


def _same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _one_of_values(schema: Schema, value: object) -> str | None:
    allowed = schema.get("enum")
    if "const" in schema:
        allowed = [schema["const"]]
    if not isinstance(allowed, list) or any(_same(value, each) for each in allowed):
        return None
    return f"must be {_listed(allowed)}"


def _in_bounds(schema: Schema, value: object) -> str | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    for keyword, words, outside in (
        ("minimum", "at least", operator.lt),
        ("maximum", "at most", operator.gt),
        ("exclusiveMinimum", "more than", operator.le),
        ("exclusiveMaximum", "less than", operator.ge),
    ):
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and outside(value, bound):
            return f"must be {words} {bound}"
    return None


def _long_enough(schema: Schema, value: object) -> str | None:
    if isinstance(value, str):
        least, most, what = "minLength", "maxLength", "characters"
    elif isinstance(value, list):
        least, most, what = "minItems", "maxItems", "items"
    else:
        return None
    low, high = schema.get(least), schema.get(most)
    if isinstance(low, int) and len(value) < low:
        return f"must have at least {low} {what}"
    if isinstance(high, int) and len(value) > high:
        return f"must have at most {high} {what}"
    return None


def _like_pattern(schema: Schema, value: object) -> str | None:
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or not isinstance(value, str):
        return None
    return f"must look like the pattern {pattern}" if searched(pattern, value) is False else None


def _in_format(schema: Schema, value: object) -> str | None:
    if not isinstance(value, str):
        return None
    match schema.get("format"):
        case "color":
            return None if _COLOR.fullmatch(value) else "must be a colour such as #00897b"
        case "date":
            return None if _is_date(value) else "must be a date such as 2026-01-23"
        case "uri":
            return None if _URI.fullmatch(value) else "must be an address such as https://…"
    return None


def _is_date(value: str) -> bool:
    try:
        return bool(_DATE.fullmatch(value)) and bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


_RULES: tuple[Callable[[Schema, object], str | None], ...] = (
    _one_of_values,
    _in_bounds,
    _long_enough,
    _like_pattern,
    _in_format,
)
