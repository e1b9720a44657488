"""The fields of the identity object as a panel shows them, told from its text and its schema.

Nothing outside the ``identity`` object is ever read here (docs/formats.md, Identity).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from editor.core.tree import Entry, Node, NodeKind, Path, dotted_path
from editor.formats.fields import effective_entries
from editor.formats.identity import ROOT, FlatField, IdentityFile
from editor.formats.schema import Schema, subschema
from editor.session.timezones import is_unknown_timezone

PRONOUN_SETS: Mapping[str, Mapping[str, str]] = {
    "they": {
        "subject": "they",
        "object": "them",
        "possessive": "their",
        "reflexive": "themselves",
    },
    "she": {"subject": "she", "object": "her", "possessive": "her", "reflexive": "herself"},
    "he": {"subject": "he", "object": "him", "possessive": "his", "reflexive": "himself"},
}
"""The sets that are chosen at once, by their subject."""
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
"""An identity file to begin with."""
_PLACEHOLDER_NAME = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*")
_SCALARS = (NodeKind.STRING, NodeKind.NUMBER, NodeKind.BOOLEAN, NodeKind.NULL)


def _tr(text: str) -> str:
    return QCoreApplication.translate("IdentityFields", text)


class FieldKind(StrEnum):
    """What edits a field."""

    TEXT = "text"
    LONG = "long"
    ZONE = "zone"
    SWITCH = "switch"
    CHIPS = "chips"
    GROUP = "group"
    PRONOUNS = "pronouns"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class IdentityValue:
    """A value of the identity that makes a variable.

    Attributes:
        path: Dotted keys below the ``identity`` object.
        names: The variables it makes.
        text: A string's value, or the source text of a number or boolean.
    """

    path: str
    names: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class IdentityEntry:
    """A field of the identity, in the order of the file; a group comes before its fields.

    Attributes:
        path: Dotted keys below the ``identity`` object.
        kind: What edits it.
        label: The last key.
        depth: How many groups it stands in.
        title: What the schema calls it, or empty.
        description: The schema's sentence, or empty.
        names: The variables that it makes and that a placeholder can name.
        text: A string's value, the source text of another value; None for null. Of a group of
            pronouns the chosen set; empty for own ones.
        items: The texts of a list.
        off: Why it cannot be edited; empty if it can.
        note: What is worth knowing of the value.
    """

    path: str
    kind: FieldKind
    label: str
    depth: int = 0
    title: str = ""
    description: str = ""
    names: tuple[str, ...] = ()
    text: str | None = ""
    items: tuple[str, ...] = ()
    off: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class KnownField:
    """A field of the schema that the identity does not have yet."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Located:
    """An effective entry of the identity: its path from the top of the file, and where it stands.

    Attributes:
        path: Keys from the top of the file.
        entry: Key and value.
        off: Why it cannot be edited; empty if it can.
    """

    path: Path
    entry: Entry
    off: str

    @property
    def dotted(self) -> str:
        """The path below the ``identity`` object."""
        return dotted_path(self.path[len(ROOT) :])


def located(file: IdentityFile) -> Iterator[Located]:
    """Yield every field of the identity, groups before their fields."""
    root = file.root
    if root is None or file.fields.tree is None:
        return
    top = file.fields.tree.entry(ROOT)
    yield from _below(root, ROOT, _repeated(top) if top is not None else "")


def _below(node: Node, path: Path, off: str) -> Iterator[Located]:
    for entry in effective_entries(node):
        found = Located((*path, entry.key), entry, off or _repeated(entry))
        yield found
        if entry.node.kind is NodeKind.MAPPING:
            yield from _below(entry.node, found.path, found.off)


def _repeated(entry: Entry) -> str:
    if not entry.duplicate:
        return ""
    return _tr("The key {0} stands twice in the file, so it is edited in the text only.").format(
        entry.key
    )


def identity_value(file: IdentityFile, field: FlatField) -> IdentityValue:
    """Return a value that makes a variable, with both forms of its name."""
    names = (field.name, field.name.capitalize())
    return IdentityValue(dotted_path(field.path[len(ROOT) :]), names, source(file, field.node))


def source(file: IdentityFile, node: Node) -> str:
    """Return what a field shows of a value: a text as it reads, all else as it is written."""
    return str(node.value) if node.kind is NodeKind.STRING else node.span.of(file.text)


def identity_entries(file: IdentityFile, schema: Schema) -> tuple[IdentityEntry, ...]:
    """Return all fields of the identity in the order of the file."""
    makers = {each.path: each.name for each in file.flattened}
    winners = {name: path for path, name in makers.items()}
    return tuple(_entry(file, each, schema, makers, winners) for each in located(file))


def _entry(
    file: IdentityFile,
    found: Located,
    schema: Schema,
    makers: Mapping[Path, str],
    winners: Mapping[str, Path],
) -> IdentityEntry:
    node = found.entry.node
    below = found.path[len(ROOT) :]
    known = subschema(schema, below)
    kind = _kind(below, node)
    name = makers.get(found.path)
    text: str | None = source(file, node) if node.kind is not NodeKind.NULL else None
    note = ""
    if name is not None and winners[name] != found.path:
        winner = dotted_path(winners[name][len(ROOT) :])
        note = _tr("${0} is set by {1} further down").format(name, winner)
    elif name is not None and not _PLACEHOLDER_NAME.fullmatch(name):
        note = _tr("no placeholder can name it: {0}").format(name)
    elif kind is FieldKind.ZONE and is_unknown_timezone(str(text)):
        note = _tr("there is no time zone of this name")
    if kind is FieldKind.PRONOUNS:
        text = _pronouns(node)
    elif kind is FieldKind.GROUP:
        text = ""
    return IdentityEntry(
        found.dotted,
        kind,
        str(found.entry.key),
        len(below) - 1,
        _word(known, "title"),
        _word(known, "description"),
        (name, name.capitalize()) if name and _PLACEHOLDER_NAME.fullmatch(name) else (),
        text,
        tuple(str(each.node.value) for each in node.entries) if kind is FieldKind.CHIPS else (),
        found.off,
        note,
    )


def _kind(below: Path, node: Node) -> FieldKind:
    if node.kind is NodeKind.MAPPING:
        return FieldKind.PRONOUNS if below == ("pronouns",) else FieldKind.GROUP
    if node.kind is NodeKind.SEQUENCE:
        texts = all(each.node.kind is NodeKind.STRING for each in node.entries)
        return FieldKind.CHIPS if texts else FieldKind.CODE
    if node.kind is NodeKind.BOOLEAN:
        return FieldKind.SWITCH
    if below == ("timezone",) and node.kind is NodeKind.STRING:
        return FieldKind.ZONE
    if below == ("bio",) and node.kind is NodeKind.STRING:
        return FieldKind.LONG
    return FieldKind.TEXT if node.kind in _SCALARS else FieldKind.CODE


def _pronouns(node: Node) -> str:
    """Return the set that the values are, or nothing."""
    given = {str(each.key): each.node.value for each in effective_entries(node)}
    return next(
        (
            name
            for name, words in PRONOUN_SETS.items()
            if {key: given.get(key) for key in words} == words
        ),
        "",
    )


def known_fields(file: IdentityFile, schema: Schema) -> tuple[KnownField, ...]:
    """Return the fields of the schema that are not there yet and have a place to stand."""
    if file.root is None:
        return ()
    return tuple(_missing(file.root, schema, (), ""))


def _missing(node: Node, schema: Schema, path: Path, group: str) -> Iterator[KnownField]:
    properties = subschema(schema, path).get("properties")
    there = {str(each.key): each.node for each in effective_entries(node)}
    for key in properties if isinstance(properties, Mapping) else ():
        below = (*path, str(key))
        title = _word(subschema(schema, below), "title") or str(key)
        inside = there.get(str(key))
        if inside is None:
            yield KnownField(dotted_path(below), f"{group}{title}")
        elif inside.kind is NodeKind.MAPPING:
            yield from _missing(inside, schema, below, f"{title} › ")


def first_value(schema: Schema, path: Path) -> object:
    """Return what a new field at `path` below the identity holds until something is typed."""
    kind = subschema(schema, path).get("type")
    if path == ("pronouns",):
        return dict(PRONOUN_SETS["they"])
    return {"array": [], "object": {}}.get(str(kind), "")


def _word(schema: Schema, key: str) -> str:
    found = schema.get(key)
    return found if isinstance(found, str) else ""
