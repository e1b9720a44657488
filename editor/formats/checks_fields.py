"""Checks of the fields of a file: frontmatter, keys, types."""

from collections.abc import Iterable, Iterator, Mapping

from editor.core.diagnostics import Diagnostic, Fix
from editor.core.edits import EditRefused
from editor.core.spans import LineIndex, Span
from editor.core.tree import Entry, Node, NodeKind, Path, dotted_path
from editor.formats.base import Fields
from editor.formats.checks import error, fault_span, info, nearest, replacing, warning
from editor.formats.fields import holds_fields
from editor.formats.frontmatter import Frontmatter, FrontmatterKind
from editor.formats.frontmatter_edits import add_frontmatter, remove_field
from editor.formats.schema import Schema, schema_faults

# Known without a schema (docs/formats.md, Fields).
KNOWN_FIELDS = frozenset(
    {
        "title",
        "description",
        "type",
        "color",
        "group",
        "schedule",
        "priority",
        "activities",
        "multi_facet",
        "new_only",
        "output",
        "schema",
        "max_output_tokens",
        "tier",
        "provider",
        "thinking_budget",
        "max_turns",
        "timeout_seconds",
        "tools",
        "read_scope",
        "read_scope_span",
        "write",
        "cwd",
        "hook",
        "load",
        "name",
        "default_cadence",
        "default_timezone",
        "default_facets",
    }
)


def check_frontmatter(text: str, frontmatter: Frontmatter) -> Iterator[Diagnostic]:
    """Yield what is wrong with the frontmatter as a whole."""
    fields = frontmatter.fields
    if fields is not None and fields.fault is not None:
        add = Fix(
            "Put an empty frontmatter above, so that all of this is text",
            add_frontmatter(text, FrontmatterKind.JSON),
        )
        span = fault_span(text, fields.fault.offset)
        yield error(span, "invalid-frontmatter", fields.fault.message, add)
    if frontmatter.blank and frontmatter.note:
        span = Span(0, frontmatter.blank)
        fix = replacing("Remove the blank lines above it", span, "")
        yield warning(span, "frontmatter-not-first", frontmatter.note, fix)


def check_duplicate_keys(text: str, fields: Fields, below: Path = ()) -> Iterator[Diagnostic]:
    """Yield a warning for every key that stands twice in one mapping at or under `below`."""
    root = fields.tree.find(below) if fields.tree is not None else None
    if root is None:
        return
    lines = LineIndex(text)
    for path, node in _walk((), root):
        if node.kind is not NodeKind.MAPPING:
            continue
        for key, spans in _key_spans(node).items():
            if len(spans) < 2:
                continue
            placed = [span.shifted(fields.span.start) for span in spans]
            numbers = [str(lines.position(span.start).line) for span in placed]
            where = ", ".join(numbers[:-1]) + " and " + numbers[-1]
            message = (
                f"The key {key} stands more than once (lines {where}). Readers take the last one; "
                "remove the others or rename them."
            )
            name = dotted_path((*path, key))
            yield warning(placed[0], "duplicate-key", message, name=name)


def _walk(path: Path, node: Node) -> Iterator[tuple[Path, Node]]:
    yield path, node
    for entry in node.entries:
        if not entry.node.inherited:
            yield from _walk((*path, entry.key), entry.node)


def _key_spans(node: Node) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for entry in node.entries:
        if entry.duplicate and entry.key_span is not None:
            found.setdefault(str(entry.key), []).append(entry.key_span)
    return found


def check_field_types(fields: Fields, schema: Schema | None) -> Iterator[Diagnostic]:
    """Yield a warning for every field whose value the schema does not allow."""
    if fields.tree is None or schema is None:
        return
    root = fields.tree.find(fields.root)
    empty = root is None or (not fields.root and root.value is None and holds_fields(fields.tree))
    value = {} if root is None or empty else root.value
    for fault in schema_faults(schema, value):
        path = (*fields.root, *fault.path)
        subject = f"The field {dotted_path(fault.path)}" if fault.path else "This block"
        yield warning(
            _value_span(fields, path),
            "field-type",
            f"{subject} {fault.message}.",
            name=dotted_path(fault.path) or None,
        )


def _value_span(fields: Fields, path: Path) -> Span:
    """Return the place of the value at `path`, or of the nearest one above it that is found."""
    if fields.tree is None:
        return fields.span
    while True:
        node = fields.tree.find(path)
        if node is not None and (path or node.kind is not NodeKind.MAPPING):
            return node.span.shifted(fields.span.start)
        if not path:
            return Span(fields.span.start, min(fields.span.end, fields.span.start + 1))
        path = path[:-1]


def check_unknown_fields(
    text: str, fields: Fields, schema: Schema | None, known: frozenset[str] = KNOWN_FIELDS
) -> Iterator[Diagnostic]:
    """Yield an information for every top field that neither we nor the schema know."""
    described = schema.get("properties") if schema is not None else None
    if isinstance(described, Mapping):
        known |= {name for name in described if isinstance(name, str)}
    root = fields.tree.root if fields.tree is not None else None
    entries = () if root is None else root.entries
    free = sorted(known - {str(each.key) for each in entries})
    for entry in entries:
        key = str(entry.key)
        if key in known or entry.key_span is None or key == "<<" or entry.node.inherited:
            continue
        yield unknown_field(text, entry, fields.span.start, free)


def unknown_field(text: str, entry: Entry, start: int, free: Iterable[str]) -> Diagnostic:
    """Return that a field is not known, with the nearest known name that is not there yet.

    Args:
        text: The file's text.
        entry: The field, with a key of its own.
        start: Where the region that its places count from begins in the file.
        free: The known names that are not there yet.
    """
    key, span = str(entry.key), (entry.key_span or entry.node.span).shifted(start)
    near = nearest(key, free)
    message = f"The field {key} is not known; it is kept as it is."
    if near:
        message += f" Did you mean {near}?"
    return info(span, "unknown-field", message, *_renamed(text, span, key, near), name=key)


def _renamed(text: str, span: Span, key: str, name: str | None) -> Iterator[Fix]:
    written = span.of(text)
    if name is not None and written.count(key) == 1:
        yield replacing(f"Rename it to {name}", span, written.replace(key, name))


def check_thinking_budget(text: str, fields: Fields) -> Iterator[Diagnostic]:
    """Yield an information for a thinking budget that the provider does not heed."""
    if fields.tree is None:
        return
    provider = fields.tree.find(("provider",))
    budget = fields.tree.entry(("thinking_budget",))
    if provider is None or budget is None or not isinstance(provider.value, str):
        return
    if provider.value.strip().casefold() != "openai":
        return
    message = (
        "The provider openai reasons with a fixed budget and ignores thinking_budget. Remove the "
        "field, or choose another provider."
    )
    span = _entry_span(budget).shifted(fields.span.start)
    fixes = _removal(text, "thinking_budget")
    yield info(span, "thinking-budget-ignored", message, *fixes, name="thinking_budget")


def _entry_span(entry: Entry) -> Span:
    start = entry.node.span.start if entry.key_span is None else entry.key_span.start
    return Span(start, max(start, entry.node.span.end))


def _removal(text: str, name: str) -> Iterator[Fix]:
    try:
        edits = remove_field(text, (name,))
    except EditRefused:
        return
    yield Fix(f"Remove {name}", edits)
