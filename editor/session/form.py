"""The form of one document: what it shows, and what its user's wishes do to the text.

The text is the truth. The editor remembers only what was typed where the text says the same in
another way, or cannot take it yet (docs/formats.md, Files).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits, difference
from editor.core.tree import NodeKind, Path, dotted_path
from editor.formats.base import Fields
from editor.formats.schema import Schema
from editor.session.document import Document
from editor.session.form_building import Draft, FormBuilder, source_at
from editor.session.form_head import HeadLines
from editor.session.form_region import Edits, FormRegion, required
from editor.session.form_shape import Shapes, empty_value, kind_of, new_value
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

_EMPTY: dict[NodeKind, object] = {
    NodeKind.STRING: "",
    NodeKind.SEQUENCE: [],
    NodeKind.MAPPING: {},
}


@dataclass(frozen=True, slots=True)
class _Visit:
    """The user is in a field.

    Attributes:
        kind: Its widget, which stays.
        base: The region when the visit began.
        left: Its text as the last edit of the visit left it.
    """

    kind: FieldKind
    base: HeadLines
    left: str


class FormEditor:
    """Draws up the form of a document and makes the edits its user asks for."""

    def __init__(self, document: Document, region: FormRegion, schema: Schema | None) -> None:
        """Follow a document.

        Args:
            document: The document that is edited.
            region: The part of it that the form shows.
            schema: What is known of the fields, or None.
        """
        self.document = document
        self._region = region
        self._shapes = Shapes(schema or {})
        self._drafts: dict[Path, Draft] = {}
        self._visits: dict[Path, _Visit] = {}
        self._last = Form(FormState.NONE)

    def use_schema(self, schema: Schema | None) -> None:
        """Draw the form by another schema from now on."""
        self._shapes = Shapes(schema or {})

    def form(self) -> Form:
        """Return what there is to show now."""
        fields, fault = self._region.fields, self._region.fault
        if fields is None:
            form = Form(FormState.NONE, note=self._region.note)
        elif fault is not None:
            form = self._faulty(fields, fault)
        else:
            kinds = {path: visit.kind for path, visit in self._visits.items()}
            builder = FormBuilder(self._now().text, fields, self._shapes, kinds, self._drafts)
            form = Form(
                FormState.READY,
                fields.language.name,
                fields=builder.fields(),
                others=builder.others(),
                more=builder.more(),
                addable=builder.addable(),
            )
        self._last = replace(
            form, file_kind=self._region.file_kind, read_only=self.document.read_only_reason or ""
        )
        return self._last

    def do(self, intent: Intent) -> None:
        """Make the edit that `intent` asks for; a refusal is shown in its field.

        Raises:
            EditRefused: there is no field to show it in.
        """
        if self.document.read_only_reason is not None:
            raise EditRefused(self.document.read_only_reason)
        if self._region.fault is not None:
            raise EditRefused(self._region.fault.message)
        writer = self._region.writer
        match intent:
            case SetText(path, text):
                self._set_text(path, text)
            case SetSource(path, text):
                self._set_source(path, text)
            case Choose(path, index):
                self._choose(path, index)
            case Toggle(path, on):
                self._step(path, self._now().setting(path, on))
            case AddItem(path, text):
                self._add_item(path, text)
            case EditItem(path, index, text):
                self._set_text((*path, index), text, merge=path)
            case RemoveItem(path, index):
                self._step(path, writer.remove(self._now().text, (*path, index)))
            case MoveItem(path, index, to):
                self._step(path, writer.move(self._now().text, (*path, index), to))
            case Clear(path):
                self._clear(path)
            case Remove(path):
                self._step(path, writer.remove(self._now().text, path))
            case AddField(path):
                value = new_value(self._shapes.at(path))
                self._step(path, self._now().inserting(path, value))
            case AddFrontmatter(language):
                self.document.end_merge()
                self.document.apply(self._region.begin(language))

    def end_visit(self) -> None:
        """Let the next edit be an undo step of its own: the user left the field."""
        self.document.end_merge()
        self._visits.clear()
        self._drafts = {path: each for path, each in self._drafts.items() if each.refused}

    def has_pending(self) -> bool:
        """Whether something typed is not in the text because the text cannot take it."""
        return any(
            each.refused and each.source == self._source(path)
            for path, each in self._drafts.items()
        )

    def _faulty(self, fields: Fields, fault: ParseFault) -> Form:
        """Return the last fields with what is wrong now."""
        return replace(
            self._last,
            state=FormState.FAULT,
            language=fields.language.name,
            addable=(),
            fault=fault.message,
            fault_line=self._region.fault_line,
            note="",
        )

    def _now(self) -> HeadLines:
        """Return the lines of the region as they are."""
        fields = required(self._region)
        return HeadLines(self._region.text(), fields, self._shapes, self._region.writer)

    def _visit(self, path: Path) -> _Visit:
        """Return the visit to a field that is going on, or begin one."""
        now = self._now()
        visit = self._visits.get(path)
        if visit is None:
            kind = kind_of(self._shapes.at(path), now.node(path))
        elif visit.left == now.text:
            return visit
        else:
            kind = visit.kind
        self._visits[path] = _Visit(kind, now, now.text)
        return self._visits[path]

    def _set_text(self, path: Path, text: str, merge: Path | None = None) -> None:
        visit = self._visit(path)
        base = visit.base
        shape = self._shapes.at(path)
        values = readings(shape, visit.kind, text, base.node(path), base.language)
        self._type(path, text, values, merge or path)

    def _set_source(self, path: Path, text: str) -> None:
        language = self._visit(path).base.language
        try:
            value = parsed_source(language, text)
        except EditRefused as error:
            self._drafts[path] = Draft(text, self._source(path), str(error))
            return
        self._type(path, text, [value], path)

    def _type(self, path: Path, text: str, values: Iterable[object], merge: Path) -> None:
        """Write the first value that is not refused; what was typed is shown as it was typed."""
        refused = ""
        for value in values:
            try:
                edits = self._visit(path).base.setting(path, value)
            except EditRefused as error:
                refused = str(error)
                continue
            self._drafts[path] = Draft(text)
            self._write(path, edits, merge)
            refused = ""
            break
        self._drafts[path] = Draft(text, self._source(path), refused)

    def _choose(self, path: Path, index: int) -> None:
        value = self._shapes.at(path).closed[index]
        self._drafts.pop(path, None)
        self._write(path, self._visit(path).base.setting(path, value), path)

    def _write(self, path: Path, edits: Edits, merge: Path) -> None:
        """Make edits of the text as it was when the visit began, as one step with those before.

        So the text does not depend on what was typed on the way: quotes that only half a word
        needed are gone when the word is whole.
        """
        visit = self._visit(path)
        text = apply_edits(visit.base.text, edits)
        edit = difference(visit.left, text)
        self._visits[path] = replace(visit, left=text)
        if edit is not None:
            self.document.apply((edit,), merge_key=f"field:{dotted_path(merge)}")

    def _source(self, path: Path) -> str:
        fields = self._region.fields
        tree = None if fields is None else fields.tree
        return "" if tree is None else source_at(tree, path)

    def _step(self, path: Path, edits: Edits) -> None:
        """Make an edit that is an undo step of its own."""
        self.document.end_merge()
        self._forget(path)
        self.document.apply(edits)

    def _forget(self, path: Path) -> None:
        """Drop what was typed at `path` and below: it has been replaced."""
        for known in [each for each in self._drafts if each[: len(path)] == path]:
            del self._drafts[known]
        for known in [each for each in self._visits if each[: len(path)] == path]:
            del self._visits[known]

    def _add_item(self, path: Path, text: str) -> None:
        now = self._now()
        shape = self._shapes.at((*path, 0))
        kind = kind_of(shape, None) if shape.known else FieldKind.TEXT
        refused = EditRefused("This list cannot be changed here.")
        for value in readings(shape, kind, text, None, now.language):
            try:
                edits = now.adding_item(path, value)
            except EditRefused as error:
                refused = error
                continue
            self._step(path, edits)
            return
        raise refused

    def _clear(self, path: Path) -> None:
        now = self._now()
        node = now.node(path)
        shape = self._shapes.at(path)
        kind = kind_of(shape, node)
        value = empty_value(shape, kind)
        if node is not None and kind is FieldKind.OTHER:
            value = _EMPTY.get(node.kind)
        self._step(path, now.writer.set(now.text, path, value))


def field_at(fields: Iterable[FormField], path: Path) -> FormField | None:
    """Return the field at `path` among `fields` and those of their groups."""
    for field in fields:
        if field.path == path:
            return field
        if field.fields and field.path == path[: len(field.path)]:
            return field_at(field.fields, path)
    return None
