"""Edits of frontmatter: set and remove fields, put a new block above a text.

The language of the block makes the edits; here they are moved to their place in the file and
held to leave the body alone (docs/formats.md, Files).
"""

import re
from collections.abc import Callable, Mapping

from editor.core.edits import Edit, EditRefused, SharedValue, apply_edits
from editor.core.spans import LINE_END, LineIndex, Span, usual_line_end
from editor.core.tree import Path
from editor.core.yaml_reading import MARK
from editor.formats.base import Fields
from editor.formats.frontmatter import FrontmatterKind, split

_NO_FIELDS: Mapping[str, object] = {}
_LONE_LINE_FEED = re.compile(r"(?<!\r)\n")


def set_field(text: str, path: Path, value: object) -> tuple[Edit, ...]:
    """Return the edits of `text` that make the field at `path` hold `value`.

    Raises:
        EditRefused: there is no frontmatter, it cannot be read, or the language refuses.
    """

    def change(fields: Fields, region: str) -> tuple[Edit, ...]:
        return fields.language.set(region, path, value)

    return _changed(text, change)


def insert_field(
    text: str, path: Path, value: object, before: str | None = None
) -> tuple[Edit, ...]:
    """Return the edits of `text` that add an entry: `before` a key of its container, or last.

    The last step of `path` may also be an index of a list, from 0 to its length.

    Raises:
        EditRefused: as `set_field`; also if there is such a field already.
    """

    def change(fields: Fields, region: str) -> tuple[Edit, ...]:
        return fields.language.insert(region, path, value, before)

    return _changed(text, change)


def move_field(text: str, path: Path, index: int) -> tuple[Edit, ...]:
    """Return the edits of `text` that make the entry at `path` number `index` of its container.

    Raises:
        EditRefused: as `set_field`; also if there is no such place.
    """

    def change(fields: Fields, region: str) -> tuple[Edit, ...]:
        return fields.language.move(region, path, index)

    return _changed(text, change)


def remove_field(text: str, path: Path) -> tuple[Edit, ...]:
    """Return the edits of `text` that take the field at `path` out; the block itself stays.

    Raises:
        EditRefused: there is no frontmatter, it cannot be read, or the language refuses.
    """

    def change(fields: Fields, region: str) -> tuple[Edit, ...]:
        return fields.language.remove(region, path)

    return _changed(text, change)


def add_frontmatter(
    text: str,
    kind: FrontmatterKind = FrontmatterKind.JSON,
    fields: Mapping[str, object] = _NO_FIELDS,
) -> tuple[Edit, ...]:
    """Return the edit that puts a block with `fields` above `text`, in its usual line end.

    A text whose first line only looks like frontmatter becomes body as it is.

    Raises:
        EditRefused: the text has frontmatter already, or a value cannot be written.
    """
    found = split(text)
    if found.fields is not None and found.fields.fault is None:
        raise EditRefused("The file has frontmatter already.")
    end = usual_line_end(text)
    block = f"---{end}---{end}" if kind is FrontmatterKind.YAML else f"{{{end}}}{end}"
    for name, value in fields.items():
        block = apply_edits(block, set_field(block, (name,), value))
    gap = end if text and LINE_END.match(text) is None else ""
    return (Edit(Span(0, 0), block + gap),)


def _placed(text: str, fields: Fields, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Move edits of the region to the text; in YAML the fence below keeps a line of its own."""
    region = fields.span.of(text)
    placed = tuple(edit.shifted(fields.span.start) for edit in edits)
    if not edits or fields.language.name == "json":
        return placed
    written = apply_edits(region, edits)
    end = LINE_END.findall(text[: fields.span.start])[-1]
    if not region:
        # The empty block has no line whose ending the language could take over.
        written = _LONE_LINE_FEED.sub(end, written)
        return (Edit(fields.span, written if written.endswith(end) else written + end),)
    if written == MARK:  # nothing else is left on the first line, so nothing ends it
        return (*placed, Edit(Span(fields.span.end, fields.span.end), end))
    return placed


def _changed(text: str, change: Callable[[Fields, str], tuple[Edit, ...]]) -> tuple[Edit, ...]:
    found = split(text)
    if found.fields is None:
        reason = found.note or "The file has no frontmatter."
        raise EditRefused(f"{reason} Add a frontmatter first.")
    if found.fields.fault is not None:
        raise EditRefused(found.fields.fault.message)
    try:
        edits = change(found.fields, found.fields.span.of(text))
    except SharedValue as shared:
        above = LineIndex(text).position(found.fields.span.start).line - 1
        raise shared.lowered(above) from None
    placed = _placed(text, found.fields, edits)
    _require_same_body(text, apply_edits(text, placed))
    return placed


def _require_same_body(before: str, after: str) -> None:
    """Refuse an edit that moves the border between fields and body."""
    old, new = split(before), split(after)
    if (
        new.kind is not old.kind
        or new.fields is None
        or new.fields.fault is not None
        or new.body.of(after) != old.body.of(before)
    ):
        raise EditRefused(
            "The value cannot stand in this frontmatter: it would change where the text begins."
        )
