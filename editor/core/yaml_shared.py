"""Which aliases would follow an edit: a value with an anchor stands in several places at once.

An anchor is never changed by surprise: such an edit is refused, with the lines where the value is
used again (docs/formats.md, Files).
"""

import re
from collections.abc import Iterator

from editor.core.edits import SharedValue
from editor.core.spans import LineIndex, Span
from editor.core.yaml_nodes import YamlNode, YamlTree
from editor.core.yaml_places import Place

_ANCHOR = re.compile("(?:^|[ \t\n\r\x85\u2028\u2029])&([0-9A-Za-z_-]+)")


def shared_value(tree: YamlTree, place: Place) -> SharedValue | None:
    """Return why an edit of the node at `place` would change other places, or None.

    The anchor is that of the node, else of the nearest container around it, else of something in
    it; aliases inside the node itself do not count.
    """
    if tree.root is None:
        return None
    used: dict[str, list[int]] = {}
    for span in _aliases(tree, tree.root):
        if not _within(span, place.node.span):
            used.setdefault(span.of(tree.text)[1:], []).append(span.start)
    if not used:
        return None
    lines = LineIndex(tree.text)
    for name in _anchors(tree, place):
        if name in used:
            numbers = {lines.position(offset).line for offset in used[name]}
            return SharedValue(name, tuple(sorted(numbers)))
    return None


def _anchors(tree: YamlTree, place: Place) -> Iterator[str]:
    entry = place.entry
    if entry is not None and entry.key_span is not None:
        yield from _ANCHOR.findall(tree.text[entry.start : entry.key_span.start])
    for node in (place.node, *reversed(place.parents)):
        yield from _ANCHOR.findall(tree.text[node.outer : node.behind])
    yield from _anchors_in(tree, place.node)


def _anchors_in(tree: YamlTree, node: YamlNode) -> Iterator[str]:
    for entry in node.own():
        if entry.key_span is not None:
            yield from _ANCHOR.findall(tree.text[entry.start : entry.key_span.start])
        yield from _ANCHOR.findall(tree.text[entry.node.outer : entry.node.behind])
        if not entry.node.alias:
            yield from _anchors_in(tree, entry.node)


def _aliases(tree: YamlTree, node: YamlNode) -> Iterator[Span]:
    for entry in node.own():
        if entry.key_span is not None and entry.key_span.of(tree.text).startswith("*"):
            yield entry.key_span
        if entry.node.alias:
            yield entry.node.span
        else:
            yield from _aliases(tree, entry.node)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
