"""The frontmatter form of one document: what it shows, and what its user's wishes do to the text.

The text is the truth. The editor remembers only what was typed where the text says the same in
another way, or cannot take it yet (docs/formats.md, Files).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused
from editor.core.kinds import FileKind
from editor.core.spans import LineIndex
from editor.core.tree import Node, NodeKind, Path, Tree, dotted_path
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
from editor.formats.schema import Schema
from editor.session.document import Document
from editor.session.form_building import Draft, FormBuilder, source_at
from editor.session.form_shape import empty_value, kind_of, new_value, shape_of
from editor.session.form_typing import parsed_source, readings
from editor.session.form_values import (
    AddField,
    AddFrontmatter,
    AddItem,
    Choose,
    Clear,
    EditItem,
    FieldKind,
    Form,
    FormField,
    FormState,
    Intent,
    MoveItem,
    Remove,
    RemoveItem,
    SetSource,
    SetText,
    Toggle,
)
from editor.session.live import LivePreview

Edits = tuple[Edit, ...]
_EMPTY: dict[NodeKind, object] = {
    NodeKind.STRING: "",
    NodeKind.SEQUENCE: [],
    NodeKind.MAPPING: {},
}


class FormEditor:
    """Draws up the form of a document and makes the edits its user asks for."""

    def __init__(self, document: Document, live: LivePreview, schema: Schema | None) -> None:
        """Follow a document.

        Args:
            document: The document that is edited.
            live: Its rendering, which reads the head.
            schema: What is known of the fields, or None.
        """
        self.document = document
        self._live = live
        self.schema: Schema = schema or {}
        self._drafts: dict[Path, Draft] = {}
        self._visited: dict[Path, FieldKind] = {}
        self._last = Form(FormState.NONE)

    def form(self) -> Form:
        """Return what there is to show now."""
        fields = self._live.head.fields
        if fields is None:
            form = Form(FormState.NONE, note=self._live.head.note or "")
        elif fields.fault is not None:
            form = self._faulty(fields, fields.fault)
        else:
            text = self._head_text()
            builder = FormBuilder(text, fields, self.schema, self._visited, self._drafts)
            form = Form(
                FormState.READY,
                fields.language.name,
                fields=builder.fields(),
                others=builder.others(),
                addable=builder.addable(),
            )
        self._last = replace(
            form, file_kind=self._file_kind(), read_only=self.document.read_only_reason or ""
        )
        return self._last

    def do(self, intent: Intent) -> None:
        """Make the edit that `intent` asks for; a refusal is shown in its field.

        Raises:
            EditRefused: there is no field to show it in.
        """
        if self.document.read_only_reason is not None:
            raise EditRefused(self.document.read_only_reason)
        match intent:
            case SetText(path, text):
                self._set_text(path, text)
            case SetSource(path, text):
                self._set_source(path, text)
            case Choose(path, index):
                self._choose(path, index)
            case Toggle(path, on):
                self._step(path, set_field(self._head_text(), path, on))
            case AddItem(path, text):
                self._add_item(path, text)
            case EditItem(path, index, text):
                self._set_text((*path, index), text, merge=path)
            case RemoveItem(path, index):
                self._step(path, remove_field(self._head_text(), (*path, index)))
            case MoveItem(path, index, to):
                self._step(path, move_field(self._head_text(), (*path, index), to))
            case Clear(path):
                self._clear(path)
            case Remove(path):
                self._step(path, remove_field(self._head_text(), path))
            case AddField(path):
                self._add_field(path)
            case AddFrontmatter(language):
                self.document.end_merge()
                kind = FrontmatterKind.YAML if language == "yaml" else FrontmatterKind.JSON
                self.document.apply(add_frontmatter(self.document.text(), kind))

    def end_visit(self) -> None:
        """Let the next edit be an undo step of its own: the user left the field."""
        self.document.end_merge()
        self._visited.clear()
        self._drafts = {path: each for path, each in self._drafts.items() if each.refused}

    def has_pending(self) -> bool:
        """Whether something typed is not in the text because the text cannot take it."""
        tree = self._tree()
        return tree is not None and any(
            each.refused and each.source == source_at(tree, path)
            for path, each in self._drafts.items()
        )

    def _faulty(self, fields: Fields, fault: ParseFault) -> Form:
        """Return the last fields with what is wrong now."""
        line = LineIndex(self.document.text()).position(fault.offset).line
        return replace(
            self._last,
            state=FormState.FAULT,
            language=fields.language.name,
            addable=(),
            fault=fault.message,
            fault_line=line,
            note="",
        )

    def _file_kind(self) -> str:
        if self.document.kind is not FileKind.PROMPT:
            return self.document.kind.value
        head = self._live.head
        return PromptFile("", head).prompt_kind.value if head.fields is not None else "prompt"

    def _head_text(self) -> str:
        """Return the lines of the frontmatter: edits of them are edits of the whole text."""
        return self.document.lines_text(self._live.head_lines)

    def _tree(self) -> Tree | None:
        fields = self._live.head.fields
        return None if fields is None else fields.tree

    def _node(self, path: Path) -> Node | None:
        tree = self._tree()
        return None if tree is None else tree.find(path)

    def _set_text(self, path: Path, text: str, merge: Path | None = None) -> None:
        fields = self._live.head.fields
        if fields is None:
            raise EditRefused("The file has no frontmatter.")
        shape = shape_of(self.schema, path)
        kind = self._visit(path)
        values = readings(shape, kind, text, self._node(path), fields.language)
        self._type(path, text, (self._setting(path, value) for value in values), merge)

    def _set_source(self, path: Path, text: str) -> None:
        fields = self._live.head.fields
        if fields is None:
            raise EditRefused("The file has no frontmatter.")
        language = fields.language
        self._visit(path)

        def setting() -> Edits:
            return self._setting(path, parsed_source(language, text))()

        self._type(path, text, (setting,), None)

    def _setting(self, path: Path, value: object) -> Callable[[], Edits]:
        def setting() -> Edits:
            if self._node(path) is None:
                return self._inserting(path, value)
            return set_field(self._head_text(), path, value)

        return setting

    def _visit(self, path: Path) -> FieldKind:
        """Return the widget of a field, which stays the same while the user is there."""
        if path not in self._visited:
            self._visited[path] = kind_of(shape_of(self.schema, path), self._node(path))
        return self._visited[path]

    def _type(
        self,
        path: Path,
        text: str,
        ways: Iterable[Callable[[], Edits]],
        merge: Path | None,
    ) -> None:
        """Make the first edit that is not refused; what was typed stays as it was typed."""
        refused = ""
        for way in ways:
            try:
                edits = way()
            except EditRefused as error:
                refused = str(error)
                continue
            self._drafts[path] = Draft(text)
            self.document.apply(edits, merge_key=f"field:{dotted_path(merge or path)}")
            refused = ""
            break
        tree = self._tree()
        self._drafts[path] = Draft(text, source_at(tree, path) if tree else "", refused)

    def _step(self, path: Path, edits: Edits) -> None:
        """Make an edit that is an undo step of its own."""
        self.document.end_merge()
        self._forget(path)
        self.document.apply(edits)

    def _forget(self, path: Path) -> None:
        """Drop what was typed at `path` and below: it has been replaced."""
        for kept in (self._drafts, self._visited):
            for known in [each for each in kept if each[: len(path)] == path]:
                del kept[known]

    def _choose(self, path: Path, index: int) -> None:
        value = shape_of(self.schema, path).closed[index]
        self._drafts.pop(path, None)
        self._visit(path)
        self.document.apply(self._setting(path, value)(), merge_key=f"field:{dotted_path(path)}")

    def _add_item(self, path: Path, text: str) -> None:
        fields = self._live.head.fields
        node = self._node(path)
        if fields is None:
            raise EditRefused("The file has no frontmatter.")
        number = len(node.entries) if node is not None else 0
        item = (*path, number)
        shape = shape_of(self.schema, item)
        kind = kind_of(shape, None) if shape.known else FieldKind.TEXT
        refused = EditRefused("This list cannot be changed here.")
        for value in readings(shape, kind, text, None, fields.language):
            try:
                if node is not None and node.kind is NodeKind.SEQUENCE:
                    edits = insert_field(self._head_text(), item, value)
                else:
                    edits = self._setting(path, [value])()
            except EditRefused as error:
                refused = error
                continue
            self._step(path, edits)
            return
        raise refused

    def _clear(self, path: Path) -> None:
        node = self._node(path)
        shape = shape_of(self.schema, path)
        kind = kind_of(shape, node)
        value = empty_value(shape, kind)
        if node is not None and kind is FieldKind.OTHER:
            value = _EMPTY.get(node.kind)
        self._step(path, set_field(self._head_text(), path, value))

    def _add_field(self, path: Path) -> None:
        self._step(path, self._inserting(path, new_value(shape_of(self.schema, path))))

    def _inserting(self, path: Path, value: object) -> Edits:
        """Return the edits that put a new field where the schema has it among the others.

        Parents that are missing come with it.
        """
        while len(path) > 1 and self._node(path[:-1]) is None:
            path, value = path[:-1], {str(path[-1]): value}
        before = self._neighbour(path)
        try:
            return insert_field(self._head_text(), path, value, before)
        except EditRefused:
            if before is None:
                raise
            return insert_field(self._head_text(), path, value)

    def _neighbour(self, path: Path) -> str | None:
        """Return the key of the field that a new one stands before, or None for the end."""
        parent = self._node(path[:-1])
        own = [each for each in parent.entries if not each.node.inherited] if parent else []
        keys = [str(each.key) for each in own]
        order = list(shape_of(self.schema, path[:-1]).properties)
        if path[-1] not in order:
            return None
        at = order.index(str(path[-1]))
        for earlier in reversed(order[:at]):
            if earlier in keys:
                behind = len(keys) - 1 - keys[::-1].index(earlier) + 1
                return keys[behind] if behind < len(keys) else None
        return next((later for later in order[at + 1 :] if later in keys), None)


def field_at(fields: Iterable[FormField], path: Path) -> FormField | None:
    """Return the field at `path` among `fields` and those of their groups."""
    for field in fields:
        if field.path == path:
            return field
        if field.fields and field.path == path[: len(field.path)]:
            return field_at(field.fields, path)
    return None
