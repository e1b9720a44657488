"""The byte order mark that YAML allows before a text: part of no value, and never edited.

PyYAML drops one mark and counts from behind it, so everything is read and edited without it and
then put back to its place. A file's own mark is dropped before; this one stands in the region
that YAML reads: behind a fence, or as a second one (docs/formats.md, Files).
"""

from collections.abc import Callable

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit
from editor.core.yaml_layout import Lines
from editor.core.yaml_moving import Moved
from editor.core.yaml_nodes import YamlTree
from editor.core.yaml_reading import MARK, read

Edits = tuple[Edit, ...]


def read_marked(text: str, length: int | None = None) -> YamlTree:
    """Read one YAML document that may begin with a byte order mark.

    Args:
        text: The text.
        length: How long the text is that `text` is a part of, if it is one.

    Raises:
        ParseFault: see `editor.core.yaml_reading.read`.
    """
    if not text.startswith(MARK):
        return read(text, length)
    try:
        tree = read(text[len(MARK) :], length)
    except ParseFault as fault:
        raise fault.shifted(len(MARK)) from fault
    moved = Moved(len(MARK))
    root = None if tree.root is None else moved.node(tree.root)
    return YamlTree(text, root, Lines(text), tree.body_end + len(MARK))


def behind_mark(text: str, edit: Callable[[str], Edits]) -> Edits:
    """Return the edits of `text` that `edit` proposes for it without its byte order mark."""
    if not text.startswith(MARK):
        return edit(text)
    return tuple(each.shifted(len(MARK)) for each in edit(text[len(MARK) :]))
