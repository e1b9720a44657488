"""Edits of the lines of a region, told by what a form wants; pure, on one state of them."""

from dataclasses import dataclass

from editor.core.edits import EditRefused
from editor.core.tree import Language, Node, NodeKind, Path
from editor.formats.base import Fields
from editor.session.form_region import Edits, FieldWriter
from editor.session.form_shape import Shapes


@dataclass(frozen=True, slots=True)
class HeadLines:
    """The lines of a region that can be read.

    Attributes:
        text: The lines with their line ends, fences included; edits of them are edits of the
            whole text.
        fields: The parsed fields.
        shapes: What is known of them.
        writer: Writes them.
    """

    text: str
    fields: Fields
    shapes: Shapes
    writer: FieldWriter

    @property
    def language(self) -> Language:
        """The language of the fields."""
        return self.fields.language

    def node(self, path: Path) -> Node | None:
        """Return the value at `path`, or None."""
        return None if self.fields.tree is None else self.fields.tree.find(path)

    def setting(self, path: Path, value: object) -> Edits:
        """Return the edits that make the field at `path` hold `value`, adding it if need be.

        Raises:
            EditRefused: the language refuses.
        """
        if self.node(path) is None:
            return self.inserting(path, value)
        return self.writer.set(self.text, path, value)

    def inserting(self, path: Path, value: object) -> Edits:
        """Return the edits that put a new field where the schema has it among the others.

        Parents that are missing come with it.

        Raises:
            EditRefused: the language refuses.
        """
        while len(path) > 1 and self.node(path[:-1]) is None:
            path, value = path[:-1], {str(path[-1]): value}
        before = self._neighbour(path)
        try:
            return self.writer.insert(self.text, path, value, before)
        except EditRefused:
            if before is None:
                raise
            return self.writer.insert(self.text, path, value)

    def adding_item(self, path: Path, value: object) -> Edits:
        """Return the edits that put `value` at the end of the list at `path`.

        Raises:
            EditRefused: the language refuses.
        """
        node = self.node(path)
        if node is not None and node.kind is NodeKind.SEQUENCE:
            return self.writer.insert(self.text, (*path, len(node.entries)), value)
        return self.setting(path, [value])

    def _neighbour(self, path: Path) -> str | None:
        """Return the key of the field that a new one stands before, or None for the end.

        It comes behind the nearest field that precedes it in the schema; without one, before
        all that follow it there.
        """
        parent = self.node(path[:-1])
        own = [each for each in parent.entries if not each.node.inherited] if parent else []
        keys = [str(each.key) for each in own]
        order = list(self.shapes.at(path[:-1]).properties)
        if path[-1] not in order:
            return None
        at = order.index(str(path[-1]))
        for earlier in reversed(order[:at]):
            if earlier in keys:
                behind = len(keys) - keys[::-1].index(earlier)
                return keys[behind] if behind < len(keys) else None
        return next((key for key in keys if key in order), None)
