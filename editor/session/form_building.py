"""Draws up the values of the frontmatter form from the parsed fields and a schema."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from editor.core.spans import LineIndex
from editor.core.tree import Entry, Node, NodeKind, Path, Tree, dotted_path
from editor.formats.base import Fields
from editor.formats.fields import effective_entries, loaded
from editor.formats.schema import schema_faults
from editor.session.form_shape import Shape, Shapes, kind_of, shown_choice
from editor.session.form_values import Addable, FieldKind, FormField, Item, Lock


@dataclass(frozen=True, slots=True)
class Draft:
    """What the user typed into a field whose text may be written in another way.

    Attributes:
        text: As typed.
        source: The value's source at that time; None while the edit is under way.
        refused: Why it is not in the text yet, or empty.
    """

    text: str
    source: str | None = None
    refused: str = ""


MOST_OTHERS = 100
"""So many other fields are shown; a form is no place for more."""

_DEEPEST = 4
"""How deep fields are offered: a schema may refer to itself."""

_NO_DRAFTS: Mapping[Path, Draft] = MappingProxyType({})


def source_at(tree: Tree, path: Path) -> str:
    """Return the source of the value at `path`; empty if there is none."""
    node = tree.find(path)
    return "" if node is None else source_of(tree, node)


def source_of(tree: Tree, node: Node) -> str:
    """Return the source of a value, its further lines without the indentation it stands in."""
    source = node.span.of(tree.text)
    if node.kind not in (NodeKind.MAPPING, NodeKind.SEQUENCE):
        return source
    before = tree.text[: node.span.start]
    start = max(before.rfind("\n"), before.rfind("\r")) + 1
    line = before[start:]
    indent = len(line) if node.style == "block" else len(line) - len(line.lstrip(" \t"))
    first, *rest = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join([first, *(_dedented(each, indent) for each in rest)]).rstrip("\n")


def _dedented(line: str, indent: int) -> str:
    blanks = len(line) - len(line.lstrip(" \t"))
    return line[min(indent, blanks) :]


class FormBuilder:
    """Draws up the fields of one parsed frontmatter."""

    def __init__(
        self,
        text: str,
        fields: Fields,
        shapes: Shapes,
        kinds: Mapping[Path, FieldKind],
        drafts: Mapping[Path, Draft] = _NO_DRAFTS,
    ) -> None:
        """Read what is needed.

        Args:
            text: The file's text, at least as far as the fields go.
            fields: The parsed frontmatter, without a fault.
            shapes: What is known of its fields.
            kinds: Widgets that stay as they are although another would fit: the user is there.
            drafts: What was typed there.
        """
        assert fields.tree is not None
        self._tree = fields.tree
        self._shapes = shapes
        schema = shapes.schema
        self._kinds = kinds
        self._drafts = drafts
        self._lines = LineIndex(text)
        self._start = fields.span.start
        faults = schema_faults(schema, loaded(fields.tree)) if schema else ()
        self._faults: dict[Path, str] = {}
        for fault in faults:
            self._faults.setdefault(fault.path, fault.message)

    def fields(self) -> tuple[FormField, ...]:
        """Return the known fields, in the order of the schema."""
        return self._children((), self._tree.root, known=True, lock=None)

    def others(self) -> tuple[FormField, ...]:
        """Return the first of the other fields, in the order of the file."""
        return self._children((), self._tree.root, known=False, lock=None)

    def more(self) -> int:
        """Return how many other fields are left out."""
        root = self._tree.root
        known = self._shapes.at(()).properties
        count = sum(each.key not in known for each in effective_entries(root)) if root else 0
        return max(0, count - MOST_OTHERS)

    def addable(self) -> tuple[Addable, ...]:
        """Return the known fields that are not there, those of groups behind the others."""
        return tuple(self._addable((), self._tree.root, ""))

    def _addable(self, path: Path, node: Node | None, group: str) -> Iterable[Addable]:
        present = {entry.key: entry.node for entry in effective_entries(node)} if node else {}
        inner: list[Addable] = []
        for name in self._shapes.at(path).properties:
            here = (*path, str(name))
            shape = self._shapes.at(here)
            found = present.get(name)
            if found is None and not (shape.properties and shape.types == {"object"}):
                yield Addable(here, shape.title or str(name), shape.description, group)
            elif len(here) > _DEEPEST:
                continue
            elif found is None or (found.kind is NodeKind.MAPPING and not found.inherited):
                inner += self._addable(here, found, shape.title or str(name))
        yield from inner

    def _children(
        self, path: Path, node: Node | None, known: bool, lock: Lock | None
    ) -> tuple[FormField, ...]:
        shape = self._shapes.at(path)
        entries = {each.key: each for each in effective_entries(node)} if node else {}
        if not known:
            rest = [each for key, each in entries.items() if key not in shape.properties]
            rest = rest[:MOST_OTHERS]
            return tuple(self._field((*path, each.key), each, lock, False) for each in rest)
        found = []
        for name in shape.properties:
            needed = name in shape.required
            if name in entries:
                found.append(self._field((*path, name), entries[name], lock, needed))
            elif needed:
                found.append(self._missing((*path, name)))
        return tuple(found)

    def _missing(self, path: Path) -> FormField:
        shape = self._shapes.at(path)
        kind = self._kinds.get(path) or kind_of(shape, None)
        field = self._named(path, shape, kind, None)
        return replace(field, required=True, fault="is needed", fields=())

    def _field(self, path: Path, entry: Entry, above: Lock | None, required: bool) -> FormField:
        node = entry.node
        shape = self._shapes.at(path)
        kind = self._kinds.get(path) or kind_of(shape, node)
        kind = kind if _holds(kind, node) else kind_of(shape, node)
        lock = Lock.DUPLICATE if entry.duplicate else above
        lock = Lock.INHERITED if node.inherited else lock
        field = self._named(path, shape, kind, self._text(kind, node))
        field = replace(
            field,
            required=required,
            fault=self._faults.get(path, ""),
            lock=lock,
            lock_lines=self._lines_of(path) if entry.duplicate else (),
            is_on=node.value is True,
        )
        match kind:
            case FieldKind.CHIPS:
                field = replace(field, items=tuple(self._items(path, node)))
            case FieldKind.CHOICE if shape.closed:
                field = self._chosen(field, shape, node)
            case FieldKind.GROUP:
                inner = (True, False)
                fields = tuple(f for each in inner for f in self._children(path, node, each, lock))
                field = replace(field, fields=fields)
        return self._drafted(field, source_of(self._tree, node))

    def _named(self, path: Path, shape: Shape, kind: FieldKind, text: str | None) -> FormField:
        choices = tuple(map(shown_choice, shape.closed))
        return FormField(
            path,
            dotted_path(path),
            kind,
            text,
            title=shape.title or str(path[-1]),
            description=shape.description,
            hint=shape.hint,
            choices=choices or shape.suggested,
            is_open=not choices,
        )

    def _text(self, kind: FieldKind, node: Node) -> str:
        if kind is FieldKind.OTHER or node.kind is not NodeKind.STRING:
            return source_of(self._tree, node)
        return str(node.value)

    def _chosen(self, field: FormField, shape: Shape, node: Node) -> FormField:
        """Mark the choice in force and show it as it is spelled."""
        for number, choice in enumerate(shape.closed):
            if type(choice) is type(node.value) and choice == node.value:
                choices = list(field.choices)
                choices[number] = field.text or ""
                return replace(field, chosen=number, choices=tuple(choices))
        return field

    def _items(self, path: Path, node: Node) -> Iterable[Item]:
        for entry in node.entries:
            here = (*path, entry.key)
            text = self._text(FieldKind.TEXT, entry.node)
            draft = self._drafts.get(here)
            if draft is not None and draft.source in (None, source_of(self._tree, entry.node)):
                text = draft.text
            yield Item(text, self._faults.get(here, ""))

    def _drafted(self, field: FormField, source: str) -> FormField:
        draft = self._drafts.get(field.path)
        if draft is None or draft.source not in (None, source):
            return field
        return replace(field, text=draft.text, refused=draft.refused)

    def _lines_of(self, path: Path) -> tuple[int, ...]:
        parent = self._tree.find(path[:-1])
        spans = [
            each.key_span or each.node.span
            for each in (parent.entries if parent else ())
            if each.key == path[-1]
        ]
        return tuple(self._lines.position(self._start + each.start).line for each in spans)


def _holds(kind: FieldKind, node: Node) -> bool:
    """Whether a widget of `kind` can show the value at all."""
    match kind:
        case FieldKind.GROUP:
            return node.kind is NodeKind.MAPPING
        case FieldKind.CHIPS:
            return node.kind in (NodeKind.SEQUENCE, NodeKind.NULL)
        case FieldKind.SWITCH:
            return node.kind is NodeKind.BOOLEAN
        case FieldKind.OTHER:
            return True
        case _:
            return node.kind not in (NodeKind.MAPPING, NodeKind.SEQUENCE)
