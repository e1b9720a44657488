"""What formats share in reading fields: a whole file as one region, loaded values, duplicates."""

from editor.core.diagnostics import ParseFault
from editor.core.spans import Span
from editor.core.tree import Entry, Language, Node, NodeKind, Path, Tree
from editor.formats.base import Fields


def whole_fields(text: str, language: Language, root: Path = ()) -> Fields:
    """Return the fields of a file that is all one region of `language`.

    Args:
        text: The file's decoded text.
        language: How the file is written.
        root: The path of the value that forms show.
    """
    whole = Span(0, len(text))
    try:
        return Fields(language, whole, language.parse(text), None, root)
    except ParseFault as fault:
        reason = f"The file is not valid {language.name.upper()}: {fault.message.rstrip('.')}."
        return Fields(language, whole, None, ParseFault(reason, fault.offset), root)


def holds_fields(tree: Tree) -> bool:
    """Whether a region is a mapping, or empty; to consumers a YAML null is the same as nothing."""
    root = tree.root
    if root is None or root.kind is NodeKind.MAPPING:
        return True
    return root.kind is NodeKind.NULL and root.style != "json"


def loaded(tree: Tree | None) -> dict[str, object]:
    """Return the fields of a parsed region as a dict with text keys; empty without fields."""
    value = tree.root.value if tree is not None and tree.root is not None else None
    if not isinstance(value, dict):
        return {}
    return {key if isinstance(key, str) else str(key): field for key, field in value.items()}


def effective_entries(node: Node) -> tuple[Entry, ...]:
    """Return the entries that count: of duplicates only the last."""
    last = {entry.key: entry for entry in node.entries}
    return tuple(entry for entry in node.entries if last[entry.key] is entry)
