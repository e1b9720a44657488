"""Typing into the fields of sections: one undo step for a visit, and only the section's lines.

Every key is an edit of the section as it was when the visit began, so that the text does not
depend on what was typed on the way (docs/formats.md, Files).
"""

from collections.abc import Callable
from dataclasses import dataclass

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits, difference
from editor.core.tree import Path
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_loading import same
from editor.core.yaml_nodes import YamlTree
from editor.core.yaml_typing import typed_literal
from editor.session.document import Document
from editor.session.section_writing import field_edits, removal_edits
from editor.session.soul_parts import SoulParts

Edits = tuple[Edit, ...]
_CHANGED = "The change would not read back as intended. Change it in the text."


@dataclass(frozen=True, slots=True)
class Place:
    """A field that is typed into.

    Attributes:
        key: The card's key.
        path: The field's keys in the section.
    """

    key: int
    path: Path


@dataclass(slots=True)
class _Visit:
    """The user is in a field.

    Attributes:
        base: The lines when the visit began.
        left: The lines as the last edit of the visit left them.
        tree: The lines as YAML; read when first needed.
    """

    base: str
    left: str
    tree: YamlTree | None = None


class SectionTyping:
    """Writes values into the sections of one document."""

    def __init__(self, document: Document, parts: SoulParts) -> None:
        self._document = document
        self._parts = parts
        self._visits: dict[Place, _Visit] = {}

    def end(self) -> None:
        """End all visits: the next edit is an undo step of its own."""
        self._visits.clear()

    def type(self, place: Place, index: int, value: object) -> None:
        """Make a field of section `index` hold `value`, as one step with what was typed before.

        Raises:
            EditRefused: it cannot be written.
        """
        visit = self._visit(place, index)
        item = self._item(index)
        edits = self._quick(visit, (item, *place.path), value)
        is_proven = edits is not None
        if edits is None:
            edits = field_edits(visit.base, (item, *place.path), value)
        self._write(visit, index, apply_edits(visit.base, edits), f"section:{place}")
        if is_proven and self._parts.is_current and not self._holds(index, place.path, value):
            raise EditRefused(_CHANGED)  # not to be met: reading agrees with what is proven

    def take_out(self, place: Place, index: int) -> None:
        """Take a field out of section `index`, as one step with what was typed there before.

        Raises:
            EditRefused: it cannot be taken out.
        """
        visit, path = self._visit(place, index), (self._item(index), *place.path)
        is_there = YamlLanguage().parse(visit.base).find(path) is not None
        edits = removal_edits(visit.base, path) if is_there else ()
        self._write(visit, index, apply_edits(visit.base, edits), f"section:{place}")

    def step(self, index: int, edits: Callable[[str, int], Edits]) -> None:
        """Make an edit of section `index` that is an undo step of its own.

        Args:
            index: The section.
            edits: Returns the edits of some lines, in which the section has a number.

        Raises:
            EditRefused: it cannot be written.
        """
        self._document.end_merge()
        self.end()
        base = self._parts.slice_text(index)
        visit = _Visit(base, base)
        self._write(visit, index, apply_edits(base, edits(base, self._item(index))), None)

    def _visit(self, place: Place, index: int) -> _Visit:
        now = self._parts.slice_text(index)
        visit = self._visits.get(place)
        if visit is None or visit.left != now:
            visit = self._visits[place] = _Visit(now, now)
        return visit

    def _item(self, index: int) -> int:
        """Return the number of section `index` among those of its lines."""
        return index if self._parts.column is None else 0

    def _quick(self, visit: _Visit, path: Path, value: object) -> Edits | None:
        """Return the edits of a literal block, if it is plain to see that they are right."""
        if not isinstance(value, str):
            return None
        if visit.tree is None:
            try:
                visit.tree = YamlLanguage().parse(visit.base)
            except ParseFault:
                return None
        node = visit.tree.root
        for step in path:
            own = () if node is None or node.inherited else node.own()
            found = [each for each in own if each.key == step]
            if len(found) != 1:
                return None
            node = found[0].node
        return None if node is None else typed_literal(visit.tree.lines, node, value)

    def _write(self, visit: _Visit, index: int, text: str, merge_key: str | None) -> None:
        parts = self._parts
        is_last = parts.column is None or index == parts.sections_count - 1
        if not is_last and not text.endswith(("\n", "\r")):
            raise EditRefused(_CHANGED)
        edit = difference(visit.left, text)
        visit.left = text
        if edit is not None:
            line = parts.template_line if parts.column is None else parts.first_line(index)
            self._document.apply((edit,), merge_key, first=line)

    def _holds(self, index: int, path: Path, value: object) -> bool:
        """Whether the section reads as it shall."""
        if self._parts.fault is not None or index >= self._parts.sections_count:
            return False
        entry = self._parts.section(index).entry(*map(str, path))
        return entry is not None and same(entry.node.value, value)
