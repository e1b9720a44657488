"""Typing in a literal block: edits that need no reading to be known to be right.

Reading even a short text twice costs some milliseconds, which every key in a field would pay.
What a literal block reads as follows from its lines alone as long as its header, its indentation
and its final line ends stay as they are (docs/formats.md, Files).
"""

from editor.core.edits import Edit
from editor.core.yaml_blocks import literal_holds, revised_literal
from editor.core.yaml_layout import Lines
from editor.core.yaml_nodes import YamlNode


def typed_literal(lines: Lines, node: YamlNode, value: str) -> tuple[Edit, ...] | None:
    """Return the edits that make a literal block hold `value`, if that is plain to see.

    Args:
        lines: The text.
        node: The scalar as it stands.
        value: What it shall hold.

    Returns:
        Edits of content lines only, or None if the result has to be read to be sure.
    """
    block, old = node.block, node.value
    if block is None or node.style != "literal" or node.alias or not isinstance(old, str):
        return None
    body, old_body = value.rstrip("\n"), old.rstrip("\n")
    if not body or not old_body or len(value) - len(body) != len(old) - len(old_body):
        return None
    # The loaders differ on tabs; a first line that begins with a blank needs another header.
    first = next(line for line in body.split("\n") if line)
    plain = "\t" not in value and literal_holds(value) and not first.startswith(" ")
    if not plain or not block.indent or block.content.end > lines.starts[-1]:
        return None
    edits = revised_literal(lines, block, value, block.indent)
    if edits is None or any(edit.span.start < block.content.start for edit in edits):
        return None
    return edits
